#include "kine/solve/damped/dense_solver.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "kine/kinematics/forward.h"
#include "kine/math/dense/ldlt.h"
#include "kine/model/pose.h"
#include "kine/solve/internal/judge.h"
#include "kine/solve/internal/movable.h"
#include "kine/solve/internal/reach.h"
#include "kine/solve/internal/rows.h"

// All goals' rows in one matrix. Rows of length are divided by the reach, so that they weigh like angles and the same
// in every unit; sliders are measured in reaches likewise. A goal's weight divides its damping: with G the goals'
// weights,
//   dq = W J^T (J W J^T + mu G^-1)^-1 e
// is the least of |e - J dq|^2_G + mu |dq|^2_(W^-1). damped_search.h has the loop and says where mu comes from.

namespace kine::detail {
namespace {

constexpr int kLimitPasses = 4;
constexpr double kFlat = 1e-12;  // of the largest |J^T e|^2 there could be: nothing
// SearchRules::patience of Transpose and SelectivelyDamped, which lose nothing by it. The paper's inverse throws a chain
// about and may land after a hundred steps all the same: with 40 it solves 97 of 100 chains of 20 balls instead of all.
constexpr int kShortPatience = 40;

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
  movable_ = scratch.take<bool>(n);
  find_movable(skeleton, goals, {method.from, method.movable}, movable_);
  best_ = scratch.take<double>(pose.size());
  start_ = scratch.take<double>(pose.size());
}

std::size_t DenseSolver::bytes(const Skeleton& skeleton, std::size_t rows, Inverse inverse) {
  const std::size_t m = rows;
  const auto n = static_cast<std::size_t>(skeleton.freedom_count());
  std::size_t numbers = m * n + 2 * m * m + 4 * m + 8 * n + 2 * static_cast<std::size_t>(skeleton.value_count());
  if (inverse == Inverse::SelectivelyDamped) numbers += 2 * m * m + m;
  if (inverse == Inverse::Paper) numbers += m * m + m;
  return Frames::bytes(skeleton) + numbers * sizeof(double) + 2 * n + 14 * alignof(double);
}

Report DenseSolver::run() {
  bring_inside(skeleton_, movable_, pose_);
  weigh_freedoms();
  measure();
  Report report;
  SearchRules rules{.takes_every_step = method_.inverse != Inverse::Damped};
  if (method_.inverse == Inverse::Transpose || method_.inverse == Inverse::SelectivelyDamped)
    rules.patience = kShortPatience;
  report.iterations = descend(*this, method_.max_iterations, rules);
  forward(skeleton_, pose_, frames_);
  judge(skeleton_, goals_, frames_, pose_, method_.tolerance, {method_.from, method_.movable}, report);
  return report;
}

void DenseSolver::take_back() {
  std::copy(best_.begin(), best_.end(), pose_.begin());
  measure();
}

bool DenseSolver::slides(const Skeleton::Freedom& freedom) const {
  return skeleton_.slides(freedom.joint, freedom.component);
}

/// What counts as one: a radian, or the reach for sliders.
double DenseSolver::unit_of(int f) const { return slides(skeleton_.freedom(f)) ? reach_ : 1; }

void DenseSolver::weigh_freedoms() {
  for (int f = 0; f < skeleton_.freedom_count(); ++f) {
    const Skeleton::Freedom& freedom = skeleton_.freedom(f);
    const double unit = unit_of(f);
    weights_[static_cast<std::size_t>(f)] = movable_[static_cast<std::size_t>(f)] ? freedom.weight * unit * unit : 0;
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
      const double weight = goal.kind != GoalKind::Hold || goal.freedom_weights.empty()
                                ? goal.weight
                                : goal.weight * goal.freedom_weights[static_cast<std::size_t>(k)];
      softness_[r] = 1 / weight;
      for (int c = 0; unit != 1 && c < jacobian_.cols(); ++c) jacobian_(row + k, c) *= unit;
      error_squared_ += error_[r] * error_[r] * weight;
    }
    row += count;
  }
}

bool DenseSolver::reached() const {
  const double* error = error_.data();
  for (const Goal& goal : goals_) {
    const int rows = row_count(skeleton_, goal);
    const Allowed allowed = allowed_of(method_.tolerance, skeleton_, goal);
    if (!rows_within(goal, rows, allowed, reach_, [&](int k) { return error[k]; })) return false;
    error += rows;
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

bool DenseSolver::step(const NextStep& next) {
  if (next.from_best) std::copy(pose_.begin(), pose_.end(), best_.begin());
  make_normal();
  flat_ = method_.inverse != Inverse::Paper && is_stationary();
  if (flat_) return false;
  bool found = false;
  switch (method_.inverse) {
    case Inverse::Damped:
      found = damped(next.damping);
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
  measure();
  return true;
}

/// Moves the pose by so much of change_.
void DenseSolver::move(double amount) { move_inside(skeleton_, movable_, change_, amount, pose_); }

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

bool DenseSolver::damped(double damping) {
  const double mu = damping * trace();
  if (!(mu > 0)) return false;
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
