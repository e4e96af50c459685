#include "kine/solve/internal/fade_goals.h"

#include <algorithm>

#include "kine/kinematics/centre_of_mass.h"
#include "kine/kinematics/forward.h"

namespace kine::detail {
namespace {

/// A range widened towards `value` so that only `fade` of the way is left to go.
Range widened(const Range& range, double value, double fade) {
  if (value < range.lower) return {value + fade * (range.lower - value), range.upper};
  if (value > range.upper) return {range.lower, value + fade * (range.upper - value)};
  return range;
}

Goal faded(const Skeleton& skeleton, const Frames& frames, Goal goal) {
  const double fade = goal.fade;
  goal.fade = 1;
  if (fade == 1) return goal;
  if (goal.kind == GoalKind::Hold) {
    goal.weight *= std::max<double>(fade, 1e-12);
    return goal;
  }
  const Transform frame_from_world = goal.frame == kWorld ? Transform{} : inverse(frames.world_from_joint(goal.frame));
  const bool of_masses = goal.kind == GoalKind::CentreOfMass;
  const Vec3 point =
      frame_from_world * (of_masses ? centre_of_mass(skeleton, frames) : frames.position({goal.joint, goal.offset}));
  const Quat present = of_masses ? Quat{} : frame_from_world.rotation * frames.rotation(goal.joint);
  switch (goal.kind) {
    case GoalKind::Place:
      goal.orientation = slerp(present, normalised(goal.orientation), fade);
      [[fallthrough]];
    case GoalKind::Reach:
    case GoalKind::CentreOfMass:
      goal.target = point + (goal.target - point) * fade;
      break;
    case GoalKind::Orient:
      goal.orientation = slerp(present, normalised(goal.orientation), fade);
      break;
    case GoalKind::Aim: {
      const Vec3 along = rotate(present, normalised(goal.axis)), to_target = goal.target - point;
      const Vec3 turn = log(shortest_arc(along, normalised(to_target, along)));
      goal.target = point + rotate(exp(turn * fade), along) * length(to_target);
      break;
    }
    case GoalKind::Distance:
      goal.bounds[0] = widened(goal.bounds[0], length(point - goal.target), fade);
      break;
    case GoalKind::HalfSpace:
      goal.bounds[0] = widened(goal.bounds[0], dot(point - goal.target, normalised(goal.axis)), fade);
      break;
    case GoalKind::Hold:
      break;
  }
  return goal;
}

}  // namespace

std::size_t fade_goals_bytes(const Skeleton& skeleton, const GoalSizes& sizes) {
  return sizes.fades ? sizes.goals * sizeof(Goal) + alignof(Goal) + Frames::bytes(skeleton) : 0;
}

std::span<const Goal> fade_goals(const Skeleton& skeleton, std::span<const Goal> goals, std::span<const double> pose,
                                 Scratch& scratch) {
  if (std::ranges::none_of(goals, [](const Goal& goal) { return goal.fade != 1; })) return goals;
  const std::span<Goal> out = scratch.take<Goal>(goals.size());
  const Scratch::Scope scope(scratch);
  Frames frames(skeleton, scratch);
  forward(skeleton, pose, frames);
  for (std::size_t i = 0; i < goals.size(); ++i) out[i] = faded(skeleton, frames, goals[i]);
  return out;
}

}  // namespace kine::detail
