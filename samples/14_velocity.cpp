// Speeds instead of poses: a tool follows a moving target while limits of position and speed hold.
#include <cstdio>
#include <vector>

#include "kine/kine.h"

using namespace kine;

int main() {
  std::vector<Joint> joints = {hinge("base", "", {0, 0, 0.34}, kUnitZ),
                               hinge("shoulder", "base", {}, kUnitY, {-2, 2}),
                               hinge("elbow", "shoulder", {0, 0, 0.40}, kUnitY, {-2.6, 2.6}),
                               hinge("forearm", "elbow", {0, 0, 0.20}, kUnitZ),
                               hinge("wrist", "forearm", {0, 0, 0.20}, kUnitY, {-2, 2}),
                               hinge("flange", "wrist", {0, 0, 0.10}, kUnitZ),
                               fixed_joint("tool", "flange", {0, 0, 0.10})};
  for (Joint& joint : joints) joint.axes[0].max_speed = 2.5;  // radians per second
  const Result<Skeleton> built = Skeleton::build(joints);
  if (!built) return std::fprintf(stderr, "%s\n", built.error().c_str()), 1;
  const Skeleton& arm = *built;
  const JointId tool = arm.joint("tool");

  Pose pose = arm.rest_pose();
  pose[1] = 0.5;
  pose[2] = 1.2;
  pose[4] = 0.8;
  Frames frames(arm);
  forward(arm, pose, frames);
  Transform target = frames.world_from_joint(tool);
  const Vec3 velocity{0, 0.3, 0};  // metres per second
  const double h = 1.0 / 500;      // seconds
  Scratch scratch(arm);

  double worst = 0, slowest = 1;
  // [velocity]
  std::vector<double> speeds(static_cast<std::size_t>(arm.freedom_count()));  // in: of fixed freedoms; out: of all
  for (int tick = 0; tick < 500; ++tick) {
    const VelocityConstraint wanted[] = {follow_pose(tool, target, {.linear = velocity})};  // six rows
    const VelocityReport report = step(arm, wanted, Velocity{.h = h}, speeds, pose, scratch);
    if (report.scale < 1) std::printf("slowed to %.0f %%\n", 100 * report.scale);
    // [/velocity]
    target.translation += velocity * h;
    worst = report.position_error > worst ? report.position_error : worst;
    slowest = report.scale < slowest ? report.scale : slowest;
  }
  std::printf("one second along a line: at most %.4f mm off it\n", 1e3 * worst);
  return worst < 1e-4 && slowest == 1 ? 0 : 1;
}
