#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "kine/motion/walking_figure.h"
#include "scenes/scenes.h"

/// Figures that tests let walk: ours in other descriptions, and a robot.
namespace kine::testing {

inline Skeleton build(const std::vector<Joint>& joints) {
  Result<Skeleton> built = Skeleton::build(joints);
  EXPECT_TRUE(built.ok()) << built.error();
  return *std::move(built);
}

/// Our figure, described again: `change` may alter each joint.
template <class Change>
Skeleton altered(const Change& change) {
  const Skeleton skeleton = scenes::humanoid();
  std::vector<Joint> joints;
  for (int i = 0; i < skeleton.joint_count(); ++i) {
    Joint joint = skeleton.description(JointId{i});
    if (change(joint)) joints.push_back(joint);
  }
  return build(joints);
}

inline bool ends_with(const std::string& text, std::string_view end) { return std::string_view(text).ends_with(end); }

/// As motion files have it: every joint turns any way, and there is neither heel nor toe.
inline Skeleton loose() {
  return altered([](Joint& joint) {
    if (ends_with(joint.name, "_heel") || ends_with(joint.name, "_toe_tip")) return false;
    if (joint.kind == JointKind::Fixed || joint.kind == JointKind::Free) return true;
    Joint other = euler(joint.name, joint.parent, joint.rest.translation, "ZXY");
    other.rest.rotation = joint.rest.rotation;
    joint = other;
    return true;
  });
}

/// A robot, Z up and facing +X: hips, ankles and shoulders are hinges one after the other that do not meet in a point.
inline Skeleton robot(double most_knee = 120) {
  std::vector<Joint> joints{free_joint("base")};
  const auto range = [](double lower, double upper) { return Range{radians(lower), radians(upper)}; };
  joints.push_back(hinge("waist", "base", {0, 0, 0.1}, kUnitZ, range(-60, 60)));
  joints.push_back(hinge("neck", "waist", {0, 0, 0.45}, kUnitZ, range(-60, 60)));
  joints.push_back(fixed_joint("head", "neck", {0, 0, 0.1}));
  for (const double side : {1.0, -1.0}) {
    const std::string p = side > 0 ? "left_" : "right_";
    const auto out = [&](double x, double y, double z) { return Vec3{x, side * y, z}; };
    joints.push_back(hinge(p + "shoulder_pitch", "waist", out(0, 0.18, 0.38), kUnitY, range(-120, 120)));
    joints.push_back(hinge(p + "shoulder_roll", p + "shoulder_pitch", out(0, 0.03, 0), kUnitX, range(-90, 90)));
    joints.push_back(hinge(p + "elbow", p + "shoulder_roll", {0, 0, -0.25}, kUnitY, range(-120, 0)));
    joints.push_back(fixed_joint(p + "hand", p + "elbow", {0, 0, -0.22}));
    joints.push_back(hinge(p + "hip_yaw", "base", out(0, 0.09, -0.05), kUnitZ, range(-40, 40)));
    joints.push_back(hinge(p + "hip_roll", p + "hip_yaw", out(0.02, 0, -0.03), kUnitX, range(-30, 30)));
    joints.push_back(hinge(p + "hip_pitch", p + "hip_roll", out(0, 0.01, -0.04), kUnitY, range(-100, 45)));
    joints.push_back(hinge(p + "knee", p + "hip_pitch", {-0.02, 0, -0.35}, kUnitY, range(-5, most_knee)));
    joints.push_back(hinge(p + "ankle_pitch", p + "knee", {0, 0, -0.35}, kUnitY, range(-50, 40)));
    joints.push_back(hinge(p + "ankle_roll", p + "ankle_pitch", {0, 0, -0.02}, kUnitX, range(-20, 20)));
    joints.push_back(fixed_joint(p + "sole", p + "ankle_roll", {0, 0, -0.06}));
  }
  return build(joints);
}

inline WalkingFigure figure_of(const Skeleton& skeleton, const Vec3& up) {
  const Result<BoneMap> map = find_bones(skeleton, up);
  EXPECT_TRUE(map.ok()) << map.error();
  Result<WalkingFigure> figure = WalkingFigure::build(skeleton, *map, up);
  EXPECT_TRUE(figure.ok()) << figure.error();
  return *std::move(figure);
}

}  // namespace kine::testing
