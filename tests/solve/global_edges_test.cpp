// Global where arms and targets are degenerate, and what its choices choose.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <string>
#include <vector>

#include "kine/kinematics/forward.h"
#include "kine/kinematics/jacobian.h"
#include "kine/model/pose.h"
#include "kine/solve/freedom_mask.h"
#include "kine/solve/global.h"
#include "scenes/random_pose.h"
#include "scenes/scenes.h"
#include "tests/solve/degenerate.h"
#include "tests/support/random_skeleton.h"

namespace kine {
namespace {

using test::Random;
using test::degenerate::solve_checked;

struct Hinge {
  Vec3 shift, axis;
};
Skeleton chain(const std::vector<Hinge>& hinges, const Vec3& tip, Range limits = {-kPi, kPi}) {
  std::vector<Joint> joints;
  std::string parent;
  for (std::size_t i = 0; i < hinges.size(); ++i) {
    joints.push_back(hinge("j" + std::to_string(i), parent, hinges[i].shift, normalised(hinges[i].axis), limits));
    parent = joints.back().name;
  }
  joints.push_back(fixed_joint("tip", parent, tip));
  return Skeleton::build(joints).value();
}

const std::vector<Hinge> kElbowArm{{{0, 0, 0.4}, kUnitZ},    {{0.15, 0, 0}, kUnitY}, {{0, 0, 0.6}, kUnitY},
                                   {{0.64, 0, 0.2}, kUnitX}, {{0, 0, 0}, kUnitY},    {{0, 0, 0}, kUnitX}};
const std::vector<Hinge> kSevenArm{{{0, 0, 0.36}, kUnitZ}, {{0, 0, 0}, kUnitY},   {{0, 0, 0}, kUnitZ},
                                   {{0, 0, 0.42}, kUnitY}, {{0, 0, 0.4}, kUnitZ}, {{0, 0, 0}, kUnitY},
                                   {{0, 0, 0}, kUnitZ}};
const std::vector<Hinge> kUr5{{{0, 0, 0.089159}, kUnitZ}, {{0, 0.13585, 0}, kUnitY}, {{0, -0.1197, 0.425}, kUnitY},
                              {{0, 0, 0.39225}, kUnitY},  {{0, 0.093, 0}, kUnitZ},   {{0, 0, 0.09465}, kUnitY}};
const Vec3 kTool{0.03, 0.1, 0.12};

Goal goal_at(const Skeleton& arm, const Pose& pose) {
  Frames frames(arm);
  forward(arm, pose, frames);
  const JointId tip = arm.joint("tip");
  return place(tip, frames.world_from_joint(tip));
}

/// Solves for where the tip is in `planted`, from random seeds.
void expect_found(const Skeleton& arm, const Pose& planted, const char* what, double allowed = 2e-5) {
  const Goal goal = goal_at(arm, planted);
  for (int i = 0; i < 20; ++i) {
    Random random(static_cast<std::uint64_t>(i));
    Pose pose = scenes::random_pose(arm, random);
    const Report report = solve_checked(Global{}, arm, {goal}, pose);
    EXPECT_LE(report.position_error, allowed) << what << ", seed " << i;
    EXPECT_LE(report.angle_error, allowed) << what << ", seed " << i;
  }
}

TEST(GlobalEdges, SingularWristsAndStretchedElbows) {
  for (const auto& hinges : {kElbowArm, kSevenArm, kUr5}) {
    const Skeleton arm = chain(hinges, kTool);
    for (int i = 0; i < 20; ++i) {
      Random random(static_cast<std::uint64_t>(i));
      Pose planted = scenes::random_pose(arm, random);
      const std::size_t last = hinges.size() - 1;
      planted[last - 1] = 0;  // the axes on either side fall together
      expect_found(arm, planted, "wrist");
      planted = scenes::random_pose(arm, random);
      planted[hinges.size() == 7 ? 3 : 2] = 0;
      expect_found(arm, planted, "elbow");
    }
    expect_found(arm, arm.rest_pose(), "all zero");
  }
}

TEST(GlobalEdges, TargetsOnLimits) {
  for (const auto& hinges : {kElbowArm, kSevenArm, kUr5}) {
    const Skeleton arm = chain(hinges, kTool, {-1.9, 2.1});
    for (int i = 0; i < 20; ++i) {
      Random random(static_cast<std::uint64_t>(i));
      Pose planted = scenes::random_pose(arm, random);
      planted[static_cast<std::size_t>(random.below(6))] = 2.1;
      planted[static_cast<std::size_t>(random.below(6))] = -1.9;
      expect_found(arm, planted, "limit");
    }
  }
}

TEST(GlobalEdges, EqualLimits) {
  std::vector<Joint> joints;
  std::string parent;
  for (std::size_t i = 0; i < kSevenArm.size(); ++i) {
    joints.push_back(hinge("j" + std::to_string(i), parent, kSevenArm[i].shift, kSevenArm[i].axis,
                           i == 2 ? Range{0.3, 0.3} : Range{-2.5, 2.5}));
    parent = joints.back().name;
  }
  joints.push_back(fixed_joint("tip", parent, kTool));
  const Skeleton arm = Skeleton::build(joints).value();
  Random random(3);
  for (int i = 0; i < 10; ++i) expect_found(arm, scenes::random_pose(arm, random), "equal limits");
}

TEST(GlobalEdges, ParallelAxesZeroLengthsOneJointAndThirty) {
  Random random(5);
  const std::vector<Hinge> parallel(6, Hinge{{0.2, 0, 0}, kUnitZ}), pointlike(6, Hinge{{}, kUnitZ});
  std::vector<Hinge> many;
  for (int i = 0; i < 30; ++i) many.push_back({random.point(0.1), random.direction()});
  std::vector<Hinge> ball;
  for (int i = 0; i < 6; ++i) ball.push_back({{}, random.direction()});
  for (const auto& hinges : {parallel, pointlike, std::vector<Hinge>(1, Hinge{{0.1, 0, 0}, kUnitZ}), many, ball}) {
    const Skeleton arm = chain(hinges, {0.2, 0.05, 0});
    for (int i = 0; i < 5; ++i) expect_found(arm, scenes::random_pose(arm, random), "chain");
  }
  const Skeleton nothing = chain(pointlike, {});
  expect_found(nothing, nothing.rest_pose(), "no lengths at all");
}

/// Two axes that are one, and four that meet in a point: three would have a closed form, but not with these neighbours.
TEST(GlobalEdges, DoubledAxesAndFourThatMeet) {
  const std::vector<Hinge> doubled{{{0, 0, 0.3}, kUnitZ},        {{0.2, 0.05, 0}, kUnitY},
                                   {{0, 0.2, 0}, kUnitY},        {{0.4, 0, 0.1}, kUnitY},
                                   {{0, 0.1, 0.1}, {1, 0.3, 1}}, {{0.1, 0.1, 0}, {0.3, 1, -0.4}}};
  const std::vector<Hinge> four{{{}, kUnitZ},
                                {{0.1, 0.05, 0.2}, {1, 1, 0.3}},
                                {{0.2, 0.1, 0.1}, {0.3, 1, 0.2}},
                                {{}, {1, 0, 0.3}},
                                {{}, {0, 1, 0.2}},
                                {{}, {1, 0, 0.4}}};
  for (const auto& hinges : {doubled, four}) {
    const Skeleton arm = chain(hinges, kTool);
    EXPECT_EQ(arm_structure(arm, arm.joint("tip")).family, ArmStructure::Family::None);
    for (int i = 0; i < 10; ++i) {
      Random random(static_cast<std::uint64_t>(i));
      expect_found(arm, scenes::random_pose(arm, random), "doubled axes");
    }
  }
}

/// What only rounding keeps from a tolerance of zero is neither out of reach, nor kept away by limits, nor all there is.
TEST(GlobalEdges, AToleranceOfZeroProvesNothing) {
  for (const auto& hinges : {kElbowArm, kUr5}) {
    const Skeleton arm = chain(hinges, kTool, {-2.6, 2.6});
    Scratch scratch(arm);
    ArmSolutions all(arm, 32);
    const Global method{.tolerance = {.position = 0, .angle = 0}, .max_starts = 2};
    for (int i = 0; i < 20; ++i) {
      Random random(static_cast<std::uint64_t>(i));
      const Goal goal = goal_at(arm, scenes::random_pose(arm, random));
      Pose pose = scenes::random_pose(arm, random);
      const Report report = solve_checked(method, arm, {goal}, pose);
      EXPECT_NE(report.status, Status::Unreachable);
      EXPECT_EQ(report.blocker_count, 0);
      solutions(arm, {&goal, 1}, method, pose.q, all, scratch);
      EXPECT_FALSE(all.complete() && all.count() == 0);
    }
  }
}

/// Going on until rounding is left does not always help: a wrist of three nearly meeting axes that is nearly stretched.
TEST(GlobalEdges, SolutionsOfDescentsMeetTheGoal) {
  const Joint turn = euler("turn", "base", {-2.6e-8, 3.4e-8, -6.9e-8}, "xyz");
  const Joint joints[] = {hinge("base", "", {0.038, 0.148, 0.13}, kUnitZ), turn};
  const Skeleton arm = Skeleton::build(joints).value();
  const Vec3 offset{0.10594, -0.14593, -0.03393};
  Frames frames(arm);
  Scratch scratch(arm);
  ArmSolutions all(arm, 64);
  for (int i = 0; i < 40; ++i) {
    Random random(static_cast<std::uint64_t>(i));
    forward(arm, scenes::random_pose(arm, random), frames);
    const Goal goal = reach(arm.joint("turn"), frames.world_from_joint(arm.joint("turn")) * offset, {.offset = offset});
    solutions(arm, {&goal, 1}, Global{.max_starts = 60}, scenes::random_pose(arm, random).q, all, scratch);
    ASSERT_GT(all.count(), 0);
    for (int k = 0; k < all.count(); ++k) {
      forward(arm, all.pose(k), frames);
      EXPECT_LE(length(frames.world_from_joint(goal.joint) * offset - goal.target), 1e-5 * 0.4);
    }
  }
}

/// Six hinges on a rail, however long, or with a quill at their tip, are solved in closed form too.
TEST(GlobalEdges, RailsAndQuills) {
  for (const bool rail : {true, false})
    for (const double length : {1.0, 30.0, kInfinity}) {
      std::vector<Joint> joints;
      if (rail) joints.push_back(slider("rail", "", {0.2, 0, 0.1}, normalised(Vec3{1, 0.2, 0}), {-length, length}));
      std::string parent = rail ? "rail" : "";
      for (std::size_t i = 0; i < kElbowArm.size(); ++i) {
        joints.push_back(hinge("j" + std::to_string(i), parent, kElbowArm[i].shift, kElbowArm[i].axis, {-2.5, 2.5}));
        parent = joints.back().name;
      }
      if (!rail) joints.push_back(slider("quill", parent, {0, 0, 0.1}, normalised(Vec3{1, 0.3, 0.1}), {0, 0.3}));
      joints.push_back(fixed_joint("tip", rail ? parent : "quill", kTool));
      const Skeleton arm = Skeleton::build(joints).value();
      const ArmStructure structure = arm_structure(arm, arm.joint("tip"));
      EXPECT_EQ(structure.family, ArmStructure::Family::Wrist);
      EXPECT_EQ(structure.locked, arm.joint(rail ? "rail" : "quill"));
      Scratch scratch(std::size_t{1} << 20);
      ArmSolutions all(arm, 128);
      int held = 0;
      for (int i = 0; i < 20; ++i) {
        Random random(static_cast<std::uint64_t>(i));
        const Pose planted = scenes::random_pose(arm, random);
        expect_found(arm, planted, rail ? "rail" : "quill");
        const Goal goal = goal_at(arm, planted);
        solutions(arm, {&goal, 1}, Global{}, arm.rest_pose().q, all, scratch);
        const double value = planted[rail ? 0 : 6];
        bool inside = false;
        for (int k = 0; k < all.count(); ++k)
          inside |= all[k].interval.lower - 1e-9 <= value && value <= all[k].interval.upper + 1e-9;
        held += inside && all.complete();
      }
      EXPECT_EQ(held, 20);
    }
}

TEST(GlobalEdges, NothingThatMoves) {
  const Joint joints[] = {fixed_joint("base", "", {0.1, 0, 0}), fixed_joint("tip", "base", {0, 0.2, 0})};
  const Skeleton rigid = Skeleton::build(joints).value();
  Pose pose = rigid.rest_pose();
  const JointId tip = rigid.joint("tip");
  EXPECT_TRUE(solve_checked(Global{}, rigid, {place(tip, {{}, {0.1, 0.2, 0}})}, pose).reached());
  EXPECT_FALSE(solve_checked(Global{}, rigid, {place(tip, {{}, {0.2, 0.2, 0}})}, pose).reached());
}

TEST(GlobalEdges, SaysWhyNot) {
  const Skeleton free = chain(kElbowArm, kTool), limited = chain(kElbowArm, kTool, {-0.3, 0.3});
  Pose bent = free.rest_pose();
  bent[1] = 1.2;
  bent[4] = 0.9;
  Pose pose = limited.rest_pose();
  const Report blocked = solve_checked(Global{}, limited, {goal_at(free, bent)}, pose);
  EXPECT_EQ(blocked.status, Status::NotFound);
  ASSERT_GT(blocked.blocker_count, 0);
  EXPECT_NE(sentence(limited, blocked).find("limit"), std::string::npos) << sentence(limited, blocked);

  // Near enough for the sum of the bones, but the tool would have to point back: the wrist cannot get there.
  pose = free.rest_pose();
  const Goal away = place(free.joint("tip"), {from_axis_angle(kUnitY, kPi), {1.5, 0, 0.4}});
  EXPECT_EQ(solve_checked(Global{}, free, {away}, pose).status, Status::Unreachable);
}

/// Two of its hinges are one line, so that hardly any target is met exactly, and those that the tolerance meets are not found from
/// every start.
TEST(GlobalEdges, WhatOnlyTheToleranceReaches) {
  const Skeleton arm =
      chain({{{}, kUnitZ}, {{}, kUnitX}, {{}, kUnitY}, {{0, -0.5, 0}, kUnitX}, {{}, kUnitX}, {{}, kUnitZ}}, kTool);
  const Global method{.tolerance = {.position = 1e-3, .angle = 1e-3}};
  int reached = 0, at_once = 0;
  for (int i = 0; i < 200; ++i) {
    Random random(static_cast<std::uint64_t>(i));
    Goal goal = goal_at(arm, scenes::random_pose(arm, random));
    goal.target = goal.target + random.direction() * 5e-4;
    goal.orientation = from_axis_angle(random.direction(), 9e-4) * goal.orientation;
    Pose pose = arm.rest_pose(), other = pose;
    reached += solve_checked(method, arm, {goal}, pose).reached();
    Global one = method;
    one.max_starts = 1;
    at_once += solve_checked(one, arm, {goal}, other).reached();
  }
  EXPECT_GE(reached, 190);
  EXPECT_LT(at_once, 180);
}

TEST(GlobalEdges, NamesTheLimitsOfSevenJoints) {
  const Skeleton free = chain(kSevenArm, kTool), limited = chain(kSevenArm, kTool, {-0.7, 0.7});
  int named = 0, asked = 0;
  for (int i = 0; i < 60; ++i) {
    Random random(static_cast<std::uint64_t>(i));
    const Goal goal = goal_at(free, scenes::random_pose(free, random));
    Pose pose = limited.rest_pose();
    const Report report = solve_checked(Global{}, limited, {goal}, pose);
    if (report.status != Status::NotFound) continue;
    ++asked;
    named += report.blocker_count > 0;
    for (int b = 0; b < report.blocker_count; ++b) {
      const Blocker& blocker = report.blockers[static_cast<std::size_t>(b)];
      EXPECT_TRUE(blocker.joint.valid());
      EXPECT_NEAR(std::abs(blocker.at), 0.7, 1e-12);
    }
  }
  EXPECT_GT(asked, 40);
  EXPECT_GT(
      named,
      asked * 4 / 5);  // of the others no pose was seen: they reach at hardly any value of the joint that is searched
}

/// Stretched elbows leave the joint that is searched one value alone, or hardly more.
TEST(GlobalEdges, SevenJointsAtOneValueOfTheSearchedOne) {
  const Skeleton arm = chain(kSevenArm, kTool, {-2.9, 2.9});
  for (const double bend : {1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 0.0})
    for (int i = 0; i < 10; ++i) {
      Random random(static_cast<std::uint64_t>(i));
      Pose planted = scenes::random_pose(arm, random);
      planted[3] = bend;
      expect_found(arm, planted, "hardly bent");
    }
}

double distance(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t v = 0; v < a.size(); ++v) sum += (a[v] - b[v]) * (a[v] - b[v]);
  return std::sqrt(sum);
}

TEST(GlobalEdges, NearestOfSixIsTheNearestOfAll) {
  for (const auto& hinges : {kElbowArm, kUr5}) {
    const Skeleton arm = chain(hinges, kTool);
    Scratch scratch(arm);
    ArmSolutions all(arm, 32);
    for (int i = 0; i < 200; ++i) {
      Random random(static_cast<std::uint64_t>(i));
      const Goal goal = goal_at(arm, scenes::random_pose(arm, random));
      const Pose seed = scenes::random_pose(arm, random);
      Pose pose = seed;
      EXPECT_TRUE(solve_checked(Global{.choice = Choice::Nearest}, arm, {goal}, pose).reached());
      solutions(arm, {&goal, 1}, Global{}, seed.q, all, scratch);
      ASSERT_GT(all.count(), 0);
      EXPECT_NEAR(distance(pose.q, seed.q), all[0].distance, 1e-5);
      EXPECT_NEAR(distance(all.pose(0), seed.q), all[0].distance, 1e-9);
    }
  }
}

TEST(GlobalEdges, NearestOfSevenIsAboutTheNearestOfAScan) {
  const Skeleton arm = chain(kSevenArm, kTool, {-2.6, 2.6});
  Scratch scratch(arm);
  const JointId locked = arm_structure(arm, arm.joint("tip")).locked;
  const auto value = static_cast<std::size_t>(arm.first_value(locked));
  FreedomMask mask(arm);
  mask.lock(locked);
  ArmSolutions all(arm, 32);
  int far = 0;
  for (int i = 0; i < 40; ++i) {
    Random random(static_cast<std::uint64_t>(i));
    const Goal goal = goal_at(arm, scenes::random_pose(arm, random));
    const Pose seed = scenes::random_pose(arm, random);
    double best = kInfinity;
    for (int k = 0; k <= 2000; ++k) {
      Pose at = seed;
      at[value] = -2.6 + 5.2 * k / 2000;
      solutions(arm, {&goal, 1}, Global{.movable = mask}, at.q, all, scratch);
      for (int s = 0; s < all.count(); ++s) best = std::min(best, distance(all.pose(s), seed.q));
    }
    Pose pose = seed;
    EXPECT_TRUE(solve(arm, {&goal, 1}, Global{.choice = Choice::Nearest}, pose, scratch).reached());
    far += distance(pose.q, seed.q) > 1.1 * best;
  }
  EXPECT_LE(far, 1);  // an interval that is narrower than the steps of the search may hide the nearest
}

TEST(GlobalEdges, ChoicesChoose) {
  const Skeleton arm = scenes::seven_hinge_arm();
  const JointId tip{arm.joint_count() - 1};
  int margin_better = 0, manipulable_better = 0, posture_better = 0, asked = 0;
  const auto margin = [&](const Pose& pose) {
    double least = kInfinity;
    for (const Skeleton::Freedom& freedom : arm.freedoms()) {
      const double value = pose[static_cast<std::size_t>(freedom.value)];
      const double width = freedom.limits.upper - freedom.limits.lower;
      least = std::min({least, (value - freedom.limits.lower) / width, (freedom.limits.upper - value) / width});
    }
    return least;
  };
  const Pose posture = scenes::ready_pose(arm);
  for (int i = 0; i < 60; ++i) {
    Random random(static_cast<std::uint64_t>(i));
    Frames frames(arm);
    forward(arm, scenes::random_pose(arm, random), frames);
    const std::vector<Goal> goals{place(tip, frames.world_from_joint(tip))};
    const Pose seed = scenes::random_pose(arm, random);
    const auto solved = [&](Choice choice) {
      Pose pose = seed;
      EXPECT_TRUE(solve_checked(Global{.choice = choice, .posture = posture.q}, arm, goals, pose).reached());
      return pose;
    };
    const auto volume = [&](const Pose& pose) {
      forward(arm, pose, frames);
      Eigen::Matrix<double, 6, 7> j;
      jacobian(arm, frames, {tip}, {}, MatrixView<double>(j.data(), 6, 7));
      return std::sqrt((j * j.transpose()).determinant());
    };
    const Pose quick = solved(Choice::Quick);
    ++asked;
    margin_better += margin(solved(Choice::FarFromLimits)) >= margin(quick) - 1e-9;
    manipulable_better += volume(solved(Choice::Manipulable)) >= volume(quick) - 1e-9;
    posture_better += distance(solved(Choice::Posture).q, posture.q) <= distance(quick.q, posture.q) + 1e-9;
  }
  EXPECT_EQ(margin_better, asked);
  EXPECT_EQ(manipulable_better, asked);
  EXPECT_EQ(posture_better, asked);
}

}  // namespace
}  // namespace kine
