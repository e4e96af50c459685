#pragma once

#include <span>

#include "kine/core/scratch.h"
#include "kine/kinematics/frames.h"
#include "kine/math/quat.h"
#include "kine/model/limits.h"
#include "kine/model/skeleton.h"
#include "kine/solve/internal/reach.h"
#include "kine/solve/internal/split_joint.h"

namespace kine::detail {

/// One moving part of a limb, of any kind, with all that a solve needs of it in one place. Joints that do not move are
/// folded into the link before them, so a limb costs what it moves.
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

/// A link that is a ball without limits or rest rotation and of weight one, as in a rope, a tail or a spine. What it
/// does not need is known to the compiler, so that the text for limbs serves it at the least cost.
struct FreeBall {
  Quat value;  ///< its rotation
  Quat world;  ///< how it is turned now
  Quat kept;   ///< the best rotation so far
  Vec3 at;     ///< where it is now
  Vec3 bone;   ///< from its origin to the next link's (the tip, for the last), in its own frame
  int place;   ///< the first of its values in the pose

  // Named as the fields of Link, whose place they take. NOLINTBEGIN(readability-identifier-naming)
  static constexpr LinkKind kind = LinkKind::Ball;
  static constexpr const BallLimits* ball = nullptr;
  static constexpr double weight = 1;
  static constexpr bool plain_rest = true, held = false;
  static constexpr Quat rest{};
  // NOLINTEND(readability-identifier-naming)
};

/// A limb from its first moving joint to a point of its last one.
template <class L>
struct LimbOf {
  std::span<L> links{};
  Quat base_rotation{};  ///< of what the first link hangs on, in the world
  Vec3 base{};           ///< where the first link is, in the world
  Quat tip_turn{};       ///< the rotation of the point's joint, from the last link
  ReachRange range{};    ///< how far from the base the tip can be; not known if something slides
  double reach = 1;      ///< the sum of the bone lengths, metres; a limb without length counts as one metre
  double per_reach = 1;  ///< 1 / reach
  bool limited = false;  ///< some link has limits
};
using Limb = LimbOf<Link>;
using BallChain = LimbOf<FreeBall>;

/// True if limbs serve for this skeleton: no scale, no followers, and balls and free joints that are wholly free or
/// fixed.
bool has_limbs(const Skeleton& skeleton);

/// The same of what lies between a joint and its root alone.
bool has_limb(const Skeleton& skeleton, JointId joint);

/// True if all that moves a joint, from joint `from` on (kWorld: from the root), are free balls.
bool is_ball_chain(const Skeleton& skeleton, JointId joint, JointId from);

/// The bytes of scratch that a limb of this skeleton takes at the most.
std::size_t limb_bytes(const Skeleton& skeleton);
/// The bytes that the limb of this joint takes.
std::size_t limb_bytes(const Skeleton& skeleton, JointId joint);

/// The limb that moves `point`, from joint `from` on (kWorld: from the root). Fixed freedoms keep their values, and so
/// do those without a flag in `movable` (one per freedom; empty: all may move).
Limb make_limb(const Skeleton& skeleton, const PointOnJoint& point, JointId from, std::span<const double> pose,
               Scratch& scratch, std::span<const bool> movable = {});

/// The same where is_ball_chain says so.
BallChain make_ball_chain(const Skeleton& skeleton, const PointOnJoint& point, JointId from,
                          std::span<const double> pose, Scratch& scratch);

/// Measures the bones: `range`, `reach` and what comes of it, after the links of a limb have changed.
void measure_bones(Limb& limb);
void measure_bones(BallChain& chain);

/// What the square of a ball's length may be off one before it is given unit length again. More than ordinary steps leave: a turn
/// by much more than a right angle can make what its link, and those above, lack of unit length three times as large.
inline constexpr double kOffUnit = 8e-15;

/// Gives balls unit length again. False if they have it, but for the rounding of ordinary steps.
bool restore_unit_length(Limb& limb);
bool restore_unit_length(BallChain& chain);

/// Reads the links' values from a pose, inside their limits.
void read_pose(Limb& limb, std::span<const double> pose);
void read_pose(BallChain& chain, std::span<const double> pose);

/// Writes the links' values into a pose.
void write_pose(const Limb& limb, std::span<double> pose);
void write_pose(const BallChain& chain, std::span<double> pose);

/// Forward kinematics: where every link is now. Gives the place of the tip in the world.
Vec3 place_links(Limb& limb);
Vec3 place_links(BallChain& chain);

/// The rotation of the tip in the world, once the links are placed.
Quat tip_rotation(const Limb& limb);
Quat tip_rotation(const BallChain& chain);

}  // namespace kine::detail
