#include "kine/motion/clean.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "kine/math/trig.h"
#include "kine/model/pose.h"
#include "tests/motion/clip/walked_clip.h"
#include "tests/motion/test_figures.h"

namespace kine {
namespace {

using testing::WalkedClip;

TEST(Clean, SkateThatWasPutInGoesAndTheUpperBodyStays) {
  const Skeleton skeleton = testing::loose();
  WalkedClip walked(skeleton);
  const auto root = static_cast<std::size_t>(skeleton.first_value(walked.map.pelvis)) + 4;
  Clip skating = walked.clip;
  for (int i = 0; i < skating.frame_count(); ++i) skating.pose(i)[root + 2] += 0.03 * sin(0.05 * i);
  CleanReport report;
  const Clip clean = clean_clip(walked.body, skating, {}, report);
  EXPECT_GT(report.skates.size(), 15u);
  double before = 0, most = 0, square = 0;
  for (const CleanReport::Skate& skate : report.skates) before = std::max(before, skate.before);
  EXPECT_GT(before, 0.015);
  constexpr int kSettling = 4;  // frames
  for (const CleanReport::Skate& skate : report.skates)
    for (int i = skate.plant.from + kSettling; i < skate.plant.to; ++i) {
      const auto point = skate.plant.part == FootPart::Heel ? &FootMoment::heel : &FootMoment::toe;
      const Vec3 now = testing::sole_of(walked.body, clean, i, skate.plant.side).*point;
      const Vec3 end = testing::sole_of(walked.body, clean, skate.plant.to - 1, skate.plant.side).*point;
      most = std::max(most, length(now - end));
    }
  EXPECT_LT(most, 0.002);
  for (int i = 0; i < clean.frame_count(); ++i) {
    const Vec3 moved = joint_translation(skeleton, clean.pose(i), walked.map.pelvis) -
                       joint_translation(skeleton, skating.pose(i), walked.map.pelvis);
    square += dot(moved, moved);
  }
  EXPECT_LT(std::sqrt(square / clean.frame_count()), 0.005);
}

TEST(Clean, AFrameInWhichAJointJumpsAwayIsMendedAndToldOf) {
  const Skeleton skeleton = testing::loose();
  WalkedClip walked(skeleton, kUnitY, 2);
  Clip spiky = walked.clip;
  const JointId elbow = walked.map.arms[1].forearm.last;
  const auto value = static_cast<std::size_t>(skeleton.first_value(elbow));
  spiky.pose(40)[value] += 0.7;
  const auto root = static_cast<std::size_t>(skeleton.first_value(walked.map.pelvis)) + 4;
  spiky.pose(70)[root] += 0.2;
  CleanReport report;
  const Clip clean = clean_clip(walked.body, spiky, {.feet = false}, report);
  ASSERT_EQ(report.spikes.size(), 2u);
  EXPECT_EQ(report.spikes[0].joint, elbow);
  EXPECT_EQ(report.spikes[0].frame, 40);
  EXPECT_NEAR(report.spikes[0].angle, 0.7, 0.05);
  EXPECT_EQ(report.spikes[1].frame, 70);
  EXPECT_NEAR(report.spikes[1].distance, 0.2, 0.05);
  EXPECT_NEAR(clean.pose(40)[value], walked.clip.pose(40)[value], 0.01);
  EXPECT_NEAR(clean.pose(70)[root], walked.clip.pose(70)[root], 0.01);
}

TEST(Clean, WhatNeedsNoMendingKeepsItsBits) {
  const Skeleton skeleton = testing::loose();
  WalkedClip walked(skeleton, kUnitY, 2);
  CleanReport report;
  const Clip clean = clean_clip(walked.body, walked.clip, {.feet = false}, report);
  EXPECT_TRUE(report.spikes.empty());
  EXPECT_TRUE(std::ranges::equal(clean.poses(), walked.clip.poses()));
}

}  // namespace
}  // namespace kine
