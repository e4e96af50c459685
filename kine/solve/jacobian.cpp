#include "kine/solve/jacobian.h"

#include <cmath>

#include "kine/kinematics/forward.h"
#include "kine/solve/detail/general_jacobian.h"
#include "kine/solve/detail/penultimate.h"
#include "kine/solve/detail/request.h"
#include "kine/solve/kernel/ball_chain.h"
#include "kine/solve/kernel/limb_step.h"

namespace kine {
namespace {

const char* fault_of_settings(const Skeleton& skeleton, const Jacobian& method) {
  if (const char* fault = detail::fault_of(method.tolerance)) return fault;
  if (!(method.step > 0 && method.step <= 1)) return "the step must lie above 0 and at most be 1";
  if (method.max_iterations < 0 || method.inner_limit < 0) return "an iteration limit is negative";
  if (!(method.inverse_error > 0)) return "the error let through for the inverse must be positive";
  if (method.from != kWorld && (method.from.index < 0 || method.from.index >= skeleton.joint_count()))
    return "the first joint that may move is not there";
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
  return kind && goal.frame == kWorld && is_exact(goal) && kernel::has_limbs(skeleton);
}

/// What is known of a limb when the solve is over, and what it proves.
Report report_of(const kernel::LimbOutcome& outcome, const kernel::LimbSettings& settings, double away, double reach,
                 double hollow) {
  Report report;
  report.iterations = outcome.iterations;
  report.position_error = outcome.position_error;
  report.angle_error = outcome.angle_error;
  const double allowed = settings.position_tolerance;
  const bool reached = outcome.position_error <= allowed && outcome.angle_error <= settings.angle_tolerance;
  report.status = reached ? Status::Reached : Status::NotFound;
  if (reached) return report;
  report.worst_goal = 0;
  if (away > reach + allowed || away < hollow - allowed) report.status = Status::Unreachable;
  return report;
}

Report solve_limb(const Skeleton& skeleton, const Goal& goal, const Jacobian& method, std::span<double> pose,
                  Scratch& scratch) {
  kernel::LimbSettings settings{detail::metres_of(method.tolerance, detail::reach_of(skeleton, goal)),
                                method.tolerance.angle, method.max_iterations, method.step};
  const PointOnJoint point{goal.joint, goal.offset};
  const bool turned = goal.kind == GoalKind::Place;
  int done = 0;
  if (!turned && method.from == kWorld) {
    const Scratch::Scope scope(scratch);
    kernel::BallChain chain = kernel::make_ball_chain(skeleton, point, pose, scratch);
    if (!chain.links.empty()) {
      const kernel::LimbOutcome outcome = kernel::reach_ball_chain(chain, goal.target, settings);
      kernel::write_pose(chain, pose);
      const double away = length(goal.target - chain.base);
      if (!outcome.flat || away > chain.reach) return report_of(outcome, settings, away, chain.reach, chain.hollow);
      done = outcome.iterations;
      settings.max_iterations -= done;
    }
  }
  const kernel::LimbTarget target{goal.target, normalised(goal.orientation)};
  bool proved = false;
  if (turned && method.penultimate) {
    const Scratch::Scope scope(scratch);
    kernel::Limb limb = kernel::make_limb(skeleton, point, method.from, pose, scratch);
    if (detail::has_free_end(limb)) {
      const detail::PenultimateOutcome outcome = detail::place_by_penultimate(limb, target, settings);
      proved = outcome.proved;
      done = outcome.limb.iterations;
      settings.max_iterations -= done;
      if (outcome.reached) {
        kernel::write_pose(limb, pose);
        return report_of(outcome.limb, settings, 0, kInfinity, 0);
      }
    }
  }
  kernel::Limb limb = kernel::make_limb(skeleton, point, method.from, pose, scratch);
  kernel::LimbOutcome outcome =
      turned ? kernel::place_limb(limb, target, settings) : kernel::reach_limb(limb, goal.target, settings);
  outcome.iterations += done;
  kernel::write_pose(limb, pose);
  const double away = proved ? kInfinity : length(goal.target - limb.base);
  return report_of(outcome, settings, away, limb.slides && !proved ? kInfinity : limb.reach,
                   limb.slides ? 0 : limb.hollow);
}

}  // namespace

Report solve(const Skeleton& skeleton, std::span<const Goal> goals, const Jacobian& method, std::span<double> pose,
             Scratch& scratch) {
  if (const char* fault = detail::fault_of_request(skeleton, goals, pose)) return detail::bad_input(fault);
  if (const char* fault = fault_of_settings(skeleton, method)) return detail::bad_input(fault);
  const Scratch::Scope scope(scratch);
  if (scratch.free() < detail::faded_bytes(skeleton, goals))
    return detail::bad_input("the scratch memory is too small");
  goals = detail::faded(skeleton, goals, pose, scratch);
  if (is_simple(skeleton, goals, method)) {
    if (scratch.free() < kernel::limb_bytes(skeleton)) return detail::bad_input("the scratch memory is too small");
    return solve_limb(skeleton, goals[0], method, pose, scratch);
  }
  return detail::solve_general(skeleton, goals, method, pose, scratch);
}

}  // namespace kine
