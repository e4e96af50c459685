#include "kine/motion/retarget/compile_style.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "kine/core/internal/text.h"

namespace kine::detail {
namespace {

std::size_t place(JointId id) { return static_cast<std::size_t>(id.index); }

std::string fault_of(const StylePart& part) {
  const bool known = part.part == "spine" || std::ranges::find(bone_names(), part.part) != bone_names().end();
  if (!known) return "style: no part is called " + quoted(part.part);
  if (!(part.weight > 0) || !std::isfinite(part.weight) || !is_finite(part.offset) ||
      (part.limits && !(part.limits->lower <= part.limits->upper)))
    return "style: " + part.part + ": a weight is positive, limits are two angles in order, an offset three angles";
  return {};
}

/// The turns of a part.
std::vector<int> turns_of(std::string_view part, const std::vector<int>& turn_of, const RetargetModel& model) {
  std::vector<JointId> joints;
  if (part == "spine")
    joints = spine_above_pelvis(*model.skeleton, model.target->map);
  else if (const BoneSegment segment = bone(model.target->map, part); segment.valid())
    joints = joints_of(*model.skeleton, segment);
  std::vector<int> turns;
  for (const JointId id : joints)
    if (turn_of[place(id)] >= 0) turns.push_back(turn_of[place(id)]);
  return turns;
}

}  // namespace

std::vector<JointId> spine_above_pelvis(const Skeleton& skeleton, const BoneMap& map) {
  std::vector<JointId> spine;
  for (const JointId id : map.spine)
    if (!skeleton.is_above(id, map.pelvis)) spine.push_back(id);
  return spine;
}

std::string compile_style(const std::vector<int>& turn_of, RetargetModel& model) {
  const Style& style = model.settings.style;
  if (style.parts.empty()) return {};
  if (model.turns.size() > RetargetModel::kMostStyled) return "the target has too many joints for a style";
  model.style.resize(model.turns.size());
  for (std::size_t i = 0; i < model.turns.size(); ++i) {
    JointId above = model.turns[i].above;
    while (above.valid() && turn_of[place(above)] < 0) above = model.skeleton->parent(above);
    model.style[i].parent = above.valid() ? turn_of[place(above)] : -1;
  }
  for (const StylePart& part : style.parts) {
    if (std::string fault = fault_of(part); !fault.empty()) return fault;
    const std::vector<int> turns = turns_of(part.part, turn_of, model);
    for (const int i : turns) {
      StyledTurn& turn = model.style[static_cast<std::size_t>(i)];
      const int parent = turn.parent;
      turn = {parent, true, 1.0 / static_cast<double>(turns.size()), part.weight, part.limits, part.offset};
    }
    if (turns.empty()) model.notes.push_back("style: the target has no " + part.part + " that turns");
  }
  return {};
}

}  // namespace kine::detail
