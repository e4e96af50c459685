#pragma once

#include <span>

#include "kine/core/fault.h"
#include "kine/kinematics/frames.h"
#include "kine/model/skeleton.h"

namespace kine::detail {

/// An arm that can reach: from the shoulder to a point in the hand.
struct ReachingArm {
  JointId first = kWorld;    ///< the topmost joint of the shoulder: robots have several there
  JointId upper = kWorld;    ///< the upper arm
  JointId forearm = kWorld;  ///<
  JointId hand = kWorld;     ///< carries the grip
  Vec3 grip{};               ///< in the hand's frame: what is laid on an object
  double upper_length = 0;   ///< shoulder to elbow, metres
  double lower_length = 0;   ///< elbow to grip, the wrist as it stands
  bool two_bones = false;    ///< a shoulder that turns every way and an elbow: solved in closed form
  Fault fault{};             ///< why it cannot reach

  bool valid() const { return !fault; }
  double length() const { return upper_length + lower_length; }
};

/// The arm with these two joints, measured where the figure stands. The hand is found: the first joint well below the
/// elbow on the way to the farthest one, and the grip is not quite half way from it to there. `chest` is what the arm
/// hangs on.
ReachingArm find_arm(const Skeleton& skeleton, const Frames& standing, JointId chest, JointId upper, JointId forearm);

}  // namespace kine::detail
