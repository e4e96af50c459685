// Solves that stay near where they began (max_change), or near a posture.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <vector>

#include "kine/kinematics/forward.h"
#include "kine/model/pose.h"
#include "kine/solve/jacobian.h"
#include "scenes/random_pose.h"
#include "scenes/scenes.h"
#include "tests/solve/degenerate.h"
#include "tests/support/random_skeleton.h"

namespace kine {
namespace {

using test::Random;
using test::degenerate::same_bits;

/// The largest change of any joint: radians, or reaches for what slides. Measured joint by joint on their frames.
double largest_change(const Skeleton& skeleton, std::span<const double> before, std::span<const double> after,
                      double reach) {
  double largest = 0;
  for (int i = 0; i < skeleton.joint_count(); ++i) {
    const JointKind kind = skeleton.kind({i});
    if (kind == JointKind::Ball || kind == JointKind::Free) {
      const Quat turn = conjugate(joint_rotation(skeleton, before, {i})) * joint_rotation(skeleton, after, {i});
      largest = std::max(largest, 2 * std::asin(std::min(1.0, length(turn.vector()))));
    }
    const int first = skeleton.first_value({i}) + (kind == JointKind::Ball || kind == JointKind::Free ? 4 : 0);
    const int end = skeleton.first_value({i}) + skeleton.value_count({i});
    const bool slides = kind == JointKind::Slider || kind == JointKind::Free;
    for (int v = first; v < end; ++v) {
      const auto k = static_cast<std::size_t>(v);
      largest = std::max(largest, std::abs(after[k] - before[k]) / (slides ? reach : 1));
    }
  }
  return largest;
}

double reach_of(const Skeleton& skeleton, JointId tip) {
  double sum = 0;
  for (JointId id = tip; skeleton.parent(id).valid(); id = skeleton.parent(id))
    sum += length(skeleton.description(id).rest.translation);
  return sum > 0 ? sum : 1;
}

TEST(JacobianSteady, NoJointChangesMoreThanItMayOnAnySkeleton) {
  int held_back = 0;
  for (int round = 0; round < 400; ++round) {
    SCOPED_TRACE(round);
    Random random(static_cast<std::uint64_t>(round) + 4000);
    test::SkeletonRecipe recipe;
    recipe.joints = 3 + round % 12;
    recipe.scales = round % 5 == 0;
    recipe.followers = round % 3 == 0;
    const Skeleton skeleton = test::random_skeleton(random, recipe);
    Pose pose = scenes::random_pose(skeleton, random), there = scenes::random_pose(skeleton, random);
    clamp_to_limits(skeleton, pose);
    Frames frames(skeleton);
    forward(skeleton, there, frames);
    const JointId tip{skeleton.joint_count() - 1}, other{skeleton.joint_count() / 2};
    std::vector<Goal> goals = {round % 2 ? reach(tip, frames.position(tip)) : place(tip, frames.world_from_joint(tip))};
    if (round % 4 > 1) goals.push_back(reach(other, frames.position(other)));
    double reach = reach_of(skeleton, tip);
    if (goals.size() > 1) reach = std::max(reach, reach_of(skeleton, other));
    Scratch scratch(skeleton);
    const Pose before = pose;
    const Inverse inverse = round % 7 == 0 ? Inverse::SelectivelyDamped : Inverse::Damped;
    const Report report = solve(skeleton, goals, Jacobian{.inverse = inverse, .max_change = 0.1}, pose, scratch);
    EXPECT_LE(largest_change(skeleton, before, pose, reach), 0.1 + 1e-9);
    EXPECT_LE(limit_violation(skeleton, pose), 1e-9);
    forward(skeleton, pose, frames);
    double position_error = 0;
    for (const Goal& goal : goals)
      position_error = std::max(position_error, length(frames.position(goal.joint) - goal.target));
    EXPECT_NEAR(report.position_error, position_error, 1e-9 * reach);
    EXPECT_EQ(report.reached(), position_error <= 1e-5 * reach && report.angle_error <= 1e-5);
    held_back += !report.reached();
  }
  EXPECT_GT(held_back, 200);
}

TEST(JacobianSteady, ASolveThatNeedsLessIsTheSameBitByBit) {
  const Skeleton arm = scenes::seven_hinge_arm();
  const JointId tip{arm.joint_count() - 1};
  Frames frames(arm);
  Pose start = scenes::ready_pose(arm);
  forward(arm, start, frames);
  const Goal goals[] = {reach(tip, frames.position(tip) + Vec3{0.01, 0.02, -0.01})};
  Scratch scratch(arm);
  Pose free = start, bounded = start;
  ASSERT_TRUE(solve(arm, goals, Jacobian{}, free, scratch).reached());
  ASSERT_TRUE(solve(arm, goals, Jacobian{.max_change = 0.5}, bounded, scratch).reached());
  EXPECT_TRUE(same_bits(free, bounded));
}

TEST(JacobianSteady, ManyBoundedSolvesArriveWhereOneFreeOneDoes) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Random random(seed);
    const Skeleton chain = scenes::ball_chain(6);
    Frames frames(chain);
    forward(chain, scenes::random_pose(chain, random), frames);
    const JointId tip = chain.joint("tip");
    const Goal goals[] = {reach(tip, frames.position(tip))};
    Scratch scratch(chain);
    Pose pose = chain.rest_pose();
    int frames_needed = 0;
    while (!solve(chain, goals, Jacobian{.max_change = 0.1}, pose, scratch).reached() && frames_needed < 100)
      ++frames_needed;
    EXPECT_LT(frames_needed, 60) << seed;
  }
}

TEST(JacobianSteady, WhatIsAboveTheFirstJointKeepsItsBitsWhenHeldBack) {
  const Skeleton body = scenes::humanoid();
  const JointId hand = body.joint("left_hand"), from = body.parent(body.parent(hand));
  Pose pose = scenes::standing_pose(body);
  const Pose before = pose;
  Scratch scratch(body);
  const Goal goals[] = {reach(hand, {0.1, 1.7, 0.2})};
  const Report report = solve(body, goals, Jacobian{.from = from, .max_change = 0.05}, pose, scratch);
  EXPECT_FALSE(report.reached());
  EXPECT_FALSE(same_bits(pose, before));
  for (int i = 0; i < body.joint_count(); ++i) {
    if (body.is_above(from, {i})) continue;
    for (int v = body.first_value({i}); v < body.first_value({i}) + body.value_count({i}); ++v)
      EXPECT_EQ(pose[static_cast<std::size_t>(v)], before[static_cast<std::size_t>(v)]);
  }
}

TEST(JacobianSteady, APostureCostsTheGoalsNothing) {
  int plain = 0, eased = 0;
  for (int round = 0; round < 300; ++round) {
    SCOPED_TRACE(round);
    Random random(static_cast<std::uint64_t>(round) + 9000);
    const Skeleton skeleton = test::random_skeleton(random, {.joints = 4 + round % 8});
    const Pose posture = scenes::random_pose(skeleton, random);
    Frames frames(skeleton);
    forward(skeleton, scenes::random_pose(skeleton, random), frames);
    const JointId tip{skeleton.joint_count() - 1};
    const Goal goals[] = {round % 2 ? reach(tip, frames.position(tip)) : place(tip, frames.world_from_joint(tip))};
    Scratch scratch(skeleton);
    Pose without = skeleton.rest_pose(), with = skeleton.rest_pose();
    const Report first = solve(skeleton, goals, Jacobian{}, without, scratch);
    const Report second = solve(skeleton, goals, Jacobian{.posture = posture, .ease = 0.3}, with, scratch);
    plain += first.reached();
    eased += second.reached();
    EXPECT_TRUE(second.reached() || !first.reached());
    EXPECT_LE(limit_violation(skeleton, with), 1e-9);
  }
  std::printf("  reached: %d without a posture, %d with one, of 300\n", plain, eased);
  EXPECT_GE(eased, plain);
}

TEST(JacobianSteady, AStillTargetLetsTheJointsSettleAtThePosture) {
  // The posture itself meets the goal, so that in the end it is taken.
  const Skeleton arm = scenes::seven_hinge_arm();
  const JointId tip{arm.joint_count() - 1};
  const Pose posture = scenes::ready_pose(arm);
  Frames frames(arm);
  forward(arm, posture, frames);
  const Goal goals[] = {place(tip, frames.world_from_joint(tip))};
  Scratch scratch(arm);
  Pose pose = posture;
  for (std::size_t k = 0; k < pose.size(); ++k) pose[k] += k % 2 ? 0.1 : -0.1;
  clamp_to_limits(arm, pose);
  std::vector<double> change(static_cast<std::size_t>(arm.freedom_count()));
  for (int frame = 0; frame < 200; ++frame)
    ASSERT_TRUE(solve(arm, goals, Jacobian{.posture = posture}, pose, scratch).reached());
  difference(arm, posture, pose, change);
  for (const double c : change) EXPECT_NEAR(c, 0, 1e-4);
}

/// Both hands walk a circle; how far, in degrees, any joint is from where it was after round two.
double drift_of_two_hands(const Jacobian& method) {
  const Skeleton body = scenes::humanoid();
  const JointId hands[] = {body.joint("left_hand"), body.joint("right_hand")};
  Pose pose = scenes::standing_pose(body);
  Frames frames(body);
  forward(body, pose, frames);
  const Vec3 centres[] = {frames.position(hands[0]) + Vec3{0, 0.2, 0.2}, frames.position(hands[1]) + Vec3{0, 0.2, 0.2}};
  Scratch scratch(body);
  Pose after_two;
  std::vector<double> change(static_cast<std::size_t>(body.freedom_count()));
  double most = 0;
  for (int round = 1; round <= 20; ++round) {
    for (int frame = 0; frame < 60; ++frame) {
      const double angle = kTwoPi * frame / 60;
      const Vec3 off{0, 0.08 * std::cos(angle), 0.08 * std::sin(angle)};
      const Goal goals[] = {reach(hands[0], centres[0] + off), reach(hands[1], centres[1] + off)};
      EXPECT_TRUE(solve(body, goals, method, pose, scratch).reached());
    }
    if (round == 2) after_two = pose;
    if (round <= 2) continue;
    difference(body, after_two, pose, change);
    for (const double c : change) most = std::max(most, degrees(std::abs(c)));
  }
  return most;
}

TEST(JacobianSteady, SeveralGoalsNearAPostureComeBackToTheSameJoints) {
  const Skeleton body = scenes::humanoid();
  const Pose posture = scenes::standing_pose(body);
  const double with = drift_of_two_hands({.posture = posture}), without = drift_of_two_hands({});
  std::printf("  %.3f degrees with a posture, %.2f without\n", with, without);
  EXPECT_LE(with, 0.5);
  EXPECT_GT(without, 0.5);
}

TEST(JacobianSteady, RefusesBadSettingsAndLeavesThePose) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Skeleton chain = scenes::ball_chain(4);
  const Goal goals[] = {reach(chain.joint("tip"), {0.5, 0.1, 0})};
  const Pose rest = chain.rest_pose();
  const std::vector<double> short_posture(3), broken_posture(rest.size(), nan);
  const Jacobian bad[] = {{.max_change = 0},
                          {.max_change = -1},
                          {.max_change = nan},
                          {.posture = short_posture},
                          {.posture = broken_posture},
                          {.posture = rest, .ease = -0.1},
                          {.posture = rest, .ease = 2},
                          {.posture = rest, .ease = nan}};
  Scratch scratch(chain);
  for (const Jacobian& method : bad) {
    Pose pose = rest;
    const Report report = solve(chain, goals, method, pose, scratch);
    EXPECT_EQ(report.status, Status::BadInput);
    EXPECT_GT(std::string_view(report.fault).size(), 10u);
    EXPECT_TRUE(same_bits(pose, rest));
  }
}

TEST(JacobianSteady, RefusesTooLittleScratchAndLeavesThePose) {
  const Skeleton body = scenes::humanoid();
  const Pose posture = scenes::standing_pose(body);
  const Goal goals[] = {reach(body.joint("left_hand"), {0.3, 1.2, 0.3})};
  bool solved = false;
  for (std::size_t bytes = 0; bytes < 300000 && !solved; bytes += 500) {
    Scratch scratch(bytes);
    Pose pose = posture;
    solved =
        solve(body, goals, Jacobian{.max_change = 0.1, .posture = posture}, pose, scratch).status != Status::BadInput;
    if (!solved) {
      EXPECT_TRUE(same_bits(pose, posture));
    }
  }
  EXPECT_TRUE(solved);
  Scratch offered(body);
  Pose pose = posture;
  EXPECT_NE(solve(body, goals, Jacobian{.max_change = 0.1, .posture = posture}, pose, offered).status,
            Status::BadInput);
}

}  // namespace
}  // namespace kine
