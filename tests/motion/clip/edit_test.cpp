#include "kine/motion/edit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "kine/model/pose.h"
#include "tests/motion/clip/walked_clip.h"
#include "tests/motion/test_figures.h"

namespace kine {
namespace {

using testing::WalkedClip;

struct Walker {
  Skeleton skeleton = testing::loose();
  WalkedClip walked{skeleton, kUnitY, 2};
  JointId hand = walked.map.arms[1].hand.last;
  EditSettings settings{.keep = {walked.map.legs[0].foot.first, walked.map.legs[1].foot.first},
                        .trunk = {walked.map.pelvis, walked.map.chest},
                        .blend = 0.2};

  Vec3 place(const Clip& clip, int frame, JointId joint) const {
    Frames frames(skeleton);
    forward(skeleton, clip.pose(frame), frames);
    return frames.position(joint);
  }
  EditPin pin(int frame, const Vec3& offset) const { return {hand, frame, place(walked.clip, frame, hand) + offset}; }
};

TEST(Edit, AHandGoesThereTheFeetStandAndTheFramesBesideFade) {
  const Walker w;
  const EditPin pin = w.pin(60, {0.05, 0.25, 0.1});
  const Result<Clip> edited = edit_clip(w.skeleton, w.walked.clip, std::span(&pin, 1), w.settings);
  ASSERT_TRUE(edited.ok()) << edited.error();
  EXPECT_LT(length(w.place(*edited, 60, w.hand) - pin.at), 2e-4);
  std::vector<double> moved;
  for (int i = 0; i < edited->frame_count(); ++i) {
    for (const JointId foot : w.settings.keep)
      EXPECT_LT(length(w.place(*edited, i, foot) - w.place(w.walked.clip, i, foot)), 5e-4) << i;
    moved.push_back(length(w.place(*edited, i, w.hand) - w.place(w.walked.clip, i, w.hand)));
    if (std::abs(i - 60) <= 12) continue;
    EXPECT_TRUE(std::ranges::equal(edited->pose(i), w.walked.clip.pose(i))) << i;
  }
  for (std::size_t i = 1; i < moved.size(); ++i)
    EXPECT_LT(std::abs(moved[i] - moved[i - 1]), 2 * moved[60] / 13 + 2e-4);
}

TEST(Edit, FromPinToPinItDoesNotFade) {
  const Walker w;
  const Vec3 up{0, 0.2, 0.1};
  const EditPin pins[] = {w.pin(50, up), w.pin(60, up), w.pin(100, up)};
  const Result<Clip> edited = edit_clip(w.skeleton, w.walked.clip, pins, w.settings);
  ASSERT_TRUE(edited.ok()) << edited.error();
  for (int i = 50; i <= 60; ++i)
    EXPECT_NEAR(length(w.place(*edited, i, w.hand) - w.place(w.walked.clip, i, w.hand)), length(up), 1e-3) << i;
  EXPECT_TRUE(std::ranges::equal(edited->pose(80), w.walked.clip.pose(80)));
  EXPECT_LT(length(w.place(*edited, 100, w.hand) - pins[2].at), 2e-4);
}

TEST(Edit, BothHandsAtOnceAndEveryMethod) {
  const Walker w;
  const JointId left = w.walked.map.arms[0].hand.last;
  const EditPin pins[] = {w.pin(60, {0, 0.2, 0.1}), {left, 60, w.place(w.walked.clip, 60, left) + Vec3{0.1, 0.1, 0.1}}};
  const Result<Clip> edited = edit_clip(w.skeleton, w.walked.clip, pins, w.settings);
  ASSERT_TRUE(edited.ok()) << edited.error();
  for (const EditPin& pin : pins) EXPECT_LT(length(w.place(*edited, 60, pin.joint) - pin.at), 2e-4);
  const Tolerance near{.metres = 1e-4};
  const EditMethod methods[] = {Hybrid{.body = {.tolerance = near}, .limb = {.tolerance = near}},
                                Jacobian{.tolerance = near},
                                Ccd{.tolerance = near},
                                Fabrik{.tolerance = near},
                                Shake{.tolerance = near},
                                TwoBone{.tolerance = near}};
  for (const EditMethod& method : methods) {
    EditSettings settings = w.settings;
    settings.method = method;
    settings.from = w.walked.map.arms[1].upper_arm.first;
    const EditPin pin = w.pin(60, {0, 0.05, 0.02});
    const Result<Clip> one = edit_clip(w.skeleton, w.walked.clip, std::span(&pin, 1), settings);
    ASSERT_TRUE(one.ok()) << method.index() << one.error();
    EXPECT_LT(length(w.place(*one, 60, w.hand) - pin.at), 1e-3) << method.index();
    EXPECT_LT(length(w.place(*one, 60, w.walked.map.chest) - w.place(w.walked.clip, 60, w.walked.map.chest)), 1e-12);
  }
}

TEST(Edit, WhatCannotBeIsRefusedByNameAndFrame) {
  const Walker w;
  const auto error = [&](std::vector<EditPin> pins) {
    return edit_clip(w.skeleton, w.walked.clip, pins, w.settings).error();
  };
  const std::string name = w.skeleton.name(w.hand);
  EXPECT_NE(error({w.pin(60, {0, 9, 0})}).find("\"" + name + "\" at frame 60 cannot be reached: it stays "),
            std::string::npos)
      << error({w.pin(60, {0, 9, 0})});
  EXPECT_NE(error({w.pin(60, {0, 0.1, 0}), w.pin(60, {0, 0.2, 0})}).find("at frame 60 is wanted in two places"),
            std::string::npos);
  EXPECT_NE(error({{w.hand, 120, {}}}).find("at frame 120: the clip has frames 0 to 120"), std::string::npos);
  EXPECT_NE(error({{w.hand, 3, {0, std::nan(""), 0}}}).find("its place is no number"), std::string::npos);
  EXPECT_FALSE(error({{JointId{999}, 3, {}}}).empty());
  EditSettings near = w.settings;
  near.all_reached = false;
  const EditPin far = w.pin(60, {0, 9, 0});
  EXPECT_TRUE(edit_clip(w.skeleton, w.walked.clip, std::span(&far, 1), near).ok());
}

TEST(Edit, OneFrameIsPulledAsTheWholeClipIs) {
  const Walker w;
  const EditPin pin = w.pin(60, {0.05, 0.25, 0.1});
  Pose pose = w.skeleton.rest_pose();
  const PullReport report = pull_joints(w.skeleton, w.walked.clip, 60, std::span(&pin, 1), w.settings, pose.q);
  EXPECT_NE(report.report.status, Status::BadInput);
  EXPECT_LT(report.missed, 1e-4);
  EXPECT_LT(report.slipped, 5e-4);
  EXPECT_EQ(report.kept, 2);
  const Result<Clip> edited = edit_clip(w.skeleton, w.walked.clip, std::span(&pin, 1), w.settings);
  EXPECT_TRUE(std::ranges::equal(edited->pose(60), pose.q));
}

TEST(Edit, ClipsOutsideOfLimitsAndWithTracksKeepWhatTheyShow) {
  const Skeleton skeleton = scenes::humanoid();
  WalkedClip walked(skeleton, kUnitY, 1);
  const JointId knee = walked.map.legs[0].shank.first, hand = walked.map.arms[1].hand.last;
  Clip clip = walked.clip;
  for (int i = 0; i < clip.frame_count(); ++i)
    clip.pose(i)[static_cast<std::size_t>(skeleton.first_value(knee))] -= 0.4;  // bent the wrong way
  const std::size_t track = clip.add_translations(skeleton, hand);
  for (Vec3& value : clip.translations()[track].values) value = value * 1.3;
  const EditPin pin{hand, 30, {-0.3, 1.2, 0.4}};
  EditSettings settings{.from = walked.map.arms[1].upper_arm.first, .all_reached = false};
  Pose pose = skeleton.rest_pose();
  pull_joints(skeleton, clip, 30, std::span(&pin, 1), settings, pose.q);
  const auto value = static_cast<std::size_t>(skeleton.first_value(knee));
  EXPECT_EQ(pose.q[value], clip.pose(30)[value]);
}

}  // namespace
}  // namespace kine
