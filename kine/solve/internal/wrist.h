#pragma once

#include "kine/kinematics/frames.h"
#include "kine/model/skeleton.h"
#include "kine/solve/goal.h"
#include "kine/solve/internal/movable.h"
#include "kine/solve/report.h"
#include "kine/solve/tolerance.h"

namespace kine::detail {

/// Proves by lengths alone that an exact place goal in the world is out of reach, where it can.
///
/// Let P_i be any point on the axis of the i-th moving joint, counted from the root. P_i and P_i+1 are both fixed to
/// the bone between them, so P_n is never farther from P_1 than the sum of |P_i P_i+1|, nor nearer than the longest of
/// them less all others. The best choice lets neighbouring joints share a point where their axes meet: a shoulder, a
/// wrist.
///
/// The target fixes the tool and with it the axis of the last joint, so the wrist must lie on a circle about that axis
/// (on a point of it, where the axis goes through the wrist). If all of the circle is farther from P_1 than the sum, or
/// inside the hollow, no pose reaches the target, whatever the limits.
///
/// Not proved (from = kWorld) for other goals, sliders above the point and skeletons with scales.
WristProof prove_by_wrist(const Skeleton& skeleton, const Frames& frames, const Goal& goal,
                          const MovePermission& allowed, const Tolerance& tolerance);

}  // namespace kine::detail
