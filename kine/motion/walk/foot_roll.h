#pragma once

#include "kine/math/quat.h"
#include "kine/math/vec3.h"

namespace kine::walking {

/// A foot seen from its ankle, in the axes of the body when it stands: X to the left, Y up, Z ahead. Metres.
struct FootShape {
  Vec3 heel{};  ///< the lowest point at the back
  Vec3 ball{};  ///< where the toes bend; the sole is below it
  Vec3 tip{};   ///< of the toes, on the sole
  double half_width = 0.04;
  double max_bend = 0;     ///< how far the toes bend upwards, radians; 0: the foot is one piece
  double most_lean = 1.5;  ///< how far the sole may lie tilted to a side, radians: what the ankle can make up for

  double height() const { return -heel.y; }
};

/// A flat foot on the ground: the point of the sole below the ankle, and how the foot is turned there.
struct Sole {
  Vec3 point{};
  Quat rotation{};  ///< world_from_foot, none when the body stands and faces +Z
};

/// A foot anywhere.
struct FootPose {
  Vec3 ankle{};
  Quat rotation{};      ///< world_from_foot, as in Sole
  double toe_bend = 0;  ///< upwards against the foot
};

/// The toes stop bending softly, within this many radians of their limit.
inline constexpr double kToeBlend = 0.12;

/// Where the tip of the toes is when they are bent, seen from the ankle.
Vec3 tip_of(const FootShape& shape, double toe_bend);

/// The foot rolled on its sole: `pitch` > 0 lifts the toes about the heel, which stays; < 0 lifts the heel while the
/// toes stay flat and bend, and once they are bent to the full the foot rolls on over their tip.
FootPose roll(const FootShape& shape, const Sole& sole, double pitch);

/// The same for a foot in the air, `loose` of the way (0 to 1) from a roll about heel or ball to one in which the
/// pivot wanders from one to the other, so that a foot that swings through level does so without a jolt.
FootPose roll_in_air(const FootShape& shape, const Sole& sole, double pitch, double loose);

}  // namespace kine::walking
