#include "kine/motion/body/biped_model.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "kine/kinematics/forward.h"
#include "kine/math/trig.h"
#include "kine/motion/body/human_joints.h"
#include "kine/motion/body/shared_hip.h"
#include "kine/solve/damped/limb.h"

namespace kine::detail {
namespace {

/// An axis lies along a direction when this much of it does: within 26 degrees.
constexpr double kAlong = 0.9;
/// More than walking asks of any joint, radians.
constexpr double kPlenty = 1.2;
/// A knee is planned to bend no further, radians: people's.
constexpr double kMostKnee = 2.6;
/// Legs may differ by this share of their length.
constexpr double kMostUnlike = 0.05;
/// What is kept of an ankle's lean for solving, radians.
constexpr double kLeanRoom = 0.06;
/// Where a heel or a tip has no joint, shares of the leg's length: people's.
constexpr double kHeelBelow = 0.08, kHeelBehind = 0.07, kTipAhead = 0.236, kHalfWidth = 0.046;

}  // namespace

/// Finds the joints, then measures them where they stand.
class BipedBuilder {
 public:
  BipedBuilder(const Skeleton& skeleton, std::span<const double> standing, const BipedMarks* marks)
      : skeleton_(skeleton), standing_(standing), marks_(marks), frames_(skeleton) {
    forward(skeleton, standing, frames_);
    biped_.skeleton_ = &skeleton;
    biped_.standing_.assign(standing.begin(), standing.end());
  }

  Result<BipedModel> build(const BipedNames& names) {
    if (skeleton_.has_scale() || !has_limbs(skeleton_))
      return Error{"a walking figure must have no scales, no followers and no half-fixed balls"};
    find_body(names);
    for (int side = 0; side < 2 && fault_.empty(); ++side) find_leg(names, side);
    if (fault_.empty() && marks_ && !marks_->shared_hip[0].empty()) share_hip();
    if (fault_.empty()) measure(names);
    if (!fault_.empty()) return Error{fault_};
    return std::move(biped_);
  }

 private:
  JointId find(const std::string& name, bool needed) {
    if (name.empty() && !needed) return kWorld;
    const Result<JointId> found = skeleton_.find(name);
    if (found) return *found;
    if (needed && fault_.empty()) fault_ = found.error();
    return kWorld;
  }

  BodySegment segment(const std::string& name, bool needed) {
    BodySegment found;
    found.joint = find(name, needed);
    if (!found.valid()) return found;
    found.standing = frames_.rotation(found.joint);
    const JointId parent = skeleton_.parent(found.joint);
    if (parent.valid()) found.standing_parent = frames_.rotation(parent);
    return found;
  }

  void find_body(const BipedNames& names) {
    biped_.pelvis_ = segment(names.pelvis, true);
    if (!fault_.empty()) return;
    if (skeleton_.kind(biped_.pelvis_.joint) != JointKind::Free || skeleton_.parent(biped_.pelvis_.joint).valid()) {
      fault_ = "the pelvis " + names.pelvis + " must be a free root to walk about";
      return;
    }
    for (const std::string& name : names.spine) {
      if (biped_.spine_count_ == BipedModel::kMaxSpine) break;
      biped_.spine_[static_cast<std::size_t>(biped_.spine_count_++)] = segment(name, true);
    }
    biped_.head_ = segment(names.head, false);
    for (std::size_t side = 0; side < 2; ++side) {
      biped_.upper_arm_[side] = segment(names.upper_arm[side], false);
      biped_.forearm_[side] = segment(names.forearm[side], false);
      biped_.arms_[side] = find_arm(skeleton_, frames_, biped_.chest().joint, biped_.upper_arm_[side].joint,
                                    biped_.forearm_[side].joint);
    }
  }

  void find_leg(const BipedNames& names, int side) {
    const auto s = static_cast<std::size_t>(side);
    BipedLeg& leg = biped_.legs_[s];
    leg.thigh = find(names.thigh[s], true);
    leg.shank = find(names.shank[s], true);
    leg.foot = find(names.foot[s], true);
    leg.toes = find(names.toes[s], false);
    if (!fault_.empty()) return;
    if (!skeleton_.is_above(leg.thigh, leg.shank) || !skeleton_.is_above(leg.shank, leg.foot)) {
      fault_ = names.thigh[s] + ", " + names.shank[s] + " and " + names.foot[s] + " do not make a leg";
      return;
    }
    leg.standing_foot = marks_ ? marks_->feet[s] : frames_.rotation(leg.foot);
    const JointId last = leg.toes.valid() ? leg.toes : leg.foot;
    leg.first_value = skeleton_.first_value(leg.thigh);
    leg.value_count = skeleton_.first_value(last) + skeleton_.value_count(last) - leg.first_value;
    if (leg.value_count < 4 || leg.value_count > BipedModel::kMaxLegValues)
      fault_ = "the joints from " + names.thigh[s] + " to " + skeleton_.name(last) + " have " +
               std::to_string(leg.value_count) + " values; a leg has 4 to " + std::to_string(BipedModel::kMaxLegValues);
    if (!fault_.empty()) return;
    for (int i = 0; i < leg.value_count; ++i)
      biped_.standing_legs_[s][static_cast<std::size_t>(i)] = standing_[static_cast<std::size_t>(leg.first_value + i)];
    if (leg.toes.valid()) find_toes(leg);
    if (marks_) leg.toe_sign = marks_->toe_sign[s];
    leg.ankle_in_shank = inverse(frames_.world_from_joint(leg.shank)) * frames_.position(leg.foot);
    find_rotation(leg);
    leg.hinges = HingeLeg::of(skeleton_, leg.thigh, leg.shank, leg.foot, leg.rotation_value);
  }

  void share_hip() {
    SharedHip& shared = biped_.shared_hip_;
    shared.joints = {find(marks_->shared_hip[0], true), find(marks_->shared_hip[1], true)};
    if (!fault_.empty()) return;
    shared.factor = marks_->shared_factor;
    shared.offset = marks_->shared_offset;
    const Range own = skeleton_.description(shared.joints[0]).axes[0].limits;
    const Range other = skeleton_.description(shared.joints[1]).axes[0].limits;
    const double a = (other.lower - shared.offset) / shared.factor, b = (other.upper - shared.offset) / shared.factor;
    shared.limits = {std::max<double>(own.lower, std::min<double>(a, b)),
                     std::min<double>(own.upper, std::max<double>(a, b))};
  }

  /// The half mode guides one angle of the hip and fits the two of the ankle; it needs both to be Euler joints, the
  /// foot next below the shank.
  void find_rotation(BipedLeg& leg) {
    const Joint& hip = skeleton_.description(leg.thigh);
    const Joint& foot = skeleton_.description(leg.foot);
    if (hip.kind != JointKind::Euler || foot.kind != JointKind::Euler || skeleton_.parent(leg.foot) != leg.shank)
      return;
    if (skeleton_.kind(leg.shank) != JointKind::Hinge) return;
    for (int k = 0; k < hip.euler_count; ++k) {
      const Vec3 axis = rotate(frames_.rotation(leg.thigh), hip.euler_axes[static_cast<std::size_t>(k)]);
      if (std::abs(axis.y) > kAlong) leg.rotation_value = skeleton_.first_value(leg.thigh) + k;
    }
  }

  /// Toes that are a hinge perpendicular to the foot bend; others stay as they are.
  void find_toes(BipedLeg& leg) {
    leg.toe_sign = 0;
    if (skeleton_.kind(leg.toes) != JointKind::Hinge) return;
    const Vec3 axis = rotate(frames_.rotation(leg.toes), skeleton_.description(leg.toes).axis);
    if (std::abs(axis.x) > kAlong) leg.toe_sign = axis.x < 0 ? 1 : -1;
  }

  /// How far the joints from `top` down to `last` turn about a direction from where they stand; `all` where none does.
  Range turn_limits(JointId top, JointId last, const Vec3& about, Range all = {-kPi, kPi}) const {
    for (JointId joint = last; joint.valid(); joint = skeleton_.parent(joint)) {
      const Joint& description = skeleton_.description(joint);
      for (int k = 0; k < skeleton_.axis_count(joint); ++k) {
        const auto i = static_cast<std::size_t>(k);
        if (description.kind != JointKind::Euler && description.kind != JointKind::Hinge) continue;
        const double along = dot(frames_.axes()[static_cast<std::size_t>(skeleton_.first_axis(joint) + k)], about);
        if (std::abs(along) < kAlong) continue;
        const double now = standing_[static_cast<std::size_t>(skeleton_.first_value(joint) + k)];
        const Range own{description.axes[i].limits.lower - now, description.axes[i].limits.upper - now};
        all = along > 0 ? own : Range{-own.upper, -own.lower};
      }
      if (joint == top) break;
    }
    return all;
  }

  /// Where a leg begins, bends and ends.
  struct Bones {
    Vec3 hip, knee, ankle;
    double thigh() const { return length(knee - hip); }
    double shank() const { return length(ankle - knee); }
  };
  Bones bones_of(std::size_t side) const {
    const BipedLeg& leg = biped_.legs_[side];
    return {marks_ ? marks_->hips[side] : frames_.position(leg.thigh), frames_.position(leg.shank),
            frames_.position(leg.foot)};
  }

  void measure(const BipedNames& names) {
    BipedMeasures& measures = biped_.measures_;
    const Bones bones = bones_of(0), other = bones_of(1);
    for (std::size_t side = 0; side < 2; ++side) measure_leg(side, measures.legs[side]);
    if (!fault_.empty()) return;
    if (std::abs(measures.legs[0].length - measures.legs[1].length) > kMostUnlike * measures.leg()) {
      fault_ = "the legs differ in length";
      return;
    }
    measures.hip_half = 0.5 * std::abs(bones.hip.x - other.hip.x);
    biped_.hips_to_pelvis_ = frames_.position(biped_.pelvis_.joint) - 0.5 * (bones.hip + other.hip);
    for (std::size_t side = 0; side < 2 && fault_.empty() && !marks_; ++side) measure_foot(names, side);
    measures.oblique = oblique_for(measures);
  }

  /// People whose legs differ by a few per cent stand so.
  static double oblique_for(const BipedMeasures& measures) {
    constexpr double kMost = 0.12;  // radians: beyond that the longer leg bends more
    const auto whole = [](const LegMeasures& leg) { return leg.length + leg.foot.height(); };
    const double longer = whole(measures.legs[0]) - whole(measures.legs[1]);
    return std::clamp<double>(atan2(longer, 2 * measures.hip_half), -kMost, kMost);
  }

  void measure_leg(std::size_t side, LegMeasures& out) {
    const BipedLeg& leg = biped_.legs_[side];
    const Bones bones = bones_of(side);
    out.thigh = bones.thigh();
    out.shank = bones.shank();
    out.length = out.thigh + out.shank;
    if (!(out.thigh > 0 && out.shank > 0)) {
      fault_ = "a leg without length cannot walk";
      return;
    }
    // Bones need not be upright when it stands.
    const Vec3 thigh = bones.knee - bones.hip;
    const Vec3 shank = rotate(leg.standing_foot * conjugate(frames_.rotation(leg.foot)), bones.ankle - bones.knee);
    const double thigh_ahead = marks_ ? atan2(thigh.z, -thigh.y) : 0;
    const double shank_ahead = marks_ ? -atan2(shank.z, -shank.y) : 0;
    const JointId below_knee = below(leg.shank, leg.foot), thigh_end = skeleton_.parent(leg.shank);
    const Range ankle = turn_limits(below_knee, leg.foot, -kUnitX);  // toes up
    const double slack = marks_ ? marks_->slack : 0;
    const Range knee = turn_limits(leg.shank, leg.shank, kUnitX);
    const double bent = std::clamp<double>(knee.upper + thigh_ahead + shank_ahead - slack, 0.5, kMostKnee);
    out.least = std::sqrt(out.thigh * out.thigh + out.shank * out.shank + 2 * out.thigh * out.shank * cos(bent));
    out.ankle_up = std::min<double>(ankle.upper + shank_ahead - slack, kPlenty);
    out.ankle_down = std::min<double>(-ankle.lower - shank_ahead - slack, kPlenty);
    const Range hip = turn_limits(leg.thigh, thigh_end, -kUnitX);
    out.hip_back = std::min<double>(-hip.lower - thigh_ahead - slack, kPlenty);
    const auto least = [](const Range& range) { return std::min<double>(-range.lower, range.upper); };
    const Range open = turn_limits(leg.thigh, thigh_end, side == 0 ? kUnitZ : -kUnitZ);
    out.hip_in = std::min<double>(-open.lower, kPlenty);
    out.hip_out = std::min<double>(open.upper, kPlenty);
    out.hip_turn = std::min<double>(least(turn_limits(leg.thigh, thigh_end, kUnitY)), kPlenty);
    const Range lean = turn_limits(below_knee, leg.foot, kUnitZ, {0, 0});
    // Where none leans, the gait is made to need none: see fit_gait.
    if (least(lean) > 0) out.ankle_side = std::min<double>(least(lean), kPlenty);
    if (!marks_) return;
    out.foot = marks_->shapes[side];
    out.foot.max_side_tilt = std::clamp<double>(least(lean) - slack - kLeanRoom, 0, kPlenty);
  }

  /// The joint next below `above` on the way to `last`.
  JointId below(JointId above, JointId last) const {
    while (skeleton_.parent(last).valid() && skeleton_.parent(last) != above) last = skeleton_.parent(last);
    return last;
  }

  void measure_foot(const BipedNames& names, std::size_t side) {
    const BipedLeg& leg = biped_.legs_[side];
    FootShape& foot = biped_.measures_.legs[side].foot;
    const Vec3 ankle = frames_.position(leg.foot);
    const auto at = [&](const std::string& name, const Vec3& otherwise) {
      const Result<JointId> joint = skeleton_.find(name);
      return joint ? frames_.position(*joint) - ankle : otherwise;
    };
    // Where heel or tip have no joint: as in people, by the length of the leg.
    const double leg_length = biped_.measures_.leg();
    foot.heel = at(names.heel[side], {0, -kHeelBelow * leg_length, -kHeelBehind * leg_length});
    foot.tip = at(names.toe_tip[side], {0, foot.heel.y, kTipAhead * leg_length});
    foot.tip.y = foot.heel.y;  // one sole
    foot.ball = leg.toes.valid() ? frames_.position(leg.toes) - ankle : foot.tip;
    foot.heel.x = foot.tip.x = foot.ball.x = 0;
    foot.half_width = kHalfWidth * leg_length;
    foot.max_bend = 0;
    if (leg.toes.valid() && leg.toe_sign != 0) {
      const Range bend = turn_limits(leg.toes, leg.toes, -kUnitX);
      foot.max_bend = std::clamp<double>(bend.upper - kToeRoom, 0, kMostToeBend);
    }
    if (!(foot.height() > 0))
      fault_ = "the ankle " + names.foot[side] + " must be above the heel when the figure stands";
  }

  const Skeleton& skeleton_;
  std::span<const double> standing_;
  const BipedMarks* marks_;
  Frames frames_;
  BipedModel biped_{};
  std::string fault_;
};

Result<Biped> BipedModel::build(const Skeleton& skeleton, std::span<const double> standing, const BipedNames& names,
                                const BipedMarks* marks) {
  if (static_cast<int>(standing.size()) != skeleton.value_count())
    return Error{"the standing pose is not one of this skeleton"};
  Result<BipedModel> model = BipedBuilder(skeleton, standing, marks).build(names);
  if (!model) return Error{model.error()};
  return Biped(std::make_unique<const BipedModel>(*std::move(model)));
}

std::size_t BipedModel::scratch_bytes() const {
  const std::size_t pose = static_cast<std::size_t>(skeleton_->value_count()) * sizeof(double) + 64;
  return limb_bytes(*skeleton_) + (shared_hip_.valid() ? together_bytes(*skeleton_) : 0) + 64 + 2 * pose +
         Frames::bytes(*skeleton_);
}

}  // namespace kine::detail
