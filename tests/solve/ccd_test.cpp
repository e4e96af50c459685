#include "kine/solve/ccd.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <vector>

#include "kine/solve/tree/point_fit.h"
#include "tests/solve/degenerate.h"
#include "tests/support/random_skeleton.h"

namespace kine {
namespace {

using test::Random;
using test::degenerate::solve_checked;

TEST(Ccd, StandsTheDegenerateList) {
  test::run_degenerate_list(Ccd{});
  test::run_degenerate_list(Ccd{.order = Ccd::Order::TipFirst});
}

/// A ball chain, its tip and a target that it reaches in a pose of its own.
Goal random_target(Random& random, const Skeleton& chain, const GoalOptions& options = {}) {
  Frames frames(chain);
  forward(chain, scenes::random_pose(chain, random), frames);
  return reach(chain.joint("tip"), frames.position(chain.joint("tip")), options);
}

TEST(Ccd, ReachesWithChainsOfEveryLength) {
  Random random(1);
  for (const int links : {2, 3, 5, 10, 30}) {
    const Skeleton chain = scenes::ball_chain(links);
    for (int i = 0; i < 20; ++i) {
      Pose pose = scenes::random_pose(chain, random);
      EXPECT_TRUE(solve_checked(Ccd{}, chain, {random_target(random, chain)}, pose).reached()) << links;
    }
  }
}

TEST(Ccd, KeepsLimitsOnRandomTrees) {
  Random random(2);
  int solved = 0;
  constexpr int kProblems = 150;
  for (int i = 0; i < kProblems; ++i) {
    const Skeleton skeleton = random_skeleton(random, {.joints = 4 + i % 12});
    Pose pose = scenes::random_pose(skeleton, random);
    Frames there(skeleton);
    forward(skeleton, scenes::random_pose(skeleton, random), there);
    std::vector<Goal> goals;
    for (int g = 0; g <= i % 3; ++g) {
      const JointId joint{random.below(skeleton.joint_count())};
      const Vec3 offset = random.point(0.3);
      goals.push_back(reach(joint, there.position({joint, offset}), {.offset = offset}));
    }
    const Report report = solve_checked(Ccd{}, skeleton, goals, pose);
    EXPECT_NE(report.status, Status::BadInput) << report.fault;
    solved += report.reached();
  }
  EXPECT_GT(solved, kProblems / 4);  // many targets need what is fixed
}

TEST(Ccd, PlacesAndOrients) {
  Random random(3);
  int placed = 0;
  for (int i = 0; i < 40; ++i) {
    const Skeleton chain = scenes::ball_chain(5);
    const JointId tip = chain.joint("tip");
    Frames frames(chain);
    forward(chain, scenes::random_pose(chain, random), frames);
    Pose pose = scenes::random_pose(chain, random);
    placed += solve_checked(Ccd{}, chain, {place(tip, frames.world_from_joint(tip))}, pose).reached();
    Pose turned = scenes::random_pose(chain, random);
    EXPECT_TRUE(solve_checked(Ccd{}, chain, {orient(tip, frames.rotation(tip))}, turned).reached());
  }
  EXPECT_GE(placed, 38);
}

TEST(Ccd, ServesSeveralGoalsOfABodyWithinItsLimits) {
  const Skeleton body = scenes::humanoid();
  Frames frames(body);
  forward(body, scenes::reach_pose(body), frames);
  std::vector<Goal> goals;
  for (const char* name : {"left_hand_tip", "right_hand_tip", "left_heel", "right_toe_tip", "head_top"})
    goals.push_back(reach(body.joint(name), frames.position(body.joint(name))));
  Pose pose = scenes::standing_pose(body);
  const Report report = solve_checked(Ccd{.max_iterations = 1000}, body, goals, pose);
  EXPECT_LE(report.position_error, 1e-3);
}

TEST(Ccd, MovesJointsThatFollowOneAnother) {
  const Skeleton hand = scenes::hand();
  const JointId tip = hand.joint("index_tip");
  Random random(4);
  for (int i = 0; i < 20; ++i) {
    Frames frames(hand);
    forward(hand, scenes::random_pose(hand, random), frames);
    Pose pose = hand.rest_pose();
    const Report report = solve_checked(Ccd{}, hand, {reach(tip, frames.position(tip))}, pose);
    EXPECT_LE(report.position_error, 1e-4);
  }
}

TEST(Ccd, LeavesFixedFreedomsAlone) {
  Joint joints[] = {hinge("a", "", {}, kUnitZ), hinge("b", "a", {0.4, 0, 0}, kUnitZ),
                    hinge("c", "b", {0.3, 0, 0}, kUnitZ), fixed_joint("tip", "c", {0.3, 0, 0})};
  joints[1].axes[0].fixed = true;
  const Skeleton limb = Skeleton::build(joints).value();
  Pose pose = limb.rest_pose();
  pose[1] = 0.7;
  const Report report = solve_checked(Ccd{}, limb, {reach(limb.joint("tip"), {0.3, 0.7, 0})}, pose);
  EXPECT_TRUE(report.reached());
  EXPECT_EQ(pose[1], 0.7);
}

TEST(Ccd, AReluctantJointMovesLess) {
  const auto turn_of_middle = [](double weight) {
    Joint joints[] = {hinge("a", "", {}, kUnitZ), hinge("b", "a", {0.4, 0, 0}, kUnitZ),
                      hinge("c", "b", {0.3, 0, 0}, kUnitZ), fixed_joint("tip", "c", {0.3, 0, 0})};
    joints[1].axes[0].weight = weight;
    const Skeleton limb = Skeleton::build(joints).value();
    Pose pose = limb.rest_pose();
    pose[0] = pose[1] = pose[2] = 0.2;
    EXPECT_TRUE(solve_checked(Ccd{}, limb, {reach(limb.joint("tip"), {0.5, 0.6, 0})}, pose).reached());
    return std::abs(pose[1] - 0.2);
  };
  EXPECT_LT(turn_of_middle(0.1), 0.5 * turn_of_middle(1));
}

TEST(Ccd, AFadedGoalIsPartOfTheWay) {
  test::degenerate::BallChain chain(4, 0.3);
  Frames frames(chain.skeleton);
  forward(chain.skeleton, chain.pose, frames);
  const Vec3 start = frames.position(chain.tip), target{0.2, 0.5, 0.3};
  Scratch scratch(std::size_t{1} << 20);
  const Goal goal = reach(chain.tip, target, {.fade = 0.25});
  EXPECT_TRUE(solve(chain.skeleton, {&goal, 1}, Ccd{}, chain.pose, scratch).reached());
  forward(chain.skeleton, chain.pose, frames);
  EXPECT_LE(length(frames.position(chain.tip) - (start + (target - start) * 0.25)), 1e-5);
}

TEST(Ccd, BehavesAlikeInEveryUnit) {
  // Scaled by a power of two every number of the solve is scaled exactly, so the turns are the same to the last bit.
  const auto solve_scaled = [](double scale) {
    std::vector<Joint> joints{ball("a", "", {})};
    for (int i = 1; i < 5; ++i)
      joints.push_back(ball(std::string(1, char('a' + i)), joints.back().name, {scale, 0, 0}));
    joints.push_back(fixed_joint("tip", joints.back().name, {scale, 0, 0}));
    const Skeleton chain = Skeleton::build(joints).value();
    Pose pose = chain.rest_pose();
    Scratch scratch(std::size_t{1} << 20);
    const Goal goal = reach(chain.joint("tip"), Vec3{2, 3, 1} * scale);
    EXPECT_TRUE(solve(chain, {&goal, 1}, Ccd{}, pose, scratch).reached());
    return pose;
  };
  EXPECT_EQ(solve_scaled(1), solve_scaled(0x1p-10));
  EXPECT_EQ(solve_scaled(1), solve_scaled(0x1p+10));
}

TEST(Ccd, KeepsToTheLargestTurnOfARound) {
  test::degenerate::BallChain chain(3, 0.2);
  const Pose before = chain.pose;
  Scratch scratch(std::size_t{1} << 20);
  const Goal goal = reach(chain.tip, {-0.5, 0.2, 0});
  solve(chain.skeleton, {&goal, 1}, Ccd{.max_iterations = 1, .max_turn = 0.1}, chain.pose, scratch);
  for (int i = 0; i < 3; ++i) {
    const Quat turn =
        conjugate(joint_rotation(chain.skeleton, before, {i})) * joint_rotation(chain.skeleton, chain.pose, {i});
    EXPECT_LE(angle_of(turn), 0.1 + 1e-12);
  }
}

TEST(Ccd, RefusesWhatItCannotTake) {
  test::degenerate::BallChain chain(3, 0.2);
  Scratch scratch(std::size_t{1} << 20);
  const auto fault = [&](const Goal& goal, const Ccd& method = {}) {
    Pose pose = chain.pose;
    const Report report = solve(chain.skeleton, {&goal, 1}, method, pose, scratch);
    EXPECT_EQ(report.status, Status::BadInput);
    return std::string(report.fault);
  };
  EXPECT_NE(fault(aim(chain.tip, kUnitX, {1, 1, 1})).find("reach, place and orient"), std::string::npos);
  EXPECT_NE(fault(reach(chain.tip, {0.5, 0, 0}, {.frame = JointId{0}})).find("world"), std::string::npos);
  Goal bounded = reach(chain.tip, {0.5, 0, 0});
  bounded.bounds[1] = {-1, 1};
  EXPECT_NE(fault(bounded).find("bounds"), std::string::npos);
  EXPECT_NE(fault(reach(chain.tip, {}), {.max_turn = 0}).find("max_turn"), std::string::npos);
  EXPECT_NE(fault(reach(chain.tip, {}), {.tolerance = {.position = -1}}).find("tolerance"), std::string::npos);
  const Skeleton scaled = scenes::mixed();
  Pose pose = scaled.rest_pose();
  const Goal goal = reach({0}, {});
  EXPECT_EQ(solve(scaled, {&goal, 1}, Ccd{}, pose, scratch).status, Status::BadInput);
  Scratch small(64);
  const Goal good = reach(chain.tip, {0.5, 0, 0});
  EXPECT_EQ(solve(chain.skeleton, {&good, 1}, Ccd{}, chain.pose, small).status, Status::BadInput);
}

TEST(Ccd, NeedsNoMoreScratchThanItSays) {
  const Skeleton body = scenes::humanoid();
  const std::vector<Goal> goals(7, reach(body.joint("left_hand_tip"), {0.3, 1.2, 0.3}));
  Scratch scratch(scratch_bytes(body, goals, Ccd{}));
  Pose pose = scenes::standing_pose(body);
  EXPECT_NE(solve(body, goals, Ccd{}, pose, scratch).status, Status::BadInput);
}

TEST(Ccd, TheBestTurnOfSeveralPointsIsThatOfTheSingularValues) {
  // Kabsch: with U S V^T of the sum of w y x^T, the best turn is U diag(1, 1, det(U V^T)) V^T.
  Random random(5);
  for (int i = 0; i < 200; ++i) {
    Mat3 products{{}, {}, {}};
    Eigen::Matrix3d m = Eigen::Matrix3d::Zero();
    const Quat turn = random.rotation();
    for (int k = 0; k < 2 + i % 4; ++k) {
      const Vec3 x = random.point(1), y = rotate(turn, x) + random.point(0.3);
      const double w = random.uniform(0.1, 2);
      products.x += y * (w * x.x);
      products.y += y * (w * x.y);
      products.z += y * (w * x.z);
      m += w * Eigen::Vector3d(y.x, y.y, y.z) * Eigen::RowVector3d(x.x, x.y, x.z);
    }
    const Eigen::JacobiSVD<Eigen::Matrix3d> svd(m, Eigen::ComputeFullU | Eigen::ComputeFullV);
    const double sign = (svd.matrixU() * svd.matrixV().transpose()).determinant() < 0 ? -1 : 1;
    const double best = svd.singularValues()(0) + svd.singularValues()(1) + sign * svd.singularValues()(2);
    const Mat3 r = to_matrix(detail::best_turn(products));
    const double got = dot(r.x, products.x) + dot(r.y, products.y) + dot(r.z, products.z);
    EXPECT_NEAR(got, best, 1e-9 * best);
  }
}

// Products of such lengths vanish, and with them what a ball would turn by; it ends inside its limits all the same.
TEST(Ccd, BonesOfNextToNoLengthKeepLimits) {
  for (const double size : {1e-60, 1e-90, 1e-112, 1e-140}) {
    const Joint joints[] = {ball("a", "", {}), ball("b", "a", {size, 2 * size, size}, {.twist = {0.3, 0.3}})};
    const Skeleton skeleton = Skeleton::build(joints).value();
    const Goal goals[] = {orient(skeleton.joint("b"), {})};
    Pose pose = skeleton.rest_pose();
    set_rotation(skeleton, {1}, {}, pose);
    Scratch scratch(skeleton);
    solve(skeleton, goals, Ccd{}, pose, scratch);
    EXPECT_LE(limit_violation(skeleton, pose), 1e-12) << size;
  }
}

}  // namespace
}  // namespace kine
