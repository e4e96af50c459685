#include "kine/motion/clip/joint_turn.h"

#include <algorithm>

#include "kine/model/internal/fit_angles.h"
#include "kine/model/pose.h"

namespace kine::detail {
namespace {

constexpr double kBlur = 1e-14;  // components of a quaternion below it are rounding

void turn_ball(const Skeleton& skeleton, JointId joint, Quat rotation, std::span<const double> animated,
               std::span<double> pose) {
  const BallLimits& limits = skeleton.description(joint).ball;
  const Quat before = joint_rotation(skeleton, animated, joint);
  if (limits.has_swing() || limits.has_twist()) {
    const Quat inside = clamp_to_limits(limits, before);
    constexpr double kInside = 1e-9;  // what rounding makes of a value on its limit
    if (std::abs(dot(inside, before)) > 1 - kInside) rotation = clamp_to_limits(limits, rotation);
  }
  if (dot(rotation, before) < 0) rotation = -rotation;
  set_rotation(skeleton, joint, rotation, pose);
}

}  // namespace

void turn_joint(const Skeleton& skeleton, JointId joint, const Quat& rotation, std::span<const double> animated,
                std::span<double> pose) {
  const Joint& about = skeleton.description(joint);
  const auto first = static_cast<std::size_t>(skeleton.first_value(joint));
  const auto write = [&](std::size_t k, double value) {
    const AxisSettings& axis = about.axes[k];
    if (axis.fixed || axis.follows) return;
    const double before = animated[first + k];
    pose[first + k] = std::clamp<double>(value, std::min<double>(axis.limits.lower, before),
                                         std::max<double>(axis.limits.upper, before));
  };
  if (about.kind == JointKind::Ball || about.kind == JointKind::Free) {
    turn_ball(skeleton, joint, rotation, animated, pose);
  } else if (about.kind == JointKind::Hinge) {
    write(0, fit_hinge(rotation, about.axis, animated[first], kBlur));
  } else if (about.kind == JointKind::Euler && about.euler_count == 3) {
    const auto angles =
        fit_triple(rotation, about.euler_axes, {animated[first], animated[first + 1], animated[first + 2]}, kBlur);
    for (std::size_t k = 0; k < 3; ++k) write(k, angles[k]);
  } else if (about.kind == JointKind::Euler) {
    const auto angles =
        fit_pair(rotation, about.euler_axes[0], {}, about.euler_axes[1], {animated[first], animated[first + 1]}, kBlur);
    for (std::size_t k = 0; k < 2; ++k) write(k, angles[k]);
  }
}

}  // namespace kine::detail
