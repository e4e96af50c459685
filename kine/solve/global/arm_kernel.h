#pragma once

#include <cmath>

#include "kine/math/mat3.h"
#include "kine/math/trig.h"
#include "kine/solve/global/arm.h"

namespace kine::detail {

/// A frame on the way along an arm, in the frame of its base.
struct ArmFrame {
  Vec3 x = kUnitX, y = kUnitY, z = kUnitZ;
  Vec3 at{};

  /// Turns about z by an angle of this sine and cosine.
  void turn(double sine, double cosine) {
    const Vec3 before = x;
    x = before * cosine + y * sine;
    y = y * cosine - before * sine;
  }
  void shift(double a, double b, double d) { at += x * a + y * b + z * d; }
  /// Turns about x.
  void twist(double sine, double cosine) {
    const Vec3 before = y;
    y = before * cosine + z * sine;
    z = z * cosine - before * sine;
  }
};

/// Goes on through a link. `sine` and `cosine` are those of its angle (0 and 1 for a slider), `slide` how far it slid.
inline void pass(const ArmLink& link, double sine, double cosine, double slide, ArmFrame& frame) {
  frame.turn(link.rest_sin * cosine + link.rest_cos * sine, link.rest_cos * cosine - link.rest_sin * sine);
  frame.shift(link.a, link.b, link.d + slide);
  frame.twist(link.twist_sin, link.twist_cos);
}

/// Where a tip is wanted, in the frame of the arm's base.
struct ArmTarget {
  Mat3 last{};      ///< how the frame behind the last link must be turned
  Vec3 position{};  ///< of the tip's point
};

inline ArmTarget target_of(const Arm& arm, const Vec3& position, const Quat& orientation) {
  const Mat3 base_from_world = transposed(arm.world_from_base);
  return {base_from_world * to_matrix(orientation) * transposed(arm.last_from_tip),
          base_from_world * (position - arm.base)};
}

/// The turn from `is` to `wanted`, about its axis, as twice the sine of half its angle: no trigonometry, and the rotation
/// vector where it counts, near the end.
inline Vec3 turn_between(const ArmFrame& is, const Mat3& wanted) {
  constexpr double kNearHalfTurn = 0.1;  // 1 + cosine of the angle, times two, below which the sine says too little
  const double four_w_squared = 1 + dot(is.x, wanted.x) + dot(is.y, wanted.y) + dot(is.z, wanted.z);
  if (four_w_squared > kNearHalfTurn) {
    const Vec3 four_sines = cross(is.x, wanted.x) + cross(is.y, wanted.y) + cross(is.z, wanted.z);
    return four_sines / std::sqrt(four_w_squared);
  }
  const Quat turn = to_quat(wanted * transposed(Mat3{is.x, is.y, is.z}));
  return Vec3{turn.x, turn.y, turn.z} * (turn.w < 0 ? -2 : 2);
}

}  // namespace kine::detail
