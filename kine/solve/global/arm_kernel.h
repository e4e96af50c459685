#pragma once

#include <cmath>

#include "kine/math/mat3.h"
#include "kine/math/trig.h"
#include "kine/solve/global/arm.h"

namespace kine::detail {

/// A frame on the way along an arm, in the frame of its base. T: double, or a scalar that counts.
template <class T>
struct ArmFrameT {
  Vec3T<T> x{T(1), T(0), T(0)}, y{T(0), T(1), T(0)}, z{T(0), T(0), T(1)};
  Vec3T<T> at{};

  /// Turns about z by an angle of this sine and cosine.
  void turn(T sine, T cosine) {
    const Vec3T<T> before = x;
    x = before * cosine + y * sine;
    y = y * cosine - before * sine;
  }
  void shift(T a, T b, T d) { at += x * a + y * b + z * d; }
  /// Turns about x.
  void twist(T sine, T cosine) {
    const Vec3T<T> before = y;
    y = before * cosine + z * sine;
    z = z * cosine - before * sine;
  }
};
using ArmFrame = ArmFrameT<double>;

/// Goes on through a link. `sine` and `cosine` are those of its angle (0 and 1 for a slider), `slide` how far it slid.
template <class T>
void pass(const ArmLink& link, T sine, T cosine, T slide, ArmFrameT<T>& frame) {
  const T rest_sin(link.rest_sin), rest_cos(link.rest_cos);
  frame.turn(rest_sin * cosine + rest_cos * sine, rest_cos * cosine - rest_sin * sine);
  frame.shift(T(link.a), T(link.b), T(link.d) + slide);
  frame.twist(T(link.twist_sin), T(link.twist_cos));
}

/// Where a tip is wanted, in the frame of the arm's base.
template <class T>
struct ArmTargetT {
  Mat3T<T> last{};      ///< how the frame behind the last link must be turned
  Vec3T<T> position{};  ///< of the tip's point
};
using ArmTarget = ArmTargetT<double>;

inline ArmTarget target_of(const Arm& arm, const Vec3& position, const Quat& orientation) {
  const Mat3 base_from_world = transposed(arm.world_from_base);
  return {base_from_world * to_matrix(orientation) * transposed(arm.last_from_tip),
          base_from_world * (position - arm.base)};
}

/// The turn from `is` to `wanted`, about its axis, as twice the sine of half its angle: no trigonometry, and the rotation
/// vector where it counts, near the end. Not of turns near half a turn, which have their own way: `four_w_squared` tells.
template <class T>
T four_w_squared(const ArmFrameT<T>& is, const Mat3T<T>& wanted) {
  return T(1) + dot(is.x, wanted.x) + dot(is.y, wanted.y) + dot(is.z, wanted.z);
}
inline constexpr double kNearHalfTurn =
    0.1;  // 1 + cosine of the angle, times two, below which the sine says too little
template <class T>
Vec3T<T> lesser_turn_between(const ArmFrameT<T>& is, const Mat3T<T>& wanted, T four_w_squared) {
  using std::sqrt;
  const Vec3T<T> four_sines = cross(is.x, wanted.x) + cross(is.y, wanted.y) + cross(is.z, wanted.z);
  return four_sines / sqrt(four_w_squared);
}
inline Vec3 turn_between(const ArmFrame& is, const Mat3& wanted) {
  const double squared = four_w_squared(is, wanted);
  if (squared > kNearHalfTurn) return lesser_turn_between(is, wanted, squared);
  const Quat turn = to_quat(wanted * transposed(Mat3{is.x, is.y, is.z}));
  return Vec3{turn.x, turn.y, turn.z} * (turn.w < 0 ? -2 : 2);
}

}  // namespace kine::detail
