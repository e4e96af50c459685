#pragma once

#include <cmath>
#include <span>

#include "kine/core/scratch.h"
#include "kine/math/dense/matrix.h"
#include "kine/solve/detail/body_problem.h"

namespace kine::detail {

/// One step of one priority. With J the rows of this level, e what they lack, C the rows of the levels before (which
/// keep their values: C x = c, c mends what has drifted), x0 a point to stay near and mu the damping:
///
///   least |e - J x|^2_G + mu |x - x0|^2   with   C x = c,   lower <= q + x <= upper,   cones of balls kept
///
/// The free part is x = x0 + [C; J]^T y with ([C; J][C; J]^T + D) y = [c; e] - [C; J] x0, where D is nearly nothing for
/// the rows of C and mu/G for those of J: one positive definite system as large as there are rows. Inequalities
/// (limits, bounds of rows, cones) come in as they bind: a freedom that would pass its limit goes to it and leaves the
/// system, a row that would pass its bound joins it, and the system is solved again.
class LevelStep {
 public:
  LevelStep(const BodyProblem& problem, Scratch& scratch);
  static std::size_t bytes(const Skeleton& skeleton, int rows);

  /// The step of `level` from the pose at which the problem was evaluated, as changes of the freedoms (radians,
  /// metres). `damping` is relative to the trace of the level's own part. Level rows are left out when `only_mend`:
  /// then the step only brings the levels before back to their values. False if there is no step.
  bool make(int level, double damping, bool only_mend, std::span<const double> pose);

  std::span<const double> changes() const { return changes_; }

  /// What stands in the way of the step that was just made: a limit of a freedom, a ball's limit or a row of a level
  /// before. `force` is how fast half the level's squared error would fall if it gave way by one (a reach or a radian).
  struct Obstacle {
    enum class Kind { Limit, Cone, Row } kind;
    int index;     ///< the freedom, the first freedom of the ball, or the row
    double force;  ///< > 0
    bool swing;    ///< Cone: of the swing, not the twist
  };
  /// Calls `visit(Obstacle)` for each.
  template <class Visit>
  void for_each_obstacle(int first_of_level, Visit visit) const {
    for (int c = 0; c < problem_.freedom_count(); ++c)
      if (held_[static_cast<std::size_t>(c)])
        visit(Obstacle{Obstacle::Kind::Limit, c, std::abs(pull(first_of_level, c)), false});
    for (int j = 0; j < listed_; ++j) {
      const int r = list_[static_cast<std::size_t>(j)];
      if (r < first_of_level)
        visit(Obstacle{Obstacle::Kind::Row, r, mu_ * std::abs(y_[static_cast<std::size_t>(j)]), false});
    }
    for (int k = 0; k < cone_count_; ++k) {
      const Cone& cone = cones_[static_cast<std::size_t>(k)];
      visit(Obstacle{Obstacle::Kind::Cone, cone.freedom, mu_ * std::abs(y_[static_cast<std::size_t>(listed_ + k)]),
                     cone.swing});
    }
  }

 private:
  struct Cone {
    int freedom;    ///< the first of the ball's three
    Vec3 gradient;  ///< of its violation, by scaled changes
    bool swing;     ///< of the swing, not the twist
    double slack;   ///< how far the violation may still grow
  };

  void make_gram(int rows);
  void add_column(int column, int rows, double sign);
  void choose_rows(int first_of_level, int rows, bool only_mend);
  void set_start(int level, bool only_mend, std::span<const double> pose);
  bool solve_system(int first_of_level, double mu);
  bool stop_at_limits(std::span<const double> pose, int rows);
  bool take_in_rows(int rows, bool only_mend, int first_of_level);
  bool take_in_cones(std::span<const double> pose);
  bool let_go(int rows);
  double wish(int column) const;
  double pull(int first_of_level, int column) const;
  double row_along(int row, std::span<const double> x) const;

  const BodyProblem& problem_;
  std::span<double> start_, x_, changes_, y_;
  std::span<double> near_;                  // the point to stay near, before limits changed it
  std::span<bool> held_, active_, let_go_;  // let_go_: freedoms, then rows: each may be let go once a step
  std::span<int> list_;
  std::span<Cone> cones_;
  int cone_count_ = 0, cones_let_go_ = 0;
  std::span<const double> now_;
  double mu_ = 0;
  int listed_ = 0;  // rows in the system
  MatrixView<double> gram_, system_;
};

}  // namespace kine::detail
