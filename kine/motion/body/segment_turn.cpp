#include "kine/motion/body/segment_turn.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "kine/math/trig.h"
#include "kine/model/internal/fit_angles.h"
#include "kine/model/pose.h"

namespace kine::detail {
namespace {

constexpr double kBlur = 1e-14;

bool may_move(const AxisSettings& axis) { return !axis.fixed && !axis.follows; }

bool is_endless(const Joint& joint) {
  if (joint.kind == JointKind::Ball) return !joint.ball.has_swing() && !joint.ball.has_twist();
  return std::ranges::all_of(std::span(joint.axes).first(3), [](const AxisSettings& a) { return a.limits == Range{}; });
}

/// A ball, or an Euler joint of three angles, that solvers may move.
bool turns_any_way(const Joint& joint) {
  const bool three = joint.kind == JointKind::Ball || (joint.kind == JointKind::Euler && joint.euler_count == 3);
  return three && std::ranges::all_of(std::span(joint.axes).first(3), may_move);
}

/// The value that swings a bone most in the direction in which a turn about `about` does, when the segment stands; -1
/// where all of them swing it elsewhere.
int swinging_value(const Skeleton& skeleton, std::span<const double> standing, const std::vector<JointId>& joints,
                   const Vec3& about, const Vec3& bone) {
  constexpr double kLeastSwing = 0.5;  // of the bone, seen along `about`, for a radian of the joint
  constexpr double kAlong = 0.3;       // sine: a bone that lies along `about` is not swung about it
  const Vec3 ahead = cross(about, bone);
  if (length(ahead) < kAlong * length(bone)) return -1;
  int best = -1;
  double most = kLeastSwing;
  Quat at{};
  for (const JointId id : joints) {
    const Joint& joint = skeleton.description(id);
    at = at * joint.rest.rotation;
    if (joint.kind != JointKind::Hinge && joint.kind != JointKind::Euler) {
      at = at * motion_of(skeleton, id, standing);
      continue;
    }
    for (int k = 0; k < skeleton.axis_count(id); ++k) {
      const auto i = static_cast<std::size_t>(k);
      const Vec3 axis = joint.kind == JointKind::Euler ? joint.euler_axes[i] : joint.axis;
      const double swing = std::abs(dot(cross(rotate(at, axis), bone), ahead)) / dot(ahead, ahead);
      if (swing > most && may_move(joint.axes[i])) most = swing, best = skeleton.first_value(id) + k;
      at = at * from_axis_angle(axis, joint_value(skeleton, standing, id, k));
    }
  }
  return best;
}

}  // namespace

double angle_about(const Vec3& axis, const Vec3& from, const Vec3& to) {
  const auto square = [&](const Vec3& v) { return v - axis * dot(v, axis); };
  return atan2(dot(axis, cross(from, to)), dot(square(from), square(to)));
}

Quat motion_of(const Skeleton& skeleton, JointId joint, std::span<const double> pose) {
  const Joint& about = skeleton.description(joint);
  switch (about.kind) {
    case JointKind::Hinge:
      return from_axis_angle(about.axis, joint_value(skeleton, pose, joint));
    case JointKind::Euler: {
      Quat turn{};
      for (int k = 0; k < about.euler_count; ++k)
        turn = turn *
               from_axis_angle(about.euler_axes[static_cast<std::size_t>(k)], joint_value(skeleton, pose, joint, k));
      return turn;
    }
    case JointKind::Ball:
    case JointKind::Free:
      return joint_rotation(skeleton, pose, joint);
    default:
      return {};
  }
}

SegmentTurn::SegmentTurn(const Skeleton& skeleton, std::span<const double> standing, const BoneSegment& segment)
    : SegmentTurn(skeleton, standing, segment, nullptr) {}

SegmentTurn SegmentTurn::swinging(const Skeleton& skeleton, std::span<const double> standing,
                                  const BoneSegment& segment, const Swing& swing) {
  return {skeleton, standing, segment, &swing};
}

SegmentTurn::SegmentTurn(const Skeleton& skeleton, std::span<const double> standing, const BoneSegment& segment,
                         const Swing* swing)
    : skeleton_(&skeleton), bone_(swing ? swing->bone : Vec3{}) {
  const std::vector<JointId> joints = joints_of(skeleton, segment);
  const int only = swing ? swinging_value(skeleton, standing, joints, swing->about, swing->bone) : -1;
  JointId whole = kWorld;
  for (const JointId id : joints)
    if (!whole.valid() && turns_any_way(skeleton.description(id))) whole = id;
  Quat at{};  // of the joint, from what the segment hangs on, as far as we have come
  for (const JointId id : joints) {
    const Joint& joint = skeleton.description(id);
    at = at * joint.rest.rotation;
    const bool turns = whole.valid() ? id == whole : joint.kind == JointKind::Hinge || joint.kind == JointKind::Euler;
    const int axes = skeleton.axis_count(id);
    if (turns && !pivot_.valid()) pivot_ = id;
    if (turns && joint.kind == JointKind::Ball) {
      ball_ = id;
      before_ = at;
      at = {};
    } else if (turns) {
      for (int k = 0; k < axes; ++k) {
        const auto i = static_cast<std::size_t>(k);
        const Vec3 axis = joint.kind == JointKind::Euler ? joint.euler_axes[i] : joint.axis;
        const double value = joint_value(skeleton, standing, id, k);
        const bool left_out = swing && skeleton.first_value(id) + k != only;
        if (count_ == 3 || left_out || !may_move(joint.axes[i])) {
          at = at * from_axis_angle(axis, value);
        } else {
          axes_[static_cast<std::size_t>(count_++)] = {rotate(at, axis), skeleton.first_value(id) + k,
                                                       joint.axes[i].limits, value};
        }
      }
    } else {
      at = at * motion_of(skeleton, id, standing);
    }
  }
  after_ = at;
  free_ = whole.valid() && is_endless(skeleton.description(whole));
  if (count_ == 0 && !ball_.valid()) pivot_ = kWorld;
}

Quat SegmentTurn::read(const Quat& above, std::span<const double> pose) const {
  if (ball_.valid()) return above * before_ * joint_rotation(*skeleton_, pose, ball_) * after_;
  Quat turn{};
  for (int k = 0; k < count_; ++k) {
    const Axis& axis = axes_[static_cast<std::size_t>(k)];
    turn = turn * from_axis_angle(axis.axis, pose[static_cast<std::size_t>(axis.value)]);
  }
  return above * turn * after_;
}

Quat SegmentTurn::turn(const Quat& above, const Quat& wanted, std::span<double> pose) const {
  return turn_near(above, wanted, {axes_[0].standing, axes_[1].standing, axes_[2].standing}, pose);
}

Quat SegmentTurn::turn_on(const Quat& above, const Quat& wanted, std::span<double> pose) const {
  std::array<double, 3> present{};
  for (int k = 0; k < count_; ++k) {
    const auto i = static_cast<std::size_t>(k);
    present[i] = pose[static_cast<std::size_t>(axes_[i].value)];
  }
  return turn_near(above, wanted, present, pose);
}

void SegmentTurn::append_limited(std::vector<LimitedValue>& values) const {
  for (int k = 0; k < count_; ++k)
    if (const Axis& axis = axes_[static_cast<std::size_t>(k)]; axis.limits != Range{})
      values.push_back({axis.value, axis.limits});
}

Quat SegmentTurn::turn_near(const Quat& above, const Quat& wanted, std::array<double, 3> angles,
                            std::span<double> pose) const {
  const Quat own = conjugate(above) * wanted * conjugate(after_);
  if (ball_.valid()) {
    const Quat value = clamp_to_limits(skeleton_->description(ball_).ball, conjugate(before_) * own);
    set_joint_rotation(*skeleton_, ball_, value, pose);
    return above * before_ * value * after_;
  }
  if (count_ == 1 && dot(bone_, bone_) > 0) {
    const Axis& only = axes_[0];
    const Vec3 aim = rotate(own * from_axis_angle(only.axis, -only.standing), bone_);
    const double swing = angle_about(only.axis, bone_, aim);
    pose[static_cast<std::size_t>(only.value)] = only.limits.clamp(only.standing + swing);
    return read(above, pose);
  }
  if (count_ == 1) {
    angles[0] = fit_hinge(own, axes_[0].axis, angles[0], kBlur);
  } else if (count_ == 2) {
    const auto pair = fit_pair(own, axes_[0].axis, {}, axes_[1].axis, {angles[0], angles[1]}, kBlur);
    angles = {pair[0], pair[1], 0};
  } else if (count_ == 3) {
    angles = fit_triple(own, {axes_[0].axis, axes_[1].axis, axes_[2].axis}, angles, kBlur);
  }
  for (int k = 0; k < count_; ++k) {
    const Axis& axis = axes_[static_cast<std::size_t>(k)];
    pose[static_cast<std::size_t>(axis.value)] = axis.limits.clamp(angles[static_cast<std::size_t>(k)]);
  }
  return read(above, pose);
}

}  // namespace kine::detail
