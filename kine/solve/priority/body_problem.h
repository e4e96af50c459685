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
  BodyProblem(const Skeleton& skeleton, std::span<const Goal> goals, JointId from, Scratch& scratch);
  static std::size_t bytes(const Skeleton& skeleton, std::span<const Goal> goals);

  /// Evaluates rows and Jacobian at a pose.
  void evaluate(std::span<const double> pose);

  int level_count() const { return level_count_; }
  int row_count() const { return rows_; }
  int freedom_count() const { return skeleton_.freedom_count(); }
  /// The rows of levels 0 … level are [0, level_end(level)).
  int level_end(int level) const { return level < 0 ? 0 : ends_[static_cast<std::size_t>(level)]; }
  /// The hold goal of a level, or nullptr.
  const Goal* hold_of(int level) const { return holds_[static_cast<std::size_t>(level)]; }

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

  /// The root of a freedom's weight in these units: a scaled change of one is this many radians or metres. 0: it is
  /// fixed.
  double scale(int freedom) const { return scales_[static_cast<std::size_t>(freedom)]; }

 private:
  const Skeleton& skeleton_;
  std::span<const Goal> goals_;
  Frames frames_;
  int rows_ = 0, level_count_ = 0;
  double reach_ = 0;
  std::span<int> order_, ends_;
  std::span<const Goal*> holds_;
  std::span<Row> rows_of_;
  std::span<double> values_, scales_;
  MatrixView<double> jacobian_, work_rows_;
};

}  // namespace kine::detail
