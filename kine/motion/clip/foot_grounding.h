#pragma once

#include "kine/motion/clip/feet_memory.h"
#include "kine/motion/ground_feet.h"

namespace kine::detail {

/// A foot of the animated pose in a frame: in the world, Y up.
struct AnimatedFoot {
  FootMoment sole{};
  Vec3 ankle{};
  Vec3 hips{};        ///< midway between the hips
  Vec3 hips_speed{};  ///< m/s
};

/// What all feet of a frame share.
struct GroundingFrame {
  const Ground& ground;
  const GroundFeetSettings& settings;
  double leg = 0;  ///< metres
  double dt = 0;   ///< seconds since the frame before; 0 in the first one
  bool first = false;
};

/// Moves a foot's memory on by a frame: which points stand, where, and how the foot is corrected. Returns how much the
/// height of its ground over the animation's jumped, metres, for the pelvis to make up for.
double ground_foot(const GroundingFrame& frame, const AnimatedFoot& foot, const FootForecast* forecast,
                   FootMemory& memory);

}  // namespace kine::detail
