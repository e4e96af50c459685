#include "kine/solve/global/arm.h"

#include <algorithm>
#include <cmath>

#include "kine/model/internal/compiled_skeleton.h"
#include "kine/model/internal/pose_values.h"
#include "kine/solve/internal/split_joint.h"

namespace kine::detail {
namespace {

constexpr double kParallel = 1e-12;  // sine of an angle below which two axes have no common normal to speak of
constexpr double kSkew = 1e-3;       // sine of an angle above which frames are put on the common normal

std::size_t index(int i) { return static_cast<std::size_t>(i); }

bool may_move(const Skeleton& skeleton, int freedom, const MovePermission& allowed) {
  const Skeleton::Freedom& f = skeleton.freedom(freedom);
  return !f.fixed && !allowed.locks(freedom) && (allowed.from == kWorld || skeleton.is_above(allowed.from, f.joint));
}

/// The axis of a link where every link is at zero, in the frame of the goal.
struct AxisLine {
  Vec3 direction{}, point{};
};

/// Any direction perpendicular to a unit vector.
Vec3 perpendicular_to(const Vec3& v) {
  const Vec3 other = std::abs(v.x) < 0.5 ? kUnitX : kUnitY;
  return normalised(other - v * dot(v, other));
}

/// Two axes: how they are turned to each other.
struct AxisPair {
  AxisPair(const AxisLine& line, const AxisLine& next)
      : common(cross(line.direction, next.direction)),
        cosine(dot(line.direction, next.direction)),
        sine(length(common)) {}

  Vec3 common;
  double cosine, sine;
};

/// The direction of x behind a link: along the common normal of its axis and the next one; of parallel axes, from one to
/// the other; and as before where both are one line.
Vec3 normal_of(const AxisPair& pair, const AxisLine& line, const AxisLine& next, const Vec3& before) {
  if (pair.sine > kSkew) return pair.common / pair.sine;
  const auto upright = [&](const Vec3& v) { return normalised(v - line.direction * dot(v, line.direction), before); };
  if (pair.sine > kParallel) return upright(pair.common / pair.sine);
  const Vec3 between = next.point - line.point;
  const Vec3 apart = between - line.direction * dot(between, line.direction);
  const double distance = length(apart);
  return distance > kParallel * (1 + length(between)) ? upright(apart / distance) : before;
}

/// The point of line `on` that is nearest to line `other`; of parallel ones, to the point of `other`.
Vec3 foot(const AxisPair& pair, const AxisLine& on, const AxisLine& other) {
  const Vec3 between = other.point - on.point;
  const double along = dot(between, on.direction);
  if (pair.sine < kSkew) return on.point + on.direction * along;
  const double far = (along - pair.cosine * dot(between, other.direction)) / (pair.sine * pair.sine);
  return on.point + on.direction * far;
}

/// Walks down to the tip with every link at zero and notes the axes it meets.
class ArmBuilder {
 public:
  ArmBuilder(const Skeleton& skeleton, const MovePermission& allowed, std::span<const double> pose,
             std::span<ArmLink> links, std::span<ArmVariable> variables, std::span<AxisLine> lines)
      : skeleton_(skeleton), allowed_(allowed), pose_(pose), links_(links), variables_(variables), lines_(lines) {}

  void add(int joint) {
    const CompiledJoint& compiled = skeleton_.compiled().joint(joint);
    rigid_ = with_rest_of(compiled, rigid_);
    split_joint(skeleton_, joint, [&](const JointMotion& motion) {
      const int freedom = skeleton_.compiled().axis(compiled.first_axis + motion.component).freedom;
      if (motion.kind != LinkKind::Ball && may_move(skeleton_, freedom, allowed_)) {
        add_link(motion, freedom);
      } else {
        stiffen(motion);
      }
    });
  }

  /// A link of the tool's own, beyond all joints: it has no value in the pose.
  void add_spin(const ArmTip& tip) {
    lines_[count_] = {normalised(rotate(rigid_.rotation, tip.spin)), rigid_ * tip.offset};
    links_[count_] = {.variable = variable_count_};
    variables_[index(variable_count_)] = {.value = -1, .freedom = -1};
    ++variable_count_;
    ++count_;
  }

  Arm finish(const Vec3& offset) {
    Arm arm;
    arm.links = links_.first(count_);
    arm.variables = variables_.first(index(variable_count_));
    arm.follows = follows_;
    align(arm, rigid_ * offset);
    return arm;
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

  void add_link(const JointMotion& motion, int freedom) {
    const ValueSource& source = skeleton_.compiled().sources[index(motion.value)];
    const int variable = variable_of(freedom);
    follows_ |= source.factor != 1 || source.offset != 0;
    links_[count_] = {.factor = source.factor,
                      .offset = source.offset,
                      .variable = variable,
                      .slides = motion.kind == LinkKind::Slide};
    lines_[count_] = {rotate(rigid_.rotation, motion.axis), rigid_.translation};
    any_slides_ |= motion.kind == LinkKind::Slide;
    ++count_;
  }

  int variable_of(int freedom) {
    for (int k = 0; k < variable_count_; ++k)
      if (variables_[index(k)].freedom == freedom) {
        follows_ = true;
        return k;
      }
    const Skeleton::Freedom& f = skeleton_.freedom(freedom);
    variables_[index(variable_count_)] = {.limits = f.limits, .weight = f.weight, .value = f.value, .freedom = freedom};
    return variable_count_++;
  }

  /// Puts the frames on the axes.
  void align(Arm& arm, const Vec3& tip) {
    if (count_ == 0) {  // nothing moves: base and tip are one
      arm.base = tip;
      arm.last_from_tip = to_matrix(rigid_.rotation);
      return;
    }
    AxisLine& first = lines_[0];
    if (count_ > 1) first.point = foot(AxisPair(first, lines_[1]), first, lines_[1]);
    Vec3 x = perpendicular_to(first.direction);
    arm.world_from_base = {x, cross(first.direction, x), first.direction};
    arm.base = first.point;
    BoneSum bones;
    for (std::size_t i = 0; i + 1 < count_; ++i) bones.add(link_to(links_[i], lines_[i], lines_[i + 1], x));
    const AxisLine& last = lines_[count_ - 1];
    const Mat3 base_from_last = transposed(Mat3{x, cross(last.direction, x), last.direction});
    arm.last_from_tip = base_from_last * to_matrix(rigid_.rotation);
    arm.tip = base_from_last * (tip - last.point);
    bones.add(length(arm.tip));
    arm.reach = bones.sum > 0 ? bones.sum : 1;
    if (!any_slides_) arm.range = bones.range();
    for (const ArmLink& link : arm.links)
      if (link.slides) variables_[index(link.variable)].unit = arm.reach;
  }

  /// What is constant behind a link, from its axis to the next, whose point moves to where the frame shall be. `x` is that of
  /// the frame before and becomes that of the frame behind. Gives the length.
  static double link_to(ArmLink& link, const AxisLine& line, AxisLine& next, Vec3& x) {
    const Vec3 z = line.direction, old_x = x;
    const AxisPair pair(line, next);
    x = normal_of(pair, line, next, old_x);
    const Vec3 y = cross(z, x);
    next.point = foot(pair, next, line);
    const Vec3 shift = next.point - line.point;
    link.rest_cos = dot(old_x, x);
    link.rest_sin = dot(cross(z, old_x), x);
    link.a = dot(shift, x);
    link.b = dot(shift, y);
    link.d = dot(shift, z);
    link.twist_cos = pair.cosine;
    link.twist_sin = -dot(y, next.direction);
    return length(shift);
  }

  const Skeleton& skeleton_;
  const MovePermission& allowed_;
  std::span<const double> pose_;
  std::span<ArmLink> links_;
  std::span<ArmVariable> variables_;
  std::span<AxisLine> lines_;
  std::size_t count_ = 0;
  int variable_count_ = 0;
  bool follows_ = false, any_slides_ = false;
  Transform rigid_{};
};

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
  for (int i = tip.joint.index; i != tip.frame.index; i = skeleton.compiled().joint(i).parent) {
    const CompiledJoint& joint = skeleton.compiled().joint(i);
    if (joint.scaled) return "Global takes no joints with scales; FullBody does";
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
  return links * (sizeof(ArmLink) + sizeof(ArmVariable) + sizeof(AxisLine)) + index(joint.path_joints) * sizeof(int) +
         4 * alignof(std::max_align_t);
}

Arm make_arm(const Skeleton& skeleton, const ArmTip& tip, const MovePermission& allowed, std::span<const double> pose,
             Scratch& scratch) {
  const CompiledJoint& joint = skeleton.compiled().joint(tip.joint);
  const std::size_t links = index(joint.path_axes) + 1;
  const std::span<int> path = scratch.take<int>(index(joint.path_joints));
  ArmBuilder builder(skeleton, allowed, pose, scratch.take<ArmLink>(links), scratch.take<ArmVariable>(links),
                     scratch.take<AxisLine>(links));
  for_path(skeleton, tip, path, [&](int i) { builder.add(i); });
  if (tip.spin != Vec3{}) builder.add_spin(tip);
  return builder.finish(tip.offset);
}

}  // namespace kine::detail
