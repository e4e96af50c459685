#include "kine/motion/clip/feet_memory.h"

#include <cstring>

namespace kine::detail {

FeetMemory memory_of(const GroundFeetState& state) {
  static_assert(sizeof(FeetMemory) <= GroundFeetState::kMemoryBytes && alignof(FeetMemory) <= 8);
  FeetMemory memory;
  if (state.started) std::memcpy(&memory, state.memory_, sizeof memory);
  return memory;
}

void remember(const FeetMemory& memory, GroundFeetState& state) {
  std::memcpy(state.memory_, &memory, sizeof memory);
  state.started = true;
  for (int side = 0; side < 2; ++side) {
    state.heel_down[side] = memory.feet[side].down[0];
    state.toe_down[side] = memory.feet[side].down[1];
  }
}

}  // namespace kine::detail
