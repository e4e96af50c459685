#include "kine/motion/reach_out.h"

#include <algorithm>

#include "kine/motion/reach/reach_arm.h"
#include "kine/motion/reach/reach_frame.h"

namespace kine {

ReachReport reach_out(const Biped& biped, const WalkPlan& plan, std::span<const ObjectInReach> objects, double dt,
                      const ReachManner& manner, ReachState& state, std::span<double> pose, Scratch& scratch) {
  // Seconds. Speeds are changes through the time of a frame: through less than the shortest they would be no numbers.
  constexpr double kLongestFrame = 1, kShortestFrame = 1e-9;
  const detail::BipedModel& body = detail::model_of(biped);
  const double time = dt >= kShortestFrame ? std::min<double>(dt, kLongestFrame) : 0;
  const Scratch::Scope scope(scratch);
  const std::span<double> walked_pose = scratch.take<double>(pose.size());
  for (int side = 0; side < 2; ++side)
    if (body.arm(side).valid()) detail::restore_arm(body, side, pose, pose);
  std::copy(pose.begin(), pose.end(), walked_pose.begin());
  const detail::WalkedBody walked = detail::walked_body(body, plan, walked_pose);
  detail::ReachMemory memory = detail::memory_of(state);
  const ReachReport report = detail::ReachFrame(body, plan, objects, time, manner, walked, memory, pose, scratch).run();
  detail::remember(memory, state);
  return report;
}

}  // namespace kine
