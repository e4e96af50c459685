#include "kine/solve/jacobian.h"

#include <algorithm>
#include <cmath>

#include "kine/kinematics/forward.h"
#include "kine/model/internal/compiled_skeleton.h"
#include "kine/model/internal/pose_values.h"
#include "kine/model/pose.h"
#include "kine/solve/damped/dense_solver.h"
#include "kine/solve/damped/hold_back.h"
#include "kine/solve/damped/limb_ease.h"
#include "kine/solve/damped/limb_step.h"
#include "kine/solve/damped/penultimate.h"
#include "kine/solve/internal/check_problem.h"
#include "kine/solve/internal/fade_goals.h"
#include "kine/solve/internal/goal_sizes.h"
#include "kine/solve/internal/judge.h"
#include "kine/solve/internal/movable.h"
#include "kine/solve/internal/reach.h"

namespace kine {

Fault detail::fault_of(const Skeleton& skeleton, const Jacobian& method) {
  if (const Fault fault = fault_of(method.tolerance)) return fault;
  if (!(method.step > 0 && method.step <= 1)) return "the step must lie above 0 and at most be 1";
  if (method.max_iterations < 0 || method.inner_limit < 0) return "an iteration limit is negative";
  if (!(method.inverse_error > 0)) return "the error let through for the inverse must be positive";
  if (const Fault fault = fault_of(skeleton, MovePermission{method.from, method.movable})) return fault;
  if (!(method.max_change > 0)) return "the most that a joint may change must be positive";
  if (!method.posture.empty() &&
      (static_cast<int>(method.posture.size()) != skeleton.value_count() || !is_usable(skeleton, method.posture)))
    return "the posture is not a pose of this skeleton";
  if (!(method.ease >= 0 && method.ease <= 1)) return "the ease must lie between 0 and 1";
  return {};
}

namespace {

bool is_exact(const Goal& goal) {
  for (const Range& range : goal.bounds)
    if (range != Goal::kExact) return false;
  return true;
}

/// True if every ball and free joint turns as a whole or not at all.
bool locks_whole_balls(const Skeleton& skeleton, std::span<const bool> movable) {
  if (movable.empty()) return true;
  for (const detail::CompiledJoint& joint : skeleton.compiled().joints) {
    if (joint.kind != JointKind::Ball && joint.kind != JointKind::Free) continue;
    const auto flag = [&](int k) {
      return movable[static_cast<std::size_t>(skeleton.compiled().axis(joint.first_axis + k).freedom)];
    };
    if (flag(1) != flag(0) || flag(2) != flag(0)) return false;
  }
  return true;
}

/// One reach or place in the world on a plain limb: what most solves are, and what the quick kernels do.
bool is_of_one_limb(const Skeleton& skeleton, std::span<const Goal> goals, const Jacobian& method) {
  if (goals.size() != 1 || method.inverse != Inverse::Damped) return false;
  const Goal& goal = goals[0];
  const bool kind = goal.kind == GoalKind::Reach || goal.kind == GoalKind::Place;
  const bool there =
      goal.joint.index >= 0 && goal.joint.index < skeleton.joint_count();  // scratch_bytes checks nothing
  return kind && there && goal.frame == kWorld && is_exact(goal) && detail::has_limbs(skeleton) &&
         locks_whole_balls(skeleton, method.movable);
}

/// One goal on a compiled limb (LimbOf) that has the values of the pose.
template <class Limb>
class LimbSolver {
 public:
  LimbSolver(const Skeleton& skeleton, const Goal& goal, const Jacobian& method, std::span<double> pose, Limb limb)
      : goal_(goal),
        method_(method),
        pose_(pose),
        limb_(limb),
        allowed_(detail::allowed_of(method.tolerance, skeleton, goal)) {}

  /// Solves from the pose and writes the best one found into it.
  Report run() {
    const Vec3& target = goal_.target;
    const detail::LimbSettings settings{allowed_.metres, allowed_.radians, method_.max_iterations, method_.step};
    if (goal_.kind == GoalKind::Reach) return finish(detail::reach_limb(limb_, target, settings), false);
    const detail::LimbTarget wanted{target, normalised(goal_.orientation)};
    if (!method_.penultimate || !detail::has_free_end(limb_))
      return finish(detail::place_limb(limb_, wanted, settings), false);
    const detail::PenultimateOutcome half = detail::place_by_penultimate(limb_, wanted, settings);
    if (half.reached) return finish(half.limb, false);
    detail::read_pose(limb_, pose_);
    detail::LimbSettings rest = settings;
    rest.max_iterations -= half.limb.iterations;
    detail::LimbOutcome full = detail::place_limb(limb_, wanted, rest);
    full.iterations += half.limb.iterations;
    return finish(full, half.proved);
  }

  /// Moves the pose by `share` of the way to a posture, less what would move the tip to first order.
  void ease_towards(std::span<const double> posture, double share) {
    detail::ease_limb(limb_, goal_.kind == GoalKind::Place, posture, share);
    detail::write_pose(limb_, pose_);
  }

  /// The pose has been changed by others.
  void read_pose() { detail::read_pose(limb_, pose_); }

 private:
  Report finish(const detail::LimbOutcome& outcome, bool proved) {
    detail::write_pose(limb_, pose_);
    Report report;
    report.iterations = outcome.iterations;
    const GoalError error{outcome.position_error, outcome.angle_error};
    const Status status = detail::status_of(error, allowed_, [&] {
      return proved || limb_.range.proves_unreachable(limb_.base, goal_.target, allowed_.metres);
    });
    detail::ReportWriter(report).add(0, error, allowed_, status);
    return report;
  }

  const Goal& goal_;
  const Jacobian& method_;
  std::span<double> pose_;
  Limb limb_;
  detail::Allowed allowed_;
};

bool is_plain(const Jacobian& method) { return method.max_change == kInfinity && method.posture.empty(); }

/// A problem with what a solve of it needs besides: `solver` runs it from the pose (LimbSolver, DenseSolver).
template <class Solver>
struct SteadySolve {
  const Skeleton& skeleton;
  std::span<const Goal> goals;
  const Jacobian& method;
  std::span<const bool> movable;
  std::span<double> pose;
  Scratch& scratch;
  Solver& solver;

  /// The solve, near a posture and near where it began as far as the method asks for that.
  Report run() {
    if (is_plain(method)) return solver.run();
    const std::span<double> before = scratch.take<double>(pose.size());
    std::copy(pose.begin(), pose.end(), before.begin());
    double reach = 0;
    for (const Goal& goal : goals) reach = std::max<double>(reach, detail::reach_of(skeleton, goal));
    const bool eases = !method.posture.empty() && method.ease > 0 && method.max_iterations > 0;
    Report report = eases ? run_near_posture(before, reach) : solver.run();
    if (method.max_change == kInfinity ||
        !detail::hold_back(skeleton, movable, before, method.max_change, reach, pose, scratch))
      return report;
    Frames frames(skeleton, scratch);
    forward(skeleton, pose, frames);
    detail::judge(skeleton, goals, frames, pose, method.tolerance, {method.from, method.movable}, report);
    return report;
  }

 private:
  /// A step towards the posture, then the solve. Where that does not reach, the solve without it counts too: the
  /// posture never costs the goals anything.
  Report run_near_posture(std::span<const double> before, double reach) {
    solver.ease_towards(method.posture, method.ease);
    const Report eased = solver.run();
    if (eased.reached()) return eased;
    const std::span<double> eased_pose = scratch.take<double>(pose.size());
    std::copy(pose.begin(), pose.end(), eased_pose.begin());
    std::copy(before.begin(), before.end(), pose.begin());
    solver.read_pose();
    const Report without = solver.run();
    const auto error = [&](const Report& report) { return report.position_error / reach + report.angle_error; };
    if (without.reached() || !(error(eased) <= error(without))) return without;
    std::copy(eased_pose.begin(), eased_pose.end(), pose.begin());
    return eased;
  }
};

/// `of_goals`: what the limb of the goal or the dense matrices take.
std::size_t bytes_of(const Skeleton& skeleton, const detail::GoalSizes& sizes, const Jacobian& method,
                     std::size_t of_goals) {
  const std::size_t bytes =
      detail::fade_goals_bytes(skeleton, sizes) + static_cast<std::size_t>(skeleton.freedom_count()) + of_goals;
  if (is_plain(method)) return bytes;
  const std::size_t one_pose = static_cast<std::size_t>(skeleton.value_count()) * sizeof(double) + alignof(double);
  return bytes + 2 * one_pose + detail::hold_back_bytes(skeleton) + Frames::bytes(skeleton);
}

std::size_t bytes_of(const Skeleton& skeleton, std::span<const Goal> goals, const Jacobian& method, bool one_limb) {
  const detail::GoalSizes sizes = detail::sizes_of(skeleton, goals);
  return bytes_of(skeleton, sizes, method,
                  one_limb ? detail::limb_bytes(skeleton, goals[0].joint)
                           : detail::DenseSolver::bytes(skeleton, sizes.rows, method.inverse));
}

}  // namespace

std::size_t scratch_bytes(const Skeleton& skeleton, std::span<const Goal> goals, const Jacobian& method) {
  return bytes_of(skeleton, goals, method, is_of_one_limb(skeleton, goals, method));
}

std::size_t scratch_bytes_for_rows(const Skeleton& skeleton, int rows, const Jacobian& method) {
  const detail::GoalSizes sizes = detail::sizes_at_most(rows);
  const std::size_t of_goals = std::max<std::size_t>(detail::limb_bytes(skeleton),
                                                     detail::DenseSolver::bytes(skeleton, sizes.rows, method.inverse));
  return bytes_of(skeleton, sizes, method, of_goals);
}

Report solve(const Skeleton& skeleton, std::span<const Goal> goals, const Jacobian& method, std::span<double> pose,
             Scratch& scratch) {
  if (const Fault fault = detail::fault_of_goals(skeleton, goals, pose)) return detail::bad_input(fault);
  if (const Fault fault = detail::fault_of(skeleton, method)) return detail::bad_input(fault);
  const Scratch::Scope scope(scratch);
  const bool one_limb = is_of_one_limb(skeleton, goals, method);
  if (scratch.free() < bytes_of(skeleton, goals, method, one_limb)) return detail::bad_input(detail::kScratchTooSmall);
  if (!detail::tidy_if_usable(skeleton, pose)) return detail::bad_input(detail::kPoseUnusable);
  goals = detail::fade_goals(skeleton, goals, pose, scratch);
  std::span<bool> movable{};
  if (!is_plain(method) || skeleton.has_limited_balls()) {  // only they ask for it
    movable = scratch.take<bool>(static_cast<std::size_t>(skeleton.freedom_count()));
    detail::find_movable(skeleton, goals, {method.from, method.movable}, movable);
  }
  const auto run = [&](auto&& solver) {
    Report report = SteadySolve{skeleton, goals, method, movable, pose, scratch, solver}.run();
    report.outside_limits = detail::count_outside_limits(skeleton, movable, pose);
    return report;
  };
  if (!one_limb) return run(detail::DenseSolver(skeleton, goals, method, pose, scratch));
  const Goal& goal = goals[0];
  const PointOnJoint point{goal.joint, goal.offset};
  if (method.movable.empty() && detail::is_ball_chain(skeleton, goal.joint, method.from))
    return run(
        LimbSolver(skeleton, goal, method, pose, detail::make_ball_chain(skeleton, point, method.from, pose, scratch)));
  return run(LimbSolver(skeleton, goal, method, pose,
                        detail::make_limb(skeleton, point, method.from, pose, scratch, method.movable)));
}

}  // namespace kine
