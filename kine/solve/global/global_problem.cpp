#include "kine/solve/global/global_problem.h"

#include <algorithm>
#include <cmath>

#include "kine/math/trig.h"
#include "kine/model/internal/compiled_skeleton.h"
#include "kine/model/pose.h"
#include "kine/solve/global/starts.h"
#include "kine/solve/internal/check_problem.h"

namespace kine::detail {
namespace {

Fault fault_of_settings(const Skeleton& skeleton, const Global& method) {
  if (const Fault fault = fault_of(method.tolerance)) return fault;
  if (method.max_starts < 0) return "max_starts is negative";
  if (method.max_starts > Global::kMostStarts) return "max_starts is beyond a million";
  if (method.choice == Choice::Posture || !method.posture.empty()) {
    const bool fits = static_cast<int>(method.posture.size()) == skeleton.value_count();
    if (!fits || !is_usable(skeleton, method.posture)) return "the posture is not a pose of this skeleton";
  }
  return fault_of(skeleton, MovePermission{method.from, method.movable});
}

/// What a descent may leave so that the goals are met: an aim from a point that is a little off is a little off too.
Allowed strictly_allowed(const ArmWish& wish, const Allowed& allowed) {
  if (!wish.spins()) return allowed;
  const double half = allowed.radians / 2;
  return {std::min<double>(allowed.metres, half * length(wish.aimed_at - wish.position)), half};
}

}  // namespace

GlobalProblem::GlobalProblem(const Skeleton& skeleton, std::span<const Goal> goals, const ArmWish& its_wish,
                             const Global& method, std::span<const double> pose, Scratch& scratch)
    : wish(its_wish),
      arm(make_arm(skeleton, wish.tip, {method.from, method.movable}, pose, scratch)),
      target(target_of(arm, wish.position, wish.orientation)),
      allowed(allowed_of(method.tolerance, skeleton, goals[0])),
      descent(arm, target, wish.turned, strictly_allowed(wish, allowed), scratch),
      seed(variables_of(pose, scratch)),
      near(method.choice == Choice::Posture ? variables_of(method.posture, scratch) : seed) {
  if (!wish.spins()) return;
  // Of all the ways in which the tool may spin the target takes the one that turns it the least from where the seed has it:
  // there the spin is zero, as it is in the seed.
  descent.measure(seed);
  const Mat3 at_seed = descent.last_frame();
  target.last = to_matrix(turn_towards(at_seed.z, target.last.z)) * at_seed;
}

std::size_t GlobalProblem::bytes(const Skeleton& skeleton, JointId joint) {
  const auto variables = static_cast<std::size_t>(skeleton.compiled().joint(joint).path_axes) + 1;
  return static_cast<std::size_t>(skeleton.freedom_count()) + arm_bytes(skeleton, joint) +
         ArmDescent::bytes(skeleton, joint) + ArmSearch::bytes(variables) + 2 * variables * sizeof(double) +
         alignof(double);
}

Fault GlobalProblem::fault_of(const Skeleton& skeleton, std::span<const Goal> goals, const ArmWish& wish,
                              const Global& method, std::span<const double> pose, const Scratch& scratch) {
  if (const Fault fault = fault_of_goals(skeleton, goals, pose)) return fault;
  if (const Fault fault = fault_of_settings(skeleton, method)) return fault;
  if (wish.fault) return wish.fault;
  if (const Fault fault = fault_of_arm(skeleton, wish.tip, {method.from, method.movable})) return fault;
  return scratch.free() < bytes(skeleton, wish.tip.joint) ? Fault{kScratchTooSmall} : Fault{};
}

std::span<double> GlobalProblem::variables_of(std::span<const double> pose, Scratch& scratch) const {
  const std::span<double> x = scratch.take<double>(arm.variables.size());
  for (std::size_t v = 0; v < x.size(); ++v) {
    const ArmVariable& variable = arm.variables[v];
    x[v] = variable.value < 0 ? 0 : variable.limits.clamp(pose[static_cast<std::size_t>(variable.value)]);
  }
  return x;
}

void GlobalProblem::write(std::span<const double> x, std::span<double> pose) const {
  for (std::size_t v = 0; v < arm.variables.size(); ++v)
    if (arm.variables[v].value >= 0) pose[static_cast<std::size_t>(arm.variables[v].value)] = x[v];
}

Allowed GlobalProblem::tip_allowed() const {
  if (!wish.spins()) return allowed;
  return {allowed.metres, allowed.radians + allowed.metres / length(wish.aimed_at - wish.position)};
}

double GlobalProblem::angle_of_turn(const DescentOutcome& end, std::span<const double> x) {
  constexpr double kNearHalfTurn = 1.9;  // of 2: from there on the arc sine loses digits
  if (!(end.turn_error > kNearHalfTurn)) return 2 * asin(end.turn_error / 2);
  descent.measure(x);
  return descent.turn_angle();
}

void GlobalProblem::judge(const DescentOutcome& end, std::span<const double> x, bool proved, Report& report) {
  const auto unreachable = [&] {
    return proved || arm.range.proves_unreachable(arm.base, wish.position, allowed.metres);
  };
  ReportWriter writer(report);
  const double angle = wish.spins() ? 0 : angle_of_turn(end, x);
  const GoalError first{end.position_error, angle};
  writer.add(0, first, allowed, status_of(first, allowed, unreachable));
  if (!wish.spins()) return;
  descent.measure(x);
  const Vec3 aimed_at = transposed(arm.world_from_base) * (wish.aimed_at - arm.base);
  const GoalError second{0, descent.angle_of_spin_axis_to(aimed_at)};
  writer.add(1, second, allowed, status_of(second, allowed, [] { return false; }));
}

void GlobalProblem::name_limits(const Skeleton& skeleton, std::span<const double> x, std::span<const double> outside,
                                Report& report) const {
  int left = 0;  // limits that the pose which reaches would leave
  for (std::size_t v = 0; v < arm.variables.size() && report.blocker_count < Report::kMaxBlockers; ++v) {
    const ArmVariable& variable = arm.variables[v];
    const double limit = variable.limits.clamp(outside[v]);
    if (variable.value < 0 || limit == outside[v]) continue;
    ++left;
    if (std::abs(x[v] - limit) > kAtLimit * (1 + std::abs(limit))) continue;
    const Skeleton::Freedom& freedom = skeleton.freedom(variable.freedom);
    report.blockers[static_cast<std::size_t>(report.blocker_count++)] = {
        .joint = freedom.joint, .component = freedom.component, .at = limit, .relax = std::abs(outside[v] - limit)};
  }
  if (left == 1) return;
  for (int i = 0; i < report.blocker_count; ++i)  // none of them would be enough by itself
    report.blockers[static_cast<std::size_t>(i)].relax = 0;
}

}  // namespace kine::detail
