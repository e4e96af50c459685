#pragma once

#include <span>

#include "kine/kinematics/frames.h"
#include "kine/model/pose.h"
#include "kine/model/skeleton.h"

/// Single joints turned by hand, for the closed-form solvers. Nothing here allocates.
namespace kine::detail {

/// The rotation of the point's joint and the place of the point in the world, found by going up from it.
Transform locate(const Skeleton& skeleton, std::span<const double> pose, const PointOnJoint& point);

/// A joint's own turn: parent_from_joint's rotation is its rest rotation times this.
Quat turn_of(const Skeleton& skeleton, std::span<const double> pose, JointId joint);

// In what follows `unlocked` has a flag a freedom, as the settings `movable` of the methods; empty: all are unlocked.

/// True if a solver may change some value of the joint.
bool can_move(const Skeleton& skeleton, JointId joint, std::span<const bool> unlocked = {});

/// True if this value may be changed and nothing else changes with it.
bool is_independent(const Skeleton& skeleton, JointId joint, int component, std::span<const bool> unlocked = {});

/// True if all of a joint's axes turn and are independent.
bool turns_freely(const Skeleton& skeleton, JointId joint, std::span<const bool> unlocked = {});

/// True if it can be turned every way, limits apart: a Ball, or an Euler joint of three axes, each perpendicular to the next.
bool turns_every_way(const Skeleton& skeleton, JointId joint, std::span<const bool> unlocked = {});

/// The limits of a joint's angle.
const Range& limits_of(const Skeleton& skeleton, JointId joint, int component);

/// `angle` by whole turns inside the limits, nearest to `present` if there is a choice. Not inside: the nearer limit.
struct LimitedAngle {
  double angle;
  bool inside;
};
LimitedAngle into_limits(const Range& limits, double angle, double present);

/// Turns a joint as near to `turn` as it can inside its limits. True if it is there.
bool set_turn(const Skeleton& skeleton, JointId joint, const Quat& turn, std::span<double> pose);

}  // namespace kine::detail
