#include "kine/motion/look_at.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "kine/kinematics/forward.h"
#include "kine/math/trig.h"
#include "kine/model/pose.h"
#include "kine/motion/bone_map.h"
#include "tests/motion/test_figures.h"
#include "tests/support/allocation_trap.h"

namespace kine {
namespace {

constexpr double kFrame = 1.0 / 60;

/// Our figure standing, and how its head looks along +Z then.
struct Onlooker {
  explicit Onlooker(Skeleton made)
      : skeleton(std::move(made)),
        map(*find_bones(skeleton, kUnitY)),
        body(*MotionBody::build(skeleton, map, kUnitY)),
        scratch(body),
        animated(scenes::standing_pose(scenes::humanoid())),
        pose(skeleton.rest_pose()) {
    if (animated.size() != pose.size()) animated = skeleton.rest_pose();
    Frames frames(skeleton);
    forward(skeleton, animated, frames);
    head = frames.world_from_joint(map.head.last);
  }

  LookAtReport look(const Vec3& target, const LookAtSettings& settings = {}, double dt = kFrame) {
    return look_at(body, animated, target, settings, dt, state, pose, scratch);
  }
  LookAtReport look_for(int frames, const Vec3& target, const LookAtSettings& settings = {}) {
    LookAtReport report;
    for (int i = 0; i < frames; ++i) report = look(target, settings);
    return report;
  }
  Transform now() const {
    Frames frames(skeleton);
    forward(skeleton, pose, frames);
    return frames.world_from_joint(map.head.last);
  }
  /// The head's turn since it was animated.
  Quat turned() const { return now().rotation * conjugate(head.rotation); }
  /// Of the gaze, measured here: what the head points along from where it is.
  double off(const Vec3& target) const {
    const Vec3 gaze = rotate(turned(), kUnitZ), way = normalised(target - now().translation);
    return atan2(length(cross(gaze, way)), dot(gaze, way));
  }
  double yaw() const {
    const Vec3 gaze = rotate(turned(), kUnitZ);
    return atan2(gaze.x, gaze.z);
  }

  Skeleton skeleton;
  BoneMap map;
  MotionBody body;
  Scratch scratch;
  Pose animated, pose;
  LookAtState state;
  Transform head;
};

TEST(LookAt, TheHeadComesToLookAtAPointAndStaysLevel) {
  for (const bool loose : {false, true}) {
    Onlooker who(loose ? testing::loose() : scenes::humanoid());
    for (const Vec3 target : {Vec3{1, 1.5, 2}, Vec3{-2, 1.2, 2}, Vec3{0.5, 2.2, 2}, Vec3{1.5, 0.9, 2}}) {
      const LookAtReport report = who.look_for(120, target, {.dead_zone = 0});
      EXPECT_LT(report.off, 0.002);
      EXPECT_LT(who.off(target), 0.002) << loose;
      EXPECT_NEAR(rotate(who.turned(), kUnitX).y, 0, 0.01) << loose;
      EXPECT_LT(limit_violation(who.skeleton, who.pose), 1e-9);
    }
  }
}

TEST(LookAt, PartsTurnByTheirSharesAndMakeUpForEachOther) {
  Onlooker who(testing::loose());
  who.look_for(120, {0.4, 1.6, 2});
  Frames frames(who.skeleton), before(who.skeleton);
  forward(who.skeleton, who.pose, frames);
  forward(who.skeleton, who.animated, before);
  const auto yaw = [&](JointId joint) {
    const Vec3 ahead = rotate(frames.rotation(joint) * conjugate(before.rotation(joint)), kUnitZ);
    return atan2(ahead.x, ahead.z);
  };
  const double chest = yaw(who.map.chest), head = yaw(who.map.head.last);
  // Our figure has no neck: spine 0.1, chest 0.2, head 0.4.
  EXPECT_NEAR(chest / head, 0.3 / 0.7, 0.01);
  LookAtSettings stiff;
  stiff.head.yaw = 0;
  EXPECT_LT(who.look_for(120, {0.4, 1.6, 2}, stiff).off, 0.05);  // the trunk does it alone
  LookAtSettings shared;
  shared.chest.share = 1;
  who.look_for(120, {0.4, 1.6, 2}, shared);
  forward(who.skeleton, who.pose, frames);
  EXPECT_GT(yaw(who.map.chest), chest * 1.5);
}

TEST(LookAt, GoesPastTheFrontAndNoFasterThanAsked) {
  Onlooker who(scenes::humanoid());
  const LookAtSettings settings{.fastest = 3};
  who.look_for(60, {3, 1.6, 0.5}, settings);
  double before = who.yaw();
  EXPECT_GT(before, 0.8);
  bool front = false;
  for (int i = 0; i < 120; ++i) {
    who.look({-3, 1.6, 0.5}, settings);
    const double now = who.yaw();
    EXPECT_LT(std::abs(now - before), settings.fastest * kFrame + 1e-6) << i;
    EXPECT_LT(now, before + 1e-3) << i;
    front = front || std::abs(now) < 0.1;
    before = now;
  }
  EXPECT_TRUE(front);
  EXPECT_LT(before, -0.8);
}

TEST(LookAt, LetsGoOfWhatIsBehind) {
  Onlooker who(scenes::humanoid());
  who.look_for(60, {1, 1.6, 2});
  const LookAtReport report = who.look_for(120, {0.2, 1.6, -3});
  EXPECT_TRUE(report.out_of_reach);
  EXPECT_LT(std::abs(who.yaw()), 0.01);
}

TEST(LookAt, WithinTheDeadZoneTheGazeRests) {
  Onlooker who(scenes::humanoid());
  who.look_for(60, {0.5, 1.6, 2}, {.dead_zone = 0.1});
  const Pose before = who.pose;
  who.look_for(30, {0.6, 1.6, 2}, {.dead_zone = 0.1});
  for (std::size_t i = 0; i < before.size(); ++i) EXPECT_NEAR(before[i], who.pose[i], 0.01);
  who.look_for(60, {1.5, 1.6, 2}, {.dead_zone = 0.1});
  EXPECT_LT(who.off({1.5, 1.6, 2}), 0.12);
}

TEST(LookAt, AWeightOfZeroKeepsTheBitsAndLegsAlwaysDo) {
  Onlooker who(scenes::humanoid());
  who.look_for(30, {1, 1.6, 2}, {.weight = 0});
  EXPECT_EQ(who.pose, who.animated);
  who.look_for(60, {1, 1.6, 2});
  for (const BoneMap::LegBones& leg : who.map.legs)
    for (int k = 0; k < who.skeleton.value_count(leg.thigh.first); ++k) {
      const auto value = static_cast<std::size_t>(who.skeleton.first_value(leg.thigh.first) + k);
      EXPECT_EQ(who.pose[value], who.animated[value]);
    }
}

TEST(LookAt, AllocatesNothingCanBeRewoundAndRefusesBadInput) {
  Onlooker who(scenes::humanoid());
  {
    const test::AllocationTrap trap;
    who.look_for(20, {1, 1.6, 2});
    EXPECT_EQ(trap.count(), 0);
  }
  const LookAtState state = who.state;
  who.look_for(10, {-1, 1.6, 2});
  const Pose first = who.pose;
  who.state = state;
  who.look_for(10, {-1, 1.6, 2});
  EXPECT_EQ(first, who.pose);
  EXPECT_LE(sizeof(LookAtState), 1024u);
  EXPECT_TRUE(who.look({std::nan(""), 0, 0}).bad_input);
  EXPECT_TRUE(who.look({1, 1.6, 2}, {}, -1).bad_input);
  EXPECT_EQ(who.pose, who.animated);
}

}  // namespace
}  // namespace kine
