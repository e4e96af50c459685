#pragma once

#include <cstdint>
#include <type_traits>

#include "kine/math/vec3.h"
#include "kine/motion/clip/slip.h"
#include "kine/motion/clip/swing_curve.h"
#include "kine/motion/ground_feet.h"

namespace kine::detail {

/// How a foot differs from its animation: its ankle shifted, and turned by a rotation vector; in the world, Y up.
struct FootCorrection {
  Vec3 shift{}, turn{};
};

/// What a GroundFeetState remembers of a foot.
struct FootMemory {
  FootMoment before{};        ///< as animated in the last frame
  FootMoment lock{};          ///< where heel and toe stand, in what they stand on
  double lock_height[2]{};    ///< heel, toe: how high they stand above the ground
  Vec3 normal = kUnitY;       ///< of the sole's ground, in what it stands on
  Vec3 next_normal = kUnitY;  ///< while it swings: where it will land
  FootCorrection last{};      ///< of the last frame,
  FootCorrection rate{};      ///< and how it changed, a second
  Slip shift_slip{}, turn_slip{};
  double slip_time = 0, slip_length = 0;    ///< seconds since they began, and how long they last
  SwingCurve swing{};                       ///< how much higher the foot is than animated
  double swing_time = 0, swing_length = 0;  ///< seconds since the curve began, and until it ends
  double airborne = 0, usual_swing = 0;     ///< seconds since it left, and how long its last swing took
  double offset = 0;                        ///< how much higher its ground is than the animation's, metres
  std::uint64_t body = 0;                   ///< what it stands on: GroundHit::body
  bool down[2]{};                           ///< heel, toe
  bool by_toe = true;                       ///< its shift is that of the toe, not of the heel
  bool replanned = false;                   ///< its landing has been looked for a second time
};

/// All that ground_feet() remembers.
struct FeetMemory {
  FootMemory feet[2]{};
  Vec3 hips{};                                   ///< midway between the hips in the last frame, as animated
  double pelvis_slip = 0, pelvis_slip_time = 0;  ///< what the height of the pelvis would jump by; fades
};
/// The memory of a state; of a new one, an empty one.
FeetMemory memory_of(const GroundFeetState& state);
/// Keeps the memory in a state, and shows what users may read of it.
void remember(const FeetMemory& memory, GroundFeetState& state);

static_assert(std::is_trivially_copyable_v<FeetMemory>);

}  // namespace kine::detail
