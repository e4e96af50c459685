#pragma once

#include <span>

#include "kine/solve/full_body.h"
#include "kine/solve/report.h"

namespace kine {

/// Finds out, by solving again, how far each limit that stood in the way would have to give way for the goals to be
/// reached, and fills in `relax` of the report's blockers (0 where even the widest try does not reach). `report` and
/// `pose` are what `solve` gave back. This is for people, not for the loop: it builds skeletons with wider limits, and
/// allocates.
Report explain(const Skeleton& skeleton, std::span<const Goal> goals, const FullBody& method,
               std::span<const double> pose, Report report);

/// The skeleton with one limit widened by `amount` (radians or metres) on the side at which the blocker stands.
Result<Skeleton> relaxed(const Skeleton& skeleton, const Blocker& blocker, double amount);

}  // namespace kine
