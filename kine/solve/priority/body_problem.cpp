#include <algorithm>
#include <cmath>

#include "kine/kinematics/forward.h"
#include "kine/model/internal/compiled_skeleton.h"
#include "kine/model/pose.h"
#include "kine/solve/internal/rows.h"
#include "kine/solve/priority/body_problem.h"

namespace kine::detail {
namespace {

constexpr double kLeastEffort = 1e-6;  // what carries next to nothing counts so much all the same, against the most

int rows_of(const Skeleton& skeleton, const Goal& goal) {
  return goal.kind == GoalKind::Hold ? 0 : row_count(skeleton, goal);
}

int total_rows(const Skeleton& skeleton, std::span<const Goal> goals) {
  int rows = 0;
  for (const Goal& goal : goals) rows += rows_of(skeleton, goal);
  return rows;
}

}  // namespace

std::size_t BodyProblem::bytes(const Skeleton& skeleton, std::size_t goals, std::size_t rows) {
  const auto n = static_cast<std::size_t>(skeleton.freedom_count());
  return Frames::bytes(skeleton) + goals * (3 * sizeof(int) + sizeof(Goal*)) + rows * (sizeof(Row) + sizeof(double)) +
         (rows * n + 8 * n) * sizeof(double) + 10 * alignof(std::max_align_t);
}

BodyProblem::BodyProblem(const Skeleton& skeleton, std::span<const Goal> goals, std::span<const bool> movable,
                         Scratch& scratch)
    : skeleton_(skeleton), goals_(goals), frames_(skeleton, scratch), rows_(total_rows(skeleton, goals)) {
  const auto m = static_cast<std::size_t>(rows_), n = static_cast<std::size_t>(skeleton.freedom_count());
  order_ = scratch.take<int>(goals.size());
  ends_ = scratch.take<int>(goals.size());
  priorities_ = scratch.take<int>(goals.size());
  holds_ = scratch.take<const Goal*>(goals.size());
  rows_of_ = scratch.take<Row>(m);
  values_ = scratch.take<double>(m);
  scales_ = scratch.take<double>(n);
  effort_weights_ = scratch.take<double>(n);
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
      priorities_[static_cast<std::size_t>(level_count_)] = goal.priority;
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
  std::fill(effort_weights_.begin(), effort_weights_.end(), 1.0);
  for (const Goal& goal : goals) {
    if (goal.kind != GoalKind::Hold || !goal.freedom_weights.empty() || !(skeleton.mass() > 0)) continue;
    weigh_by_effort(goal.posture);
    break;
  }
  for (int f = 0; f < skeleton.freedom_count(); ++f) {
    const Skeleton::Freedom& freedom = skeleton.freedom(f);
    const bool slides = skeleton.slides(freedom.joint, freedom.component);
    const auto i = static_cast<std::size_t>(f);
    scales_[i] = movable[i] ? std::sqrt(freedom.weight) * (slides ? reach_ : 1) : 0;
  }
}

void BodyProblem::weigh_by_effort(std::span<const double> posture) {
  std::fill(effort_weights_.begin(), effort_weights_.end(), 0.0);
  forward(skeleton_, posture, frames_);
  for (int i = 0; i < skeleton_.joint_count(); ++i) {
    const double mass = skeleton_.description({i}).mass;
    if (!(mass > 0)) continue;
    const Vec3 at = frames_.position({{i}, skeleton_.description({i}).centre_of_mass});
    for (int joint = i; joint >= 0; joint = skeleton_.compiled().joint(joint).parent) {
      const CompiledJoint& compiled = skeleton_.compiled().joint(joint);
      const Vec3 arm = at - frames_.position(JointId{joint});
      for (int a = compiled.first_axis; a < compiled.first_axis + compiled.axis_count; ++a) {
        const CompiledAxis& axis = skeleton_.compiled().axis(a);
        const Vec3 speed =
            axis.slides ? Vec3{reach_, 0, 0} : cross(frames_.axes()[static_cast<std::size_t>(a)], arm) * axis.factor;
        effort_weights_[static_cast<std::size_t>(axis.freedom)] += mass * dot(speed, speed);
      }
    }
  }
  double largest = 0;
  for (const double inertia : effort_weights_) largest = std::max<double>(largest, inertia);
  for (double& weight : effort_weights_) {
    const double compiled = largest > 0 ? weight / largest : 1;
    weight = std::max<double>(compiled * compiled, kLeastEffort);
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
