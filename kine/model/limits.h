#pragma once

#include <limits>

#include "kine/math/quat.h"
#include "kine/math/trig.h"
#include "kine/math/vec3.h"

namespace kine {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// A closed interval of angles (radians) or distances (metres). The default is endless on both sides.
struct Range {
  double lower = -kInfinity;
  double upper = kInfinity;

  constexpr bool contains(double v) const { return lower <= v && v <= upper; }
  constexpr double clamp(double v) const { return v < lower ? lower : v > upper ? upper : v; }
  constexpr double width() const { return upper - lower; }
  /// How far outside `v` lies; 0 inside.
  constexpr double violation(double v) const { return v < lower ? lower - v : v > upper ? v - upper : 0; }
  friend constexpr bool operator==(const Range&, const Range&) = default;
};

/// Limits of a ball joint. Its rotation is split into swing * twist: first the twist about the bone, then a swing about
/// a line perpendicular to the bone (seen the other way round: the bone swings, then twists about where it now lies). The
/// swing's rotation vector (axis times angle) must lie in an ellipse with the half-angles `swing_first` and
/// `swing_second`; the twist angle in `twist`. A half-angle of pi or more, or an endless twist, is no limit.
struct BallLimits {
  Vec3 twist_axis = kUnitX;  ///< along the bone, in the joint's frame, unit
  Vec3 first_axis =
      kUnitY;  ///< the first swing axis, perpendicular to twist_axis, unit; the second is twist_axis x first_axis
  double swing_first = kPi;   ///< half-angle about first_axis, radians, > 0
  double swing_second = kPi;  ///< half-angle about the second axis, radians, > 0
  Range twist{-kPi, kPi};     ///< radians, within -pi..pi
  bool has_swing() const { return swing_first < kPi || swing_second < kPi; }
  bool has_twist() const { return twist.lower > -kPi || twist.upper < kPi; }
};

/// Where a ball joint's rotation stands in its limits' own coordinates, radians.
struct BallAngles {
  double first, second;  ///< the swing's rotation vector along first_axis and the second axis
  double twist;
};

BallAngles ball_angles(const BallLimits& limits, const Quat& rotation);
Quat from_ball_angles(const BallLimits& limits, const BallAngles& angles);

/// The nearest rotation inside: the swing moves to the nearest point of its ellipse, the twist to its range.
/// A rotation that is inside comes back with its very bits.
Quat clamp_to_limits(const BallLimits& limits, const Quat& rotation);

/// How far outside the limits, radians: the larger of the swing's distance to its ellipse and the twist's to its range.
double limit_violation(const BallLimits& limits, const Quat& rotation);

}  // namespace kine
