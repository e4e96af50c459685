#include "kine/solve/priority/full_body_solver.h"

#include <algorithm>
#include <cmath>

#include "kine/model/pose.h"
#include "kine/solve/damped/damped_search.h"
#include "kine/solve/internal/judge.h"
#include "kine/solve/internal/movable.h"
#include "kine/solve/internal/reach.h"
#include "kine/solve/internal/rows.h"

namespace kine::detail {
namespace {

/// The flags of rule 2 (internal/movable.h), in scratch memory.
std::span<bool> movable_in(const Skeleton& skeleton, std::span<const Goal> goals, const FullBody& method,
                           Scratch& scratch) {
  const std::span<bool> flags = scratch.take<bool>(static_cast<std::size_t>(skeleton.freedom_count()));
  find_movable(skeleton, goals, {method.from, method.movable}, flags);
  return flags;
}

constexpr double kKept = 3e-10;  // how far rows of earlier levels may stray, in reaches and radians
constexpr int kMends = 12;
constexpr double kMending = 0.5;  // what a mend must gain to be worth another
constexpr double kNudge = 0.1;    // radians at most, or of the reach
constexpr double kWorthANudge = 0.98;
constexpr double kAfar = 1e-4;              // squared: a hundredth of the reach
constexpr double kNear = 0.25;              // squared: half as far
constexpr int kTrials = 6;                  // starts tried before one is gone on with
constexpr int kTrialSteps = 12;             // for how many steps
constexpr int kDraws = 8;                   // random poses looked at for each of them
constexpr double kHardlyBetter = 0.999999;  // of the squared error: it has not moved
constexpr double kSlow = 0.9;               // of the squared error is left by a step that the damping held back
constexpr double kSettled = 0.999;          // of a posture's: it has no goal to reach, only to come near

}  // namespace

FullBodySolver::FullBodySolver(const Skeleton& skeleton, std::span<const Goal> goals, const FullBody& method,
                               std::span<double> pose, Scratch& scratch)
    : skeleton_(skeleton),
      goals_(goals),
      method_(method),
      pose_(pose),
      movable_(movable_in(skeleton, goals, method, scratch)),
      driven_(scratch.take<bool>(static_cast<std::size_t>(skeleton.freedom_count()))),
      problem_(skeleton, goals, movable_, scratch),
      step_(problem_, scratch),
      best_(scratch.take<double>(pose.size())),
      trial_(scratch.take<double>(pose.size())),
      posture_(scratch.take<double>(static_cast<std::size_t>(skeleton.freedom_count()))),
      stuck_(scratch.take<double>(pose.size())),
      nudged_from_(scratch.take<double>(pose.size())),
      errors_(scratch.take<double>(goals.size())),
      random_(method.seed),
      bounds_(scratch.take<Range>(static_cast<std::size_t>(problem_.row_count()))) {
  for (std::size_t r = 0; r < bounds_.size(); ++r) bounds_[r] = {problem_.rows()[r].lower, problem_.rows()[r].upper};
}

std::size_t FullBodySolver::bytes(const Skeleton& skeleton, std::size_t goals, std::size_t rows) {
  return BodyProblem::bytes(skeleton, goals, rows) + LevelStep::bytes(skeleton, static_cast<int>(rows)) +
         (5 * static_cast<std::size_t>(skeleton.value_count()) + static_cast<std::size_t>(skeleton.freedom_count()) +
          goals) *
             sizeof(double) +
         2 * static_cast<std::size_t>(skeleton.freedom_count()) + rows * sizeof(Range) + 8 * alignof(std::max_align_t);
}

int FullBodySolver::start_again(std::span<const double> like) { return draw_again(problem_.level_count() - 1, like); }

void FullBodySolver::find_driven(int last_level) {
  find_movable(skeleton_, goals_, {method_.from, method_.movable}, driven_,
               {.holds = false, .last_priority = problem_.priority_of(last_level)});
}

int FullBodySolver::draw_again(int last_level, std::span<const double> like) {
  Report trial;
  double least = kInfinity, nearest = kInfinity;
  reset_bounds();
  std::copy(like.begin(), like.end(), trial_.begin());  // where no trial can be judged
  for (int i = 0; i < kTrials; ++i) {
    find_driven(last_level);  // solve_level has its own
    nearest_of_some(like);
    solve_level(0, kTrialSteps, trial);
    const double error = error_of(0), distance = is_met(0) ? distance_from(like) : kInfinity;
    const bool better = nearest < kInfinity || distance < kInfinity ? distance < nearest : error < least;
    if (!better) continue;
    least = error;
    nearest = distance;
    std::copy(pose_.begin(), pose_.end(), trial_.begin());
  }
  std::copy(trial_.begin(), trial_.end(), pose_.begin());
  return trial.iterations;
}

Report FullBodySolver::run() {
  bring_inside(skeleton_, movable_, pose_);
  Report report;
  solve_levels(report);
  return report;
}

void FullBodySolver::nearest_of_some(std::span<const double> like) {
  double least = kInfinity;
  std::copy(like.begin(), like.end(), best_.begin());  // where no draw can be judged
  for (int i = 0; i < kDraws; ++i) {
    random_.pose(skeleton_, like, driven_, pose_);
    problem_.evaluate(pose_);
    const double error = error_of(0);
    if (!(error < least)) continue;
    least = error;
    std::copy(pose_.begin(), pose_.end(), best_.begin());
  }
  std::copy(best_.begin(), best_.end(), pose_.begin());
}

double FullBodySolver::distance_from(std::span<const double> other) {
  difference(skeleton_, other, pose_, posture_);
  double sum = 0;
  for (int c = 0; c < skeleton_.freedom_count(); ++c) {
    const double scale = problem_.scale(c);
    if (!(scale > 0)) continue;
    const double moved = posture_[static_cast<std::size_t>(c)] / scale;
    sum += moved * moved;
  }
  return std::sqrt(sum);
}

void FullBodySolver::reset_level_bounds(int level) {
  for (int r = problem_.level_end(level - 1); r < problem_.level_end(level); ++r) {
    const auto i = static_cast<std::size_t>(r);
    problem_.rows()[i].lower = bounds_[i].lower;
    problem_.rows()[i].upper = bounds_[i].upper;
  }
}

void FullBodySolver::reset_bounds() {
  for (std::size_t r = 0; r < bounds_.size(); ++r) {
    problem_.rows()[r].lower = bounds_[r].lower;
    problem_.rows()[r].upper = bounds_[r].upper;
  }
}

void FullBodySolver::solve_levels(Report& report) {
  reset_bounds();
  for (int level = 0; level < problem_.level_count(); ++level) {
    if (level == 0) {
      solve_first_level(report);
    } else {
      solve_level(level, method_.max_iterations, report);
    }
    errors_[static_cast<std::size_t>(level)] = error_of(level);
    freeze(level);
  }
  problem_.evaluate(pose_);
  judge(skeleton_, goals_, problem_.frames(), pose_, method_.tolerance, {method_.from, method_.movable}, report);
  report.outside_limits = count_outside_limits(skeleton_, movable_, pose_);
  if (report.status == Status::NotFound) note_blockers(report);
}

void FullBodySolver::solve_first_level(Report& report) {
  problem_.evaluate(pose_);
  const double before = error_of(0);
  solve_level(0, method_.max_iterations, report);
  const double error = error_of(0);
  const bool came_near = before > kAfar && error < kNear * before;
  if (!method_.try_again || !came_near || problem_.hold_of(0) || is_met(0)) return;
  if (is_proved(Proof::TooFar) || is_proved(Proof::TooNear)) return;
  std::copy(pose_.begin(), pose_.end(), stuck_.begin());
  report.iterations += draw_again(0, stuck_);
  solve_level(0, method_.max_iterations, report);
  if (is_met(0)) return;
  std::copy(stuck_.begin(), stuck_.end(), pose_.begin());
  problem_.evaluate(pose_);
}

bool FullBodySolver::is_proved(Proof proof) const {
  for (int r = 0; r < problem_.level_end(0); ++r) {
    const Goal& goal = goals_[static_cast<std::size_t>(problem_.rows()[static_cast<std::size_t>(r)].goal)];
    const ReachShell shell = reach_shell_of(skeleton_, problem_.frames(), goal, {method_.from, method_.movable});
    const double away = shell.distance_to(goal.target);
    const double allowed = allowed_of(method_.tolerance, skeleton_, goal).metres;
    if (proof == Proof::TooFar ? shell.range.too_far(away, allowed) : shell.range.too_near(away, allowed)) return true;
  }
  return false;
}

double FullBodySolver::error_of(int level) {
  double sum = 0;
  for (int r = problem_.level_end(level - 1); r < problem_.level_end(level); ++r) {
    const BodyProblem::Row& row = problem_.rows()[static_cast<std::size_t>(r)];
    sum += row.weight * row.violation() * row.violation();
  }
  if (const Goal* hold = problem_.hold_of(level)) {
    difference(skeleton_, pose_, hold->posture, posture_);
    for (int c = 0; c < skeleton_.freedom_count(); ++c) {
      const double scale = problem_.scale(c);
      if (!(scale > 0)) continue;
      const double away = posture_[static_cast<std::size_t>(c)] / scale;
      sum += hold->weight * problem_.hold_weight(*hold, c) * away * away;
    }
  }
  return sum;
}

double FullBodySolver::strayed(int level) const {
  double worst = 0;
  for (int r = 0; r < problem_.level_end(level - 1); ++r)
    worst = std::max<double>(worst, problem_.rows()[static_cast<std::size_t>(r)].violation());
  return worst;
}

bool FullBodySolver::is_met(int level) const {
  for (int r = problem_.level_end(level - 1); r < problem_.level_end(level);) {
    const BodyProblem::Row* rows = &problem_.rows()[static_cast<std::size_t>(r)];
    const Goal& goal = goals_[static_cast<std::size_t>(rows->goal)];
    const int count = row_count(skeleton_, goal);
    const Allowed allowed = allowed_of(method_.tolerance, skeleton_, goal);
    if (!rows_within(goal, count, allowed, problem_.reach(), [&](int k) { return rows[k].violation(); })) return false;
    r += count;
  }
  return true;
}

void FullBodySolver::move_by(std::span<const double> changes, double share) {
  move_inside(skeleton_, movable_, changes, share, pose_);
  problem_.evaluate(pose_);
}

void FullBodySolver::mend(int level) {
  double away = strayed(level);
  for (int i = 0; i < kMends && away > kKept; ++i) {
    if (!step_.make(level, 1, /*only_mend=*/true, pose_)) return;
    move_by(step_.changes());
    // Next to a singular pose, as on straight legs, they gain a few times a step, not by squares.
    const double before = away;
    away = strayed(level);
    if (away > kMending * before) return;
  }
}

void FullBodySolver::solve_level(int level, int most, Report& report) {
  problem_.evaluate(pose_);
  const double before = error_of(level);
  descend(level, most, report);
  const bool moved = error_of(level) < kHardlyBetter * before;
  if (moved || problem_.hold_of(level) || is_met(level) || (level == 0 && is_proved(Proof::TooFar))) return;
  std::copy(pose_.begin(), pose_.end(), nudged_from_.begin());
  nudge(level);
  mend(level);
  if (strayed(level) <= kKept) descend(level, most, report);
  if (strayed(level) <= kKept && error_of(level) < kWorthANudge * before) return;
  std::copy(nudged_from_.begin(), nudged_from_.end(), pose_.begin());
  problem_.evaluate(pose_);
}

void FullBodySolver::nudge(int level) {
  find_driven(level);
  double part = 0;
  for (int c = 0; c < skeleton_.freedom_count(); ++c) {
    part += 0.6180339887498949;  // steps of the golden ratio keep apart
    if (part > 1) part -= 1;
    double change = driven_[static_cast<std::size_t>(c)] ? kNudge * (2 * part - 1) * problem_.scale(c) : 0;
    const Skeleton::Freedom& freedom = skeleton_.freedom(c);
    if (freedom.value >= 0 && !freedom.limits.contains(pose_[static_cast<std::size_t>(freedom.value)] + change))
      change = -change;
    posture_[static_cast<std::size_t>(c)] = change;
  }
  move_by(posture_);
}

/// One level as damped_search.h's `descend` sees it: an error for which the rows of earlier levels strayed is no error
/// to be had.
struct FullBodySolver::LevelSearch {
  FullBodySolver& solver;
  int level;
  bool has_posture = solver.problem_.hold_of(level) != nullptr;
  double error = solver.error_of(level);

  static constexpr bool kStallsNextToLines = false;
  double squared_error() const { return error; }
  bool reached() const { return !has_posture && solver.is_met(level); }

  bool step(const NextStep& next) {
    if (next.from_best) std::copy(solver.pose_.begin(), solver.pose_.end(), solver.best_.begin());
    if (!has_posture) return go(next.damping, 1);
    // A posture's step has no damping to raise: shorter and shorter shares of it, until one helps.
    const double before = error;
    double share = 1;
    for (int i = 0; i < kShares; ++i, share = i == 1 ? 0.5 : share / 4) {
      if (!go(next.damping, share)) return false;
      if (error < before) return true;
      take_back();
    }
    return false;
  }

  bool bend() { return false; }  // solve_level nudges instead

  void take_back() {
    std::copy(solver.best_.begin(), solver.best_.end(), solver.pose_.begin());
    solver.problem_.evaluate(solver.pose_);
    error = solver.error_of(level);
  }

 private:
  static constexpr int kShares = 7;

  bool go(double damping, double share) {
    if (!solver.step_.make(level, damping, false, solver.pose_)) return false;
    solver.move_by(solver.step_.changes(), share);
    solver.mend(level);
    error = solver.strayed(level) <= kKept ? solver.error_of(level) : kInfinity;
    return true;
  }
};

void FullBodySolver::descend(int level, int most, Report& report) {
  LevelSearch search{*this, level};
  // A level ends at its optimum, not only near it, since what later levels may do depends on it. And far from what it
  // cannot have, the damping that the error asks for is too much.
  SearchRules rules{.hardly_better = kHardlyBetter, .slow = kSlow};
  if (search.has_posture) rules = {.stalls = 1, .hardly_better = kSettled};
  report.iterations += detail::descend(search, most, rules);
}

void FullBodySolver::freeze(int level) {
  const int first_of_level = problem_.level_end(level - 1);
  for (int r = 0; r < problem_.level_end(level); ++r) {
    BodyProblem::Row& row = problem_.rows()[static_cast<std::size_t>(r)];
    const Range& asked = bounds_[static_cast<std::size_t>(r)];
    const double lower = std::min<double>(asked.lower, row.value), upper = std::max<double>(asked.upper, row.value);
    if (r < first_of_level) {
      if (row.equal()) continue;
      row.lower = std::max<double>(row.lower, lower);
      row.upper = std::min<double>(row.upper, upper);
    } else if (row.equal()) {
      row.lower = row.upper = row.value;
    } else {
      row.lower = lower;
      row.upper = upper;
    }
  }
}

}  // namespace kine::detail
