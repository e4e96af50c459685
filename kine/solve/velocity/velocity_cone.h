// The limits of a ball joint as bounds on its speeds.
#pragma once

#include <cmath>

#include "kine/math/mat3.h"
#include "kine/math/screw.h"
#include "kine/model/limits.h"

namespace kine::detail {

/// With R = exp(v), how a change of v turns R about its own axes: J_r(v) u, so that exp(v + u dt) = exp(v) exp(J_r u
/// dt) to first order. J_r(v) = 1 - (1 - cos x)/x^2 [v] + (x - sin x)/x^3 [v]^2, x = |v|; its transpose is J_r(-v).
inline Vec3 turn_of_change(const Vec3& v, const Vec3& change) {
  const double x2 = dot(v, v), x = std::sqrt(x2);
  const auto half = sin_cos(x / 2);
  const double sinc = x > 0 ? half.sin / x : 0.5;
  const Vec3 first = cross(v, change);
  return change - first * (2 * sinc * sinc) + cross(v, first) * sine_remainder(x2, x, 2 * half.sin * half.cos);
}

/// How the angles of a ball's limits change with its turn about its own axes: gives the row g for which
/// g . w = towards.first * first' + towards.second * second' + towards.twist * twist'. Zero where there is none (a
/// swing of half a turn).
///
/// R = S T with S = exp(swing vector) and T the twist, so w = T^-1 J_r(swing) swing' + twist' axis.
inline Vec3 row_of_angles(const BallLimits& limits, const BallAngles& at, const BallAngles& towards) {
  const Vec3 second_axis = cross(limits.twist_axis, limits.first_axis);
  const Vec3 swing = limits.first_axis * at.first + second_axis * at.second;
  const Quat untwist = from_axis_angle(limits.twist_axis, -at.twist);
  const Mat3 turns{rotate(untwist, turn_of_change(swing, limits.first_axis)),
                   rotate(untwist, turn_of_change(swing, second_axis)), limits.twist_axis};
  if (std::abs(determinant(turns)) < 1e-6) return {};
  return solve(transposed(turns), Vec3{towards.first, towards.second, towards.twist});
}

/// The outward direction in which a rotation that is outside its limits must not go, and by how much it is too far.
struct ConeSide {
  Vec3 row{};         ///< on the turn of the ball about its own axes, at that rotation
  double excess = 0;  ///< radians; 0: it is inside
};

/// Of the swing: the ellipse's normal at its point nearest to the swing.
inline ConeSide swing_side(const BallLimits& limits, const Quat& rotation) {
  const BallAngles at = ball_angles(limits, rotation), inside = ball_angles(limits, clamp_to_limits(limits, rotation));
  const double u = inside.first / (limits.swing_first * limits.swing_first);
  const double v = inside.second / (limits.swing_second * limits.swing_second);
  const double size = std::sqrt(u * u + v * v);
  if (!(size > 0)) return {};
  const BallAngles towards{u / size, v / size, 0};
  const double excess = (at.first - inside.first) * towards.first + (at.second - inside.second) * towards.second;
  return {row_of_angles(limits, at, towards), excess};
}

/// Of the twist: past its upper end or below its lower one, the nearer way round.
inline ConeSide twist_side(const BallLimits& limits, const Quat& rotation) {
  const BallAngles at = ball_angles(limits, rotation), inside = ball_angles(limits, clamp_to_limits(limits, rotation));
  double out = at.twist - inside.twist;
  if (out > kPi) out -= kTwoPi;
  if (out < -kPi) out += kTwoPi;
  if (out == 0) return {};
  return {row_of_angles(limits, at, {0, 0, out > 0 ? 1.0 : -1.0}), std::abs(out)};
}

}  // namespace kine::detail
