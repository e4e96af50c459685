#pragma once

#include <cstdint>
#include <string_view>

namespace kine::detail {

/// What the name of a joint says it is. Where a name has several such words the later of this list counts: the more
/// exact one, or the one further out on a limb ("l_arm_usy" is a shoulder, "LeftHandIndex1" a finger).
enum class BoneKind : std::uint8_t {
  None,
  Pelvis,
  Spine,
  Chest,
  Neck,
  Head,
  Leg,  ///< some joint of a leg; in a chain below an upper leg: the lower one
  Arm,  ///< the same of an arm
  Hip,
  Shoulder,  ///< the joint of the upper arm, or the collar bone where another joint is the arm's
  Collar,
  Thigh,
  Shank,
  Foot,
  Toes,
  Heel,
  UpperArm,
  Forearm,
  Hand,
  Finger
};

enum class BodySide : std::uint8_t { Left, Right, None };

/// A name taken apart.
struct BoneLabel {
  BoneKind kind = BoneKind::None;
  BodySide side = BodySide::None;
  bool helper = false;  ///< a sensor, a camera, a target: not of the body
  bool thumb = false;
  bool told = false;  ///< by the user, not by its name
  bool end = false;   ///< the end of a bone, where a file has a joint for it
};

/// Reads a name as people write them: words apart by signs, digits or capitals ("mixamorig:LeftUpLeg", "thigh_l",
/// "Bip01 L Thigh", "left_hip_yaw_joint", "upperleg01.R"), or one word with its side before it ("lfemur"). What no word
/// is known of has no kind and no side.
BoneLabel read_bone_name(std::string_view name);

constexpr bool is_leg(BoneKind kind) {
  return kind == BoneKind::Leg || kind == BoneKind::Hip || (kind >= BoneKind::Thigh && kind <= BoneKind::Heel);
}
constexpr bool is_arm(BoneKind kind) {
  return kind == BoneKind::Arm || kind == BoneKind::Shoulder || kind == BoneKind::Collar || kind >= BoneKind::UpperArm;
}

}  // namespace kine::detail
