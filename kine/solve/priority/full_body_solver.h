#pragma once

#include <span>

#include "kine/core/scratch.h"
#include "kine/solve/full_body.h"
#include "kine/solve/priority/body_problem.h"
#include "kine/solve/priority/level_step.h"
#include "kine/solve/priority/random_start.h"

namespace kine::detail {

/// The work of `FullBody`: the levels one after the other from one pose, and poses to start again from.
class FullBodySolver {
 public:
  FullBodySolver(const Skeleton& skeleton, std::span<const Goal> goals, const FullBody& method, std::span<double> pose,
                 Scratch& scratch);

  /// `rows`: of all goals but holds.
  static std::size_t bytes(const Skeleton& skeleton, std::size_t goals, std::size_t rows);

  /// A pose to start again from, with other values only where goals other than holds ask for something. A start is
  /// judged by where a few steps lead, not by where it is: the nearest of many random poses tends to end in the dead
  /// end from which this one is to get out. Of several that lead to a solution the one nearest to `like` is taken.
  /// Gives back the steps it took.
  int start_again(std::span<const double> like);

  /// What each level lacks at the pose of the last run.
  std::span<const double> errors() const { return errors_.first(static_cast<std::size_t>(problem_.level_count())); }

  Report run();

 private:
  struct LevelSearch;

  /// Marks what goals other than holds ask for, up to a level: goals that come later must not change how this one is
  /// solved.
  void find_driven(int last_level);

  /// start_again with other values only where goals of levels up to `last_level` ask for something.
  int draw_again(int last_level, std::span<const double> like);

  /// Of some random poses the one nearest to the first level's goals.
  void nearest_of_some(std::span<const double> like);

  /// How far the pose is from another one: the root of the weighted squares of what each freedom has moved, radians or
  /// reaches. A freedom of twice the weight moves more willingly and counts half.
  double distance_from(std::span<const double> other);

  void reset_level_bounds(int level);
  void reset_bounds();
  void solve_levels(Report& report);

  /// The first level, and once more from elsewhere if it is stuck in a dead end. Only this level, so that goals that
  /// come later have no part in it; only if the call came from afar and got near, so that a figure that follows a
  /// target it cannot have stays calm; and only to reach.
  void solve_first_level(Report& report);

  /// True if the lengths of the bones prove that a goal of the first level is too far, or too near.
  enum class Proof { TooFar, TooNear };
  bool is_proved(Proof proof) const;

  /// What a level lacks: the weighted squares of its rows' violations, and of the distance to its posture.
  double error_of(int level);

  /// How far the rows of earlier levels are from where those levels left them.
  double strayed(int level) const;

  bool is_met(int level) const;

  void move_by(std::span<const double> changes, double share = 1);

  /// Newton's steps back to where the earlier levels were left.
  void mend(int level);

  /// Goes down from here; and if that leads nowhere, as in a straight limb with its target on its own line, once more
  /// with everything turned a little.
  void solve_level(int level, int most, Report& report);

  /// Turns every freedom that goals up to this level ask for a little, each by another amount, inwards where it is at a
  /// limit.
  void nudge(int level);

  void descend(int level, int most, Report& report);

  /// From here on the level's rows keep what they have: exact rows their value, the others never get worse. Where this
  /// level brought a row of an earlier one nearer to its bounds, as it may, that is kept as well.
  void freeze(int level);

  // full_body_blockers.cpp
  /// What stood in the way of the goal that is farthest off, from the multipliers of one more step of its level. The
  /// error falls by force / error for each radian or reach that an obstacle gives way (the others stay at their best).
  void note_blockers(Report& report);
  bool has_goal(int level, int goal) const;
  Blocker blocker_of(const LevelStep::Obstacle& obstacle, double per_unit) const;
  bool ends_at(const LevelStep::Obstacle& obstacle) const;
  double scale_of(const LevelStep::Obstacle& obstacle) const;
  /// Keeps the blockers sorted by what they would gain, most first; one for each goal.
  static void insert(Report& report, const Blocker& blocker);

  const Skeleton& skeleton_;
  std::span<const Goal> goals_;
  const FullBody& method_;
  std::span<double> pose_;
  std::span<bool> movable_;  // a flag a freedom: the solve may move it,
  std::span<bool> driven_;   // and a goal other than a hold asks for it: see find_driven
  BodyProblem problem_;
  LevelStep step_;
  std::span<double> best_, trial_, posture_, stuck_, nudged_from_, errors_;
  RandomStart random_;
  std::span<Range> bounds_;
};

}  // namespace kine::detail
