#pragma once

#include <cstdint>
#include <type_traits>

#include "kine/motion/gait.h"
#include "kine/motion/walk/intent.h"
#include "kine/motion/walk/step.h"
#include "kine/motion/walk_state.h"

namespace kine::detail {

/// What a WalkState holds as bytes: all that a walk remembers, as planning works with it.
struct WalkMemory {
  using Phase = WalkState::Phase;

  Course course{};
  double part = 0;  ///< of the step, 0 to 1
  Step step{};
  Gait::Style style{};        ///< of the steps it is making
  std::uint8_t landings = 0;  ///< how often it has been decided in this step where the foot lands, after the start
  bool has_left = false;      ///< and whether it has been decided how the other foot leaves the ground
  std::uint8_t stood =
      0;  ///< the points that stood still in the last frame, a stood_bit each; nothing is planned by it
  const GaitCurves* curves = nullptr;  ///< and their own curves, as in Gait
  Intent intent{};
  double most_stride = 1e9;  ///< metres from where the foot lifted: what Gait::paper allows

  Moment now() const { return {part, course}; }

  /// The legs' joint values of the last frame, where the next solve starts: planning never reads them.
  static constexpr int kMaxLegValues = 12;
  double legs[2][kMaxLegValues]{};
};

static_assert(std::is_trivially_copyable_v<WalkMemory>);

/// The memory of a state; of a new one, that of a walk that starts at its course.
WalkMemory memory_of(const WalkState& state);
/// Keeps the memory in a state, and shows what users may read of it.
void remember(const WalkMemory& memory, WalkState& state);

}  // namespace kine::detail
