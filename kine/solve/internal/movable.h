#pragma once

#include <cstddef>
#include <limits>
#include <span>

#include "kine/model/internal/compiled_skeleton.h"
#include "kine/model/skeleton.h"
#include "kine/solve/goal.h"

/// What a solve may touch of a pose: one rule, kept by all methods.
///
///  1. The pose is first tidied (kine/model/pose.h): quaternions that are not of unit length are normalised, and every
///     follower gets the value that its leader gives it.
///  2. A freedom may move if the skeleton leaves it free, if the method's settings allow it (`from`, `movable`), and if
///     the rows of some goal depend on it.
///  3. What may move ends inside its limits. All else keeps its bits, inside its limits or not; the report counts what
///     of it lies outside (Report::outside_limits).
///
/// A ball or free joint turns as a whole: its quaternion may change as soon as one of its turns may move.
namespace kine::detail {

/// What the settings of a method allow to move.
struct MovePermission {
  JointId from = kWorld;            ///< the first joint that may move; kWorld: all may
  std::span<const bool> movable{};  ///< a flag a freedom; empty: all may move

  bool locks(int freedom) const { return !movable.empty() && !movable[static_cast<std::size_t>(freedom)]; }
};

/// Why such settings make no sense on this skeleton, if they do not.
Fault fault_of(const Skeleton& skeleton, const MovePermission& allowed);

/// Which goals count when it is asked what may move.
struct Counted {
  bool holds = true;                                    ///< the rows of a hold depend on every freedom
  int last_priority = std::numeric_limits<int>::max();  ///< goals of later priorities do not count
};

/// Writes rule 2, a flag a freedom.
void find_movable(const Skeleton& skeleton, std::span<const Goal> goals, const MovePermission& allowed,
                  std::span<bool> movable, const Counted& counted = {});

/// True if one of the turns of a ball or free joint may move.
bool may_turn(const Skeleton& skeleton, const CompiledJoint& compiled, std::span<const bool> movable);

/// The nearest pose with everything that may move inside its limits.
void bring_inside(const Skeleton& skeleton, std::span<const bool> movable, std::span<double> pose);

/// Moves what may move by `amount` times the changes (one per freedom, as in integrate), and brings it inside.
void move_inside(const Skeleton& skeleton, std::span<const bool> movable, std::span<const double> changes,
                 double amount, std::span<double> pose);

/// Gives what may not move the values that it has in another pose.
void keep_unmovable(const Skeleton& skeleton, std::span<const bool> movable, std::span<const double> other,
                    std::span<double> pose);

/// How many freedoms (a ball counts once) lie outside their limits: after a solve, those that may not move. `movable`
/// is only read where the skeleton has balls with limits, and may be empty elsewhere.
int count_outside_limits(const Skeleton& skeleton, std::span<const bool> movable, std::span<const double> pose);

}  // namespace kine::detail
