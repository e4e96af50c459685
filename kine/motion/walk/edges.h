#pragma once

#include <cmath>

#include "kine/motion/ground.h"
#include "kine/motion/walk/targets.h"

/// Edges of the ground that a foot in the air has to do with.
namespace kine::detail {

/// From how high above a foot the ground is looked for, up to the shoulders: what is lower than that stands in a figure's
/// way. And how deep from there. Metres of a leg of Gait::kLeg, by eye.
inline constexpr double kLookFrom = 1.5, kLookDown = 2.9;

/// How high a point of the ground lies above the plane through another.
inline double height_off(const GroundHit& a, const GroundHit& b) {
  return dot(b.point - a.point, a.normal) / a.normal.y;
}

/// True if the ground is broken between two points: one does not lie on the plane through the other.
inline bool is_off(const GroundHit& a, const GroundHit& b, double most) {
  return a.hit != b.hit || std::abs(dot(b.point - a.point, a.normal)) > most * std::abs(a.normal.y);
}

/// What stands close to a sole, where a foot that turns or is held back may come.
struct Beside {
  bool edges = false;
  Vec3 away{};  ///< level, away from them; longer where more of eight points around the sole lie on edges
};

Beside beside_of(const BipedMeasures& build, const Ground& ground, const Foothold& sole, int foot);

/// True if the ground is broken on the way of a swing from one foothold to another, or close to either.
bool is_over_edges(const BipedMeasures& build, const Ground& ground, const Foothold& from, const Foothold& to,
                   int foot);

}  // namespace kine::detail
