#include <algorithm>
#include <cmath>

#include "kine/math/dense/ldlt.h"
#include "kine/model/pose.h"
#include "kine/solve/detail/level_step.h"

namespace kine::detail {
namespace {

constexpr int kPasses = 24;
constexpr double kKeptRow = 1e-13;   // of the trace: the softness of rows that must keep their value
constexpr double kTouching = 1e-12;  // how far past a bound counts as past it
constexpr int kConesABall = 2;       // its swing and its twist

bool is_limited(const BallLimits& limits) { return limits.has_swing() || limits.has_twist(); }

int limited_balls(const Skeleton& skeleton) {
  int count = 0;
  for (int i = 0; i < skeleton.joint_count(); ++i)
    count += skeleton.kind({i}) == JointKind::Ball && is_limited(skeleton.description({i}).ball);
  return count;
}

/// How far a rotation is outside of a ball's swing ellipse (negative: inside), along the ellipse's own scale.
double swing_excess(const BallLimits& limits, const Quat& rotation) {
  const BallAngles at = ball_angles(limits, rotation);
  const double u = at.first / limits.swing_first, v = at.second / limits.swing_second;
  return (std::sqrt(u * u + v * v) - 1) * std::min<double>(limits.swing_first, limits.swing_second);
}

double twist_excess(const BallLimits& limits, const Quat& rotation) {
  const double twist = ball_angles(limits, rotation).twist;
  return std::max<double>(twist - limits.twist.upper, limits.twist.lower - twist);
}

}  // namespace

std::size_t LevelStep::bytes(const Skeleton& skeleton, int rows) {
  const auto n = static_cast<std::size_t>(skeleton.freedom_count()), m = static_cast<std::size_t>(rows);
  const auto cones = static_cast<std::size_t>(kConesABall * limited_balls(skeleton));
  const std::size_t all = m + cones;
  return (5 * n + 2 * all + m * m + all * all) * sizeof(double) + 2 * (n + m) + all * sizeof(int) +
         cones * sizeof(Cone) + 16 * alignof(std::max_align_t);
}

LevelStep::LevelStep(const BodyProblem& problem, Scratch& scratch) : problem_(problem) {
  const auto n = static_cast<std::size_t>(problem.freedom_count()), m = static_cast<std::size_t>(problem.row_count());
  const auto cones = static_cast<std::size_t>(kConesABall * limited_balls(problem.skeleton()));
  const std::size_t all = m + cones;
  start_ = scratch.take<double>(n);
  x_ = scratch.take<double>(n);
  changes_ = scratch.take<double>(n);
  y_ = scratch.take<double>(all);
  near_ = scratch.take<double>(n);
  let_go_ = scratch.take<bool>(n + m);
  held_ = scratch.take<bool>(n);
  active_ = scratch.take<bool>(m);
  list_ = scratch.take<int>(all);
  cones_ = scratch.take<Cone>(cones);
  gram_ = {scratch.take<double>(m * m).data(), static_cast<int>(m), static_cast<int>(m)};
  system_ = {scratch.take<double>(all * all).data(), static_cast<int>(all), static_cast<int>(all)};
}

void LevelStep::make_gram(int rows) {
  for (int j = 0; j < rows; ++j) std::fill_n(&gram_(j, j), rows - j, 0.0);
  for (int c = 0; c < problem_.freedom_count(); ++c) {
    held_[static_cast<std::size_t>(c)] = false;
    if (!(problem_.scale(c) > 0)) continue;
    const double* column = &problem_.jacobian()(0, c);
    for (int j = 0; j < rows; ++j) {
      const double v = column[j];
      if (v == 0) continue;  // most goals have nothing to do with most joints
      double* out = &gram_(0, j);
      for (int i = j; i < rows; ++i) out[i] += v * column[i];
    }
  }
}

void LevelStep::add_column(int c, int rows, double sign) {
  const double* column = &problem_.jacobian()(0, c);
  for (int j = 0; j < rows; ++j)
    for (int i = j; i < rows; ++i) gram_(i, j) += sign * column[j] * column[i];
}

void LevelStep::choose_rows(int first_of_level, int rows, bool only_mend) {
  for (int r = 0; r < rows; ++r) {
    const BodyProblem::Row& row = problem_.rows()[static_cast<std::size_t>(r)];
    const bool counts = !only_mend || r < first_of_level;
    active_[static_cast<std::size_t>(r)] = counts && (row.equal() || row.violation() > 0);
  }
}

/// The point to stay near: none, or the posture of the level's hold goal.
void LevelStep::set_start(int level, bool only_mend, std::span<const double> pose) {
  std::fill(start_.begin(), start_.end(), 0.0);
  const Goal* hold = problem_.hold_of(level);
  if (!hold || only_mend) return;
  difference(problem_.skeleton(), pose, hold->posture, start_);
  for (int c = 0; c < problem_.freedom_count(); ++c) {
    const double scale = problem_.scale(c);
    start_[static_cast<std::size_t>(c)] = scale > 0 ? start_[static_cast<std::size_t>(c)] / scale : 0;
  }
}

double LevelStep::row_along(int row, std::span<const double> x) const {
  double sum = 0;
  for (int c = 0; c < problem_.freedom_count(); ++c)
    sum += problem_.jacobian()(row, c) * x[static_cast<std::size_t>(c)];
  return sum;
}

bool LevelStep::solve_system(int first_of_level, double mu) {
  int count = 0;
  double trace = 0;
  for (int r = 0; r < static_cast<int>(active_.size()); ++r) {
    if (!active_[static_cast<std::size_t>(r)]) continue;
    list_[static_cast<std::size_t>(count++)] = r;
    trace += gram_(r, r);
  }
  listed_ = count;
  const int goal_rows = count, all = count + cone_count_;
  for (int k = 0; k < cone_count_; ++k)
    trace += dot(cones_[static_cast<std::size_t>(k)].gradient, cones_[static_cast<std::size_t>(k)].gradient);
  const MatrixView<double> a = system_.block(0, 0, all, all);
  const std::span<double> y = y_.first(static_cast<std::size_t>(all));
  bool solved = all == 0;
  for (double softness = kKeptRow; !solved && softness < 1e-6; softness *= 100) {
    for (int j = 0; j < all; ++j) {
      for (int i = j; i < all; ++i) {
        double v = 0;
        if (j < goal_rows && i < goal_rows) {
          v = gram_(list_[static_cast<std::size_t>(i)], list_[static_cast<std::size_t>(j)]);
        } else {
          const Cone& cone = cones_[static_cast<std::size_t>(i - goal_rows)];
          for (int k = 0; k < 3; ++k) {
            const int c = cone.freedom + k;
            if (held_[static_cast<std::size_t>(c)]) continue;
            if (j < goal_rows) {
              v += cone.gradient[k] * problem_.jacobian()(list_[static_cast<std::size_t>(j)], c);
            } else if (cones_[static_cast<std::size_t>(j - goal_rows)].freedom == cone.freedom) {
              v += cone.gradient[k] * cones_[static_cast<std::size_t>(j - goal_rows)].gradient[k];
            }
          }
        }
        a(i, j) = v;
      }
      const int r = j < goal_rows ? list_[static_cast<std::size_t>(j)] : -1;
      const bool kept = r < first_of_level;  // of a level before, or a cone
      a(j, j) += kept ? softness * trace : mu / problem_.rows()[static_cast<std::size_t>(r)].weight;
    }
    for (int j = 0; j < all; ++j) {
      if (j < goal_rows) {
        const int r = list_[static_cast<std::size_t>(j)];
        const BodyProblem::Row& row = problem_.rows()[static_cast<std::size_t>(r)];
        // A row inside its bounds that was taken in is on its way out at the nearer one: see take_in_rows.
        double bound = row.value < row.lower ? row.lower : row.value > row.upper ? row.upper : row.lower;
        if (!row.equal() && row.violation() == 0) bound = row_along(r, x_) > 0 ? row.upper : row.lower;
        y[static_cast<std::size_t>(j)] = bound - row.value - row_along(r, start_);
      } else {
        const Cone& cone = cones_[static_cast<std::size_t>(j - goal_rows)];
        double along = 0;
        for (int k = 0; k < 3; ++k) along += cone.gradient[k] * start_[static_cast<std::size_t>(cone.freedom + k)];
        y[static_cast<std::size_t>(j)] = cone.slack - along;
      }
    }
    solved = ldlt_factor_definite(a);
    if (solved) ldlt_solve_definite<double>(a, y);
  }
  if (!solved) return false;
  for (int c = 0; c < problem_.freedom_count(); ++c) {
    double sum = start_[static_cast<std::size_t>(c)];
    if (problem_.scale(c) > 0 && !held_[static_cast<std::size_t>(c)]) {
      const double* column = problem_.row_count() > 0 ? &problem_.jacobian()(0, c) : nullptr;
      for (int j = 0; j < goal_rows; ++j)
        sum += column[list_[static_cast<std::size_t>(j)]] * y[static_cast<std::size_t>(j)];
    }
    x_[static_cast<std::size_t>(c)] = sum;
  }
  for (int k = 0; k < cone_count_; ++k) {
    const Cone& cone = cones_[static_cast<std::size_t>(k)];
    for (int i = 0; i < 3; ++i)
      if (!held_[static_cast<std::size_t>(cone.freedom + i)])
        x_[static_cast<std::size_t>(cone.freedom + i)] += cone.gradient[i] * y[static_cast<std::size_t>(goal_rows + k)];
  }
  return true;
}

/// Freedoms that would pass a limit go to it and leave the system: their change becomes part of the start.
bool LevelStep::stop_at_limits(std::span<const double> pose, int rows) {
  bool any = false;
  for (int c = 0; c < problem_.freedom_count(); ++c) {
    const auto i = static_cast<std::size_t>(c);
    const Skeleton::Freedom& freedom = problem_.skeleton().freedom(c);
    const double scale = problem_.scale(c);
    if (freedom.value < 0 || held_[i] || !(scale > 0)) continue;
    const double now = pose[static_cast<std::size_t>(freedom.value)], wanted = now + x_[i] * scale;
    if (freedom.limits.contains(wanted)) continue;
    held_[i] = any = true;
    start_[i] = (freedom.limits.clamp(wanted) - now) / scale;
    x_[i] = start_[i];
    add_column(c, rows, -1);
  }
  return any;
}

/// Rows with room between their bounds that the step would carry past one.
bool LevelStep::take_in_rows(int rows, bool only_mend, int first_of_level) {
  bool any = false;
  for (int r = 0; r < (only_mend ? first_of_level : rows); ++r) {
    const BodyProblem::Row& row = problem_.rows()[static_cast<std::size_t>(r)];
    if (active_[static_cast<std::size_t>(r)]) continue;
    const double then = row.value + row_along(r, x_);
    if (then >= row.lower - kTouching && then <= row.upper + kTouching) continue;
    active_[static_cast<std::size_t>(r)] = any = true;
  }
  return any;
}

/// Balls that the step would carry out of their swing ellipse or twist range. The row is the tangent of the limit where
/// the ball is now; its gradient by central differences.
bool LevelStep::take_in_cones(std::span<const double> pose) {
  constexpr double kStep = 1e-5;
  const Skeleton& skeleton = problem_.skeleton();
  const int before = cone_count_;
  for (int i = 0; i < skeleton.joint_count() && !cones_.empty(); ++i) {
    if (skeleton.kind({i}) != JointKind::Ball) continue;
    const BallLimits& limits = skeleton.description({i}).ball;
    if (!is_limited(limits)) continue;
    const int f = skeleton.freedom_of({i});
    const Vec3 scale{problem_.scale(f), problem_.scale(f + 1), problem_.scale(f + 2)};
    const auto x = [&](int k) { return x_[static_cast<std::size_t>(f + k)]; };
    const Quat now = joint_rotation(skeleton, pose, {i});
    const Quat then = now * exp(scaled({x(0), x(1), x(2)}, scale));
    const auto add = [&](auto excess, bool swing) {
      if (excess(limits, then) <= kTouching) return;
      Cone cone{f, {}, swing, -excess(limits, now)};
      for (int k = 0; k < 3; ++k) {
        Vec3 turn{};
        turn[k] = kStep;
        cone.gradient[k] =
            (excess(limits, now * exp(turn)) - excess(limits, now * exp(-turn))) / (2 * kStep) * scale[k];
      }
      if (!(dot(cone.gradient, cone.gradient) > 1e-12)) return;
      for (int k = 0; k < before; ++k)  // already in: the tangent is not the limit itself
        if (cones_[static_cast<std::size_t>(k)].freedom == f &&
            length(cones_[static_cast<std::size_t>(k)].gradient - cone.gradient) < 1e-9)
          return;
      if (cone_count_ < static_cast<int>(cones_.size())) cones_[static_cast<std::size_t>(cone_count_++)] = cone;
    };
    if (limits.has_swing()) add(swing_excess, true);
    if (limits.has_twist()) add(twist_excess, false);
  }
  return cone_count_ > before;
}

/// How far the rows would move a freedom that is held.
double LevelStep::wish(int c) const {
  double sum = 0;
  for (int j = 0; j < listed_; ++j)
    sum += problem_.jacobian()(list_[static_cast<std::size_t>(j)], c) * y_[static_cast<std::size_t>(j)];
  return sum;
}

/// How half the level's squared error falls as a held freedom moves on: by the errors of its rows, and by the
/// multipliers of the rows of earlier levels, which must be kept.
double LevelStep::pull(int first_of_level, int c) const {
  double sum = 0;
  for (int j = 0; j < listed_; ++j) {
    const int r = list_[static_cast<std::size_t>(j)];
    const BodyProblem::Row& row = problem_.rows()[static_cast<std::size_t>(r)];
    const double lack = row.value < row.lower   ? row.lower - row.value
                        : row.value > row.upper ? row.upper - row.value
                                                : 0;
    sum += problem_.jacobian()(r, c) * (r < first_of_level ? mu_ * y_[static_cast<std::size_t>(j)] : row.weight * lack);
  }
  return sum;
}

/// Lets go of what holds the step back from its own side: a freedom at a limit that would rather turn back, a row or
/// cone whose multiplier pulls outwards. Each at most once a step, so that this ends.
bool LevelStep::let_go(int rows) {
  const std::span<const double> y = y_;
  bool any = false;
  for (int c = 0; c < problem_.freedom_count(); ++c) {
    const auto i = static_cast<std::size_t>(c);
    if (!held_[i] || let_go_[i]) continue;
    const Range& limits = problem_.skeleton().freedom(c).limits;
    const double now = now_[static_cast<std::size_t>(problem_.skeleton().freedom(c).value)];
    if (!limits.contains(now + (near_[i] + wish(c)) * problem_.scale(c))) continue;
    let_go_[i] = any = true;
    held_[i] = false;
    start_[i] = near_[i];
    add_column(c, rows, 1);
  }
  for (int j = 0; j < listed_; ++j) {
    const int r = list_[static_cast<std::size_t>(j)];
    const auto flag = start_.size() + static_cast<std::size_t>(r);
    const BodyProblem::Row& row = problem_.rows()[static_cast<std::size_t>(r)];
    if (row.equal() || row.violation() > 0 || let_go_[flag]) continue;
    const bool at_upper = row_along(r, x_) > 0;  // as solve_system chose its bound
    if (at_upper ? y[static_cast<std::size_t>(j)] <= 0 : y[static_cast<std::size_t>(j)] >= 0) continue;
    let_go_[flag] = any = true;
    active_[static_cast<std::size_t>(r)] = false;
  }
  for (int k = 0; k < cone_count_ && cones_let_go_ < static_cast<int>(cones_.size()); ++k) {
    if (y[static_cast<std::size_t>(listed_ + k)] <= 0) continue;
    cones_[static_cast<std::size_t>(k)] = cones_[static_cast<std::size_t>(--cone_count_)];
    ++cones_let_go_;
    any = true;
    break;  // the multipliers of the others are no longer in step with their places
  }
  return any;
}

bool LevelStep::make(int level, double damping, bool only_mend, std::span<const double> pose) {
  const int first_of_level = problem_.level_end(level - 1), rows = problem_.level_end(level);
  make_gram(rows);
  choose_rows(first_of_level, rows, only_mend);
  std::fill(active_.begin() + rows, active_.end(), false);
  set_start(level, only_mend, pose);
  std::copy(start_.begin(), start_.end(), x_.begin());
  std::copy(start_.begin(), start_.end(), near_.begin());
  std::fill(let_go_.begin(), let_go_.end(), false);
  now_ = pose;
  cone_count_ = cones_let_go_ = 0;
  double trace = 0;
  for (int r = first_of_level; r < rows; ++r) trace += gram_(r, r);
  const Goal* hold = problem_.hold_of(level);
  const double mu = (hold && !only_mend) ? hold->weight : damping * trace;
  mu_ = mu;
  if (!(mu > 0) && rows > first_of_level && !only_mend) return false;
  for (int pass = 0; pass < kPasses; ++pass) {
    if (!solve_system(first_of_level, mu)) return false;
    bool again = stop_at_limits(pose, rows);
    again |= take_in_rows(rows, only_mend, first_of_level);
    again |= take_in_cones(pose);
    if (!again) again = let_go(rows);
    if (!again) break;
  }
  for (int c = 0; c < problem_.freedom_count(); ++c) {
    const auto i = static_cast<std::size_t>(c);
    changes_[i] = x_[i] * problem_.scale(c);
    if (!std::isfinite(changes_[i])) return false;
  }
  return true;
}

}  // namespace kine::detail
