#pragma once

#include <array>

#include "kine/kinematics/chain.h"
#include "kine/kinematics/frames.h"
#include "kine/motion/body/hinge_leg.h"
#include "kine/motion/clip/root_joint.h"
#include "kine/motion/motion_body.h"

namespace kine::detail {

/// How a leg is brought to where its foot should be.
enum class LegKind : std::uint8_t {
  Closed,  ///< hip and ankle turn any way: the knee's angle, then the swing of the leg, in closed form
  Hinges,  ///< six hinges as in people: HingeLeg
  Row,     ///< anything else: a damped solve of its joints
};

/// A leg of the figure itself.
struct MotionLeg {
  LegKind kind = LegKind::Row;
  JointId thigh = kWorld, shank = kWorld, foot = kWorld;  ///< the joints that turn: hip, knee and ankle
  JointId last = kWorld;                                  ///< carries the foot
  bool knee_is_hinge = false;
  Vec3 knee_axis{};  ///< in the thigh's frame, to the left: what the shank bends back about
  PointOnJoint heel{}, toe{};
  bool heel_is_joint = false;    ///< the figure shows where its heel is; else it was guessed
  Vec3 heel_ahead{};             ///< what moves the heel's offset ahead by a metre when the foot is flat
  Vec3 heel_rise{}, toe_rise{};  ///< what raises their offsets by a metre when the foot is flat
  HingeLeg hinges{};
};

/// An arm of the figure itself.
struct MotionArm {
  bool closed = false;  ///< shoulder, elbow and wrist turn any way: solved in closed form
  bool bends = false;   ///< shoulder and elbow do but for limits: the closed form holds where no limit is met
  bool twists = false;  ///< the elbow's second angle turns the hand, before the wrist's two
  JointId upper = kWorld, lower = kWorld, hand = kWorld;  ///< the joints that turn: shoulder, elbow and wrist
  JointId first = kWorld, last = kWorld;  ///< the topmost joint of the shoulder, and what carries the hand
  Vec3 elbow_axis{};                      ///< in the upper arm's frame: what the forearm bends forward about
  bool valid() const { return last.valid(); }
};

/// A joint that takes part in looking at something, from below.
struct LookJoint {
  JointId joint = kWorld;
  int part = 0;      ///< 0 spine, 1 chest, 2 neck, 3 head
  double share = 1;  ///< of what its part turns
};

/// What a MotionBody knows.
struct MotionModel {
  const Skeleton* skeleton = nullptr;
  BoneMap map{};
  Quat world_from_figure{};
  Vec3 up{};  ///< in the figure's world
  double leg = 0;
  std::array<MotionLeg, 2> legs{};
  RootJoint root{};  ///< the topmost free joint
  std::vector<double> standing{};
  std::array<MotionArm, 2> arms{};
  std::vector<LookJoint> look{};    ///< empty where there is no head
  std::vector<Chain> look_chain{};  ///< one: from the root to the head
  JointId look_base = kWorld;       ///< what the trunk of the look hangs on: tells where the body faces
  Vec3 ahead_in_base{}, ahead_in_head{};
};

}  // namespace kine::detail
