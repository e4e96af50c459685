#include "kine/solve/full_body.h"

#include <algorithm>
#include <cmath>

#include "kine/model/pose.h"
#include "kine/solve/detail/body_problem.h"
#include "kine/solve/detail/level_step.h"
#include "kine/solve/detail/random_start.h"
#include "kine/solve/detail/request.h"

namespace kine {
namespace {

using detail::BodyProblem;
using detail::LevelStep;

constexpr double kDamping = 0.05;  // kernel/limb_step.cpp says where it comes from
constexpr double kLeastDamping = 1e-13;
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
constexpr int kStalls = 8;                  // steps in a row that hardly help
constexpr double kMostDamping = 1e12;       // beyond it no step is left
constexpr double kHardlyBetter = 0.999999;  // of the squared error
constexpr double kSlowly = 0.9;
constexpr double kLeastExtra = 1e-4;
constexpr double kSettled = 0.999;  // of a posture's: it has no goal to reach, only to come near

class FullBodySolver {
 public:
  FullBodySolver(const Skeleton& skeleton, std::span<const Goal> goals, const FullBody& method, std::span<double> pose,
                 Scratch& scratch)
      : skeleton_(skeleton),
        goals_(goals),
        method_(method),
        pose_(pose),
        problem_(skeleton, goals, method.from, scratch),
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

  static std::size_t bytes(const Skeleton& skeleton, std::span<const Goal> goals) {
    std::size_t rows = 0;
    for (const Goal& goal : goals)
      if (goal.kind != GoalKind::Hold) rows += static_cast<std::size_t>(row_count(skeleton, goal));
    return BodyProblem::bytes(skeleton, goals) + LevelStep::bytes(skeleton, static_cast<int>(rows)) +
           (5 * static_cast<std::size_t>(skeleton.value_count()) + static_cast<std::size_t>(skeleton.freedom_count()) +
            goals.size()) *
               sizeof(double) +
           rows * sizeof(Range) + 8 * alignof(std::max_align_t);
  }

  /// A pose to start again from. A start is judged by where a few steps lead, not by where it is: the nearest of many
  /// random poses tends to end in the dead end from which this one is to get out. Gives back the steps it took.
  int start_again(std::span<const double> like) {
    Report trial;
    double least = kInfinity;
    reset_bounds();
    for (int i = 0; i < kTrials; ++i) {
      nearest_of_some(like);
      solve_level(0, kTrialSteps, trial);
      const double error = error_of(0);
      if (error >= least) continue;
      least = error;
      std::copy(pose_.begin(), pose_.end(), trial_.begin());
    }
    std::copy(trial_.begin(), trial_.end(), pose_.begin());
    return trial.iterations;
  }

  /// What each level lacks at the pose of the last run.
  std::span<const double> errors() const { return errors_.first(static_cast<std::size_t>(problem_.level_count())); }

  Report run() {
    clamp_to_limits(skeleton_, pose_);
    Report report;
    solve_levels(report);
    return report;
  }

 private:
  /// What stood in the way of the goal that is farthest off, from the multipliers of one more step of its level. The
  /// error falls by force / error for each radian or reach that an obstacle gives way (the others stay at their best).
  void note_blockers(Report& report) {
    int level = 0;
    while (level + 1 < problem_.level_count() && !has_goal(level, report.worst_goal)) ++level;
    reset_level_bounds(level);
    const double error = error_of(level);
    if (!(error > 0) || !step_.make(level, kDamping * error + kLeastDamping, false, pose_)) return;
    const double size = std::sqrt(error);
    step_.for_each_obstacle(problem_.level_end(level - 1), [&](const LevelStep::Obstacle& obstacle) {
      const double per_unit = obstacle.force / size * problem_.reach();
      if (!(per_unit > 1e-9 * problem_.reach())) return;
      insert(report, blocker_of(obstacle, per_unit));
    });
  }

  bool has_goal(int level, int goal) const {
    for (int r = problem_.level_end(level - 1); r < problem_.level_end(level); ++r)
      if (problem_.rows()[static_cast<std::size_t>(r)].goal == goal) return true;
    return false;
  }

  Blocker blocker_of(const LevelStep::Obstacle& obstacle, double per_unit) const {
    Blocker blocker;
    if (obstacle.kind == LevelStep::Obstacle::Kind::Row) {
      blocker.goal = problem_.rows()[static_cast<std::size_t>(obstacle.index)].goal;
      blocker.gain = per_unit;
      return blocker;
    }
    const Skeleton::Freedom& freedom = skeleton_.freedom(obstacle.index);
    blocker.joint = freedom.joint;
    blocker.gain = per_unit / problem_.scale(obstacle.index);
    if (obstacle.kind == LevelStep::Obstacle::Kind::Limit) {
      const double value = pose_[static_cast<std::size_t>(freedom.value)];
      blocker.component = freedom.component;
      blocker.at =
          value - freedom.limits.lower < freedom.limits.upper - value ? freedom.limits.lower : freedom.limits.upper;
      return blocker;
    }
    const BallLimits& limits = skeleton_.description(freedom.joint).ball;
    const BallAngles at = ball_angles(limits, joint_rotation(skeleton_, pose_, freedom.joint));
    blocker.ball = obstacle.swing ? BallPart::Swing : BallPart::Twist;
    blocker.at = obstacle.swing ? std::sqrt(at.first * at.first + at.second * at.second) : at.twist;
    return blocker;
  }

  /// Keeps the blockers sorted by what they would gain, most first; one for each goal.
  static void insert(Report& report, const Blocker& blocker) {
    for (int i = 0; i < report.blocker_count; ++i) {
      Blocker& other = report.blockers[static_cast<std::size_t>(i)];
      if (blocker.goal < 0 || other.goal != blocker.goal) continue;
      other.gain = std::max<double>(other.gain, blocker.gain);
      return;
    }
    int at = std::min(report.blocker_count, Report::kMaxBlockers);
    while (at > 0 && report.blockers[static_cast<std::size_t>(at - 1)].gain < blocker.gain) --at;
    if (at == Report::kMaxBlockers) return;
    if (report.blocker_count < Report::kMaxBlockers) ++report.blocker_count;
    for (int i = report.blocker_count - 1; i > at; --i)
      report.blockers[static_cast<std::size_t>(i)] = report.blockers[static_cast<std::size_t>(i - 1)];
    report.blockers[static_cast<std::size_t>(at)] = blocker;
  }

  /// Of some random poses the one nearest to the first level's goals.
  void nearest_of_some(std::span<const double> like) {
    double least = kInfinity;
    for (int i = 0; i < kDraws; ++i) {
      random_.pose(skeleton_, like, method_.from, pose_);
      problem_.evaluate(pose_);
      const double error = error_of(0);
      if (error >= least) continue;
      least = error;
      std::copy(pose_.begin(), pose_.end(), best_.begin());
    }
    std::copy(best_.begin(), best_.end(), pose_.begin());
  }

  void reset_level_bounds(int level) {
    for (int r = problem_.level_end(level - 1); r < problem_.level_end(level); ++r) {
      const auto i = static_cast<std::size_t>(r);
      problem_.rows()[i].lower = bounds_[i].lower;
      problem_.rows()[i].upper = bounds_[i].upper;
    }
  }

  void reset_bounds() {
    for (std::size_t r = 0; r < bounds_.size(); ++r) {
      problem_.rows()[r].lower = bounds_[r].lower;
      problem_.rows()[r].upper = bounds_[r].upper;
    }
  }

  void solve_levels(Report& report) {
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
    detail::judge(skeleton_, goals_, problem_.frames(), pose_, method_.tolerance, method_.from, report);
    if (report.status == Status::NotFound) note_blockers(report);
  }

  /// The first level, and once more from elsewhere if it is stuck in a dead end. Only this level, so that goals that
  /// come later have no part in it; only if the call came from afar and got near, so that a figure that follows a
  /// target it cannot have stays calm; and only to reach.
  void solve_first_level(Report& report) {
    problem_.evaluate(pose_);
    const double before = error_of(0);
    solve_level(0, method_.max_iterations, report);
    const double error = error_of(0);
    const bool came_near = before > kAfar && error < kNear * before;
    if (!method_.try_again || !came_near || problem_.hold_of(0) || is_met(0)) return;
    if (is_proved(Proof::TooFar) || is_proved(Proof::TooNear)) return;
    std::copy(pose_.begin(), pose_.end(), stuck_.begin());
    report.iterations += start_again(stuck_);
    solve_level(0, method_.max_iterations, report);
    if (is_met(0)) return;
    std::copy(stuck_.begin(), stuck_.end(), pose_.begin());
    problem_.evaluate(pose_);
  }

  /// True if the lengths of the bones prove that a goal of the first level is too far, or too near.
  enum class Proof { TooFar, TooNear };
  bool is_proved(Proof proof) const {
    for (int r = 0; r < problem_.level_end(0); ++r) {
      const Goal& goal = goals_[static_cast<std::size_t>(problem_.rows()[static_cast<std::size_t>(r)].goal)];
      const detail::Shell shell = detail::shell_of(skeleton_, problem_.frames(), goal, method_.from);
      if (!shell.known) continue;
      const double away = length(goal.target - shell.centre);
      const double allowed = detail::metres_of(method_.tolerance, detail::reach_of(skeleton_, goal));
      if (proof == Proof::TooFar ? away > shell.outer + allowed : away < shell.inner - allowed) return true;
    }
    return false;
  }

  /// What a level lacks: the weighted squares of its rows' violations, and of the distance to its posture.
  double error_of(int level) {
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
        sum += hold->weight * away * away;
      }
    }
    return sum;
  }

  /// How far the rows of earlier levels are from where those levels left them.
  double strayed(int level) const {
    double worst = 0;
    for (int r = 0; r < problem_.level_end(level - 1); ++r)
      worst = std::max<double>(worst, problem_.rows()[static_cast<std::size_t>(r)].violation());
    return worst;
  }

  bool is_met(int level) const {
    int r = problem_.level_end(level - 1);
    while (r < problem_.level_end(level)) {
      const int g = problem_.rows()[static_cast<std::size_t>(r)].goal;
      const Goal& goal = goals_[static_cast<std::size_t>(g)];
      double lengths = 0, angles = 0;
      for (; r < problem_.level_end(level) && problem_.rows()[static_cast<std::size_t>(r)].goal == g; ++r) {
        const BodyProblem::Row& row = problem_.rows()[static_cast<std::size_t>(r)];
        (detail::is_angle(goal, row.component) ? angles : lengths) += row.violation() * row.violation();
      }
      const double allowed = detail::metres_of(method_.tolerance, detail::reach_of(skeleton_, goal)) / problem_.reach();
      if (lengths > allowed * allowed || angles > method_.tolerance.angle * method_.tolerance.angle) return false;
    }
    return true;
  }

  void move_by(std::span<const double> changes) {
    integrate(skeleton_, changes, 1, pose_);
    clamp_to_limits(skeleton_, pose_);
    problem_.evaluate(pose_);
  }

  /// Newton's steps back to where the earlier levels were left.
  void mend(int level) {
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

  /// Goes down from here; and if that leads nowhere, as in a straight limb with its target on its own line, once more
  /// with everything turned a little.
  void solve_level(int level, int most, Report& report) {
    problem_.evaluate(pose_);
    const double before = error_of(level);
    descend(level, most, report);
    const bool moved = error_of(level) < kHardlyBetter * before;
    if (moved || problem_.hold_of(level) || is_met(level) || (level == 0 && is_proved(Proof::TooFar))) return;
    std::copy(pose_.begin(), pose_.end(), nudged_from_.begin());
    nudge();
    mend(level);
    if (strayed(level) <= kKept) descend(level, most, report);
    if (strayed(level) <= kKept && error_of(level) < kWorthANudge * before) return;
    std::copy(nudged_from_.begin(), nudged_from_.end(), pose_.begin());
    problem_.evaluate(pose_);
  }

  /// Turns every freedom a little, each by another amount, inwards where it is at a limit.
  void nudge() {
    double part = 0;
    for (int c = 0; c < skeleton_.freedom_count(); ++c) {
      part += 0.6180339887498949;  // steps of the golden ratio keep apart
      if (part > 1) part -= 1;
      double change = kNudge * (2 * part - 1) * problem_.scale(c);
      const Skeleton::Freedom& freedom = skeleton_.freedom(c);
      if (freedom.value >= 0 && !freedom.limits.contains(pose_[static_cast<std::size_t>(freedom.value)] + change))
        change = -change;
      posture_[static_cast<std::size_t>(c)] = change;
    }
    move_by(posture_);
  }

  void descend(int level, int most, Report& report) {
    const bool has_posture = problem_.hold_of(level) != nullptr;
    double best = error_of(level), extra = 1;
    int stalled = 0;
    std::copy(pose_.begin(), pose_.end(), best_.begin());
    for (int i = 0; i < most && stalled < kStalls; ++i) {
      if (!has_posture && is_met(level)) break;
      ++report.iterations;
      if (!step_.make(level, kDamping * extra * best + kLeastDamping, false, pose_)) break;
      move_by(step_.changes());
      mend(level);
      const double error = error_of(level);
      if (error < best && strayed(level) <= kKept) {
        const bool hardly = error > (has_posture ? kSettled : kHardlyBetter) * best;
        stalled = hardly ? stalled + (has_posture ? kStalls : 1) : 0;
        // Far from what it cannot have, the damping that the error asks for is too much.
        const bool slowly = error > kSlowly * best;
        extra = slowly ? std::max<double>(extra / 4, kLeastExtra) : extra > 4 ? extra / 4 : std::min<double>(extra, 1);
        best = error;
        std::copy(pose_.begin(), pose_.end(), best_.begin());
      } else {
        std::copy(best_.begin(), best_.end(), pose_.begin());
        problem_.evaluate(pose_);
        extra *= 8;
        if (extra > kMostDamping) break;
        // A posture's step has no damping to raise.
        if (has_posture && !go_part_of_the_way(level, best)) break;
      }
    }
    std::copy(best_.begin(), best_.end(), pose_.begin());
    problem_.evaluate(pose_);
  }

  /// Shorter and shorter parts of the step, until one helps and keeps the earlier levels.
  bool go_part_of_the_way(int level, double& best) {
    double part = 0.5;
    for (int i = 0; i < 6; ++i, part /= 4) {
      if (!step_.make(level, 1, false, pose_)) return false;
      integrate(skeleton_, step_.changes(), part, pose_);
      clamp_to_limits(skeleton_, pose_);
      problem_.evaluate(pose_);
      mend(level);
      const double error = error_of(level);
      if (error < best && strayed(level) <= kKept) {
        best = error;
        std::copy(pose_.begin(), pose_.end(), best_.begin());
        return true;
      }
      std::copy(best_.begin(), best_.end(), pose_.begin());
      problem_.evaluate(pose_);
    }
    return false;
  }

  /// From here on the level's rows keep what they have: exact rows their value, the others never get worse.
  void freeze(int level) {
    for (int r = problem_.level_end(level - 1); r < problem_.level_end(level); ++r) {
      BodyProblem::Row& row = problem_.rows()[static_cast<std::size_t>(r)];
      if (row.equal()) {
        row.lower = row.upper = row.value;
      } else {
        row.lower = std::min<double>(row.lower, row.value);
        row.upper = std::max<double>(row.upper, row.value);
      }
    }
  }

  const Skeleton& skeleton_;
  std::span<const Goal> goals_;
  const FullBody& method_;
  std::span<double> pose_;
  BodyProblem problem_;
  LevelStep step_;
  std::span<double> best_, trial_, posture_, stuck_, nudged_from_, errors_;
  detail::RandomStart random_;
  std::span<Range> bounds_;
};

const char* fault_of_settings(const Skeleton& skeleton, const FullBody& method) {
  if (const char* fault = detail::fault_of(method.tolerance)) return fault;
  if (method.max_iterations < 0 || method.restarts < 0) return "an iteration limit is negative";
  if (method.from.index >= skeleton.joint_count()) return "the first joint that may move is not there";
  return nullptr;
}

}  // namespace

Report solve(const Skeleton& skeleton, std::span<const Goal> goals, const FullBody& method, std::span<double> pose,
             Scratch& scratch) {
  if (const char* fault = detail::fault_of_request(skeleton, goals, pose)) return detail::bad_input(fault);
  if (const char* fault = fault_of_settings(skeleton, method)) return detail::bad_input(fault);
  const std::size_t needed = detail::faded_bytes(skeleton, goals) + FullBodySolver::bytes(skeleton, goals) +
                             (2 * pose.size() + goals.size()) * sizeof(double) + 64;
  if (scratch.free() < needed) return detail::bad_input("the scratch memory is too small");
  const Scratch::Scope scope(scratch);
  goals = detail::faded(skeleton, goals, pose, scratch);
  const std::span<double> start = scratch.take<double>(pose.size()), best = scratch.take<double>(pose.size());
  std::copy(pose.begin(), pose.end(), start.begin());
  FullBodySolver solver(skeleton, goals, method, pose, scratch);
  Report report = solver.run();
  const std::span<double> least = scratch.take<double>(solver.errors().size());
  std::copy(solver.errors().begin(), solver.errors().end(), least.begin());
  for (int i = 0; i < method.restarts && report.status == Status::NotFound; ++i) {
    std::copy(pose.begin(), pose.end(), best.begin());
    report.iterations += solver.start_again(start);
    Report other = solver.run();
    other.iterations += report.iterations;
    // An earlier priority counts before all later ones.
    const auto [ours, theirs] = std::mismatch(least.begin(), least.end(), solver.errors().begin());
    if (other.reached() || (ours != least.end() && *theirs < *ours)) {
      report = other;
      std::copy(solver.errors().begin(), solver.errors().end(), least.begin());
    } else {
      report.iterations = other.iterations;
      std::copy(best.begin(), best.end(), pose.begin());
    }
  }
  return report;
}

}  // namespace kine
