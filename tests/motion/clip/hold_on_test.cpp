#include "kine/motion/hold_on.h"

#include <gtest/gtest.h>

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

/// Our figure standing with its arms hanging.
struct Holder {
  explicit Holder(Skeleton made)
      : skeleton(std::move(made)),
        map(*find_bones(skeleton, kUnitY)),
        body(*MotionBody::build(skeleton, map, kUnitY)),
        scratch(body),
        animated(scenes::standing_pose(scenes::humanoid())),
        pose(skeleton.rest_pose()) {
    if (animated.size() != pose.size()) animated = skeleton.rest_pose();
  }

  HoldOnReport hold(std::span<const HandGrip> grips, const HoldOnSettings& settings = {}) {
    return hold_on(body, animated.q, grips, settings, kFrame, state, pose.q, scratch);
  }
  Transform joint(JointId id) const {
    Frames frames(skeleton);
    forward(skeleton, pose, frames);
    return frames.world_from_joint(id);
  }
  Transform hand(int side) const { return joint(map.arms[static_cast<std::size_t>(side)].hand.last); }
  bool legs_kept() const {
    for (const BoneMap::LegBones& leg : map.legs)
      for (int j = leg.thigh.first.index; j <= leg.foot.last.index; ++j)
        for (int k = 0; k < skeleton.value_count(JointId{j}); ++k) {
          const auto value = static_cast<std::size_t>(skeleton.first_value(JointId{j}) + k);
          if (pose[value] != animated[value]) return false;
        }
    return true;
  }

  Skeleton skeleton;
  BoneMap map;
  MotionBody body;
  Scratch scratch;
  Pose animated, pose;
  HoldOnState state;
};

TEST(HoldOn, AHandStaysOnAGripThatMoves) {
  for (const bool loose : {false, true}) {
    Holder who(loose ? testing::loose() : scenes::humanoid());
    for (int i = 0; i < 120; ++i) {  // a wheel in front of it, turned with both hands
      const double turn = 0.6 * sin(0.05 * i);
      const Vec3 hub{0, 1.15, 0.38};
      HandGrip grips[2];
      for (int side = 0; side < 2; ++side) {
        const double angle = turn + (side == 0 ? 0 : kPi);
        grips[side] = {
            .hand = side, .grip = {{}, hub + Vec3{0.18 * cos(angle), 0.18 * sin(angle), 0}}, .turns_hand = false};
      }
      const HoldOnReport report = who.hold(grips);
      for (int side = 0; side < 2; ++side) {
        EXPECT_LT(report.miss[side], 1e-4) << i;
        EXPECT_LT(length(who.hand(side).translation - grips[side].grip.translation), 1e-4) << loose << ' ' << i;
      }
    }
    EXPECT_TRUE(who.legs_kept());
    EXPECT_LT(limit_violation(who.skeleton, who.pose), 1e-9);
  }
}

TEST(HoldOn, InPlaceItGivesTheSameBits) {
  for (const bool loose : {false, true}) {
    Holder who(loose ? testing::loose() : scenes::humanoid());
    HoldOnState state;
    for (int i = 0; i < 40; ++i) {  // also where limits are in the way, and the trunk helps
      const Quat turn = from_axis_angle(kUnitX, 0.06 * i);
      const HandGrip grip{.hand = 0, .grip = {turn, {0.2 + 0.01 * i, 1.2, 0.3 + 0.01 * i}}, .palm = {0, -0.06, 0}};
      Pose pose = who.animated;
      hold_on(who.body, pose.q, {&grip, 1}, {}, kFrame, state, pose.q, who.scratch);
      who.hold({&grip, 1});
      ASSERT_EQ(pose.q, who.pose.q) << i;
    }
  }
}

TEST(HoldOn, AHandWithoutLimitsInTheWayIsTurnedByForearmAndWrist) {
  Holder who(scenes::humanoid());
  const Quat turn = who.hand(0).rotation * from_axis_angle(kUnitY, 0.5);
  const HandGrip grip{.hand = 0, .grip = {turn, {0.2, 1.15, 0.3}}, .palm = {0, -0.08, 0.01}};
  who.hold({&grip, 1});
  EXPECT_LT(length(who.hand(0) * grip.palm - grip.grip.translation), 2e-5);
  EXPECT_LT(limit_violation(who.skeleton, who.pose), 1e-9);
}

TEST(HoldOn, TheHandIsTurnedAndItsPalmIsOnTheGrip) {
  Holder who(testing::loose());
  const Quat turn = from_axis_angle(normalised(Vec3{1, 1, 0}), 0.8);
  const HandGrip grip{.hand = 1, .grip = {turn, {-0.25, 1.2, 0.35}}, .palm = {0, -0.08, 0.02}};
  who.hold({&grip, 1});
  EXPECT_LT(length(who.hand(1) * grip.palm - grip.grip.translation), 1e-9);
  EXPECT_LT(angle_of(conjugate(turn) * who.hand(1).rotation), 1e-9);
}

TEST(HoldOn, WhereTheArmIsTooShortTheTrunkHelpsAndLegsDoNot) {
  for (const bool loose : {false, true}) {
    Holder who(loose ? testing::loose() : scenes::humanoid());
    const HandGrip grip{.hand = 0, .grip = {{}, {0.2, 1.1, 0.64}}, .turns_hand = false};
    const HoldOnReport report = who.hold({&grip, 1});
    EXPECT_GT(report.trunk, 0.02) << loose;
    EXPECT_LT(length(who.hand(0).translation - grip.grip.translation), 0.01) << loose;
    EXPECT_TRUE(who.legs_kept());
    const HoldOnReport stiff = who.hold({&grip, 1}, {.trunk = 0});
    EXPECT_EQ(stiff.trunk, 0);
    EXPECT_GT(stiff.miss[0], 0.02);
  }
}

TEST(HoldOn, AnElbowFollowsItsPole) {
  Holder who(testing::loose());
  for (const Vec3 pole : {Vec3{1.5, 1.2, 0}, Vec3{0.3, 0.2, 0.1}}) {
    const HandGrip grip{.hand = 0, .grip = {{}, {0.3, 1.2, 0.3}}, .turns_hand = false, .pole = pole};
    who.hold({&grip, 1});
    const Vec3 shoulder = who.joint(who.map.arms[0].upper_arm.first).translation;
    const Vec3 elbow = who.joint(who.map.arms[0].forearm.first).translation;
    const Vec3 along = normalised(grip.grip.translation - shoulder);
    const auto side = [&](const Vec3& v) { return normalised(v - along * dot(v, along)); };
    EXPECT_GT(dot(side(elbow - shoulder), side(pole - shoulder)), 1 - 1e-9);
  }
}

TEST(HoldOn, ComesAndGoesWithoutAJump) {
  Holder who(scenes::humanoid());
  who.hold({});
  const HandGrip grip{.hand = 0, .grip = {{}, {0.25, 1.2, 0.35}}, .turns_hand = false};
  Vec3 before = who.hand(0).translation;
  double fastest = 0;
  const auto step = [&](bool holds) {
    who.hold(holds ? std::span(&grip, 1) : std::span<const HandGrip>{});
    fastest = std::max(fastest, length(who.hand(0).translation - before) / kFrame);
    before = who.hand(0).translation;
  };
  for (int i = 0; i < 90; ++i) step(true);
  EXPECT_LT(length(before - grip.grip.translation), 0.002);
  for (int i = 0; i < 180; ++i) step(false);
  EXPECT_LT(fastest, 4);  // m/s: half a metre in three tenths of a second
  for (std::size_t i = 0; i < who.pose.size(); ++i) EXPECT_NEAR(who.pose[i], who.animated[i], 1e-3);
}

TEST(HoldOn, AllocatesNothingCanBeRewoundAndRefusesBadInput) {
  Holder who(scenes::humanoid());
  HandGrip grip{.hand = 0, .grip = {{}, {0.25, 1.2, 0.7}}, .turns_hand = false};
  {
    const test::AllocationTrap trap;
    for (int i = 0; i < 10; ++i) who.hold({&grip, 1});
    EXPECT_EQ(trap.count(), 0);
  }
  const HoldOnState state = who.state;
  for (int i = 0; i < 10; ++i) who.hold({});
  const Pose first = who.pose;
  who.state = state;
  for (int i = 0; i < 10; ++i) who.hold({});
  EXPECT_EQ(first, who.pose);
  EXPECT_LE(sizeof(HoldOnState), 1024u);
  grip.grip.translation.x = std::nan("");
  EXPECT_TRUE(who.hold({&grip, 1}).bad_input);
  EXPECT_EQ(who.pose, who.animated);
  grip = {.hand = 7};
  EXPECT_TRUE(who.hold({&grip, 1}).bad_input);
}

}  // namespace
}  // namespace kine
