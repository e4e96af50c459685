#pragma once

#include <span>

#include "kine/motion/biped.h"

namespace kine::detail {

/// How far the point `above` (its height does not matter) is inside the polygon of both soles, metres; outside it is
/// below zero. Soles are as wide as FootShape says, from the heel to the tip of the toes, seen from above.
double support_margin(const BipedMeasures& build, std::span<const FootPose, 2> feet, const Vec3& above);

}  // namespace kine::detail
