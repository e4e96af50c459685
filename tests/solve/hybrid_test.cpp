#include "kine/solve/hybrid.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "kine/kinematics/forward.h"
#include "kine/model/pose.h"
#include "scenes/random_pose.h"
#include "scenes/scenes.h"
#include "tests/solve/degenerate.h"
#include "tests/support/allocation_trap.h"

namespace kine {
namespace {

/// The humanoid with its pelvis held, its hands reaching for where another pose has them.
struct Reaching {
  Skeleton body = scenes::humanoid();
  Pose standing = scenes::standing_pose(body);
  std::vector<Goal> goals_at(const Pose& pose) const {
    Frames frames(body);
    forward(body, pose, frames);
    std::vector<Goal> goals;
    for (const char* name : {"left_hand", "right_hand", "left_foot", "right_foot"}) {
      const JointId joint = body.joint(name);
      goals.push_back(reach(joint, frames.position(joint)));
    }
    return goals;
  }
};

TEST(Hybrid, StandsTheDegenerateList) { test::run_degenerate_list(Hybrid{}); }

TEST(Hybrid, APoleOnTheLineIsNoPole) {
  const Reaching scene;
  const JointId hand = scene.body.joint("left_hand"), arm = scene.body.joint("left_upper_arm");
  Frames frames(scene.body);
  forward(scene.body, scene.standing, frames);
  const Vec3 target = frames.position(arm) + Vec3{0.3, -0.1, 0.2};
  const std::vector<Goal> goals{reach(hand, target)};
  Hybrid method;
  method.limb.pole = target - frames.position(arm);
  for (const double side : {1.0, -1.0, 1e-200}) {
    Pose pose = scene.standing;
    method.limb.pole = method.limb.pole * side;
    EXPECT_TRUE(test::degenerate::solve_checked(method, scene.body, goals, pose).reached()) << side;
  }
}

/// Priorities are an order: the greatest int is as good as any other, and the trunk's own posture still comes last.
TEST(Hybrid, PrioritiesAreAnOrder) {
  const Reaching scene;
  std::vector<Goal> goals = scene.goals_at(scene.standing);
  goals[0].target += Vec3{0.6, 0.4, 0.3};
  goals[1].target += Vec3{0.6, -0.4, 0.3};
  Scratch scratch(scene.body);
  Pose small = scene.standing, large = scene.standing;
  goals[1].priority = 1;
  const Report report = solve(scene.body, goals, Hybrid{}, small, scratch);
  EXPECT_GT(report.iterations, 0);  // the trunk has moved
  goals[1].priority = std::numeric_limits<int>::max();
  solve(scene.body, goals, Hybrid{}, large, scratch);
  EXPECT_EQ(small.q, large.q);
}

TEST(Hybrid, LimbsAloneLeaveTheTrunkAsItIs) {
  const Reaching scene;
  Pose wanted = scene.standing;
  const JointId forearm = scene.body.joint("left_forearm");
  wanted[static_cast<std::size_t>(scene.body.first_value(forearm))] += 0.8;
  const std::vector<Goal> goals = scene.goals_at(wanted);
  Pose pose = scene.standing;
  Scratch scratch(scene.body);
  const Report report = solve(scene.body, std::span(goals).first(1), Hybrid{}, pose, scratch);
  EXPECT_TRUE(report.reached()) << sentence(scene.body, report);
  EXPECT_EQ(report.iterations, 0);
  EXPECT_LE(limit_violation(scene.body, pose), 1e-9);
  const JointId arm = scene.body.joint("left_upper_arm");
  for (int i = 0; i < scene.body.joint_count(); ++i) {
    if (scene.body.is_above(arm, {i})) continue;
    for (int k = 0; k < scene.body.value_count({i}); ++k) {
      const auto v = static_cast<std::size_t>(scene.body.first_value({i}) + k);
      EXPECT_EQ(pose[v], scene.standing[v]) << scene.body.name({i});
    }
  }
}

TEST(Hybrid, ReachesWhatFullBodyReaches) {
  const Reaching scene;
  scenes::Random random(3);
  int by_hybrid = 0, by_body = 0;
  for (int i = 0; i < 200; ++i) {
    Pose wanted = scenes::random_pose(scene.body, random);
    blend(scene.body, scene.standing, wanted, 0.35, wanted);
    const std::vector<Goal> goals = scene.goals_at(wanted);
    Scratch scratch(scene.body);
    Pose pose = scene.standing;
    by_body += solve(scene.body, goals, FullBody{}, pose, scratch).reached();
    pose = scene.standing;
    by_hybrid += solve(scene.body, goals, Hybrid{}, pose, scratch).reached();
    EXPECT_LE(limit_violation(scene.body, pose), 1e-9);
  }
  std::printf("  of 200: hybrid %d, full body %d\n", by_hybrid, by_body);
  EXPECT_GE(by_hybrid, by_body);
}

TEST(Hybrid, IsTheSameTwiceAndAllocatesNothing) {
  const Reaching scene;
  scenes::Random random(4);
  Pose wanted = scenes::random_pose(scene.body, random);
  blend(scene.body, scene.standing, wanted, 0.3, wanted);
  const std::vector<Goal> goals = scene.goals_at(wanted);
  Scratch scratch(scene.body);
  Pose first = scene.standing, second = scene.standing;
  solve(scene.body, goals, Hybrid{}, first, scratch);
  const test::AllocationTrap trap;
  solve(scene.body, goals, Hybrid{}, second, scratch);
  EXPECT_EQ(trap.count(), 0);
  EXPECT_EQ(first, second);
}

TEST(Hybrid, RefusesWhatMakesNoSense) {
  const Reaching scene;
  Scratch scratch(scene.body);
  Pose pose = scene.standing;
  const Pose before = pose;
  const Goal bad[] = {reach(scene.body.joint("left_hand"), {kInfinity, 0, 0})};
  EXPECT_EQ(solve(scene.body, bad, Hybrid{}, pose, scratch).status, Status::BadInput);
  const Goal good[] = {reach(scene.body.joint("left_hand"), {0.2, 1, 0.3})};
  EXPECT_EQ(solve(scene.body, good, Hybrid{.stretch = 0}, pose, scratch).status, Status::BadInput);
  EXPECT_EQ(pose, before);
}

// A low target bends the trunk; when the hand is let go to a neutral place, a hold raises it again, and without one it
// stays where it is.
TEST(Hybrid, RisesAgainWhenAHoldAsksForIt) {
  const Skeleton body = scenes::humanoid();
  const Pose standing = scenes::standing_pose(body);
  Frames frames(body);
  forward(body, standing, frames);
  const JointId left = body.joint("left_foot"), right = body.joint("right_foot"), hand = body.joint("left_hand"),
                head = body.joint("head");
  const double height = frames.position(head).y;
  const auto goals_at = [&](const Vec3& target, bool holds) {
    forward(body, standing, frames);
    std::vector<Goal> goals = {place(left, frames.world_from_joint(left)), place(right, frames.world_from_joint(right)),
                               reach(hand, target, {.priority = 1})};
    if (holds) goals.push_back(hold(standing, {.priority = 2}));
    return goals;
  };
  forward(body, standing, frames);
  const Vec3 neutral = frames.position(hand) + Vec3{0.05, 0.2, 0.15};
  for (const bool holds : {true, false}) {
    Pose pose = standing;
    Scratch scratch(body);
    EXPECT_TRUE(solve(body, goals_at({0.3, 0.15, 0.35}, holds), Hybrid{}, pose, scratch).reached());
    forward(body, pose, frames);
    EXPECT_LT(frames.position(head).y, height - 0.1);
    for (int frame = 0; frame < 20; ++frame)
      EXPECT_TRUE(solve(body, goals_at(neutral, holds), Hybrid{}, pose, scratch).reached()) << frame;
    forward(body, pose, frames);
    const double sunk = height - frames.position(head).y;
    EXPECT_EQ(sunk < 0.01, holds) << sunk;
  }
}

// Each limb has a pole of its own: elbows out to both sides, which one pole for all cannot say.
TEST(Hybrid, HasAPoleForEachLimb) {
  const Skeleton body = scenes::humanoid();
  const Pose standing = scenes::standing_pose(body);
  Frames frames(body);
  for (const double side : {1.0, -1.0}) {
    const Goal goals[] = {reach(body.joint("left_hand"), {0.2, 1.2, 0.3}, {.pole = {side, 0, 0}}),
                          reach(body.joint("right_hand"), {-0.2, 1.2, 0.3}, {.pole = {side, 0, 0}})};
    Pose pose = standing;
    Scratch scratch(body);
    EXPECT_TRUE(solve(body, goals, Hybrid{}, pose, scratch).reached());
  }
  const auto elbow_of = [&](const char* hand, const char* elbow, const Vec3& target, const Vec3& pole) {
    const Goal goals[] = {reach(body.joint(hand), target, {.pole = pole})};
    Pose pose = standing;
    Scratch scratch(body);
    EXPECT_TRUE(solve(body, goals, Hybrid{}, pose, scratch).reached());
    forward(body, pose, frames);
    return frames.position(body.joint(elbow));
  };
  const Vec3 left{0.25, 1.2, 0.3}, right{-0.25, 1.2, 0.3};
  const Goal both[] = {reach(body.joint("left_hand"), left, {.pole = {1, 0, 0}}),
                       reach(body.joint("right_hand"), right, {.pole = {0, -1, 0}})};
  Pose pose = standing;
  Scratch scratch(body);
  ASSERT_TRUE(solve(body, both, Hybrid{}, pose, scratch).reached());
  forward(body, pose, frames);
  const Vec3 left_elbow = frames.position(body.joint("left_forearm")),
             right_elbow = frames.position(body.joint("right_forearm"));
  EXPECT_EQ(left_elbow, elbow_of("left_hand", "left_forearm", left, {1, 0, 0}));
  EXPECT_EQ(right_elbow, elbow_of("right_hand", "right_forearm", right, {0, -1, 0}));
  EXPECT_GT(length(left_elbow - elbow_of("left_hand", "left_forearm", left, {0, -1, 0})), 0.02);
}

// Settings of body and limb that make no sense are seen before anything is moved.
TEST(Hybrid, RefusesSettingsOfBodyAndLimbFirst) {
  const Skeleton body = scenes::humanoid();
  Pose start = scenes::standing_pose(body);
  start[0] *= 2;  // a quaternion that would be normalised
  const Goal goals[] = {reach(body.joint("left_hand"), {0.6, 1.9, 0.5}), reach(body.joint("head"), {0, 1.2, 0.4})};
  const Hybrid wrong[] = {Hybrid{.body = {.max_iterations = -1}}, Hybrid{.body = {.tolerance = {.position = -1}}},
                          Hybrid{.body = {.restarts = -1}},       Hybrid{.limb = {.twist = kInfinity}},
                          Hybrid{.limb = {.softness = 2}},        Hybrid{.limb = {.tolerance = {.angle = -1}}}};
  for (const Hybrid& method : wrong) {
    Pose pose = start;
    Scratch scratch(body);
    EXPECT_EQ(solve(body, goals, method, pose, scratch).status, Status::BadInput);
    EXPECT_EQ(pose, start);
  }
}

}  // namespace
}  // namespace kine
