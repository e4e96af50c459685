#pragma once

#include <string_view>
#include <vector>

#include "apps/cli/draw/svg.h"
#include "kine/model/skeleton.h"
#include "scenes/terrains.h"

/// A walk seen from the side, its figures on their ground. The way of the root is unrolled to a straight line, so that
/// curved walks are seen from the side all along.
namespace kine::cli {

/// A figure at a moment of a walk, in a world with Y up, metres.
struct StandingFigure {
  double time = 0;  ///< seconds
  Vec3 root{};
  std::vector<Vec3> joints{};
};

struct GroundStrip {
  const Skeleton& skeleton;
  const scenes::Terrain& ground;                 ///< must outlive the strip
  std::vector<StandingFigure> course{};          ///< in the order of time; some of them are drawn
  std::vector<std::string_view> bone_colours{};  ///< of the bone above each joint; empty: not drawn
  double foot_side = 0;                          ///< metres from the middle to a foot: the ground is drawn there too
  int figures = 12;                              ///< at most so many
};

/// A course needs no more moments than that.
inline constexpr std::size_t kMostGroundFigures = 2000;

/// Draws the strip in rows below each other, `width` pixels wide, from `corner` down; a walk that is too long for four
/// rows is drawn smaller. Returns how high it is, pixels. Without a picture it is only measured.
double draw_ground_strip(const GroundStrip& strip, Point2 corner, double width, Svg* svg);

}  // namespace kine::cli
