#include "kine/motion/walk/walk_memory.h"

#include <cstring>

#include "kine/motion/walk/foot_curves.h"

namespace kine::detail {

WalkMemory memory_of(const WalkState& state) {
  static_assert(sizeof(WalkMemory) <= WalkState::kMemoryBytes && alignof(WalkMemory) <= 8);
  WalkMemory memory;
  if (state.phase == WalkState::Phase::New)
    memory.course = state.course;
  else
    std::memcpy(&memory, state.memory_, sizeof memory);
  return memory;
}

void remember(const WalkMemory& memory, WalkState& state) {
  std::memcpy(state.memory_, &memory, sizeof memory);
  state.course = memory.course;
  state.phase = memory.step.phase;
  state.blocked = memory.intent.blocked;
  state.stepping_foot = memory.step.swinging;
  state.step_phase = memory.part;
  state.swing_phase = swing_part(memory.step, memory.part);
  state.plants[0] = memory.step.feet[0].plant;
  state.plants[1] = memory.step.feet[1].plant;
  state.landing = memory.step.swing.to;
}

}  // namespace kine::detail
