#pragma once

#include <cstdint>
#include <type_traits>

#include "kine/math/quat.h"
#include "kine/math/vec3.h"
#include "kine/motion/reach_out.h"

namespace kine::detail {

using HandPhase = ReachState::HandPhase;

/// What a ReachState remembers of a hand.
struct ReachingHand {
  HandPhase phase = HandPhase::Idle;
  std::int32_t object = -1;  ///< in the list
  double elapsed = 0;        ///< seconds since the phase began,
  double duration = 0;       ///< of so many
  double from = 0;           ///< Returning: the weight when it began,
  double rate = 0;           ///< and how that changed, a second
  double gap = 0;            ///< the largest turn of a joint from the walk's arm to the reaching one, radians
  double margin = 0;         ///< what was left of its reach in the last frame; below 0: it lets go
  Vec3 target{};    ///< seen from the chest: Extending and Holding: in the last frame; Returning: when it let go,
  Vec3 velocity{};  ///< and how it moved, m/s
};

/// Where the head looks, in the axes of the heading.
struct HeadGaze {
  std::int32_t object = -1;
  double elapsed = 0, duration = 0;  ///< seconds since what is looked at changed last
  double slip[2]{}, slip_rate[2]{};  ///< what that would make the head jump, yaw and pitch; fades
  double gaze[2]{}, rate[2]{};       ///< of the last frame,
  double wanted[2]{};                ///< what it was asked for without the slip,
  double base[2]{};                  ///< as the walk had it
};

/// What a ReachState holds as bytes: all that reaching remembers.
struct ReachMemory {
  ReachingHand hands[2]{};
  HeadGaze look{};
  Vec3 chest_at{};  ///< of the last frame: as the walk left the chest,
  Quat chest_turn{};
  double heading = 0;
  double standing = 0;  ///< seconds that it has stood, up to when it is all there; falls again as it walks
  bool started = false;
};
static_assert(std::is_trivially_copyable_v<ReachMemory> && sizeof(ReachMemory) <= 1024);

/// The memory of a state; of a new one, an empty one.
ReachMemory memory_of(const ReachState& state);
/// Keeps the memory in a state, and shows what users may read of it.
void remember(const ReachMemory& memory, ReachState& state);

}  // namespace kine::detail
