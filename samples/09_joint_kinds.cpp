// Every kind of joint: how many numbers it has in the pose, how many freedoms, and how its values are set.
#include <cmath>
#include <cstdio>
#include <string>

#include "kine/kine.h"

using namespace kine;

int main() {
  Joint wrist = euler("wrist", "upper_arm", {0.3, 0, 0}, "ZY");  // two hinges at one point, Z outermost
  wrist.axes[0].limits = {-1.2, 1.2};
  const BallLimits cone{.twist_axis = kUnitX, .swing_first = 1.0, .swing_second = 0.6, .twist = {-0.5, 0.5}};
  const Joint joints[] = {
      free_joint("cart"),                                     // a quaternion, then x y z
      slider("mast", "cart", {0, 0.2, 0}, kUnitY, {0, 0.5}),  // metres
      hinge("turret", "mast", {0, 0.1, 0}, kUnitY),           // radians, endless
      ball("upper_arm", "turret", {0.1, 0, 0}, cone),         // a quaternion
      wrist,                                                  // radians
      fixed_joint("tip", "wrist", {0.1, 0, 0}),               // nothing
  };
  const Result<Skeleton> robot = Skeleton::build(joints);
  if (!robot) return std::fprintf(stderr, "%s\n", robot.error().c_str()), 1;

  std::printf("joint       kind    values  axes\n");
  for (int i = 0; i < robot->joint_count(); ++i) {
    const JointId id{i};
    std::printf("%-11s %-7s %6d %5d\n", robot->name(id).c_str(), std::string(to_string(robot->kind(id))).c_str(),
                robot->value_count(id), robot->axis_count(id));
  }

  Pose pose = robot->rest_pose();
  const auto value = [&](const char* joint) -> double& {
    return pose[static_cast<std::size_t>(robot->first_value(robot->joint(joint)))];
  };
  value("mast") = 0.4;
  value("turret") = kHalfPi;
  const JointId arm = robot->joint("upper_arm");
  set_joint_rotation(*robot, arm, from_axis_angle(kUnitZ, 1.5), pose);  // beyond its cone
  std::printf("outside its limits by %.2f rad\n", limit_violation(*robot, pose));
  clamp_to_limits(*robot, pose);

  Frames frames(*robot);
  forward(*robot, pose, frames);
  const Vec3 tip = frames.position(robot->joint("tip"));
  std::printf("the tip is at %.3f %.3f %.3f\n", tip.x, tip.y, tip.z);

  // The arm may swing by 0.6 about Z: it rises by 0.4 sin 0.6 above its socket, and the turret points it along -Z.
  const bool right =
      std::abs(tip.y - (0.7 + 0.4 * std::sin(0.6))) < 1e-9 && tip.z < -0.4 && robot->freedom_count() == 13;
  return right ? 0 : 1;
}
