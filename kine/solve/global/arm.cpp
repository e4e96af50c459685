#include "kine/solve/global/arm.h"

#include <algorithm>
#include <cmath>

#include "kine/model/internal/compiled_skeleton.h"
#include "kine/model/internal/pose_values.h"
#include "kine/solve/internal/split_joint.h"

namespace kine::detail {
namespace {

std::size_t index(int i) { return static_cast<std::size_t>(i); }

bool may_move(const Skeleton& skeleton, int freedom, const MovePermission& allowed) {
  const Skeleton::Freedom& f = skeleton.freedom(freedom);
  return !f.fixed && !allowed.locks(freedom) && (allowed.from == kWorld || skeleton.is_above(allowed.from, f.joint));
}

/// Gathers the variables of an arm, in the order of its links.
class Variables {
 public:
  Variables(const Skeleton& skeleton, std::span<ArmVariable> variables) : skeleton_(skeleton), variables_(variables) {}

  /// Tells a link which value of the pose moves it, and by how much.
  void assign(int value, int freedom, bool slides, ArmLink& link) {
    const ValueSource& source = skeleton_.compiled().sources[index(value)];
    link.factor = source.factor;
    link.offset = source.offset;
    link.slides = slides;
    link.variable = variable_of(freedom);
    follows_ |= source.factor != 1 || source.offset != 0;
  }
  /// The same for a tool's spin, which has no value in the pose.
  void assign_spin(ArmLink& link) {
    variables_[index(count_)] = {.value = -1, .freedom = -1};
    link.variable = count_++;
  }

  std::span<ArmVariable> found() const { return variables_.first(index(count_)); }
  bool follows() const { return follows_; }

 private:
  int variable_of(int freedom) {
    if (skeleton_.has_followers())
      for (int k = 0; k < count_; ++k)
        if (variables_[index(k)].freedom == freedom) {
          follows_ = true;
          return k;
        }
    const Skeleton::Freedom& f = skeleton_.freedom(freedom);
    variables_[index(count_)] = {.limits = f.limits, .weight = f.weight, .value = f.value, .freedom = freedom};
    return count_++;
  }

  const Skeleton& skeleton_;
  std::span<ArmVariable> variables_;
  int count_ = 0;
  bool follows_ = false;
};

/// The arm of these links, of which the last stands on `last`, when the tip is at `tip` with every link at zero.
Arm finished(const AlignedAxis& first, const AlignedAxis& last, std::span<ArmLink> links, const Variables& variables,
             const Transform& tip) {
  Arm arm;
  arm.links = links;
  arm.variables = variables.found();
  arm.follows = variables.follows();
  if (links.empty()) {  // nothing moves: base and tip are one
    arm.base = tip.translation;
    arm.last_from_tip = to_matrix(tip.rotation);
    return arm;
  }
  arm.world_from_base = {first.x, cross(first.line.direction, first.x), first.line.direction};
  arm.base = first.line.point;
  const Mat3 base_from_last = transposed(Mat3{last.x, cross(last.line.direction, last.x), last.line.direction});
  arm.last_from_tip = base_from_last * to_matrix(tip.rotation);
  arm.tip = base_from_last * (tip.translation - last.line.point);
  BoneSum bones;
  bool any_slides = false;
  for (const ArmLink& link : links) {
    bones.add(length(Vec3{link.a, link.b, link.d}));
    any_slides |= link.slides;
  }
  bones.add(length(arm.tip));
  arm.reach = bones.sum > 0 ? bones.sum : 1;
  if (!any_slides) arm.range = bones.range();
  if (!arm.follows)
    for (const ArmLink& link : links) {
      ArmVariable& variable = arm.variables[index(link.variable)];
      variable.turns = !link.slides;
      variable.wraps = variable.turns && variable.limits.upper - variable.limits.lower >= kTwoPi;
    }
  if (any_slides)
    for (const ArmLink& link : links)
      if (link.slides) arm.variables[index(link.variable)].unit = arm.reach;
  return arm;
}

/// Walks down to the tip with every link at zero and puts frames on the axes it meets.
class ArmBuilder {
 public:
  ArmBuilder(const Skeleton& skeleton, const MovePermission& allowed, std::span<const double> pose,
             std::span<ArmLink> links, std::span<ArmVariable> variables)
      : skeleton_(skeleton), allowed_(allowed), pose_(pose), links_(links), variables_(skeleton, variables) {}

  void add(int joint) {
    const CompiledJoint& compiled = skeleton_.compiled().joint(joint);
    rigid_ = with_rest_of(compiled, rigid_);
    split_joint(skeleton_, joint, [&](const JointMotion& motion) {
      const int freedom = skeleton_.compiled().axis(compiled.first_axis + motion.component).freedom;
      if (motion.kind != LinkKind::Ball && may_move(skeleton_, freedom, allowed_)) {
        add_axis({rotate(rigid_.rotation, motion.axis), rigid_.translation});
        variables_.assign(motion.value, freedom, motion.kind == LinkKind::Slide, links_[count_ - 1]);
      } else {
        stiffen(motion);
      }
    });
  }

  /// A link of the tool's own, beyond all joints.
  void add_spin(const ArmTip& tip) {
    add_axis({normalised(rotate(rigid_.rotation, tip.spin)), rigid_ * tip.offset});
    variables_.assign_spin(links_[count_ - 1]);
  }

  Arm finish(const Vec3& offset) const {
    return finished(first_, last_, links_.first(count_), variables_, {rigid_.rotation, rigid_ * offset});
  }

 private:
  void stiffen(const JointMotion& motion) {
    const double value = pose_[index(motion.value)];
    switch (motion.kind) {
      case LinkKind::Ball:
        rigid_.rotation = rigid_.rotation * normalised(read_quat(pose_, motion.value));
        break;
      case LinkKind::Hinge:
        rigid_.rotation = rigid_.rotation * from_axis_angle(motion.axis, value);
        break;
      case LinkKind::Slide:
        rigid_.translation += rotate(rigid_.rotation, motion.axis * value);
        break;
    }
  }

  void add_axis(const AxisLine& line) {
    links_[count_] = {};
    if (count_ == 0) {
      first_ = last_ = first_aligned(line);
    } else {
      last_ = next_aligned(last_, line);
      static_cast<AxisLink&>(links_[count_ - 1]) = last_.link;
    }
    ++count_;
  }

  const Skeleton& skeleton_;
  const MovePermission& allowed_;
  std::span<const double> pose_;
  std::span<ArmLink> links_;
  Variables variables_;
  AlignedAxis first_{}, last_{};
  std::size_t count_ = 0;
  Transform rigid_{};
};

/// The arm of a joint that the skeleton has aligned: all of it may move, and nothing is left to be computed of it.
Arm aligned_arm(const Skeleton& skeleton, const ArmTip& tip, std::span<ArmLink> links,
                std::span<ArmVariable> variables) {
  const CompiledSkeleton& compiled = skeleton.compiled();
  const AlignedJoint& joint = compiled.aligned_joints[index(tip.joint.index)];
  const auto count = index(compiled.joint(tip.joint).path_axes);
  links = links.first(count);
  const Transform at{joint.at_zero.rotation, joint.at_zero * tip.offset};
  Variables found(skeleton, variables);
  if (count == 0) return finished({}, {}, links, found, at);
  int axis = joint.last_axis;
  for (std::size_t i = count; i-- > 0;) {
    const AlignedAxis& aligned = compiled.aligned_axes[index(axis)];
    if (i + 1 == count) static_cast<AxisLink&>(links[i]) = {};
    if (i > 0) static_cast<AxisLink&>(links[i - 1]) = aligned.link;
    links[i].variable = axis;
    if (i > 0) axis = aligned.above;
  }
  for (ArmLink& link : links) {
    const CompiledAxis& moved = compiled.axis(link.variable);
    const CompiledJoint& owner = compiled.joint(moved.joint);
    found.assign(owner.first_value + link.variable - owner.first_axis, moved.freedom, moved.slides, link);
  }
  return finished(compiled.aligned_axes[index(axis)], compiled.aligned_axes[index(joint.last_axis)], links, found, at);
}

/// Calls `take(joint)` for the joints from the frame (not with it) to the tip, from above.
template <class Take>
void for_path(const Skeleton& skeleton, const ArmTip& tip, std::span<int> path, const Take& take) {
  std::size_t count = 0;
  for (int i = tip.joint.index; i != tip.frame.index; i = skeleton.compiled().joint(i).parent) path[count++] = i;
  while (count > 0) take(path[--count]);
}

}  // namespace

Fault fault_of_arm(const Skeleton& skeleton, const ArmTip& tip, const MovePermission& allowed) {
  if (tip.frame != kWorld && !skeleton.is_above(tip.frame, tip.joint))
    return "Global measures in the world, or in the frame of a joint above the goal's";
  if (skeleton.has_scale())  // one above the frame scales what is measured in it
    for (int i = tip.joint.index; i >= 0; i = skeleton.compiled().joint(i).parent)
      if (skeleton.compiled().joint(i).scaled) return "Global takes no joints with scales; FullBody does";
  for (int i = tip.joint.index; i != tip.frame.index; i = skeleton.compiled().joint(i).parent) {
    const CompiledJoint& joint = skeleton.compiled().joint(i);
    if (!has_quaternion(joint.kind)) continue;
    for (int k = 0; k < 3; ++k)
      if (may_move(skeleton, skeleton.compiled().axis(joint.first_axis + k).freedom, allowed))
        return "Global moves hinges and sliders only: lock the balls, or take FullBody";
  }
  return {};
}

std::size_t arm_bytes(const Skeleton& skeleton, JointId tip) {
  const CompiledJoint& joint = skeleton.compiled().joint(tip);
  const std::size_t links = index(joint.path_axes) + 1;  // and a spin
  return links * (sizeof(ArmLink) + sizeof(ArmVariable)) + index(joint.path_joints) * sizeof(int) +
         4 * alignof(std::max_align_t);
}

Arm make_arm(const Skeleton& skeleton, const ArmTip& tip, const MovePermission& allowed, std::span<const double> pose,
             Scratch& scratch) {
  const CompiledJoint& joint = skeleton.compiled().joint(tip.joint);
  const std::size_t most = index(joint.path_axes) + 1;
  const std::span<ArmLink> links = scratch.take<ArmLink>(most);
  const std::span<ArmVariable> variables = scratch.take<ArmVariable>(most);
  const bool whole = tip.frame == kWorld && tip.spin == Vec3{} && allowed.from == kWorld && allowed.movable.empty();
  if (whole && skeleton.compiled().aligned_joints[index(tip.joint.index)].aligned)
    return aligned_arm(skeleton, tip, links, variables);
  const std::span<int> path = scratch.take<int>(index(joint.path_joints));
  ArmBuilder builder(skeleton, allowed, pose, links, variables);
  for_path(skeleton, tip, path, [&](int i) { builder.add(i); });
  if (tip.spin != Vec3{}) builder.add_spin(tip);
  return builder.finish(tip.offset);
}

}  // namespace kine::detail
