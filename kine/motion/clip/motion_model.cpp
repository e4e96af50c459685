#include "kine/motion/clip/motion_model.h"

#include <algorithm>
#include <utility>

#include "kine/kinematics/forward.h"
#include "kine/model/pose.h"
#include "kine/motion/body/figure_foot.h"
#include "kine/motion/body/segment_turn.h"
#include "kine/motion/body/standing.h"
#include "kine/solve/damped/limb.h"

namespace kine::detail {
namespace {

Mat3 inverse_of(const Mat3& m) { return {solve(m, kUnitX), solve(m, kUnitY), solve(m, kUnitZ)}; }

bool has_three_angles(const Joint& joint) {
  const bool free = std::ranges::none_of(std::span(joint.axes).first(3),
                                         [](const AxisSettings& a) { return a.fixed || a.follows.has_value(); });
  return free && (joint.kind == JointKind::Ball || (joint.kind == JointKind::Euler && joint.euler_count == 3));
}

bool has_two_angles(const Joint& joint) {
  const bool free = std::ranges::none_of(std::span(joint.axes).first(2),
                                         [](const AxisSettings& a) { return a.fixed || a.follows.has_value(); });
  return free && joint.kind == JointKind::Euler && joint.euler_count == 2;
}

/// Takes a figure's legs and root apart.
class MotionModelBuilder {
 public:
  MotionModelBuilder(const Skeleton& skeleton, const BoneMap& map, const Vec3& up)
      : skeleton_(skeleton), frames_(skeleton) {
    model_.skeleton = &skeleton;
    model_.map = map;
    model_.up = normalised(up);
    model_.world_from_figure = shortest_arc(model_.up, kUnitY);
  }

  Result<MotionModel> run() {
    Result<Standing> standing = stand_up(skeleton_, model_.map, model_.up);
    if (!standing) return Error{standing.error()};
    standing_ = *std::move(standing);
    forward(skeleton_, standing_.pose, frames_);
    if (const std::string fault = find_root(); !fault.empty()) return Error{fault};
    for (std::size_t side = 0; side < 2; ++side) add_leg(side);
    model_.leg /= 2;
    if (!(model_.leg > 0)) return Error{"its legs have no length"};
    add_soles();
    add_look();
    for (std::size_t side = 0; side < 2; ++side) add_arm(side);
    model_.standing = standing_.pose;
    return std::move(model_);
  }

 private:
  std::string find_root() {
    for (JointId id = model_.map.pelvis; id.valid(); id = skeleton_.parent(id))
      if (skeleton_.kind(id) == JointKind::Free) model_.root.joint = id;
    if (!model_.root.joint.valid())
      return "neither the pelvis " + skeleton_.name(model_.map.pelvis) + " nor a joint above it is free to move about";
    model_.root = root_at(skeleton_, model_.root.joint, frames_);
    return {};
  }

  /// The joint of a segment that turns it: the first with three angles, else the last that turns at all.
  JointId pivot_of(const BoneSegment& segment) const {
    const JointId pivot = SegmentTurn(skeleton_, standing_.pose, segment).pivot();
    return pivot.valid() ? pivot : segment.last;
  }

  void add_leg(std::size_t side) {
    const BoneMap::LegBones& bones = model_.map.legs[side];
    MotionLeg& leg = model_.legs[side];
    leg.thigh = pivot_of(bones.thigh);
    leg.shank = pivot_of(bones.shank);
    leg.foot = pivot_of(bones.foot);
    leg.last = bones.foot.last;
    const Joint& knee = skeleton_.description(leg.shank);
    leg.knee_is_hinge = knee.kind == JointKind::Hinge;
    const Vec3 left = model_.map.left;
    Vec3 axis = left;
    if (leg.knee_is_hinge) {
      axis = frames_.axes()[static_cast<std::size_t>(skeleton_.first_axis(leg.shank))];
      if (dot(axis, left) < 0) axis = -axis;
    }
    leg.knee_axis = rotate(conjugate(frames_.rotation(leg.thigh)), axis);
    const bool turns_any_way =
        has_three_angles(skeleton_.description(leg.thigh)) && has_three_angles(skeleton_.description(leg.foot));
    const bool bends = leg.knee_is_hinge ? !knee.axes[0].fixed && !knee.axes[0].follows : has_three_angles(knee);
    if (turns_any_way && bends)
      leg.kind = LegKind::Closed;
    else if (bones.thigh.first == bones.thigh.last && bones.foot.first == bones.foot.last)
      add_hinges(leg);
    model_.leg += length(frames_.position(leg.shank) - frames_.position(leg.thigh)) +
                  length(frames_.position(leg.foot) - frames_.position(leg.shank));
  }

  void add_hinges(MotionLeg& leg) {
    const Joint& hip = skeleton_.description(leg.thigh);
    if (hip.kind != JointKind::Euler) return;
    // The angle that turns the thigh about itself: the one whose axis lies along the bone.
    const Vec3 bone = normalised(skeleton_.description(leg.shank).rest.translation);
    int held = 0;
    for (int k = 1; k < hip.euler_count; ++k)
      if (std::abs(dot(hip.euler_axes[static_cast<std::size_t>(k)], bone)) >
          std::abs(dot(hip.euler_axes[static_cast<std::size_t>(held)], bone)))
        held = k;
    leg.hinges = HingeLeg::of(skeleton_, leg.thigh, leg.shank, leg.foot, skeleton_.first_value(leg.thigh) + held);
    if (leg.hinges.valid) leg.kind = LegKind::Hinges;
  }

  void add_look() {
    const BoneMap& map = model_.map;
    if (!map.head.valid()) return;
    std::vector<JointId> spine;
    for (const JointId joint : map.spine)
      if (joint != map.chest && turns(joint)) spine.push_back(joint);
    for (const JointId joint : spine) model_.look.push_back({joint, 0, 1.0 / static_cast<double>(spine.size())});
    if (map.chest != map.pelvis && turns(map.chest)) model_.look.push_back({map.chest, 1, 1});
    if (map.neck.valid() && turns(pivot_of(map.neck))) model_.look.push_back({pivot_of(map.neck), 2, 1});
    if (turns(pivot_of(map.head))) model_.look.push_back({pivot_of(map.head), 3, 1});
    model_.look_chain.emplace_back(skeleton_, map.head.last);
    model_.look_base = skeleton_.is_above(map.pelvis, map.head.last) ? map.pelvis : model_.root.joint;
    model_.ahead_in_base = rotate(conjugate(frames_.rotation(model_.look_base)), map.forward);
    model_.ahead_in_head = rotate(conjugate(frames_.rotation(map.head.last)), map.forward);
  }

  void add_arm(std::size_t side) {
    const BoneMap::ArmBones& bones = model_.map.arms[side];
    if (!bones.upper_arm.valid() || !bones.forearm.valid() || !bones.hand.valid()) return;
    MotionArm& arm = model_.arms[side];
    arm.upper = pivot_of(bones.upper_arm);
    arm.lower = pivot_of(bones.forearm);
    arm.hand = pivot_of(bones.hand);
    arm.first = bones.upper_arm.first;
    arm.last = bones.hand.last;
    const auto is_free = [&](const BoneSegment& segment) {
      return segment.first == segment.last && SegmentTurn(skeleton_, standing_.pose, segment).is_free();
    };
    arm.closed = is_free(bones.upper_arm) && is_free(bones.forearm) && is_free(bones.hand);
    const Joint& elbow = skeleton_.description(arm.lower);
    const bool pair = has_two_angles(elbow);
    arm.bends = has_three_angles(skeleton_.description(arm.upper)) && arm.first == arm.upper && arm.last == arm.hand &&
                skeleton_.parent(arm.lower) == arm.upper && skeleton_.parent(arm.hand) == arm.lower &&
                (elbow.kind == JointKind::Hinge || pair || has_three_angles(elbow));
    const Joint& wrist = skeleton_.description(arm.hand);
    arm.twists = pair && has_two_angles(wrist) && wrist.rest.rotation == Quat{};
    Vec3 axis = -model_.map.left;
    if (elbow.kind == JointKind::Hinge || pair) {
      axis = frames_.axes()[static_cast<std::size_t>(skeleton_.first_axis(arm.lower))];
      if (dot(axis, model_.map.left) > 0) axis = -axis;
    }
    arm.elbow_axis = rotate(conjugate(frames_.rotation(arm.upper)), axis);
  }

  bool turns(JointId joint) const {
    const JointKind kind = skeleton_.kind(joint);
    return kind == JointKind::Hinge || kind == JointKind::Euler || kind == JointKind::Ball;
  }

  void add_soles() {
    const std::array<JointId, 2> ankles{model_.legs[0].foot, model_.legs[1].foot};
    const FigureFeet feet = measure_feet(skeleton_, model_.map, standing_, frames_, ankles, model_.leg);
    const Quat figure_from_walk = conjugate(standing_.walk_from_figure);
    for (std::size_t side = 0; side < 2; ++side) {
      const FigureFoot& foot = feet.feet[side];
      MotionLeg& leg = model_.legs[side];
      // measure_feet sees the foot flat; here it is as the figure could be stood up.
      const Quat flat = standing_.foot[side] * conjugate(frames_.rotation(leg.last));
      const auto point = [&](const SolePoint& sole, JointId carrier) {
        if (sole.joint.valid()) return PointOnJoint{sole.joint, {}};
        const Vec3 at = frames_.position(foot.ankle) + rotate(conjugate(flat), rotate(figure_from_walk, sole.at));
        const Affine frame = frames_.affine(carrier);
        return PointOnJoint{carrier, inverse_of(frame.linear) * (at - frame.translation)};
      };
      const auto rise = [&](JointId carrier) {
        return inverse_of(frames_.affine(carrier).linear) * rotate(conjugate(flat), model_.up);
      };
      leg.heel = point(foot.heel, leg.last);
      leg.toe = point(foot.tip, feet.toes_bend ? model_.map.legs[side].toes : leg.last);
      leg.heel_is_joint = foot.heel.joint.valid();
      const Vec3 ahead = rotate(figure_from_walk, kUnitZ);
      leg.heel_ahead = inverse_of(frames_.affine(leg.heel.joint).linear) * rotate(conjugate(flat), ahead);
      leg.heel_rise = rise(leg.heel.joint);
      leg.toe_rise = rise(leg.toe.joint);
    }
  }

  const Skeleton& skeleton_;
  Frames frames_;
  Standing standing_{};
  MotionModel model_{};
};

}  // namespace

const MotionModel& model_of(const MotionBody& body) { return *body.model_; }

}  // namespace kine::detail

namespace kine {

Result<MotionBody> MotionBody::build(const Skeleton& skeleton, const BoneMap& map, const Vec3& up) {
  Result<detail::MotionModel> model = detail::MotionModelBuilder(skeleton, map, up).run();
  if (!model) return Error{model.error()};
  return MotionBody(std::make_unique<detail::MotionModel>(*std::move(model)));
}

MotionBody::MotionBody(std::unique_ptr<detail::MotionModel> model) : model_(std::move(model)) {}
MotionBody::MotionBody(MotionBody&&) noexcept = default;
MotionBody& MotionBody::operator=(MotionBody&&) noexcept = default;
MotionBody::~MotionBody() = default;

const Skeleton& MotionBody::skeleton() const { return *model_->skeleton; }
const BoneMap& MotionBody::bones() const { return model_->map; }
const Quat& MotionBody::world_from_figure() const { return model_->world_from_figure; }
double MotionBody::leg() const { return model_->leg; }
PointOnJoint MotionBody::heel(int side) const { return model_->legs[static_cast<std::size_t>(side)].heel; }
PointOnJoint MotionBody::toe(int side) const { return model_->legs[static_cast<std::size_t>(side)].toe; }
std::size_t MotionBody::scratch_bytes() const {
  constexpr std::size_t kAlignment = 256;
  return Frames::bytes(*model_->skeleton) + 2 * detail::limb_bytes(*model_->skeleton) +
         model_->look.size() * sizeof(Quat) +
         static_cast<std::size_t>(model_->skeleton->value_count()) * sizeof(double) + kAlignment;
}

}  // namespace kine
