#include "kine/solve/fabrik.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/solve/degenerate.h"
#include "tests/support/random_skeleton.h"

namespace kine {
namespace {

using test::Random;
using test::degenerate::solve_checked;

TEST(Fabrik, StandsTheDegenerateList) { test::run_degenerate_list(Fabrik{}); }

Vec3 tip_of_random_pose(Random& random, const Skeleton& skeleton, JointId tip) {
  Frames frames(skeleton);
  forward(skeleton, scenes::random_pose(skeleton, random), frames);
  return frames.position(tip);
}

TEST(Fabrik, ReachesWithChainsOfEveryLength) {
  Random random(1);
  for (const int links : {2, 3, 5, 10, 30, 100}) {
    const Skeleton chain = scenes::ball_chain(links);
    const JointId tip = chain.joint("tip");
    for (int i = 0; i < 20; ++i) {
      Pose pose = scenes::random_pose(chain, random);
      const Goal goal = reach(tip, tip_of_random_pose(random, chain, tip));
      EXPECT_TRUE(solve_checked(Fabrik{}, chain, {goal}, pose).reached()) << links;
    }
  }
}

TEST(Fabrik, ReachesNearFullStretchInFewRounds) {
  // Plain FABRIK takes more than 300 rounds here: what is missing shrinks by a percent each.
  test::degenerate::BallChain chain(10, 0.1);
  const Goal goal = reach(chain.tip, normalised(Vec3{1, 3, -2}) * 0.998);
  const Report report = solve_checked(Fabrik{}, chain.skeleton, {goal}, chain.pose);
  EXPECT_TRUE(report.reached());
  EXPECT_LT(report.iterations, 200);
}

TEST(Fabrik, TurnsBonesByTheLeastTurn) {
  // In a plane nothing may twist: every rotation stays about Z.
  const Skeleton chain = scenes::ball_chain(5);
  Pose pose = chain.rest_pose();
  for (int i = 0; i < 5; ++i) set_joint_rotation(chain, {i}, from_axis_angle(kUnitZ, 0.2), pose);
  EXPECT_TRUE(solve_checked(Fabrik{}, chain, {reach(chain.joint("tip"), {0.1, -0.6, 0})}, pose).reached());
  for (int i = 0; i < 5; ++i) {
    const Quat turn = joint_rotation(chain, pose, {i});
    EXPECT_NEAR(turn.x, 0, 1e-12);
    EXPECT_NEAR(turn.y, 0, 1e-12);
  }
}

TEST(Fabrik, KeepsLimitsOnRandomTrees) {
  Random random(2);
  int solved = 0;
  constexpr int kProblems = 150;
  for (int i = 0; i < kProblems; ++i) {
    const Skeleton skeleton = random_skeleton(random, {.joints = 4 + i % 12, .followers = false, .fixed = false});
    Frames there(skeleton);
    forward(skeleton, scenes::random_pose(skeleton, random), there);
    std::vector<Goal> goals;
    for (int g = 0; g <= i % 3; ++g) {
      const JointId joint{random.below(skeleton.joint_count())};
      const Vec3 offset = random.point(0.3);
      goals.push_back(reach(joint, there.position({joint, offset}), {.offset = offset}));
    }
    Pose pose = scenes::random_pose(skeleton, random);
    const Report report = solve_checked(Fabrik{}, skeleton, goals, pose);
    EXPECT_NE(report.status, Status::BadInput) << report.fault;
    solved += report.reached();
  }
  EXPECT_GT(solved, kProblems / 2);
}

/// A chain of balls that bend by at most `cone` each and twist by at most 0.3.
Skeleton coned_chain(int links, double cone) {
  BallLimits limits;
  limits.swing_first = cone;
  limits.swing_second = 0.8 * cone;
  limits.twist = {-0.3, 0.3};
  std::vector<Joint> joints;
  for (int i = 0; i < links; ++i)
    joints.push_back(
        ball("link_" + std::to_string(i), i ? joints.back().name : "", {i ? 1.0 / links : 0, 0, 0}, limits));
  joints.push_back(fixed_joint("tip", joints.back().name, {1.0 / links, 0, 0}));
  return Skeleton::build(joints).value();
}

TEST(Fabrik, ReachesInsideCones) {
  Random random(3);
  int solved = 0;
  for (int i = 0; i < 100; ++i) {
    const Skeleton chain = coned_chain(3 + i % 8, random.uniform(0.3, 1.5));
    const JointId tip = chain.joint("tip");
    const Goal goal = reach(tip, tip_of_random_pose(random, chain, tip));
    Pose pose = chain.rest_pose();
    solved += solve_checked(Fabrik{}, chain, {goal}, pose).reached();
  }
  EXPECT_GE(solved, 95);
}

TEST(Fabrik, PlacesTheLastBone) {
  Random random(4);
  const Skeleton chain = scenes::ball_chain(6);
  const JointId tip = chain.joint("tip");
  int placed = 0;
  for (int i = 0; i < 40; ++i) {
    Frames frames(chain);
    forward(chain, scenes::random_pose(chain, random), frames);
    Pose pose = scenes::random_pose(chain, random);
    placed += solve_checked(Fabrik{}, chain, {place(tip, frames.world_from_joint(tip))}, pose).reached();
  }
  EXPECT_GE(placed, 38);
}

TEST(Fabrik, ServesSeveralGoalsOfABodyWithinItsLimits) {
  const Skeleton body = scenes::humanoid();
  Frames frames(body);
  forward(body, scenes::reach_pose(body), frames);
  std::vector<Goal> goals;
  for (const char* name : {"left_hand_tip", "right_hand_tip", "left_heel", "right_toe_tip", "head_top"})
    goals.push_back(reach(body.joint(name), frames.position(body.joint(name))));
  Pose pose = scenes::standing_pose(body);
  const Report report = solve_checked(Fabrik{.max_iterations = 1000}, body, goals, pose);
  EXPECT_LE(report.position_error, 1e-3);
}

TEST(Fabrik, SharesABranchByWeight) {
  // Two arms on one trunk that cannot both be served: the heavier is nearer.
  std::vector<Joint> joints{ball("trunk", "", {})};
  for (const char* side : {"left", "right"}) {
    joints.push_back(ball(std::string(side) + "_arm", "trunk", {0.4, 0, 0}));
    joints.push_back(fixed_joint(std::string(side) + "_tip", joints.back().name, {0.3, 0, 0}));
  }
  const Skeleton skeleton = Skeleton::build(joints).value();
  const JointId left = skeleton.joint("left_tip"), right = skeleton.joint("right_tip");
  Pose pose = skeleton.rest_pose();
  const std::vector<Goal> goals{reach(left, {0, 0.65, 0}, {.weight = 20}), reach(right, {0, -0.65, 0})};
  EXPECT_FALSE(solve_checked(Fabrik{}, skeleton, goals, pose).reached());
  Frames frames(skeleton);
  forward(skeleton, pose, frames);
  EXPECT_LT(length(frames.position(left) - goals[0].target), 0.3 * length(frames.position(right) - goals[1].target));
}

TEST(Fabrik, BehavesAlikeInEveryUnit) {
  const auto solve_scaled = [](double scale, bool hinged) {
    std::vector<Joint> joints;
    for (int i = 0; i < 5; ++i) {
      const std::string name(1, static_cast<char>('a' + i)), parent = i ? joints.back().name : "";
      const Vec3 offset{i ? scale : 0, 0, 0};
      joints.push_back(hinged && i % 2 ? hinge(name, parent, offset, kUnitZ, {-2, 2}) : ball(name, parent, offset));
    }
    joints.push_back(fixed_joint("tip", joints.back().name, {scale, 0, 0}));
    const Skeleton chain = Skeleton::build(joints).value();
    Pose pose = chain.rest_pose();
    Scratch scratch(std::size_t{1} << 20);
    const Goal goal = reach(chain.joint("tip"), Vec3{2, 3, 1} * scale);
    EXPECT_TRUE(solve(chain, {&goal, 1}, Fabrik{}, pose, scratch).reached());
    return pose;
  };
  for (const bool hinged : {false, true}) {
    EXPECT_EQ(solve_scaled(1, hinged), solve_scaled(0x1p-10, hinged));
    EXPECT_EQ(solve_scaled(1, hinged), solve_scaled(0x1p+10, hinged));
  }
}

TEST(Fabrik, RefusesWhatItCannotTake) {
  test::degenerate::BallChain chain(3, 0.2);
  Scratch scratch(std::size_t{1} << 20);
  const Goal turned = orient(chain.tip, {});
  Report report = solve(chain.skeleton, {&turned, 1}, Fabrik{}, chain.pose, scratch);
  EXPECT_EQ(report.status, Status::BadInput);
  EXPECT_NE(std::string(report.fault).find("reach and place"), std::string::npos);
  const Skeleton hand = scenes::hand();
  Pose pose = hand.rest_pose();
  const Pose before = pose;
  const Goal curled = reach(hand.joint("index_tip"), {0.1, 0, 0});
  report = solve(hand, {&curled, 1}, Fabrik{}, pose, scratch);
  EXPECT_EQ(report.status, Status::BadInput);
  EXPECT_NE(std::string(report.fault).find("follow"), std::string::npos);
  EXPECT_EQ(pose, before);
}

TEST(Fabrik, NeedsNoMoreScratchThanItSays) {
  for (const Skeleton& skeleton : {scenes::humanoid(), scenes::ball_chain(20)}) {
    const JointId tip{skeleton.joint_count() - 1};
    const std::vector<Goal> goals(7, reach(tip, {0.3, 0.2, 0.3}));
    Scratch scratch(scratch_bytes(skeleton, goals, Fabrik{}));
    Pose pose = skeleton.rest_pose();
    EXPECT_NE(solve(skeleton, goals, Fabrik{}, pose, scratch).status, Status::BadInput);
  }
}

}  // namespace
}  // namespace kine
