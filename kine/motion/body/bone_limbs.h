#pragma once

#include <array>
#include <string>
#include <vector>

#include "kine/motion/body/bone_tree.h"
#include "kine/motion/bone_map.h"

/// The two pairs of limbs of a body, each found and taken apart.
namespace kine::detail {

/// A pair of limbs by their topmost joints; `sided`: the first is known to be the left one.
struct LimbPair {
  std::array<JointId, 2> tops{kWorld, kWorld};
  bool sided = false;
  bool valid() const { return tops[0].valid(); }
};

/// The legs by name, else the two limbs that stand on the ground. Refused: fewer or more.
Result<LimbPair> find_legs(const BoneTree& tree);

/// The arms by name, else the longest pair of branches at one joint that reach out to both sides as far. `taken` marks
/// the joints that are legs or above the pelvis' own. Invalid where there are none.
LimbPair find_arms(const BoneTree& tree, const std::vector<char>& taken, JointId pelvis, const Vec3& left, double leg);

/// From a limb's beginning at the trunk down to its end, by way of `top`.
std::vector<JointId> limb_chain(const BoneTree& tree, JointId trunk, JointId top);

/// Names the joints of a leg. `other` is the chain of the other leg: what lies in the middle of both is no hip.
Result<BoneMap::LegBones> name_leg(const BoneTree& tree, std::vector<JointId> chain, const std::vector<JointId>& other);
Result<BoneMap::ArmBones> name_arm(const BoneTree& tree, const std::vector<JointId>& chain);

/// The heel of a foot: by name, or an end that lies behind the ankle.
JointId find_heel(const BoneTree& tree, const BoneMap::LegBones& leg, const Vec3& forward);

}  // namespace kine::detail
