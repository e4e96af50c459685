#include "kine/solve/shake.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/solve/degenerate.h"
#include "tests/support/random_skeleton.h"

namespace kine {
namespace {

using test::Random;
using test::degenerate::solve_checked;

TEST(Shake, StandsTheDegenerateList) { test::run_degenerate_list(Shake{}, {.takes_place = false}); }

TEST(Shake, ReachesWithShortChains) {
  Random random(1);
  for (const int links : {2, 3, 5, 10}) {
    const Skeleton chain = scenes::ball_chain(links);
    const JointId tip = chain.joint("tip");
    for (int i = 0; i < 20; ++i) {
      Frames frames(chain);
      forward(chain, scenes::random_pose(chain, random), frames);
      Pose pose = scenes::random_pose(chain, random);
      EXPECT_TRUE(solve_checked(Shake{}, chain, {reach(tip, frames.position(tip))}, pose).reached()) << links;
    }
  }
}

TEST(Shake, KeepsLimitsOnRandomTrees) {
  Random random(2);
  for (int i = 0; i < 60; ++i) {
    const Skeleton skeleton = random_skeleton(random, {.joints = 4 + i % 8, .followers = false});
    Frames there(skeleton);
    forward(skeleton, scenes::random_pose(skeleton, random), there);
    std::vector<Goal> goals;
    for (int g = 0; g <= i % 3; ++g) {
      const JointId joint{random.below(skeleton.joint_count())};
      goals.push_back(reach(joint, there.position({joint, {0.1, 0, 0}}), {.offset = {0.1, 0, 0}}));
    }
    Pose pose = scenes::random_pose(skeleton, random);
    clamp_to_limits(skeleton, pose);
    const Report report = solve_checked(Shake{.max_iterations = 1000}, skeleton, goals, pose);
    EXPECT_NE(report.status, Status::BadInput) << report.fault;
  }
}

TEST(Shake, HoldsAnElbowBySpan) {
  // Lander's arm with an elbow of 60 to 100 degrees: the hand stays between 35.5 and 47.7 cm from the shoulder.
  const Joint joints[] = {ball("shoulder", "", {}),
                          hinge("elbow", "shoulder", {0.3, 0, 0}, kUnitZ, {radians(60.0), radians(100.0)}),
                          fixed_joint("hand", "elbow", {0.25, 0, 0})};
  const Skeleton arm = Skeleton::build(joints).value();
  for (const double distance : {0.36, 0.4, 0.47}) {
    Pose pose = arm.rest_pose();
    const Goal goal = reach(arm.joint("hand"), normalised(Vec3{1, -2, 2}) * distance);
    EXPECT_TRUE(solve_checked(Shake{}, arm, {goal}, pose).reached()) << distance;
  }
  Pose pose = arm.rest_pose();
  const Report report = solve_checked(Shake{}, arm, {reach(arm.joint("hand"), {0, 0.54, 0})}, pose);
  EXPECT_FALSE(report.reached());
  EXPECT_GE(report.position_error, 0.54 - 0.478);
  EXPECT_LE(report.position_error, 0.09);  // near the nearest point, not quite there
}

TEST(Shake, ServesTwoArmsOnATrunk) {
  std::vector<Joint> joints{ball("trunk", "", {})};
  for (const double side : {1.0, -1.0}) {
    const std::string name = side > 0 ? "left" : "right";
    joints.push_back(ball(name + "_upper", "trunk", {0, 0.5, 0.2 * side}));
    joints.push_back(ball(name + "_lower", name + "_upper", {0.3, 0, 0}));
    joints.push_back(fixed_joint(name + "_tip", name + "_lower", {0.25, 0, 0}));
  }
  const Skeleton skeleton = Skeleton::build(joints).value();
  Pose pose = skeleton.rest_pose();
  const std::vector<Goal> goals{reach(skeleton.joint("left_tip"), {0.3, 0.6, 0.3}),
                                reach(skeleton.joint("right_tip"), {0.2, 0.3, -0.4})};
  EXPECT_TRUE(solve_checked(Shake{}, skeleton, goals, pose).reached());
}

TEST(Shake, RefusesWhatItCannotTake) {
  test::degenerate::BallChain chain(3, 0.2);
  Scratch scratch(std::size_t{1} << 20);
  const auto fault = [&](const Goal& goal, const Shake& method = {}) {
    Pose pose = chain.pose;
    const Report report = solve(chain.skeleton, {&goal, 1}, method, pose, scratch);
    EXPECT_EQ(report.status, Status::BadInput);
    return std::string(report.fault);
  };
  EXPECT_NE(fault(orient(chain.tip, {})).find("reach goals only"), std::string::npos);
  EXPECT_NE(fault(reach(chain.tip, {}), {.cycle = 0}).find("cycle"), std::string::npos);
  EXPECT_NE(fault(reach(chain.tip, {}), {.bone_tolerance = 0}).find("bone_tolerance"), std::string::npos);
}

TEST(Shake, NeedsNoMoreScratchThanItSays) {
  const Skeleton body = scenes::humanoid();
  const std::vector<Goal> goals(7, reach(body.joint("left_hand_tip"), {0.3, 1.2, 0.3}));
  Scratch scratch(scratch_bytes(body, goals, Shake{}));
  Pose pose = scenes::standing_pose(body);
  EXPECT_NE(solve(body, goals, Shake{}, pose, scratch).status, Status::BadInput);
}

}  // namespace
}  // namespace kine
