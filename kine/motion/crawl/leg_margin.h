#pragma once

#include <array>

#include "kine/kinematics/frames.h"
#include "kine/model/skeleton.h"

namespace kine::detail {

/// How far a leg is from its limits with its tip somewhere, known without a solve. A leg of three hinges, the second
/// and third parallel and perpendicular to the first, as insects and most robots on many legs have them, is a triangle in a
/// plane that turns: its three angles follow in closed form. The tip stays on the side of the first hinge, and the knee
/// bends the way, that they have in the standing pose. Of any other leg only the length is known.
class LegMargin {
 public:
  /// The leg from `first` to `tip`; `frames` are those of the standing pose.
  static LegMargin of(const Skeleton& skeleton, std::span<const double> standing, const Frames& frames, JointId first,
                      JointId tip);

  /// Radians from the nearest limit with the tip at `point`, seen from the body's origin along the axes of the world in
  /// the standing pose, or the share by which it could still stretch, whichever is less; below 0 where the leg cannot
  /// get there. Of a leg of another kind: what is left of 0.93 of its length, as a share of that length.
  double at(const Vec3& point) const;

  bool is_exact() const { return exact_; }

 private:
  bool exact_ = false;
  double reach_ = 0;
  Vec3 hip_{};
  Vec3 out_{}, axis_{},
      side_{};            ///< of the plane at standing: along the leg, the first hinge's axis, perpendicular to both
  double turn_sign_ = 1;  ///< of the first hinge, seen in (out, side)
  double offset_ = 0;     ///< of the plane from the first hinge, along side
  double knee_out_ = 0, knee_up_ = 0;  ///< where the second hinge is in the plane
  double upper_ = 0, lower_ = 0;       ///< lengths of the links in the plane
  double upper_turn_ = 0, bend_ = 0;   ///< of the upper link in the plane, and of the lower one against it, at standing
  double far_ = 0;                     ///< from the second hinge to the tip, at the most
  std::array<double, 3> standing_{};   ///< values of the hinges,
  std::array<double, 3> signs_{};      ///< which way they turn in the plane,
  std::array<Range, 3> limits_{};      ///< and their limits
};

}  // namespace kine::detail
