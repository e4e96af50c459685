// The shortcut of Meredith & Maddock: a place by the half Jacobian where the last joint turns freely.
#include "kine/solve/damped/penultimate.h"

#include <gtest/gtest.h>

#include "kine/kinematics/forward.h"
#include "kine/solve/jacobian.h"
#include "scenes/random_pose.h"
#include "scenes/scenes.h"
#include "tests/solve/degenerate.h"
#include "tests/support/random_skeleton.h"

namespace kine {
namespace {

using test::Random;
using test::degenerate::solve_checked;

/// An arm of hinges and a limited ball that ends in a free ball and a hand turned against it.
Skeleton arm_with_free_wrist() {
  BallLimits cone;
  cone.swing_first = cone.swing_second = 1.4;
  Joint hand = fixed_joint("hand", "wrist", {0.1, 0.02, 0});
  hand.rest.rotation = from_axis_angle(kUnitY, 0.5);
  Joint wrist = ball("wrist", "elbow", {0.25, 0, 0});
  wrist.rest.rotation = from_axis_angle(kUnitX, 0.3);
  const Joint joints[] = {hinge("waist", "", {0, 0, 0.2}, kUnitZ, {-1.5, 1.5}),
                          ball("shoulder", "waist", {0.1, 0, 0.3}, cone),
                          hinge("elbow", "shoulder", {0.3, 0, 0}, kUnitY, {-2.4, -0.05}), wrist, hand};
  return Skeleton::build(joints).value();
}

TEST(Penultimate, PlacesLikeTheFullJacobianInTheSamePlaceWithThreeRows) {
  const Skeleton arm = arm_with_free_wrist(), chain = scenes::ball_chain(8);
  for (const Skeleton* skeleton : {&arm, &chain}) {
    const JointId tip{skeleton->joint_count() - 1};
    Random random(9);
    int half_solved = 0, full_solved = 0, half_iterations = 0, full_iterations = 0;
    for (int round = 0; round < 300; ++round) {
      SCOPED_TRACE(round);
      Frames frames(*skeleton);
      forward(*skeleton, scenes::random_pose(*skeleton, random), frames);
      const Transform target = frames.world_from_joint(tip);
      const Pose start = scenes::random_pose(*skeleton, random);
      Pose half = start, full = start;
      const Report by_half = solve_checked(Jacobian{}, *skeleton, {place(tip, target)}, half);
      const Report by_full = solve_checked(Jacobian{.penultimate = false}, *skeleton, {place(tip, target)}, full);
      half_solved += by_half.reached();
      full_solved += by_full.reached();
      half_iterations += by_half.iterations;
      full_iterations += by_full.iterations;
      EXPECT_NE(by_half.status, Status::Unreachable);
      if (!by_half.reached()) continue;
      forward(*skeleton, half, frames);
      EXPECT_LE(length(frames.position(tip) - target.translation), 2e-5);
      EXPECT_LE(angle_of(frames.rotation(tip) * conjugate(target.rotation)), 1.001e-5);
    }
    EXPECT_GE(half_solved, full_solved);
    EXPECT_LT(half_iterations, full_iterations);  // and each of them costs less than half: Flops.TableOneTwoAsCorrected
  }
}

TEST(Penultimate, ProvesThatAnOrientationPutsTheTargetOutOfReach) {
  const Skeleton chain = scenes::ball_chain(4);
  const JointId tip = chain.joint("tip");
  Pose pose = test::degenerate::BallChain(4, 0.2).pose;
  // 0.9 away is within reach, but not with the last bone pointing back at the root: its ball would be at 1.15.
  const Transform backwards{from_axis_angle(kUnitZ, kPi), {0.9, 0, 0}};
  EXPECT_EQ(solve_checked(Jacobian{}, chain, {place(tip, backwards)}, pose).status, Status::Unreachable);
  EXPECT_EQ(solve_checked(Jacobian{.penultimate = false}, chain, {place(tip, backwards)}, pose).status,
            Status::NotFound);
  EXPECT_TRUE(solve_checked(Jacobian{}, chain, {reach(tip, {0.9, 0, 0})}, pose).reached());
}

TEST(Penultimate, IsNotTakenWhereTheLastJointIsNotFreeToTurn) {
  const auto free_end = [](const Skeleton& skeleton, JointId from) {
    Scratch scratch(skeleton);
    const JointId tip{skeleton.joint_count() - 1};
    const Pose pose = skeleton.rest_pose();
    return detail::has_free_end(detail::make_limb(skeleton, {tip}, from, pose, scratch));
  };
  EXPECT_TRUE(free_end(arm_with_free_wrist(), kWorld));
  EXPECT_TRUE(free_end(scenes::ball_chain(2), kWorld));
  EXPECT_FALSE(free_end(scenes::ball_chain(1), kWorld));      // nothing brings the ball anywhere
  EXPECT_FALSE(free_end(scenes::ball_chain(3), JointId{2}));  // likewise
  EXPECT_FALSE(free_end(scenes::seven_hinge_arm(), kWorld));
  Joint joints[] = {ball("a", "", {}), ball("b", "a", {1, 0, 0}), fixed_joint("tip", "b", {1, 0, 0})};
  for (AxisSettings& axis : joints[1].axes) axis.weight = 0.5;  // it would rather not move
  EXPECT_FALSE(free_end(Skeleton::build(joints).value(), kWorld));
  for (AxisSettings& axis : joints[1].axes) axis.weight = 1;
  joints[1].ball.swing_first = 1;
  EXPECT_FALSE(free_end(Skeleton::build(joints).value(), kWorld));
}

}  // namespace
}  // namespace kine
