#include "kine/solve/full_body.h"

#include <algorithm>

#include "kine/model/internal/pose_values.h"
#include "kine/solve/internal/check_problem.h"
#include "kine/solve/internal/fade_goals.h"
#include "kine/solve/internal/goal_sizes.h"
#include "kine/solve/internal/movable.h"
#include "kine/solve/priority/full_body_solver.h"

namespace kine {

Fault detail::fault_of(const Skeleton& skeleton, const FullBody& method) {
  if (const Fault fault = fault_of(method.tolerance)) return fault;
  if (method.max_iterations < 0 || method.restarts < 0) return "an iteration limit is negative";
  return fault_of(skeleton, MovePermission{method.from, method.movable});
}

namespace {

std::size_t bytes_of(const Skeleton& skeleton, const detail::GoalSizes& sizes) {
  const auto values = static_cast<std::size_t>(skeleton.value_count());
  return detail::fade_goals_bytes(skeleton, sizes) +
         detail::FullBodySolver::bytes(skeleton, sizes.goals, sizes.rows - sizes.rows_of_holds) +
         (2 * values + sizes.goals) * sizeof(double) + 3 * alignof(double);
}

}  // namespace

std::size_t scratch_bytes(const Skeleton& skeleton, std::span<const Goal> goals, const FullBody&) {
  return bytes_of(skeleton, detail::sizes_of(skeleton, goals));
}

std::size_t scratch_bytes_for_rows(const Skeleton& skeleton, int rows, const FullBody&) {
  return bytes_of(skeleton, detail::sizes_at_most(rows));
}

Report solve(const Skeleton& skeleton, std::span<const Goal> goals, const FullBody& method, std::span<double> pose,
             Scratch& scratch) {
  if (const Fault fault = detail::fault_of_goals(skeleton, goals, pose)) return detail::bad_input(fault);
  if (const Fault fault = detail::fault_of(skeleton, method)) return detail::bad_input(fault);
  if (scratch.free() < scratch_bytes(skeleton, goals, method)) return detail::bad_input(detail::kScratchTooSmall);
  const Scratch::Scope scope(scratch);
  if (!detail::tidy_if_usable(skeleton, pose)) return detail::bad_input(detail::kPoseUnusable);
  goals = detail::fade_goals(skeleton, goals, pose, scratch);
  const std::span<double> start = scratch.take<double>(pose.size()), best = scratch.take<double>(pose.size());
  std::copy(pose.begin(), pose.end(), start.begin());
  detail::FullBodySolver solver(skeleton, goals, method, pose, scratch);
  Report report = solver.run();
  const std::span<double> least = scratch.take<double>(solver.errors().size());
  std::copy(solver.errors().begin(), solver.errors().end(), least.begin());
  for (int i = 0; i < method.restarts && report.status == Status::NotFound; ++i) {
    std::copy(pose.begin(), pose.end(), best.begin());
    report.iterations += solver.start_again(start);
    Report other = solver.run();
    other.iterations += report.iterations;
    // An earlier priority counts before all later ones.
    const auto [ours, theirs] = std::mismatch(least.begin(), least.end(), solver.errors().begin());
    if (other.reached() || (ours != least.end() && *theirs < *ours)) {
      report = other;
      std::copy(solver.errors().begin(), solver.errors().end(), least.begin());
    } else {
      report.iterations = other.iterations;
      std::copy(best.begin(), best.end(), pose.begin());
    }
  }
  return report;
}

}  // namespace kine
