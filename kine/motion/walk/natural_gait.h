#pragma once

#include "kine/motion/walk/gait_curves.h"

/// The curves of Gait::natural(): as people walk. Its numbers were fitted to recorded people (docs/walking.md).
namespace kine::detail {

extern const GaitCurves kNaturalCurves;

/// The part of the step when the foot that steps points down the most.
double lowest_pitch_at(const Gait& gait, const Step& step);

}  // namespace kine::detail
