#include "kine/solve/full_body.h"

#include <gtest/gtest.h>

#include <vector>

#include "kine/kinematics/forward.h"
#include "kine/model/pose.h"
#include "tests/support/random_skeleton.h"

namespace kine {
namespace {

using test::Random;

/// A skeleton of 5 to 40 freedoms of every kind, with limits 20 to 180 degrees wide on everything that has any.
Skeleton limited_skeleton(Random& random) {
  for (;;) {
    std::vector<Joint> joints = random_joints(random, {.joints = 4 + random.below(12),
                                                       .fixed = false,
                                                       .several_roots = false,
                                                       .branching = random.chance(0.5) ? 0.0 : 0.3});
    const auto width = [&] { return radians(random.uniform(20, 180)); };
    for (Joint& joint : joints) {
      if (joint.kind == JointKind::Free) joint.kind = JointKind::Ball;
      const int axes = joint.kind == JointKind::Euler ? joint.euler_count : axis_count(joint.kind);
      for (int k = 0; k < axes; ++k) {
        AxisSettings& axis = joint.axes[static_cast<std::size_t>(k)];
        axis.weight = 1;
        if (axis.follows || joint.kind == JointKind::Ball) continue;
        const double w = width(), middle = random.uniform(-w / 2, w / 2);
        axis.limits = {middle - w / 2, middle + w / 2};
        if (joint.kind == JointKind::Slider) axis.limits = {-0.2, 0.3};
      }
      joint.ball.swing_first = width() / 2;
      joint.ball.swing_second = width() / 2;
      const double twist = width();
      joint.ball.twist = {-twist / 2, twist / 2};
    }
    const Result<Skeleton> skeleton = Skeleton::build(joints);
    if (skeleton && skeleton->freedom_count() >= 5 && skeleton->freedom_count() <= 40) return *skeleton;
  }
}

/// Leaves of the tree: joints nothing hangs on.
std::vector<JointId> leaves(const Skeleton& skeleton) {
  std::vector<bool> has_child(static_cast<std::size_t>(skeleton.joint_count()), false);
  for (int i = 0; i < skeleton.joint_count(); ++i)
    if (skeleton.parent({i}).valid()) has_child[static_cast<std::size_t>(skeleton.parent({i}).index)] = true;
  std::vector<JointId> found;
  for (int i = 0; i < skeleton.joint_count(); ++i)
    if (!has_child[static_cast<std::size_t>(i)]) found.push_back({i});
  return found;
}

TEST(FullBody, ReachesInsideTightLimits) {
  const int problems = 1000;
  int solved = 0, at_once = 0;
  double worst_violation = 0;
  for (int i = 0; i < problems; ++i) {
    Random random(static_cast<std::uint64_t>(i));
    const Skeleton skeleton = limited_skeleton(random);
    const Pose wanted = scenes::random_pose(skeleton, random);
    Frames frames(skeleton);
    forward(skeleton, wanted, frames);
    std::vector<Goal> goals;
    for (const JointId leaf : leaves(skeleton)) {
      const Vec3 offset = random.point(0.3);
      goals.push_back(reach(leaf, frames.position({leaf, offset}), {.offset = offset}));
      if (goals.size() == 3) break;
    }
    Pose pose = skeleton.rest_pose();
    Scratch scratch(skeleton);
    at_once += solve(skeleton, goals, FullBody{}, pose, scratch).reached();
    worst_violation = std::max(worst_violation, limit_violation(skeleton, pose));
    pose = skeleton.rest_pose();
    const Report report = solve(skeleton, goals, FullBody{.restarts = 10}, pose, scratch);
    solved += report.reached();
    worst_violation = std::max(worst_violation, limit_violation(skeleton, pose));
  }
  std::printf("  %.1f %% at once, %.1f %% with at most ten restarts\n", 100.0 * at_once / problems,
              100.0 * solved / problems);
  EXPECT_GE(solved, 999);
  EXPECT_LE(worst_violation, 1e-9);
}

/// The residual of the goals of one priority, in reaches and radians, row by row.
std::vector<double> residuals(const Skeleton& skeleton, const Pose& pose, const std::vector<Goal>& goals,
                              int priority) {
  Frames frames(skeleton);
  forward(skeleton, pose, frames);
  std::vector<double> out;
  for (const Goal& goal : goals) {
    if (goal.priority != priority) continue;
    const GoalError error = measure(skeleton, frames, pose, goal);
    out.push_back(error.position);
    out.push_back(error.angle);
  }
  return out;
}

TEST(FullBody, LaterPrioritiesCostEarlierOnesNothing) {
  double worst = 0;
  int infeasible = 0;
  for (int i = 0; i < 1000; ++i) {
    Random random(static_cast<std::uint64_t>(i) + 5000);
    const Skeleton skeleton = limited_skeleton(random);
    const std::vector<JointId> tips = leaves(skeleton);
    std::vector<Goal> goals;
    Frames frames(skeleton);
    forward(skeleton, scenes::random_pose(skeleton, random), frames);
    const bool out_of_reach = i % 2 == 0;
    const JointId tip = tips.back();
    const Vec3 there = frames.position(tip);
    goals.push_back(reach(tip, out_of_reach ? there * 3.0 + random.direction() : there, {.priority = 0}));
    goals.push_back(reach({random.below(skeleton.joint_count())}, random.point(1), {.priority = 1}));
    goals.push_back(orient({random.below(skeleton.joint_count())}, random.rotation(), {.priority = 2}));
    Scratch scratch(skeleton);
    Pose pose = skeleton.rest_pose();
    solve(skeleton, std::span(goals).first(1), FullBody{}, pose, scratch);
    const std::vector<double> alone = residuals(skeleton, pose, goals, 0);
    infeasible += alone[0] > 1e-3;
    Pose both = skeleton.rest_pose();
    solve(skeleton, std::span(goals).first(2), FullBody{}, both, scratch);
    const std::vector<double> second = residuals(skeleton, both, goals, 1);
    Pose all = skeleton.rest_pose();
    solve(skeleton, goals, FullBody{}, all, scratch);
    const double reach_length = 1;
    for (std::size_t k = 0; k < alone.size(); ++k) {
      worst = std::max(worst, std::abs(residuals(skeleton, both, goals, 0)[k] - alone[k]) / reach_length);
      worst = std::max(worst, std::abs(residuals(skeleton, all, goals, 0)[k] - alone[k]) / reach_length);
      worst = std::max(worst, std::abs(residuals(skeleton, all, goals, 1)[k] - second[k]) / reach_length);
    }
    EXPECT_LE(limit_violation(skeleton, all), 1e-9);
  }
  std::printf("  worst change of an earlier residual %.2g; %d of 1000 infeasible at the top\n", worst, infeasible);
  EXPECT_LE(worst, 1e-7);
  EXPECT_GE(infeasible, 400);
}

}  // namespace
}  // namespace kine
