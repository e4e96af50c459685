#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>

#include "kine/motion/foot.h"
#include "kine/motion/steering.h"

namespace kine {

struct WalkState;
namespace detail {
struct WalkMemory;
WalkMemory memory_of(const WalkState& state);
void remember(const WalkMemory& memory, WalkState& state);
}  // namespace detail

/// All that a walk remembers: copy it to rewind. A new state starts a walk; set `course` and, where there is ground
/// above ground, `start_height` before the first frame to start elsewhere than at the origin. From then on walk()
/// writes all of it, and what you change in it has no effect.
struct WalkState {
  enum class Phase : std::uint8_t {
    New,     ///< not put on the ground yet
    Stand,   ///< both feet are flat and at rest
    Step,    ///< one foot bears, the other steps
    Settle,  ///< the last step is done, and the weight comes back to the middle
  };

  Course course{};  ///< where the figure is on the map, where it faces and how it moves
  /// Where the walk starts, y in the world, metres: on the highest ground that is not more than half a leg above it.
  /// Without it, on the highest ground of all (between 100 km above and below the origin).
  std::optional<double> start_height{};
  Phase phase = Phase::New;
  bool blocked = false;            ///< there is no foothold ahead: it stops
  std::uint8_t stepping_foot = 0;  ///< in Phase::Step: 0 the left foot steps, 1 the right one
  double step_phase = 0;           ///< 0…1 of the step: from the landing of one foot to that of the other
  double swing_phase = 0;          ///< 0…1 of the time that the stepping foot is in the air; 0 or less while it bears
  Foothold plants[2]{};            ///< where each foot stands, or stood last; left, right
  Foothold landing{};              ///< in Phase::Step: where the stepping foot will land, as things stand

  /// True while that foot is off the ground: 0 the left one, 1 the right one.
  bool in_air(int foot) const { return phase == Phase::Step && foot == stepping_foot && swing_phase > 0; }

 private:
  friend detail::WalkMemory detail::memory_of(const WalkState& state);
  friend void detail::remember(const detail::WalkMemory& memory, WalkState& state);

  static constexpr std::size_t kMemoryBytes = 1280;
  alignas(8) std::byte memory_[kMemoryBytes]{};  ///< a detail::WalkMemory
};

static_assert(std::is_trivially_copyable_v<WalkState> && sizeof(WalkState) <= 2048);

}  // namespace kine
