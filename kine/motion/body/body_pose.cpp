#include "kine/motion/body/body_pose.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "kine/math/trig.h"
#include "kine/model/internal/fit_angles.h"
#include "kine/model/pose.h"

namespace kine::detail {
namespace {

constexpr double kBlur = 1e-14;
/// Axes with a cosine below are perpendicular: rounding of their normalisation.
constexpr double kSquare = 1e-12;
/// The closed form of three angles is taken while each is below it, radians: near a right angle two of them are one.
constexpr double kPlain = 1.5;

// Arms and trunk of a walking person, radians, by eye beside the recorded people.
constexpr double kMostEffort = 1.2;     // share of a full stick's: beyond it arms swing no more
constexpr double kArmBack = 0.05;       // the middle of an arm's swing is so far behind
constexpr double kRestingElbow = 0.12;  // bent when nothing moves
constexpr double kLeanOfTrunk = 0.8;    // share of the lean into a slope or a start that the trunk takes

bool are_square(const Vec3& a, const Vec3& b) { return std::abs(dot(a, b)) < kSquare; }

/// Two angles about any two axes. `got`, where somebody asks, is the turn that came out.
void set_pair(const Joint& about, const Quat& wanted, double* values, Quat* got) {
  const Vec3 &first = about.euler_axes[0], &last = about.euler_axes[1];
  const auto fit =
      are_square(first, last) ? fit_square_pair(wanted, first, last) : fit_pair(wanted, first, {}, last, {0, 0}, kBlur);
  for (std::size_t k = 0; k < 2; ++k) values[k] = about.axes[k].limits.clamp(fit[k]);
  if (got) *got = from_axis_angle(first, values[0]) * from_axis_angle(last, values[1]);
}

/// Three angles about any three axes.
void set_triple(const Joint& about, const Quat& wanted, double* values, Quat* got) {
  const auto& [a, b, c] = about.euler_axes;
  // Square to each other, they can do every turn; beyond a quarter of one there may be a nearer answer.
  if (are_square(a, b) && are_square(b, c) && are_square(a, c)) {
    const auto fit = fit_square_triple(wanted, about.euler_axes);
    bool inside = true;
    for (std::size_t k = 0; k < 3; ++k) inside &= about.axes[k].limits.contains(fit[k]) && std::abs(fit[k]) < kPlain;
    if (inside) {
      for (std::size_t k = 0; k < 3; ++k) values[k] = fit[k];
      if (got) *got = wanted;
      return;
    }
  }
  const auto fit = fit_triple(wanted, about.euler_axes, {0, 0, 0}, kBlur);
  Quat turn{};
  for (std::size_t k = 0; k < 3; ++k) {
    values[k] = about.axes[k].limits.clamp(fit[k]);
    turn = turn * from_axis_angle(about.euler_axes[k], values[k]);
  }
  if (got) *got = turn;
}

/// Writes the values that turn a joint to `wanted`, from its rest rotation, as far as its limits let it.
void set_joint_turn(const Skeleton& skeleton, JointId joint, const Quat& wanted, std::span<double> pose, Quat* got) {
  const Joint& about = skeleton.description(joint);
  double* values = pose.data() + skeleton.first_value(joint);
  switch (about.kind) {
    case JointKind::Ball:
    case JointKind::Free: {
      const Quat allowed = about.kind == JointKind::Ball ? clamp_to_limits(about.ball, wanted) : wanted;
      set_joint_rotation(skeleton, joint, allowed, pose);
      if (got) *got = allowed;
      return;
    }
    case JointKind::Hinge:
      *values = about.axes[0].limits.clamp(fit_hinge(wanted, about.axis, 0, kBlur));
      if (got) *got = from_axis_angle(about.axis, *values);
      return;
    case JointKind::Euler:
      return about.euler_count == 2 ? set_pair(about, wanted, values, got) : set_triple(about, wanted, values, got);
    default:
      return;
  }
}

Quat joint_base(const Skeleton& skeleton, const BodySegment& segment, const Quat& above) {
  return above * segment.standing_parent * skeleton.description(segment.joint).rest.rotation;
}

/// turn_segment for one that nothing hangs on.
void turn_last(const Skeleton& skeleton, const BodySegment& segment, const Quat& above, const Quat& wanted,
               std::span<double> pose) {
  const Quat base = joint_base(skeleton, segment, above);
  set_joint_turn(skeleton, segment.joint, conjugate(base) * (wanted * segment.standing), pose, nullptr);
}

}  // namespace

Quat turn_segment(const Skeleton& skeleton, const BodySegment& segment, const Quat& above, const Quat& wanted,
                  std::span<double> pose) {
  const Quat base = joint_base(skeleton, segment, above);
  Quat got{};
  set_joint_turn(skeleton, segment.joint, conjugate(base) * (wanted * segment.standing), pose, &got);
  return base * got * conjugate(segment.standing);
}

namespace {

void set_pelvis(const BipedModel& body, const WalkPlan& plan, std::span<double> pose) {
  const BodySegment& pelvis = body.pelvis();
  const Joint& about = body.skeleton().description(pelvis.joint);
  const Transform world{plan.hips.rotation * pelvis.standing, plan.hips * body.hips_to_pelvis()};
  const Transform value = inverse(Transform{about.rest.rotation, about.rest.translation}) * world;
  set_joint_rotation(body.skeleton(), pelvis.joint, value.rotation, pose);
  const auto shift = static_cast<std::size_t>(body.skeleton().first_value(pelvis.joint)) + 4;
  pose[shift] = value.translation.x;
  pose[shift + 1] = value.translation.y;
  pose[shift + 2] = value.translation.z;
}

/// How far an arm and its elbow are bent to the front.
struct ArmBend {
  double arm, elbow;
};
ArmBend arm_bend(const Gait& gait, const WalkPlan& plan, int side) {
  // Back while the leg of its side is in front.
  const double ahead = side == 0 ? -plan.stride : plan.stride;
  const double effort = std::min<double>(plan.effort, kMostEffort);
  const double swing = ahead - gait.arm_behind * (1 - ahead * ahead);
  return {effort * (gait.arm_swing * swing - kArmBack),
          kRestingElbow + effort * (gait.elbow - kRestingElbow + gait.elbow_swing * 0.5 * (1 + ahead))};
}

/// The turns that all of it is made of, their sines found at once.
struct Turns {
  static constexpr std::size_t kCount = 8;
  std::array<double, kCount> sines, cosines;

  explicit Turns(const std::array<double, kCount>& angles) {
    std::array<double, kCount> half;
    for (std::size_t i = 0; i < kCount; ++i) half[i] = 0.5 * angles[i];
    sin_cos(half, sines, cosines);
  }
  Quat about(const Vec3& axis, std::size_t i) const {
    return {axis.x * sines[i], axis.y * sines[i], axis.z * sines[i], cosines[i]};
  }
};

}  // namespace

void pose_body(const BipedModel& body, const Gait& gait, const WalkPlan& plan, std::span<double> pose) {
  set_pelvis(body, plan, pose);
  const ArmBend left = arm_bend(gait, plan, 0), right = arm_bend(gait, plan, 1);
  const double chest_turn = gait.chest_turn * plan.effort * plan.stride;
  // The body is high while the feet pass each other, and low when one has just landed.
  const double high = plan.effort * (1 - 2 * plan.stride * plan.stride);
  const Turns turns({plan.heading + chest_turn, gait.chest_lean * plan.effort + kLeanOfTrunk * plan.lean, -left.arm,
                     -left.elbow, -right.arm, -right.elbow,
                     plan.heading + gait.head_lead * plan.speeds.turn + gait.head_turn * chest_turn,
                     gait.head_nod * high});
  const Quat chest = turns.about(kUnitY, 0) * turns.about(kUnitX, 1);
  Quat above = plan.hips.rotation;
  const Skeleton& skeleton = body.skeleton();
  const std::span<const BodySegment> spine = body.spine();
  const Vec3 turn = log(conjugate(plan.hips.rotation) * chest);
  for (std::size_t i = 0; i < spine.size(); ++i) {
    const double share = static_cast<double>(i + 1) / static_cast<double>(spine.size());
    const Quat wanted = i + 1 < spine.size() ? plan.hips.rotation * exp(turn * share) : chest;
    above = turn_segment(skeleton, spine[i], above, wanted, pose);
  }
  for (int side = 0; side < 2; ++side) {
    if (!body.upper_arm(side).valid()) continue;
    const std::size_t first = side == 0 ? 2 : 4;
    const Quat arm = turn_segment(skeleton, body.upper_arm(side), above, above * turns.about(kUnitX, first), pose);
    if (body.forearm(side).valid())
      turn_last(skeleton, body.forearm(side), arm, arm * turns.about(kUnitX, first + 1), pose);
  }
  if (body.head().valid())
    turn_last(skeleton, body.head(), above, turns.about(kUnitY, 6) * turns.about(kUnitX, 7), pose);
}

}  // namespace kine::detail
