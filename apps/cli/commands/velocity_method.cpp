#include "apps/cli/commands/velocity_method.h"

#include <algorithm>
#include <array>

#include "kine/solve/velocity.h"

namespace kine::cli {

namespace {

constexpr std::size_t kMostGoals = 32;
constexpr int kMostSteps = 200;
using Memory = std::array<VelocityConstraint, kMostGoals>;

/// Nothing where the goals are no such ones.
std::span<const VelocityConstraint> constraints_of(std::span<const Goal> goals, Memory& memory) {
  if (goals.size() > kMostGoals) return {};
  for (std::size_t i = 0; i < goals.size(); ++i) {
    const Goal& goal = goals[i];
    const VelocityOptions options{.offset = goal.offset, .weight = goal.weight};
    if (goal.frame != kWorld) return {};
    if (goal.kind == GoalKind::Reach) {
      memory[i] = follow_point(goal.joint, goal.target, {}, options);
    } else if (goal.kind == GoalKind::Place) {
      memory[i] = follow_pose(goal.joint, {goal.orientation, goal.target}, {}, options);
    } else {
      return {};
    }
  }
  return std::span(memory).first(goals.size());
}

/// The smallest reach of any goal: what the tolerance is a part of.
double reach_of(const Skeleton& skeleton, std::span<const Goal> goals) {
  double least = kInfinity;
  for (const Goal& goal : goals) {
    double sum = length(goal.offset);
    for (JointId id = goal.joint; skeleton.parent(id).valid(); id = skeleton.parent(id)) {
      sum += length(skeleton.description(id).rest.translation);
    }
    least = std::min(least, sum);
  }
  return least;
}

/// The freedoms without a flag, by index.
std::span<int> locked_freedoms(std::span<const bool> movable, Scratch& scratch) {
  const std::span<int> locked = scratch.take<int>(movable.size());
  std::size_t count = 0;
  for (std::size_t i = 0; i < movable.size(); ++i)
    if (!movable[i]) locked[count++] = static_cast<int>(i);
  return locked.first(count);
}

}  // namespace

Report solve_by_velocity(const Skeleton& skeleton, std::span<const Goal> goals, const MethodSettings& settings,
                         std::span<double> pose, Scratch& scratch) {
  Memory memory;
  const std::span<const VelocityConstraint> constraints = constraints_of(goals, memory);
  Report report;
  report.fault = "only reach and place goals in the world can be followed by speeds, at most 32 of them";
  if (constraints.empty()) return report;
  const Scratch::Scope scope(scratch);
  const std::span<double> speeds = scratch.take<double>(static_cast<std::size_t>(skeleton.freedom_count()));
  std::ranges::fill(speeds, 0.0);
  const std::span<int> locked = locked_freedoms(settings.movable, scratch);
  const Tolerance& tolerance = settings.tolerance;
  const double allowed = tolerance.metres > 0 ? tolerance.metres : tolerance.position * reach_of(skeleton, goals);
  const int most = settings.max_iterations.value_or(kMostSteps);
  report.status = Status::NotFound;
  while (report.iterations < most && !report.reached()) {
    const VelocityReport done =
        step(skeleton, constraints, {.h = 1, .beta = 1, .fixed = locked}, speeds, pose, scratch);
    ++report.iterations;
    report.position_error = done.position_error;
    report.angle_error = done.angle_error;
    if (done.status == Status::BadInput) {
      report.status = Status::BadInput;
      report.fault = done.fault;
      return report;
    }
    if (done.position_error <= allowed && done.angle_error <= tolerance.angle) report.status = Status::Reached;
  }
  return report;
}

std::size_t velocity_bytes(const Skeleton& skeleton, std::span<const Goal> goals, const MethodSettings&) {
  Memory memory;
  const auto freedoms = static_cast<std::size_t>(skeleton.freedom_count());
  return kine::scratch_bytes(skeleton, constraints_of(goals, memory)) +
         (sizeof(double) + sizeof(int)) * (freedoms + 8);  // its speeds, and which of them are locked
}

}  // namespace kine::cli
