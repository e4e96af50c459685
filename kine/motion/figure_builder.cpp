#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "kine/kinematics/forward.h"
#include "kine/math/trig.h"
#include "kine/model/pose.h"
#include "kine/motion/figure_foot.h"
#include "kine/motion/human_joints.h"
#include "kine/motion/standing.h"
#include "kine/motion/walking_figure.h"

namespace kine {
namespace {

/// A knee bends at least so much: it never snaps, nor bends backwards.
constexpr double kLeastKnee = 0.02;

const std::string kSides[] = {"left ", "right "};

Mat3 inverse_of(const Mat3& m) { return {solve(m, kUnitX), solve(m, kUnitY), solve(m, kUnitZ)}; }

}  // namespace

/// Builds the skeleton that walks beside the figure's, joint by joint, with what leads from one to the other.
class FigureBuilder {
 public:
  FigureBuilder(const Skeleton& skeleton, const BoneMap& map, Standing standing)
      : skeleton_(skeleton), map_(map), standing_(std::move(standing)), frames_(skeleton) {
    forward(skeleton_, standing_.pose, frames_);
    figure_.figure_ = &skeleton;
    figure_.standing_ = standing_.pose;
    figure_.figure_from_walk_ = conjugate(standing_.walk_from_figure);
  }

  Result<WalkingFigure> build() {
    if (const std::string fault = find_root(); !fault.empty()) return Error{fault};
    add_trunk();
    for (std::size_t side = 0; side < 2; ++side) add_arm(side);
    find_shared_hip();
    for (std::size_t side = 0; side < 2; ++side) {
      choose_ankle(side);
      hips_[side] = find_hip(side);
    }
    const double leg = leg_length(0);
    feet_ = detail::measure_feet(skeleton_, map_, standing_, frames_, ankles_, leg);
    for (std::size_t side = 0; side < 2; ++side) add_leg(side);
    return finish();
  }

 private:
  // ---- the figure as it stands, in the world it walks in -----------------------------------------------------------
  Vec3 place(JointId joint) const { return rotate(standing_.walk_from_figure, frames_.position(joint)); }
  Quat turn(JointId joint) const { return standing_.walk_from_figure * frames_.rotation(joint); }

  SegmentTurn segment(const BoneSegment& bones) const { return {skeleton_, standing_.pose, bones}; }

  /// The joints of a segment and the fixed ones between it and what comes before, top down.
  std::vector<JointId> joints_of(const BoneSegment& bones) const {
    std::vector<JointId> joints;
    for (JointId id = bones.last; id.valid(); id = skeleton_.parent(id)) {
      joints.push_back(id);
      if (id == bones.first) break;
    }
    std::ranges::reverse(joints);
    return joints;
  }

  std::string find_root() {
    figure_.pelvis_ = map_.pelvis;
    for (JointId id = map_.pelvis; id.valid(); id = skeleton_.parent(id))
      if (skeleton_.kind(id) == JointKind::Free) figure_.root_ = id;
    const JointId root = figure_.root_;
    if (!root.valid())
      return "neither the pelvis " + skeleton_.name(map_.pelvis) + " nor a joint above it is free to move about";
    figure_.standing_pelvis_ = frames_.rotation(map_.pelvis);
    figure_.pelvis_from_root_ = inverse(frames_.world_from_joint(map_.pelvis)) * frames_.world_from_joint(root);
    const JointId above = skeleton_.parent(root);
    const LocalTransform& rest = skeleton_.description(root).rest;
    const Affine frame = above.valid() ? frames_.affine(above) : Affine{};
    const Quat rotation = above.valid() ? frames_.rotation(above) : Quat{};
    figure_.above_root_ = {rotation * rest.rotation, frame * rest.translation};
    figure_.shift_from_world_ = inverse_of(frame.linear * to_matrix(rest.rotation));
    return {};
  }

  // ---- joints of the walking skeleton ------------------------------------------------------------------------------
  /// Adds a joint whose frame is `frame` in the world when it stands, its own motion left out.
  std::string add(Joint joint, const std::string& parent, const Transform& frame, const Transform& moved) {
    const Transform above = parent.empty() ? Transform{} : frames_by_name(parent);
    const Transform rest = inverse(above) * frame;
    joint.parent = parent;
    joint.rest = {rest.translation, rest.rotation};
    names_.emplace_back(joint.name, moved);
    joints_.push_back(std::move(joint));
    return joints_.back().name;
  }
  std::string add_upright(Joint joint, const std::string& parent, const Vec3& at) {
    return add(std::move(joint), parent, {{}, at}, {{}, at});
  }
  Transform frames_by_name(const std::string& name) const {
    for (const auto& [known, frame] : names_)
      if (known == name) return frame;
    return {};
  }

  static Joint named_ball(std::string name) { return ball(std::move(name), "", {}); }

  /// A part of the figure that takes the turn of a joint.
  int add_part(const BoneSegment& bones, const std::string& source, double share, int parent, JointId parent_last) {
    WalkingFigure::Part part;
    part.turn = segment(bones);
    part.share = share;
    part.parent = parent;
    const JointId above = skeleton_.parent(bones.first);
    part.base = conjugate(frames_.rotation(parent_last)) * (above.valid() ? frames_.rotation(above) : Quat{});
    part.standing = frames_.rotation(bones.last);
    figure_.parts_.push_back(part);
    sources_.push_back(source);
    return static_cast<int>(figure_.parts_.size()) - 1;
  }

  void add_trunk() {
    add_upright(free_joint("walk pelvis"), "", place(map_.pelvis));
    trunk_ = -1;
    trunk_last_ = map_.pelvis;
    const std::vector<BoneSegment> spine = spine_segments();
    if (spine.empty() || spine.size() > static_cast<std::size_t>(Biped::kMaxSpine)) {
      // One joint stands for them all: the shoulders are then only about where the figure's are.
      add_upright(named_ball("walk chest"), "walk pelvis", place(map_.chest));
      biped_names_.spine = {"walk chest"};
      trunk_is_free_ = spine.empty();
    }
    for (std::size_t i = 0; i < spine.size(); ++i) {
      const bool one_by_one = biped_names_.spine.size() == i;
      if (one_by_one) {
        const std::string above = i == 0 ? "walk pelvis" : biped_names_.spine.back();
        const std::string name = i + 1 == spine.size() ? "walk chest" : "walk spine " + std::to_string(i + 1);
        biped_names_.spine.push_back(add_upright(named_ball(name), above, place(spine[i].first)));
      }
      const double share = static_cast<double>(i + 1) / static_cast<double>(spine.size());
      trunk_ = add_part(spine[i], one_by_one ? biped_names_.spine.back() : "walk chest", one_by_one ? 1 : share, trunk_,
                        trunk_last_);
      trunk_is_free_ = trunk_is_free_ && segment(spine[i]).is_free();
      trunk_last_ = spine[i].last;
    }
    if (!map_.head.valid() || !skeleton_.is_above(trunk_last_, map_.head.first)) return;
    add_upright(named_ball("walk head"), "walk chest", place(map_.head.first));
    head_ = add_part(map_.head, "walk head", 1, trunk_, trunk_last_);
  }

  /// What bends between pelvis and chest, from below.
  std::vector<BoneSegment> spine_segments() const {
    // Joints that carry the pelvis too are no part of the spine.
    std::vector<JointId> spine;
    for (const JointId id : map_.spine)
      if (!skeleton_.is_above(id, map_.pelvis) && skeleton_.is_above(map_.pelvis, id)) spine.push_back(id);
    // The hinges of a robot's waist turn together.
    std::vector<BoneSegment> segments;
    for (std::size_t i = 0; i < spine.size(); ++i) {
      BoneSegment bones{spine[i], spine[i]};
      for (int run = 1; run < 3 && skeleton_.kind(spine[i]) == JointKind::Hinge && i + 1 < spine.size() &&
                        skeleton_.kind(spine[i + 1]) == JointKind::Hinge;
           ++run)
        bones.last = spine[++i];
      segments.push_back(bones);
    }
    return segments;
  }

  void add_arm(std::size_t side) {
    const BoneMap::Arm& arm = map_.arms[side];
    if (!arm.upper_arm.valid() || !skeleton_.is_above(trunk_last_, arm.upper_arm.first)) return;
    const std::string upper = "walk " + kSides[side] + "upper arm", fore = "walk " + kSides[side] + "forearm";
    add_upright(named_ball(upper), "walk chest", place(arm.upper_arm.first));
    biped_names_.upper_arm[side] = upper;
    const int part = add_part(arm.upper_arm, upper, 1, trunk_, trunk_last_);
    swing_only(arm.upper_arm);
    if (!arm.forearm.valid()) return;
    add_upright(named_ball(fore), upper, place(arm.forearm.first));
    biped_names_.forearm[side] = fore;
    add_part(arm.forearm, fore, 1, part, arm.upper_arm.last);
    swing_only(arm.forearm);
    add_hand(side);
  }

  /// What it reaches with: its hand, or whatever the forearm ends in. Only where trunk and arm turn any way, so that
  /// the figure's own hand comes to where this one is; others look at objects and leave them.
  void add_hand(std::size_t side) {
    const BoneMap::Arm& arm = map_.arms[side];
    if (!trunk_is_free_ || !segment(arm.upper_arm).is_free() || !segment(arm.forearm).is_free()) return;
    JointId end = kWorld;
    double most = 0;
    for (int i = 0; i < skeleton_.joint_count(); ++i) {
      const double away = length(place({i}) - place(arm.forearm.last));
      if (skeleton_.is_above(arm.forearm.last, {i}) && away > most) end = {i}, most = away;
    }
    if (!end.valid()) return;
    const JointId hand = arm.hand.valid() ? arm.hand.first : end;
    const std::string name =
        add_upright(fixed_joint(name_of(side, "hand"), "", {}), biped_names_.forearm[side], place(hand));
    if (hand != end) add_upright(fixed_joint(name_of(side, "fingers"), "", {}), name, place(end));
  }

  /// A row of hinges swings an arm by the one that lies from side to side.
  void swing_only(const BoneSegment& bones) {
    WalkingFigure::Part& part = figure_.parts_.back();
    if (bones.first == bones.last || part.turn.is_free()) return;
    const JointId above = skeleton_.parent(bones.first);
    const Quat base = above.valid() ? frames_.rotation(above) : Quat{};
    part.turn = SegmentTurn::about_one(skeleton_, standing_.pose, bones, rotate(conjugate(base), map_.left));
  }

  // ---- legs --------------------------------------------------------------------------------------------------------
  void choose_ankle(std::size_t side) {
    const BoneSegment& foot = map_.legs[side].foot;
    const SegmentTurn turns = segment(foot);
    ankles_[side] = turns.is_free() ? turns.pivot() : foot.last;
  }

  /// What a leg turns about: ahead and up it is where the axis from side to side lies, sideways where the one from back
  /// to front does. Hinges of robots do not always meet in a point.
  Vec3 find_hip(std::size_t side) const {
    const BoneSegment& thigh = map_.legs[side].thigh;
    const SegmentTurn turns = segment(thigh);
    if (thigh.first == thigh.last || turns.is_free()) return place(turns.pivot().valid() ? turns.pivot() : thigh.first);
    Vec3 hip = place(thigh.last);
    double best_pitch = 0.8, best_roll = 0.8;
    for (const JointId id : joints_of(thigh)) {
      if (skeleton_.kind(id) != JointKind::Hinge) continue;
      const Vec3 axis = rotate(turn(id), skeleton_.description(id).axis);
      if (std::abs(axis.x) > best_pitch) hip.y = place(id).y, hip.z = place(id).z, best_pitch = std::abs(axis.x);
      if (std::abs(axis.z) > best_roll) hip.x = place(id).x, best_roll = std::abs(axis.z);
    }
    return hip;
  }

  double leg_length(std::size_t side) const {
    const Vec3 knee = place(map_.legs[side].shank.first);
    return length(knee - hips_[side]) + length(place(ankles_[side]) - knee);
  }

  /// Where the chain of a leg has come to.
  struct Chain {
    std::string last;
    int part = -1;
    JointId figure_last = kWorld;
  };

  /// Takes a segment's joints over as they are. Returns the last joint's name.
  std::string keep(std::size_t side, const BoneSegment& bones, Chain& chain) {
    for (const JointId id : joints_of(bones)) {
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
    chain.part = add_part(bones, chain.last, 1, chain.part, chain.figure_last);
    figure_.parts_.back().is_copied = true;
    chain.figure_last = bones.last;
    return chain.last;
  }

  /// Finds a hinge of one hip that follows one of the other's.
  void find_shared_hip() {
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
      for (const JointId id : joints_of(map_.legs[side].thigh)) {
        const std::optional<Follow>& follows = skeleton_.description(id).axes[0].follows;
        if (skeleton_.kind(id) != JointKind::Hinge || !follows || follows->factor == 0) continue;
        const JointId leader = skeleton_.joint(follows->joint);
        const std::vector<JointId> others = joints_of(map_.legs[1 - side].thigh);
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
  bool is_shared(JointId id) const { return id.valid() && (id == shared_[0] || id == shared_[1]); }

  /// A knee bends one way, and never quite straight. Its other axes, if it has any, stay.
  void narrow_knee(std::size_t side, JointId id, Joint& joint) {
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

  /// Makes a joint of people of a segment that turns any way.
  std::string remake(Joint joint, const BoneSegment& bones, const SegmentTurn& turns, Chain& chain) {
    chain.last = add_upright(std::move(joint), chain.last, place(turns.pivot()));
    chain.part = add_part(bones, chain.last, 1, chain.part, chain.figure_last);
    chain.figure_last = bones.last;
    return chain.last;
  }

  std::string name_of(std::size_t side, const char* part) const { return "walk " + kSides[side] + part; }

  void add_leg(std::size_t side) {
    const BoneMap::Leg& leg = map_.legs[side];
    const double out = side == 0 ? 1 : -1;
    Chain chain{"walk pelvis", -1, map_.pelvis};
    const std::size_t first = joints_.size();
    const SegmentTurn thigh = segment(leg.thigh), shank = segment(leg.shank), foot = segment(leg.foot);
    if (thigh.is_free())
      remake(detail::human_hip(name_of(side, "thigh"), out), leg.thigh, thigh, chain);
    else
      keep(side, leg.thigh, chain);
    if (joints_.size() == first) return;  // a hip that does not move
    biped_names_.thigh[side] = joints_[first].name;
    if (shank.is_free())
      remake(hinge(name_of(side, "shank"), "", {}, kUnitX, {kLeastKnee, radians(145.0)}), leg.shank, shank, chain);
    else
      keep(side, leg.shank, chain);
    biped_names_.shank[side] = chain.last;
    if (foot.is_free()) {
      remake(detail::human_ankle(name_of(side, "foot"), out), leg.foot, foot, chain);
      figure_.parts_.back().standing = standing_.foot[side];
      marks_.feet[side] = {};
    } else {
      keep(side, leg.foot, chain);
      marks_.feet[side] = standing_.walk_from_figure * standing_.foot[side];
    }
    biped_names_.foot[side] = chain.last;
    add_toes(side, chain);
    add_points(side);
  }

  void add_toes(std::size_t side, Chain& chain) {
    const BoneMap::Leg& leg = map_.legs[side];
    const detail::FigureFoot& foot = feet_.feet[side];
    if (feet_.shape.max_bend <= 0) return;
    const Vec3 level{0, foot.tip.at.y - feet_.shape.tip.y, foot.tip.at.z - feet_.shape.tip.z};
    marks_.ankle[side] = rotate(conjugate(marks_.feet[side]), level);
    const BoneSegment toes{leg.toes, leg.toes};
    const SegmentTurn turns = segment(toes);
    double most = radians(60.0);
    if (turns.is_free()) {
      remake(detail::human_toes(name_of(side, "toes")), toes, turns, chain);
      marks_.toe_sign[side] = 1;
    } else {
      keep(side, toes, chain);
      const Vec3 axis = rotate(turn(leg.toes), skeleton_.description(leg.toes).axis);
      const Range limits = skeleton_.description(leg.toes).axes[0].limits;
      marks_.toe_sign[side] = axis.x < 0 ? 1 : -1;
      most = axis.x < 0 ? limits.upper : -limits.lower;
    }
    biped_names_.toes[side] = chain.last;
    const double bend = std::clamp<double>(most - 0.17, 0, 0.9);
    marks_.shape.max_bend = side == 0 ? bend : std::min<double>(bend, marks_.shape.max_bend);
  }

  /// Heel and toe as points of the figure's own joints.
  void add_points(std::size_t side) {
    const BoneMap::Leg& leg = map_.legs[side];
    const detail::FigureFoot& foot = feet_.feet[side];
    const bool bends = feet_.shape.max_bend > 0;
    const std::string name = skeleton_.name(leg.foot.first);
    // The joints as they are when the foot is flat, in the figure's world.
    const Quat flat = standing_.foot[side] * conjugate(frames_.rotation(leg.foot.last));
    const auto point = [&](const detail::SolePoint& sole, JointId carrier, const char* ending) {
      if (sole.joint.valid()) return WalkingFigure::FootPoint{skeleton_.name(sole.joint), sole.joint, {}, true};
      const Vec3 at =
          frames_.position(foot.ankle) + rotate(conjugate(flat), rotate(figure_.figure_from_walk_, sole.at));
      const Affine frame = frames_.affine(carrier);
      return WalkingFigure::FootPoint{name + ending, carrier, inverse_of(frame.linear) * (at - frame.translation),
                                      false};
    };
    figure_.heels_[side] = point(foot.heel, leg.foot.last, "_heel");
    figure_.toes_[side] = point(foot.tip, bends ? leg.toes : leg.foot.last, "_toe");
  }

  // ---- all together ------------------------------------------------------------------------------------------------
  Result<WalkingFigure> finish() {
    const Result<Skeleton> built = Skeleton::build(joints_);
    if (!built) return Error{built.error()};
    figure_.walker_ = std::make_unique<Skeleton>(*built);
    const Skeleton& walker = *figure_.walker_;
    for (std::size_t i = 0; i < sources_.size(); ++i) figure_.parts_[i].source = walker.joint(sources_[i]);
    std::vector<double> stand = walker.rest_pose().q;
    for (const auto& [joint, name] : copied_) {
      const JointId own = walker.joint(name);
      const WalkingFigure::Copied values{walker.first_value(own), skeleton_.first_value(joint),
                                         skeleton_.value_count(joint)};
      for (int k = 0; k < values.count; ++k)
        stand[static_cast<std::size_t>(values.from + k)] = standing_.pose[static_cast<std::size_t>(values.to + k)];
      figure_.copied_.push_back(values);
    }
    clamp_to_limits(walker, stand);
    biped_names_.pelvis = "walk pelvis";
    biped_names_.head = head_ < 0 ? "" : "walk head";
    if (feet_.shape.max_bend <= 0) biped_names_.toes = {"", ""};
    const double bend = marks_.shape.max_bend;
    marks_.shape = feet_.shape;
    marks_.shape.max_bend = feet_.shape.max_bend > 0 ? bend : 0;
    marks_.hips = hips_;
    marks_.slack = radians(detail::kHumanSlack);
    Result<Biped> body = Biped::build(walker, stand, biped_names_, &marks_);
    if (!body) return Error{body.error()};
    figure_.body_ = std::make_unique<Biped>(*std::move(body));
    return std::move(figure_);
  }

  const Skeleton& skeleton_;
  const BoneMap& map_;
  Standing standing_;
  Frames frames_;
  WalkingFigure figure_;
  std::vector<Joint> joints_;
  std::vector<std::pair<std::string, Transform>> names_;  ///< where the walking skeleton's joints stand
  std::vector<std::string> sources_;                      ///< of each part, by name
  std::vector<std::pair<JointId, std::string>> copied_;   ///< joints of the figure that are taken over, and as what
  int trunk_ = -1, head_ = -1;
  bool trunk_is_free_ = true;  ///< every joint of it turns any way
  JointId trunk_last_ = kWorld;
  std::array<JointId, 2> ankles_{};
  std::array<JointId, 2> shared_{kWorld, kWorld};  ///< hinges of the hips that move together
  std::array<Vec3, 2> hips_{};
  detail::FigureFeet feet_{};
  BipedMarks marks_{};
  BipedNames biped_names_{.pelvis = {},
                          .spine = {},
                          .head = {},
                          .upper_arm = {},
                          .forearm = {},
                          .thigh = {},
                          .shank = {},
                          .foot = {},
                          .toes = {},
                          .heel = {},
                          .toe_tip = {}};
};

Result<WalkingFigure> WalkingFigure::build(const Skeleton& figure, const BoneMap& map, const Vec3& up) {
  Result<Standing> standing = stand_up(figure, map, up);
  if (!standing) return Error{standing.error()};
  return FigureBuilder(figure, map, *std::move(standing)).build();
}

}  // namespace kine
