#include "apps/cli/commands/arms_text.h"

#include <algorithm>

#include "kine/solve/global/arm.h"

namespace kine::cli {

namespace {

constexpr int kFreedomsOfAPlace = 6;

bool carries_motion(const Skeleton& skeleton, JointId joint) {
  for (int i = joint.index + 1; i < skeleton.joint_count(); ++i)
    if (skeleton.axis_count({i}) > 0 && skeleton.is_above(joint, {i})) return true;
  return false;
}

int freedoms_above(const Skeleton& skeleton, JointId joint) {
  std::vector<int> freedoms;
  for (; joint.valid(); joint = skeleton.parent(joint))
    for (int k = 0; k < skeleton.axis_count(joint); ++k) {
      const int freedom = skeleton.freedom_of(joint, k);
      if (!skeleton.freedom(freedom).fixed && std::ranges::find(freedoms, freedom) == freedoms.end())
        freedoms.push_back(freedom);
    }
  return static_cast<int>(freedoms.size());
}

}  // namespace

std::vector<ArmLine> arms_of(const Skeleton& skeleton) {
  std::vector<ArmLine> arms;
  for (int i = 0; i < skeleton.joint_count(); ++i) {
    const JointId joint{i};
    if (skeleton.axis_count(joint) == 0 || carries_motion(skeleton, joint)) continue;
    if (detail::fault_of_arm(skeleton, {.joint = joint}, {})) continue;
    const int freedoms = freedoms_above(skeleton, joint);
    if (freedoms >= kFreedomsOfAPlace) arms.push_back({joint, freedoms, arm_structure(skeleton, joint)});
  }
  return arms;
}

std::string arm_text(const Skeleton& skeleton, const ArmLine& arm) {
  return "arm to " + skeleton.name(arm.tip) + ": " + std::to_string(arm.freedoms) + " freedoms; " +
         sentence(skeleton, arm.structure);
}

nlohmann::ordered_json json_arm(const Skeleton& skeleton, const ArmLine& arm) {
  constexpr const char* kFamilies[] = {"none", "wrist", "parallel"};
  nlohmann::ordered_json out;
  out["tip"] = skeleton.name(arm.tip);
  out["freedoms"] = arm.freedoms;
  out["family"] = kFamilies[static_cast<int>(arm.structure.family)];
  out["exact"] = arm.structure.exact;
  out["lock"] = arm.structure.locked.valid() ? nlohmann::ordered_json(skeleton.name(arm.structure.locked)) : nullptr;
  return out;
}

}  // namespace kine::cli
