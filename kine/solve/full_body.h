#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "kine/core/scratch.h"
#include "kine/model/skeleton.h"
#include "kine/solve/goal.h"
#include "kine/solve/report.h"
#include "kine/solve/tolerance.h"

namespace kine {

/// Any number of goals of any kind on any joints at once, with weights inside a priority and strict priorities between
/// them: hierarchical least squares with inequalities at every level and hard joint limits (after Kanoun, Lamiraux and
/// Wieber, "Kinematic control of redundant manipulators: generalizing the task-priority framework to inequality task",
/// 2011; Escande, Mansard and Wieber, "Hierarchical quadratic programming", 2014).
///
/// The levels are solved one after the other, first to last. Each starts from what the ones before have reached and may
/// move only where their rows keep their values to 3e-10 radians or of skeleton.size(), whether they were met or not; so
/// a later goal never costs an earlier one anything. A row with bounds that lacks something may be brought nearer to
/// them by a later level, and then keeps that from all levels after. What is left is settled by a hold goal of the last
/// priority, if there is one; holds are no rows, and give way to every later level. With restarts all this holds for
/// each start, since another one may end elsewhere.
struct FullBody {
  Tolerance tolerance{};
  int max_iterations = 100;  ///< of each priority
  JointId from = kWorld;     ///< the first joint that may move; kWorld: all may
  /// Locks for this solve: a flag a freedom, false for what may not move; empty: all may. Make it with FreedomMask. The
  /// caller keeps it alive.
  std::span<const bool> movable{};
  bool try_again = true;   ///< the first priority once more from elsewhere, if the call came near and is stuck
  int restarts = 0;        ///< how many other poses to start from when the goals are not met (limits make dead ends)
  std::uint64_t seed = 1;  ///< of those poses
};

/// The bytes of scratch that a solve takes: with less, it is BadInput and nothing is moved.
std::size_t scratch_bytes(const Skeleton& skeleton, std::span<const Goal> goals, const FullBody& method);
/// The most that a solve takes with any goals of so many rows (a reach has 3, a place 6, a hold one per freedom): for
/// goals that change from frame to frame.
std::size_t scratch_bytes_for_rows(const Skeleton& skeleton, int rows, const FullBody& method);

/// Solves from the given pose and writes the best one seen, inside its limits. Bounded, deterministic, no allocation.
/// At the worst max_iterations steps of each priority, once more of the first with try_again, and all of it again for each
/// restart, which also looks at six starts for twelve steps. A step takes some rows^2 * freedoms + rows^3 operations, once
/// for each limit or bound that it comes to and at most 6 (rows + freedoms) times. A priority is given up earlier, after 12
/// steps in a row that hardly help or 200 that leave 99 % of the squared error.
Report solve(const Skeleton& skeleton, std::span<const Goal> goals, const FullBody& method, std::span<double> pose,
             Scratch& scratch);

}  // namespace kine
