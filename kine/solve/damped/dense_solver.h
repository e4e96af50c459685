#pragma once

#include <algorithm>
#include <span>

#include "kine/kinematics/frames.h"
#include "kine/math/matrix.h"
#include "kine/solve/damped/damped_search.h"
#include "kine/solve/jacobian.h"

namespace kine::detail {

/// The Jacobian method on any skeleton, with any number and kind of goals and any inverse: all rows in one dense
/// matrix. dense_solver.cpp has the rows and the damped step, dense_inverses.cpp the other inverses,
/// dense_null_move.cpp what moves joints and leaves the goals where they are. The problem has been checked, and `bytes`
/// are free in scratch.
class DenseSolver {
 public:
  DenseSolver(const Skeleton& skeleton, std::span<const Goal> goals, const Jacobian& method, std::span<double> pose,
              Scratch& scratch);
  static std::size_t bytes(const Skeleton& skeleton, std::size_t rows, Inverse inverse);

  /// Solves from the pose and writes the best one found into it.
  Report run();
  /// The pose has been changed by others: nothing to do, since run starts from it.
  void read_pose() {}

  // What descend (damped_search.h) asks for.
  static constexpr bool kStallsNextToLines = false;
  double squared_error() const { return error_squared_; }
  bool reached() const;
  bool step(const NextStep& next);
  bool bend();
  void take_back();

  /// Moves the pose by `share` of the way to another one, less what would move the goals to first order.
  void ease_towards(std::span<const double> posture, double share);

 private:
  bool slides(const Skeleton::Freedom& freedom) const;
  double unit_of(int f) const;
  void weigh_freedoms();

  void measure();
  void make_normal();
  double trace() const;
  bool is_stationary();

  void move(double amount);
  bool damped(double damping);
  bool hold_at_limits();
  bool hold_ball(JointId joint);
  void hold(int c, double change);

  bool paper();
  bool paper_inverse();
  template <int N>
  bool invert_by_paper();
  bool transpose();
  bool selectively_damped();
  void fill_squares(MatrixView<double> squares) const;
  std::span<const double> rows_moved_by(std::span<const double> v, double sigma);

  double bend_about(const Vec3& axis);
  bool project();

  void add_column(int c, double weight) {
    const double* column = &jacobian_(0, c);
    for (int j = 0; j < rows_; ++j) {
      const double weighted = weight * column[j];
      if (weighted == 0) continue;
      for (int i = j; i < rows_; ++i) normal_(i, j) += weighted * column[i];
    }
  }

  /// Column c of the Jacobian times y.
  double along(int c, std::span<const double> y) const {
    const double* column = &jacobian_(0, c);
    double sum = 0;
    for (int r = 0; r < rows_; ++r) sum += column[r] * y[static_cast<std::size_t>(r)];
    return sum;
  }

  /// y_ with (J W J^T + mu G^-1) y = error.
  bool solve_damped(double mu);
  /// The changes W J^T y of all freedoms that are not held.
  void changes_from(std::span<const double> y);

  const Skeleton& skeleton_;
  std::span<const Goal> goals_;
  const Jacobian& method_;
  std::span<double> pose_;
  Scratch& scratch_;
  Frames frames_;
  int rows_ = 0;
  double reach_ = 0;
  MatrixView<double> jacobian_, normal_, work_, work_rows_;
  std::span<double> values_, error_, y_, softness_, weights_, change_, best_, start_;
  std::span<bool> held_, movable_;  // a flag a freedom; movable_: see internal/movable.h
  double error_squared_ = 0;
  bool flat_ = false;  // the last step found that no small change helps
};

}  // namespace kine::detail
