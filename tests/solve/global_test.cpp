// Global: poses of arms from seeds that are far away.
#include "kine/solve/global.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "kine/kinematics/forward.h"
#include "kine/model/pose.h"
#include "kine/solve/freedom_mask.h"
#include "scenes/random_pose.h"
#include "scenes/scenes.h"
#include "tests/solve/degenerate.h"
#include "tests/support/random_skeleton.h"

namespace kine {
namespace {

using test::Random;

/// A chain of hinges and sliders; some values follow the one before.
Skeleton random_arm(Random& random, int count, bool followers) {
  std::vector<Joint> joints;
  std::string parent;
  for (int i = 0; i < count; ++i) {
    const std::string name = "j" + std::to_string(i);
    const double width = random.uniform(2, 6);
    const bool slides = random.chance(0.15);
    const Range limits = slides ? Range{-0.2, 0.3} : Range{-width / 2, width / 2};
    joints.push_back(slides ? slider(name, parent, random.point(0.4), random.direction(), limits)
                            : hinge(name, parent, random.point(0.4), random.direction(), limits));
    joints.back().rest.rotation = random.rotation();
    if (followers && i > 1 && random.chance(0.3) && !joints[joints.size() - 2].axes[0].follows)
      joints.back().axes[0].follows = Follow{parent, 0, random.uniform(-1, 1) + 0.1, random.uniform(-0.3, 0.3)};
    parent = name;
  }
  joints.push_back(fixed_joint("tip", parent, random.point(0.3)));
  joints.back().rest.rotation = random.rotation();
  const Result<Skeleton> skeleton = Skeleton::build(joints);
  return skeleton ? *skeleton : random_arm(random, count, false);
}

TEST(Global, FindsPlantedPlaces) {
  int reached = 0, asked = 0;
  for (int i = 0; i < 400; ++i) {
    Random random(static_cast<std::uint64_t>(i));
    const Skeleton arm = random_arm(random, 6 + random.below(5), i % 2 == 0);
    Frames frames(arm);
    forward(arm, scenes::random_pose(arm, random), frames);
    const JointId tip = arm.joint("tip");
    Pose pose = scenes::random_pose(arm, random);
    const Report report =
        test::degenerate::solve_checked(Global{}, arm, {place(tip, frames.world_from_joint(tip))}, pose);
    ++asked;
    reached += report.reached();
  }
  EXPECT_GE(reached, asked - 2);
}

TEST(Global, FindsPlantedReachesInFramesAndWithLocks) {
  int reached = 0, asked = 0;
  for (int i = 0; i < 200; ++i) {
    Random random(static_cast<std::uint64_t>(i));
    const Skeleton arm = random_arm(random, 8, i % 2 == 0);
    Pose pose = scenes::random_pose(arm, random), wanted = scenes::random_pose(arm, random);
    FreedomMask mask(arm);
    mask.lock_freedom(3);
    const auto locked = static_cast<std::size_t>(arm.freedom(3).value);
    wanted[locked] = pose[locked];
    tidy(arm, wanted.q);
    Frames frames(arm);
    forward(arm, wanted, frames);
    const JointId tip = arm.joint("tip"), frame{i % 3 == 0 ? 0 : -1};
    const Vec3 target =
        frame.valid() ? inverse(frames.world_from_joint(frame)) * frames.position(tip) : frames.position(tip);
    const double before = pose[locked];
    const Report report =
        test::degenerate::solve_checked(Global{.movable = mask}, arm, {reach(tip, target, {.frame = frame})}, pose);
    EXPECT_EQ(pose[locked], before);
    ++asked;
    reached += report.reached();
  }
  EXPECT_GE(reached, asked - 1);
}

TEST(Global, LetsAToolSpin) {
  int reached = 0;
  for (int i = 0; i < 100; ++i) {
    Random random(static_cast<std::uint64_t>(i));
    const Skeleton arm = random_arm(random, 6, false);
    Frames frames(arm);
    forward(arm, scenes::random_pose(arm, random), frames);
    const JointId tip = arm.joint("tip");
    const Vec3 axis = random.direction(), at = frames.position(tip);
    const Vec3 ahead = at + rotate(frames.rotation(tip), axis);
    Pose pose = scenes::random_pose(arm, random);
    const Report report = test::degenerate::solve_checked(Global{}, arm, {reach(tip, at), aim(tip, axis, ahead)}, pose);
    reached += report.reached();
  }
  EXPECT_EQ(reached, 100);
}

double distance(const Pose& a, const Pose& b) {
  double sum = 0;
  for (std::size_t v = 0; v < a.q.size(); ++v) sum += (a[v] - b[v]) * (a[v] - b[v]);
  return std::sqrt(sum);
}

/// Three rows: of the many ways to a point from far away it takes one of the nearer ones, about as near as Nearest's.
TEST(Global, ReachesEndNearTheSeed) {
  double quick = 0, nearest = 0;
  int far = 0;
  for (int i = 0; i < 200; ++i) {
    Random random(static_cast<std::uint64_t>(i));
    const Skeleton arm = i % 2 == 0 ? scenes::seven_hinge_arm() : random_arm(random, 7, false);
    Frames frames(arm);
    forward(arm, scenes::random_pose(arm, random), frames);
    const JointId tip{arm.joint_count() - 1};
    const Pose seed = i % 4 < 2 ? arm.rest_pose() : scenes::random_pose(arm, random);
    const auto way = [&](Choice choice) {
      Pose pose = seed;
      const Global method{.choice = choice};
      EXPECT_TRUE(test::degenerate::solve_checked(method, arm, {reach(tip, frames.position(tip))}, pose).reached());
      return distance(pose, seed);
    };
    const double one = way(Choice::Quick), best = way(Choice::Nearest);
    quick += one;
    nearest += best;
    far += one > 2 * best + 0.1;
  }
  EXPECT_LT(quick, 1.1 * nearest);  // 1.3 times by the steps of the other descents
  EXPECT_LE(far, 4);
}

/// Five rows: how the tool is spun in the seed is no reason to go far from it.
TEST(Global, ASpinningToolStaysNearTheSeed) {
  for (const Choice choice : {Choice::Quick, Choice::Nearest}) {
    int far = 0;
    for (int i = 0; i < 100; ++i) {
      Random random(static_cast<std::uint64_t>(i));
      const Skeleton arm = random_arm(random, 6 + i % 2, false);
      Frames frames(arm);
      const Pose planted = scenes::random_pose(arm, random);
      forward(arm, planted, frames);
      const JointId tip = arm.joint("tip");
      const Vec3 axis = random.direction(), at = frames.position(tip);
      Pose seed = planted;
      for (double& value : seed.q) value += random.uniform(-0.05, 0.05);
      clamp_to_limits(arm, seed);
      Pose pose = seed;
      const std::vector<Goal> goals{reach(tip, at), aim(tip, axis, at + rotate(frames.rotation(tip), axis))};
      EXPECT_TRUE(test::degenerate::solve_checked(Global{.choice = choice}, arm, goals, pose).reached());
      far += distance(pose, seed) > 2 * distance(planted, seed);
    }
    EXPECT_LE(far, 4) << static_cast<int>(choice);  // near-singular ones
  }
}

TEST(Global, RefusesWithASentence) {
  const Skeleton arm = scenes::seven_hinge_arm(), chain = scenes::ball_chain(4);
  const JointId tip{arm.joint_count() - 1};
  Scratch scratch(std::size_t{1} << 20);
  const auto refused = [&](const Skeleton& skeleton, const std::vector<Goal>& goals, const Global& method = {}) {
    Pose pose = skeleton.rest_pose();
    const Pose before = pose;
    const Report report = solve(skeleton, goals, method, pose, scratch);
    EXPECT_EQ(report.status, Status::BadInput);
    EXPECT_GT(std::string(report.fault).size(), 10u);
    EXPECT_EQ(pose, before);
  };
  refused(arm, {});
  refused(arm, {orient(tip, {})});
  refused(arm, {reach(tip, {}), reach(tip, {})});
  refused(arm, {place(tip, {}), aim(tip, kUnitX, {1, 0, 0})});
  refused(arm, {reach(tip, {}), aim(tip, kUnitX, {})});
  refused(arm, {reach(tip, {}, {.fade = 0.5})});
  refused(arm, {reach(tip, {})}, {.max_starts = -1});
  refused(arm, {reach(tip, {})}, {.max_starts = Global::kMostStarts + 1});
  refused(chain, {reach(chain.joint("tip"), {0.5, 0, 0})});
}

}  // namespace
}  // namespace kine
