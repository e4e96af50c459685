#pragma once

#include <span>

#include "kine/motion/body/biped_model.h"
#include "kine/motion/gait.h"
#include "kine/motion/walk_plan.h"

namespace kine::detail {

/// Turns a segment of the body as far as its limits let it. Turns here are told in the axes of the body: none when it
/// stands and faces +Z. `above` is that of the segment it hangs on; returns its own, as it came out.
Quat turn_segment(const Skeleton& skeleton, const BodySegment& segment, const Quat& above, const Quat& wanted,
                  std::span<double> pose);

/// All of the body but its legs: the pelvis where the plan has it, the trunk turning against it and leaning, the arms
/// swinging against the leg of their own side with elbows bent, the head looking where the way goes and nodding a little. Joints
/// stay inside their limits; the head makes up for what the trunk cannot do.
void pose_body(const BipedModel& body, const Gait& gait, const WalkPlan& plan, std::span<double> pose);

}  // namespace kine::detail
