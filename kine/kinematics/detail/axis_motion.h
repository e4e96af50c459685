#pragma once

#include "kine/kinematics/frames.h"
#include "kine/model/internal/compiled_skeleton.h"
#include "kine/model/skeleton.h"

namespace kine::detail {

/// What one axis at speed one does to a point: the angular velocity of all that hangs on it, and the point's velocity.
struct AxisMotion {
  Vec3 angular, linear;
};

/// Above an unequal scale a turn is no rigid motion any more. With b the axis in the parent's frame and M the parent's
/// linear map, the point at r from the joint moves by M (b x M^-1 r), and slides by M b.
inline AxisMotion stretched_motion(const Frames& frames, const CompiledJoint& joint, const CompiledAxis& axis,
                                   const Vec3& axis_in_world, const Vec3& from_joint) {
  if (joint.parent < 0) {
    if (axis.slides) return {{}, axis_in_world};
    return {axis_in_world, cross(axis_in_world, from_joint)};
  }
  const auto parent = static_cast<std::size_t>(joint.parent);
  const Mat3& linear = frames.linear()[parent];
  const Vec3 axis_in_parent = rotate(conjugate(frames.joints()[parent].rotation), axis_in_world);
  if (axis.slides) return {{}, linear * axis_in_parent};
  return {axis_in_world, linear * cross(axis_in_parent, solve(linear, from_joint))};
}

inline AxisMotion motion_of(const Frames& frames, const CompiledJoint& joint, const CompiledAxis& axis,
                            const Vec3& axis_in_world, const Vec3& from_joint) {
  AxisMotion motion;
  if (frames.stretched()) {
    motion = stretched_motion(frames, joint, axis, axis_in_world, from_joint);
  } else if (axis.slides) {
    motion = {{}, axis_in_world};
  } else {
    motion = {axis_in_world, cross(axis_in_world, from_joint)};
  }
  return axis.factor == 1 ? motion : AxisMotion{motion.angular * axis.factor, motion.linear * axis.factor};
}

}  // namespace kine::detail
