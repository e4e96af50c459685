#include "kine/motion/body/reaching_arm.h"

#include "kine/solve/two_bone.h"

namespace kine::detail {
namespace {

/// The joint below `above` that is farthest from it.
JointId farthest_below(const Skeleton& skeleton, const Frames& standing, JointId above) {
  JointId farthest = kWorld;
  double most = 0;
  for (int i = above.index + 1; i < skeleton.joint_count(); ++i) {
    if (!skeleton.is_above(above, {i})) continue;
    const double away = length(standing.position(JointId{i}) - standing.position(above));
    if (away > most) farthest = {i}, most = away;
  }
  return farthest;
}

/// A shoulder may be several hinges one below the other.
JointId first_of_shoulder(const Skeleton& skeleton, JointId chest, JointId upper) {
  JointId first = upper;
  for (JointId joint = upper; joint.valid() && joint != chest; joint = skeleton.parent(joint)) {
    const JointKind kind = skeleton.kind(joint);
    if (kind == JointKind::Hinge) first = joint;
    if (kind != JointKind::Hinge && kind != JointKind::Fixed) break;
  }
  return first;
}

}  // namespace

ReachingArm find_arm(const Skeleton& skeleton, const Frames& standing, JointId chest, JointId upper, JointId forearm) {
  ReachingArm arm;
  arm.upper = upper;
  arm.forearm = forearm;
  arm.fault = "the figure has no arm on this side";
  if (!upper.valid() || !forearm.valid()) return arm;
  arm.fault = "the forearm does not hang on the upper arm, or the upper arm not on the chest";
  if (upper == forearm || !skeleton.is_above(upper, forearm) || !skeleton.is_above(chest, upper)) return arm;
  arm.first = first_of_shoulder(skeleton, chest, upper);
  arm.fault = "there is no hand to reach with, or joints with limits are between it and the pelvis";
  const JointId end = farthest_below(skeleton, standing, forearm);
  if (!end.valid()) return arm;
  arm.upper_length = length(standing.position(forearm) - standing.position(arm.first));
  arm.hand = end;
  for (JointId joint = end; joint != forearm; joint = skeleton.parent(joint)) {
    const double away = length(standing.position(joint) - standing.position(forearm));
    if (away >= 0.5 * arm.upper_length) arm.hand = joint;
  }
  constexpr double kIntoTheHand = 0.45;
  const Vec3 to_end = standing.position(end) - standing.position(arm.hand);
  arm.grip = rotate(conjugate(standing.rotation(arm.hand)), kIntoTheHand * to_end);
  arm.lower_length = length(standing.position({arm.hand, arm.grip}) - standing.position(forearm));
  arm.fault = "an arm without length cannot reach";
  if (!(arm.upper_length > 0 && arm.lower_length > 0)) return arm;
  arm.fault = {};
  const TwoBoneJoints joints = two_bone_joints(skeleton, arm.hand);
  arm.two_bones = arm.first == upper && joints.found() && joints.root == upper && joints.mid == forearm;
  return arm;
}

}  // namespace kine::detail
