// Build an arm, bend it, and ask where its hand is and which way it would go.
#include <cmath>
#include <cstdio>

#include "kine/kine.h"

using namespace kine;

int main() {
  const Joint joints[] = {hinge("shoulder", "", {}, kUnitZ),
                          hinge("elbow", "shoulder", {0.30, 0, 0}, kUnitZ, {0, 2.6}),  // limits in radians
                          fixed_joint("hand", "elbow", {0.25, 0, 0})};
  const Result<Skeleton> arm = Skeleton::build(joints);
  if (!arm) return std::fprintf(stderr, "%s\n", arm.error().c_str()), 1;
  const JointId hand = arm->joint("hand");

  Pose pose = arm->rest_pose();
  pose[0] = 0.5;
  pose[1] = 1.0;
  Frames frames(*arm);  // where every joint is; allocated once, filled every frame
  forward(*arm, pose, frames);
  const Vec3 at = frames.position(hand);

  Matrix<double, 3, 2> j;  // column f: the hand's speed when freedom f moves at one radian a second
  jacobian(*arm, frames, {hand}, {.rows = Rows::Linear}, j);
  std::printf("the hand is at (%.3f, %.3f); the elbow moves it along (%.3f, %.3f)\n", at.x, at.y, j(0, 1), j(1, 1));

  const bool right = std::abs(at.x - (0.30 * std::cos(0.5) + 0.25 * std::cos(1.5))) < 1e-12;
  return right ? 0 : 1;
}
