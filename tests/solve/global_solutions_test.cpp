// All poses of arms with structure: the planted one is among them, each makes the same set again, and a solver that knows
// nothing of structure finds no other.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "kine/kinematics/forward.h"
#include "kine/kinematics/jacobian.h"
#include "kine/math/dense/ldlt.h"
#include "kine/model/pose.h"
#include "kine/solve/global.h"
#include "kine/solve/jacobian.h"
#include "scenes/random_pose.h"
#include "tests/support/allocation_trap.h"
#include "tests/support/random_skeleton.h"

namespace kine {
namespace {

using test::Random;

struct NamedArm {
  std::string name;
  Skeleton skeleton;
  ArmStructure::Family family;
  bool at_base, quartic;
};

/// A chain of hinges: where each hangs on the one before, and its axis.
struct Hinge {
  Vec3 shift, axis;
};
Skeleton chain(const std::vector<Hinge>& hinges, const Vec3& tip, Range limits) {
  std::vector<Joint> joints;
  std::string parent;
  for (std::size_t i = 0; i < hinges.size(); ++i) {
    joints.push_back(hinge("j" + std::to_string(i), parent, hinges[i].shift, normalised(hinges[i].axis), limits));
    parent = joints.back().name;
  }
  joints.push_back(fixed_joint("tip", parent, tip));
  return Skeleton::build(joints).value();
}

/// The same arm held by its tip: every joint turns the other way round.
Skeleton turned_round(const std::vector<Hinge>& hinges, const Vec3& tip, Range limits) {
  std::vector<Hinge> out;
  for (std::size_t i = hinges.size(); i-- > 0;)
    out.push_back({i + 1 < hinges.size() ? -hinges[i + 1].shift : -tip, hinges[i].axis});
  return chain(out, -hinges[0].shift, limits);
}

const std::vector<Hinge> kUr5{{{0, 0, 0.089159}, kUnitZ}, {{0, 0.13585, 0}, kUnitY}, {{0, -0.1197, 0.425}, kUnitY},
                              {{0, 0, 0.39225}, kUnitY},  {{0, 0.093, 0}, kUnitZ},   {{0, 0, 0.09465}, kUnitY}};
const std::vector<Hinge> kElbowArm{{{0, 0, 0.4}, kUnitZ},    {{0.15, 0, 0}, kUnitY}, {{0, 0, 0.6}, kUnitY},
                                   {{0.64, 0, 0.2}, kUnitX}, {{0, 0, 0}, kUnitY},    {{0, 0, 0}, kUnitX}};
const std::vector<Hinge> kSkewArm{{{0, 0, 0.3}, kUnitZ},           {{0.2, 0.05, 0}, {1, 1, 0.3}},
                                  {{0, 0.1, 0.5}, {0.2, 1, -0.5}}, {{0.4, 0, 0.1}, {1, 0.2, 0.1}},
                                  {{0, 0, 0}, {0, 1, 0.2}},        {{0, 0, 0}, {1, 0, 0.4}}};
const std::vector<Hinge> kSkewParallel{{{0, 0, 0.3}, {0.1, 0.2, 1}}, {{0.2, 0.05, 0}, kUnitY},
                                       {{0.4, 0.1, 0.1}, kUnitY},    {{0.3, 0.0, 0.2}, kUnitY},
                                       {{0, 0.1, 0.1}, {1, 0.3, 1}}, {{0.1, 0.1, 0}, {0.3, 1, -0.4}}};
const std::vector<Hinge> kIiwa{{{0, 0, 0.36}, kUnitZ}, {{0, 0, 0}, kUnitY}, {{0, 0, 0}, kUnitZ}, {{0, 0, 0.42}, kUnitY},
                               {{0, 0, 0.4}, kUnitZ},  {{0, 0, 0}, kUnitY}, {{0, 0, 0}, kUnitZ}};
const std::vector<Hinge> kPanda{{{0, 0, 0.333}, kUnitZ},   {{0, 0, 0}, kUnitY},           {{0, 0, 0.316}, kUnitZ},
                                {{0.0825, 0, 0}, -kUnitY}, {{-0.0825, 0, 0.384}, kUnitZ}, {{0, 0, 0}, -kUnitY},
                                {{0.088, 0, 0}, -kUnitZ}};
const Vec3 kTool{0.03, 0.1, 0.12};

std::vector<NamedArm> six_joint_arms() {
  using Family = ArmStructure::Family;
  const Range wide{-kPi, kPi}, narrow{-2.2, 2.5};
  return {{"ur5", chain(kUr5, kTool, wide), Family::Parallel, false, false},
          {"ur5, limited", chain(kUr5, kTool, narrow), Family::Parallel, false, false},
          {"ur5 by its tip", turned_round(kUr5, kTool, wide), Family::Parallel, true, false},
          {"elbow", chain(kElbowArm, kTool, wide), Family::Wrist, false, false},
          {"elbow by its tip", turned_round(kElbowArm, kTool, narrow), Family::Wrist, true, false},
          {"skew", chain(kSkewArm, kTool, wide), Family::Wrist, false, true},
          {"skew by its tip", turned_round(kSkewArm, kTool, wide), Family::Wrist, true, true},
          {"skew parallel", chain(kSkewParallel, kTool, wide), Family::Parallel, false, true},
          {"skew parallel by its tip", turned_round(kSkewParallel, kTool, narrow), Family::Parallel, true, true}};
}

std::vector<NamedArm> seven_joint_arms() {
  using Family = ArmStructure::Family;
  const Range limits{-2.4, 2.4};
  return {{"iiwa", chain(kIiwa, kTool, limits), Family::Wrist, true, false},
          {"panda", chain(kPanda, kTool, limits), Family::Wrist, true, false}};
}

double apart(std::span<const double> a, std::span<const double> b) {
  double most = 0;
  for (std::size_t v = 0; v < a.size(); ++v) most = std::max(most, std::abs(std::remainder(a[v] - b[v], kTwoPi)));
  return most;
}

Goal goal_of(const Skeleton& arm, const Pose& pose) {
  Frames frames(arm);
  forward(arm, pose, frames);
  const JointId tip = arm.joint("tip");
  return place(tip, frames.world_from_joint(tip));
}

/// sigma_min is small where sqrt(det(J J^T)) is.
bool is_singular(const Skeleton& arm, std::span<const double> pose) {
  Frames frames(arm);
  forward(arm, pose, frames);
  Matrix<double, 6, 7> j{};
  const JointId tip = arm.joint("tip");
  jacobian(arm, frames, {tip}, {}, MatrixView<double>(j.data(), 6, arm.freedom_count(), 6));
  Matrix<double, 6, 6> square{};
  for (int r = 0; r < 6; ++r)
    for (int c = 0; c < 6; ++c)
      for (int k = 0; k < arm.freedom_count(); ++k) square(r, c) += j(r, k) * j(c, k);
  return !ldlt_factor_definite(square) || [&] {
    double over = 1;
    for (int k = 0; k < 6; ++k) over *= square(k, k);
    return std::sqrt(1 / over) < 1e-3;
  }();
}

int index_of(const ArmSolutions& all, std::span<const double> pose, double within) {
  for (int i = 0; i < all.count(); ++i)
    if (apart(all.pose(i), pose) < within) return i;
  return -1;
}

TEST(GlobalSolutions, StructureIsSeen) {
  for (const auto& arms : {six_joint_arms(), seven_joint_arms()})
    for (const NamedArm& arm : arms) {
      const ArmStructure found = arm_structure(arm.skeleton, arm.skeleton.joint("tip"));
      EXPECT_EQ(found.family, arm.family) << arm.name;
      EXPECT_TRUE(found.exact) << arm.name;
      EXPECT_EQ(found.at_base, arm.at_base) << arm.name;
      EXPECT_EQ(found.quartic, arm.quartic) << arm.name;
      EXPECT_EQ(found.locked.valid(), arm.skeleton.freedom_count() == 7) << arm.name;
      EXPECT_GT(sentence(arm.skeleton, found).size(), 10u);
    }
}

TEST(GlobalSolutions, OfSixJointsHoldThePlantedPoseAndMakeThemselvesAgain) {
  for (const NamedArm& arm : six_joint_arms()) {
    SCOPED_TRACE(arm.name);
    Scratch scratch(arm.skeleton);
    ArmSolutions all(arm.skeleton, 32), again(arm.skeleton, 32);
    int missed = 0, lost = 0, singular = 0;
    for (int i = 0; i < 2000; ++i) {
      Random random(static_cast<std::uint64_t>(i));
      const Pose planted = scenes::random_pose(arm.skeleton, random), seed = scenes::random_pose(arm.skeleton, random);
      if (is_singular(arm.skeleton, planted.q)) {
        ++singular;
        continue;
      }
      const Goal goal = goal_of(arm.skeleton, planted);
      const test::AllocationTrap trap;
      const Report report = solutions(arm.skeleton, {&goal, 1}, Global{}, seed.q, all, scratch);
      EXPECT_EQ(trap.count(), 0);
      EXPECT_TRUE(report.reached());
      EXPECT_TRUE(all.complete());
      missed += index_of(all, planted.q, 1e-4) < 0;
      if (i % 20 != 0) continue;
      for (int k = 0; k < all.count(); ++k) {
        const Goal same = goal_of(arm.skeleton, {{all.pose(k).begin(), all.pose(k).end()}});
        solutions(arm.skeleton, {&same, 1}, Global{}, seed.q, again, scratch);
        lost += again.count() != all.count() || index_of(again, planted.q, 1e-3) < 0;
      }
    }
    EXPECT_EQ(missed, 0);
    EXPECT_LE(lost, 1);
    EXPECT_LT(singular, 600);
  }
}

TEST(GlobalSolutions, OfSixJointsAreAllThatDampedStartsFind) {
  for (const NamedArm& arm : six_joint_arms()) {
    SCOPED_TRACE(arm.name);
    Scratch scratch(arm.skeleton);
    ArmSolutions all(arm.skeleton, 32);
    for (int i = 0; i < 10; ++i) {
      Random random(static_cast<std::uint64_t>(i));
      const Pose planted = scenes::random_pose(arm.skeleton, random);
      const Goal goal = goal_of(arm.skeleton, planted);
      solutions(arm.skeleton, {&goal, 1}, Global{}, planted.q, all, scratch);
      for (int start = 0; start < 100; ++start) {
        Pose pose = scenes::random_pose(arm.skeleton, random);
        const Jacobian method{.tolerance = {.position = 1e-9, .angle = 1e-9}};
        if (!solve(arm.skeleton, {&goal, 1}, method, pose, scratch).reached()) continue;
        if (is_singular(arm.skeleton, pose.q)) continue;
        EXPECT_GE(index_of(all, pose.q, 1e-4), 0) << "target " << i << ", start " << start;
      }
    }
  }
}

/// Limits of two turns: each joint of a pose may be turned on or back by one.
TEST(GlobalSolutions, TurnsAreCountedWhereTheyAreAskedFor) {
  const Skeleton arm = chain(kUr5, kTool, {-kTwoPi, kTwoPi}), one_turn = chain(kUr5, kTool, {-kPi, kPi});
  Scratch scratch(std::size_t{1} << 20);
  ArmSolutions all(arm, 2000), turned(arm, 2000), within(one_turn, 32);
  for (int i = 0; i < 20; ++i) {
    Random random(static_cast<std::uint64_t>(i));
    const Pose planted = scenes::random_pose(arm, random), seed = scenes::random_pose(arm, random);
    const Goal goal = goal_of(arm, planted);
    solutions(arm, {&goal, 1}, Global{}, seed.q, all, scratch);
    solutions(one_turn, {&goal, 1}, Global{}, seed.q, within, scratch);
    const Report report = solutions(arm, {&goal, 1}, Global{.turns = true}, seed.q, turned, scratch);
    EXPECT_TRUE(report.reached() && turned.complete());
    EXPECT_EQ(all.count(), within.count());
    EXPECT_EQ(turned.count(), 64 * all.count());
    bool held = false;
    for (int k = 0; k < turned.count(); ++k) {
      EXPECT_EQ(limit_violation(arm, turned.pose(k)), 0);
      if (k > 0) {
        EXPECT_GE(turned[k].distance, turned[k - 1].distance);
      }
      double most = 0;
      for (std::size_t v = 0; v < 6; ++v) most = std::max(most, std::abs(turned.pose(k)[v] - planted[v]));
      held |= most < 1e-4;
    }
    EXPECT_TRUE(held);
  }
  // More than there is room for, and more than are counted: there may be more.
  const Goal goal = goal_of(arm, arm.rest_pose());
  ArmSolutions few(arm, 3);
  solutions(arm, {&goal, 1}, Global{.turns = true}, arm.rest_pose().q, few, scratch);
  EXPECT_FALSE(few.complete());
  const Skeleton wild = chain(kUr5, kTool, {-100, 100});
  solutions(wild, {&goal, 1}, Global{.turns = true}, wild.rest_pose().q, turned, scratch);
  EXPECT_EQ(turned.count(), 2000);
  EXPECT_FALSE(turned.complete());
}

TEST(GlobalSolutions, BranchesHaveNamesOfTheirOwn) {
  for (const auto& arms : {six_joint_arms(), seven_joint_arms()})
    for (const NamedArm& arm : arms) {
      const ArmStructure structure = arm_structure(arm.skeleton, arm.skeleton.joint("tip"));
      std::vector<std::string> names;
      for (int branch = 0; branch < 16; ++branch) names.push_back(branch_name(structure, branch));
      std::sort(names.begin(), names.end());
      EXPECT_EQ(std::unique(names.begin(), names.end()), names.end());
      EXPECT_EQ(branch_name(structure, -1), "");
    }
  EXPECT_EQ(branch_name({}, 3), "");
}

TEST(GlobalSolutions, OfSevenJointsHaveAnIntervalForThePlantedPose) {
  for (const NamedArm& arm : seven_joint_arms()) {
    SCOPED_TRACE(arm.name);
    Scratch scratch(arm.skeleton);
    ArmSolutions all(arm.skeleton, 128);
    const JointId locked = arm_structure(arm.skeleton, arm.skeleton.joint("tip")).locked;
    const auto value = static_cast<std::size_t>(arm.skeleton.first_value(locked));
    int missed = 0;
    for (int i = 0; i < 60; ++i) {
      Random random(static_cast<std::uint64_t>(i));
      const Pose planted = scenes::random_pose(arm.skeleton, random);
      const Goal goal = goal_of(arm.skeleton, planted);
      const Report report = solutions(arm.skeleton, {&goal, 1}, Global{}, planted.q, all, scratch);
      EXPECT_TRUE(report.reached());
      bool held = false;
      for (int k = 0; k < all.count(); ++k) {
        const Range& interval = all[k].interval;
        EXPECT_LE(interval.lower, all.pose(k)[value] + 1e-9);
        EXPECT_GE(interval.upper, all.pose(k)[value] - 1e-9);
        held |= interval.lower - 1e-9 <= planted[value] && planted[value] <= interval.upper + 1e-9;
      }
      missed += !held;
    }
    EXPECT_EQ(missed, 0);
  }
}

/// The same arm with other limits.
Skeleton with_limits(const Skeleton& arm, const std::vector<Range>& limits) {
  std::vector<Joint> joints;
  for (int i = 0; i < arm.joint_count(); ++i) {
    joints.push_back(arm.description({i}));
    if (joints.back().kind == JointKind::Hinge) joints.back().axes[0].limits = limits[static_cast<std::size_t>(i)];
  }
  return Skeleton::build(joints).value();
}

/// Six joints that may hardly move: the seventh reaches in an interval far narrower than the steps of the scan.
TEST(GlobalSolutions, OfSevenJointsHoldNarrowIntervals) {
  for (const NamedArm& arm : seven_joint_arms()) {
    SCOPED_TRACE(arm.name);
    const auto locked = static_cast<std::size_t>(arm_structure(arm.skeleton, arm.skeleton.joint("tip")).locked.index);
    int missed = 0, asked = 0;
    double widest = 0;
    for (int i = 0; i < 150; ++i) {
      Random random(static_cast<std::uint64_t>(i));
      const Pose planted = scenes::random_pose(arm.skeleton, random);
      if (is_singular(arm.skeleton, planted.q)) continue;
      const double half = i % 3 == 0 ? 1e-3 : i % 3 == 1 ? 1e-4 : 1e-5;
      std::vector<Range> limits;
      for (std::size_t k = 0; k < 7; ++k) {
        const double share = random.uniform(0, 2);
        limits.push_back(k == locked ? Range{-2.4, 2.4}
                                     : Range{planted[k] - half * share, planted[k] + half * (2 - share)});
      }
      const Skeleton narrow = with_limits(arm.skeleton, limits);
      Scratch scratch(narrow);
      ArmSolutions all(narrow, 64);
      Pose seed = planted;
      seed[locked] = random.uniform(-2.4, 2.4);
      const Goal goal = goal_of(narrow, planted);
      solutions(narrow, {&goal, 1}, Global{}, seed.q, all, scratch);
      bool held = false;
      for (int k = 0; k < all.count(); ++k) {
        const Range& interval = all[k].interval;
        held |= interval.lower - 1e-7 <= planted[locked] && planted[locked] <= interval.upper + 1e-7;
        widest = std::max(widest, interval.width());
      }
      missed += !held;
      ++asked;
    }
    EXPECT_LE(missed, asked / 50);
    EXPECT_LT(widest, 0.02);
  }
}

/// Where an elbow is nearly stretched joints turn fast: a branch may reach in two intervals within a step.
TEST(GlobalSolutions, OfSevenJointsHoldWhatAStretchedElbowLeavesThem) {
  const Skeleton arm = chain(kPanda, kTool, {-2.6, 2.6});
  const auto locked = static_cast<std::size_t>(arm_structure(arm, arm.joint("tip")).locked.index);
  Scratch scratch(arm);
  ArmSolutions all(arm, 128);
  int missed = 0;
  for (int i = 0; i < 2000; ++i) {
    Random random(static_cast<std::uint64_t>(i));
    Pose planted = scenes::random_pose(arm, random);
    planted[3] = random.uniform(-0.02, 0.02);
    const Goal goal = goal_of(arm, planted);
    solutions(arm, {&goal, 1}, Global{}, arm.rest_pose().q, all, scratch);
    bool held = false;
    for (int k = 0; k < all.count(); ++k)
      held |= all[k].interval.lower - 1e-7 <= planted[locked] && planted[locked] <= all[k].interval.upper + 1e-7;
    missed += !held;
  }
  EXPECT_LE(missed, 2);
}

/// Hinges about parallel axes, each bone half a metre long.
Skeleton planar_arm(int count, Range limits) {
  std::vector<Hinge> hinges(static_cast<std::size_t>(count), Hinge{{0.5, 0, 0}, {0.2, 0.1, 1}});
  hinges.front().shift = {};
  return chain(hinges, {0.5, 0, 0}, limits);
}

/// Nothing that Global knows in closed form: descents from everywhere, of which many end in the same pose.
TEST(GlobalSolutions, OfDescentsAreListedOnce) {
  for (const Range limits : {Range{-3, 3}, Range{-kTwoPi, kTwoPi}, Range{}}) {
    const Skeleton arm = planar_arm(2, limits);
    const Pose seed = arm.rest_pose();
    Scratch scratch(std::size_t{1} << 20);
    ArmSolutions all(arm, 64);
    for (int i = 0; i < 20; ++i) {
      Random random(static_cast<std::uint64_t>(i));
      Frames frames(arm);
      forward(arm, {{random.uniform(-1, 1), random.uniform(0.2, 1.8)}}, frames);
      const Goal goal = reach(arm.joint("tip"), frames.position(arm.joint("tip")));
      const test::AllocationTrap trap;
      EXPECT_TRUE(solutions(arm, {&goal, 1}, Global{}, seed.q, all, scratch).reached());
      EXPECT_EQ(trap.count(), 0);
      EXPECT_EQ(all.count(), 2);  // elbow up and down
      EXPECT_FALSE(all.redundant());
      if (limits.upper != kTwoPi) continue;
      solutions(arm, {&goal, 1}, Global{.turns = true}, seed.q, all, scratch);
      EXPECT_EQ(all.count(), 8);  // each joint turned on or back by one turn
    }
  }
}

/// Three hinges whose axes lie anyhow place a point.
TEST(GlobalSolutions, OfDescentsMakeThemselvesAgain) {
  int found = 0, again_found = 0;
  for (int i = 0; i < 10; ++i) {
    Random random(static_cast<std::uint64_t>(i));
    std::vector<Hinge> hinges;
    for (int k = 0; k < 3; ++k) hinges.push_back({random.point(0.4), random.direction()});
    const Skeleton arm = chain(hinges, {0.2, 0.1, 0.3}, {-2.5, 2.5});
    Scratch scratch(arm);
    ArmSolutions all(arm, 64), again(arm, 64);
    const Pose seed = scenes::random_pose(arm, random);
    Frames frames(arm);
    const JointId tip = arm.joint("tip");
    forward(arm, scenes::random_pose(arm, random), frames);
    const Goal goal = reach(tip, frames.position(tip));
    solutions(arm, {&goal, 1}, Global{}, seed.q, all, scratch);
    EXPECT_FALSE(all.redundant());
    for (int k = 0; k < all.count(); ++k) {
      forward(arm, all.pose(k), frames);
      const Goal same = reach(tip, frames.position(tip));
      solutions(arm, {&same, 1}, Global{}, seed.q, again, scratch);
      found += all.count();
      again_found += again.count();
    }
  }
  EXPECT_GT(found, 30);
  EXPECT_EQ(again_found, found);
}

TEST(GlobalSolutions, SayWhereTheJointsCanMoveWhileTheTipStays) {
  const Skeleton three = planar_arm(3, {-3, 3}), seven = chain(kIiwa, kTool, {-2.4, 2.4});
  for (const Skeleton* arm : {&three, &seven}) {
    Scratch scratch(*arm);
    ArmSolutions all(*arm, 64);
    for (int i = 0; i < 10; ++i) {
      Random random(static_cast<std::uint64_t>(i));
      const Pose planted = scenes::random_pose(*arm, random);
      const Goal goal = goal_of(*arm, planted), point = reach(goal.joint, goal.target);
      solutions(*arm, {&point, 1}, Global{}, planted.q, all, scratch);
      EXPECT_TRUE(all.redundant());
      solutions(*arm, {&goal, 1}, Global{}, planted.q, all, scratch);
      EXPECT_EQ(all.redundant(), arm == &seven);
      EXPECT_GT(all.count(), 0);
    }
  }
}

}  // namespace
}  // namespace kine
