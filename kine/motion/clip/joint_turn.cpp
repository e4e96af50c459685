#include "kine/motion/clip/joint_turn.h"

#include <algorithm>
#include <array>

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

void fit_joint(const Skeleton& skeleton, JointId joint, const Quat& rotation, std::span<const double> near,
               std::span<double> pose) {
  const Joint& about = skeleton.description(joint);
  const auto first = static_cast<std::size_t>(skeleton.first_value(joint));
  if (about.kind == JointKind::Ball || about.kind == JointKind::Free) {
    const bool flips = dot(rotation, joint_rotation(skeleton, near, joint)) < 0;
    set_rotation(skeleton, joint, flips ? -rotation : rotation, pose);
  } else if (about.kind == JointKind::Hinge) {
    pose[first] = fit_hinge(rotation, about.axis, near[first], kBlur);
  } else if (about.kind == JointKind::Euler && about.euler_count == 3) {
    const auto angles = fit_triple(rotation, about.euler_axes, {near[first], near[first + 1], near[first + 2]}, kBlur);
    for (std::size_t k = 0; k < 3; ++k) pose[first + k] = angles[k];
  } else if (about.kind == JointKind::Euler) {
    const auto angles =
        fit_pair(rotation, about.euler_axes[0], {}, about.euler_axes[1], {near[first], near[first + 1]}, kBlur);
    for (std::size_t k = 0; k < 2; ++k) pose[first + k] = angles[k];
  }
}

void turn_joint(const Skeleton& skeleton, JointId joint, const Quat& rotation, std::span<const double> animated,
                std::span<double> pose) {
  const Joint& about = skeleton.description(joint);
  if (about.kind == JointKind::Ball || about.kind == JointKind::Free)
    return turn_ball(skeleton, joint, rotation, animated, pose);
  if (about.kind != JointKind::Hinge && about.kind != JointKind::Euler) return;
  const auto first = static_cast<std::size_t>(skeleton.first_value(joint));
  const std::size_t count = about.kind == JointKind::Hinge ? 1 : static_cast<std::size_t>(about.euler_count);
  std::array<double, 3> kept{}, before{};  // both may be one memory
  for (std::size_t k = 0; k < count; ++k) {
    kept[k] = pose[first + k];
    before[k] = animated[first + k];
  }
  fit_joint(skeleton, joint, rotation, animated, pose);
  for (std::size_t k = 0; k < count; ++k) {
    const AxisSettings& axis = about.axes[k];
    double& value = pose[first + k];
    if (axis.fixed || axis.follows)
      value = kept[k];
    else
      value = std::clamp<double>(value, std::min<double>(axis.limits.lower, before[k]),
                                 std::max<double>(axis.limits.upper, before[k]));
  }
}

void turn_in_world(const Skeleton& skeleton, JointId joint, const Quat& of_parent, const Quat& of_joint,
                   const Frames& frames, std::span<const double> animated, std::span<double> pose) {
  const JointId parent = skeleton.parent(joint);
  const Quat above = parent.valid() ? frames.rotation(parent) : Quat{};
  const Quat rest = of_parent * above * skeleton.description(joint).rest.rotation;
  turn_joint(skeleton, joint, conjugate(rest) * of_joint * frames.rotation(joint), animated, pose);
}

}  // namespace kine::detail
