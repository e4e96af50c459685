#pragma once

#include <span>
#include <string>

#include "kine/solve/full_body.h"
#include "kine/solve/report.h"
#include "kine/solve/tolerance.h"

namespace kine {

/// Finds out, by solving again, how far each limit that stood in the way would have to give way for the goals to be
/// reached, and fills in `relax` of the report's blockers (0 where even the widest try does not reach). Where another
/// method, or a start from elsewhere, reaches the goals inside all limits, no limit is to blame: the report comes back
/// without blockers. `report` and `pose` are what `solve` gave back. This is for people, not for the loop: it builds
/// skeletons with wider limits, and allocates.
Report explain(const Skeleton& skeleton, std::span<const Goal> goals, const FullBody& method,
               std::span<const double> pose, Report report);

/// Why goals were missed, as well as it can be found out.
struct Explanation {
  Report report{};  ///< what was given, with the blockers and how far each must give way, or a proof by the wrist
  /// Who reaches the goals inside all limits, as one would type it: `full-body`, `jacobian` or `full-body with
  /// restarts`; nullptr: nobody that was asked. Then there are no blockers.
  const char* reached_by = nullptr;
};

/// The same for whatever method missed the goals with this tolerance, moving joints from `from` on and what `movable`
/// has a flag for (as in the methods' settings; empty: all may move): FullBody goes on from `pose` and says what stands
/// in its way, unless a method reaches or the lengths of the bones prove that none can. Reports other than NotFound come
/// back as they are.
Explanation explain(const Skeleton& skeleton, std::span<const Goal> goals, const Tolerance& tolerance, JointId from,
                    std::span<const bool> movable, std::span<const double> pose, const Report& report);

/// The report's sentence, and who would reach where somebody would.
std::string sentence(const Skeleton& skeleton, const Explanation& explanation);

/// The skeleton with one limit widened by `amount` (radians or metres) on the side at which the blocker stands.
Result<Skeleton> relaxed(const Skeleton& skeleton, const Blocker& blocker, double amount);

}  // namespace kine
