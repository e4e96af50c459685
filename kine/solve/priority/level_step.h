#pragma once

#include <cmath>
#include <span>

#include "kine/core/scratch.h"
#include "kine/math/matrix.h"
#include "kine/solve/priority/body_problem.h"

namespace kine::detail {

/// One step of one priority. With J the rows of this level, e what they lack, C the rows of the levels before (which
/// keep their values: C x = c, c mends what has drifted), x0 a point to stay near and mu the damping:
///
///   least |e - J x|^2_G + mu |x - x0|^2_H   with   C x = c,   lower <= q + x <= upper,   cones of balls kept
///
/// The free part is x = x0 + H^-1 [C; J]^T y with ([C; J] H^-1 [C; J]^T + D) y = [c; e] - [C; J] x0, where D is nearly
/// nothing for the rows of C and mu/G for those of J: one positive definite system as large as there are rows. H has
/// the weights that a hold gives to the freedoms, one each where there is none.
///
/// Which inequalities (limits, bounds of rows, cones) bind is found by block principal pivoting (Judice and Pires, "A
/// block principal pivoting algorithm for large-scale strictly monotone linear complementarity problems", 1994): the
/// system is solved for a guess; then everything that is wrong changes sides at once, i.e. a freedom past its limit
/// goes to it and leaves the system, a row past its bound joins it, and what is held although it would rather turn back
/// is let go. If that does not get on, only the last of the wrong ones changes sides (Murty's rule). That is quick and
/// nearly always right at once. Where more rows meet than there are freedoms it can go round in circles; then the
/// textbook's active set method walks from where it stands, one inequality at a time (`walk`).
///
/// A ball's limit is bent. It counts as the plane that touches it where the step first leaves it.
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
      if (held_[static_cast<std::size_t>(c)] != 0)
        visit(Obstacle{Obstacle::Kind::Limit, c, std::abs(pull(first_of_level, c)), false});
    for (int j = 0; j < listed_; ++j) {
      const int r = list_[static_cast<std::size_t>(j)];
      if (r < first_of_level)
        visit(Obstacle{Obstacle::Kind::Row, r, mu_ * std::abs(y_[static_cast<std::size_t>(j)]), false});
    }
    for (int j = listed_; j < listed_ + cones_on_; ++j) {
      const Cone& cone = cones_[static_cast<std::size_t>(list_[static_cast<std::size_t>(j)])];
      visit(Obstacle{Obstacle::Kind::Cone, cone.freedom, mu_ * std::abs(y_[static_cast<std::size_t>(j)]), cone.swing});
    }
  }

 private:
  struct Cone {
    int freedom;    ///< the first of the ball's three
    Vec3 gradient;  ///< of its violation, by scaled changes
    bool swing;     ///< of the swing, not the twist
    double slack;   ///< the gradient along a step may be this much
    bool on;        ///< it binds
  };
  /// Which side of its range a freedom or a row is held at.
  enum Side : signed char { kAtLower = -1, kOff = 0, kAtUpper = 1, kEqual = 2 };

  void make_gram(int rows);
  void add_column(int column, int rows, double sign);
  void choose_rows(int rows);
  void set_start(int level, bool only_mend, std::span<const double> pose);
  void set_compliance(int level, bool only_mend);
  bool find_active(int first_of_level, int rows, double mu, std::span<const double> pose);

  bool solve_system(int first_of_level, double mu);
  int list_rows();
  void fill_system(MatrixView<double> a, int first_of_level, double mu, double softness) const;
  void fill_right_side(std::span<double> y);
  double find_lacks(int first_of_level, std::span<double> out);
  bool refine(int first_of_level);
  void step_of_multipliers();
  double entry(int i, int j) const;

  int find_wrong(int rows, std::span<const double> pose);
  bool is_wrong(int c, std::span<const double> pose) const;
  void flip(int code, int rows, std::span<const double> pose);

  // level_walk.cpp: the slow and certain way.
  struct Block {
    int code = -1;  ///< what is in the way, as in wrong_; -1: nothing
    double part = 1;
  };
  bool walk(int first_of_level, int rows, double mu, std::span<const double> pose);
  Block first_block(int rows, std::span<const double> pose) const;
  void go(double part, int first_of_level);
  int first_wrong_multiplier(int rows) const;

  // level_cones.cpp: the limits of balls.
  static int most_cones(const Skeleton& skeleton);
  bool take_in_cones(std::span<const double> pose);
  void add_cone(int freedom, const BallLimits& limits, const Quat& now, const Vec3& x, bool swing);
  bool knows_cone(int freedom, bool swing) const;

  double wish(int column) const;
  double pull(int first_of_level, int column) const;
  double row_along(int row, std::span<const double> x) const;
  std::span<const double> rows_along(std::span<const double> x);
  double cone_along(const Cone& cone, std::span<const double> x) const;
  Vec3 compliant(const Cone& cone) const;

  const BodyProblem& problem_;
  std::span<double> start_, x_, changes_, y_, more_;
  std::span<double> along_;
  std::span<double> at_, lacks_;  // of the walk: where it is, and what the level's rows lack there
  std::span<double> near_;        // the point to stay near, before limits changed it
  std::span<double> compliance_;  // H^-1: how willingly each freedom leaves that point
  std::span<Side> held_, side_;
  std::span<int> list_, wrong_;  // list_: rows, then cones in the system; wrong_: freedoms, then rows, then cones
  std::span<Cone> cones_;
  int cone_count_ = 0, cones_on_ = 0, counted_rows_ = 0;
  double mu_ = 0, size_ = 0;  // size_: the trace of all rows, with no freedom held
  double touching_ = 0;
  bool careful_ = false;  // every system is refined
  int listed_ = 0;        // rows in the system
  MatrixView<double> gram_, system_;
};

}  // namespace kine::detail
