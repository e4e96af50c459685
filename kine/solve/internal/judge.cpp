#include "kine/solve/internal/judge.h"

namespace kine::detail {

void judge(const Skeleton& skeleton, std::span<const Goal> goals, const Frames& frames, std::span<const double> pose,
           const Tolerance& tolerance, JointId from, Report& report) {
  ReportWriter writer(report);
  for (std::size_t g = 0; g < goals.size(); ++g) {
    const Goal& goal = goals[g];
    if (goal.kind == GoalKind::Hold) continue;
    const GoalError error = measure(skeleton, frames, pose, goal);
    const Allowed allowed = allowed_of(tolerance, skeleton, goal);
    const Status status = status_of(error, allowed, [&] {
      const ReachShell shell = reach_shell_of(skeleton, frames, goal, from);
      return shell.range.excludes(shell.distance_to(goal.target), allowed.metres);
    });
    writer.add(static_cast<int>(g), error, allowed, status);
  }
}

}  // namespace kine::detail
