#include <string>
#include <vector>

#include "scenes/build.h"
#include "scenes/scenes.h"

namespace kine::scenes {

using detail::degree_range;
using detail::euler_of;
using detail::Turn;

namespace {

constexpr double kBodyMass = 70;

// What the body turns about, seen from within it: Y up, Z forward, X to the left.
constexpr Vec3 kForwardBend = kUnitX;      // carries up to forward
constexpr Vec3 kLeftBend = -kUnitZ;        // carries up to the left
constexpr Vec3 kLeftTurn = kUnitY;         // carries forward to the left
constexpr Vec3 kHangingForward = -kUnitX;  // carries down to forward, and forward to up

Joint with_mass(Joint joint, double share_of_body, const Vec3& centre) {
  joint.mass = kBodyMass * share_of_body;
  joint.centre_of_mass = centre;
  return joint;
}

/// One side of the body: `out` is +1 on the left, -1 on the right.
struct Side {
  std::string prefix;
  double out;

  Vec3 at(double x, double y, double z) const { return {out * x, y, z}; }
  /// Turns a hanging limb outwards (abduction).
  Vec3 outwards() const { return {0, 0, out}; }
  /// Turns what points forward inwards.
  Vec3 inwards() const { return {0, -out, 0}; }
};

/// Where the middle of the shoulder's cone is: 35 degrees in front of sideways, which is the plane of the shoulder
/// blade, and 10 degrees below the horizon. From there the arm swings up to overhead and down past hanging.
Vec3 shoulder_middle(const Side& side) {
  const SinCos down = sin_cos(radians(10.0));
  const SinCos forward = sin_cos(radians(35.0));
  return side.at(down.cos * forward.cos, -down.sin, down.cos * forward.sin);
}

Joint upper_arm(const Side& side) {
  const Vec3 bone = -kUnitY;
  const Vec3 middle = shoulder_middle(side);
  Joint joint = ball(side.prefix + "upper_arm", "chest", side.at(0.185, 0.25, 0),
                     {.twist_axis = bone,
                      .first_axis = normalised(cross(bone, middle)),  // raises the arm
                      .swing_first = radians(105.0),
                      .swing_second = radians(95.0),
                      .twist = degree_range(-80, 80)});
  joint.rest.rotation = shortest_arc(bone, middle);  // without a twist: hanging is a pure swing from here
  return joint;
}

void add_arm(const Side& side, std::vector<Joint>& joints) {
  const std::string& p = side.prefix;
  joints.push_back(with_mass(upper_arm(side), 0.0271, {0, -0.179, 0}));
  const Turn elbow[] = {{kHangingForward, 0, 150}, {side.inwards(), -80, 80}};
  joints.push_back(with_mass(euler_of(p + "forearm", p + "upper_arm", {0, -0.31, 0}, elbow), 0.0162, {0, -0.119, 0}));
  const Turn wrist[] = {{-side.outwards(), -70, 80}, {kHangingForward, -30, 20}};
  joints.push_back(with_mass(euler_of(p + "hand", p + "forearm", {0, -0.26, 0}, wrist), 0.0061, {0, -0.075, 0}));
  joints.push_back(fixed_joint(p + "hand_tip", p + "hand", {0, -0.19, 0}));
}

void add_leg(const Side& side, std::vector<Joint>& joints) {
  const std::string& p = side.prefix;
  const Turn hip[] = {{kHangingForward, -20, 120}, {side.outwards(), -30, 45}, {side.inwards(), -45, 45}};
  joints.push_back(with_mass(euler_of(p + "thigh", "pelvis", side.at(0.09, 0, 0), hip), 0.1416, {0, -0.180, 0}));
  const Joint shank = hinge(p + "shank", p + "thigh", {0, -0.44, 0}, kUnitX, degree_range(0, 145));
  joints.push_back(with_mass(shank, 0.0433, {0, -0.192, 0}));
  const Turn ankle[] = {{kHangingForward, -50, 20}, {-side.outwards(), -25, 25}};
  joints.push_back(with_mass(euler_of(p + "foot", p + "shank", {0, -0.43, 0}, ankle), 0.0117, {0, -0.04, 0.04}));
  const Joint toes = hinge(p + "toes", p + "foot", {0, -0.05, 0.13}, kHangingForward, degree_range(-40, 60));
  joints.push_back(with_mass(toes, 0.0020, {0, -0.01, 0.03}));
  joints.push_back(fixed_joint(p + "heel", p + "foot", {0, -0.07, -0.06}));
  joints.push_back(fixed_joint(p + "toe_tip", p + "toes", {0, -0.02, 0.075}));
}

}  // namespace

Skeleton humanoid() {
  std::vector<Joint> joints;
  joints.push_back(with_mass(free_joint("pelvis", "", {0, 0.94, 0}), 0.1117, {0, 0.04, -0.01}));
  const Turn abdomen[] = {{kForwardBend, -15, 40}, {kLeftBend, -20, 20}, {kLeftTurn, -15, 15}};
  joints.push_back(with_mass(euler_of("abdomen", "pelvis", {0, 0.10, -0.01}, abdomen), 0.1633, {0, 0.07, 0.01}));
  const Turn chest[] = {{kForwardBend, -15, 30}, {kLeftBend, -20, 20}, {kLeftTurn, -35, 35}};
  joints.push_back(with_mass(euler_of("chest", "abdomen", {0, 0.14, 0}, chest), 0.1596, {0, 0.17, 0.01}));
  const Turn neck[] = {{kLeftTurn, -75, 75}, {kForwardBend, -60, 50}, {kLeftBend, -40, 40}};
  joints.push_back(with_mass(euler_of("head", "chest", {0, 0.33, 0}, neck), 0.0694, {0, 0.13, 0.02}));
  joints.push_back(fixed_joint("head_top", "head", {0, 0.24, 0.01}));
  for (const Side& side : {Side{"left_", 1}, Side{"right_", -1}}) {
    add_arm(side, joints);
    add_leg(side, joints);
  }
  return detail::must_build(joints);
}

}  // namespace kine::scenes
