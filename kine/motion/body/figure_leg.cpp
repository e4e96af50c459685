#include <algorithm>
#include <cmath>
#include <optional>

#include "kine/math/trig.h"
#include "kine/motion/body/figure_builder.h"
#include "kine/motion/body/human_joints.h"

namespace kine::detail {
namespace {

/// A knee bends at least so much: it never snaps, nor bends backwards.
constexpr double kLeastKnee = 0.02;
/// People's, degrees.
constexpr double kMostKnee = 145.0, kMostToes = 60.0;
/// A hinge pitches or rolls a hip where this much of its axis points there.
constexpr double kMostly = 0.8;

}  // namespace

void FigureBuilder::choose_ankle(std::size_t side) {
  const BoneSegment& foot = map_.legs[side].foot;
  const SegmentTurn turns = segment(foot);
  ankles_[side] = turns.is_free() ? turns.pivot() : foot.last;
}

Vec3 FigureBuilder::find_hip(std::size_t side) const {
  const BoneSegment& thigh = map_.legs[side].thigh;
  const SegmentTurn turns = segment(thigh);
  if (thigh.first == thigh.last || turns.is_free()) return place(turns.pivot().valid() ? turns.pivot() : thigh.first);
  Vec3 hip = place(thigh.last);
  double best_pitch = kMostly, best_roll = kMostly;
  for (const JointId id : joints_of(skeleton_, thigh)) {
    if (skeleton_.kind(id) != JointKind::Hinge) continue;
    const Vec3 axis = rotate(turn(id), skeleton_.description(id).axis);
    if (std::abs(axis.x) > best_pitch) hip.y = place(id).y, hip.z = place(id).z, best_pitch = std::abs(axis.x);
    if (std::abs(axis.z) > best_roll) hip.x = place(id).x, best_roll = std::abs(axis.z);
  }
  return hip;
}

double FigureBuilder::leg_length(std::size_t side) const {
  const Vec3 knee = place(map_.legs[side].shank.first);
  return length(knee - hips_[side]) + length(place(ankles_[side]) - knee);
}

std::string FigureBuilder::keep(std::size_t side, const BoneSegment& bones, Chain& chain) {
  for (const JointId id : joints_of(skeleton_, bones)) {
    Joint joint = skeleton_.description(id);
    if (joint.kind != JointKind::Hinge && joint.kind != JointKind::Euler && joint.kind != JointKind::Ball) continue;
    joint.name = kSides[side] + joint.name;
    for (AxisSettings& axis : joint.axes) {
      axis.fixed = axis.fixed || axis.follows || is_shared(id);
      axis.follows.reset();
    }
    if (bones == map_.legs[side].shank) narrow_knee(side, id, joint);
    const Quat motion = motion_of(skeleton_, id, standing_.pose);
    const Transform moved{turn(id), place(id)};
    chain.last = add(joint, chain.last, {moved.rotation * conjugate(motion), moved.translation}, moved);
    copied_.push_back({id, chain.last});
  }
  chain.follower = add_follower(bones, chain.last, 1, chain.follower, chain.figure_last);
  figure_.followers.back().is_copied = true;
  chain.figure_last = bones.last;
  return chain.last;
}

void FigureBuilder::find_shared_hip() {
  for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
    for (const JointId id : joints_of(skeleton_, map_.legs[side].thigh)) {
      const std::optional<Follow>& follows = skeleton_.description(id).axes[0].follows;
      if (skeleton_.kind(id) != JointKind::Hinge || !follows || follows->factor == 0) continue;
      const JointId leader = skeleton_.joint(follows->joint);
      const std::vector<JointId> others = joints_of(skeleton_, map_.legs[1 - side].thigh);
      if (std::ranges::find(others, leader) == others.end()) continue;
      shared_[side] = id;
      shared_[1 - side] = leader;
      // Told from the left one.
      marks_.shared_factor = side == 1 ? follows->factor : 1 / follows->factor;
      marks_.shared_offset = side == 1 ? follows->offset : -follows->offset / follows->factor;
      marks_.shared_hip = {kSides[0] + skeleton_.name(shared_[0]), kSides[1] + skeleton_.name(shared_[1])};
    }
  }
}

void FigureBuilder::narrow_knee(std::size_t side, JointId id, Joint& joint) {
  const auto first = static_cast<std::size_t>(skeleton_.first_axis(id));
  std::size_t knee = 0;
  const auto axis = [&](std::size_t k) { return rotate(standing_.walk_from_figure, frames_.axes()[first + k]); };
  const auto count = static_cast<std::size_t>(skeleton_.axis_count(id));
  if (joint.kind == JointKind::Ball) return;
  for (std::size_t k = 1; k < count; ++k)
    if (std::abs(axis(k).x) > std::abs(axis(knee).x)) knee = k;
  for (std::size_t k = 0; k < count; ++k) joint.axes[k].fixed = joint.axes[k].fixed || k != knee;
  const Vec3 about = axis(knee);
  const double sign = about.x < 0 ? -1 : 1;
  // The turn about the axis that brings the shank in line with the thigh.
  const Vec3 at = place(id);
  const auto square = [&](const Vec3& v) { return v - about * dot(v, about); };
  const Vec3 thigh = square(at - hips_[side]), shank = square(place(ankles_[side]) - at);
  const double straight = atan2(dot(cross(shank, thigh), about), dot(shank, thigh));
  const double now = standing_.pose[static_cast<std::size_t>(skeleton_.first_value(id)) + knee];
  Range& limits = joint.axes[knee].limits;
  if (sign > 0)
    limits.lower = std::clamp<double>(now + straight + kLeastKnee, limits.lower, limits.upper);
  else
    limits.upper = std::clamp<double>(now + straight - kLeastKnee, limits.lower, limits.upper);
}

std::string FigureBuilder::remake(Joint joint, const BoneSegment& bones, const SegmentTurn& turns, Chain& chain) {
  chain.last = add_upright(std::move(joint), chain.last, place(turns.pivot()));
  chain.follower = add_follower(bones, chain.last, 1, chain.follower, chain.figure_last);
  chain.figure_last = bones.last;
  return chain.last;
}

void FigureBuilder::add_leg(std::size_t side) {
  const BoneMap::LegBones& leg = map_.legs[side];
  const double out = side == 0 ? 1 : -1;
  Chain chain{"walk pelvis", -1, map_.pelvis};
  const std::size_t first = joints_.size();
  const SegmentTurn thigh = segment(leg.thigh), shank = segment(leg.shank), foot = segment(leg.foot);
  if (thigh.is_free())
    remake(human_hip(name_of(side, "thigh"), out), leg.thigh, thigh, chain);
  else
    keep(side, leg.thigh, chain);
  if (joints_.size() == first) return;  // a hip that does not move
  biped_names_.thigh[side] = joints_[first].name;
  if (shank.is_free())
    remake(hinge(name_of(side, "shank"), "", {}, kUnitX, {kLeastKnee, radians(kMostKnee)}), leg.shank, shank, chain);
  else
    keep(side, leg.shank, chain);
  biped_names_.shank[side] = chain.last;
  if (foot.is_free()) {
    remake(human_ankle(name_of(side, "foot"), out), leg.foot, foot, chain);
    figure_.followers.back().standing = standing_.foot[side];
    marks_.feet[side] = {};
  } else {
    keep(side, leg.foot, chain);
    marks_.feet[side] = standing_.walk_from_figure * standing_.foot[side];
  }
  biped_names_.foot[side] = chain.last;
  add_toes(side, chain);
  add_points(side);
}

void FigureBuilder::add_toes(std::size_t side, Chain& chain) {
  const BoneMap::LegBones& leg = map_.legs[side];
  if (!feet_.toes_bend) return;
  const BoneSegment toes{leg.toes, leg.toes};
  const SegmentTurn turns = segment(toes);
  double most = radians(kMostToes);
  if (turns.is_free()) {
    remake(human_toes(name_of(side, "toes")), toes, turns, chain);
    marks_.toe_sign[side] = 1;
  } else {
    keep(side, toes, chain);
    const Vec3 axis = rotate(turn(leg.toes), skeleton_.description(leg.toes).axis);
    const Range limits = skeleton_.description(leg.toes).axes[0].limits;
    marks_.toe_sign[side] = axis.x < 0 ? 1 : -1;
    most = axis.x < 0 ? limits.upper : -limits.lower;
  }
  biped_names_.toes[side] = chain.last;
  feet_.shapes[side].max_bend = std::clamp<double>(most - kToeRoom, 0, kMostToeBend);
}

void FigureBuilder::add_points(std::size_t side) {
  const BoneMap::LegBones& leg = map_.legs[side];
  const FigureFoot& foot = feet_.feet[side];
  const std::string name = skeleton_.name(leg.foot.first);
  // The joints as they are when the foot is flat, in the figure's world.
  const Quat flat = standing_.foot[side] * conjugate(frames_.rotation(leg.foot.last));
  const auto point = [&](const SolePoint& sole, JointId carrier, const char* ending) {
    if (sole.joint.valid()) return WalkingFigure::FootPoint{skeleton_.name(sole.joint), sole.joint, {}, true};
    const Vec3 at = frames_.position(foot.ankle) + rotate(conjugate(flat), rotate(figure_.figure_from_walk, sole.at));
    const Affine frame = frames_.affine(carrier);
    return WalkingFigure::FootPoint{name + ending, carrier, inverse_of(frame.linear) * (at - frame.translation), false};
  };
  figure_.heels[side] = point(foot.heel, leg.foot.last, "_heel");
  figure_.toes[side] = point(foot.tip, feet_.toes_bend ? leg.toes : leg.foot.last, "_toe");
}

}  // namespace kine::detail
