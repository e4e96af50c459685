#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "kine/core/result.h"
#include "kine/math/transform.h"
#include "kine/model/limits.h"

namespace kine {

/// How a joint moves. Each is one or more axes; to a solver each axis is a screw in the world: a line to turn about, or
/// a direction to slide along (van den Bergen, Inverse Kinematics Revisited, part II).
///
/// kind   | values in the pose             | axes (speeds)
/// Fixed  | none                           | none
/// Hinge  | 1 angle                        | 1: about `axis`
/// Slider | 1 distance                     | 1: along `axis`
/// Euler  | 2 or 3 angles                  | 2 or 3: about `euler_axes`, each in the frame turned by those before it
/// Ball   | 4: quaternion x y z w          | 3: about x, y, z of the joint's own, turned frame
/// Free   | 7: quaternion, then x y z      | 6: about x, y, z of its own frame, then along x, y, z of its rest frame
enum class JointKind : std::uint8_t { Fixed, Hinge, Slider, Euler, Ball, Free };

std::string_view to_string(JointKind kind);

/// How many numbers a joint of this kind has in the pose, and how many axes it moves by. For Euler: of three angles.
constexpr int value_count(JointKind kind) {
  constexpr int kCounts[] = {0, 1, 1, 3, 4, 7};
  return kCounts[static_cast<int>(kind)];
}
constexpr int axis_count(JointKind kind) {
  constexpr int kCounts[] = {0, 1, 1, 3, 3, 6};
  return kCounts[static_cast<int>(kind)];
}

/// A value that is bound to another one: value = factor * other + offset (URDF's mimic joints, a spine or the joints of
/// a finger that share one bend). Such a value has no freedom of its own. Only hinges, sliders and Euler angles can
/// follow and be followed, and no follower may be followed.
struct Follow {
  std::string joint;  ///< the name of the joint that leads
  int component = 0;  ///< which of its values
  double factor = 1;
  double offset = 0;  ///< radians or metres
};

/// One axis of a joint: how far, how fast and how willingly it moves.
struct AxisSettings {
  Range limits{};                ///< radians or metres; a Ball has BallLimits instead, a Free joint may limit its shift
  double max_speed = kInfinity;  ///< radians or metres per second, > 0
  double weight = 1;             ///< how willingly it moves beside the others, > 0: 2 moves twice as readily as 1
  bool fixed = false;            ///< true: no solver moves it (its value may still be set by hand)
  std::optional<Follow> follows{};  ///< then weight and fixed are the leader's; limits and speed narrow the leader's
};

/// The description of a joint, from which Skeleton::build makes what is fast. A joint carries the bone that moves with
/// it: its frame is fixed to that bone, and its origin is where it turns.
struct Joint {
  std::string name;      ///< unique, not empty
  std::string parent{};  ///< the name of the joint it hangs on; empty: a root, standing in the world
  JointKind kind = JointKind::Fixed;
  LocalTransform rest{};  ///< parent_from_joint when every value is at rest; scale acts on all that hangs below
  Vec3 axis = kUnitZ;     ///< Hinge, Slider: in the joint's frame
  std::array<Vec3, 3> euler_axes{kUnitZ, kUnitY, kUnitX};  ///< Euler: outermost first
  int euler_count = 3;                                     ///< Euler: 2 or 3
  std::array<AxisSettings, 6> axes{};                      ///< one each, as many as the kind has
  BallLimits ball{};                                       ///< Ball only
  double mass = 0;                                         ///< of the bone, kilograms, >= 0
  Vec3 centre_of_mass{};                                   ///< of the bone, in the joint's frame
};

/// The three axes of an order such as "ZYX", the outermost first: a rotation Rz * Ry * Rx. Two letters give two axes.
/// Anything but two or three of X, Y, Z (either case), no letter beside itself, is refused.
struct EulerOrder {
  std::array<Vec3, 3> axes;
  int count;
};
Result<EulerOrder> euler_order(std::string_view letters);

/// Short forms for joints written by hand; fields can still be set on what they return.
Joint fixed_joint(std::string name, std::string parent, const Vec3& offset);
Joint hinge(std::string name, std::string parent, const Vec3& offset, const Vec3& axis, Range limits = {});
Joint slider(std::string name, std::string parent, const Vec3& offset, const Vec3& axis, Range limits = {});
Joint euler(std::string name, std::string parent, const Vec3& offset, std::string_view order);
Joint ball(std::string name, std::string parent, const Vec3& offset, const BallLimits& limits = {});
Joint free_joint(std::string name, std::string parent = {}, const Vec3& offset = {});

}  // namespace kine
