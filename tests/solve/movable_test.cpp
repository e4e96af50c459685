// What a solve may touch: joints that no goal can move keep their values to the bit, what may move ends inside its
// limits, and locks hold. One rule for all methods (kine/solve/internal/movable.h).
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "kine/kinematics/forward.h"
#include "kine/solve/ccd.h"
#include "kine/solve/fabrik.h"
#include "kine/solve/freedom_mask.h"
#include "kine/solve/full_body.h"
#include "kine/solve/global.h"
#include "kine/solve/hybrid.h"
#include "kine/solve/jacobian.h"
#include "kine/solve/shake.h"
#include "kine/solve/two_bone.h"
#include "scenes/scenes.h"
#include "tests/support/random_skeleton.h"

namespace kine {
namespace {

using test::Random;

/// Calls `visit(name, method)` for every method, the Jacobian with each inverse.
template <class Visit>
void for_each_method(Visit visit) {
  visit("full body", FullBody{});
  visit("full body with restarts", FullBody{.restarts = 3});
  visit("hybrid", Hybrid{});
  visit("jacobian", Jacobian{});
  visit("jacobian, paper", Jacobian{.inverse = Inverse::Paper});
  visit("jacobian, transpose", Jacobian{.inverse = Inverse::Transpose, .max_iterations = 20});
  visit("jacobian, selectively damped", Jacobian{.inverse = Inverse::SelectivelyDamped, .max_iterations = 20});
  visit("jacobian, held back", Jacobian{.max_change = 0.05});
  visit("ccd", Ccd{});
  visit("fabrik", Fabrik{});
  visit("shake", Shake{});
  visit("global", Global{.max_starts = 5});
  visit("two bones", TwoBone{});
  visit("two bones, part of the way", TwoBone{.fade = 0.5});
}

/// True if the goal's joint, seen from the goal's frame, moves with this joint's own axes.
bool moves_goal(const Skeleton& skeleton, JointId joint, const Goal& goal) {
  const bool above_joint = skeleton.is_above(joint, goal.joint);
  const bool above_frame = goal.frame.valid() && skeleton.is_above(joint, goal.frame);
  return above_joint != above_frame;
}

/// A flag a freedom: some goal depends on it, by its own joint or by what follows it.
std::vector<bool> movable(const Skeleton& skeleton, const std::vector<Goal>& goals) {
  std::vector<bool> out(static_cast<std::size_t>(skeleton.freedom_count()));
  for (int i = 0; i < skeleton.joint_count(); ++i)
    for (const Goal& goal : goals)
      for (int k = 0; moves_goal(skeleton, {i}, goal) && k < skeleton.axis_count({i}); ++k) {
        const bool slides = skeleton.slides({i}, k);
        if (slides && goal.kind == GoalKind::Orient) continue;  // nothing turns by a slide
        out[static_cast<std::size_t>(skeleton.freedom_of({i}, k))] = true;
      }
  return out;
}

/// The values of a joint that changed although no freedom of it may move, as text; empty: none did.
std::string strayed(const Skeleton& skeleton, const std::vector<bool>& movable, const Pose& before, const Pose& after) {
  std::string names;
  for (int i = 0; i < skeleton.joint_count(); ++i) {
    bool moves = false;
    for (int k = 0; k < skeleton.axis_count({i}); ++k) {
      const int f = skeleton.freedom_of({i}, k);
      moves |= movable[static_cast<std::size_t>(f)] && !skeleton.freedom(f).fixed;
    }
    for (int k = 0; !moves && k < skeleton.value_count({i}); ++k) {
      const auto v = static_cast<std::size_t>(skeleton.first_value({i}) + k);
      if (std::bit_cast<std::uint64_t>(before[v]) != std::bit_cast<std::uint64_t>(after[v]))
        names += skeleton.name({i}) + " from " + std::to_string(before[v]) + " to " + std::to_string(after[v]) + "; ";
    }
  }
  return names;
}

/// The largest violation of any limit of what may move.
double violation_of_movable(const Skeleton& skeleton, const std::vector<bool>& movable, const Pose& pose) {
  double worst = 0;
  for (int f = 0; f < skeleton.freedom_count(); ++f) {
    const Skeleton::Freedom& freedom = skeleton.freedom(f);
    if (!movable[static_cast<std::size_t>(f)] || freedom.fixed) continue;
    if (freedom.value >= 0) {
      worst = std::max(worst, freedom.limits.violation(pose[static_cast<std::size_t>(freedom.value)]));
    } else if (skeleton.kind(freedom.joint) == JointKind::Ball) {
      worst = std::max(worst, limit_violation(skeleton.description(freedom.joint).ball,
                                              joint_rotation(skeleton, pose, freedom.joint)));
    }
  }
  return worst;
}

int outside(const Skeleton& skeleton, const std::vector<bool>& movable, const Pose& pose) {
  int count = 0;
  for (int i = 0; i < skeleton.joint_count(); ++i) {
    if (skeleton.kind({i}) != JointKind::Ball) continue;
    bool moves = false;
    for (int k = 0; k < 3; ++k) {
      const int f = skeleton.freedom_of({i}, k);
      moves |= movable[static_cast<std::size_t>(f)] && !skeleton.freedom(f).fixed;
    }
    count += !moves && limit_violation(skeleton.description({i}).ball, joint_rotation(skeleton, pose, {i})) > 1e-12;
  }
  for (int f = 0; f < skeleton.freedom_count(); ++f) {
    const Skeleton::Freedom& freedom = skeleton.freedom(f);
    const bool moves = movable[static_cast<std::size_t>(f)] && !freedom.fixed;
    if (freedom.value >= 0 && !moves) count += !freedom.limits.contains(pose[static_cast<std::size_t>(freedom.value)]);
  }
  return count;
}

std::vector<Goal> random_goals(Random& random, const Skeleton& skeleton) {
  Frames frames(skeleton);
  forward(skeleton, test::random_pose(random, skeleton), frames);
  std::vector<Goal> goals;
  const int count = random.chance(0.5) ? 1 : 2;
  for (int i = 0; i < count; ++i) {
    const JointId joint{random.below(skeleton.joint_count())};
    GoalOptions options{.offset = random.point(0.2)};
    if (random.chance(0.15)) options.frame = {random.below(skeleton.joint_count())};
    const double kind = random.uniform(0, 1);
    if (kind < 0.5) goals.push_back(reach(joint, frames.position(joint), options));
    if (kind >= 0.5 && kind < 0.8) goals.push_back(place(joint, frames.world_from_joint(joint), options));
    if (kind >= 0.8) goals.push_back(orient(joint, frames.rotation(joint), options));
  }
  return goals;
}

// The rule on random trees of all kinds of joints with every method. Poses are all over the place, so many values start
// outside their limits.
TEST(Movable, WhatNoGoalCanMoveKeepsItsBits) {
  int solved = 0, left_outside = 0;
  for (int i = 0; i < 400; ++i) {
    Random random(static_cast<std::uint64_t>(i));
    const Skeleton skeleton = test::random_skeleton(random, {.joints = 14, .scales = i % 4 == 0});
    const std::vector<Goal> goals = random_goals(random, skeleton);
    const std::vector<bool> may_move = movable(skeleton, goals);
    const Pose before = test::random_pose(random, skeleton);
    Scratch scratch(std::size_t{1} << 20);
    for_each_method([&](const char* name, const auto& method) {
      Pose pose = before;
      const Report report = solve(skeleton, goals, method, pose, scratch);
      if (report.status == Status::BadInput) {
        EXPECT_EQ(pose, before) << name;
        return;
      }
      ++solved;
      EXPECT_EQ(strayed(skeleton, may_move, before, pose), "") << name << ", seed " << i;
      constexpr bool is_limb = std::is_same_v<decltype(method), const TwoBone&>;  // moves two or three joints only
      constexpr bool is_tree = std::is_same_v<decltype(method), const Ccd&> ||    // moves no leader off the way
                               std::is_same_v<decltype(method), const Fabrik&> ||
                               std::is_same_v<decltype(method), const Shake&>;
      if (is_limb || (is_tree && skeleton.has_followers())) return;
      EXPECT_LE(violation_of_movable(skeleton, may_move, pose), 1e-12) << name << ", seed " << i;
      EXPECT_EQ(report.outside_limits, outside(skeleton, may_move, pose)) << name << ", seed " << i;
      left_outside += report.outside_limits > 0;
    });
  }
  EXPECT_GT(solved, 2000);
  EXPECT_GT(left_outside, 500);
}

// A figure whose left hand is to come to where it is in another pose, in too few steps, so that it starts again and
// again: that must not swing the other arm or the head.
TEST(Movable, RestartsLeaveTheOtherArmAlone) {
  const Skeleton figure = scenes::humanoid();
  const JointId hand = figure.joint("left_hand");
  int restarted = 0;
  for (int i = 0; i < 60; ++i) {
    Random random(static_cast<std::uint64_t>(i));
    const Pose before = scenes::random_pose(figure, random);
    Frames frames(figure);
    forward(figure, scenes::random_pose(figure, random), frames);
    const Goal goals[] = {place(hand, frames.world_from_joint(hand))};
    const std::vector<bool> may_move = movable(figure, {goals[0]});
    Pose pose = before;
    Scratch scratch(figure);
    const FullBody method{.max_iterations = 2, .restarts = 4};
    const Report report = solve(figure, goals, method, pose, scratch);
    restarted += report.iterations > 4;
    EXPECT_EQ(strayed(figure, may_move, before, pose), "") << i;
  }
  EXPECT_GT(restarted, 30);
}

// Quaternions of any length and stale records of followers mean the same to every method.
TEST(Movable, MakesThePoseProperFirst) {
  Random random(5);
  const BallLimits cone{.swing_first = 0.5, .swing_second = 0.5};
  Joint follower = hinge("follower", "c", {0.1, 0, 0}, kUnitY);
  follower.axes[0].follows = Follow{"c", 0, 0.5, 0.1};
  const Joint joints[] = {
      ball("a", "", {}, {}),      hinge("b", "a", {0.5, 0, 0}, kUnitZ),    fixed_joint("tip", "b", {0.5, 0, 0}),
      ball("side", "", {}, cone), hinge("c", "side", {0.1, 0, 0}, kUnitZ), follower};
  const Skeleton skeleton = Skeleton::build(joints).value();
  Pose proper = skeleton.rest_pose();
  proper[static_cast<std::size_t>(skeleton.first_value(skeleton.joint("c")))] = 0.7;
  tidy(skeleton, proper);
  Pose stale = proper;
  for (const char* name : {"a", "side"})
    for (int k = 0; k < 4; ++k) stale[static_cast<std::size_t>(skeleton.first_value(skeleton.joint(name)) + k)] *= 4;
  stale[static_cast<std::size_t>(skeleton.first_value(skeleton.joint("follower")))] = 9;
  const Goal goals[] = {reach(skeleton.joint("tip"), {0.4, 0.5, 0.2})};
  for_each_method([&](const char* name, const auto& method) {
    if constexpr (std::is_same_v<decltype(method), const Global&>) return;  // it moves no balls
    Scratch scratch(skeleton);
    Pose from_proper = proper, from_stale = stale;
    const Report a = solve(skeleton, goals, method, from_proper, scratch);
    const Report b = solve(skeleton, goals, method, from_stale, scratch);
    ASSERT_NE(a.status, Status::BadInput) << name << ": " << a.fault;
    EXPECT_EQ(a.status, b.status) << name;
    EXPECT_EQ(from_proper, from_stale) << name;
  });
}

TEST(FreedomMask, LocksJointsForOneSolveInEveryMethod) {
  int moved = 0;
  for (int i = 0; i < 200; ++i) {
    Random random(static_cast<std::uint64_t>(1000 + i));
    const Skeleton skeleton = test::random_skeleton(random, {.joints = 12, .followers = i % 2 == 0});
    const std::vector<Goal> goals = random_goals(random, skeleton);
    FreedomMask mask(skeleton);
    std::vector<bool> may_move = movable(skeleton, goals);
    for (int k = 0; k < 4; ++k) {
      const JointId locked{random.below(skeleton.joint_count())};
      mask.lock(locked);
      for (int c = 0; c < skeleton.axis_count(locked); ++c)
        may_move[static_cast<std::size_t>(skeleton.freedom_of(locked, c))] = false;
    }
    const Pose before = test::random_pose(random, skeleton);
    Scratch scratch(std::size_t{1} << 20);
    for_each_method([&](const char* name, auto method) {
      method.movable = mask;
      Pose pose = before;
      const Report report = solve(skeleton, goals, method, pose, scratch);
      EXPECT_EQ(strayed(skeleton, may_move, before, pose), "") << name << ", seed " << i;
      moved += report.status != Status::BadInput && pose != before;
    });
  }
  EXPECT_GT(moved, 500);
}

// What can be proved of joints that the skeleton fixes can be proved of joints that are locked: a target is out of reach.
TEST(FreedomMask, IsKnownToProofs) {
  int proved = 0;
  for (int i = 0; i < 100; ++i) {
    Random random(static_cast<std::uint64_t>(2000 + i));
    const Skeleton skeleton = test::random_skeleton(random, {.joints = 5, .followers = false});
    const JointId tip{skeleton.joint_count() - 1}, locked{random.below(skeleton.joint_count())};
    std::vector<Joint> joints;
    for (int k = 0; k < skeleton.joint_count(); ++k) joints.push_back(skeleton.description({k}));
    for (AxisSettings& axis : joints[static_cast<std::size_t>(locked.index)].axes) axis.fixed = true;
    const Skeleton fixed = Skeleton::build(joints).value();
    FreedomMask mask(skeleton);
    mask.lock(locked);
    Frames frames(skeleton);
    const Pose before = test::random_pose(random, skeleton);
    forward(skeleton, test::random_pose(random, skeleton), frames);
    Transform target = frames.world_from_joint(tip);
    target.translation = target.translation * random.uniform(0.5, 2.0);
    Scratch scratch(std::size_t{1} << 20);
    for (const Goal& goal : {reach(tip, target.translation), place(tip, target)}) {
      for_each_method([&](const char* name, auto method) {
        Pose pose = before, other = before;
        const Report with_fixed = solve(fixed, {&goal, 1}, method, other, scratch);
        method.movable = mask;
        const Report with_mask = solve(skeleton, {&goal, 1}, method, pose, scratch);
        EXPECT_EQ(with_mask.status == Status::Unreachable, with_fixed.status == Status::Unreachable)
            << name << ", seed " << i;
        proved += with_mask.status == Status::Unreachable;
      });
    }
  }
  EXPECT_GT(proved, 200);
}

TEST(FreedomMask, MustFitTheSkeleton) {
  const Skeleton arm = scenes::planar_arm();
  const bool flags[] = {true};
  const Goal goals[] = {reach(arm.joint("hand"), {0.3, 0.3, 0})};
  for_each_method([&](const char* name, auto method) {
    method.movable = flags;
    Pose pose = arm.rest_pose();
    Scratch scratch(arm);
    EXPECT_EQ(solve(arm, goals, method, pose, scratch).status, Status::BadInput) << name;
  });
}

template <class Mask>
concept LocksJacobian = requires(Mask&& mask) { Jacobian{.movable = std::forward<Mask>(mask)}; };
static_assert(LocksJacobian<FreedomMask&> && LocksJacobian<const FreedomMask&>);
static_assert(!LocksJacobian<FreedomMask>, "a temporary mask would dangle");

// A goal that fades goes part of the way from where its point was in the pose handed in, outside its limits or not.
TEST(Movable, FadingBeginsAtThePoseHandedIn) {
  const Joint joints[] = {ball("a", "", {}, {.swing_first = 0.5, .swing_second = 0.5}),
                          hinge("b", "a", {0.5, 0, 0}, kUnitZ, {0, 0.5}), fixed_joint("tip", "b", {0.5, 0, 0})};
  const Skeleton skeleton = Skeleton::build(joints).value();
  const JointId tip = skeleton.joint("tip");
  Pose start = skeleton.rest_pose();
  set_rotation(skeleton, {0}, from_axis_angle(kUnitY, 2.0), start);
  start[4] = 2;
  Frames frames(skeleton);
  forward(skeleton, start, frames);
  const Vec3 target{0.9, 0.1, 0}, half_way = (frames.position(tip) + target) * 0.5;
  const Goal goals[] = {reach(tip, target, {.fade = 0.5})};
  for_each_method([&](const char* name, const auto& method) {
    if constexpr (std::is_same_v<decltype(method), const Global&>) return;  // it moves no balls
    Scratch scratch(skeleton);
    Pose pose = start;
    const Report report = solve(skeleton, goals, method, pose, scratch);
    ASSERT_NE(report.status, Status::BadInput) << name << ": " << report.fault;
    forward(skeleton, pose, frames);
    EXPECT_NEAR(report.position_error, length(frames.position(tip) - half_way), 1e-12) << name;
  });
}

}  // namespace
}  // namespace kine
