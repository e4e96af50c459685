#include "kine/motion/walk/foot_roll.h"

#include <algorithm>
#include <cmath>

#include "kine/math/trig.h"
#include "kine/motion/walk/hermite.h"

namespace kine::detail {
namespace {

/// Toes upwards.
Quat pitched(double pitch) { return from_axis_angle(kUnitX, -pitch); }

/// The lesser of x and limit, rounded off where they meet, so that the pivot moves from ball to tip without a jolt.
double soft_limit(double x, double limit, double blend) {
  if (x <= limit - blend) return x;
  if (x >= limit + blend) return limit;
  const double over = x - (limit - blend);
  return x - over * over / (4 * blend);
}

FootPose roll_on_heel(const FootShape& shape, const Foothold& sole, const Quat& turned) {
  const Vec3 up{0, shape.height(), 0};
  FootPose pose;
  pose.rotation = turned;
  pose.ankle = sole.point + rotate(sole.rotation, shape.heel + up) - rotate(pose.rotation, shape.heel);
  return pose;
}

/// `turned` is the sole's rotation, pitched.
FootPose roll_on_toes(const FootShape& shape, const Foothold& sole, double pitch, const Quat& turned) {
  const Vec3 up{0, shape.height(), 0};
  FootPose pose;
  pose.rotation = turned;
  pose.toe_bend = shape.max_bend > kToeBlend ? soft_limit(-pitch, shape.max_bend - kToeBlend, kToeBlend) : 0;
  const double lifted = pitch + pose.toe_bend;  // none until the toes are bent to the full
  const Quat toes = lifted == 0 ? sole.rotation : sole.rotation * pitched(lifted);
  const Vec3 ball = sole.point + rotate(sole.rotation, shape.tip + up) + rotate(toes, shape.ball - shape.tip);
  pose.ankle = ball - rotate(pose.rotation, shape.ball);
  return pose;
}

}  // namespace

Vec3 tip_of(const FootShape& shape, double toe_bend) {
  return toe_bend == 0 ? shape.tip : shape.ball + rotate(pitched(toe_bend), shape.tip - shape.ball);
}

FootPose roll(const FootShape& shape, const Foothold& sole, double pitch) {
  const Quat turned = pitch == 0 ? sole.rotation : sole.rotation * pitched(pitch);
  return pitch >= 0 ? roll_on_heel(shape, sole, turned) : roll_on_toes(shape, sole, pitch, turned);
}

FootPose roll_in_air(const FootShape& shape, const Foothold& sole, double pitch, double loose) {
  constexpr double kSpan = 0.4;  // radians either way within which the pivot wanders
  if (pitch >= kSpan || pitch <= -kSpan || loose <= 0) return roll(shape, sole, pitch);
  const Quat turned = sole.rotation * pitched(pitch);
  const FootPose on_heel = roll_on_heel(shape, sole, turned);
  FootPose pose = pitch >= 0 ? on_heel : roll_on_toes(shape, sole, pitch, turned);
  // About the ball also where the toes point up: a straight foot.
  const Vec3 up{0, shape.height(), 0};
  const Vec3 ball = sole.point + rotate(sole.rotation, shape.ball + up);
  const Vec3 about_ball = pitch >= 0 ? ball - rotate(pose.rotation, shape.ball) : pose.ankle;
  const double heel_share = ease((pitch + kSpan) / (2 * kSpan));
  const Vec3 wandering = about_ball + heel_share * (on_heel.ankle - about_ball);
  pose.ankle = pose.ankle + loose * (wandering - pose.ankle);
  return pose;
}

}  // namespace kine::detail
