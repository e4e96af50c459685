#include <string>
#include <vector>

#include "scenes/build.h"
#include "scenes/scenes.h"

namespace kine::scenes {

using detail::degree_range;
using detail::must_build;

Skeleton planar_arm() {
  const Joint joints[] = {
      hinge("shoulder", "", {}, kUnitZ),
      hinge("elbow", "shoulder", {0.30, 0, 0}, kUnitZ, degree_range(0, 150)),
      fixed_joint("hand", "elbow", {0.25, 0, 0}),
  };
  return must_build(joints);
}

Skeleton ball_chain(int links) {
  KINE_ASSERT(links >= 1, "a chain has at least one link");
  const Vec3 along{1.0 / links, 0, 0};
  std::vector<Joint> joints;
  for (int i = 0; i < links; ++i) {
    const std::string parent = i == 0 ? "" : "link_" + std::to_string(i - 1);
    joints.push_back(ball("link_" + std::to_string(i), parent, i == 0 ? Vec3{} : along));
  }
  joints.push_back(fixed_joint("tip", "link_" + std::to_string(links - 1), along));
  return must_build(joints);
}

namespace {

/// A hinge of a robot: with a speed limit and a link that weighs something.
Joint motor(std::string name, std::string parent, const Vec3& offset, const Vec3& axis, const Range& limits,
            double max_speed, double mass, const Vec3& centre_of_mass) {
  Joint joint = hinge(std::move(name), std::move(parent), offset, axis, limits);
  joint.axes[0].max_speed = max_speed;
  joint.mass = mass;
  joint.centre_of_mass = centre_of_mass;
  return joint;
}

}  // namespace

Skeleton seven_hinge_arm() {
  // The elbow stands 6 cm in front of the arm's middle line, so that the arm can fold; the flange 8 cm, so that the
  // three axes of the wrist do not meet. Neither lets the problem be solved in closed form as for a person's arm.
  constexpr double kElbow = 0.06, kFlange = 0.08;
  const Range turn = degree_range(-165, 165);
  const Joint joints[] = {
      fixed_joint("base", "", {}),
      motor("shoulder_turn", "base", {0, 0, 0.16}, kUnitZ, turn, 2.2, 3.2, {0, 0, 0.10}),
      motor("shoulder_lift", "shoulder_turn", {0, 0, 0.18}, kUnitY, degree_range(-105, 105), 2.2, 3.0, {0, 0, 0.08}),
      motor("upper_arm_turn", "shoulder_lift", {0, 0, 0.20}, kUnitZ, turn, 2.2, 2.8, {0.02, 0, 0.10}),
      motor("elbow", "upper_arm_turn", {kElbow, 0, 0.14}, kUnitY, degree_range(4, 172), 2.2, 2.4, {-0.03, 0, 0.08}),
      motor("forearm_turn", "elbow", {-kElbow, 0, 0.21}, kUnitZ, turn, 2.6, 2.2, {0, 0, 0.06}),
      motor("wrist_lift", "forearm_turn", {0, 0, 0.16}, kUnitY, degree_range(-20, 200), 2.6, 1.4, {0.04, 0, 0.01}),
      motor("flange_turn", "wrist_lift", {kFlange, 0, 0}, kUnitZ, turn, 2.6, 0.6, {0, 0, 0.05}),
      fixed_joint("tip", "flange_turn", {0, 0, 0.19}),
  };
  return must_build(joints);
}

Pose ready_pose(const Skeleton& arm) {
  Pose pose = arm.rest_pose();
  constexpr double kAngles[7] = {20, 15, 12, 85, -10, 82, 35};
  for (std::size_t i = 0; i < 7; ++i) pose[i] = radians(kAngles[i]);
  return pose;
}

Skeleton slider_arm() {
  Joint rail = slider("rail", "base", {-0.5, 0, 1.1}, kUnitX, {0, 1.0});
  rail.axes[0].max_speed = 1.5;
  rail.axes[0].weight = 0.25;  // a whole carriage: it moves less willingly than the arm on it
  Joint quill = slider("quill", "elbow", {0.27, 0, -0.05}, -kUnitZ, {0, 0.22});
  quill.axes[0].max_speed = 1.0;
  const Joint left_jaw = slider("left_jaw", "tool_turn", {0, 0.01, -0.09}, kUnitY, {0, 0.035});
  Joint right_jaw = slider("right_jaw", "tool_turn", {0, -0.01, -0.09}, -kUnitY, {0, 0.035});
  right_jaw.axes[0].follows = Follow{.joint = "left_jaw", .component = 0, .factor = 1, .offset = 0};
  const Joint joints[] = {
      fixed_joint("base", "", {}),
      rail,
      hinge("shoulder", "rail", {0, 0, -0.08}, kUnitZ, degree_range(-135, 135)),
      hinge("elbow", "shoulder", {0.32, 0, -0.04}, kUnitZ, degree_range(-150, 150)),
      quill,
      hinge("tool_turn", "quill", {0, 0, -0.10}, kUnitZ),
      left_jaw,
      right_jaw,
      fixed_joint("tip", "tool_turn", {0, 0, -0.14}),
  };
  return must_build(joints);
}

}  // namespace kine::scenes
