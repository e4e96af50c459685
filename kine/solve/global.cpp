#include "kine/solve/global.h"

#include <algorithm>
#include <cmath>

#include "kine/model/internal/compiled_skeleton.h"
#include "kine/model/internal/pose_values.h"
#include "kine/model/pose.h"
#include "kine/solve/global/arm_search.h"
#include "kine/solve/global/arm_wish.h"
#include "kine/solve/global/global_problem.h"
#include "kine/solve/internal/check_problem.h"
#include "kine/solve/internal/movable.h"

namespace kine {
namespace {

using detail::ArmSearch;
using detail::ArmWish;
using detail::GlobalProblem;
using detail::Proof;

Report run(const Skeleton& skeleton, GlobalProblem& problem, const Global& method, std::span<double> pose,
           Scratch& scratch) {
  ArmSearch search(problem.arm, problem.target, problem.wish.turned, problem.descent, problem.seed,
                   {method.choice, method.max_starts, problem.near, problem.tip_allowed()}, scratch);
  search.run();
  problem.write(search.best_at(), pose);
  Report report;
  report.iterations = search.iterations();
  problem.judge(search.best(), search.best_at(), search.proof() == Proof::Unreachable, report);
  if (!report.reached() && search.proof() == Proof::Limits)
    problem.name_limits(skeleton, search.best_at(), search.outside(), report);
  return report;
}

}  // namespace

std::size_t scratch_bytes(const Skeleton& skeleton, std::span<const Goal> goals, const Global&) {
  std::size_t most = 0;
  for (const Goal& goal : goals)
    if (goal.joint.index >= 0 && goal.joint.index < skeleton.joint_count())
      most = std::max(most, GlobalProblem::bytes(skeleton, goal.joint));
  return most;
}

std::size_t scratch_bytes_for_rows(const Skeleton& skeleton, int, const Global&) {
  std::size_t most = 0;
  for (int i = 0; i < skeleton.joint_count(); ++i) most = std::max(most, GlobalProblem::bytes(skeleton, {i}));
  return most;
}

Report solve(const Skeleton& skeleton, std::span<const Goal> goals, const Global& method, std::span<double> pose,
             Scratch& scratch) {
  const ArmWish wish = detail::wish_of(goals);
  if (const Fault fault = GlobalProblem::fault_of(skeleton, goals, wish, method, pose, scratch))
    return detail::bad_input(fault);
  const Scratch::Scope scope(scratch);
  if (!detail::tidy_if_usable(skeleton, pose)) return detail::bad_input(detail::kPoseUnusable);
  GlobalProblem problem(skeleton, goals, wish, method, pose, scratch);
  Report report = run(skeleton, problem, method, pose, scratch);
  detail::write_followers(skeleton, pose);
  std::span<bool> movable{};
  if (skeleton.has_limited_balls()) {  // only they ask for it, and no ball moves
    movable = scratch.take<bool>(static_cast<std::size_t>(skeleton.freedom_count()));
    std::fill(movable.begin(), movable.end(), false);
  }
  report.outside_limits = detail::count_outside_limits(skeleton, movable, pose);
  return report;
}

}  // namespace kine
