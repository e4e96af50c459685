#include "kine/solve/detail/general_jacobian.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "kine/kinematics/forward.h"
#include "kine/math/dense/ldlt.h"
#include "kine/math/dense/lu.h"
#include "kine/math/dense/paper_inverse.h"
#include "kine/math/dense/svd.h"
#include "kine/model/pose.h"
#include "kine/solve/detail/body_problem.h"
#include "kine/solve/detail/request.h"
#include "kine/solve/rows.h"

// All goals' rows in one matrix. Rows of length are divided by the reach, so that they weigh like angles and the same
// in every unit; sliders are measured in reaches likewise. A goal's weight divides its damping: with G the goals'
// weights,
//   dq = W J^T (J W J^T + mu G^-1)^-1 e
// is the least of |e - J dq|^2_G + mu |dq|^2_(W^-1). kernel/limb_step.cpp says where mu comes from.

namespace kine::detail {
namespace {

constexpr double kDamping = 0.05;
constexpr double kLeastDamping = 1e-13;
constexpr int kLimitPasses = 4;
constexpr int kStalls = 12;
constexpr double kHardlyBetter = 0.9999;
constexpr double kSlow = 0.99;
constexpr double kFlat = 1e-12;
constexpr double kBendDamping = 1e-9;
constexpr double kBent = 0.999;

class GeneralJacobian {
 public:
  GeneralJacobian(const Skeleton& skeleton, std::span<const Goal> goals, const Jacobian& method, std::span<double> pose,
                  Scratch& scratch)
      : skeleton_(skeleton),
        goals_(goals),
        method_(method),
        pose_(pose),
        scratch_(scratch),
        frames_(skeleton, scratch) {
    for (const Goal& goal : goals) {
      rows_ += row_count(skeleton, goal);
      reach_ = std::max<double>(reach_, reach_of(skeleton, goal));
    }
    const auto m = static_cast<std::size_t>(rows_), n = static_cast<std::size_t>(skeleton.freedom_count());
    jacobian_ = {scratch.take<double>(m * n).data(), rows_, skeleton.freedom_count()};
    normal_ = {scratch.take<double>(m * m).data(), rows_, rows_};
    work_ = {scratch.take<double>(m * m).data(), rows_, rows_};
    room_ = {scratch.take<double>(6 * n).data(), 6, skeleton.freedom_count()};
    values_ = scratch.take<double>(m);
    error_ = scratch.take<double>(m);
    y_ = scratch.take<double>(m);
    softness_ = scratch.take<double>(m);
    weights_ = scratch.take<double>(n);
    change_ = scratch.take<double>(n);
    held_ = scratch.take<bool>(n);
    best_ = scratch.take<double>(pose.size());
    start_ = scratch.take<double>(pose.size());
  }

  static std::size_t bytes(const Skeleton& skeleton, std::span<const Goal> goals) {
    std::size_t m = 0;
    for (const Goal& goal : goals) m += static_cast<std::size_t>(row_count(skeleton, goal));
    const auto n = static_cast<std::size_t>(skeleton.freedom_count());
    const std::size_t numbers =
        m * n + 4 * m * m + 6 * n + 12 * m + 3 * n + 2 * static_cast<std::size_t>(skeleton.value_count());
    return Frames::bytes(skeleton) + numbers * sizeof(double) + n + 32 * alignof(std::max_align_t);
  }

  Report run() {
    clamp_to_limits(skeleton_, pose_);
    weigh_freedoms();
    measure();
    std::copy(pose_.begin(), pose_.end(), best_.begin());
    double best = error_squared_;
    Report report;
    int stalled = 0;
    while (!reached() && report.iterations < method_.max_iterations && stalled < kStalls) {
      ++report.iterations;
      if (!step()) break;
      measure();
      if (error_squared_ < best) {
        stalled = error_squared_ > kHardlyBetter * best ? stalled + 1 : 0;
        if (extra_ > 1 || error_squared_ > kSlow * best) extra_ /= 4;
        best = error_squared_;
        std::copy(pose_.begin(), pose_.end(), best_.begin());
      } else {
        if (method_.inverse != Inverse::Damped) continue;  // the others go on from where they are, as published
        ++stalled;
        std::copy(best_.begin(), best_.end(), pose_.begin());
        measure();
        extra_ *= 8;
      }
    }
    std::copy(best_.begin(), best_.end(), pose_.begin());
    forward(skeleton_, pose_, frames_);
    judge(skeleton_, goals_, frames_, pose_, method_.tolerance, method_.from, report);
    return report;
  }

 private:
  bool may_move(const Skeleton::Freedom& freedom) const {
    return !freedom.fixed && (method_.from == kWorld || skeleton_.is_above(method_.from, freedom.joint));
  }

  bool slides(const Skeleton::Freedom& freedom) const {
    const int axis = skeleton_.first_axis(freedom.joint) + freedom.component;
    return skeleton_.axes()[static_cast<std::size_t>(axis)].slides;
  }

  /// What counts as one: a radian, or the reach for sliders.
  double unit_of(int f) const { return slides(skeleton_.freedom(f)) ? reach_ : 1; }

  void weigh_freedoms() {
    for (int f = 0; f < skeleton_.freedom_count(); ++f) {
      const Skeleton::Freedom& freedom = skeleton_.freedom(f);
      const double unit = unit_of(f);
      weights_[static_cast<std::size_t>(f)] = may_move(freedom) ? freedom.weight * unit * unit : 0;
    }
  }

  /// Fills the Jacobian and the error at the present pose, in reaches and radians.
  void measure() {
    forward(skeleton_, pose_, frames_);
    error_squared_ = 0;
    int row = 0;
    for (const Goal& goal : goals_) {
      const int count = row_count(skeleton_, goal);
      const std::span<double> values = values_.subspan(static_cast<std::size_t>(row), static_cast<std::size_t>(count));
      evaluate_rows(skeleton_, frames_, pose_, goal, values, jacobian_.block(row, 0, count, jacobian_.cols()), room_);
      for (int k = 0; k < count; ++k) {
        const auto r = static_cast<std::size_t>(row + k);
        const Range bounds = goal.kind == GoalKind::Hold ? Goal::kExact : goal.bounds[static_cast<std::size_t>(k)];
        const double unit = is_angle(goal, k) ? 1 : 1 / reach_;
        const double value = values_[r];
        error_[r] = (bounds.clamp(value) - value) * unit;
        softness_[r] = 1 / goal.weight;
        for (int c = 0; unit != 1 && c < jacobian_.cols(); ++c) jacobian_(row + k, c) *= unit;
        error_squared_ += error_[r] * error_[r] * goal.weight;
      }
      row += count;
    }
  }

  bool reached() const {
    std::size_t row = 0;
    for (const Goal& goal : goals_) {
      double length_squared = 0, angle_squared = 0;
      for (int k = 0; k < row_count(skeleton_, goal); ++k, ++row)
        (is_angle(goal, k) ? angle_squared : length_squared) += error_[row] * error_[row];
      const double allowed = metres_of(method_.tolerance, reach_of(skeleton_, goal)) / reach_;
      if (length_squared > allowed * allowed || angle_squared > method_.tolerance.angle * method_.tolerance.angle)
        return false;
    }
    return true;
  }

  void add_column(int c, double weight) {
    const double* column = &jacobian_(0, c);
    for (int j = 0; j < rows_; ++j) {
      const double weighted = weight * column[j];
      if (weighted == 0) continue;
      for (int i = j; i < rows_; ++i) normal_(i, j) += weighted * column[i];
    }
  }

  double along(int c, std::span<const double> y) const {
    const double* column = &jacobian_(0, c);
    double sum = 0;
    for (int r = 0; r < rows_; ++r) sum += column[r] * y[static_cast<std::size_t>(r)];
    return sum;
  }

  void make_normal() {
    std::fill_n(normal_.data(), rows_ * rows_, 0.0);
    for (int c = 0; c < jacobian_.cols(); ++c) {
      held_[static_cast<std::size_t>(c)] = false;
      if (weights_[static_cast<std::size_t>(c)] > 0) add_column(c, weights_[static_cast<std::size_t>(c)]);
    }
  }

  double trace() const {
    double sum = 0;
    for (int i = 0; i < rows_; ++i) sum += normal_(i, i);
    return sum;
  }

  /// One step of the chosen inverse. False if there is none to take.
  bool step() {
    make_normal();
    if (method_.inverse != Inverse::Paper && is_stationary()) return bend();
    bool found = false;
    switch (method_.inverse) {
      case Inverse::Damped:
        found = damped();
        break;
      case Inverse::Paper:
        found = paper();
        break;
      case Inverse::Transpose:
        found = transpose();
        break;
      case Inverse::SelectivelyDamped:
        found = selectively_damped();
        break;
    }
    for (const double change : change_) found = found && std::isfinite(change);
    if (!found) return false;
    for (double& change : change_) change *= method_.step;
    move(1);
    return true;
  }

  /// Moves the pose by so much of change_. Rotations of joints that may not move keep their very bits.
  void move(double amount) {
    integrate(skeleton_, change_, amount, pose_);
    for (const Skeleton::Part& part : skeleton_.parts()) {
      const std::span<const Skeleton::Axis> axes =
          skeleton_.axes().subspan(static_cast<std::size_t>(part.first_axis), part.axis_count);
      bool moves = false;
      for (const Skeleton::Axis& axis : axes) moves |= weights_[static_cast<std::size_t>(axis.freedom)] > 0;
      if (!moves) std::copy_n(best_.begin() + part.first_value, part.value_count, pose_.begin() + part.first_value);
    }
    clamp_to_limits(skeleton_, pose_);
  }

  /// True if J^T G e is as good as nothing: no small change helps.
  bool is_stationary() {
    double size = 0, downhill = 0;
    for (std::size_t i = 0; i < y_.size(); ++i) {
      y_[i] = error_[i] / softness_[i];
      size += y_[i] * y_[i];
    }
    for (int j = 0; j < rows_; ++j) {
      double half = normal_(j, j) * y_[static_cast<std::size_t>(j)];
      for (int i = j + 1; i < rows_; ++i) half += 2 * normal_(i, j) * y_[static_cast<std::size_t>(i)];
      downhill += half * y_[static_cast<std::size_t>(j)];
    }
    return !(downhill > kFlat * trace() * size);
  }

  /// As in kernel/limb_step.cpp: a few bends that leave the goals where they are to first order. False if none helps.
  bool bend() {
    const double before = error_squared_;
    const double size = 2 * std::min<double>(1, std::sqrt(std::sqrt(error_squared_)));
    std::copy(pose_.begin(), pose_.end(), start_.begin());
    for (const Vec3& axis : {kUnitZ, kUnitY, kUnitX}) {
      const double all = bend_about(axis);
      for (const double part : {1.0, -1.0, 0.25, -0.25, 0.0625, -0.0625}) {
        if (!(all > 0) || !std::isfinite(all)) break;
        move(part * size / all);
        measure();
        if (error_squared_ < kBent * before) return true;
        std::copy(start_.begin(), start_.end(), pose_.begin());
        measure();
      }
    }
    return false;
  }

  /// Puts z - W J^T (J W J^T)^-1 J z into change_, with z a turn of every joint: balls about `axis`, others towards the
  /// middle of their range. Returns the sum of the sizes.
  double bend_about(const Vec3& axis) {
    for (int c = 0; c < jacobian_.cols(); ++c) {
      const auto i = static_cast<std::size_t>(c);
      const Skeleton::Freedom& freedom = skeleton_.freedom(c);
      const auto a = static_cast<std::size_t>(skeleton_.first_axis(freedom.joint) + freedom.component);
      change_[i] = 0;
      if (!(weights_[i] > 0) || slides(freedom)) continue;
      if (freedom.value < 0) {
        change_[i] = dot(axis, frames_.axes()[a]);
      } else {
        const double now = pose_[static_cast<std::size_t>(freedom.value)];
        change_[i] = 2 * now > freedom.limits.lower + freedom.limits.upper ? -1 : 1;
      }
    }
    for (int r = 0; r < rows_; ++r) {
      double sum = 0;
      for (int c = 0; c < jacobian_.cols(); ++c) sum += jacobian_(r, c) * change_[static_cast<std::size_t>(c)];
      error_[static_cast<std::size_t>(r)] = sum;
    }
    make_normal();
    if (!solve_damped(kBendDamping * trace())) return 0;
    double all = 0;
    for (int c = 0; c < jacobian_.cols(); ++c) {
      const auto i = static_cast<std::size_t>(c);
      if (weights_[i] > 0) change_[i] -= weights_[i] * along(c, y_);
      all += std::abs(change_[i]);
    }
    return all;
  }

  void changes_from(std::span<const double> y) {
    for (int c = 0; c < jacobian_.cols(); ++c) {
      const auto i = static_cast<std::size_t>(c);
      if (!held_[i]) change_[i] = weights_[i] > 0 ? weights_[i] * along(c, y) : 0;
    }
  }

  bool solve_damped(double mu) {
    for (int j = 0; j < rows_; ++j)
      for (int i = j; i < rows_; ++i) work_(i, j) = normal_(i, j);
    for (int i = 0; i < rows_; ++i) work_(i, i) += mu * softness_[static_cast<std::size_t>(i)];
    std::copy(error_.begin(), error_.end(), y_.begin());
    if (!ldlt_factor_definite(work_)) return false;
    ldlt_solve_definite<double>(work_, y_);
    return true;
  }

  bool damped() {
    const double all = trace();
    if (!(all > 0)) return false;
    const double mu = (kDamping * extra_ * error_squared_ + kLeastDamping) * all;
    if (!solve_damped(mu)) return false;
    changes_from(y_);
    for (int pass = 0; pass < kLimitPasses && hold_at_limits(); ++pass) {
      if (!solve_damped(mu)) break;
      changes_from(y_);
    }
    return true;
  }

  /// Takes a freedom out of the system with what it does known; that is taken off the error.
  void hold(int c, double change) {
    const auto i = static_cast<std::size_t>(c);
    held_[i] = true;
    change_[i] = change;
    add_column(c, -weights_[i]);
    for (int r = 0; r < rows_; ++r) error_[static_cast<std::size_t>(r)] -= jacobian_(r, c) * change;
  }

  /// Freedoms that would pass a limit go to it and leave the system, so that the others take over what is left.
  bool hold_at_limits() {
    bool any = false;
    for (int c = 0; c < jacobian_.cols(); ++c) {
      const auto i = static_cast<std::size_t>(c);
      const Skeleton::Freedom& freedom = skeleton_.freedom(c);
      if (held_[i] || !(weights_[i] > 0)) continue;
      if (freedom.value < 0) {
        any |= freedom.component == 0 && hold_ball(freedom.joint);
        continue;
      }
      const double now = pose_[static_cast<std::size_t>(freedom.value)];
      const double wanted = now + change_[i] * method_.step;
      if (freedom.limits.contains(wanted)) continue;
      hold(c, (freedom.limits.clamp(wanted) - now) / method_.step);
      any = true;
    }
    return any;
  }

  /// A ball that would leave its limits goes to the nearest turn inside.
  bool hold_ball(JointId joint) {
    const BallLimits& limits = skeleton_.description(joint).ball;
    if (skeleton_.kind(joint) != JointKind::Ball || !(limits.has_swing() || limits.has_twist())) return false;
    std::array<int, 3> columns{};
    for (int k = 0; k < 3; ++k) {
      columns[static_cast<std::size_t>(k)] = skeleton_.freedom_of(joint, k);
      if (!(weights_[static_cast<std::size_t>(columns[static_cast<std::size_t>(k)])] > 0)) return false;
    }
    const auto change = [&](int k) { return change_[static_cast<std::size_t>(columns[static_cast<std::size_t>(k)])]; };
    const Quat now = joint_rotation(skeleton_, pose_, joint);
    const Quat wanted = now * exp(Vec3{change(0), change(1), change(2)} * method_.step);
    if (!(limit_violation(limits, wanted) > 0)) return false;
    const Vec3 allowed = log(conjugate(now) * clamp_to_limits(limits, wanted)) / method_.step;
    for (int k = 0; k < 3; ++k) hold(columns[static_cast<std::size_t>(k)], allowed[k]);
    return true;
  }

  /// The inverse of J W J^T as the paper makes it: by 1/det for three rows, by LU without pivoting for six. Other
  /// sizes, which the paper does not have, by LU with pivoting.
  bool paper_inverse() {
    for (int j = 0; j < rows_; ++j)
      for (int i = 0; i < j; ++i) normal_(i, j) = normal_(j, i);
    if (rows_ == 3) return invert_by_paper<3>();
    if (rows_ == 6) return invert_by_paper<6>();
    const Scratch::Scope scope(scratch_);
    const std::span<double> copy = scratch_.take<double>(static_cast<std::size_t>(rows_ * rows_));
    std::copy_n(normal_.data(), copy.size(), copy.begin());
    const std::span<int> pivots = scratch_.take<int>(static_cast<std::size_t>(rows_));
    const MatrixView<double> lu(copy.data(), rows_, rows_);
    if (lu_factor(lu, pivots) != LuStatus::Ok) return false;
    for (int c = 0; c < rows_; ++c) {
      std::fill_n(&work_(0, c), rows_, 0.0);
      work_(c, c) = 1;
      lu_solve<double>(lu, pivots, work_.column(c));
    }
    return true;
  }

  template <int N>
  bool invert_by_paper() {
    Matrix<double, N, N> a, inverse;
    std::copy_n(normal_.data(), N * N, a.data());
    if constexpr (N == 3) kine::paper_inverse3(a, inverse);
    if constexpr (N == 6) kine::paper_lu_inverse(a, inverse);
    std::copy_n(inverse.data(), N * N, work_.data());
    return true;
  }

  /// Steps 3 to 6 of the paper: dX is halved until |(1 - J J^-1) dX| is small enough.
  bool paper() {
    if (!paper_inverse()) return false;
    for (int halvings = 0;; ++halvings) {
      for (int i = 0; i < rows_; ++i) {
        double sum = 0;
        for (int j = 0; j < rows_; ++j) sum += work_(i, j) * error_[static_cast<std::size_t>(j)];
        y_[static_cast<std::size_t>(i)] = sum;
      }
      double off = 0;
      for (int i = 0; i < rows_; ++i) {
        double sum = error_[static_cast<std::size_t>(i)];
        for (int j = 0; j < rows_; ++j) sum -= normal_(i, j) * y_[static_cast<std::size_t>(j)];
        off += sum * sum;
      }
      if (std::sqrt(off) <= method_.inverse_error || halvings >= method_.inner_limit) break;
      for (double& e : error_) e /= 2;
    }
    changes_from(y_);
    return true;
  }

  /// Along J^T e, as far as brings the linearised error down most (Buss, "Introduction to Inverse Kinematics", eq. 9).
  bool transpose() {
    double down = 0, size = 0;
    for (int i = 0; i < rows_; ++i) {
      double sum = 0;
      for (int j = 0; j < rows_; ++j)
        sum += normal_(std::max(i, j), std::min(i, j)) * error_[static_cast<std::size_t>(j)];
      down += sum * error_[static_cast<std::size_t>(i)];
      size += sum * sum;
    }
    if (!(size > 0)) return false;
    for (std::size_t i = 0; i < y_.size(); ++i) y_[i] = error_[i] * (down / size);
    changes_from(y_);
    return true;
  }

  bool selectively_damped();

  const Skeleton& skeleton_;
  std::span<const Goal> goals_;
  const Jacobian& method_;
  std::span<double> pose_;
  Scratch& scratch_;
  Frames frames_;
  int rows_ = 0;
  double reach_ = 0;
  MatrixView<double> jacobian_, normal_, work_, room_;
  std::span<double> values_, error_, y_, softness_, weights_, change_, best_, start_;
  std::span<bool> held_;
  double error_squared_ = 0;
  double extra_ = 1;
};

/// Buss & Kim, "Selectively Damped Least Squares for Inverse Kinematics" (2005). With J = sum of sigma u v^T, the step
/// along each v is clamped by how far it moves the ends against how far they are meant to go; the sum is clamped again.
bool GeneralJacobian::selectively_damped() {
  constexpr double kMostTurn = kPi / 4;
  const Scratch::Scope scope(scratch_);
  const auto m = static_cast<std::size_t>(rows_);
  const std::span<double> sigma = scratch_.take<double>(m);
  const MatrixView<double> u(scratch_.take<double>(m * m).data(), rows_, rows_);
  const std::span<double> memory = scratch_.take<double>(m * m);
  for (int j = 0; j < rows_; ++j)
    for (int i = 0; i < rows_; ++i) work_(i, j) = normal_(std::max(i, j), std::min(i, j));
  if (!svd<double>(work_, sigma, u, {}, memory).ok) return false;  // of J W J^T: the sigmas are squares
  std::fill(change_.begin(), change_.end(), 0.0);
  const int ends = rows_ / 3;
  for (int k = 0; k < rows_; ++k) {
    const double s2 = sigma[static_cast<std::size_t>(k)];
    if (!(s2 > 1e-14 * sigma[0])) break;
    const double s = std::sqrt(s2);
    const std::span<double> uk = u.column(k);
    double alpha = 0, n = 0;
    for (std::size_t i = 0; i < m; ++i) alpha += uk[i] * error_[i];
    for (int end = 0; end < ends; ++end) {
      double square = 0;
      for (int i = 3 * end; i < 3 * end + 3; ++i)
        square += uk[static_cast<std::size_t>(i)] * uk[static_cast<std::size_t>(i)];
      n += std::sqrt(square);
    }
    // M = (1/sigma) sum over joints of |v_j| times how far that joint moves each end.
    double reach_sum = 0, largest = 0;
    for (int c = 0; c < jacobian_.cols(); ++c) {
      const double w = weights_[static_cast<std::size_t>(c)];
      if (!(w > 0)) continue;
      const double v = w * along(c, uk) / s;
      largest = std::max<double>(largest, std::abs(v) / unit_of(c));
      double moves = 0;
      for (int end = 0; end < ends; ++end) {
        const double* column = &jacobian_(3 * end, c);
        moves += std::sqrt(column[0] * column[0] + column[1] * column[1] + column[2] * column[2]);
      }
      reach_sum += std::abs(v) * moves;
    }
    const double bound = reach_sum > 0 ? std::min<double>(1, n * s / reach_sum) * kMostTurn : kMostTurn;
    double along_v = alpha / s;
    if (std::abs(along_v) * largest > bound) along_v *= bound / (std::abs(along_v) * largest);
    for (int c = 0; c < jacobian_.cols(); ++c) {
      const double w = weights_[static_cast<std::size_t>(c)];
      if (w > 0) change_[static_cast<std::size_t>(c)] += along_v * w * along(c, uk) / s;
    }
  }
  double largest = 0;
  for (int c = 0; c < jacobian_.cols(); ++c)
    largest = std::max<double>(largest, std::abs(change_[static_cast<std::size_t>(c)]) / unit_of(c));
  if (largest > kMostTurn)
    for (double& change : change_) change *= kMostTurn / largest;
  return true;
}

}  // namespace

Report solve_general(const Skeleton& skeleton, std::span<const Goal> goals, const Jacobian& method,
                     std::span<double> pose, Scratch& scratch) {
  if (scratch.free() < GeneralJacobian::bytes(skeleton, goals)) return bad_input("the scratch memory is too small");
  return GeneralJacobian(skeleton, goals, method, pose, scratch).run();
}

}  // namespace kine::detail
