#pragma once

#include <span>
#include <string>

#include "kine/solve/full_body.h"
#include "kine/solve/report.h"
#include "kine/solve/tolerance.h"

namespace kine {

/// Finds out, by solving again, how far each limit that stood in the way would have to give way for the goals to be
/// reached, and fills in `relax` of the report's blockers (0 where even the widest try does not reach). `report` and
/// `pose` are what `solve` gave back. This is for people, not for the loop: it builds skeletons with wider limits, and
/// allocates.
Report explain(const Skeleton& skeleton, std::span<const Goal> goals, const FullBody& method,
               std::span<const double> pose, Report report);

/// Why goals were missed, as well as it can be found out.
struct Explanation {
  Report report{};                 ///< what was given, with the blockers and how far each must give way
  bool full_body_reaches = false;  ///< FullBody, from the pose that was handed back, reaches the goals
};

/// The same for whatever method missed the goals with this tolerance, moving joints from `from` on: FullBody goes on
/// from `pose` and says what stands in its way. Reports other than NotFound come back as they are.
Explanation explain(const Skeleton& skeleton, std::span<const Goal> goals, const Tolerance& tolerance, JointId from,
                    std::span<const double> pose, const Report& report);

/// The report's sentence, and that FullBody would reach where it would.
std::string sentence(const Skeleton& skeleton, const Explanation& explanation);

/// The skeleton with one limit widened by `amount` (radians or metres) on the side at which the blocker stands.
Result<Skeleton> relaxed(const Skeleton& skeleton, const Blocker& blocker, double amount);

}  // namespace kine
