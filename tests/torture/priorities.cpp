#include "tests/torture/priorities.h"

#include <algorithm>

#include "tests/torture/text.h"

namespace kine::torture {
namespace {

// Rows of earlier priorities keep their values to 3e-10 radians or of the figure's size (FullBody): up to three rows a
// goal, each measured after two solves.
constexpr Real kKept = 2 * 1.7320508075688773L * 3e-10L;

int last_priority(const std::vector<Goal>& goals) {
  return std::ranges::max_element(goals, {}, &Goal::priority)->priority;
}

/// The longest way from a root to a joint along the bones, without scales: what FullBody measures lengths in.
Real size_of(const PlainModel& model) {
  Real size = 0;
  for (int i = 0; i < model.joint_count(); ++i)
    if (model.parent(i) >= 0) size = std::max(size, model.reach(Goal{.joint = {i}}));
  return size > 0 ? size : 1;
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
  const Real size = size_of(model);
  for (const Goal& goal : source.goals) {
    if (goal.priority == last) continue;
    const Goal wanted = model.faded(before, goal);
    const PlainError ours = model.measure(there, wanted), best = model.measure(then, wanted);
    if (ours.position > best.position + kKept * size + ours.position_rounding + best.position_rounding)
      return text("a later goal costs an earlier one ", ours.position - best.position, " m");
    if (ours.angle > best.angle + kKept + ours.angle_rounding + best.angle_rounding)
      return text("a later goal costs an earlier one ", ours.angle - best.angle, " rad");
  }
  return {};
}

}  // namespace kine::torture
