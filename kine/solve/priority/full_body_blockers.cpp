#include <algorithm>
#include <cmath>

#include "kine/model/pose.h"
#include "kine/solve/damped/damped_search.h"
#include "kine/solve/priority/full_body_solver.h"

namespace kine::detail {

void FullBodySolver::note_blockers(Report& report) {
  int level = 0;
  while (level + 1 < problem_.level_count() && !has_goal(level, report.worst_goal)) ++level;
  reset_level_bounds(level);
  const double error = error_of(level);
  if (!(error > 0) || !step_.make(level, DampedSearch::damping_at(error), false, pose_)) return;
  const double size = std::sqrt(error);
  step_.for_each_obstacle(problem_.level_end(level - 1), [&](const LevelStep::Obstacle& obstacle) {
    const double per_unit = obstacle.force / size * problem_.reach();
    if (!(per_unit > 1e-9 * problem_.reach())) return;
    if (ends_at(obstacle)) insert(report, blocker_of(obstacle, per_unit));
  });
}

bool FullBodySolver::has_goal(int level, int goal) const {
  for (int r = problem_.level_end(level - 1); r < problem_.level_end(level); ++r)
    if (problem_.rows()[static_cast<std::size_t>(r)].goal == goal) return true;
  return false;
}

/// A step goes towards limits that are far off as well; only those at which the solve ended stood in its way.
bool FullBodySolver::ends_at(const LevelStep::Obstacle& obstacle) const {
  constexpr double kTouching = 1e-6;  // radians or metres, and of a limit
  if (obstacle.kind == LevelStep::Obstacle::Kind::Row) return true;
  const Skeleton::Freedom& freedom = skeleton_.freedom(obstacle.index);
  const auto touches = [&](const Range& limits, double value) {
    const double room = kTouching * (1 + std::abs(value));
    return value - limits.lower <= room || limits.upper - value <= room;
  };
  if (obstacle.kind == LevelStep::Obstacle::Kind::Limit)
    return touches(freedom.limits, pose_[static_cast<std::size_t>(freedom.value)]);
  const BallLimits& limits = skeleton_.description(freedom.joint).ball;
  const BallAngles at = ball_angles(limits, joint_rotation(skeleton_, pose_, freedom.joint));
  if (!obstacle.swing) return touches(limits.twist, at.twist);
  const double first = at.first / limits.swing_first, second = at.second / limits.swing_second;
  return first * first + second * second >= 1 - kTouching;  // inside of the ellipse it is less than one
}

/// The scale of a freedom, or of the first of a ball's that may move.
double FullBodySolver::scale_of(const LevelStep::Obstacle& obstacle) const {
  const int last = obstacle.index + (obstacle.kind == LevelStep::Obstacle::Kind::Cone ? 2 : 0);
  int c = obstacle.index;
  while (c < last && !(problem_.scale(c) > 0)) ++c;
  return problem_.scale(c);
}

Blocker FullBodySolver::blocker_of(const LevelStep::Obstacle& obstacle, double per_unit) const {
  Blocker blocker;
  if (obstacle.kind == LevelStep::Obstacle::Kind::Row) {
    blocker.goal = problem_.rows()[static_cast<std::size_t>(obstacle.index)].goal;
    blocker.gain = per_unit;
    return blocker;
  }
  const Skeleton::Freedom& freedom = skeleton_.freedom(obstacle.index);
  blocker.joint = freedom.joint;
  blocker.gain = per_unit / scale_of(obstacle);
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

void FullBodySolver::insert(Report& report, const Blocker& blocker) {
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

}  // namespace kine::detail
