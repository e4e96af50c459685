#include "apps/cli/commands/arms_text.h"

#include <algorithm>

#include "kine/solve/global/arm.h"

namespace kine::cli {

namespace {

constexpr int kFreedomsOfAPlace = 6;

/// How many joints move next below each joint.
std::vector<int> count_next(const Skeleton& skeleton) {
  const auto count = static_cast<std::size_t>(skeleton.joint_count());
  std::vector<int> next(count);
  std::vector<JointId> moving(count);  // the joint itself, or the first above it that moves
  for (int i = 0; i < skeleton.joint_count(); ++i) {
    const JointId above = skeleton.parent({i});
    const JointId mover = above.valid() ? moving[static_cast<std::size_t>(above.index)] : kWorld;
    const bool moves = skeleton.axis_count({i}) > 0;
    moving[static_cast<std::size_t>(i)] = moves ? JointId{i} : mover;
    if (moves && mover.valid()) ++next[static_cast<std::size_t>(mover.index)];
  }
  return next;
}

int freedoms_above(const Skeleton& skeleton, JointId joint) {
  std::vector<bool> seen(static_cast<std::size_t>(skeleton.freedom_count()));
  for (; joint.valid(); joint = skeleton.parent(joint))
    for (int k = 0; k < skeleton.axis_count(joint); ++k) {
      const int freedom = skeleton.freedom_of(joint, k);
      if (!skeleton.freedom(freedom).fixed) seen[static_cast<std::size_t>(freedom)] = true;
    }
  return static_cast<int>(std::count(seen.begin(), seen.end(), true));
}

}  // namespace

std::vector<ArmLine> arms_of(const Skeleton& skeleton) {
  std::vector<ArmLine> arms;
  const std::vector<int> next = count_next(skeleton);
  std::vector<bool> ends(static_cast<std::size_t>(skeleton.joint_count()));  // here, or above
  for (int i = 0; i < skeleton.joint_count(); ++i) {
    const JointId joint{i}, above = skeleton.parent(joint);
    const auto at = static_cast<std::size_t>(i);
    ends[at] = above.valid() && ends[static_cast<std::size_t>(above.index)];
    // It ends where nothing moves any more, or where it splits: fingers are not part of it.
    if (ends[at] || skeleton.axis_count(joint) == 0 || next[at] == 1) continue;
    if (detail::fault_of_arm(skeleton, {.joint = joint}, {})) continue;
    const int freedoms = freedoms_above(skeleton, joint);
    if (freedoms < kFreedomsOfAPlace) continue;
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
