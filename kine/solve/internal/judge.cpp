#include "kine/solve/internal/judge.h"

#include <algorithm>

#include "kine/solve/internal/wrist.h"

namespace kine::detail {

void judge(const Skeleton& skeleton, std::span<const Goal> goals, const Frames& frames, std::span<const double> pose,
           const Tolerance& tolerance, const MovePermission& may_move, Report& report) {
  ReportWriter writer(report);
  for (std::size_t g = 0; g < goals.size(); ++g) {
    const Goal& goal = goals[g];
    const GoalError error = measure(skeleton, frames, pose, goal);
    if (goal.kind == GoalKind::Hold) {  // a posture is a wish: it is never met exactly
      report.hold_error = std::max<double>(report.hold_error, error.angle);
      continue;
    }
    const Allowed allowed = allowed_of(tolerance, skeleton, goal);
    const Status status = status_of(error, allowed, [&] {
      const ReachShell shell = reach_shell_of(skeleton, frames, goal, may_move);
      if (shell.proves_unreachable(goal.target, allowed.metres)) return true;
      const WristProof proof = prove_by_wrist(skeleton, frames, goal, may_move, tolerance);
      if (proof.proved()) report.wrist = proof;
      return proof.proved();
    });
    writer.add(static_cast<int>(g), error, allowed, status);
  }
}

}  // namespace kine::detail
