#pragma once

#include <span>

#include "kine/motion/biped.h"

namespace kine::walking {

/// Turns a segment of the body as far as its limits let it. Turns here are told in the axes of the body: none when it
/// stands and faces +Z. `above` is that of the segment it hangs on; returns its own, as it came out.
Quat turn_segment(const Skeleton& skeleton, const Biped::Segment& segment, const Quat& above, const Quat& wanted,
                  std::span<double> pose);

/// All of the body but its legs: the pelvis where the plan has it, the trunk turning against it and leaning, the arms
/// swinging against the leg of their own side with elbows bent, the head level and looking where the way goes. Joints
/// stay inside their limits; the head makes up for what the trunk cannot do.
void pose_body(const Biped& body, const Gait& gait, const WalkState& state, const WalkPlan& plan,
               std::span<double> pose);

}  // namespace kine::walking
