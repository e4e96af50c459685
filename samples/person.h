// A person of fifteen segments, made in code, for the samples that need a body. It stands at rest: Y up, looking along +Z,
// arms hanging. The names are those that Biped::build looks for unless it is told others.
#pragma once

#include <string>
#include <vector>

#include "kine/kine.h"

namespace person {

/// An Euler joint with axes and limits in degrees, outermost axis first.
struct Turn {
  kine::Vec3 axis;
  double lower, upper;
};

inline kine::Joint euler_joint(const std::string& name, const std::string& parent, const kine::Vec3& offset,
                               const std::vector<Turn>& turns) {
  kine::Joint joint;
  joint.name = name;
  joint.parent = parent;
  joint.kind = kine::JointKind::Euler;
  joint.rest.translation = offset;
  joint.euler_count = static_cast<int>(turns.size());
  for (std::size_t i = 0; i < turns.size(); ++i) {
    joint.euler_axes[i] = turns[i].axis;
    joint.axes[i].limits = {kine::radians(turns[i].lower), kine::radians(turns[i].upper)};
  }
  return joint;
}

inline kine::Result<kine::Skeleton> build() {
  using kine::kUnitX, kine::kUnitY, kine::kUnitZ, kine::Vec3;
  std::vector<kine::Joint> joints = {
      kine::free_joint("pelvis", "", {0, 0.94, 0}),
      euler_joint("abdomen", "pelvis", {0, 0.10, 0}, {{kUnitX, -15, 40}, {kUnitZ, -20, 20}, {kUnitY, -15, 15}}),
      euler_joint("chest", "abdomen", {0, 0.14, 0}, {{kUnitX, -15, 30}, {kUnitZ, -20, 20}, {kUnitY, -35, 35}}),
      euler_joint("head", "chest", {0, 0.33, 0}, {{kUnitY, -75, 75}, {kUnitX, -60, 50}, {kUnitZ, -40, 40}}),
      kine::fixed_joint("eyes", "head", {0, 0.12, 0.09})};
  for (const double out : {1.0, -1.0}) {  // left is +X
    const std::string side = out > 0 ? "left_" : "right_";
    const Vec3 outwards{0, 0, out}, inwards{0, -out, 0};
    joints.push_back(euler_joint(side + "upper_arm", "chest", {out * 0.185, 0.25, 0},
                                 {{-kUnitX, -60, 170}, {outwards, -20, 150}, {inwards, -80, 80}}));
    joints.push_back(
        kine::hinge(side + "forearm", side + "upper_arm", {0, -0.31, 0}, -kUnitX, {0, kine::radians(150.0)}));
    joints.push_back(kine::fixed_joint(side + "hand", side + "forearm", {0, -0.32, 0}));
    joints.push_back(euler_joint(side + "thigh", "pelvis", {out * 0.09, 0, 0},
                                 {{-kUnitX, -20, 120}, {outwards, -30, 45}, {inwards, -45, 45}}));
    joints.push_back(kine::hinge(side + "shank", side + "thigh", {0, -0.44, 0}, kUnitX, {0, kine::radians(145.0)}));
    joints.push_back(
        euler_joint(side + "foot", side + "shank", {0, -0.43, 0}, {{-kUnitX, -50, 20}, {-outwards, -25, 25}}));
    joints.push_back(kine::hinge(side + "toes", side + "foot", {0, -0.05, 0.13}, -kUnitX,
                                 {kine::radians(-40.0), kine::radians(60.0)}));
    joints.push_back(kine::fixed_joint(side + "heel", side + "foot", {0, -0.07, -0.06}));
    joints.push_back(kine::fixed_joint(side + "toe_tip", side + "toes", {0, -0.02, 0.075}));
  }
  return kine::Skeleton::build(joints);
}

}  // namespace person
