#pragma once

#include <span>
#include <vector>

#include "kine/core/result.h"
#include "kine/motion/clip/motion_model.h"
#include "kine/motion/retarget.h"

namespace kine::detail {

/// How the bones of a figure are turned against those of one that stands upright, Y up and facing +Z, with arms and
/// legs straight down: the pose in which all figures look alike.
struct RestFrames {
  Quat walk_from_figure{};             ///< turns the figure's world so that it is Y up and faces +Z at rest
  std::vector<Quat> joint_from_bone;   ///< of each joint, so that walk_from_figure * world_from_joint * this is upright
  std::vector<Vec3> at;                ///< where each joint is in that rest pose, in the figure's world
  std::vector<Quat> world_from_joint;  ///< and how it is turned
  bool elbow_is_hinge[2]{}, knee_is_hinge[2]{};
  double elbow_roll[2]{}, knee_roll[2]{};  ///< of the hinge against where people have it, radians about the upper bone
};

/// `rest` is the pose that is taken as the figure's rest.
Result<RestFrames> find_rest_frames(const MotionModel& model, std::span<const double> rest, RestMatch match);

/// The joint of a segment that is a single hinge across a bone, which a knee or an elbow of few freedoms bends by; kWorld
/// where it turns any way.
JointId bending_hinge(const MotionModel& model, const BoneSegment& lower, const Vec3& upper_bone, const Frames& frames,
                      Vec3& axis);

}  // namespace kine::detail
