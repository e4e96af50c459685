#pragma once

#include "kine/motion/ground.h"
#include "kine/motion/walk_plan.h"

namespace kine::walking {

/// Moves the state on by dt seconds: speeds, course and the steps, each decision at its own moment whatever the frame
/// rate. Planning looks at the ground and at nothing that a solver found.
void advance_walk(const Build& build, const Gait& gait, const Ground& ground, const Stick& stick, double dt,
                  WalkState& state);

}  // namespace kine::walking
