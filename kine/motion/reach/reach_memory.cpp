#include "kine/motion/reach/reach_memory.h"

#include <cstring>

namespace kine::detail {

ReachMemory memory_of(const ReachState& state) {
  static_assert(sizeof(ReachMemory) <= ReachState::kMemoryBytes && alignof(ReachMemory) <= 8);
  ReachMemory memory;
  if (state.started) std::memcpy(&memory, state.memory_, sizeof memory);
  return memory;
}

void remember(const ReachMemory& memory, ReachState& state) {
  std::memcpy(state.memory_, &memory, sizeof memory);
  state.started = memory.started;
  state.looks_at = memory.look.object;
  for (int side = 0; side < 2; ++side) state.hands[side] = {memory.hands[side].phase, memory.hands[side].object};
}

}  // namespace kine::detail
