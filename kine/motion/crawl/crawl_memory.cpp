#include "kine/motion/crawl/crawl_memory.h"

#include <cstring>

namespace kine::detail {

CrawlMemory memory_of(const CrawlState& state) {
  static_assert(sizeof(CrawlMemory) <= CrawlState::kMemoryBytes && alignof(CrawlMemory) <= 8);
  CrawlMemory memory;
  if (state.phase == CrawlState::Phase::New)
    memory.course = state.course;
  else
    std::memcpy(&memory, state.memory_, sizeof memory);
  return memory;
}

void remember(const CrawlMemory& memory, CrawlState& state) {
  std::memcpy(state.memory_, &memory, sizeof memory);
  state.course = memory.course;
  state.phase = memory.phase;
  state.blocked = memory.blocked;
  state.step_phase = memory.step_phase;
}

}  // namespace kine::detail
