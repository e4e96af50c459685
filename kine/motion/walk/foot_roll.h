#pragma once

#include "kine/motion/foot.h"

namespace kine::detail {

/// The toes stop bending softly, within this many radians of their limit.
inline constexpr double kToeBlend = 0.12;

/// Where the tip of the toes is when they are bent, seen from the ankle.
Vec3 tip_of(const FootShape& shape, double toe_bend);

/// The foot rolled on its sole: `pitch` > 0 lifts the toes about the heel, which stays; < 0 lifts the heel while the
/// toes stay flat and bend, and once they are bent to the full the foot rolls on over their tip.
FootPose roll(const FootShape& shape, const Foothold& sole, double pitch);

/// The same for a foot in the air, `loose` of the way (0 to 1) from a roll about heel or ball to one in which the
/// pivot wanders from one to the other, so that a foot that swings through level does so without a jolt.
FootPose roll_in_air(const FootShape& shape, const Foothold& sole, double pitch, double loose);

}  // namespace kine::detail
