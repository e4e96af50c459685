#include "kine/solve/internal/reach.h"

#include <algorithm>

#include "kine/model/internal/compiled_skeleton.h"

namespace kine::detail {

double reach_of(const Skeleton& skeleton, const Goal& goal) {
  constexpr double kNothing = 1e-150;  // metres: squares of less are no numbers to divide by
  double sum = length(goal.offset);
  if (goal.joint.valid()) {
    for (int i = goal.joint.index; skeleton.compiled().joint(i).parent >= 0; i = skeleton.compiled().joint(i).parent)
      sum += length(skeleton.compiled().joint(i).rest_translation);
  } else {
    for (const CompiledJoint& joint : skeleton.compiled().joints)
      if (joint.parent >= 0) sum = std::max<double>(sum, length(joint.rest_translation));
  }
  return sum > kNothing ? sum : 1;
}

bool moves_above(const Skeleton& skeleton, JointId from) {
  if (!skeleton.has_followers() || !from.valid()) return false;
  const CompiledSkeleton& compiled = skeleton.compiled();
  for (int i = compiled.joint(from).parent; i >= 0; i = compiled.joint(i).parent) {
    const CompiledJoint& joint = compiled.joint(i);
    for (int a = joint.first_axis; a < joint.first_axis + joint.axis_count; ++a) {
      const CompiledAxis& axis = compiled.axis(a);
      if (!axis.fixed && skeleton.is_above(from, skeleton.freedom(axis.freedom).joint)) return true;
    }
  }
  return false;
}

ReachShell reach_shell_of(const Skeleton& skeleton, const Frames& frames, const Goal& goal,
                          const MovePermission& allowed) {
  const bool wants_position = goal.kind == GoalKind::Reach || goal.kind == GoalKind::Place;
  const std::size_t first_linear = goal.kind == GoalKind::Place ? 3 : 0;
  if (!wants_position || goal.frame != kWorld || goal.fade != 1 || frames.stretched()) return {};
  for (std::size_t k = 0; k < 3; ++k)
    if (goal.bounds[first_linear + k] != Goal::kExact) return {};
  if (allowed.from != kWorld && (!skeleton.is_above(allowed.from, goal.joint) || moves_above(skeleton, allowed.from)))
    return {};
  // From the tip up: joints that cannot move lengthen the bone they are part of. The distance between two neighbouring
  // joints never changes unless one slides.
  BoneSum bones;
  bool moves = false;
  Vec3 end = frames.position({goal.joint, goal.offset});
  for (int i = goal.joint.index; i >= 0; i = skeleton.compiled().joint(i).parent) {
    const CompiledJoint& joint = skeleton.compiled().joint(i);
    bool part_moves = false;
    for (int a = joint.first_axis; a < joint.first_axis + joint.axis_count; ++a) {
      const CompiledAxis& axis = skeleton.compiled().axis(a);
      if (axis.fixed || allowed.locks(axis.freedom)) continue;
      if (axis.slides) return {};
      part_moves = true;
    }
    if (part_moves) {
      const Vec3 at = frames.position(JointId{i});
      bones.add(length(end - at));
      end = at;
      moves = true;
    }
    if (i == allowed.from.index) break;
  }
  return moves ? ReachShell{end, bones.range()} : ReachShell{};
}

}  // namespace kine::detail
