#pragma once

#include "kine/motion/ground.h"
#include "kine/motion/walk/foot_roll.h"

namespace kine::detail {

/// Where a foot may stand. Lengths are metres of the figure itself.
struct FootingLimits {
  double slope = 0.52;        ///< of the sole, radians
  double unevenness = 0.012;  ///< of the ground under it, from the lowest to the highest point off a plane
  double search = 0.15;       ///< how far from the wanted spot it may be
  double rise = 0.35;         ///< above or below the other foot
};

/// A flat foot laid on the ground: on the plane through what lies under the sole, raised until nothing sticks through.
struct Footing {
  bool good = false;
  Foothold sole{};
};

/// Lays a foot down at (x, z), turned by `yaw`; the cast starts `above` and ends `below` the given height.
Footing footing_at(const FootShape& shape, const Ground& ground, const FootingLimits& limits, double x, double z,
                   double yaw, double height, double above, double below);

}  // namespace kine::detail
