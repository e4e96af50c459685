#pragma once

#include "kine/motion/ground.h"
#include "kine/motion/walk/targets.h"
#include "kine/motion/walk/walk_memory.h"

namespace kine::detail {

/// Moves the state on by dt seconds: speeds, course and the steps, each decision at its own moment whatever the frame
/// rate. Planning looks at the ground and at nothing that a solver found.
void advance_walk(const BipedMeasures& build, const Gait& gait, const Ground& ground, const Stick& stick, double dt,
                  WalkMemory& state);

/// The gait of the step that the figure makes: the one asked for, or until it stands the one of the style it walks in.
Gait gait_of_step(const Gait& asked, const WalkMemory& state);

}  // namespace kine::detail
