// Figures that walk through their bone map reach for objects too: measured on their own poses.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "kine/kinematics/forward.h"
#include "kine/math/trig.h"
#include "kine/motion/body/biped_model.h"
#include "kine/motion/ground_shapes.h"
#include "kine/motion/reach_out.h"
#include "kine/motion/walk.h"
#include "kine/motion/walking_figure.h"
#include "scenes/scenes.h"

namespace kine {
namespace {

/// Our figure as motion files have it: every joint turns any way; turned, with the hands called something else.
Skeleton loose(const Quat& turn, const std::string& hand) {
  const Skeleton skeleton = scenes::humanoid();
  std::vector<Joint> joints;
  for (int i = 0; i < skeleton.joint_count(); ++i) {
    Joint joint = skeleton.description(JointId{i});
    const auto renamed = [&](std::string name) {
      const std::size_t at = name.find("_hand");
      return at == std::string::npos ? name : name.replace(at, 5, hand);
    };
    if (joint.parent.empty()) {
      joint.rest.rotation = turn * joint.rest.rotation;
      joint.rest.translation = rotate(turn, joint.rest.translation);
    }
    if (joint.kind != JointKind::Fixed && joint.kind != JointKind::Free) {
      Joint other = euler(joint.name, joint.parent, joint.rest.translation, "ZXY");
      other.rest.rotation = joint.rest.rotation;
      joint = other;
    }
    joint.name = renamed(joint.name);
    joint.parent = renamed(joint.parent);
    joints.push_back(joint);
  }
  return *Skeleton::build(joints);
}

const detail::ReachingArm& arm_of(const WalkingFigure& figure, int side) {
  return detail::model_of(figure.body()).arm(side);
}

/// Walks and reaches, and measures how far the figure's own hands are from what they hold.
struct Reacher {
  explicit Reacher(const WalkingFigure& figure)
      : who(figure),
        scratch(figure),
        frames(figure.figure()),
        own(figure.body().standing().begin(), figure.body().standing().end()),
        pose(figure.standing().begin(), figure.standing().end()) {}

  /// A point that is rigid in the figure's hand: where the grip is when it stands.
  Vec3 grip_offset(int side, JointId hand) {
    Frames standing(who.figure()), walker(who.body().skeleton());
    forward(who.figure(), who.standing(), standing);
    forward(who.body().skeleton(), who.body().standing(), walker);
    const Vec3 grip = walker.position({arm_of(who, side).hand, arm_of(who, side).grip});
    return inverse(standing.world_from_joint(hand)) * rotate(who.figure_from_walk(), grip);
  }

  ReachReport step(const Stick& stick, std::span<const ObjectInReach> objects, double dt) {
    const WalkReport walked = walk(who.body(), Gait{}, ground, stick, dt, state, own, scratch);
    const ReachReport report = reach_out(who.body(), walked.plan, objects, dt, reach, own, scratch);
    who.write(own, pose, scratch);
    forward(who.figure(), pose, frames);
    for (int side = 0; side < 2; ++side) {
      if (!report.hands[side].holds) continue;
      const Vec3 at = frames.position({hands[side], offsets[side]});
      const Vec3 object =
          rotate(who.figure_from_walk(), objects[static_cast<std::size_t>(report.hands[side].object)].point);
      worst = std::max<double>(worst, length(at - object));
      ++held[side];
    }
    return report;
  }

  const WalkingFigure& who;
  Scratch scratch;
  Frames frames;
  FlatGround ground{};
  WalkState state{};
  ReachState reach{};
  std::vector<double> own, pose;
  JointId hands[2]{};
  Vec3 offsets[2]{};
  double worst = 0;
  int held[2]{};
};

TEST(FigureReach, FiguresWhoseJointsTurnAnyWayTakeObjectsWithTheirOwnHands) {
  const Quat lying = from_axis_angle(kUnitX, radians(90.0));
  const std::pair<Quat, std::string> kinds[] = {{Quat{}, "_hand"}, {lying, "_hand"}, {Quat{}, "_end"}};
  for (const auto& [turn, name] : kinds) {
    SCOPED_TRACE(name);
    const Skeleton skeleton = loose(turn, name);
    const Vec3 up = rotate(turn, kUnitY);
    const Result<BoneMap> map = find_bones(skeleton, up);
    ASSERT_TRUE(map.ok()) << map.error();
    const Result<WalkingFigure> figure = WalkingFigure::build(skeleton, *map, up);
    ASSERT_TRUE(figure.ok()) << figure.error();
    Reacher reacher(*figure);
    for (int side = 0; side < 2; ++side) {
      ASSERT_TRUE(arm_of(*figure, side).valid()) << arm_of(*figure, side).fault;
      reacher.hands[side] = skeleton.joint((side == 0 ? "left" : "right") + name);
      reacher.offsets[side] = reacher.grip_offset(side, reacher.hands[side]);
    }
    // Two at hand; then one that is too far for the arm alone; then past a row.
    const ObjectInReach near[] = {{{0.3, 1.2, 0.45}}, {{-0.3, 1.25, 0.4}}};
    for (int k = 0; k < 240; ++k) reacher.step({}, near, 1.0 / 120);
    EXPECT_GT(reacher.held[0], 60);
    EXPECT_GT(reacher.held[1], 60);
    const ObjectInReach far[] = {{{0.2, 1.1, 0.75}}};
    for (int k = 0; k < 360; ++k) reacher.step({}, far, 1.0 / 120);
    const ObjectInReach row[] = {{{0.5, 1.2, 3}}, {{-0.5, 1.1, 5}}};
    reacher.held[0] = reacher.held[1] = 0;
    for (int k = 0; k < 720; ++k) reacher.step({1, 0, 0}, row, 1.0 / 120);
    EXPECT_GT(reacher.held[0], 10);
    EXPECT_GT(reacher.held[1], 10);
    EXPECT_LE(reacher.worst, 1e-4);
  }
}

TEST(FigureReach, ElbowsWithLimitsOnlyLook) {
  // Its own hand could not be brought to where the walking one is.
  const Skeleton skeleton = scenes::humanoid();
  const Result<WalkingFigure> figure = WalkingFigure::build(skeleton, *find_bones(skeleton, kUnitY), kUnitY);
  ASSERT_TRUE(figure.ok()) << figure.error();
  EXPECT_FALSE(arm_of(*figure, 0).valid());
  Reacher reacher(*figure);
  const ObjectInReach near[] = {{{0.3, 1.2, 0.45}}};
  ReachReport report;
  for (int k = 0; k < 120; ++k) report = reacher.step({}, near, 1.0 / 120);
  EXPECT_EQ(report.looks_at, 0);
  EXPECT_EQ(report.hands[0].object, -1);
}

}  // namespace
}  // namespace kine
