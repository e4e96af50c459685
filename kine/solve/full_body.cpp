#include "kine/solve/full_body.h"

#include <algorithm>

#include "kine/solve/internal/check_problem.h"
#include "kine/solve/internal/fade_goals.h"
#include "kine/solve/priority/full_body_solver.h"

namespace kine {
namespace {

const char* fault_of_settings(const Skeleton& skeleton, const FullBody& method) {
  if (const char* fault = detail::fault_of(method.tolerance)) return fault;
  if (method.max_iterations < 0 || method.restarts < 0) return "an iteration limit is negative";
  if (method.from.index >= skeleton.joint_count()) return "the first joint that may move is not there";
  return nullptr;
}

}  // namespace

Report solve(const Skeleton& skeleton, std::span<const Goal> goals, const FullBody& method, std::span<double> pose,
             Scratch& scratch) {
  if (const char* fault = detail::fault_of_problem(skeleton, goals, pose)) return detail::bad_input(fault);
  if (const char* fault = fault_of_settings(skeleton, method)) return detail::bad_input(fault);
  const std::size_t needed = detail::fade_goals_bytes(skeleton, goals) +
                             detail::FullBodySolver::bytes(skeleton, goals) +
                             (2 * pose.size() + goals.size()) * sizeof(double) + 64;
  if (scratch.free() < needed) return detail::bad_input(detail::kScratchTooSmall);
  const Scratch::Scope scope(scratch);
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
