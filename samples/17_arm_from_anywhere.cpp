// A robot arm finds a pose from any start, the one nearest to where it is, and all there are.
#include <cstdio>

#include "kine/kine.h"

using namespace kine;

int main() {
  // Six hinges, three of them parallel, as many small robots have them.
  const Joint joints[] = {hinge("pan", "", {0, 0, 0.09}, kUnitZ, {-kPi, kPi}),
                          hinge("lift", "pan", {0, 0.14, 0}, kUnitY, {-kPi, kPi}),
                          hinge("elbow", "lift", {0, -0.12, 0.43}, kUnitY, {-2.8, 2.8}),
                          hinge("wrist_1", "elbow", {0, 0, 0.39}, kUnitY, {-kPi, kPi}),
                          hinge("wrist_2", "wrist_1", {0, 0.09, 0}, kUnitZ, {-kPi, kPi}),
                          hinge("wrist_3", "wrist_2", {0, 0, 0.1}, kUnitY, {-kPi, kPi}),
                          fixed_joint("tool", "wrist_3", {0, 0.08, 0})};
  const Result<Skeleton> arm = Skeleton::build(joints);
  if (!arm) return std::fprintf(stderr, "%s\n", arm.error().c_str()), 1;
  const JointId tool = arm->joint("tool");
  Pose pose = arm->rest_pose();

  // [solve]
  const Goal goals[] = {place(tool, {from_axis_angle(kUnitX, kHalfPi), {0.4, 0.2, 0.3}})};
  Scratch scratch(solutions_scratch_bytes(*arm, goals, Global{}));
  const Report report = solve(*arm, goals, Global{.choice = Choice::Nearest}, pose, scratch);

  ArmSolutions all(*arm, 64);  // room for 64 poses, made once
  solutions(*arm, goals, Global{}, pose, all, scratch);
  std::printf("%d poses%s\n", all.count(), all.complete() ? ", and there are no others" : "");
  // [/solve]
  std::printf("%s; %s\n", sentence(*arm, report).c_str(), sentence(*arm, arm_structure(*arm, tool)).c_str());
  for (int i = 0; i < all.count(); ++i)
    std::printf("branch %d: elbow %.1f degrees, %.2f rad away\n", all[i].branch, degrees(all.pose(i)[2]),
                all[i].distance);
  return report.reached() && all.complete() && all.count() > 1 ? 0 : 1;
}
