#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kine/core/result.h"
#include "kine/math/vec3.h"
#include "kine/model/skeleton.h"

namespace kine {

/// A bone and the joints that turn it. A robot turns a bone by several joints, one after the other: a hip of three
/// hinges turns the thigh. `first` is the topmost of those joints, `last` the one that carries the bone; often they are
/// the same.
struct BoneSegment {
  JointId first = kWorld, last = kWorld;
  bool valid() const { return first.valid(); }
  friend bool operator==(const BoneSegment&, const BoneSegment&) = default;
};

/// Its joints, from the first to the last.
std::vector<JointId> joints_of(const Skeleton& skeleton, const BoneSegment& segment);

/// Which joints of a skeleton are which bones of a human body. What is not there is kWorld.
struct BoneMap {
  struct ArmBones {
    JointId collar = kWorld;
    BoneSegment upper_arm{}, forearm{}, hand{};
  };
  struct LegBones {
    BoneSegment thigh{}, shank{}, foot{};
    JointId toes = kWorld;     ///< where the toes bend
    JointId toe_tip = kWorld;  ///< the end of toes or foot, in front
    JointId heel = kWorld;
  };

  JointId pelvis = kWorld;       ///< carries both legs
  std::vector<JointId> spine{};  ///< from above the pelvis to the chest; empty where pelvis and chest are one
  JointId chest = kWorld;        ///< carries both arms
  BoneSegment neck{}, head{};
  std::array<ArmBones, 2> arms{};    ///< left, right
  std::array<LegBones, 2> legs{};    ///< left, right
  Vec3 left{};                       ///< from the right hip to the left one at rest: level, of unit length
  Vec3 forward{};                    ///< where the figure looks at rest: level, perpendicular to `left`, of unit length
  std::vector<std::string> notes{};  ///< one sentence each: what was guessed or is missing
};

/// What the user knows better: this bone is that joint. An empty joint: the figure has no such bone.
struct BoneOverride {
  std::string bone;  ///< one of bone_names()
  std::string joint;
};

/// The bones that have a name: pelvis, chest, neck, head, left_collar, left_upper_arm ... right_heel.
std::span<const std::string_view> bone_names();

/// The segment of the bone of that name; a bone of one joint has it as first and last. Invalid for a bone that the
/// figure does not have, and for a name that is none.
BoneSegment bone(const BoneMap& map, std::string_view name);

/// Finds the bones of a humanoid, by the names of the joints where those tell and else by shape at rest (every value
/// 0): legs are the two limbs that stand on the ground, arms the pair that hangs on the trunk, knees and elbows are
/// where a limb divides into two bones of like length. Names tell left from right; where they do not, toes point
/// forward. `up` is a direction in the world of the skeleton. Refused with a sentence that says what is missing: a
/// figure without two legs with knees and two arms with elbows, one that stands on its hands, and overrides that name
/// no bone or no joint.
Result<BoneMap> find_bones(const Skeleton& skeleton, const Vec3& up, std::span<const BoneOverride> overrides = {});

}  // namespace kine
