#pragma once

#include <span>

#include "kine/core/scratch.h"
#include "kine/motion/body/biped_model.h"
#include "kine/motion/walk.h"

namespace kine::detail {

/// Puts a foot where it should be, starting from the leg's values in the pose. `full`: the full Jacobian, six rows on
/// the whole leg. Else the half one (Meredith & Maddock): three rows bring the ankle to its place while dynamic limits
/// hold the hip's rotation, the ankle's two angles are preset from the wanted foot, and the limits move until the foot
/// points where it should. A leg whose joints do not allow that is solved in full.
LegReport solve_leg(const BipedModel& body, int side, const FootPose& foot, bool full, std::span<double> pose,
                    Scratch& scratch);

}  // namespace kine::detail
