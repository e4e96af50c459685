#pragma once

#include <cstdint>

#include "kine/motion/ground.h"

namespace kine::detail {

/// A square of the ground that is looked at many times, as a Ground of its own: heights are cast for at the corners of
/// small cells, once each and only where they are asked for. Where the four corners of a cell lie on smooth ground, all
/// in it follows from them; in cells with an edge, and outside, each question is a cast.
class GroundPatch {
 public:
  /// `middle`: of the square, at the height of the ground there; casts start `above` that and go down by `drop`.
  GroundPatch(const Ground& ground, const Vec3& middle, double scale, double above, double drop);

  GroundHit operator()(const Vec3& from, double max_drop) const;

 private:
  static constexpr int kSide = 64;         ///< cells
  static constexpr double kCell = 0.025;   ///< metres of a leg of Gait::kLeg
  static constexpr double kSmooth = 5e-4;  ///< the same: a corner may lie this far off the planes through the others

  struct Corner {
    float up;         ///< above the middle of the square, metres
    float normal[3];  ///< of the ground
  };
  enum class Kind : std::uint8_t { Unknown, Smooth, Broken };

  GroundHit cast(double x, double z) const;
  bool is_hit(int column, int row) const;
  Kind look_at(int column, int row) const;

  const Ground& ground_;
  Vec3 corner_;  ///< of the square, at the height of its middle
  double cell_, smooth_, above_, drop_;
  mutable Kind cells_[kSide][kSide]{};
  mutable Kind corners_known_[kSide + 1][kSide + 1]{};  ///< Smooth: met ground; Broken: a gap
  mutable Corner corners_[kSide + 1][kSide + 1];
};

}  // namespace kine::detail
