#pragma once

#include <cstdint>
#include <span>

#include "kine/core/scratch.h"
#include "kine/kinematics/frames.h"
#include "kine/math/quat.h"
#include "kine/model/limits.h"
#include "kine/model/skeleton.h"

namespace kine::detail {

/// How a link moves. Euler joints become hinges at one point, free joints three slides and a ball.
enum class LinkKind : std::uint8_t { Ball, Hinge, Slide };

/// One moving part of a limb, with all that a solve needs of it in one place. Joints that do not move are folded into
/// the link before them, so a limb costs what it moves.
struct Link {
  Quat value{};                      ///< Ball: its rotation
  Quat world{};                      ///< how it is turned now
  Vec3 at{};                         ///< where it is now
  Vec3 bone{};                       ///< from its origin to the next link's (the tip, for the last), in its own frame
  Quat rest{};                       ///< above_from_link with its value at zero
  Quat rest_axis{};                  ///< Hinge: rest * axis
  Vec3 axis_above{};                 ///< Hinge, Slide: its axis in the frame of the link above
  Vec3 axis{};                       ///< Hinge, Slide: its axis in the world, now
  Range limits{};                    ///< Hinge, Slide
  Vec3 push{};                       ///< what it would like to do where the tip leaves it free: see limb_null.h
  Quat kept{};                       ///< Ball: the best rotation so far
  double kept_amount = 0;            ///< Hinge, Slide: likewise
  double change = 0;                 ///< Hinge, Slide: what a step adds that is stopped by a limit
  double amount = 0;                 ///< Hinge, Slide: angle or distance
  double weight = 1;                 ///< how willingly it moves
  const BallLimits* ball = nullptr;  ///< Ball: its limits, if it has any
  int place = 0;                     ///< the first of its values in the pose
  LinkKind kind = LinkKind::Ball;
  bool plain_rest = false;  ///< the rest rotation is none
  bool held = false;        ///< during one step: at a limit that stops it
};

/// A limb from its first moving joint to a point of its last one.
struct Limb {
  std::span<Link> links{};
  Quat base_rotation{};     ///< of what the first link hangs on, in the world
  Vec3 base{};              ///< where the first link is, in the world
  Quat tip_turn{};          ///< the rotation of the point's joint, from the last link
  double hollow = 0;        ///< no point nearer to the base can be touched: the longest bone less all others
  double reach = 0;         ///< the sum of the bone lengths: no point farther from the base can be touched
  double per_reach = 1;     ///< 1 / reach, or 1
  bool only_balls = false;  ///< balls without limits or rest rotations, all of weight one: the quickest case
  bool limited = false;     ///< some link has limits
  bool slides = false;      ///< has a slider, so `reach` proves nothing
};

/// True if limbs serve for this skeleton: no scale, no followers, and balls and free joints that are wholly free or
/// fixed.
bool has_limbs(const Skeleton& skeleton);

/// The bytes of scratch a limb of this skeleton takes at the most.
std::size_t limb_bytes(const Skeleton& skeleton);
/// The bytes that the limb of this joint takes.
std::size_t limb_bytes(const Skeleton& skeleton, JointId joint);

/// The limb that moves `point`, from joint `from` on (kWorld: from the root). Fixed freedoms keep their values, and so
/// do those without a flag in `movable` (one a freedom; empty: all may move).
Limb make_limb(const Skeleton& skeleton, const PointOnJoint& point, JointId from, std::span<const double> pose,
               Scratch& scratch, std::span<const bool> movable = {});

/// The tip of a limb in the world.
struct Tip {
  Quat rotation;
  Vec3 position;
};

/// Forward kinematics: where every link and the tip are now.
Tip place_links(Limb& limb);

/// Writes the links' values into a pose.
void write_pose(const Limb& limb, std::span<double> pose);

}  // namespace kine::detail
