#include "kine/solve/damped/limb.h"

#include <algorithm>
#include <cmath>

#include "kine/math/trig.h"
#include "kine/model/internal/compiled_skeleton.h"
#include "kine/model/internal/pose_values.h"
#include "kine/model/local_transforms.h"
#include "kine/model/pose.h"

namespace kine::detail {
namespace {

void read_value(Link& link, std::span<const double> pose) {
  if (link.kind != LinkKind::Ball) {
    link.amount = link.limits.clamp(pose[static_cast<std::size_t>(link.place)]);
    return;
  }
  const Quat rotation = normalised(read_quat(pose, link.place));
  link.value = link.ball ? clamp_to_limits(*link.ball, rotation) : rotation;
}

void read_value(FreeBall& link, std::span<const double> pose) {
  link.value = with_unit_length(read_quat(pose, link.place));
}

bool slides(const Link& link) { return link.kind == LinkKind::Slide; }
bool slides(const FreeBall&) { return false; }
bool has_limits(const Link& link) { return link.ball || link.limits != Range{}; }
bool has_limits(const FreeBall&) { return false; }

template <class L>
void set_reach(LimbOf<L>& limb, const BoneSum& bones) {
  limb.reach = bones.sum > 0 ? bones.sum : 1;
  limb.per_reach = 1 / limb.reach;
  limb.range = bones.range();
}

template <class L>
void measure(LimbOf<L>& limb) {
  BoneSum bones;
  bool any_slides = false;
  limb.limited = false;
  for (const L& link : limb.links) {
    bones.add(length(link.bone));
    any_slides |= slides(link);
    limb.limited |= has_limits(link);
  }
  set_reach(limb, bones);
  if (any_slides) limb.range = {};
}

/// Builds a limb joint by joint. What does not move gathers in `rigid_` until the next link takes it over.
class LimbBuilder {
 public:
  LimbBuilder(const Skeleton& skeleton, std::span<const double> pose, std::span<const bool> movable,
              std::span<Link> links)
      : skeleton_(skeleton), pose_(pose), movable_(movable), links_(links) {}

  void add(int joint, bool may_move) {
    const CompiledJoint& compiled = skeleton_.compiled().joint(joint);
    rigid_ = with_rest_of(compiled, rigid_);
    split_joint(skeleton_, joint, [&](const JointMotion& motion) {
      const Skeleton::Freedom& freedom = motion.freedom(skeleton_, compiled);
      if (may_move && !freedom.fixed && !is_locked(compiled, motion.component)) {
        add_link(motion, freedom);
      } else {
        stiffen(motion);
      }
    });
  }

  Limb finish(const Vec3& offset) {
    Limb limb;
    limb.links = links_.first(count_);
    limb.base_rotation = base_.rotation;
    limb.base = base_.translation;
    limb.tip_turn = rigid_.rotation;
    if (count_ > 0) {
      links_[count_ - 1].bone = rigid_ * offset;
    } else {
      limb.base = rigid_ * offset;  // nothing moves: the tip itself
    }
    measure(limb);
    return limb;
  }

 private:
  /// A motion that does nothing in this limb becomes a part of what is rigid.
  void stiffen(const JointMotion& motion) {
    const double value = pose_[static_cast<std::size_t>(motion.value)];
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

  bool is_locked(const CompiledJoint& compiled, int component) const {
    if (movable_.empty()) return false;
    const CompiledAxis& axis = skeleton_.compiled().axis(compiled.first_axis + component);
    return !movable_[static_cast<std::size_t>(axis.freedom)];
  }

  void add_link(const JointMotion& motion, const Skeleton::Freedom& freedom) {
    Link& link = links_[count_];
    link = Link{};
    link.kind = motion.kind;
    link.weight = freedom.weight;
    link.place = motion.value;
    link.ball = motion.limits;
    if (count_ == 0) {
      base_ = rigid_;
    } else {
      links_[count_ - 1].bone = rigid_.translation;
      link.rest = rigid_.rotation;
    }
    link.plain_rest = link.rest == Quat{};
    ++count_;
    rigid_ = {};
    if (motion.kind != LinkKind::Ball) {
      link.limits = freedom.limits;
      link.axis_above = rotate(link.rest, motion.axis);
      if (motion.kind == LinkKind::Hinge) link.rest_axis = link.rest * pure(motion.axis);
    }
    read_value(link, pose_);
  }

  const Skeleton& skeleton_;
  std::span<const double> pose_;
  std::span<const bool> movable_;
  std::span<Link> links_;
  std::size_t count_ = 0;
  Transform rigid_{};
  Transform base_{};
};

/// Goes on through a link: turns and shifts what it stands on by its value.
void pass(Link& link, Quat& rotation, Vec3& at) {
  switch (link.kind) {
    case LinkKind::Ball:
      rotation = rotation * (link.plain_rest ? link.value : link.rest * link.value);
      break;
    case LinkKind::Hinge: {
      const SinCos half = sin_cos(link.amount / 2);
      link.axis = rotate(rotation, link.axis_above);
      rotation = rotation * (link.rest * half.cos + link.rest_axis * half.sin);
      break;
    }
    case LinkKind::Slide:
      link.axis = rotate(rotation, link.axis_above);
      at += link.axis * link.amount;
      if (!link.plain_rest) rotation = rotation * link.rest;
      break;
  }
}
void pass(const FreeBall& link, Quat& rotation, Vec3&) { rotation = rotation * link.value; }

template <class L>
Vec3 place(LimbOf<L>& limb) {
  Quat rotation = limb.base_rotation;
  Vec3 at = limb.base;
  for (L& link : limb.links) {
    pass(link, rotation, at);
    link.world = rotation;
    link.at = at;
    at += rotate(rotation, link.bone);
  }
  return at;
}

template <class L>
Quat rotation_of_tip(const LimbOf<L>& limb) {
  return (limb.links.empty() ? limb.base_rotation : limb.links.back().world) * limb.tip_turn;
}

template <class L>
bool restore_length(LimbOf<L>& limb) {
  double most = 0;
  for (const L& link : limb.links)
    if (link.kind == LinkKind::Ball) most = std::max<double>(most, std::abs(dot(link.value, link.value) - 1));
  if (!(most > kOffUnit)) return false;
  for (L& link : limb.links)
    if (link.kind == LinkKind::Ball) link.value = normalised(link.value);
  return true;
}

std::size_t limb_bytes(int joints, int axes) {
  return static_cast<std::size_t>(axes) * sizeof(Link) + alignof(Link) +
         static_cast<std::size_t>(joints) * sizeof(int) + alignof(int);
}

}  // namespace

bool has_limbs(const Skeleton& skeleton) { return skeleton.is_simple(); }

bool has_limb(const Skeleton& skeleton, JointId joint) {
  for (JointId id = joint; id.valid(); id = skeleton.parent(id)) {
    const Joint& own = skeleton.description(id);
    if (own.rest.scale != Vec3{1, 1, 1}) return false;
    const bool turns_whole = has_quaternion(own.kind);
    for (int k = 0; k < skeleton.axis_count(id); ++k) {
      const AxisSettings &axis = own.axes[static_cast<std::size_t>(k)], &first = own.axes[0];
      if (axis.follows || (turns_whole && k < 3 && (axis.fixed != first.fixed || axis.weight != first.weight)))
        return false;
    }
  }
  return true;
}

bool is_ball_chain(const Skeleton& skeleton, JointId joint, JointId from) {
  const CompiledSkeleton& compiled = skeleton.compiled();
  if (from == kWorld) return compiled.joint(joint).plain_path;
  for (int i = joint.index; i >= 0 && compiled.joint(i).plain; i = compiled.joint(i).parent)
    if (i == from.index) return true;
  return false;
}

std::size_t limb_bytes(const Skeleton& skeleton) { return limb_bytes(skeleton.joint_count(), skeleton.axis_count()); }

std::size_t limb_bytes(const Skeleton& skeleton, JointId joint) {
  const CompiledJoint& compiled = skeleton.compiled().joint(joint);
  return limb_bytes(compiled.path_joints, compiled.path_axes);
}

Limb make_limb(const Skeleton& skeleton, const PointOnJoint& point, JointId from, std::span<const double> pose,
               Scratch& scratch, std::span<const bool> movable) {
  const CompiledJoint& last = skeleton.compiled().joint(point.joint);
  const std::span<int> path = scratch.take<int>(static_cast<std::size_t>(last.path_joints));
  for (int i = point.joint.index, k = last.path_joints; i >= 0; i = skeleton.compiled().joint(i).parent)
    path[static_cast<std::size_t>(--k)] = i;

  LimbBuilder builder(skeleton, pose, movable, scratch.take<Link>(static_cast<std::size_t>(last.path_axes)));
  bool may_move = from == kWorld;
  for (const int i : path) {
    may_move |= i == from.index;
    builder.add(i, may_move);
  }
  return builder.finish(point.offset);
}

BallChain make_ball_chain(const Skeleton& skeleton, const PointOnJoint& point, JointId from,
                          std::span<const double> pose, Scratch& scratch) {
  // From the tip up, so from the back to the front.
  auto k = static_cast<std::size_t>(skeleton.compiled().joint(point.joint).path_balls);
  const std::span<FreeBall> links = scratch.take<FreeBall>(k);
  BoneSum bones;
  Vec3 bone = point.offset;
  int i = point.joint.index;
  bool may_move = true;
  for (; i >= 0 && may_move; i = skeleton.compiled().joint(i).parent) {
    const CompiledJoint& compiled = skeleton.compiled().joint(i);
    if (compiled.kind == JointKind::Ball) {
      FreeBall& link = links[--k];
      link.place = compiled.first_value;
      link.bone = bone;
      bones.add(length(bone));
      read_value(link, pose);
      bone = compiled.rest_translation;
    } else {
      bone += compiled.rest_translation;
    }
    may_move = i != from.index;
  }
  Transform base{{}, bone};
  for (; i >= 0; i = skeleton.compiled().joint(i).parent) {
    const LocalTransform local = parent_from_joint(skeleton, pose, {i});
    base = Transform{local.rotation, local.translation} * base;
  }
  BallChain chain;
  chain.links = links.subspan(k);
  chain.base_rotation = base.rotation;
  chain.base = base.translation;
  set_reach(chain, bones);
  return chain;
}

void measure_bones(Limb& limb) { measure(limb); }
void measure_bones(BallChain& chain) { measure(chain); }

bool restore_unit_length(Limb& limb) { return restore_length(limb); }
bool restore_unit_length(BallChain& chain) { return restore_length(chain); }

void read_pose(Limb& limb, std::span<const double> pose) {
  for (Link& link : limb.links) read_value(link, pose);
}
void read_pose(BallChain& chain, std::span<const double> pose) {
  for (FreeBall& link : chain.links) read_value(link, pose);
}

void write_pose(const Limb& limb, std::span<double> pose) {
  for (const Link& link : limb.links) {
    if (link.kind == LinkKind::Ball) {
      write_quat(link.value, link.place, pose);
    } else {
      pose[static_cast<std::size_t>(link.place)] = link.amount;
    }
  }
}
void write_pose(const BallChain& chain, std::span<double> pose) {
  for (const FreeBall& link : chain.links) write_quat(link.value, link.place, pose);
}

Vec3 place_links(Limb& limb) { return place(limb); }
Vec3 place_links(BallChain& chain) { return place(chain); }

Quat tip_rotation(const Limb& limb) { return rotation_of_tip(limb); }
Quat tip_rotation(const BallChain& chain) { return rotation_of_tip(chain); }

}  // namespace kine::detail
