#include "kine/solve/swivel_limits.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <vector>

#include "kine/kinematics/forward.h"
#include "kine/model/pose.h"
#include "kine/solve/jacobian.h"
#include "kine/solve/two_bone.h"
#include "scenes/scenes.h"
#include "tests/support/random_skeleton.h"

namespace kine {
namespace {

using test::Random;

/// An arm whose hand is fixed to the forearm: the swivel is all that turns it once its point is given.
Skeleton plain_arm() {
  Joint joints[] = {euler("upper_arm", "", {}, "ZYX"),
                    hinge("forearm", "upper_arm", {0.3, 0, 0}, kUnitY, {radians(10.0), radians(130.0)}),
                    fixed_joint("hand", "forearm", {0.27, 0, 0})};
  for (AxisSettings& axis : joints[0].axes) axis.limits = {radians(-70.0), radians(70.0)};
  return *Skeleton::build(joints);
}

double turned_off(const Skeleton& arm, const Pose& pose, const Goal& goal) {
  Frames frames(arm);
  forward(arm, pose, frames);
  return measure(arm, frames, pose, goal).angle;
}

/// The reaches of a seed: where the hand is in poses inside the limits, turned as it is there.
std::vector<Goal> reaches(const Skeleton& arm, int count) {
  Random random(31);
  std::vector<Goal> goals;
  const JointId hand = arm.joint("hand");
  for (int i = 0; i < count; ++i) {
    Frames frames(arm);
    forward(arm, scenes::random_pose(arm, random), frames);
    goals.push_back(place(hand, frames.world_from_joint(hand)));
  }
  return goals;
}

/// A solve from rest, and what it takes: the best of seven.
struct Timed {
  Report report;
  Pose pose;
  double microseconds = kInfinity;

  Timed(const Skeleton& arm, const Goal& goal, Scratch& scratch) {
    for (int i = 0; i < 7; ++i) {
      pose = arm.rest_pose();
      const auto start = std::chrono::steady_clock::now();
      report = solve(arm, {&goal, 1}, Jacobian{}, pose, scratch);
      const std::chrono::duration<double, std::micro> taken = std::chrono::steady_clock::now() - start;
      microseconds = std::min(microseconds, taken.count());
    }
  }
};

TEST(SwivelLimits, AReachInsideThemTurnsTheHandAsAPlaceWould) {
  const Skeleton arm = plain_arm();
  const JointId hand = arm.joint("hand");
  Scratch scratch(arm);
  int by_limits = 0, reached = 0, without = 0, placed = 0, half_steps = 0, full_steps = 0;
  double half_time = 0, full_time = 0;
  const std::vector<Goal> goals = reaches(arm, 1000);
  for (const Goal& goal : goals) {
    const Result<SwivelLimits> limits = swivel_limits(arm, goal, radians(4.0), arm.rest_pose(), scratch);
    ASSERT_TRUE(limits) << limits.error();
    const Result<Skeleton> limited = with_limits(arm, *limits);
    ASSERT_TRUE(limited) << limited.error();
    const Goal point = reach(hand, goal.target);
    const Timed half(*limited, point, scratch), full(arm, goal, scratch), free(arm, point, scratch);
    half_time += half.microseconds;
    half_steps += half.report.iterations;
    full_time += full.microseconds;
    full_steps += full.report.iterations;
    reached += half.report.reached();
    placed += full.report.reached();
    by_limits += half.report.reached() && turned_off(arm, half.pose, goal) <= radians(10.0);
    without += free.report.reached() && turned_off(arm, free.pose, goal) <= radians(10.0);
    EXPECT_LE(limit_violation(arm, half.pose), 1e-9);
  }
  std::printf(
      "  of 1000 reaches %d reach, %d of them within 10 degrees (%d without the limits); the full Jacobian: %d\n"
      "  half %.2f us and %.1f steps, full %.2f us and %.1f steps a solve\n",
      reached, by_limits, without, placed, half_time / 1000, half_steps / 1000.0, full_time / 1000,
      full_steps / 1000.0);
  EXPECT_GE(by_limits, 990);
  EXPECT_LT(without, 500);
}

TEST(SwivelLimits, RefuseWhatHasNoSwivel) {
  const Skeleton arm = scenes::planar_arm();
  Scratch scratch(arm);
  const Pose pose = arm.rest_pose();
  const Goal goal = place(arm.joint("hand"), {{}, {0.4, 0.1, 0}});
  EXPECT_FALSE(swivel_limits(arm, goal, 0.1, pose, scratch));
  const Skeleton other = plain_arm();
  const JointId hand = other.joint("hand");
  EXPECT_FALSE(swivel_limits(other, reach(hand, {0.3, 0, 0}), 0.1, other.rest_pose(), scratch));
  EXPECT_FALSE(swivel_limits(other, place(hand, {{}, {0.3, 0, 0}}), 0, other.rest_pose(), scratch));
  EXPECT_FALSE(with_limits(arm, {arm.joint("elbow"), {}}));
}

}  // namespace
}  // namespace kine
