// The last frame of a walker or crawler again, to time it.
#include "bindings/c/src/crawl.hpp"
#include "bindings/c/src/terrain.hpp"
#include "bindings/c/src/walk.hpp"
#include "bindings/scenes/kine_scenes.h"
#include "kine/motion/body/leg_solve.h"
#include "kine/motion/body/shared_hip.h"

using kine::CrawlState;
using kine::WalkState;
using kine::c_api::reaches;

kine_status kine_walk_again(kine_walker* walker, const kine_terrain* terrain, int repeats) {
  if (!walker || !terrain) return KINE_NULL;
  if (!walker->walked) return KINE_BAD_VALUE;
  for (int i = 0; i < repeats; ++i) {
    WalkState state = walker->before;
    kine::ReachState reach = walker->reach_before;
    const kine::WalkReport report = kine::walk(walker->body(), walker->gait, *terrain->ground, walker->stick,
                                               walker->dt, walker->mode, state, walker->pose, walker->scratch);
    if (reaches(*walker, reach))
      kine::reach_out(walker->body(), report.plan, walker->objects, walker->dt, reach, walker->pose, walker->scratch);
  }
  return KINE_OK;
}

kine_status kine_walk_solve_again(kine_walker* walker, int repeats) {
  if (!walker) return KINE_NULL;
  if (!walker->walked) return KINE_BAD_VALUE;
  const kine::detail::BipedModel& body = kine::detail::model_of(walker->body());
  const kine::detail::WalkMemory before = kine::detail::memory_of(walker->before);
  const kine::WalkPlan& plan = walker->report.plan;
  const bool together = body.shared_hip().valid();
  for (int i = 0; i < repeats; ++i) {
    for (int side = 0; side < 2; ++side) {
      const kine::detail::BipedLeg& leg = body.leg(side);
      for (int k = 0; k < leg.value_count; ++k)
        walker->pose[static_cast<std::size_t>(leg.first_value + k)] = before.legs[side][k];
      if (!together)
        kine::detail::solve_leg(body, side, plan.feet[side], walker->report.legs[side].full, walker->pose,
                                walker->scratch);
    }
    if (together)
      kine::detail::solve_together(body, {plan.feet[0], plan.feet[1]}, plan.hips.translation, walker->pose,
                                   walker->scratch);
  }
  return KINE_OK;
}

kine_status kine_crawl_again(kine_crawler* crawler, const kine_terrain* terrain, int repeats) {
  if (!crawler || !terrain) return KINE_NULL;
  if (!crawler->crawled) return KINE_BAD_VALUE;
  for (int i = 0; i < repeats; ++i) {
    CrawlState state = crawler->before;
    kine::crawl(crawler->body, crawler->gait, *terrain->ground, crawler->stick, crawler->dt, state, crawler->pose,
                crawler->scratch);
  }
  return KINE_OK;
}
