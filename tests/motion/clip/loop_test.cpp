#include "kine/motion/loop.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "kine/model/pose.h"
#include "kine/motion/clip_course.h"
#include "kine/motion/root_motion.h"
#include "tests/motion/clip/walked_clip.h"
#include "tests/motion/test_figures.h"

namespace kine {
namespace {

using testing::WalkedClip;

std::vector<Vec3> places(const Skeleton& skeleton, std::span<const double> pose) {
  Frames frames(skeleton);
  forward(skeleton, pose, frames);
  std::vector<Vec3> all;
  for (int j = 0; j < skeleton.joint_count(); ++j) all.push_back(frames.position(JointId{j}));
  return all;
}

/// The most that joints go between two frames and that this changes from one frame to the next, metres.
struct Pace {
  double step = 0, change = 0;
};
Pace pace(const std::vector<Vec3>& a, const std::vector<Vec3>& b, const std::vector<Vec3>& c) {
  Pace pace;
  for (std::size_t j = 0; j < a.size(); ++j) {
    pace.step = std::max(pace.step, length(b[j] - a[j]));
    pace.change = std::max(pace.change, length(c[j] - b[j] * 2 + a[j]));
  }
  return pace;
}

/// Checks that a loop in place goes through its seam as through any other frame.
void expect_no_pop(const Skeleton& skeleton, const Clip& loop) {
  Pace inside;
  const int last = loop.frame_count() - 1;
  for (int i = 1; i < last; ++i) {
    const Pace here =
        pace(places(skeleton, loop.pose(i - 1)), places(skeleton, loop.pose(i)), places(skeleton, loop.pose(i + 1)));
    inside = {std::max(inside.step, here.step), std::max(inside.change, here.change)};
  }
  const Pace seam =
      pace(places(skeleton, loop.pose(last - 1)), places(skeleton, loop.pose(0)), places(skeleton, loop.pose(1)));
  EXPECT_LE(seam.step, inside.step * 1.001);
  EXPECT_LE(seam.change, inside.change * 1.001);
}

class Looped : public ::testing::TestWithParam<int> {};

TEST_P(Looped, AWalksCycleIsFoundAndClosesWithoutAPop) {
  const Skeleton skeleton = GetParam() == 0 ? scenes::humanoid() : testing::robot();
  const Vec3 up = GetParam() == 0 ? kUnitY : kUnitZ;
  WalkedClip walked(skeleton, up, 6);
  // It grows tired: no cycle is quite like another.
  const auto first = static_cast<std::size_t>(skeleton.first_value(walked.map.arms[0].forearm.last));
  for (int i = 0; i < walked.clip.frame_count(); ++i) walked.clip.pose(i)[first] -= 0.0004 * i;
  const Result<Cycle> cycle = find_cycle(skeleton, up, walked.clip);
  ASSERT_TRUE(cycle.ok()) << cycle.error();
  const double seconds = (cycle->to - cycle->from) / walked.clip.rate();
  EXPECT_GT(seconds, 0.8);
  EXPECT_LT(seconds, 1.6);
  const Result<Clip> loop = loop_clip(skeleton, up, walked.clip, *cycle, {.in_place = true});
  ASSERT_TRUE(loop.ok());
  EXPECT_TRUE(std::ranges::equal(loop->pose(0), loop->pose(loop->frame_count() - 1)));
  expect_no_pop(skeleton, *loop);
}
INSTANTIATE_TEST_SUITE_P(Loop, Looped, ::testing::Values(0, 1));

TEST(Loop, GoesOnWhereItEnds) {
  const Skeleton skeleton = scenes::humanoid();
  WalkedClip walked(skeleton, kUnitY, 6);
  move_clip(walked.body, {from_axis_angle(kUnitY, 0.9), {2, 0, 1}}, walked.clip);
  const Result<Cycle> cycle = find_cycle(skeleton, kUnitY, walked.clip);
  ASSERT_TRUE(cycle.ok());
  const Result<Clip> loop = loop_clip(skeleton, kUnitY, walked.clip, *cycle);
  ASSERT_TRUE(loop.ok());
  const Result<RootMotion> way = root_motion(skeleton, kUnitY, *loop);
  ASSERT_TRUE(way.ok());
  const Transform travel = way->world_from_start.back();
  EXPECT_NEAR(length(travel.translation - (rotate(from_axis_angle(kUnitY, 0.9), kUnitZ) * length(travel.translation))),
              0, 0.05);
  // Three cycles in a row: each joint goes on without a pop.
  const int last = loop->frame_count() - 1;
  const auto at = [&](int i) {
    std::vector<Vec3> all = places(skeleton, loop->pose(i < 0 ? i + last : i % last));
    for (Vec3& place : all) {
      if (i < 0) place = inverse(travel) * place;
      if (i >= last) place = travel * place;
    }
    return all;
  };
  Pace inside;
  for (int i = 1; i + 1 < last; ++i) {
    const Pace here = pace(at(i - 1), at(i), at(i + 1));
    inside = {std::max(inside.step, here.step), std::max(inside.change, here.change)};
  }
  const Pace seam = pace(at(-1), at(0), at(1)), end = pace(at(last - 1), at(last), at(last + 1));
  EXPECT_LE(std::max(seam.step, end.step), inside.step * 1.001);
  EXPECT_LE(std::max(seam.change, end.change), inside.change * 1.001);
}

TEST(Loop, WhatNeverComesBackIsRefused) {
  const Skeleton skeleton = scenes::humanoid();
  const WalkedClip walked(skeleton, kUnitY, 0.3);
  EXPECT_NE(find_cycle(skeleton, kUnitY, walked.clip).error().find("the clip lasts 0.28 s"), std::string::npos);
  Clip still(skeleton, "still", 60);
  const Pose rest = skeleton.rest_pose();
  for (int i = 0; i < 200; ++i) still.append(rest.q);
  EXPECT_FALSE(find_cycle(skeleton, kUnitY, still).ok());
  Clip falls(skeleton, "falls", 60);
  Pose pose = rest;
  const JointId elbow = find_bones(skeleton, kUnitY)->arms[0].forearm.last;
  for (int i = 0; i < 200; ++i) {
    pose.q[static_cast<std::size_t>(skeleton.first_value(elbow))] = -0.005 * i;
    falls.append(pose.q);
  }
  EXPECT_NE(find_cycle(skeleton, kUnitY, falls).error().find("nowhere does the motion leave a pose"),
            std::string::npos);
  EXPECT_NE(loop_clip(skeleton, kUnitY, still, {10, 200, 0}).error().find("the clip's last frame is 199"),
            std::string::npos);
  EXPECT_FALSE(loop_clip(skeleton, kUnitY, still, {10, 11, 0}).ok());
}

TEST(Loop, AnArmThatStandsInTheWorldLoopsToo) {
  const Skeleton arm = scenes::seven_hinge_arm();
  Clip clip(arm, "wave", 60);
  Pose pose = arm.rest_pose();
  for (int i = 0; i < 200; ++i) {
    pose.q[1] = 0.6 * std::sin(kTwoPi * i / 75.3);
    pose.q[3] = -0.8 + 0.3 * std::cos(kTwoPi * i / 75.3) + 0.0005 * i;
    clip.append(pose.q);
  }
  const Result<Cycle> cycle = find_cycle(arm, kUnitZ, clip);
  ASSERT_TRUE(cycle.ok()) << cycle.error();
  EXPECT_NEAR(cycle->to - cycle->from, 75, 2);
  const Result<Clip> loop = loop_clip(arm, kUnitZ, clip, *cycle);
  ASSERT_TRUE(loop.ok());
  expect_no_pop(arm, *loop);
}

}  // namespace
}  // namespace kine
