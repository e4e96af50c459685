// Global: poses of arms from seeds that are far away.
#include "kine/solve/global.h"

#include <gtest/gtest.h>

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
