#include "kine/model/pose.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "tests/support/random_skeleton.h"

namespace kine {
namespace {

using test::Random;

std::size_t freedoms(const Skeleton& skeleton) { return static_cast<std::size_t>(skeleton.freedom_count()); }

/// The largest difference of two poses as rotations and values.
double distance(const Skeleton& skeleton, const Pose& a, const Pose& b) {
  std::vector<double> speeds(freedoms(skeleton));
  difference(skeleton, a, b, speeds);
  double worst = 0;
  for (const double s : speeds) worst = std::max(worst, std::abs(s));
  return worst;
}

TEST(Pose, IntegratingTheDifferenceLeadsThere) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed);
    const Skeleton skeleton = random_skeleton(random, {.joints = 10});
    Pose from = random_pose(random, skeleton);
    const Pose to = random_pose(random, skeleton);
    std::vector<double> speeds(freedoms(skeleton));
    difference(skeleton, from, to, speeds);
    integrate(skeleton, speeds, 1, from);
    EXPECT_LE(distance(skeleton, from, to), 1e-12) << seed;
  }
}

TEST(Pose, IntegratingBackAndForthChangesNothing) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Random random(seed);
    const Skeleton skeleton = random_skeleton(random, {.joints = 10});
    const Pose start = random_pose(random, skeleton);
    const std::vector<double> speeds = random_speeds(random, skeleton);
    Pose pose = start;
    integrate(skeleton, speeds, 0.7, pose);
    EXPECT_GT(distance(skeleton, start, pose), freedoms(skeleton) ? 1e-6 : -1);
    integrate(skeleton, speeds, -0.7, pose);
    EXPECT_LE(distance(skeleton, start, pose), 1e-12);
  }
}

TEST(Pose, BlendMeetsItsEndsAndItsMiddle) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Random random(seed);
    const Skeleton skeleton = random_skeleton(random, {.joints = 10});
    const Pose a = random_pose(random, skeleton), b = random_pose(random, skeleton);
    Pose out = a;
    blend(skeleton, a, b, 0, out);
    EXPECT_LE(distance(skeleton, a, out), 1e-12);
    blend(skeleton, a, b, 1, out);
    EXPECT_LE(distance(skeleton, b, out), 1e-12);
    blend(skeleton, a, b, 0.5, out);
    std::vector<double> half(freedoms(skeleton)), whole(freedoms(skeleton));
    difference(skeleton, a, out, half);
    difference(skeleton, a, b, whole);
    for (std::size_t i = 0; i < half.size(); ++i) EXPECT_NEAR(half[i], whole[i] / 2, 1e-12);
  }
}

TEST(Pose, BallsGoTheShortWay) {
  const Joint joints[] = {ball("ball", "", {})};
  const Skeleton skeleton = *Skeleton::build(joints);
  const Quat turn = from_axis_angle(kUnitZ, 0.2);
  const std::vector<double> a{0, 0, 0, 1}, b{-turn.x, -turn.y, -turn.z, -turn.w};  // the same turn, other sign
  std::vector<double> speeds(3);
  difference(skeleton, a, b, speeds);
  EXPECT_NEAR(speeds[2], 0.2, 1e-15);
}

TEST(Pose, ClampedPosesAreInsideAndStayAsTheyAre) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed);
    const Skeleton skeleton = random_skeleton(random, {.joints = 10});
    Pose pose = random_pose(random, skeleton);
    const bool outside = limit_violation(skeleton, pose) > 1e-9;
    EXPECT_TRUE(!outside || clamp_to_limits(skeleton, pose)) << seed;
    clamp_to_limits(skeleton, pose);
    EXPECT_LE(limit_violation(skeleton, pose), 1e-12) << seed;
    const Pose before = pose;
    EXPECT_FALSE(clamp_to_limits(skeleton, pose)) << seed;
    EXPECT_EQ(pose, before) << seed;
  }
}

TEST(Pose, FollowersAreKeptTrue) {
  std::vector<Joint> joints{hinge("lead", "", {}, kUnitZ, {-1, 1}), hinge("led", "lead", {}, kUnitZ)};
  joints[1].axes[0].follows = Follow{"lead", 0, -2, 0.5};
  const Skeleton skeleton = *Skeleton::build(joints);
  Pose pose = skeleton.rest_pose();
  EXPECT_EQ(pose[1], 0.5);
  integrate(skeleton, std::vector<double>{1}, 0.25, pose);
  EXPECT_EQ(pose[0], 0.25);
  EXPECT_EQ(pose[1], 0.0);
  pose[1] = 77;  // only a record: the value itself is read from the leader
  EXPECT_EQ(joint_value(skeleton, pose, skeleton.joint("led")), 0.0);
  pose[0] = 3;
  EXPECT_TRUE(clamp_to_limits(skeleton, pose));
  EXPECT_EQ(pose[0], 1);
  EXPECT_EQ(pose[1], -1.5);
}

TEST(Pose, TellsUsableFromUnusable) {
  const Joint joints[] = {ball("ball", "", {}), hinge("hinge", "ball", {}, kUnitZ)};
  const Skeleton skeleton = *Skeleton::build(joints);
  Pose pose = skeleton.rest_pose();
  EXPECT_TRUE(is_usable(skeleton, pose));
  pose[4] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(is_usable(skeleton, pose));
  pose[4] = kInfinity;
  EXPECT_FALSE(is_usable(skeleton, pose));
  pose = skeleton.rest_pose();
  pose[3] = 0;  // a quaternion of zeros
  EXPECT_FALSE(is_usable(skeleton, pose));
  tidy(skeleton, pose);
  EXPECT_TRUE(is_usable(skeleton, pose));
}

TEST(Pose, ATidyPoseKeepsItsBits) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed);
    const Skeleton skeleton = random_skeleton(random, {.joints = 10});
    Pose pose = random_pose(random, skeleton);
    for (double& value : pose.q) value *= 1.1;
    tidy(skeleton, pose);
    const Pose once = pose;
    tidy(skeleton, pose);
    EXPECT_EQ(pose.q, once.q) << seed;
  }
}

// What a follower is due counts, whatever number is stored for it.
TEST(Pose, IsNotUsableWhereAFollowerWouldBeTooLarge) {
  Joint follower = slider("follower", "leader", {}, kUnitZ);
  follower.axes[0].follows = Follow{"leader", 0, 1e40, 0};
  const Joint joints[] = {slider("leader", "", {}, kUnitX), follower};
  const Skeleton skeleton = Skeleton::build(joints).value();
  Pose pose = skeleton.rest_pose();
  EXPECT_TRUE(is_usable(skeleton, pose));
  pose[0] = 1e70;
  EXPECT_FALSE(is_usable(skeleton, pose));
}

}  // namespace
}  // namespace kine
