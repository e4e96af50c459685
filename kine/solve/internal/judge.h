#pragma once

#include <algorithm>
#include <span>

#include "kine/kinematics/frames.h"
#include "kine/model/skeleton.h"
#include "kine/solve/goal.h"
#include "kine/solve/internal/movable.h"
#include "kine/solve/internal/reach.h"
#include "kine/solve/internal/rows.h"
#include "kine/solve/report.h"
#include "kine/solve/tolerance.h"

namespace kine::detail {

/// How far one goal may be missed.
struct Allowed {
  double metres, radians;

  bool contains(const GoalError& error) const { return error.position <= metres && error.angle <= radians; }
};

/// The tolerance of a goal whose bones, from the root to its point, are `reach` metres long together.
inline Allowed allowed_of(const Tolerance& tolerance, double reach) {
  return {tolerance.metres > 0 ? tolerance.metres : tolerance.position * reach, tolerance.angle};
}
inline Allowed allowed_of(const Tolerance& tolerance, const Skeleton& skeleton, const Goal& goal) {
  return allowed_of(tolerance, tolerance.metres > 0 ? 0 : reach_of(skeleton, goal));
}

/// How a goal with these errors ended. `proves_unreachable()` says whether its target cannot be had at all (see
/// ReachRange::proves_unreachable); it is asked only where the goal is not met.
template <class Proof>
Status status_of(const GoalError& error, const Allowed& allowed, const Proof& proves_unreachable) {
  if (allowed.contains(error)) return Status::Reached;
  return proves_unreachable() ? Status::Unreachable : Status::NotFound;
}

/// True if the rows of a goal are within what is allowed. `error_of(k)` is how far row k is off: radians, or lengths in
/// units of `unit` metres.
template <class ErrorOf>
bool rows_within(const Goal& goal, int rows, const Allowed& allowed, double unit, const ErrorOf& error_of) {
  double lengths = 0, angles = 0;
  for (int k = 0; k < rows; ++k) {
    const double error = error_of(k);
    (is_angle(goal, k) ? angles : lengths) += error * error;
  }
  const double length_allowed = allowed.metres / unit;
  return lengths <= length_allowed * length_allowed && angles <= allowed.radians * allowed.radians;
}

/// Fills errors and status of a report goal by goal: the largest errors, the goal that is farthest off against its
/// tolerance, and the worst status of any goal (Reached, NotFound, Unreachable, in this order).
class ReportWriter {
 public:
  explicit ReportWriter(Report& report) : report_(report) {
    report.position_error = report.angle_error = report.hold_error = 0;
    report.worst_goal = -1;
    report.status = Status::Reached;
  }

  void add(int goal, const GoalError& error, const Allowed& allowed, Status status) {
    report_.position_error = std::max<double>(report_.position_error, error.position);
    report_.angle_error = std::max<double>(report_.angle_error, error.angle);
    const double excess = std::max<double>(error.position / std::max<double>(allowed.metres, kLeast),
                                           error.angle / std::max<double>(allowed.radians, kLeast));
    if (excess > worst_) {
      worst_ = excess;
      report_.worst_goal = goal;
    }
    report_.status = std::max(report_.status, status);
  }

 private:
  static constexpr double kLeast = 1e-300;  // instead of a tolerance of zero, which nothing can be divided by

  Report& report_;
  double worst_ = 0;  // in tolerances
};

/// Measures every goal on the frames of a pose and fills in errors and status. Hold goals do not count for the status: a
/// posture is a wish, never met exactly; how far it is off is in Report::hold_error. What may move decides what can be
/// proved to be out of reach.
void judge(const Skeleton& skeleton, std::span<const Goal> goals, const Frames& frames, std::span<const double> pose,
           const Tolerance& tolerance, const MovePermission& may_move, Report& report);

}  // namespace kine::detail
