#include "apps/cli/commands/arms_text.h"

#include <algorithm>

#include "kine/solve/global/arm.h"

namespace kine::cli {

namespace {

constexpr int kFreedomsOfAPlace = 6;

/// The joint above that moves.
JointId moving_above(const Skeleton& skeleton, JointId joint) {
  do joint = skeleton.parent(joint);
  while (joint.valid() && skeleton.axis_count(joint) == 0);
  return joint;
}

/// How many joints move next below a joint.
int count_next(const Skeleton& skeleton, JointId joint) {
  int count = 0;
  for (int i = joint.index + 1; i < skeleton.joint_count(); ++i)
    if (skeleton.axis_count({i}) > 0 && moving_above(skeleton, {i}) == joint) ++count;
  return count;
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
  std::vector<bool> ends(static_cast<std::size_t>(skeleton.joint_count()));  // here, or above
  for (int i = 0; i < skeleton.joint_count(); ++i) {
    const JointId joint{i}, above = skeleton.parent(joint);
    const auto at = static_cast<std::size_t>(i);
    ends[at] = above.valid() && ends[static_cast<std::size_t>(above.index)];
    // It ends where nothing moves any more, or where it splits: fingers are not part of it.
    if (ends[at] || skeleton.axis_count(joint) == 0 || count_next(skeleton, joint) == 1) continue;
    const int freedoms = freedoms_above(skeleton, joint);
    if (freedoms < kFreedomsOfAPlace || detail::fault_of_arm(skeleton, {.joint = joint}, {})) continue;
    ends[at] = true;
    arms.push_back({joint, freedoms, arm_structure(skeleton, joint)});
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
