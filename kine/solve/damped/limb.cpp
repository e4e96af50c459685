#include "kine/solve/damped/limb.h"

#include "kine/math/trig.h"
#include "kine/model/pose.h"

namespace kine::detail {
namespace {

/// Builds a limb joint by joint. What does not move gathers in `rigid_` until the next link takes it over.
class LimbBuilder {
 public:
  LimbBuilder(const Skeleton& skeleton, std::span<const double> pose, std::span<const bool> movable,
              std::span<Link> links)
      : skeleton_(skeleton), pose_(pose), movable_(movable), links_(links) {}

  void add(int index, bool may_move) {
    const Skeleton::Part& part = skeleton_.parts()[static_cast<std::size_t>(index)];
    rigid_ = part.rest_rotation == Quat{} ? Transform{rigid_.rotation, rigid_ * part.rest_translation}
                                          : rigid_ * Transform{part.rest_rotation, part.rest_translation};
    switch (part.kind) {
      case JointKind::Fixed:
        break;
      case JointKind::Hinge:
        add_hinge(part, 0, part.axis, may_move);
        break;
      case JointKind::Slider:
        add_slide(part, 0, part.axis, part.first_value, may_move);
        break;
      case JointKind::Euler:
        for (int k = 0; k < part.axis_count; ++k)
          add_hinge(part, k, skeleton_.description({index}).euler_axes[static_cast<std::size_t>(k)], may_move);
        break;
      case JointKind::Free:
        add_slide(part, 3, kUnitX, part.first_value + 4, may_move);
        add_slide(part, 4, kUnitY, part.first_value + 5, may_move);
        add_slide(part, 5, kUnitZ, part.first_value + 6, may_move);
        add_ball(part, nullptr, may_move);
        break;
      case JointKind::Ball: {
        const BallLimits& limits = skeleton_.description({index}).ball;
        add_ball(part, limits.has_swing() || limits.has_twist() ? &limits : nullptr, may_move);
        break;
      }
    }
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
    limb.only_balls = true;
    double longest = 0;
    for (const Link& link : limb.links) {
      const double bone = length(link.bone);
      limb.reach += bone;
      longest = longest > bone ? longest : bone;
      limb.slides |= link.kind == LinkKind::Slide;
      limb.limited |= link.ball || link.limits != Range{};
      limb.only_balls &= link.kind == LinkKind::Ball && !link.ball && link.weight == 1 && link.plain_rest;
    }
    limb.per_reach = limb.reach > 0 ? 1 / limb.reach : 1;
    limb.hollow = longest + longest > limb.reach ? longest + longest - limb.reach : 0;
    return limb;
  }

 private:
  const Skeleton::Freedom& freedom(const Skeleton::Part& part, int component) const {
    const Skeleton::Axis& axis = skeleton_.axes()[static_cast<std::size_t>(part.first_axis + component)];
    return skeleton_.freedoms()[static_cast<std::size_t>(axis.freedom)];
  }

  bool is_locked(const Skeleton::Part& part, int component) const {
    const Skeleton::Axis& axis = skeleton_.axes()[static_cast<std::size_t>(part.first_axis + component)];
    return !movable_.empty() && !movable_[static_cast<std::size_t>(axis.freedom)];
  }

  Link& new_link(LinkKind kind, double weight, int place) {
    Link& link = links_[count_];
    link = Link{};
    link.kind = kind;
    link.weight = weight;
    link.place = place;
    if (count_ == 0) {
      base_ = rigid_;
    } else {
      links_[count_ - 1].bone = rigid_.translation;
      link.rest = rigid_.rotation;
    }
    link.plain_rest = link.rest == Quat{};
    ++count_;
    rigid_ = {};
    return link;
  }

  void add_hinge(const Skeleton::Part& part, int component, const Vec3& axis, bool may_move) {
    const int value = part.first_value + component;
    const double angle = pose_[static_cast<std::size_t>(value)];
    const Skeleton::Freedom& own = freedom(part, component);
    if (!may_move || own.fixed || is_locked(part, component)) {
      rigid_.rotation = rigid_.rotation * from_axis_angle(axis, angle);
      return;
    }
    Link& link = new_link(LinkKind::Hinge, own.weight, value);
    link.limits = own.limits;
    link.amount = own.limits.clamp(angle);
    link.axis_above = rotate(link.rest, axis);
    link.rest_axis = link.rest * pure(axis);
  }

  void add_slide(const Skeleton::Part& part, int component, const Vec3& axis, int value, bool may_move) {
    const double distance = pose_[static_cast<std::size_t>(value)];
    const Skeleton::Freedom& own = freedom(part, component);
    if (!may_move || own.fixed || is_locked(part, component)) {
      rigid_.translation += rotate(rigid_.rotation, axis * distance);
      return;
    }
    Link& link = new_link(LinkKind::Slide, own.weight, value);
    link.limits = own.limits;
    link.amount = own.limits.clamp(distance);
    link.axis_above = rotate(link.rest, axis);
  }

  void add_ball(const Skeleton::Part& part, const BallLimits* limits, bool may_move) {
    const double* v = pose_.data() + part.first_value;
    const Quat rotation = normalised(Quat{v[0], v[1], v[2], v[3]});
    const Skeleton::Freedom& own = freedom(part, 0);
    if (!may_move || own.fixed || is_locked(part, 0)) {
      rigid_.rotation = rigid_.rotation * rotation;
      return;
    }
    Link& link = new_link(LinkKind::Ball, own.weight, part.first_value);
    link.value = limits ? clamp_to_limits(*limits, rotation) : rotation;
    link.ball = limits;
  }

  const Skeleton& skeleton_;
  std::span<const double> pose_;
  std::span<const bool> movable_;
  std::span<Link> links_;
  std::size_t count_ = 0;
  Transform rigid_{};
  Transform base_{};
};

std::size_t most_links(const Skeleton& skeleton) { return static_cast<std::size_t>(skeleton.axis_count()); }

Tip place_balls(Limb& limb) {
  Quat rotation = limb.base_rotation;
  Vec3 at = limb.base;
  for (Link& link : limb.links) {
    rotation = rotation * link.value;
    link.world = rotation;
    link.at = at;
    at += rotate(rotation, link.bone);
  }
  return {rotation * limb.tip_turn, at};
}

}  // namespace

bool has_limbs(const Skeleton& skeleton) { return skeleton.is_simple(); }

std::size_t limb_bytes(const Skeleton& skeleton) {
  return most_links(skeleton) * sizeof(Link) + alignof(Link) +
         static_cast<std::size_t>(skeleton.joint_count()) * sizeof(int) + alignof(int);
}

std::size_t limb_bytes(const Skeleton& skeleton, JointId joint) {
  std::size_t depth = 0, axes = 0;
  for (; joint.valid(); joint = skeleton.parent(joint)) {
    ++depth;
    axes += static_cast<std::size_t>(skeleton.axis_count(joint));
  }
  return axes * sizeof(Link) + alignof(Link) + depth * sizeof(int) + alignof(int);
}

Limb make_limb(const Skeleton& skeleton, const PointOnJoint& point, JointId from, std::span<const double> pose,
               Scratch& scratch, std::span<const bool> movable) {
  int depth = 0, axes = 0;
  for (int i = point.joint.index; i >= 0; i = skeleton.part({i}).parent) {
    ++depth;
    axes += skeleton.part({i}).axis_count;
  }
  const std::span<int> path = scratch.take<int>(static_cast<std::size_t>(depth));
  for (int i = point.joint.index, k = depth; i >= 0; i = skeleton.part({i}).parent)
    path[static_cast<std::size_t>(--k)] = i;

  LimbBuilder builder(skeleton, pose, movable, scratch.take<Link>(static_cast<std::size_t>(axes)));
  bool may_move = from == kWorld;
  for (const int i : path) {
    may_move |= i == from.index;
    builder.add(i, may_move);
  }
  return builder.finish(point.offset);
}

Tip place_links(Limb& limb) {
  if (limb.only_balls) return place_balls(limb);
  Quat rotation = limb.base_rotation;
  Vec3 at = limb.base;
  for (Link& link : limb.links) {
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
    link.world = rotation;
    link.at = at;
    at += rotate(rotation, link.bone);
  }
  return {rotation * limb.tip_turn, at};
}

void write_pose(const Limb& limb, std::span<double> pose) {
  for (const Link& link : limb.links) {
    double* v = pose.data() + link.place;
    if (link.kind == LinkKind::Ball) {
      v[0] = link.value.x;
      v[1] = link.value.y;
      v[2] = link.value.z;
      v[3] = link.value.w;
    } else {
      *v = link.amount;
    }
  }
}

}  // namespace kine::detail
