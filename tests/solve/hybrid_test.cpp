#include "kine/solve/hybrid.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace kine
