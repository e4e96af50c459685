// A walker's state, to rewind it, and its last frame once more, to time it.
#include <cstdint>
#include <cstring>

#include "bindings/c/terrain.hpp"
#include "bindings/c/walk.hpp"
#include "kine/motion/shared_hip.h"

using namespace kine::c_api;
using kine::WalkState;

namespace {

// A state is that of the walk and that of the hands.
constexpr size_t kStateBytes = sizeof(WalkState) + sizeof(kine::ReachState);

// Bytes of a state are followed by this, so that others are told apart.
std::uint64_t seal_of(const unsigned char* bytes, size_t size) {
  std::uint64_t hash = 14695981039346656037u;
  for (size_t i = 0; i < size; ++i) hash = (hash ^ bytes[i]) * 1099511628211u;
  return hash;
}

}  // namespace

size_t kine_walker_state_size(void) { return kStateBytes + sizeof(std::uint64_t); }

kine_status kine_walker_get_state(const kine_walker* walker, void* bytes, size_t size) {
  if (!walker || !bytes) return KINE_NULL;
  if (size != kine_walker_state_size()) return KINE_BAD_SIZE;
  auto* out = static_cast<unsigned char*>(bytes);
  std::memcpy(out, &walker->state, sizeof(WalkState));
  std::memcpy(out + sizeof(WalkState), &walker->reach, sizeof(kine::ReachState));
  const std::uint64_t seal = seal_of(out, kStateBytes);
  std::memcpy(out + kStateBytes, &seal, sizeof seal);
  return KINE_OK;
}

kine_status kine_walker_set_state(kine_walker* walker, const void* bytes, size_t size) {
  if (!walker || !bytes) return KINE_NULL;
  if (size != kine_walker_state_size()) return KINE_BAD_SIZE;
  const auto* in = static_cast<const unsigned char*>(bytes);
  std::uint64_t seal = 0;
  std::memcpy(&seal, in + kStateBytes, sizeof seal);
  if (seal != seal_of(in, kStateBytes)) return KINE_BAD_VALUE;
  std::memcpy(&walker->state, in, sizeof(WalkState));
  std::memcpy(&walker->reach, in + sizeof(WalkState), sizeof(kine::ReachState));
  walker->walked = false;
  return KINE_OK;
}

kine_status kine_walk_again(kine_walker* walker, const kine_terrain* terrain, int repeats) {
  if (!walker || !terrain) return KINE_NULL;
  if (!walker->walked) return KINE_BAD_VALUE;
  for (int i = 0; i < repeats; ++i) {
    WalkState state = walker->before;
    kine::ReachState reach = walker->reach_before;
    const kine::WalkReport report = kine::walk(walker->body(), walker->gait, *terrain->ground, walker->stick,
                                               walker->dt, state, walker->pose, walker->scratch, walker->mode);
    if (reaches(*walker, reach))
      kine::reach_out(walker->body(), report.plan, walker->objects, walker->dt, reach, walker->pose, walker->scratch);
  }
  return KINE_OK;
}

kine_status kine_walk_solve_again(kine_walker* walker, int repeats) {
  if (!walker) return KINE_NULL;
  if (!walker->walked) return KINE_BAD_VALUE;
  const kine::Biped& body = walker->body();
  const kine::walking::WalkPlan& plan = walker->report.plan;
  const bool together = body.shared_hip().valid();
  for (int i = 0; i < repeats; ++i) {
    for (int side = 0; side < 2; ++side) {
      const kine::Biped::Leg& leg = body.leg(side);
      for (int k = 0; k < leg.value_count; ++k)
        walker->pose[static_cast<std::size_t>(leg.first_value + k)] = walker->before.legs[side][k];
      if (!together)
        kine::walking::solve_leg(body, side, plan.feet[side], walker->report.legs[side].full, walker->pose,
                                 walker->scratch);
    }
    if (together)
      kine::walking::solve_together(body, {plan.feet[0], plan.feet[1]}, plan.hips.translation, walker->pose,
                                    walker->scratch);
  }
  return KINE_OK;
}
