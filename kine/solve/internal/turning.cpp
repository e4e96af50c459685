#include <array>
#include <cmath>

#include "kine/model/internal/compiled_skeleton.h"
#include "kine/model/internal/fit_angles.h"
#include "kine/model/local_transforms.h"
#include "kine/solve/internal/turning.h"

namespace kine::detail {
namespace {

constexpr double kBlur = 1e-12;     // gimbal lock is recognised within this
constexpr double kRounding = 1e-9;  // a turn left over that is less than this is none

double* values_of(const Skeleton& skeleton, JointId joint, std::span<double> pose) {
  return pose.data() + skeleton.first_value(joint);
}

/// The angles of an Euler joint that come nearest to `turn`, near `present`.
std::array<double, 3> fit(const Joint& joint, const Quat& turn, const std::array<double, 3>& present) {
  if (joint.euler_count == 3) return fit_triple(turn, joint.euler_axes, present, kBlur);
  const auto [a, b] = fit_pair(turn, joint.euler_axes[0], Quat{}, joint.euler_axes[1], {present[0], present[1]}, kBlur);
  return {a, b, 0};
}

Quat turn_of_angles(const Joint& joint, const std::array<double, 3>& angles) {
  Quat turn;
  for (std::size_t k = 0; k < static_cast<std::size_t>(joint.euler_count); ++k)
    turn = turn * from_axis_angle(joint.euler_axes[k], angles[k]);
  return turn;
}

double left_over(const Quat& turn, const Quat& wanted) { return length((conjugate(turn) * wanted).vector()); }

/// The other three angles that make the same turn: the middle one on the other side of where the outer axes lie nearest
/// together, the outer ones half a turn on.
std::array<double, 3> other_angles(const Joint& joint, const Quat& turn, const std::array<double, 3>& angles) {
  const auto& [a, b, c] = joint.euler_axes;
  const double centre = atan2(dot(a, cross(b, c)), dot(a, c) - dot(a, b) * dot(b, c));
  return fit(joint, turn, {angles[0] + kPi, 2 * centre - angles[1], angles[2] + kPi});
}

bool set_euler(const Skeleton& skeleton, JointId joint, const Quat& turn, std::span<double> pose) {
  const Joint& description = skeleton.description(joint);
  const auto count = static_cast<std::size_t>(description.euler_count);
  double* values = values_of(skeleton, joint, pose);
  std::array<double, 3> present{}, best{};
  for (std::size_t k = 0; k < count; ++k) present[k] = values[k];
  std::array<double, 3> wanted = fit(description, turn, present);
  double least = kInfinity;
  for (int set = 0; set < (count == 3 ? 2 : 1) && !(least < kRounding); ++set) {
    if (set == 1) wanted = other_angles(description, turn, wanted);
    std::array<double, 3> angles{};
    for (std::size_t k = 0; k < count; ++k)
      angles[k] = into_limits(limits_of(skeleton, joint, static_cast<int>(k)), wanted[k], present[k]).angle;
    const double rest = left_over(turn_of_angles(description, angles), turn);
    if (rest < least) {
      least = rest;
      best = angles;
    }
  }
  for (std::size_t k = 0; k < count; ++k) values[k] = best[k];
  return least < kRounding;
}

bool is_unlocked(const Skeleton& skeleton, int freedom, std::span<const bool> unlocked) {
  return !skeleton.freedom(freedom).fixed && (unlocked.empty() || unlocked[static_cast<std::size_t>(freedom)]);
}

}  // namespace

Transform locate(const Skeleton& skeleton, std::span<const double> pose, const PointOnJoint& point) {
  Transform world_from_point{{}, point.offset};
  for (JointId joint = point.joint; joint.valid(); joint = skeleton.parent(joint)) {
    const LocalTransform local = parent_from_joint(skeleton, pose, joint);
    world_from_point.translation =
        local.translation + rotate(local.rotation, scaled(world_from_point.translation, local.scale));
    world_from_point.rotation = local.rotation * world_from_point.rotation;
  }
  return world_from_point;
}

Quat turn_of(const Skeleton& skeleton, std::span<const double> pose, JointId joint) {
  return conjugate(skeleton.compiled().joint(joint).rest_rotation) * parent_from_joint(skeleton, pose, joint).rotation;
}

bool can_move(const Skeleton& skeleton, JointId joint, std::span<const bool> unlocked) {
  for (int k = 0; k < skeleton.axis_count(joint); ++k)
    if (is_unlocked(skeleton, skeleton.freedom_of(joint, k), unlocked)) return true;
  return false;
}

bool is_independent(const Skeleton& skeleton, JointId joint, int component, std::span<const bool> unlocked) {
  const int freedom = skeleton.freedom_of(joint, component);
  if (!is_unlocked(skeleton, freedom, unlocked)) return false;
  if (!skeleton.has_followers()) return true;
  int users = 0;
  for (const CompiledAxis& axis : skeleton.compiled().axes) users += axis.freedom == freedom;
  return users == 1;
}

bool turns_freely(const Skeleton& skeleton, JointId joint, std::span<const bool> unlocked) {
  const JointKind kind = skeleton.kind(joint);
  if (kind != JointKind::Hinge && kind != JointKind::Euler && kind != JointKind::Ball) return false;
  for (int k = 0; k < skeleton.axis_count(joint); ++k)
    if (!is_independent(skeleton, joint, k, unlocked)) return false;
  return true;
}

bool turns_every_way(const Skeleton& skeleton, JointId joint, std::span<const bool> unlocked) {
  if (!turns_freely(skeleton, joint, unlocked)) return false;
  if (skeleton.kind(joint) == JointKind::Ball) return true;
  const Joint& description = skeleton.description(joint);
  const auto& axes = description.euler_axes;
  return skeleton.kind(joint) == JointKind::Euler && description.euler_count == 3 &&
         std::abs(dot(axes[0], axes[1])) < 1e-12 && std::abs(dot(axes[1], axes[2])) < 1e-12;
}

const Range& limits_of(const Skeleton& skeleton, JointId joint, int component) {
  return skeleton.freedom(skeleton.freedom_of(joint, component)).limits;
}

LimitedAngle into_limits(const Range& limits, double angle, double present) {
  constexpr double kSlack = 1e-12;  // so little outside is rounding
  double turned = nearest_turn(angle, limits.clamp(present));
  if (!limits.contains(turned)) {
    if (std::isfinite(limits.width())) {
      turned = nearest_turn(angle, 0.5 * (limits.lower + limits.upper));  // inside if any is, else the nearer limit
    } else {
      turned += (turned < limits.lower ? kTwoPi : -kTwoPi);
    }
  }
  return {limits.clamp(turned), limits.violation(turned) <= kSlack};
}

bool set_turn(const Skeleton& skeleton, JointId joint, const Quat& turn, std::span<double> pose) {
  switch (skeleton.kind(joint)) {
    case JointKind::Hinge: {
      double& value = *values_of(skeleton, joint, pose);
      value = into_limits(limits_of(skeleton, joint, 0),
                          fit_hinge(turn, skeleton.compiled().joint(joint).axis, value, kBlur), value)
                  .angle;
      return left_over(from_axis_angle(skeleton.compiled().joint(joint).axis, value), turn) < kRounding;
    }
    case JointKind::Euler:
      return set_euler(skeleton, joint, turn, pose);
    case JointKind::Ball: {
      const Quat present = joint_rotation(skeleton, pose, joint);
      const Quat inside = clamp_to_limits(skeleton.description(joint).ball, normalised(turn));
      set_joint_rotation(skeleton, joint, dot(present, inside) < 0 ? -inside : inside, pose);
      return left_over(inside, turn) < kRounding;
    }
    default:
      return false;
  }
}

}  // namespace kine::detail
