#pragma once

#include "kine/motion/body/biped_model.h"

namespace kine::detail {

/// How far the point `above` (its height does not matter) is inside the polygon of both soles, metres; outside it is
/// below zero. Soles are as wide as FootShape says, from the heel to the tip of the toes, seen from above.
double support_margin(const FootShape& shape, const FootPose& left, const FootPose& right, const Vec3& above);

}  // namespace kine::detail
