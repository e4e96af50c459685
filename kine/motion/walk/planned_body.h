#pragma once

#include "kine/motion/biped.h"
#include "kine/motion/gait.h"
#include "kine/motion/walk/foot_curves.h"
#include "kine/motion/walk/walk_memory.h"
#include "kine/motion/walk_plan.h"

namespace kine::detail {

/// A plan, and what only planning asks of it.
struct PlannedBody : WalkPlan {
  double pulled = 0;      ///< how far legs at full stretch pull the pelvis down, metres
  double tilt = 0;        ///< of the pelvis, forward, radians
  double sunk = 0;        ///< how far the pelvis is below what the gait means, by plan, metres
  double overreach[2]{};  ///< how far the pelvis would have been too high for each leg, metres
};

/// How the pelvis goes to and fro in a step besides the course: to the left, up and ahead.
Vec3 sway_of(const BipedMeasures& build, const Gait& gait, const WalkMemory& state, double part);

/// The height of the ground that the pelvis goes by: up early, down late in the step.
double base_of(const WalkMemory& state, double part);

/// The plan, from the state alone; and the same without the planted points, which only who draws asks for.
PlannedBody plan_of(const BipedMeasures& build, const Gait& gait, const WalkMemory& state);
PlannedBody legs_of(const BipedMeasures& build, const Gait& gait, const WalkMemory& state);

/// The hips, and how far they are too high for the legs: all that a plan of their height asks for.
PlannedBody hips_of(const BipedMeasures& build, const Gait& gait, const WalkMemory& state);

/// Two parts of it for who asks for nothing else while a foot is in the air: the hips as far as the feet go by them and
/// the foot that bears, which do not depend on how the other one swings, and that one below them.
PlannedBody hips_in_swing(const BipedMeasures& build, const Gait& gait, const WalkMemory& state);
FootPose foot_in_swing(const BipedMeasures& build, const Gait& gait, const WalkMemory& state, const Transform& hips);

}  // namespace kine::detail
