#include <algorithm>
#include <cmath>
#include <limits>

#include "kine/math/dense/ldlt.h"
#include "kine/model/pose.h"
#include "kine/solve/priority/level_step.h"

namespace kine::detail {
namespace {

constexpr int kBlockPasses = 3;     // without fewer wrong ones, before they change sides one by one
constexpr int kMostPasses = 30;     // then `walk` takes over: where too many rows meet, rounding makes it go round
constexpr double kKeptRow = 1e-11;  // of the trace: the softness of rows that must keep their value
constexpr int kMostRefinements = 12;
constexpr double kRefined = 1e-13;   // what rows of the system may lack
constexpr double kTouching = 1e-12;  // how far past a bound counts as past it
constexpr double kRounding = 1e-14;  // the same, of the largest multiplier: steps are no more exact than that
constexpr double kBroken = 1e-10;    // how far a step may move kept rows

}  // namespace

std::size_t LevelStep::bytes(const Skeleton& skeleton, int rows) {
  const auto n = static_cast<std::size_t>(skeleton.freedom_count()), m = static_cast<std::size_t>(rows);
  const auto cones = static_cast<std::size_t>(most_cones(skeleton));
  const std::size_t all = m + cones;
  return (6 * n + 2 * all + 2 * m + m * m + all * all) * sizeof(double) + n + m + (n + 2 * all) * sizeof(int) +
         cones * sizeof(Cone) + 16 * alignof(std::max_align_t);
}

LevelStep::LevelStep(const BodyProblem& problem, Scratch& scratch) : problem_(problem) {
  const auto n = static_cast<std::size_t>(problem.freedom_count()), m = static_cast<std::size_t>(problem.row_count());
  const auto cones = static_cast<std::size_t>(most_cones(problem.skeleton()));
  const std::size_t all = m + cones;
  start_ = scratch.take<double>(n);
  x_ = scratch.take<double>(n);
  changes_ = scratch.take<double>(n);
  y_ = scratch.take<double>(all);
  at_ = scratch.take<double>(n);
  lacks_ = scratch.take<double>(m);
  along_ = scratch.take<double>(m);
  more_ = scratch.take<double>(all);
  near_ = scratch.take<double>(n);
  compliance_ = scratch.take<double>(n);
  held_ = scratch.take<Side>(n);
  side_ = scratch.take<Side>(m);
  list_ = scratch.take<int>(all);
  wrong_ = scratch.take<int>(n + all);
  cones_ = scratch.take<Cone>(cones);
  gram_ = {scratch.take<double>(m * m).data(), static_cast<int>(m), static_cast<int>(m)};
  system_ = {scratch.take<double>(all * all).data(), static_cast<int>(all), static_cast<int>(all)};
}

void LevelStep::make_gram(int rows) {
  for (int j = 0; j < rows; ++j) std::fill_n(&gram_(j, j), rows - j, 0.0);
  for (int c = 0; c < problem_.freedom_count(); ++c) {
    held_[static_cast<std::size_t>(c)] = kOff;
    if (!(problem_.scale(c) > 0)) continue;
    const double* column = &problem_.jacobian()(0, c);
    // Most goals have nothing to do with most joints.
    int end = rows;
    while (end > 0 && column[end - 1] == 0) --end;
    const double compliance = compliance_[static_cast<std::size_t>(c)];
    for (int j = 0; j < end; ++j) {
      const double v = compliance * column[j];
      if (v == 0) continue;
      double* out = &gram_(0, j);
      for (int i = j; i < end; ++i) out[i] += v * column[i];
    }
  }
}

void LevelStep::add_column(int c, int rows, double sign) {
  const double* column = &problem_.jacobian()(0, c);
  const double factor = sign * compliance_[static_cast<std::size_t>(c)];
  for (int j = 0; j < rows; ++j)
    for (int i = j; i < rows; ++i) gram_(i, j) += factor * column[j] * column[i];
}

void LevelStep::choose_rows(int rows) {
  counted_rows_ = rows;
  for (int r = 0; r < static_cast<int>(side_.size()); ++r) {
    const BodyProblem::Row& row = problem_.rows()[static_cast<std::size_t>(r)];
    Side& side = side_[static_cast<std::size_t>(r)];
    side = kOff;
    if (r >= counted_rows_) continue;
    if (row.equal())
      side = kEqual;
    else if (row.value < row.lower)
      side = kAtLower;
    else if (row.value > row.upper)
      side = kAtUpper;
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

void LevelStep::set_compliance(int level, bool only_mend) {
  std::fill(compliance_.begin(), compliance_.end(), 1.0);
  const Goal* hold = problem_.hold_of(level);
  if (!hold || only_mend) return;
  for (int c = 0; c < problem_.freedom_count(); ++c)
    compliance_[static_cast<std::size_t>(c)] = 1 / problem_.hold_weight(*hold, c);
}

double LevelStep::row_along(int row, std::span<const double> x) const {
  double sum = 0;
  for (int c = 0; c < problem_.freedom_count(); ++c)
    sum += problem_.jacobian()(row, c) * x[static_cast<std::size_t>(c)];
  return sum;
}

/// All rows that count, along x. Column after column, as they lie in memory; most of a start is zero.
std::span<const double> LevelStep::rows_along(std::span<const double> x) {
  const std::span<double> out = along_.first(static_cast<std::size_t>(counted_rows_));
  std::fill(out.begin(), out.end(), 0.0);
  for (int c = 0; c < problem_.freedom_count() && counted_rows_ > 0; ++c) {
    const double v = x[static_cast<std::size_t>(c)];
    if (v == 0) continue;
    const double* column = &problem_.jacobian()(0, c);
    for (std::size_t r = 0; r < out.size(); ++r) out[r] += column[r] * v;
  }
  return out;
}

double LevelStep::cone_along(const Cone& cone, std::span<const double> x) const {
  double sum = 0;
  for (int k = 0; k < 3; ++k) sum += cone.gradient[k] * x[static_cast<std::size_t>(cone.freedom + k)];
  return sum;
}

/// Lists what is in the system, rows first, and gives back how many there are.
int LevelStep::list_rows() {
  int count = 0;
  for (int r = 0; r < counted_rows_; ++r)
    if (side_[static_cast<std::size_t>(r)] != kOff) list_[static_cast<std::size_t>(count++)] = r;
  listed_ = count;
  for (int k = 0; k < cone_count_; ++k)
    if (cones_[static_cast<std::size_t>(k)].on) list_[static_cast<std::size_t>(count++)] = k;
  cones_on_ = count - listed_;
  return count;
}

/// The product of two rows of the system, i at least j.
double LevelStep::entry(int i, int j) const {
  const int at = list_[static_cast<std::size_t>(j)];
  if (i < listed_) return gram_(list_[static_cast<std::size_t>(i)], at);
  const Cone& cone = cones_[static_cast<std::size_t>(list_[static_cast<std::size_t>(i)])];
  const Vec3 gradient = compliant(cone);
  double sum = 0;
  if (j < listed_) {
    for (int k = 0; k < 3; ++k) sum += gradient[k] * problem_.jacobian()(at, cone.freedom + k);
  } else if (cones_[static_cast<std::size_t>(at)].freedom == cone.freedom) {
    sum = dot(gradient, cones_[static_cast<std::size_t>(at)].gradient);
  }
  return sum;
}

void LevelStep::fill_system(MatrixView<double> a, int first_of_level, double mu, double softness) const {
  for (int j = 0; j < a.cols(); ++j) {
    for (int i = j; i < a.rows(); ++i) a(i, j) = entry(i, j);
    const int r = j < listed_ ? list_[static_cast<std::size_t>(j)] : -1;
    const bool kept = r < first_of_level;  // of a level before, or a cone
    a(j, j) += kept ? softness : mu / problem_.rows()[static_cast<std::size_t>(r)].weight;
  }
}

void LevelStep::fill_right_side(std::span<double> y) {
  const std::span<const double> along = rows_along(start_);
  for (int j = 0; j < static_cast<int>(y.size()); ++j) {
    const int at = list_[static_cast<std::size_t>(j)];
    if (j < listed_) {
      const BodyProblem::Row& row = problem_.rows()[static_cast<std::size_t>(at)];
      const double bound = side_[static_cast<std::size_t>(at)] == kAtUpper ? row.upper : row.lower;
      y[static_cast<std::size_t>(j)] = bound - row.value - along[static_cast<std::size_t>(at)];
    } else {
      const Cone& cone = cones_[static_cast<std::size_t>(at)];
      y[static_cast<std::size_t>(j)] = cone.slack - cone_along(cone, start_);
    }
  }
}

/// The gradient of a cone, each part times how willingly its freedom moves.
Vec3 LevelStep::compliant(const Cone& cone) const {
  const auto f = static_cast<std::size_t>(cone.freedom);
  return scaled(cone.gradient, {compliance_[f], compliance_[f + 1], compliance_[f + 2]});
}

/// x = start + H^-1 [rows; cones]^T y, for what is not held.
void LevelStep::step_of_multipliers() {
  for (int c = 0; c < problem_.freedom_count(); ++c) {
    double sum = start_[static_cast<std::size_t>(c)];
    if (problem_.scale(c) > 0 && held_[static_cast<std::size_t>(c)] == kOff) sum += wish(c);
    x_[static_cast<std::size_t>(c)] = sum;
  }
  for (int j = listed_; j < listed_ + cones_on_; ++j) {
    const Cone& cone = cones_[static_cast<std::size_t>(list_[static_cast<std::size_t>(j)])];
    const Vec3 gradient = compliant(cone);
    for (int k = 0; k < 3; ++k)
      x_[static_cast<std::size_t>(cone.freedom + k)] += gradient[k] * y_[static_cast<std::size_t>(j)];
  }
}

/// What the rows of the system still lack at x, measured on the rows themselves: their products have lost half the
/// digits.
double LevelStep::find_lacks(int first_of_level, std::span<double> out) {
  const std::span<const double> along = rows_along(x_);
  double most = 0;
  for (int j = 0; j < static_cast<int>(out.size()); ++j) {
    const auto i = static_cast<std::size_t>(j);
    const int at = list_[i];
    if (j < listed_) {
      const BodyProblem::Row& row = problem_.rows()[static_cast<std::size_t>(at)];
      const double bound = side_[static_cast<std::size_t>(at)] == kAtUpper ? row.upper : row.lower;
      const double soft = at < first_of_level ? 0 : mu_ / row.weight * y_[i];
      out[i] = bound - row.value - along[static_cast<std::size_t>(at)] - soft;
    } else {
      const Cone& cone = cones_[static_cast<std::size_t>(at)];
      out[i] = cone.slack - cone_along(cone, x_);
    }
    most = std::max<double>(most, std::abs(out[i]));
  }
  return most;
}

/// Iterative refinement: takes the softness of the kept rows out again, and the rounding of the system. False if the
/// rows cannot all have what they ask for.
bool LevelStep::refine(int first_of_level) {
  if (first_of_level == 0 && cones_on_ == 0) return true;
  const int all = listed_ + cones_on_;
  const std::span<double> more = more_.first(static_cast<std::size_t>(all));
  for (int round = 0;; ++round) {
    const double most = find_lacks(first_of_level, more);
    if (most <= kRefined) return true;
    if (round == kMostRefinements) return most <= kBroken;
    ldlt_solve_definite<double>(system_.block(0, 0, all, all), more);
    for (int j = 0; j < all; ++j) y_[static_cast<std::size_t>(j)] += more[static_cast<std::size_t>(j)];
    step_of_multipliers();
  }
}

bool LevelStep::solve_system(int first_of_level, double mu) {
  const int all = list_rows();
  const MatrixView<double> a = system_.block(0, 0, all, all);
  const std::span<double> y = y_.first(static_cast<std::size_t>(all));
  bool solved = all == 0;
  for (double part = kKeptRow; !solved && part < 1e-6; part *= 100) {
    fill_system(a, first_of_level, mu, part * size_ + std::numeric_limits<double>::min());
    solved = ldlt_factor_definite(a);
  }
  if (!solved) return false;
  fill_right_side(y);
  if (all > 0) ldlt_solve_definite<double>(a, y);
  touching_ = kTouching;
  for (const double v : y) touching_ = std::max<double>(touching_, kRounding * std::abs(v));
  step_of_multipliers();
  if (careful_) refine(first_of_level);
  return true;
}

/// How far the rows would move a freedom.
double LevelStep::wish(int c) const {
  double sum = 0;
  for (int j = 0; j < listed_; ++j)
    sum += problem_.jacobian()(list_[static_cast<std::size_t>(j)], c) * y_[static_cast<std::size_t>(j)];
  return sum * compliance_[static_cast<std::size_t>(c)];
}

/// A freedom that passes a limit, or is held at one from which it would turn back.
bool LevelStep::is_wrong(int c, std::span<const double> pose) const {
  const auto i = static_cast<std::size_t>(c);
  const Skeleton::Freedom& freedom = problem_.skeleton().freedom(c);
  const double scale = problem_.scale(c);
  if (freedom.value < 0 || !(scale > 0)) return false;
  if (held_[i] == kOff) {
    const double then = pose[static_cast<std::size_t>(freedom.value)] + x_[i] * scale;
    return then < freedom.limits.lower - touching_ || then > freedom.limits.upper + touching_;
  }
  const double past = near_[i] + wish(c) - start_[i];
  return held_[i] == kAtUpper ? past < -touching_ : past > touching_;
}

/// Freedoms, rows and cones that are on the wrong side, in that order.
int LevelStep::find_wrong(int rows, std::span<const double> pose) {
  const int n = problem_.freedom_count();
  int count = 0, listed = 0;
  for (int c = 0; c < n; ++c)
    if (is_wrong(c, pose)) wrong_[static_cast<std::size_t>(count++)] = c;
  for (int r = 0; r < counted_rows_; ++r) {
    const BodyProblem::Row& row = problem_.rows()[static_cast<std::size_t>(r)];
    const Side side = side_[static_cast<std::size_t>(r)];
    bool wrong = false;
    if (side == kOff) {
      const double then = row.value + row_along(r, x_);
      wrong = then < row.lower - touching_ || then > row.upper + touching_;
    } else {
      const double y = y_[static_cast<std::size_t>(listed++)];
      wrong = (side == kAtUpper && y > touching_) || (side == kAtLower && y < -touching_);
    }
    if (wrong) wrong_[static_cast<std::size_t>(count++)] = n + r;
  }
  for (int k = 0; k < cone_count_; ++k) {
    const Cone& cone = cones_[static_cast<std::size_t>(k)];
    const bool wrong =
        cone.on ? y_[static_cast<std::size_t>(listed++)] > touching_ : cone_along(cone, x_) > cone.slack + touching_;
    if (wrong) wrong_[static_cast<std::size_t>(count++)] = n + rows + k;
  }
  return count;
}

/// What was wrong changes sides.
void LevelStep::flip(int code, int rows, std::span<const double> pose) {
  const int n = problem_.freedom_count();
  if (code >= n + rows) {
    Cone& cone = cones_[static_cast<std::size_t>(code - n - rows)];
    cone.on = !cone.on;
    return;
  }
  if (code >= n) {
    const BodyProblem::Row& row = problem_.rows()[static_cast<std::size_t>(code - n)];
    Side& side = side_[static_cast<std::size_t>(code - n)];
    side = side != kOff ? kOff : row.value + row_along(code - n, x_) > row.upper ? kAtUpper : kAtLower;
    return;
  }
  const auto i = static_cast<std::size_t>(code);
  if (held_[i] != kOff) {
    held_[i] = kOff;
    start_[i] = near_[i];
    add_column(code, rows, 1);
    return;
  }
  const Skeleton::Freedom& freedom = problem_.skeleton().freedom(code);
  const double now = pose[static_cast<std::size_t>(freedom.value)];
  const bool above = now + x_[i] * problem_.scale(code) > freedom.limits.upper;
  held_[i] = above ? kAtUpper : kAtLower;
  start_[i] = ((above ? freedom.limits.upper : freedom.limits.lower) - now) / problem_.scale(code);
  add_column(code, rows, -1);
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

/// Solves and changes sides until nothing is wrong; a step that breaks a kept row is not believed. False if a system
/// has no solution.
bool LevelStep::find_active(int first_of_level, int rows, double mu, std::span<const double> pose) {
  int fewest = std::numeric_limits<int>::max(), patience = kBlockPasses;
  for (int pass = 0; pass < kMostPasses; ++pass) {
    if (!solve_system(first_of_level, mu)) return false;
    const int wrong = find_wrong(rows, pose);
    if (take_in_cones(pose))
      fewest = std::numeric_limits<int>::max();
    else if (wrong == 0) {
      if (counted_rows_ == first_of_level || refine(first_of_level)) return true;  // a mending step is made again
      break;
    }
    if (wrong < fewest) {
      fewest = wrong;
      patience = kBlockPasses;
    } else {
      --patience;
    }
    const int first = patience >= 0 || wrong == 0 ? 0 : wrong - 1;
    for (int i = first; i < wrong; ++i) flip(wrong_[static_cast<std::size_t>(i)], rows, pose);
  }
  return walk(first_of_level, rows, mu, pose);
}

bool LevelStep::make(int level, double damping, bool only_mend, std::span<const double> pose) {
  const int first_of_level = problem_.level_end(level - 1);
  const int rows = only_mend ? first_of_level : problem_.level_end(level);
  set_compliance(level, only_mend);
  make_gram(rows);
  choose_rows(rows);
  set_start(level, only_mend, pose);
  std::copy(start_.begin(), start_.end(), near_.begin());
  cone_count_ = 0;
  double trace = 0;
  for (int r = first_of_level; r < rows; ++r) trace += gram_(r, r);
  size_ = trace;
  for (int r = 0; r < first_of_level; ++r) size_ += gram_(r, r);
  const Goal* hold = problem_.hold_of(level);
  careful_ = false;
  mu_ = (hold && !only_mend) ? hold->weight : damping * trace;
  if (!(mu_ > 0) && rows > first_of_level) return false;
  if (!find_active(first_of_level, rows, mu_, pose)) return false;
  for (int c = 0; c < problem_.freedom_count(); ++c) {
    const auto i = static_cast<std::size_t>(c);
    changes_[i] = x_[i] * problem_.scale(c);
    if (!std::isfinite(changes_[i])) return false;
  }
  return true;
}

}  // namespace kine::detail
