#include "kine/motion/root_motion.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "kine/model/pose.h"
#include "kine/motion/clip_course.h"
#include "tests/motion/clip/walked_clip.h"
#include "tests/motion/test_figures.h"

namespace kine {
namespace {

using testing::WalkedClip;

/// A walk that is bent round a circle.
Clip turning(WalkedClip& walked) {
  Clip clip = walked.clip;
  const Clip straight = walked.clip;
  for (int i = 0; i < clip.frame_count(); ++i) {
    Clip one = *cut(walked.body.skeleton(), straight, i, i + 1);
    move_clip(walked.body, {from_axis_angle(kUnitY, 0.02 * i), {0.01 * i, 0, 0}}, one);
    std::ranges::copy(one.pose(0), clip.pose(i).begin());
  }
  return clip;
}

double apart(const Clip& a, const Clip& b) {
  double most = 0;
  for (std::size_t k = 0; k < a.poses().size(); ++k) most = std::max(most, std::abs(a.poses()[k] - b.poses()[k]));
  return most;
}

class InPlace : public ::testing::TestWithParam<int> {};

TEST_P(InPlace, PutBackItIsTheClipAgain) {
  const Skeleton skeleton = GetParam() == 2 ? testing::robot() : scenes::humanoid();
  const Vec3 up = GetParam() == 2 ? kUnitZ : kUnitY;
  WalkedClip walked(skeleton, up, 4);
  const Clip clip = turning(walked);
  for (const RootSettings settings : {RootSettings{}, RootSettings{.turn = false}, RootSettings{.smooth = 1}}) {
    const RootMotion way = *root_motion(skeleton, up, clip, settings);
    const Clip still = *put_in_place(skeleton, clip, way);
    EXPECT_LT(apart(*put_back(skeleton, still, way), clip), 1e-12);
    EXPECT_GT(apart(still, clip), 1);
  }
}
INSTANTIATE_TEST_SUITE_P(RootMotion, InPlace, ::testing::Values(0, 2));

TEST(RootMotion, InPlaceTheRootStaysAndFacesOneWay) {
  const Skeleton skeleton = scenes::humanoid();
  WalkedClip walked(skeleton, kUnitY, 4);
  const Clip clip = turning(walked);
  const RootMotion way = *root_motion(skeleton, kUnitY, clip);
  const Clip still = *put_in_place(skeleton, clip, way);
  Frames before(skeleton), after(skeleton), first(skeleton);
  forward(skeleton, still.pose(0), first);
  const JointId root = walked.map.pelvis;
  for (int i = 0; i < clip.frame_count(); ++i) {
    forward(skeleton, clip.pose(i), before);
    forward(skeleton, still.pose(i), after);
    const Vec3 moved = after.position(root) - first.position(root);
    EXPECT_LT(std::abs(moved.x) + std::abs(moved.z), 1e-12);
    EXPECT_NEAR(after.position(root).y, before.position(root).y, 1e-12);
    EXPECT_LT(std::abs((after.rotation(root) * conjugate(first.rotation(root))).y), 1e-9);
  }
}

TEST(RootMotion, ASmoothWayLeavesTheSway) {
  const Skeleton skeleton = scenes::humanoid();
  WalkedClip walked(skeleton, kUnitY, 5);
  const RootMotion way = *root_motion(skeleton, kUnitY, walked.clip, {.turn = false, .smooth = 1.1});
  const Clip still = *put_in_place(skeleton, walked.clip, way);
  Frames frames(skeleton);
  double least = 1, most = -1;
  for (int i = 120; i < 240; ++i) {
    forward(skeleton, still.pose(i), frames);
    const Vec3 at = frames.position(walked.map.pelvis);
    least = std::min(least, at.x);
    most = std::max(most, at.x);
    EXPECT_LT(std::abs(at.z), 0.1);
  }
  EXPECT_GT(most - least, 0.015);
}

TEST(RootMotion, WhatDoesNotFitIsRefused) {
  const Skeleton arm = scenes::seven_hinge_arm();
  Clip clip(arm, "arm", 60);
  clip.append(arm.rest_pose());
  EXPECT_NE(root_motion(arm, kUnitZ, clip).error().find("free to move about"), std::string::npos);
  const Skeleton skeleton = scenes::humanoid();
  WalkedClip walked(skeleton, kUnitY, 1);
  RootMotion way = *root_motion(skeleton, kUnitY, walked.clip);
  way.world_from_start.pop_back();
  EXPECT_NE(put_back(skeleton, walked.clip, way).error().find("the way has 59 frames"), std::string::npos);
}

}  // namespace
}  // namespace kine
