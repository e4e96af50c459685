// The two-bone method where a limb is straight, too short, shut in or not a limb at all.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "kine/solve/two_bone.h"
#include "scenes/scenes.h"
#include "tests/solve/degenerate.h"

namespace kine {
namespace {

using test::degenerate::coned_limb;
using test::degenerate::solve_checked;

TEST(TwoBone, ReachesAStraightLimbsOwnAxis) {
  for (const double along : {0.5, -0.5, 0.999, -1.0, 0.0}) {
    for (const Vec3& pole : {Vec3{}, kUnitY, kUnitX}) {  // the last is on the line
      test::degenerate::BallChain chain(2, 0);
      const Report report =
          solve_checked(TwoBone{.pole = pole}, chain.skeleton, {reach(chain.tip, {along, 0, 0})}, chain.pose);
      EXPECT_TRUE(report.reached()) << along;
      EXPECT_LT(report.position_error, 1e-14);
    }
  }
}

TEST(TwoBone, StandsFullStretchAndPastIt) {
  const Vec3 direction = normalised(Vec3{1, 2, -2});
  for (const double distance : {1.0, 1 + 1e-12, 1.001, 3.0, 1e9}) {
    test::degenerate::BallChain chain(2, 0.3);
    const Report report =
        solve_checked(TwoBone{}, chain.skeleton, {reach(chain.tip, direction * distance)}, chain.pose);
    EXPECT_NEAR(report.position_error, distance - 1, 1e-15 * distance + 1e-14);
    EXPECT_EQ(report.status, distance < 1.0001 ? Status::Reached : Status::Unreachable);
  }
}

TEST(TwoBone, StandsBonesWithoutLength) {
  const Joint joints[] = {ball("a", "", {}), ball("b", "a", {0.5, 0, 0}), ball("c", "b", {}),
                          ball("d", "c", {0.5, 0, 0}), fixed_joint("tip", "d", {})};
  const Skeleton skeleton = Skeleton::build(joints).value();
  const JointId tip = skeleton.joint("tip");
  Pose pose = skeleton.rest_pose();
  EXPECT_TRUE(solve_checked(TwoBone{}, skeleton, {reach(tip, {0.3, 0.6, 0.2})}, pose).reached());
  // Asked for by name: the nearest that can be done.
  pose = skeleton.rest_pose();
  const TwoBone named{.root = skeleton.joint("b"), .mid = skeleton.joint("c")};
  EXPECT_NEAR(solve_checked(named, skeleton, {reach(tip, {0.5, 0.7, 0})}, pose).position_error, 0.2, 1e-14);
  const TwoBone lower{.root = skeleton.joint("a"), .mid = skeleton.joint("d")};
  pose = skeleton.rest_pose();
  EXPECT_NEAR(solve_checked(lower, skeleton, {reach(tip, {0, 0.7, 0})}, pose).position_error, 0.3, 1e-14);
}

TEST(TwoBone, StaysInsideConesThatExcludeTheTarget) {
  const Skeleton coned = coned_limb();
  Pose pose = coned.rest_pose();
  const Report held = solve_checked(TwoBone{}, coned, {reach(coned.joint("tip"), {0, 0.8, 0})}, pose);
  EXPECT_EQ(held.status, Status::NotFound);
  EXPECT_LT(held.position_error, 1.0);  // 1.28 at rest
  EXPECT_GT(held.blocker_count, 0);
}

TEST(TwoBone, RefusesWithASentence) {
  test::degenerate::numbers_that_are_not_finite(TwoBone{}, {});
  const Skeleton skeleton = scenes::ball_chain(3);
  const JointId tip = skeleton.joint("tip");
  const auto refused = [&](const std::vector<Goal>& goals, const TwoBone& method, const std::string& part) {
    Pose pose = skeleton.rest_pose();
    const Report report = solve_checked(method, skeleton, goals, pose);
    EXPECT_EQ(report.status, Status::BadInput);
    EXPECT_NE(std::string(report.fault).find(part), std::string::npos) << report.fault;
  };
  const Goal there = reach(tip, {0.5, 0, 0});
  refused({}, {}, "one goal");
  refused({there, there}, {}, "one goal");
  refused({orient(tip, {})}, {}, "a reach or a place");
  refused({there}, {.root = {0}}, "both");
  refused({there}, {.root = {1}, .mid = {0}}, "above each other");
  refused({there}, {.pole = {0, kInfinity, 0}}, "finite");
  refused({there}, {.softness = 1}, "softness");
  refused({there}, {.fade = 1.5}, "fade");
  refused({there}, {.tolerance = {.position = -1}}, "tolerance");
  refused({reach(tip, {}, {.frame = {2}})}, {}, "moves");
  refused({reach({1}, {0.5, 0, 0})}, {}, "no two-bone limb");
  const Skeleton robot = scenes::seven_hinge_arm();
  EXPECT_FALSE(two_bone_qualifies(robot, robot.joint("tip")));
  EXPECT_FALSE(two_bone_qualifies(robot, {99}));
  Scratch small(16);
  Pose pose = skeleton.rest_pose();
  const Goal goals[] = {there};
  EXPECT_EQ(solve(skeleton, goals, TwoBone{}, pose, small).status, Status::BadInput);
  Scratch enough(scratch_bytes(skeleton, goals, TwoBone{}));
  EXPECT_NE(solve(skeleton, goals, TwoBone{}, pose, enough).status, Status::BadInput);
}

TEST(TwoBone, LeavesFixedAndFollowingJointsAlone) {
  Joint joints[] = {ball("a", "", {}), ball("b", "a", {0.5, 0, 0}), hinge("c", "b", {0.2, 0, 0}, kUnitY),
                    fixed_joint("tip", "c", {0.3, 0, 0})};
  joints[2].axes[0].fixed = true;
  const Skeleton skeleton = Skeleton::build(joints).value();
  Pose pose = skeleton.rest_pose();
  pose[8] = 0.7;
  EXPECT_TRUE(solve_checked(TwoBone{}, skeleton, {reach(skeleton.joint("tip"), {0.3, 0.3, 0.4})}, pose).reached());
  EXPECT_EQ(pose[8], 0.7);
  Joint pair[] = {ball("a", "", {}), hinge("b", "a", {0.5, 0, 0}, kUnitZ), hinge("c", "b", {0.3, 0, 0}, kUnitZ),
                  fixed_joint("tip", "c", {0.3, 0, 0})};
  pair[2].axes[0].follows = Follow{"b", 0, 0.5, 0};
  const Skeleton led = Skeleton::build(pair).value();
  EXPECT_FALSE(two_bone_qualifies(led, led.joint("tip")));
}

TEST(TwoBone, WorksUnderEvenScalesOnly) {
  for (const Vec3& scale : {Vec3{2, 2, 2}, Vec3{-1.5, -1.5, -1.5}, Vec3{1, 2, 1}}) {
    Joint joints[] = {fixed_joint("body", "", {0.1, 0.2, 0}), ball("a", "body", {}), ball("b", "a", {0.5, 0, 0}),
                      fixed_joint("tip", "b", {0.3, 0, 0})};
    joints[0].rest.scale = scale;
    joints[2].rest.scale = {1, 3, 0.5};  // below the mid joint any scale will do
    const Skeleton skeleton = Skeleton::build(joints).value();
    const bool even = scale.x == scale.y;
    EXPECT_EQ(two_bone_qualifies(skeleton, skeleton.joint("tip")), even);
    if (!even) continue;
    Pose pose = skeleton.rest_pose();
    EXPECT_TRUE(solve_checked(TwoBone{}, skeleton, {reach(skeleton.joint("tip"), {0.5, 0.7, 0.4})}, pose).reached());
  }
}

}  // namespace
}  // namespace kine
