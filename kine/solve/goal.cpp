#include "kine/solve/goal.h"

#include <algorithm>
#include <cmath>

#include "kine/kinematics/centre_of_mass.h"
#include "kine/model/internal/pose_values.h"
#include "kine/model/pose.h"
#include "kine/solve/internal/rows.h"

namespace kine {
namespace {

Goal goal_of(GoalKind kind, JointId joint, const GoalOptions& options) {
  Goal goal;
  goal.kind = kind;
  goal.joint = joint;
  goal.offset = options.offset;
  goal.frame = options.frame;
  goal.weight = options.weight;
  goal.priority = options.priority;
  goal.fade = options.fade;
  goal.pole = options.pole;
  return goal;
}

constexpr double kLargest = 1e100;  // metres: squares of less, and products of a square with a few more, are finite

/// True if the numbers are finite and none is beyond kLargest.
bool has_finite_square(const Vec3& v) {
  constexpr double kLargestSquare = 3.1 * kLargest * kLargest;  // three squares, and rounding
  return dot(v, v) <= kLargestSquare;                           // false for NaN
}

bool is_joint(const Skeleton& skeleton, JointId id) { return id.index >= 0 && id.index < skeleton.joint_count(); }

/// How far the three numbers are outside of their ranges, taken together.
double outside(const Vec3& numbers, const Range* bounds) {
  const Vec3 v{bounds[0].violation(numbers.x), bounds[1].violation(numbers.y), bounds[2].violation(numbers.z)};
  return length(v);
}

double largest_difference(const Skeleton& skeleton, std::span<const double> pose, const Goal& goal) {
  double worst = 0;
  for (int i = 0; i < skeleton.joint_count(); ++i) {
    const JointKind kind = skeleton.kind({i});
    if (detail::has_quaternion(kind))
      worst = std::max<double>(worst, angle_of(conjugate(joint_rotation(skeleton, goal.posture, {i})) *
                                               joint_rotation(skeleton, pose, {i})));
  }
  for (const Skeleton::Freedom& freedom : skeleton.freedoms()) {
    if (freedom.value < 0) continue;
    const auto v = static_cast<std::size_t>(freedom.value);
    worst = std::max<double>(worst, std::abs(pose[v] - goal.posture[v]));
  }
  return worst;
}

}  // namespace

int row_count(const Skeleton& skeleton, const Goal& goal) {
  switch (goal.kind) {
    case GoalKind::Reach:
    case GoalKind::Orient:
    case GoalKind::CentreOfMass:
      return 3;
    case GoalKind::Place:
      return 6;
    case GoalKind::Aim:
      return 2;
    case GoalKind::Hold:
      return skeleton.freedom_count();
    case GoalKind::Distance:
    case GoalKind::HalfSpace:
      return 1;
  }
  return 0;
}

Goal reach(JointId joint, const Vec3& target, const GoalOptions& options) {
  Goal goal = goal_of(GoalKind::Reach, joint, options);
  goal.target = target;
  return goal;
}

Goal place(JointId joint, const Transform& target, const GoalOptions& options) {
  Goal goal = goal_of(GoalKind::Place, joint, options);
  goal.target = target.translation;
  goal.orientation = target.rotation;
  return goal;
}

Goal place(JointId joint, const Transform& joint_from_tool, const Transform& target, const GoalOptions& options) {
  Goal goal = goal_of(GoalKind::Place, joint, options);
  goal.offset = joint_from_tool.translation + rotate(normalised(joint_from_tool.rotation), options.offset);
  goal.target = target.translation;
  // Not normalised: a rotation without length leaves none here either, which fault_of refuses.
  goal.orientation = target.rotation * conjugate(joint_from_tool.rotation);
  return goal;
}

Goal orient(JointId joint, const Quat& orientation, const GoalOptions& options) {
  Goal goal = goal_of(GoalKind::Orient, joint, options);
  goal.orientation = orientation;
  return goal;
}

Goal aim(JointId joint, const Vec3& axis, const Vec3& target, const GoalOptions& options) {
  Goal goal = goal_of(GoalKind::Aim, joint, options);
  goal.axis = axis;
  goal.target = target;
  return goal;
}

Goal hold(std::span<const double> posture, const GoalOptions& options) {
  Goal goal = goal_of(GoalKind::Hold, kWorld, options);
  goal.posture = posture;
  return goal;
}

Goal hold(std::span<const double> posture, std::span<const double> freedom_weights, const GoalOptions& options) {
  Goal goal = hold(posture, options);
  goal.freedom_weights = freedom_weights;
  return goal;
}

Goal centre_of_mass_at(const Vec3& target, const GoalOptions& options) {
  Goal goal = goal_of(GoalKind::CentreOfMass, kWorld, options);
  goal.target = target;
  return goal;
}

Goal distance(JointId joint, const Vec3& target, Range range, const GoalOptions& options) {
  Goal goal = goal_of(GoalKind::Distance, joint, options);
  goal.target = target;
  goal.bounds[0] = range;
  return goal;
}

Goal half_space(JointId joint, const Vec3& point_of_plane, const Vec3& normal, const GoalOptions& options) {
  Goal goal = goal_of(GoalKind::HalfSpace, joint, options);
  goal.target = point_of_plane;
  goal.axis = normal;
  goal.bounds[0] = {0, kInfinity};
  return goal;
}

Goal coincide(const PointOnJoint& a, const PointOnJoint& b, GoalOptions options) {
  options.offset = a.offset;
  options.frame = b.joint;
  return reach(a.joint, b.offset, options);
}

Goal relative(JointId a, JointId b, const Transform& b_from_a, GoalOptions options) {
  options.frame = b;
  return place(a, b_from_a, options);
}

Fault fault_of(const Skeleton& skeleton, const Goal& goal) {
  const bool whole_body = goal.kind == GoalKind::Hold || goal.kind == GoalKind::CentreOfMass;
  const bool names_none = whole_body && goal.joint == kWorld;
  if (!names_none && !is_joint(skeleton, goal.joint)) return "a goal names a joint that the skeleton does not have";
  if (goal.frame != kWorld && !is_joint(skeleton, goal.frame))
    return "a goal is measured in a joint that the skeleton does not have";
  if (!has_finite_square(goal.target) || !has_finite_square(goal.offset) || !has_finite_square(goal.axis) ||
      !has_finite_square(goal.pole))
    return is_finite(goal.target) && is_finite(goal.offset) && is_finite(goal.axis) && is_finite(goal.pole)
               ? "a goal has a target, offset, axis or pole beyond 1e100: its square would be too large for a number"
               : "a goal has a number that is not finite";
  const double turn = dot(goal.orientation, goal.orientation);
  if (!(turn > 1e-24 && turn < 1e24))
    return is_finite(goal.orientation) ? "a goal's orientation has no length"
                                       : "a goal has a number that is not finite";
  if (!(goal.weight > 0) || !std::isfinite(goal.weight)) return "a goal's weight must be positive and finite";
  if (!(goal.fade >= 0 && goal.fade <= 1)) return "a goal's fade must lie between 0 and 1";
  for (const Range& range : goal.bounds) {
    if (!(range.lower <= range.upper)) return "a goal's bounds are in the wrong order";
    if (!(range.lower <= kLargest && range.upper >= -kLargest)) return "a goal's bounds lie beyond 1e100";
  }
  const bool needs_axis = goal.kind == GoalKind::Aim || goal.kind == GoalKind::HalfSpace;
  if (needs_axis && !(length(goal.axis) > 1e-150)) return "a goal's axis has no length";
  if (goal.kind == GoalKind::Hold) {
    if (static_cast<int>(goal.posture.size()) != skeleton.value_count())
      return "the posture to hold is not a pose of this skeleton";
    if (!is_usable(skeleton, goal.posture))
      return "the posture to hold has a number that is not finite, or beyond 1e100";
    if (!goal.freedom_weights.empty() && static_cast<int>(goal.freedom_weights.size()) != skeleton.freedom_count())
      return "the weights of a hold must be empty or one for each freedom of the skeleton";
    for (const double weight : goal.freedom_weights)
      if (!(weight > 0) || !std::isfinite(weight)) return "each weight of a hold must be positive and finite";
  }
  if (goal.kind == GoalKind::CentreOfMass && !(skeleton.mass() > 0)) return "the skeleton has no masses";
  return {};
}

GoalError measure(const Skeleton& skeleton, const Frames& frames, std::span<const double> pose, const Goal& goal) {
  if (goal.kind == GoalKind::Hold) return {0, largest_difference(skeleton, pose, goal)};
  const Transform world_from_frame = goal.frame == kWorld ? Transform{} : frames.world_from_joint(goal.frame);
  const Transform frame_from_world = inverse(world_from_frame);
  const Vec3 point_in_world = goal.kind == GoalKind::CentreOfMass ? centre_of_mass(skeleton, frames)
                                                                  : frames.position({goal.joint, goal.offset});
  const Vec3 point = frame_from_world * point_in_world;
  const auto turned_off = [&] {
    const Quat present = frame_from_world.rotation * frames.rotation(goal.joint);
    return log(shortest_difference(normalised(goal.orientation), present));
  };
  switch (goal.kind) {
    case GoalKind::Reach:
    case GoalKind::CentreOfMass:
      return {outside(point - goal.target, goal.bounds.data()), 0};
    case GoalKind::Orient:
      return {0, outside(turned_off(), goal.bounds.data())};
    case GoalKind::Place:
      return {outside(point - goal.target, goal.bounds.data() + 3), outside(turned_off(), goal.bounds.data())};
    case GoalKind::Aim: {
      const Vec3 along = rotate(frame_from_world.rotation * frames.rotation(goal.joint), normalised(goal.axis));
      Vec3 to_target = goal.target - point;
      if (!std::isfinite(length(to_target))) to_target = to_target * 0x1p-600;  // a slider ran off: squares overflow
      const Vec3 wanted = normalised(to_target, along);  // on the target itself every direction is right
      if (goal.bounds[0] == Goal::kExact && goal.bounds[1] == Goal::kExact)
        return {0, atan2(length(cross(along, wanted)), dot(along, wanted))};
      const detail::AimAngles angles = detail::aim_angles(along, wanted);
      const Vec3 off{goal.bounds[0].violation(angles.about_line[0]), goal.bounds[1].violation(angles.about_line[1]), 0};
      return {0, length(off)};
    }
    case GoalKind::Distance:
      return {goal.bounds[0].violation(length(point - goal.target)), 0};
    case GoalKind::HalfSpace:
      return {goal.bounds[0].violation(dot(point - goal.target, normalised(goal.axis))), 0};
    case GoalKind::Hold:
      break;
  }
  return {};
}

}  // namespace kine
