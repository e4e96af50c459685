#include "tests/torture/priorities.h"

#include <algorithm>

#include "tests/torture/text.h"

namespace kine::torture {
namespace {

// Radians, and of the reach. Steps keep earlier rows to 3e-10 of it, but up to 7e-6 was seen, of goals with bounds.
constexpr Real kKept = 1e-5L;

int last_priority(const std::vector<Goal>& goals) {
  return std::ranges::max_element(goals, {}, &Goal::priority)->priority;
}

}  // namespace

std::string broken_priority(const Case& source, const Problem& problem, const SolveRun& run, const PlainModel& model) {
  const auto* method = std::get_if<FullBody>(&source.method);
  if (method == nullptr || method->restarts > 0 || source.goals.empty()) return {};
  const int last = last_priority(source.goals);
  // Goals of which every number will do ask for nothing, and leave the units of the others as they are.
  Case earlier = source;
  bool any = false;
  for (Goal& goal : earlier.goals) {
    if (goal.kind == GoalKind::Hold) return {};  // a wish that gives way to the others by weights
    if (goal.priority == last) goal.bounds.fill(Goal::kAnything);
    any |= goal.priority != last;
  }
  if (!any) return {};
  const std::optional<Problem> without = Problem::make(earlier);
  const SolveRun alone = run_solve(*without, std::byte{0});
  if (alone.report.status == Status::BadInput) return {};
  const std::vector<PlainFrame> before = model.forward(problem.start()), there = model.forward(run.pose),
                                then = model.forward(alone.pose);
  Real reach = 1;  // of the joint that hangs farthest from its root, with scales: the unit of rows
  for (const PlainFrame& frame : there) reach = std::max(reach, frame.extent);
  for (const Goal& goal : source.goals) {
    if (goal.priority == last) continue;
    const Goal wanted = model.faded(before, goal);
    const PlainError ours = model.measure(there, wanted), best = model.measure(then, wanted);
    const Real room = kKept * reach + ours.position_rounding + best.position_rounding;
    if (ours.position > best.position * (1 + kKept) + room)
      return text("a later goal costs an earlier one ", ours.position - best.position, " m");
    if (ours.angle > best.angle * (1 + kKept) + kKept + ours.angle_rounding + best.angle_rounding)
      return text("a later goal costs an earlier one ", ours.angle - best.angle, " rad");
  }
  return {};
}

}  // namespace kine::torture
