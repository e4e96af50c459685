#pragma once

#include "kine/kinematics/frames.h"
#include "kine/model/skeleton.h"
#include "kine/solve/goal.h"
#include "kine/solve/internal/movable.h"

namespace kine::detail {

/// The distances from a chain's base at which its tip can be, by the lengths of its bones alone, metres. As it is made
/// nothing is known of the bones, and no distance is excluded.
struct ReachRange {
  double hollow = 0;         ///< no nearer: the longest bone less all others
  double reach = kInfinity;  ///< no farther: the sum of the bones

  bool too_far(double distance, double allowed) const { return distance > reach + allowed; }
  bool too_near(double distance, double allowed) const { return distance < hollow - allowed; }
  /// True if a target at this distance from the base cannot be had within `allowed` metres.
  bool excludes(double distance, double allowed) const {
    return too_far(distance, allowed) || too_near(distance, allowed);
  }
  /// The same as a proof: what rounding may do to these points and to the sum of the bones is allowed as well.
  bool proves_unreachable(const Vec3& base, const Vec3& target, double allowed) const {
    const double rounding = kRounding * (reach + length(base) + length(target));
    return excludes(length(target - base), allowed + rounding);
  }

  static constexpr double kRounding = 1e-12;  ///< of all lengths that are added up
};

/// Adds up the bones of a chain, in any order.
struct BoneSum {
  double sum = 0, longest = 0;

  void add(double bone) {
    sum += bone;
    longest = longest > bone ? longest : bone;
  }
  ReachRange range() const { return {longest + longest > sum ? longest + longest - sum : 0, sum}; }
};

/// Where the point of a goal can be: so far from the joint that carries all of its bones. Known only for a reach or
/// place in the world with nothing that slides above its point; else nothing is excluded.
struct ReachShell {
  Vec3 centre{};
  ReachRange range{};

  double distance_to(const Vec3& target) const { return length(target - centre); }
  bool proves_unreachable(const Vec3& target, double allowed) const {
    return range.proves_unreachable(centre, target, allowed);
  }
};

/// True if something above `from` moves all the same, because it follows the value of a joint that may move. Then bones
/// that are counted from there prove nothing.
bool moves_above(const Skeleton& skeleton, JointId from);

/// `frames` are those of any pose that has what may not move at its place, since bones keep their lengths.
ReachShell reach_shell_of(const Skeleton& skeleton, const Frames& frames, const Goal& goal,
                          const MovePermission& allowed);

/// The sum of the bone lengths from the root of the goal's joint to its point, metres: the size against which errors
/// are judged. Never zero: a figure without length (below 1e-150 m) counts as one metre.
double reach_of(const Skeleton& skeleton, const Goal& goal);

}  // namespace kine::detail
