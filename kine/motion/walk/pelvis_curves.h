#pragma once

#include "kine/motion/walk/targets.h"

/// How the pelvis goes in a step: by the step alone, whatever the legs say.
namespace kine::detail {

/// How it goes to and fro in a step besides the course: to the left, up and ahead.
Vec3 sway_of(const BipedMeasures& build, const Gait& gait, const Step& step, double part);

/// The height of the ground that the pelvis goes by: up early, down late in the step.
double base_of(const Step& step, double part);

/// Sets what of the targets goes by the pelvis: all but the feet and what they make of it.
void set_pelvis(const BipedMeasures& build, const Gait& gait, const Step& step, const Moment& moment, Targets& plan);

}  // namespace kine::detail
