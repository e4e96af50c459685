#include "kine/solve/jacobian.h"

#include <algorithm>
#include <cmath>

#include "kine/kinematics/forward.h"
#include "kine/model/pose.h"
#include "kine/solve/damped/ball_chain.h"
#include "kine/solve/damped/dense_solver.h"
#include "kine/solve/damped/hold_back.h"
#include "kine/solve/damped/limb_ease.h"
#include "kine/solve/damped/limb_step.h"
#include "kine/solve/damped/penultimate.h"
#include "kine/solve/internal/check_problem.h"
#include "kine/solve/internal/fade_goals.h"
#include "kine/solve/internal/judge.h"
#include "kine/solve/internal/reach.h"

namespace kine {
namespace {

const char* fault_of_settings(const Skeleton& skeleton, const Jacobian& method) {
  if (const char* fault = detail::fault_of(method.tolerance)) return fault;
  if (!(method.step > 0 && method.step <= 1)) return "the step must lie above 0 and at most be 1";
  if (method.max_iterations < 0 || method.inner_limit < 0) return "an iteration limit is negative";
  if (!(method.inverse_error > 0)) return "the error let through for the inverse must be positive";
  if (method.from != kWorld && (method.from.index < 0 || method.from.index >= skeleton.joint_count()))
    return "the first joint that may move is not there";
  if (!(method.max_change > 0)) return "the most that a joint may change must be positive";
  if (!method.posture.empty() &&
      (static_cast<int>(method.posture.size()) != skeleton.value_count() || !is_usable(skeleton, method.posture)))
    return "the posture is not a pose of this skeleton";
  if (!(method.ease >= 0 && method.ease <= 1)) return "the ease must lie between 0 and 1";
  return nullptr;
}

bool is_exact(const Goal& goal) {
  for (const Range& range : goal.bounds)
    if (range != Goal::kExact) return false;
  return true;
}

/// One reach or place in the world on a plain limb: what most solves are, and what the quick kernels do.
bool is_simple(const Skeleton& skeleton, std::span<const Goal> goals, const Jacobian& method) {
  if (goals.size() != 1 || method.inverse != Inverse::Damped) return false;
  const Goal& goal = goals[0];
  const bool kind = goal.kind == GoalKind::Reach || goal.kind == GoalKind::Place;
  return kind && goal.frame == kWorld && is_exact(goal) && detail::has_limbs(skeleton);
}

/// The report on a limb with one goal, `away` metres from its base.
Report report_of(const detail::LimbOutcome& outcome, const detail::Allowed& allowed, const detail::ReachRange& range,
                 double away) {
  Report report;
  report.iterations = outcome.iterations;
  const GoalError error{outcome.position_error, outcome.angle_error};
  const Status status = detail::status_of(error, allowed, [&] { return range.excludes(away, allowed.metres); });
  detail::ReportWriter(report).add(0, error, allowed, status);
  return report;
}

Report solve_limb(const Skeleton& skeleton, const Goal& goal, const Jacobian& method, std::span<double> pose,
                  Scratch& scratch) {
  const detail::Allowed allowed = detail::allowed_of(method.tolerance, skeleton, goal);
  detail::LimbSettings settings{allowed.metres, allowed.radians, method.max_iterations, method.step};
  const PointOnJoint point{goal.joint, goal.offset};
  const bool turned = goal.kind == GoalKind::Place;
  int done = 0;
  if (!turned && method.from == kWorld) {
    const Scratch::Scope scope(scratch);
    detail::BallChain chain = detail::make_ball_chain(skeleton, point, pose, scratch);
    if (!chain.links.empty()) {
      const detail::LimbOutcome outcome = detail::reach_ball_chain(chain, goal.target, settings);
      detail::write_pose(chain, pose);
      const double away = length(goal.target - chain.base);
      if (!outcome.flat || away > chain.reach) return report_of(outcome, allowed, {chain.hollow, chain.reach}, away);
      done = outcome.iterations;
      settings.max_iterations -= done;
    }
  }
  const detail::LimbTarget target{goal.target, normalised(goal.orientation)};
  bool proved = false;
  if (turned && method.penultimate) {
    const Scratch::Scope scope(scratch);
    detail::Limb limb = detail::make_limb(skeleton, point, method.from, pose, scratch);
    if (detail::has_free_end(limb)) {
      const detail::PenultimateOutcome outcome = detail::place_by_penultimate(limb, target, settings);
      proved = outcome.proved;
      done = outcome.limb.iterations;
      settings.max_iterations -= done;
      if (outcome.reached) {
        detail::write_pose(limb, pose);
        return report_of(outcome.limb, allowed, {}, 0);
      }
    }
  }
  detail::Limb limb = detail::make_limb(skeleton, point, method.from, pose, scratch);
  detail::LimbOutcome outcome =
      turned ? detail::place_limb(limb, target, settings) : detail::reach_limb(limb, goal.target, settings);
  outcome.iterations += done;
  detail::write_pose(limb, pose);
  const double away = proved ? kInfinity : length(goal.target - limb.base);
  detail::ReachRange range{limb.hollow, limb.reach};
  if (limb.slides) range = {0, proved ? limb.reach : kInfinity};
  return report_of(outcome, allowed, range, away);
}

/// The solve itself: goals are there, memory for the limb is not yet known to be.
Report solve_once(const Skeleton& skeleton, std::span<const Goal> goals, const Jacobian& method, std::span<double> pose,
                  Scratch& scratch) {
  const Scratch::Scope scope(scratch);
  if (is_simple(skeleton, goals, method)) {
    if (scratch.free() < detail::limb_bytes(skeleton)) return detail::bad_input(detail::kScratchTooSmall);
    return solve_limb(skeleton, goals[0], method, pose, scratch);
  }
  if (scratch.free() < detail::DenseSolver::bytes(skeleton, goals)) return detail::bad_input(detail::kScratchTooSmall);
  return detail::DenseSolver(skeleton, goals, method, pose, scratch).run();
}

/// Moves the pose by `method.ease` of the way to `method.posture`, in what freedom the goals leave. False, and nothing
/// is moved, if the scratch memory is too small.
bool ease_towards_posture(const Skeleton& skeleton, std::span<const Goal> goals, const Jacobian& method,
                          std::span<double> pose, Scratch& scratch) {
  const Scratch::Scope scope(scratch);
  if (!is_simple(skeleton, goals, method)) {
    if (scratch.free() < detail::DenseSolver::bytes(skeleton, goals)) return false;
    detail::DenseSolver(skeleton, goals, method, pose, scratch).ease_towards(method.posture, method.ease);
    return true;
  }
  if (scratch.free() < detail::limb_bytes(skeleton)) return false;
  const Goal& goal = goals[0];
  detail::Limb limb = detail::make_limb(skeleton, {goal.joint, goal.offset}, method.from, pose, scratch);
  detail::ease_limb(limb, goal.kind == GoalKind::Place, method.posture, method.ease);
  detail::write_pose(limb, pose);
  return true;
}

/// A step towards the posture, then the solve. Where that does not reach, the solve without it counts too: the posture
/// never costs the goals anything.
Report solve_near_posture(const Skeleton& skeleton, std::span<const Goal> goals, const Jacobian& method, double reach,
                          std::span<double> pose, Scratch& scratch) {
  const std::span<double> plain = scratch.take<double>(pose.size());
  std::copy(pose.begin(), pose.end(), plain.begin());
  if (!ease_towards_posture(skeleton, goals, method, pose, scratch)) return detail::bad_input(detail::kScratchTooSmall);
  const Report eased = solve_once(skeleton, goals, method, pose, scratch);
  if (eased.reached()) return eased;
  const Report without = solve_once(skeleton, goals, method, plain, scratch);
  const auto error = [&](const Report& report) { return report.position_error / reach + report.angle_error; };
  if (!without.reached() && error(eased) <= error(without)) return eased;
  std::copy(plain.begin(), plain.end(), pose.begin());
  return without;
}

/// A solve that stays near a posture, or near where it began.
Report solve_steadily(const Skeleton& skeleton, std::span<const Goal> goals, const Jacobian& method,
                      std::span<double> pose, Scratch& scratch) {
  const Scratch::Scope scope(scratch);
  const std::size_t bytes =
      2 * (pose.size_bytes() + alignof(double)) + detail::hold_back_bytes(skeleton) + Frames::bytes(skeleton);
  if (scratch.free() < bytes) return detail::bad_input(detail::kScratchTooSmall);
  double reach = 0;
  for (const Goal& goal : goals) reach = std::max<double>(reach, detail::reach_of(skeleton, goal));
  const std::span<double> before = scratch.take<double>(pose.size());
  std::copy(pose.begin(), pose.end(), before.begin());
  const bool eases = !method.posture.empty() && method.ease > 0 && method.max_iterations > 0;
  Report report = eases ? solve_near_posture(skeleton, goals, method, reach, pose, scratch)
                        : solve_once(skeleton, goals, method, pose, scratch);
  if (report.status == Status::BadInput) {
    std::copy(before.begin(), before.end(), pose.begin());
    return report;
  }
  if (method.max_change == kInfinity || !detail::hold_back(skeleton, before, method.max_change, reach, pose, scratch))
    return report;
  Frames frames(skeleton, scratch);
  forward(skeleton, pose, frames);
  detail::judge(skeleton, goals, frames, pose, method.tolerance, method.from, report);
  return report;
}

}  // namespace

Report solve(const Skeleton& skeleton, std::span<const Goal> goals, const Jacobian& method, std::span<double> pose,
             Scratch& scratch) {
  if (const char* fault = detail::fault_of_problem(skeleton, goals, pose)) return detail::bad_input(fault);
  if (const char* fault = fault_of_settings(skeleton, method)) return detail::bad_input(fault);
  const Scratch::Scope scope(scratch);
  if (scratch.free() < detail::fade_goals_bytes(skeleton, goals)) return detail::bad_input(detail::kScratchTooSmall);
  goals = detail::fade_goals(skeleton, goals, pose, scratch);
  if (method.max_change == kInfinity && method.posture.empty())
    return solve_once(skeleton, goals, method, pose, scratch);
  return solve_steadily(skeleton, goals, method, pose, scratch);
}

}  // namespace kine
