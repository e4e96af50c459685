#include "kine/solve/jacobian.h"

#include <algorithm>
#include <cmath>

#include "kine/kinematics/forward.h"
#include "kine/model/pose.h"
#include "kine/solve/damped/ball_chain.h"
#include "kine/solve/damped/dense_jacobian.h"
#include "kine/solve/damped/hold_back.h"
#include "kine/solve/damped/limb_ease.h"
#include "kine/solve/damped/limb_step.h"
#include "kine/solve/damped/penultimate.h"
#include "kine/solve/internal/goal_sizes.h"
#include "kine/solve/internal/movable.h"
#include "kine/solve/internal/request.h"

namespace kine {
namespace {

Fault fault_of_settings(const Skeleton& skeleton, const Jacobian& method) {
  if (const Fault fault = detail::fault_of(method.tolerance)) return fault;
  if (!(method.step > 0 && method.step <= 1)) return "the step must lie above 0 and at most be 1";
  if (method.max_iterations < 0 || method.inner_limit < 0) return "an iteration limit is negative";
  if (!(method.inverse_error > 0)) return "the error let through for the inverse must be positive";
  if (const Fault fault = detail::fault_of(skeleton, detail::Allowed{method.from, method.movable})) return fault;
  if (!(method.max_change > 0)) return "the most that a joint may change must be positive";
  if (!method.posture.empty() &&
      (static_cast<int>(method.posture.size()) != skeleton.value_count() || !is_usable(skeleton, method.posture)))
    return "the posture is not a pose of this skeleton";
  if (!(method.ease >= 0 && method.ease <= 1)) return "the ease must lie between 0 and 1";
  return {};
}

bool is_exact(const Goal& goal) {
  for (const Range& range : goal.bounds)
    if (range != Goal::kExact) return false;
  return true;
}

/// True if every ball and free joint turns as a whole or not at all.
bool locks_whole_balls(const Skeleton& skeleton, std::span<const bool> movable) {
  if (movable.empty()) return true;
  for (const Skeleton::Part& part : skeleton.parts()) {
    if (part.kind != JointKind::Ball && part.kind != JointKind::Free) continue;
    const auto flag = [&](int k) {
      return movable[static_cast<std::size_t>(skeleton.axes()[static_cast<std::size_t>(part.first_axis + k)].freedom)];
    };
    if (flag(1) != flag(0) || flag(2) != flag(0)) return false;
  }
  return true;
}

/// One reach or place in the world on a plain limb: what most solves are, and what the quick kernels do.
bool is_simple(const Skeleton& skeleton, std::span<const Goal> goals, const Jacobian& method) {
  if (goals.size() != 1 || method.inverse != Inverse::Damped) return false;
  const Goal& goal = goals[0];
  const bool kind = goal.kind == GoalKind::Reach || goal.kind == GoalKind::Place;
  return kind && goal.frame == kWorld && is_exact(goal) && detail::has_limbs(skeleton) &&
         locks_whole_balls(skeleton, method.movable);
}

/// What is known of a limb when the solve is over, and what it proves.
Report report_of(const detail::LimbOutcome& outcome, const detail::LimbSettings& settings, double away, double reach,
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
  const double allowed = method.tolerance.metres > 0
                             ? method.tolerance.metres
                             : detail::metres_of(method.tolerance, detail::reach_of(skeleton, goal));
  detail::LimbSettings settings{allowed, method.tolerance.angle, method.max_iterations, method.step};
  const PointOnJoint point{goal.joint, goal.offset};
  const bool turned = goal.kind == GoalKind::Place;
  int done = 0;
  if (!turned && method.from == kWorld && method.movable.empty()) {
    const Scratch::Scope scope(scratch);
    detail::BallChain chain = detail::make_ball_chain(skeleton, point, pose, scratch);
    if (!chain.links.empty()) {
      const detail::LimbOutcome outcome = detail::reach_ball_chain(chain, goal.target, settings);
      detail::write_pose(chain, pose);
      const double away = length(goal.target - chain.base);
      if (!outcome.flat || away > chain.reach) return report_of(outcome, settings, away, chain.reach, chain.hollow);
      done = outcome.iterations;
      settings.max_iterations -= done;
    }
  }
  const detail::LimbTarget target{goal.target, normalised(goal.orientation)};
  bool proved = false;
  if (turned && method.penultimate) {
    const Scratch::Scope scope(scratch);
    detail::Limb limb = detail::make_limb(skeleton, point, method.from, pose, scratch, method.movable);
    if (detail::has_free_end(limb)) {
      const detail::PenultimateOutcome outcome = detail::place_by_penultimate(limb, target, settings);
      proved = outcome.proved;
      done = outcome.limb.iterations;
      settings.max_iterations -= done;
      if (outcome.reached) {
        detail::write_pose(limb, pose);
        return report_of(outcome.limb, settings, 0, kInfinity, 0);
      }
    }
  }
  detail::Limb limb = detail::make_limb(skeleton, point, method.from, pose, scratch, method.movable);
  detail::LimbOutcome outcome =
      turned ? detail::place_limb(limb, target, settings) : detail::reach_limb(limb, goal.target, settings);
  outcome.iterations += done;
  detail::write_pose(limb, pose);
  const double away = proved ? kInfinity : length(goal.target - limb.base);
  return report_of(outcome, settings, away, limb.slides && !proved ? kInfinity : limb.reach,
                   limb.slides ? 0 : limb.hollow);
}

/// The solve itself: goals are there, memory for the limb is not yet known to be.
Report solve_once(const Skeleton& skeleton, std::span<const Goal> goals, const Jacobian& method, std::span<double> pose,
                  Scratch& scratch) {
  const Scratch::Scope scope(scratch);
  if (is_simple(skeleton, goals, method)) return solve_limb(skeleton, goals[0], method, pose, scratch);
  return detail::solve_general(skeleton, goals, method, pose, scratch);
}

/// Moves the pose by `method.ease` of the way to `method.posture`, in what freedom the goals leave.
void ease_towards_posture(const Skeleton& skeleton, std::span<const Goal> goals, const Jacobian& method,
                          std::span<double> pose, Scratch& scratch) {
  const Scratch::Scope scope(scratch);
  if (!is_simple(skeleton, goals, method)) return detail::ease_general(skeleton, goals, method, pose, scratch);
  const Goal& goal = goals[0];
  detail::Limb limb =
      detail::make_limb(skeleton, {goal.joint, goal.offset}, method.from, pose, scratch, method.movable);
  detail::ease_limb(limb, goal.kind == GoalKind::Place, method.posture, method.ease);
  detail::write_pose(limb, pose);
}

/// A step towards the posture, then the solve. Where that does not reach, the solve without it counts too: the posture
/// never costs the goals anything.
Report solve_near_posture(const Skeleton& skeleton, std::span<const Goal> goals, const Jacobian& method, double reach,
                          std::span<double> pose, Scratch& scratch) {
  const std::span<double> plain = scratch.take<double>(pose.size());
  std::copy(pose.begin(), pose.end(), plain.begin());
  ease_towards_posture(skeleton, goals, method, pose, scratch);
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
                      std::span<const bool> movable, std::span<double> pose, Scratch& scratch) {
  const Scratch::Scope scope(scratch);
  double reach = 0;
  for (const Goal& goal : goals) reach = std::max<double>(reach, detail::reach_of(skeleton, goal));
  const std::span<double> before = scratch.take<double>(pose.size());
  std::copy(pose.begin(), pose.end(), before.begin());
  const bool eases = !method.posture.empty() && method.ease > 0 && method.max_iterations > 0;
  Report report = eases ? solve_near_posture(skeleton, goals, method, reach, pose, scratch)
                        : solve_once(skeleton, goals, method, pose, scratch);
  if (method.max_change == kInfinity ||
      !detail::hold_back(skeleton, movable, before, method.max_change, reach, pose, scratch))
    return report;
  Frames frames(skeleton, scratch);
  forward(skeleton, pose, frames);
  detail::judge(skeleton, goals, frames, pose, method.tolerance, method.from, report);
  return report;
}

bool is_steady(const Jacobian& method) { return method.max_change < kInfinity || !method.posture.empty(); }

/// `of_goals`: what the limb of the goal or the dense matrices take.
std::size_t bytes_of(const Skeleton& skeleton, const detail::GoalSizes& sizes, const Jacobian& method,
                     std::size_t of_goals) {
  const auto values = static_cast<std::size_t>(skeleton.value_count());
  std::size_t bytes = detail::faded_bytes(skeleton, sizes) + static_cast<std::size_t>(skeleton.freedom_count());
  if (!is_steady(method)) return bytes + of_goals;
  const std::size_t held_back = detail::hold_back_bytes(skeleton) + Frames::bytes(skeleton);
  bytes += values * sizeof(double) + alignof(double);
  return bytes + std::max<std::size_t>(held_back, values * sizeof(double) + alignof(double) + of_goals);
}

}  // namespace

std::size_t scratch_bytes(const Skeleton& skeleton, std::span<const Goal> goals, const Jacobian& method) {
  const detail::GoalSizes sizes = detail::sizes_of(skeleton, goals);
  const std::size_t of_goals = is_simple(skeleton, goals, method)
                                   ? detail::limb_bytes(skeleton, goals[0].joint)
                                   : detail::general_bytes(skeleton, sizes.rows, method.inverse);
  return bytes_of(skeleton, sizes, method, of_goals);
}

std::size_t scratch_bytes_for_rows(const Skeleton& skeleton, int rows, const Jacobian& method) {
  const detail::GoalSizes sizes = detail::sizes_at_most(rows);
  return bytes_of(
      skeleton, sizes, method,
      std::max<std::size_t>(detail::limb_bytes(skeleton), detail::general_bytes(skeleton, sizes.rows, method.inverse)));
}

Report solve(const Skeleton& skeleton, std::span<const Goal> goals, const Jacobian& method, std::span<double> pose,
             Scratch& scratch) {
  if (const Fault fault = detail::fault_of_request(skeleton, goals, pose)) return detail::bad_input(fault);
  if (const Fault fault = fault_of_settings(skeleton, method)) return detail::bad_input(fault);
  const Scratch::Scope scope(scratch);
  if (scratch.free() < scratch_bytes(skeleton, goals, method)) return detail::bad_input(detail::kTooSmall);
  detail::make_proper(skeleton, pose);
  goals = detail::faded(skeleton, goals, pose, scratch);
  std::span<bool> movable{};
  if (is_steady(method) || skeleton.has_limited_balls()) {  // who needs to know
    movable = scratch.take<bool>(static_cast<std::size_t>(skeleton.freedom_count()));
    detail::find_movable(skeleton, goals, {method.from, method.movable}, movable);
  }
  Report report = is_steady(method) ? solve_steadily(skeleton, goals, method, movable, pose, scratch)
                                    : solve_once(skeleton, goals, method, pose, scratch);
  if (report.status != Status::BadInput) report.outside_limits = detail::count_outside_limits(skeleton, movable, pose);
  return report;
}

}  // namespace kine
