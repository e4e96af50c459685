#pragma once

#include <span>

#include "kine/kinematics/frames.h"
#include "kine/math/matrix.h"
#include "kine/solve/goal.h"

namespace kine::detail {

/// All goals as rows of one matrix, sorted by priority, in units in which rows and freedoms compare: lengths in
/// reaches, and each freedom scaled by the root of its weight, so that least squares weigh them rightly. Hold goals are
/// kept apart: they are a point to stay near, not rows.
class BodyProblem {
 public:
  /// `movable`: a flag a freedom, see internal/movable.h.
  BodyProblem(const Skeleton& skeleton, std::span<const Goal> goals, std::span<const bool> movable, Scratch& scratch);
  /// `rows`: of all goals but holds.
  static std::size_t bytes(const Skeleton& skeleton, std::size_t goals, std::size_t rows);

  /// Evaluates rows and Jacobian at a pose.
  void evaluate(std::span<const double> pose);

  int level_count() const { return level_count_; }
  int row_count() const { return rows_; }
  int freedom_count() const { return skeleton_.freedom_count(); }
  /// The rows of levels 0 … level are [0, level_end(level)).
  int level_end(int level) const { return level < 0 ? 0 : ends_[static_cast<std::size_t>(level)]; }
  /// The priority that the goals of a level have.
  int priority_of(int level) const { return priorities_[static_cast<std::size_t>(level)]; }
  /// The hold goal of a level, or nullptr.
  const Goal* hold_of(int level) const { return holds_[static_cast<std::size_t>(level)]; }

  /// How much a freedom counts in the distance to a hold's posture, in these units: the weight that the hold gives it,
  /// or that of the effort (see weigh_by_effort).
  double hold_weight(const Goal& hold, int freedom) const {
    const auto i = static_cast<std::size_t>(freedom);
    return hold.freedom_weights.empty() ? effort_weights_[i] : hold.freedom_weights[i];
  }

  double reach() const { return reach_; }
  const Skeleton& skeleton() const { return skeleton_; }
  const Frames& frames() const { return frames_; }

  /// One row: its value and the bounds it should keep to.
  struct Row {
    double value, lower, upper;
    double weight;
    double unit;  ///< what the goal's own number was multiplied by
    int goal;
    int component;
    bool equal() const { return lower == upper; }
    double violation() const { return value < lower ? lower - value : value > upper ? value - upper : 0; }
  };
  std::span<Row> rows() { return rows_of_; }
  std::span<const Row> rows() const { return rows_of_; }
  /// Row r, scaled.
  const MatrixView<double>& jacobian() const { return jacobian_; }

  /// The root of a freedom's weight in these units: a scaled change of one is this many radians or metres. 0: it may
  /// not move.
  double scale(int freedom) const { return scales_[static_cast<std::size_t>(freedom)]; }

 private:
  /// The weights of a hold that gives none: the squares of the moments of inertia of what each freedom carries, against
  /// the largest. The sum of the weighted squares of the changes is then that of the torques that would make them in a
  /// given time: a hand goes by elbow and shoulder before the trunk leans. All one where the skeleton has no masses.
  void weigh_by_effort(std::span<const double> posture);

  const Skeleton& skeleton_;
  std::span<const Goal> goals_;
  Frames frames_;
  int rows_ = 0, level_count_ = 0;
  double reach_ = 0;
  std::span<int> order_, ends_, priorities_;
  std::span<const Goal*> holds_;
  std::span<Row> rows_of_;
  std::span<double> values_, scales_, effort_weights_;
  MatrixView<double> jacobian_, work_rows_;
};

}  // namespace kine::detail
