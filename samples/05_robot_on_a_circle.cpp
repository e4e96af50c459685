// A robot arm of seven hinges draws a circle with its tool pointing down, at 1 kHz: each solve starts from the last.
#include <algorithm>
#include <cstdio>

#include "kine/kine.h"

using namespace kine;

int main() {
  // A table of Denavit and Hartenberg would do as well (kine/model/denavit_hartenberg.h), or a URDF file.
  const Range turn{-2.9, 2.9}, bend{-2.1, 2.1};
  const Joint joints[] = {
      hinge("base", "", {0, 0, 0.34}, kUnitZ, turn),          hinge("shoulder", "base", {}, kUnitY, bend),
      hinge("upper", "shoulder", {0, 0, 0.40}, kUnitZ, turn), hinge("elbow", "upper", {}, -kUnitY, bend),
      hinge("lower", "elbow", {0, 0, 0.40}, kUnitZ, turn),    hinge("wrist", "lower", {}, kUnitY, bend),
      hinge("flange", "wrist", {0, 0, 0.13}, kUnitZ, turn),   fixed_joint("tool", "flange", {0, 0, 0.10})};
  const Result<Skeleton> built = Skeleton::build(joints);
  if (!built) return std::fprintf(stderr, "%s\n", built.error().c_str()), 1;
  const Skeleton& arm = *built;

  const double start[] = {0, 0.3, 0, -1.7, 0, 1.1, 0};  // bent, the tool pointing down
  Pose pose = arm.rest_pose();
  std::copy(std::begin(start), std::end(start), pose.begin());
  Scratch scratch(arm);

  double worst = 0, fastest = 0;
  int iterations = 0;
  for (int tick = 0; tick < 4000; ++tick) {  // four seconds: one turn
    const Pose before = pose;
    // [circle]
    const SinCos angle = sin_cos(kTwoPi * tick / 4000.0);
    const Transform target{from_axis_angle(kUnitY, kPi),  // the tool's z points down
                           {0.50 + 0.10 * angle.cos, 0.10 * angle.sin, 0.30}};
    const Goal goals[] = {place(arm.joint("tool"), target)};
    const Report report = solve(arm, goals, Jacobian{}, pose, scratch);
    // [/circle]
    if (!report.reached()) return std::fprintf(stderr, "%s\n", sentence(arm, report).c_str()), 1;
    worst = std::max(worst, report.position_error);
    iterations += report.iterations;
    for (std::size_t i = 0; tick > 0 && i < pose.size(); ++i)
      fastest = std::max(fastest, std::abs(pose[i] - before[i]) * 1000);
  }
  std::printf("4000 targets, %.2f iterations each, within %.6f mm; the fastest joint moved at %.2f rad/s\n",
              iterations / 4000.0, 1e3 * worst, fastest);
  return worst < 1e-5 && fastest < 2 ? 0 : 1;
}
