#include "kine/solve/internal/movable.h"

#include <algorithm>

#include "kine/model/internal/compiled_skeleton.h"
#include "kine/model/internal/pose_values.h"
#include "kine/model/pose.h"

namespace kine::detail {
namespace {

constexpr double kBallRounding = 1e-12;  // radians: a ball that is brought inside its limits may be off by this

std::size_t index(int i) { return static_cast<std::size_t>(i); }

/// Marks the freedoms, those that are fixed left out, of the joints that move `joint` as it is seen from `frame`: all between them, in a tree. What
/// carries both moves neither against the other. Parents have smaller indices, so the larger index is below.
void mark_between(const Skeleton& skeleton, int joint, int frame, bool turns_only, std::span<bool> movable) {
  while (joint != frame) {
    int& below = joint > frame ? joint : frame;
    const CompiledJoint& compiled = skeleton.compiled().joint(below);
    for (int a = compiled.first_axis; a < compiled.first_axis + compiled.axis_count; ++a) {
      const CompiledAxis& axis = skeleton.compiled().axis(a);
      if (!(turns_only && axis.slides) && !axis.fixed) movable[index(axis.freedom)] = true;
    }
    below = compiled.parent;
  }
}

void mark(const Skeleton& skeleton, const Goal& goal, std::span<bool> movable) {
  switch (goal.kind) {
    case GoalKind::Hold:
      for (int f = 0; f < skeleton.freedom_count(); ++f) movable[index(f)] = !skeleton.freedom(f).fixed;
      break;
    case GoalKind::CentreOfMass:
      for (int i = 0; i < skeleton.joint_count(); ++i)
        if (skeleton.description({i}).mass > 0) mark_between(skeleton, i, goal.frame.index, false, movable);
      break;
    default:
      mark_between(skeleton, goal.joint.index, goal.frame.index, goal.kind == GoalKind::Orient, movable);
  }
}

/// A ball's or free joint's rotation, of unit length and inside its limits; the same bits where it is.
Quat inside(const Skeleton& skeleton, int joint, const CompiledJoint& compiled, const Quat& stored) {
  const Quat rotation = with_unit_length(stored);
  return compiled.kind == JointKind::Ball ? clamp_to_limits(skeleton.description({joint}).ball, rotation) : rotation;
}

}  // namespace

Fault fault_of(const Skeleton& skeleton, const MovePermission& allowed) {
  const bool there = allowed.from.index >= 0 && allowed.from.index < skeleton.joint_count();
  if (allowed.from != kWorld && !there) return "the first joint that may move is not there";
  if (!allowed.movable.empty() && static_cast<int>(allowed.movable.size()) != skeleton.freedom_count())
    return "movable must be empty or have a flag for each freedom of the skeleton";
  return {};
}

void find_movable(const Skeleton& skeleton, std::span<const Goal> goals, const MovePermission& allowed,
                  std::span<bool> movable, const Counted& counted) {
  std::fill(movable.begin(), movable.end(), false);
  for (const Goal& goal : goals)
    if (goal.priority <= counted.last_priority && (counted.holds || goal.kind != GoalKind::Hold))
      mark(skeleton, goal, movable);
  if (allowed.from == kWorld && allowed.movable.empty()) return;
  for (int f = 0; f < skeleton.freedom_count(); ++f) {
    const bool below = allowed.from == kWorld || skeleton.is_above(allowed.from, skeleton.freedom(f).joint);
    if (allowed.locks(f) || !below) movable[index(f)] = false;
  }
}

bool may_turn(const Skeleton& skeleton, const CompiledJoint& compiled, std::span<const bool> movable) {
  for (int a = compiled.first_axis; a < compiled.first_axis + 3; ++a)
    if (movable[index(skeleton.compiled().axis(a).freedom)]) return true;
  return false;
}

void bring_inside(const Skeleton& skeleton, std::span<const bool> movable, std::span<double> pose) {
  for (int f = 0; f < skeleton.freedom_count(); ++f) {
    const Skeleton::Freedom& freedom = skeleton.freedom(f);
    if (freedom.value >= 0 && movable[index(f)])
      pose[index(freedom.value)] = freedom.limits.clamp(pose[index(freedom.value)]);
  }
  for (int i = 0; i < skeleton.joint_count(); ++i) {
    const CompiledJoint& compiled = skeleton.compiled().joint(i);
    if (!has_quaternion(compiled.kind) || !may_turn(skeleton, compiled, movable)) continue;
    write_quat(inside(skeleton, i, compiled, read_quat(pose, compiled.first_value)), compiled.first_value, pose);
  }
  write_followers(skeleton, pose);
}

void move_inside(const Skeleton& skeleton, std::span<const bool> movable, std::span<const double> changes,
                 double amount, std::span<double> pose) {
  for (int i = 0; i < skeleton.joint_count(); ++i) {
    const CompiledJoint& compiled = skeleton.compiled().joint(i);
    if (!has_quaternion(compiled.kind) || !may_turn(skeleton, compiled, movable)) continue;
    const auto change = [&](int k) {
      return changes[index(skeleton.compiled().axis(compiled.first_axis + k).freedom)];
    };
    const Quat turned =
        normalised(read_quat(pose, compiled.first_value)) * exp(Vec3{change(0), change(1), change(2)} * amount);
    write_quat(inside(skeleton, i, compiled, normalised(turned)), compiled.first_value, pose);
  }
  for (int f = 0; f < skeleton.freedom_count(); ++f) {
    const Skeleton::Freedom& freedom = skeleton.freedom(f);
    if (freedom.value < 0 || !movable[index(f)]) continue;
    double& value = pose[index(freedom.value)];
    value = freedom.limits.clamp(value + changes[index(f)] * amount);
  }
  write_followers(skeleton, pose);
}

void keep_unmovable(const Skeleton& skeleton, std::span<const bool> movable, std::span<const double> other,
                    std::span<double> pose) {
  for (int f = 0; f < skeleton.freedom_count(); ++f) {
    const int value = skeleton.freedom(f).value;
    if (value >= 0 && !movable[index(f)]) pose[index(value)] = other[index(value)];
  }
  for (const CompiledJoint& compiled : skeleton.compiled().joints)
    if (has_quaternion(compiled.kind) && !may_turn(skeleton, compiled, movable))
      write_quat(read_quat(other, compiled.first_value), compiled.first_value, pose);
  write_followers(skeleton, pose);
}

int count_outside_limits(const Skeleton& skeleton, std::span<const bool> movable, std::span<const double> pose) {
  if (!skeleton.has_limits()) return 0;
  int count = 0;
  for (const Skeleton::Freedom& freedom : skeleton.freedoms())
    if (freedom.value >= 0) count += !freedom.limits.contains(pose[index(freedom.value)]);
  for (int i = 0; skeleton.has_limited_balls() && i < skeleton.joint_count(); ++i) {
    const CompiledJoint& compiled = skeleton.compiled().joint(i);
    if (compiled.kind != JointKind::Ball || compiled.plain || may_turn(skeleton, compiled, movable)) continue;
    const BallLimits& limits = skeleton.description({i}).ball;
    if (limits.has_swing() || limits.has_twist())
      count += limit_violation(limits, joint_rotation(skeleton, pose, {i})) > kBallRounding;
  }
  return count;
}

}  // namespace kine::detail
