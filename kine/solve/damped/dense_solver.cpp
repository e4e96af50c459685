#include "kine/solve/damped/dense_solver.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "kine/kinematics/forward.h"
#include "kine/math/dense/ldlt.h"
#include "kine/model/pose.h"
#include "kine/solve/internal/check_problem.h"
#include "kine/solve/internal/judge.h"
#include "kine/solve/internal/reach.h"
#include "kine/solve/internal/rows.h"

// All goals' rows in one matrix. Rows of length are divided by the reach, so that they weigh like angles and the same
// in every unit; sliders are measured in reaches likewise. A goal's weight divides its damping: with G the goals'
// weights,
//   dq = W J^T (J W J^T + mu G^-1)^-1 e
// is the least of |e - J dq|^2_G + mu |dq|^2_(W^-1). damped/limb_step.cpp says where mu comes from.

namespace kine::detail {
namespace {

constexpr double kDamping = 0.05;
constexpr double kLeastDamping = 1e-13;
constexpr int kLimitPasses = 4;
constexpr int kStalls = 12;
constexpr double kHardlyBetter = 0.9999;
constexpr double kSlow = 0.99;
constexpr double kFlat = 1e-12;
constexpr int kStraySteps = 6;
constexpr int kStrays = 2;
constexpr double kStrayFrom = 1e-4;
constexpr double kStrayTo = 1e-3;

}  // namespace

DenseSolver::DenseSolver(const Skeleton& skeleton, std::span<const Goal> goals, const Jacobian& method,
                         std::span<double> pose, Scratch& scratch)
    : skeleton_(skeleton), goals_(goals), method_(method), pose_(pose), scratch_(scratch), frames_(skeleton, scratch) {
  for (const Goal& goal : goals) {
    rows_ += row_count(skeleton, goal);
    reach_ = std::max<double>(reach_, reach_of(skeleton, goal));
  }
  const auto m = static_cast<std::size_t>(rows_), n = static_cast<std::size_t>(skeleton.freedom_count());
  jacobian_ = {scratch.take<double>(m * n).data(), rows_, skeleton.freedom_count()};
  normal_ = {scratch.take<double>(m * m).data(), rows_, rows_};
  work_ = {scratch.take<double>(m * m).data(), rows_, rows_};
  work_rows_ = {scratch.take<double>(6 * n).data(), 6, skeleton.freedom_count()};
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

std::size_t DenseSolver::bytes(const Skeleton& skeleton, std::span<const Goal> goals) {
  std::size_t m = 0;
  for (const Goal& goal : goals) m += static_cast<std::size_t>(row_count(skeleton, goal));
  const auto n = static_cast<std::size_t>(skeleton.freedom_count());
  const std::size_t numbers =
      m * n + 4 * m * m + 6 * n + 12 * m + 3 * n + 2 * static_cast<std::size_t>(skeleton.value_count());
  return Frames::bytes(skeleton) + numbers * sizeof(double) + n + 32 * alignof(std::max_align_t);
}

Report DenseSolver::run() {
  clamp_to_limits(skeleton_, pose_);
  weigh_freedoms();
  measure();
  std::copy(pose_.begin(), pose_.end(), best_.begin());
  double best = error_squared_;
  Report report;
  int stalled = 0;
  while (!reached() && report.iterations < method_.max_iterations && stalled < kStalls) {
    ++report.iterations;
    if (!step()) {
      if (astray_ == 0) break;
      go_back();
      continue;
    }
    measure();
    if (error_squared_ < best) {
      stalled = error_squared_ > kHardlyBetter * best ? stalled + 1 : 0;
      if (extra_ > 1 || error_squared_ > kSlow * best) extra_ /= 4;
      best = error_squared_;
      astray_ = 0;
      std::copy(pose_.begin(), pose_.end(), best_.begin());
    } else if (method_.inverse != Inverse::Damped) {
      continue;  // the others go on from where they are, as published
    } else if (may_stray(best)) {
      ++astray_;
    } else {
      ++stalled;
      go_back();
    }
  }
  std::copy(best_.begin(), best_.end(), pose_.begin());
  forward(skeleton_, pose_, frames_);
  judge(skeleton_, goals_, frames_, pose_, method_.tolerance, method_.from, report);
  return report;
}

/// As in damped/limb_step.cpp: true if a step that made things worse may stand, in the hope of better ones behind it.
bool DenseSolver::may_stray(double best) const {
  return best < kStrayFrom && error_squared_ < kStrayTo && astray_ < kStraySteps && came_back_ < kStrays &&
         (astray_ > 0 || error_squared_ * kHardlyBetter > best);
}

/// Back to the best pose, to try again with more damping.
void DenseSolver::go_back() {
  std::copy(best_.begin(), best_.end(), pose_.begin());
  measure();
  if (astray_ > 0) ++came_back_;
  astray_ = 0;
  extra_ *= 8;
}

bool DenseSolver::may_move(const Skeleton::Freedom& freedom) const {
  return !freedom.fixed && (method_.from == kWorld || skeleton_.is_above(method_.from, freedom.joint));
}

bool DenseSolver::slides(const Skeleton::Freedom& freedom) const {
  const int axis = skeleton_.first_axis(freedom.joint) + freedom.component;
  return skeleton_.axes()[static_cast<std::size_t>(axis)].slides;
}

/// What counts as one: a radian, or the reach for sliders.
double DenseSolver::unit_of(int f) const { return slides(skeleton_.freedom(f)) ? reach_ : 1; }

void DenseSolver::weigh_freedoms() {
  for (int f = 0; f < skeleton_.freedom_count(); ++f) {
    const Skeleton::Freedom& freedom = skeleton_.freedom(f);
    const double unit = unit_of(f);
    weights_[static_cast<std::size_t>(f)] = may_move(freedom) ? freedom.weight * unit * unit : 0;
  }
}

/// Fills the Jacobian and the error at the present pose, in reaches and radians.
void DenseSolver::measure() {
  forward(skeleton_, pose_, frames_);
  error_squared_ = 0;
  int row = 0;
  for (const Goal& goal : goals_) {
    const int count = row_count(skeleton_, goal);
    const std::span<double> values = values_.subspan(static_cast<std::size_t>(row), static_cast<std::size_t>(count));
    evaluate_rows(skeleton_, frames_, pose_, goal, values, jacobian_.block(row, 0, count, jacobian_.cols()),
                  work_rows_);
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

bool DenseSolver::reached() const {
  std::size_t row = 0;
  for (const Goal& goal : goals_) {
    double length_squared = 0, angle_squared = 0;
    for (int k = 0; k < row_count(skeleton_, goal); ++k, ++row)
      (is_angle(goal, k) ? angle_squared : length_squared) += error_[row] * error_[row];
    const double allowed = allowed_of(method_.tolerance, skeleton_, goal).metres / reach_;
    if (length_squared > allowed * allowed || angle_squared > method_.tolerance.angle * method_.tolerance.angle)
      return false;
  }
  return true;
}

void DenseSolver::make_normal() {
  std::fill_n(normal_.data(), rows_ * rows_, 0.0);
  for (int c = 0; c < jacobian_.cols(); ++c) {
    held_[static_cast<std::size_t>(c)] = false;
    if (weights_[static_cast<std::size_t>(c)] > 0) add_column(c, weights_[static_cast<std::size_t>(c)]);
  }
}

double DenseSolver::trace() const {
  double sum = 0;
  for (int i = 0; i < rows_; ++i) sum += normal_(i, i);
  return sum;
}

/// One step of the chosen inverse. False if there is none to take.
bool DenseSolver::step() {
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
void DenseSolver::move(double amount) {
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
bool DenseSolver::is_stationary() {
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

void DenseSolver::changes_from(std::span<const double> y) {
  for (int c = 0; c < jacobian_.cols(); ++c) {
    const auto i = static_cast<std::size_t>(c);
    if (!held_[i]) change_[i] = weights_[i] > 0 ? weights_[i] * along(c, y) : 0;
  }
}

bool DenseSolver::solve_damped(double mu) {
  for (int j = 0; j < rows_; ++j)
    for (int i = j; i < rows_; ++i) work_(i, j) = normal_(i, j);
  for (int i = 0; i < rows_; ++i) work_(i, i) += mu * softness_[static_cast<std::size_t>(i)];
  std::copy(error_.begin(), error_.end(), y_.begin());
  if (!ldlt_factor_definite(work_)) return false;
  ldlt_solve_definite<double>(work_, y_);
  return true;
}

bool DenseSolver::damped() {
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
void DenseSolver::hold(int c, double change) {
  const auto i = static_cast<std::size_t>(c);
  held_[i] = true;
  change_[i] = change;
  add_column(c, -weights_[i]);
  for (int r = 0; r < rows_; ++r) error_[static_cast<std::size_t>(r)] -= jacobian_(r, c) * change;
}

/// Freedoms that would pass a limit go to it and leave the system, so that the others take over what is left.
bool DenseSolver::hold_at_limits() {
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
bool DenseSolver::hold_ball(JointId joint) {
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

}  // namespace kine::detail
