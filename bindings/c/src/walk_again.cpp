// A walker's state, to rewind it, and its last frame once more, to time it.
#include "bindings/c/src/state_bytes.hpp"
#include "bindings/c/src/terrain.hpp"
#include "bindings/c/src/walk.hpp"
#include "kine/motion/body/shared_hip.h"

using namespace kine::c_api;
using kine::WalkState;

size_t kine_walker_state_size(void) { return sealed_size<WalkState, kine::ReachState>(); }

// A state is that of the walk and that of the hands.
kine_status kine_walker_get_state(const kine_walker* walker, void* bytes, size_t size) {
  return walker ? write_sealed(bytes, size, walker->state, walker->reach) : KINE_NULL;
}

kine_status kine_walker_set_state(kine_walker* walker, const void* bytes, size_t size) {
  const kine_status status = walker ? read_sealed(bytes, size, walker->state, walker->reach) : KINE_NULL;
  if (status == KINE_OK) walker->walked = false;
  return status;
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
