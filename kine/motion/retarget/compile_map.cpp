#include "kine/motion/retarget/compile_map.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "kine/kinematics/forward.h"
#include "kine/model/pose.h"
#include "kine/motion/retarget/chain_share.h"
#include "kine/motion/retarget/compile_style.h"
#include "kine/motion/retarget/rest_match.h"
#include "kine/solve/damped/limb.h"

namespace kine::detail {
namespace {

const std::string kSides[] = {"left ", "right "};

/// A skeleton whose joints go anywhere, with the same values in its poses.
Result<Skeleton> without_limits(const Skeleton& skeleton) {
  std::vector<Joint> joints;
  for (int i = 0; i < skeleton.joint_count(); ++i) {
    Joint joint = skeleton.description({i});
    for (AxisSettings& axis : joint.axes) axis.limits = {};
    joint.ball.swing_first = joint.ball.swing_second = kPi;
    joint.ball.twist = {-kPi, kPi};
    joints.push_back(std::move(joint));
  }
  return Skeleton::build(joints);
}

class MapCompiler {
 public:
  MapCompiler(const MotionBody& source, const MotionBody& target, const RetargetSettings& settings) {
    model_.source_body = &source;
    model_.target_body = &target;
    model_.source = &model_of(source);
    model_.target = std::make_unique<MotionModel>(model_of(target));
    model_.settings = settings;
    model_.settings.source_rest = {};
    const Skeleton& from = *model_.source->skeleton;
    model_.source_rest.assign(settings.source_rest.begin(), settings.source_rest.end());
    if (model_.source_rest.empty()) model_.source_rest = from.rest_pose().q;
  }

  Result<RetargetModel> run() {
    const Skeleton& own = *model_.target->skeleton;
    model_.skeleton = &own;
    model_.legs_are_limbs = has_limb(own, model_.target->legs[0].last) && has_limb(own, model_.target->legs[1].last);
    model_.arms_are_limbs = std::ranges::all_of(target_map().arms, [&](const BoneMap::ArmBones& arm) {
      return !arm.hand.valid() || has_limb(own, arm.hand.last);
    });
    if (static_cast<int>(model_.source_rest.size()) != model_.source->skeleton->value_count())
      return Error{"the rest pose has " + std::to_string(model_.source_rest.size()) +
                   " values, and the source's poses " + std::to_string(model_.source->skeleton->value_count())};
    if (!model_.settings.limits) {
      Result<Skeleton> free = without_limits(own);
      if (!free) return Error{free.error()};
      model_.free_target = std::make_unique<Skeleton>(*std::move(free));
      model_.skeleton = model_.target->skeleton = model_.free_target.get();
    }
    model_.rest = own.rest_pose().q;
    Result<RestFrames> source = find_rest_frames(*model_.source, model_.source_rest, model_.settings.rest);
    if (!source) return Error{"the source: " + source.error()};
    Result<RestFrames> target = find_rest_frames(*model_.target, model_.rest, model_.settings.rest);
    if (!target) return Error{"the target: " + target.error()};
    from_ = *std::move(source);
    to_ = *std::move(target);
    model_.target_from_source = conjugate(to_.walk_from_figure) * from_.walk_from_figure;
    model_.scale = model_.target->leg / model_.source->leg;
    turn_of_.assign(static_cast<std::size_t>(own.joint_count()), -1);
    inside_.assign(turn_of_.size(), false);
    in_row_.assign(turn_of_.size(), false);
    model_.figure_from_walk = conjugate(to_.walk_from_figure);
    add_trunk();
    for (std::size_t side = 0; side < 2; ++side) {
      add_leg(side);
      add_arm(side);
    }
    add_namesakes();
    add_touched();
    add_ops();
    add_carried();
    if (const std::string fault = compile_style(turn_of_, model_); !fault.empty()) return Error{fault};
    return std::move(model_);
  }

 private:
  const BoneMap& source_map() const { return model_.source->map; }
  const BoneMap& target_map() const { return model_.target->map; }
  const Skeleton& source_skeleton() const { return *model_.source->skeleton; }
  const Skeleton& skeleton() const { return *model_.skeleton; }
  static std::size_t place(JointId id) { return static_cast<std::size_t>(id.index); }

  /// From a joint of the target to one of the source when both bones are turned alike. A roll is that of the hinge below.
  Quat matched(JointId source, JointId target, double source_roll = 0, double target_roll = 0) const {
    const auto about = [](double roll) { return from_axis_angle(-kUnitY, roll); };
    return from_.joint_from_bone[place(source)] * about(source_roll) *
           conjugate(to_.joint_from_bone[place(target)] * about(target_roll));
  }

  int add(const BoneSegment& bones, JointId first, JointId second, double share) {
    RetargetTurn turn;
    turn.turn = SegmentTurn(skeleton(), model_.rest, bones);
    turn.above = skeleton().parent(bones.first);
    turn.first = bones.first;
    turn.last = bones.last;
    turn.source = {first, second};
    turn.target_from_source = {matched(first, bones.last), matched(second, bones.last)};
    turn.share = share;
    turn.joint_from_bone = to_.joint_from_bone[place(bones.last)];
    for (const JointId id : joints_of(skeleton(), bones)) inside_[place(id)] = true;
    model_.turns.push_back(turn);
    return turn_of_[place(bones.last)] = static_cast<int>(model_.turns.size()) - 1;
  }
  int add(const BoneSegment& bones, JointId source) { return add(bones, source, source, 0); }

  /// A bone of a limb. One of several joints that turn any way, on one of as many, takes their turns joint by joint; else the
  /// bone as a whole is turned.
  int add_bone(const BoneSegment& target, const BoneSegment& source) {
    const std::vector<JointId> own = joints_of(skeleton(), target), other = joints_of(source_skeleton(), source);
    const bool alike = own.size() == other.size() && std::ranges::all_of(own, [&](JointId id) {
                         return SegmentTurn(skeleton(), model_.rest, {id, id}).axis_count() == 3;
                       });
    if (!alike) return add(target, source.last);
    for (std::size_t i = 0; i + 1 < own.size(); ++i) add({own[i], own[i]}, other[i]);
    return add({target.last, target.last}, source.last);
  }

  /// The bones of a chain, and where its joints and its end are at rest.
  struct BoneChain {
    std::vector<BoneSegment> bones;
    std::vector<double> places;
  };
  static BoneChain chain_of(const Skeleton& skeleton, std::span<const JointId> joints, const RestFrames& rest,
                            JointId end) {
    BoneChain chain{turning_segments(skeleton, joints), {}};
    std::vector<Vec3> at;
    for (const BoneSegment& bone : chain.bones) at.push_back(rest.at[place(bone.first)]);
    if (end.valid()) at.push_back(rest.at[place(end)]);
    if (!end.valid() && !at.empty()) at.push_back(at.back());
    chain.places = places_along(at);
    return chain;
  }

  /// The target's chain takes the turns of the source's; `base` is what the source's hangs on.
  void add_chain(const BoneChain& source, const BoneChain& target, JointId base) {
    const std::vector<ChainShare> shares = share_chain(source.places, target.places);
    for (std::size_t i = 0; i < target.bones.size(); ++i) {
      const auto bone = [&](int k) { return k < 0 ? base : source.bones[static_cast<std::size_t>(k)].last; };
      const int from = shares[i].from;
      if (source.bones.empty() || shares[i].share >= 1)
        add(target.bones[i], bone(source.bones.empty() ? -1 : from + 1));
      else
        add(target.bones[i], bone(from), bone(from + 1), shares[i].share);
    }
  }

  static std::vector<JointId> neck_of(const Skeleton& skeleton, const BoneMap& map) {
    std::vector<JointId> neck;
    if (map.neck.valid()) neck = joints_of(skeleton, map.neck);
    if (map.head.valid())
      for (const JointId id : joints_of(skeleton, map.head))
        if (std::ranges::find(neck, id) == neck.end()) neck.push_back(id);
    return neck;
  }

  void add_trunk() {
    model_.pelvis = add({target_map().pelvis, target_map().pelvis}, source_map().pelvis);
    const auto& source = source_skeleton();
    add_chain(
        chain_of(source, spine_above_pelvis(source, source_map()), from_, source_map().arms[0].upper_arm.first),
        chain_of(skeleton(), spine_above_pelvis(skeleton(), target_map()), to_, target_map().arms[0].upper_arm.first),
        source_map().pelvis);
    const BoneChain neck = chain_of(source, neck_of(source, source_map()), from_, source_map().head.last);
    if (neck.bones.empty()) {
      model_.notes.emplace_back("the source has no head that turns: the target's goes along with its chest");
    } else {
      add_chain(neck, chain_of(skeleton(), neck_of(skeleton(), target_map()), to_, target_map().head.last),
                source_map().chest);
    }
  }

  bool moves(const BoneSegment& bones) const {
    return bones.valid() && SegmentTurn(skeleton(), model_.rest, bones).axis_count() > 0;
  }

  /// A bone in the frame of a joint, both at rest.
  Vec3 bone_in(JointId joint, JointId from, JointId to) const {
    return rotate(conjugate(to_.world_from_joint[place(joint)]), to_.at[place(to)] - to_.at[place(from)]);
  }

  void add_leg(std::size_t side) {
    const BoneMap::LegBones &from = source_map().legs[side], &to = target_map().legs[side];
    const int thigh = add_bone(to.thigh, from.thigh);
    const int shank = add_bone(to.shank, from.shank);
    if (from_.knee_is_hinge[side] && to_.knee_is_hinge[side])
      model_.turns[static_cast<std::size_t>(thigh)].target_from_source[0] =
          matched(from.thigh.last, to.thigh.last, from_.knee_roll[side], to_.knee_roll[side]);
    join_by_hinge(thigh, shank, to.thigh, to.shank, to.foot.first);
    model_.foot_turns[side] = add_bone(to.foot, from.foot);
    for (const JointId id : joints_of(skeleton(), {to.thigh.first, to.foot.last}))
      for (int k = 0; k < skeleton().value_count(id); ++k)
        model_.leg_values[side].push_back(skeleton().first_value(id) + k);
    if (to.toes.valid() && moves({to.toes, to.toes}) && !inside_[place(to.toes)]) {
      if (from.toes.valid())
        add({to.toes, to.toes}, from.toes);
      else
        model_.notes.push_back("the source has no " + kSides[side] + "toes: the target's stay as they rest");
    }
  }

  /// A knee or elbow that is a hinge bends in the plane of its bones.
  void join_by_hinge(int upper, int lower, const BoneSegment& upper_bones, const BoneSegment& lower_bones,
                     JointId end) {
    Frames frames(skeleton());
    forward(skeleton(), model_.rest, frames);
    RetargetTurn& turn = model_.turns[static_cast<std::size_t>(upper)];
    const JointId joint = upper_bones.last;
    turn.bone = bone_in(joint, joint, lower_bones.first);
    Vec3 axis{};
    const Vec3 bone = rotate(frames.rotation(joint), turn.bone);
    const bool is_hinge = bending_hinge(*model_.target, lower_bones, bone, frames, axis).valid();
    if (!is_hinge || turn.turn.axis_count() < 3 || !end.valid() || !(length(turn.bone) > 0)) return;
    turn.below = lower;
    turn.bone = normalised(turn.bone);
    turn.hinge = rotate(conjugate(frames.rotation(joint)), axis);
    turn.bone_below = normalised(bone_in(lower_bones.last, lower_bones.first, end));
  }

  void add_arm(std::size_t side) {
    const BoneMap::ArmBones &from = source_map().arms[side], &to = target_map().arms[side];
    if (!from.upper_arm.valid() || !to.upper_arm.valid()) return;
    if (from.collar.valid() && to.collar.valid() && moves({to.collar, to.collar}) && !inside_[place(to.collar)])
      add({to.collar, to.collar}, from.collar);
    const int upper = add_bone(to.upper_arm, from.upper_arm);
    if (!from.forearm.valid() || !to.forearm.valid()) return;
    const int lower = add_bone(to.forearm, from.forearm);
    if (from_.elbow_is_hinge[side] && to_.elbow_is_hinge[side])
      model_.turns[static_cast<std::size_t>(upper)].target_from_source[0] =
          matched(from.upper_arm.last, to.upper_arm.last, from_.elbow_roll[side], to_.elbow_roll[side]);
    join_by_hinge(upper, lower, to.upper_arm, to.forearm, to.hand.first);
    int hand = -1;
    if (to.hand.valid() && from.hand.valid()) hand = add_bone(to.hand, from.hand);
    add_row(to, upper, lower, hand);
  }

  // ---- rows of hinges ----------------------------------------------------------------------------------------------

  /// Appends the hinges of a joint to a row. False for what is no hinge. `rest` and `offset` lead to it from the last hinge.
  bool append(JointId id, Quat& rest, Vec3& offset, HingeRow& row) const {
    const Joint& joint = skeleton().description(id);
    offset += rotate(rest, joint.rest.translation);
    rest = rest * joint.rest.rotation;
    if (joint.kind == JointKind::Fixed) return true;
    if (joint.kind != JointKind::Hinge && joint.kind != JointKind::Euler) return false;
    for (int k = 0; k < skeleton().axis_count(id); ++k) {
      const auto i = static_cast<std::size_t>(k);
      const Vec3 axis = joint.kind == JointKind::Euler ? joint.euler_axes[i] : joint.axis;
      if (joint.axes[i].fixed || joint.axes[i].follows) {
        rest = rest * from_axis_angle(axis, joint_value(skeleton(), model_.rest, id, k));
        continue;
      }
      if (row.hinges.size() == HingeRow::kMostHinges) return false;
      row.hinges.push_back({rest, offset, axis, joint.axes[i].limits, skeleton().first_value(id) + k});
      rest = {};
      offset = {};
    }
    return true;
  }

  /// An arm whose shoulder is no single joint of three angles is fitted as a whole.
  void add_row(const BoneMap::ArmBones& arm, int upper, int lower, int hand) {
    const SegmentTurn& shoulder = model_.turns[static_cast<std::size_t>(upper)].turn;
    if (arm.upper_arm.first == arm.upper_arm.last && shoulder.axis_count() == 3) return;
    HingeRow row;
    row.above = skeleton().parent(arm.upper_arm.first);
    row.first = arm.upper_arm.first;
    const JointId end = hand >= 0 ? arm.hand.last : arm.forearm.last;
    Quat rest{};
    Vec3 offset{};
    std::vector<int> carrier(static_cast<std::size_t>(skeleton().joint_count()), -1);
    std::vector<Transform> in_carrier(carrier.size());
    for (const JointId id : joints_of(skeleton(), {arm.upper_arm.first, end})) {
      if (!append(id, rest, offset, row)) return;
      carrier[place(id)] = static_cast<int>(row.hinges.size()) - 1;
      in_carrier[place(id)] = {rest, offset};
    }
    if (row.hinges.empty() || carrier[place(arm.upper_arm.first)] < 0) return;
    const auto point = [&](JointId joint, const Vec3& in_joint, double weight) {
      const Transform& own = in_carrier[place(joint)];
      return HingeRow::Point{carrier[place(joint)], own * in_joint, weight};
    };
    constexpr double kElbow = 1, kWrist = 2, kTip = 0.5, kBeside = 0.25;  // by eye: the wrist counts most
    constexpr double kHand = 0.4;  // of the forearm: how far its tip is from the wrist, and a point beside that
    const JointId wrist = hand >= 0 ? arm.hand.first : arm.forearm.last;
    row.upper = upper;
    row.lower = lower;
    row.hand = hand >= 0 ? hand : lower;
    row.upper_bone = bone_in(arm.upper_arm.last, arm.upper_arm.first, arm.forearm.first);
    row.lower_bone = bone_in(arm.forearm.last, arm.forearm.first, wrist);
    const double size = kHand * length(row.lower_bone);
    const Vec3 ahead = rotate(to_.joint_from_bone[place(end)], -kUnitY) * size;
    const Vec3 beside = rotate(to_.joint_from_bone[place(end)], kUnitZ) * size;
    row.hand_bone = ahead;
    row.hand_side = beside;
    const Vec3 hand_at = bone_in(end, end, wrist);
    // What carries the elbow is the joint above it: the forearm's first joint lies there whatever it does.
    row.points = {point(arm.forearm.first, {}, kElbow), point(wrist, {}, kWrist),
                  point(end, hand_at + ahead, hand >= 0 ? kTip : 0),
                  point(end, hand_at + ahead + beside, hand >= 0 ? kBeside : 0)};
    for (const JointId id : joints_of(skeleton(), {arm.upper_arm.first, end})) in_row_[place(id)] = true;
    model_.rows.push_back(std::move(row));
  }

  // ---- the rest ----------------------------------------------------------------------------------------------------

  /// Fingers and all else that both figures call by the same name.
  void add_namesakes() {
    for (int i = 0; i < skeleton().joint_count(); ++i) {
      const JointId id{i};
      if (inside_[place(id)] || !moves({id, id})) continue;
      const Result<JointId> twin = source_skeleton().find(skeleton().name(id));
      if (!twin || source_skeleton().axis_count(*twin) == 0) continue;
      if (skeleton().is_above(id, target_map().pelvis) || source_skeleton().is_above(*twin, source_map().pelvis))
        continue;
      add({id, id}, *twin);
    }
  }

  void add_carried() {
    for (const RetargetTurn& turn : model_.turns) turn.turn.append_limited(model_.carried);
    for (const HingeRow& row : model_.rows)
      for (const HingeRow::Hinge& hinge : row.hinges) model_.carried.push_back({hinge.value, hinge.limits});
  }

  void add_ops() {
    const Skeleton& own = skeleton();
    for (int i = 0; i < own.joint_count(); ++i) {
      const JointId id{i};
      RetargetOp op{.joint = id, .above = own.parent(id), .in_row = in_row_[place(id)]};
      op.local = own.description(id).rest.rotation * motion_of(own, id, model_.rest);
      model_.ops.push_back(op);
    }
    for (std::size_t i = 0; i < model_.turns.size(); ++i) {
      const RetargetTurn& turn = model_.turns[i];
      model_.ops[place(turn.first)].turn = static_cast<int>(i);
      for (JointId id = turn.last; id != turn.first; id = own.parent(id))
        (id == turn.last ? model_.ops[place(id)].written : model_.ops[place(id)].between) = true;
    }
    for (const MotionLeg& leg : model_.target->legs) {
      model_.hip_chains.emplace_back(own, leg.thigh);
      model_.foot_chains.emplace_back(own, leg.last);
    }
    const Quat root = to_.world_from_joint[place(model_.target->root.joint)];
    model_.pelvis_from_root = conjugate(to_.world_from_joint[place(target_map().pelvis)]) * root;
  }

  // ---- what hands touch --------------------------------------------------------------------------------------------

  /// Trunk, head, thighs and forearms. How thick they are is a share of how broad the shoulders or how long a bone is, as in
  /// people.
  void add_touched() {
    constexpr double kChest = 0.4, kHead = 0.35, kForearm = 0.12, kThigh = 0.17;  // by eye
    const auto breadth = [](const RestFrames& rest, const BoneMap& map) {
      return length(rest.at[place(map.arms[0].upper_arm.first)] - rest.at[place(map.arms[1].upper_arm.first)]);
    };
    const BoneMap &from = source_map(), &to = target_map();
    const double broad = breadth(from_, from), own_broad = breadth(to_, to);
    if (!(broad > 0) || !(own_broad > 0)) return;
    const auto touch = [&](JointId a, JointId b, JointId c, JointId d, double radius, double own, int hand) {
      if (!a.valid() || !b.valid() || !c.valid() || !d.valid() || !(radius > 0) || !(own > 0)) return;
      model_.touched.push_back({a, b, c, d, a, c, matched(a, c), radius, own, hand});
    };
    const auto bone = [](const RestFrames& rest, JointId a, JointId b) {
      return length(rest.at[place(a)] - rest.at[place(b)]);
    };
    touch(from.chest, from.pelvis, to.chest, to.pelvis, kChest * broad, kChest * own_broad, -1);
    if (from.head.valid() && to.head.valid())
      touch(from.head.last, from.head.last, to.head.last, to.head.last, kHead * broad, kHead * own_broad, -1);
    for (std::size_t side = 0; side < 2; ++side) {
      const BoneMap::LegBones &leg = from.legs[side], &own_leg = to.legs[side];
      touch(leg.thigh.last, leg.shank.first, own_leg.thigh.last, own_leg.shank.first,
            kThigh * bone(from_, leg.thigh.last, leg.shank.first),
            kThigh * bone(to_, own_leg.thigh.last, own_leg.shank.first), -1);
      const BoneMap::ArmBones &arm = from.arms[side], &own_arm = to.arms[side];
      if (!arm.hand.valid() || !own_arm.hand.valid()) continue;
      touch(arm.forearm.last, arm.hand.first, own_arm.forearm.last, own_arm.hand.first,
            kForearm * bone(from_, arm.forearm.first, arm.hand.first),
            kForearm * bone(to_, own_arm.forearm.first, own_arm.hand.first), static_cast<int>(side));
    }
  }

  RetargetModel model_{};
  RestFrames from_{}, to_{};
  std::vector<int> turn_of_;           ///< of each joint of the target that carries a bone
  std::vector<bool> inside_, in_row_;  ///< it belongs to a bone, to a row of hinges
};

}  // namespace

Result<RetargetModel> compile_map(const MotionBody& source, const MotionBody& target,
                                  const RetargetSettings& settings) {
  return MapCompiler(source, target, settings).run();
}

}  // namespace kine::detail
