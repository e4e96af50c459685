#pragma once

#include "kine/math/quat.h"
#include "kine/math/vec3.h"

namespace kine {

/// A foot seen from its ankle, flat on the ground and pointing ahead: X to the left, Y up, Z ahead. Metres.
struct FootShape {
  Vec3 heel{};                 ///< the lowest point at the back
  Vec3 ball{};                 ///< where the toes bend; the sole is below it
  Vec3 tip{};                  ///< of the toes, on the sole
  double half_width = 0.04;    ///< metres
  double max_bend = 0;         ///< how far the toes bend upwards, radians; 0: the foot is one piece
  double max_side_tilt = 1.5;  ///< how far the sole may be tilted sideways for the ankle to follow, radians

  /// How high the ankle is above the sole, metres.
  double height() const { return -heel.y; }
};

/// Where a foot stands flat: the point of the sole below the ankle, in the world, and how the foot is turned there.
struct Foothold {
  Vec3 point{};
  Quat rotation{};  ///< world_from_foot; the identity for a foot that is flat and points along +Z
};

/// A foot anywhere, on the ground or in the air.
struct FootPose {
  Vec3 ankle{};         ///< in the world
  Quat rotation{};      ///< world_from_foot, as in Foothold
  double toe_bend = 0;  ///< of the toes upwards against the foot, radians
};

}  // namespace kine
