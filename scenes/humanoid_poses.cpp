#include <initializer_list>

#include "kine/kinematics/forward.h"
#include "scenes/scenes.h"

namespace kine::scenes {

namespace {

/// Sets the angles of a joint, degrees, in the order of its axes.
void set(const Skeleton& skeleton, std::string_view joint, std::initializer_list<double> angles, Pose& pose) {
  auto value = static_cast<std::size_t>(skeleton.first_value(skeleton.joint(joint)));
  for (const double angle : angles) pose[value++] = radians(angle);
}

/// Turns an upper arm to a rotation told in the frame of the chest, in which no turn means hanging.
void set_arm(const Skeleton& skeleton, std::string_view joint, const Quat& chest_from_arm, Pose& pose) {
  const JointId arm = skeleton.joint(joint);
  const Quat rest = skeleton.description(arm).rest.rotation;
  set_joint_rotation(skeleton, arm, conjugate(rest) * chest_from_arm, pose);
}

/// A hanging arm carried forward, then outwards (degrees), on the side where `out` is +1 (left) or -1 (right).
Quat hanging(double forward, double outwards, double out) {
  return from_axis_angle(-kUnitX, radians(forward)) * from_axis_angle(Vec3{0, 0, out}, radians(outwards));
}

/// Lifts or lowers the whole body until its lowest joint is at height 0.
void put_on_the_ground(const Skeleton& skeleton, Pose& pose) {
  Frames frames(skeleton);
  forward(skeleton, pose, frames);
  double lowest = kInfinity;
  for (const Transform& joint : frames.joints()) {
    if (joint.translation.y < lowest) lowest = joint.translation.y;
  }
  const int height = skeleton.first_value(skeleton.joint("pelvis")) + 5;  // quaternion, x, then y
  pose[static_cast<std::size_t>(height)] -= lowest;
}

}  // namespace

Pose standing_pose(const Skeleton& humanoid) {
  Pose pose = humanoid.rest_pose();
  set_arm(humanoid, "left_upper_arm", hanging(0, 4, 1), pose);
  set_arm(humanoid, "right_upper_arm", hanging(0, 4, -1), pose);
  set(humanoid, "left_forearm", {8, 0}, pose);
  set(humanoid, "right_forearm", {8, 0}, pose);
  return pose;
}

Pose stride_pose(const Skeleton& humanoid) {
  Pose pose = humanoid.rest_pose();
  set_joint_rotation(humanoid, humanoid.joint("pelvis"), from_axis_angle(kUnitY, radians(6.0)), pose);
  set(humanoid, "abdomen", {3, 0, -4}, pose);
  set(humanoid, "chest", {2, 0, -8}, pose);
  set(humanoid, "head", {6, -3, 0}, pose);
  set_arm(humanoid, "left_upper_arm", hanging(24, 5, 1), pose);
  set_arm(humanoid, "right_upper_arm", hanging(-22, 6, -1), pose);
  set(humanoid, "left_forearm", {34, 20}, pose);
  set(humanoid, "right_forearm", {16, 10}, pose);
  set(humanoid, "right_thigh", {28, 1, 0}, pose);
  set(humanoid, "right_shank", {6}, pose);
  set(humanoid, "right_foot", {-1, 0}, pose);
  set(humanoid, "left_thigh", {-12, 1, 0}, pose);
  set(humanoid, "left_shank", {36}, pose);
  set(humanoid, "left_foot", {-2, 0}, pose);
  set(humanoid, "left_toes", {50}, pose);
  put_on_the_ground(humanoid, pose);
  return pose;
}

Pose reach_pose(const Skeleton& humanoid) {
  Pose pose = humanoid.rest_pose();
  set_joint_rotation(humanoid, humanoid.joint("pelvis"), exp(Vec3{radians(16.0), radians(-12.0), 0}), pose);
  set(humanoid, "abdomen", {14, 4, -6}, pose);
  set(humanoid, "chest", {10, 3, -14}, pose);
  set(humanoid, "head", {16, -30, 0}, pose);
  set_arm(humanoid, "left_upper_arm", hanging(122, 6, 1), pose);
  set(humanoid, "left_forearm", {14, 30}, pose);
  set_arm(humanoid, "right_upper_arm", hanging(-28, 24, -1), pose);
  set(humanoid, "right_forearm", {40, 0}, pose);
  set(humanoid, "left_thigh", {70, 6, 0}, pose);
  set(humanoid, "left_shank", {58}, pose);
  set(humanoid, "left_foot", {4, 0}, pose);
  set(humanoid, "right_thigh", {10, 6, 0}, pose);
  set(humanoid, "right_shank", {61}, pose);
  set(humanoid, "right_foot", {10, 0}, pose);
  set(humanoid, "right_toes", {54}, pose);
  put_on_the_ground(humanoid, pose);
  return pose;
}

}  // namespace kine::scenes
