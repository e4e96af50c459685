#include "kine/solve/global.h"

#include <algorithm>
#include <cmath>

#include "kine/math/trig.h"
#include "kine/model/internal/compiled_skeleton.h"
#include "kine/model/internal/pose_values.h"
#include "kine/solve/global/arm.h"
#include "kine/solve/global/closed_search.h"
#include "kine/solve/global/descent.h"
#include "kine/solve/global/starts.h"
#include "kine/solve/internal/check_problem.h"
#include "kine/solve/internal/judge.h"

namespace kine {
namespace {

constexpr int kIterations = 50;      // of one descent, at the most: it gives up long before
constexpr int kPolish = 6;           // steps from a pose in closed form; one or two but for singular ones
constexpr double kWarm = 0.3;        // squared error, radians and reaches, below which the seed may be near a solution
constexpr int kWarmIterations = 10;  // then

bool is_plain(const Goal& goal) {
  for (const Range& range : goal.bounds)
    if (range != Goal::kExact) return false;
  return goal.fade == 1;
}

/// What is wanted of the tip, made of the goals.
struct Wish {
  detail::ArmTip tip{};
  bool turned = false;
  Fault fault{};
};

Wish wish_of(std::span<const Goal> goals) {
  constexpr const char* kKinds = "Global takes one place, one reach, or a reach and an aim of the same point";
  if (goals.empty() || goals.size() > 2) return {.fault = kKinds};
  const Goal& goal = goals[0];
  const bool place = goal.kind == GoalKind::Place;
  if (!place && goal.kind != GoalKind::Reach) return {.fault = kKinds};
  for (const Goal& each : goals)
    if (!is_plain(each)) return {.fault = "Global takes no bounds and no fade"};
  Wish wish{.tip = {goal.joint, goal.offset, goal.frame}, .turned = place};
  if (goals.size() == 1) return wish;
  const Goal& aim = goals[1];
  const bool same = aim.joint == goal.joint && aim.offset == goal.offset && aim.frame == goal.frame;
  if (place || aim.kind != GoalKind::Aim || !same) return {.fault = kKinds};
  if (aim.target == goal.target) return {.fault = "the aim's target must lie away from the point that is reached"};
  wish.tip.spin = aim.axis;
  wish.turned = true;
  return wish;
}

Fault fault_of_settings(const Skeleton& skeleton, const Global& method) {
  if (const Fault fault = detail::fault_of(method.tolerance)) return fault;
  if (method.max_starts < 0) return "max_starts is negative";
  return detail::fault_of(skeleton, detail::MovePermission{method.from, method.movable});
}

std::size_t bytes_for(const Skeleton& skeleton, JointId joint) {
  const auto variables = static_cast<std::size_t>(skeleton.compiled().joint(joint).path_axes) + 1;
  return detail::arm_bytes(skeleton, joint) + detail::ArmDescent::bytes(skeleton, joint) +
         3 * variables * sizeof(double) + alignof(double);
}

/// The orientation that turns `axis` of the joint towards `direction`; how it spins does not matter.
Quat aimed(const Vec3& axis, const Vec3& direction) {
  const Vec3 from = normalised(axis), to = normalised(direction);
  const double cosine = dot(from, to);
  if (cosine > -0.9) {
    const Vec3 turn = cross(from, to);
    return normalised(Quat{turn.x, turn.y, turn.z, 1 + cosine});
  }
  const Vec3 other = normalised(std::abs(from.x) < 0.5 ? cross(from, kUnitX) : cross(from, kUnitY));
  const Quat half{other.x, other.y, other.z, 0};  // half a turn, and then the little that is left
  const Vec3 turn = cross(-from, to);
  return normalised(Quat{turn.x, turn.y, turn.z, 1 - cosine}) * half;
}

/// One problem on one arm.
class GlobalSolver {
 public:
  GlobalSolver(const Skeleton& skeleton, std::span<const Goal> goals, const Wish& wish, const Global& method,
               std::span<double> pose, Scratch& scratch)
      : method_(method),
        pose_(pose),
        arm_(detail::make_arm(skeleton, wish.tip, {method.from, method.movable}, pose, scratch)),
        target_(detail::target_of(arm_, goals[0].target, orientation(goals))),
        allowed_(detail::allowed_of(method.tolerance, skeleton, goals[0])),
        descent_(arm_, target_, wish.turned, strictly_allowed(goals, allowed_), scratch),
        goals_(goals) {
    for (std::span<double>* array : {&seed_, &at_, &best_at_}) *array = scratch.take<double>(arm_.variables.size());
  }

  Report run() {
    read_pose();
    std::copy(seed_.begin(), seed_.end(), at_.begin());
    best_ = descent_.measure(at_);
    std::copy(at_.begin(), at_.end(), best_at_.begin());
    if (!best_.reached) search();
    write_pose();
    return report(best_, iterations_);
  }

 private:
  /// From what is quickest where it works to what takes longest.
  void search() {
    if (best_.squared < kWarm && try_descent(kWarmIterations)) return;
    if (method_.max_starts == 0) return;
    const detail::Structure structure = detail::structure_of(arm_);
    if (structure.family != detail::Family::None) {
      detail::ClosedSearch closed(arm_, target_, structure, seed_);
      const bool found = closed.run(at_, [&](bool exactly) { return try_descent(exactly ? kPolish : kIterations); });
      if (found) return;
    }
    detail::Starts starts(arm_, seed_);
    std::copy(seed_.begin(), seed_.end(), at_.begin());
    for (int start = 0; start < method_.max_starts; ++start) {
      if (start > 0) starts.next(at_);
      if (try_descent(kIterations)) return;
    }
  }

  /// A descent from where `at_` is; the best so far is kept. True if it reached.
  bool try_descent(int max_iterations) {
    const detail::DescentOutcome outcome = descent_.run(at_, max_iterations);
    iterations_ += outcome.iterations;
    if (outcome.reached || outcome.squared < best_.squared) {
      best_ = outcome;
      std::copy(at_.begin(), at_.end(), best_at_.begin());
    }
    return outcome.reached;
  }

  static Quat orientation(std::span<const Goal> goals) {
    if (goals.size() == 2) return aimed(goals[1].axis, goals[1].target - goals[0].target);
    return goals[0].kind == GoalKind::Place ? normalised(goals[0].orientation) : Quat{};
  }

  /// What a descent may leave so that the goals are met: an aim from a point that is a little off is a little off too.
  static detail::Allowed strictly_allowed(std::span<const Goal> goals, const detail::Allowed& allowed) {
    if (goals.size() == 1) return allowed;
    const double half = allowed.radians / 2;
    return {std::min<double>(allowed.metres, half * length(goals[1].target - goals[0].target)), half};
  }

  void read_pose() {
    for (std::size_t v = 0; v < arm_.variables.size(); ++v) {
      const detail::ArmVariable& variable = arm_.variables[v];
      seed_[v] = variable.value < 0 ? 0 : variable.limits.clamp(pose_[static_cast<std::size_t>(variable.value)]);
    }
  }

  void write_pose() {
    for (std::size_t v = 0; v < arm_.variables.size(); ++v)
      if (arm_.variables[v].value >= 0) pose_[static_cast<std::size_t>(arm_.variables[v].value)] = best_at_[v];
  }

  Report report(const detail::DescentOutcome& best, int iterations) {
    Report report;
    report.iterations = iterations;
    const auto unreachable = [&] { return arm_.range.proves_unreachable({}, target_.position, allowed_.metres); };
    detail::ReportWriter writer(report);
    const double angle = 2 * asin(std::min<double>(1, best.turn_error / 2));
    const GoalError first{best.position_error, goals_.size() == 1 ? angle : 0};
    writer.add(0, first, allowed_, detail::status_of(first, allowed_, unreachable));
    if (goals_.size() == 1) return report;
    descent_.measure(best_at_);
    const Vec3 aimed_at = transposed(arm_.world_from_base) * (goals_[1].target - arm_.base);
    const GoalError second{0, descent_.angle_of_spin_axis_to(aimed_at)};
    writer.add(1, second, allowed_, detail::status_of(second, allowed_, [] { return false; }));
    return report;
  }

  const Global& method_;
  std::span<double> pose_;
  detail::Arm arm_;
  detail::ArmTarget target_;
  detail::Allowed allowed_;
  detail::ArmDescent descent_;
  std::span<const Goal> goals_;
  std::span<double> seed_{}, at_{}, best_at_{};
  detail::DescentOutcome best_{};
  int iterations_ = 0;
};

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
  const Wish wish = wish_of(goals);
  if (wish.fault) return detail::bad_input(wish.fault);
  if (const Fault fault = detail::fault_of_arm(skeleton, wish.tip, {method.from, method.movable}))
    return detail::bad_input(fault);
  const Scratch::Scope scope(scratch);
  if (scratch.free() < bytes_for(skeleton, wish.tip.joint)) return detail::bad_input(detail::kScratchTooSmall);
  if (!detail::tidy_if_usable(skeleton, pose)) return detail::bad_input(detail::kPoseUnusable);
  Report report = GlobalSolver(skeleton, goals, wish, method, pose, scratch).run();
  detail::write_followers(skeleton, pose);
  report.outside_limits = detail::count_outside_limits(skeleton, {}, pose);
  return report;
}

}  // namespace kine
