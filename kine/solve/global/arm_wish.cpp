#include "kine/solve/global/arm_wish.h"

#include <cmath>

namespace kine::detail {
namespace {

constexpr double kNearlyOpposite = -0.9;  // cosine of the angle between two directions

bool is_plain(const Goal& goal) {
  for (const Range& range : goal.bounds)
    if (range != Goal::kExact) return false;
  return goal.fade == 1;
}

/// The turn that brings one unit vector to another, not nearly opposite one, the shortest way.
Quat shortest_turn(const Vec3& from, const Vec3& to) {
  const Vec3 turn = cross(from, to);
  return normalised(Quat{turn.x, turn.y, turn.z, 1 + dot(from, to)});
}

}  // namespace

Quat turn_towards(const Vec3& from, const Vec3& to) {
  const Vec3 a = normalised(from), b = normalised(to);
  if (dot(a, b) > kNearlyOpposite) return shortest_turn(a, b);
  const Vec3 other = normalised(cross(a, std::abs(a.x) < 0.5 ? kUnitX : kUnitY));
  return shortest_turn(-a, b) * Quat{other.x, other.y, other.z, 0};  // half a turn, and then the little that is left
}

ArmWish wish_of(std::span<const Goal> goals) {
  constexpr const char* kKinds = "Global takes one place, one reach, or a reach and an aim of the same point";
  if (goals.empty() || goals.size() > 2) return {.fault = kKinds};
  const Goal& goal = goals[0];
  const bool place = goal.kind == GoalKind::Place;
  if (!place && goal.kind != GoalKind::Reach) return {.fault = kKinds};
  for (const Goal& each : goals)
    if (!is_plain(each)) return {.fault = "Global takes no bounds and no fade"};
  ArmWish wish{.tip = {goal.joint, goal.offset, goal.frame}, .position = goal.target, .turned = place};
  if (place) wish.orientation = normalised(goal.orientation);
  if (goals.size() == 1) return wish;
  const Goal& aim = goals[1];
  const bool same = aim.joint == goal.joint && aim.offset == goal.offset && aim.frame == goal.frame;
  if (place || aim.kind != GoalKind::Aim || !same) return {.fault = kKinds};
  if (!(length(aim.target - goal.target) > 0)) return {.fault = "an aim must point away from what is reached"};
  wish.tip.spin = aim.axis;
  wish.aimed_at = aim.target;
  wish.orientation = turn_towards(aim.axis, aim.target - goal.target);
  wish.turned = true;
  return wish;
}

}  // namespace kine::detail
