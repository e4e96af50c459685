#pragma once

#include <span>

#include "kine/solve/damped/limb.h"

namespace kine::detail {

/// Moves the links by `share` of the way to where they are in a pose, less what would move the tip (its orientation
/// too, if it counts) to first order.
void ease_limb(Limb& limb, bool orientation_counts, std::span<const double> posture, double share);
void ease_limb(BallChain& chain, bool orientation_counts, std::span<const double> posture, double share);

}  // namespace kine::detail
