// Limits in place of an orientation goal: three rows do what would need six.
#include <cstdio>

#include "kine/kine.h"

using namespace kine;

int main() {
  const Joint joints[] = {euler("shoulder", "", {0, 1.4, 0}, "ZYX"),
                          hinge("elbow", "shoulder", {0.31, 0, 0}, kUnitY, {radians(-150.0), 0}),
                          fixed_joint("hand", "elbow", {0.26, 0, 0})};
  const Result<Skeleton> built = Skeleton::build(joints);
  if (!built) return std::fprintf(stderr, "%s\n", built.error().c_str()), 1;
  const Skeleton& arm = *built;
  Scratch scratch(arm);
  Frames frames(arm);
  const JointId hand = arm.joint("hand");

  // Where the hand is in some pose: a place that the arm can surely have.
  Pose pose = arm.rest_pose();
  const double wanted_angles[] = {0.4, 0.3, -0.9, -1.2};
  for (std::size_t i = 0; i < 4; ++i) pose[i] = wanted_angles[i];
  forward(arm, pose, frames);
  const Transform there = frames.world_from_joint(hand);

  pose = arm.rest_pose();
  pose[3] = -0.5;
  // [swivel]
  const Goal wanted = place(hand, there);
  const Result<SwivelLimits> limits = swivel_limits(arm, wanted, radians(4.0), pose, scratch);
  if (!limits) return std::fprintf(stderr, "%s\n", limits.error().c_str()), 1;
  const Result<Skeleton> limited = with_limits(arm, *limits);
  if (!limited) return std::fprintf(stderr, "%s\n", limited.error().c_str()), 1;
  const Goal point[] = {reach(hand, there.translation)};
  const Report report =
      solve(*limited, point, Jacobian{}, pose, scratch);  // three rows, and the hand is turned as wanted
  // [/swivel]
  forward(arm, pose, frames);
  const double off = angle_of(conjugate(there.rotation) * frames.rotation(hand));
  std::printf("%s; the hand is turned within %.1f degrees\n", sentence(arm, report).c_str(), degrees(off));
  return report.reached() && off < radians(10.0) ? 0 : 1;
}
