#include <algorithm>
#include <cmath>

#include "kine/model/pose.h"
#include "kine/solve/priority/level_step.h"

namespace kine::detail {
namespace {

constexpr int kConesABall = 2;  // its swing and its twist
constexpr double kOutside = 1e-12;

bool is_limited(const BallLimits& limits) { return limits.has_swing() || limits.has_twist(); }

/// How far a rotation is outside of a ball's swing ellipse (negative: inside), along the ellipse's own scale.
double swing_excess(const BallLimits& limits, const Quat& rotation) {
  const BallAngles at = ball_angles(limits, rotation);
  const double u = at.first / limits.swing_first, v = at.second / limits.swing_second;
  return (std::sqrt(u * u + v * v) - 1) * std::min<double>(limits.swing_first, limits.swing_second);
}

double twist_excess(const BallLimits& limits, const Quat& rotation) {
  const double twist = ball_angles(limits, rotation).twist;
  return std::max<double>(twist - limits.twist.upper, limits.twist.lower - twist);
}

}  // namespace

int LevelStep::most_cones(const Skeleton& skeleton) {
  int balls = 0;
  for (int i = 0; i < skeleton.joint_count(); ++i)
    balls += skeleton.kind({i}) == JointKind::Ball && is_limited(skeleton.description({i}).ball);
  return kConesABall * balls;
}

bool LevelStep::knows_cone(int freedom, bool swing) const {
  for (int k = 0; k < cone_count_; ++k)
    if (cones_[static_cast<std::size_t>(k)].freedom == freedom && cones_[static_cast<std::size_t>(k)].swing == swing)
      return true;
  return false;
}

/// The plane that touches a ball's limit where the step x leaves it. Its gradient by central differences.
void LevelStep::add_cone(int f, const BallLimits& limits, const Quat& now, const Vec3& x, bool swing) {
  constexpr double kStep = 1e-5;
  const Vec3 scale{problem_.scale(f), problem_.scale(f + 1), problem_.scale(f + 2)};
  const auto excess = [&](const Vec3& at) {
    const Quat then = now * exp(scaled(at, scale));
    return swing ? swing_excess(limits, then) : twist_excess(limits, then);
  };
  double inside = 0, outside = 1;  // parts of the step
  if (excess({}) < -1e-3) {
    for (int i = 0; i < 8; ++i) {
      const double middle = (inside + outside) / 2;
      (excess(x * middle) <= 0 ? inside : outside) = middle;
    }
  }
  const Vec3 touching = x * inside;
  Cone cone{f, {}, swing, 0, true};
  for (int k = 0; k < 3; ++k) {
    if (!(scale[k] > 0)) continue;
    Vec3 turn{};
    turn[k] = kStep / scale[k];
    cone.gradient[k] = (excess(touching + turn) - excess(touching - turn)) / (2 * turn[k]);
  }
  if (!(dot(cone.gradient, cone.gradient) > 1e-12)) return;
  cone.slack = dot(cone.gradient, touching) - excess(touching);
  cones_[static_cast<std::size_t>(cone_count_++)] = cone;
}

/// Balls that the step would carry out of their swing ellipse or twist range, and that have no plane yet.
bool LevelStep::take_in_cones(std::span<const double> pose) {
  const Skeleton& skeleton = problem_.skeleton();
  const int before = cone_count_;
  for (int i = 0; i < skeleton.joint_count() && !cones_.empty(); ++i) {
    if (skeleton.kind({i}) != JointKind::Ball) continue;
    const BallLimits& limits = skeleton.description({i}).ball;
    if (!is_limited(limits)) continue;
    const int f = skeleton.freedom_of({i});
    const auto at = [&](int k) { return x_[static_cast<std::size_t>(f + k)]; };
    const Vec3 x{at(0), at(1), at(2)};
    const Quat now = joint_rotation(skeleton, pose, {i});
    const Quat then = now * exp(scaled(x, {problem_.scale(f), problem_.scale(f + 1), problem_.scale(f + 2)}));
    if (limits.has_swing() && !knows_cone(f, true) && swing_excess(limits, then) > kOutside)
      add_cone(f, limits, now, x, true);
    if (limits.has_twist() && !knows_cone(f, false) && twist_excess(limits, then) > kOutside)
      add_cone(f, limits, now, x, false);
  }
  return cone_count_ > before;
}

}  // namespace kine::detail
