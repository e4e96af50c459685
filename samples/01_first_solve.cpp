// A first solve: an arm of two hinges reaches for a point.
#include <cstdio>

#include "kine/kine.h"

using namespace kine;

int main() {
  // Metres and radians. A joint names the one that it hangs on; the hand is a point that does not move by itself.
  const Joint joints[] = {hinge("shoulder", "", {}, kUnitZ),
                          hinge("elbow", "shoulder", {0.30, 0, 0}, kUnitZ, {0, 2.6}),  // bends one way only
                          fixed_joint("hand", "elbow", {0.25, 0, 0})};
  const Result<Skeleton> arm = Skeleton::build(joints);
  if (!arm) return std::fprintf(stderr, "%s\n", arm.error().c_str()), 1;

  // [solve]
  Pose pose = arm->rest_pose();  // in: where the solve starts; out: where it ends
  Scratch scratch(*arm);         // the only allocation: make it once, use it in every frame
  const Goal goals[] = {reach(arm->joint("hand"), {0.35, 0.20, 0})};
  const Report report = solve(*arm, goals, Jacobian{}, pose, scratch);
  // [/solve]

  std::printf("%s\n", sentence(*arm, report).c_str());
  std::printf("shoulder %.1f degrees, elbow %.1f degrees\n", degrees(pose[0]), degrees(pose[1]));
  return report.reached() ? 0 : 1;
}
