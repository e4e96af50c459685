#include "kine/solve/global.h"

#include <algorithm>
#include <cmath>

#include "kine/math/trig.h"
#include "kine/model/internal/compiled_skeleton.h"
#include "kine/model/internal/pose_values.h"
#include "kine/model/pose.h"
#include "kine/solve/global/arm.h"
#include "kine/solve/global/arm_search.h"
#include "kine/solve/global/arm_wish.h"
#include "kine/solve/global/descent.h"
#include "kine/solve/internal/check_problem.h"
#include "kine/solve/internal/judge.h"

namespace kine {
namespace {

Fault fault_of_settings(const Skeleton& skeleton, const Global& method) {
  if (const Fault fault = detail::fault_of(method.tolerance)) return fault;
  if (method.max_starts < 0) return "max_starts is negative";
  if (method.choice == Choice::Posture || !method.posture.empty()) {
    const bool fits = static_cast<int>(method.posture.size()) == skeleton.value_count();
    if (!fits || !is_usable(skeleton, method.posture)) return "the posture is not a pose of this skeleton";
  }
  return detail::fault_of(skeleton, detail::MovePermission{method.from, method.movable});
}

std::size_t bytes_for(const Skeleton& skeleton, JointId joint) {
  const auto variables = static_cast<std::size_t>(skeleton.compiled().joint(joint).path_axes) + 1;
  return detail::arm_bytes(skeleton, joint) + detail::ArmDescent::bytes(skeleton, joint) +
         detail::ArmSearch::bytes(variables) + 2 * variables * sizeof(double) + alignof(double);
}

/// What a descent may leave so that the goals are met: an aim from a point that is a little off is a little off too.
detail::Allowed strictly_allowed(const detail::ArmWish& wish, const detail::Allowed& allowed) {
  if (!wish.spins()) return allowed;
  const double half = allowed.radians / 2;
  return {std::min<double>(allowed.metres, half * length(wish.aimed_at - wish.position)), half};
}

/// One problem on one arm, with all that it takes from scratch.
struct GlobalProblem {
  GlobalProblem(const Skeleton& skeleton, std::span<const Goal> goals, const detail::ArmWish& its_wish,
                const Global& method, std::span<const double> pose, Scratch& scratch)
      : wish(its_wish),
        arm(detail::make_arm(skeleton, wish.tip, {method.from, method.movable}, pose, scratch)),
        target(detail::target_of(arm, wish.position, wish.orientation)),
        allowed(detail::allowed_of(method.tolerance, skeleton, goals[0])),
        descent(arm, target, wish.turned, strictly_allowed(wish, allowed), scratch),
        seed(variables_of(pose, scratch)),
        near(method.choice == Choice::Posture ? variables_of(method.posture, scratch) : seed) {}

  std::span<double> variables_of(std::span<const double> pose, Scratch& scratch) const {
    const std::span<double> x = scratch.take<double>(arm.variables.size());
    for (std::size_t v = 0; v < x.size(); ++v) {
      const detail::ArmVariable& variable = arm.variables[v];
      x[v] = variable.value < 0 ? 0 : variable.limits.clamp(pose[static_cast<std::size_t>(variable.value)]);
    }
    return x;
  }

  void write(std::span<const double> x, std::span<double> pose) const {
    for (std::size_t v = 0; v < arm.variables.size(); ++v)
      if (arm.variables[v].value >= 0) pose[static_cast<std::size_t>(arm.variables[v].value)] = x[v];
  }

  /// Errors and status of the pose `x`, where a descent ended.
  void judge(const detail::DescentOutcome& end, std::span<const double> x, bool proved, Report& report) {
    const auto unreachable = [&] {
      return proved || arm.range.proves_unreachable({}, target.position, allowed.metres);
    };
    detail::ReportWriter writer(report);
    const double angle = wish.spins() ? 0 : 2 * asin(std::min<double>(1, end.turn_error / 2));
    const GoalError first{end.position_error, angle};
    writer.add(0, first, allowed, detail::status_of(first, allowed, unreachable));
    if (!wish.spins()) return;
    descent.measure(x);
    const Vec3 aimed_at = transposed(arm.world_from_base) * (wish.aimed_at - arm.base);
    const GoalError second{0, descent.angle_of_spin_axis_to(aimed_at)};
    writer.add(1, second, allowed, detail::status_of(second, allowed, [] { return false; }));
  }

  const detail::ArmWish& wish;
  detail::Arm arm;
  detail::ArmTarget target;
  detail::Allowed allowed;
  detail::ArmDescent descent;
  std::span<const double> seed, near;
};

Report run(GlobalProblem& problem, const Global& method, std::span<double> pose, Scratch& scratch) {
  detail::ArmSearch search(problem.arm, problem.target, problem.wish.turned, problem.descent, problem.seed,
                           {method.choice, method.max_starts, problem.near}, scratch);
  search.run();
  problem.write(search.best_at(), pose);
  Report report;
  report.iterations = search.iterations();
  problem.judge(search.best(), search.best_at(), search.proof() == detail::Proof::Unreachable, report);
  return report;
}

}  // namespace

std::size_t scratch_bytes(const Skeleton& skeleton, std::span<const Goal> goals, const Global&) {
  std::size_t most = 0;
  for (const Goal& goal : goals)
    if (goal.joint.index >= 0 && goal.joint.index < skeleton.joint_count())
      most = std::max(most, bytes_for(skeleton, goal.joint));
  return most;
}

std::size_t scratch_bytes_for_rows(const Skeleton& skeleton, int, const Global&) {
  std::size_t most = 0;
  for (int i = 0; i < skeleton.joint_count(); ++i) most = std::max(most, bytes_for(skeleton, {i}));
  return most;
}

Report solve(const Skeleton& skeleton, std::span<const Goal> goals, const Global& method, std::span<double> pose,
             Scratch& scratch) {
  if (const Fault fault = detail::fault_of_goals(skeleton, goals, pose)) return detail::bad_input(fault);
  if (const Fault fault = fault_of_settings(skeleton, method)) return detail::bad_input(fault);
  const detail::ArmWish wish = detail::wish_of(goals);
  if (wish.fault) return detail::bad_input(wish.fault);
  if (const Fault fault = detail::fault_of_arm(skeleton, wish.tip, {method.from, method.movable}))
    return detail::bad_input(fault);
  const Scratch::Scope scope(scratch);
  if (scratch.free() < bytes_for(skeleton, wish.tip.joint)) return detail::bad_input(detail::kScratchTooSmall);
  if (!detail::tidy_if_usable(skeleton, pose)) return detail::bad_input(detail::kPoseUnusable);
  GlobalProblem problem(skeleton, goals, wish, method, pose, scratch);
  Report report = run(problem, method, pose, scratch);
  detail::write_followers(skeleton, pose);
  report.outside_limits = detail::count_outside_limits(skeleton, {}, pose);
  return report;
}

}  // namespace kine
