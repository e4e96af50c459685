#include <algorithm>
#include <cmath>

#include "kine/kinematics/forward.h"
#include "kine/model/pose.h"
#include "kine/solve/internal/rows.h"
#include "kine/solve/priority/body_problem.h"

namespace kine::detail {
namespace {

int rows_of(const Skeleton& skeleton, const Goal& goal) {
  return goal.kind == GoalKind::Hold ? 0 : row_count(skeleton, goal);
}

int total_rows(const Skeleton& skeleton, std::span<const Goal> goals) {
  int rows = 0;
  for (const Goal& goal : goals) rows += rows_of(skeleton, goal);
  return rows;
}

}  // namespace

std::size_t BodyProblem::bytes(const Skeleton& skeleton, std::span<const Goal> goals) {
  const auto m = static_cast<std::size_t>(total_rows(skeleton, goals));
  const auto n = static_cast<std::size_t>(skeleton.freedom_count());
  return Frames::bytes(skeleton) + goals.size() * (2 * sizeof(int) + sizeof(Goal*)) + m * (sizeof(Row) + 16) +
         (m * n + 7 * n) * sizeof(double) + 12 * alignof(std::max_align_t);
}

BodyProblem::BodyProblem(const Skeleton& skeleton, std::span<const Goal> goals, JointId from, Scratch& scratch)
    : skeleton_(skeleton), goals_(goals), frames_(skeleton, scratch), rows_(total_rows(skeleton, goals)) {
  const auto m = static_cast<std::size_t>(rows_), n = static_cast<std::size_t>(skeleton.freedom_count());
  order_ = scratch.take<int>(goals.size());
  ends_ = scratch.take<int>(goals.size());
  holds_ = scratch.take<const Goal*>(goals.size());
  rows_of_ = scratch.take<Row>(m);
  values_ = scratch.take<double>(m);
  scales_ = scratch.take<double>(n);
  jacobian_ = {scratch.take<double>(m * n).data(), rows_, skeleton.freedom_count()};
  work_rows_ = {scratch.take<double>(6 * n).data(), 6, skeleton.freedom_count()};

  // An insertion sort: few goals, no allocation, and equal priorities keep their order.
  for (std::size_t i = 0; i < goals.size(); ++i) {
    std::size_t k = i;
    for (; k > 0 && goals[static_cast<std::size_t>(order_[k - 1])].priority > goals[i].priority; --k)
      order_[k] = order_[k - 1];
    order_[k] = static_cast<int>(i);
  }
  // Of the skeleton and not of the goals: a goal that comes later must not change how an earlier one is solved.
  reach_ = skeleton.size() > 0 ? skeleton.size() : 1;
  int row = 0;
  for (std::size_t i = 0; i < goals.size(); ++i) {
    const Goal& goal = goals[static_cast<std::size_t>(order_[i])];
    if (i == 0 || goal.priority != goals[static_cast<std::size_t>(order_[i - 1])].priority) {
      holds_[static_cast<std::size_t>(level_count_)] = nullptr;
      ++level_count_;
    }
    const auto level = static_cast<std::size_t>(level_count_ - 1);
    if (goal.kind == GoalKind::Hold) holds_[level] = &goal;
    for (int k = 0; k < rows_of(skeleton, goal); ++k, ++row) {
      const double unit = is_angle(goal, k) ? 1 : 1 / reach_;
      const Range& bounds = goal.bounds[static_cast<std::size_t>(k)];
      rows_of_[static_cast<std::size_t>(row)] = {
          0, bounds.lower * unit, bounds.upper * unit, goal.weight, unit, order_[i], k};
    }
    ends_[level] = row;
  }
  for (int f = 0; f < skeleton.freedom_count(); ++f) {
    const Skeleton::Freedom& freedom = skeleton.freedom(f);
    const bool slides =
        skeleton.axes()[static_cast<std::size_t>(skeleton.first_axis(freedom.joint) + freedom.component)].slides;
    const bool moves = !freedom.fixed && (from == kWorld || skeleton.is_above(from, freedom.joint));
    scales_[static_cast<std::size_t>(f)] = moves ? std::sqrt(freedom.weight) * (slides ? reach_ : 1) : 0;
  }
}

void BodyProblem::evaluate(std::span<const double> pose) {
  forward(skeleton_, pose, frames_);
  int row = 0;
  for (const int index : order_) {
    const Goal& goal = goals_[static_cast<std::size_t>(index)];
    const int count = rows_of(skeleton_, goal);
    if (count == 0) continue;
    const std::span<double> values = values_.subspan(static_cast<std::size_t>(row), static_cast<std::size_t>(count));
    evaluate_rows(skeleton_, frames_, pose, goal, values, jacobian_.block(row, 0, count, jacobian_.cols()), work_rows_);
    row += count;
  }
  for (std::size_t r = 0; r < rows_of_.size(); ++r) rows_of_[r].value = values_[r] * rows_of_[r].unit;
  for (int c = 0; c < jacobian_.cols(); ++c) {
    double* column = &jacobian_(0, c);
    const double scale = scales_[static_cast<std::size_t>(c)];
    for (std::size_t r = 0; r < rows_of_.size(); ++r) column[r] *= scale * rows_of_[r].unit;
  }
}

}  // namespace kine::detail
