#include "kine/motion/body_pose.h"

#include <algorithm>

#include "kine/math/trig.h"
#include "kine/model/fit_angles.h"
#include "kine/model/pose.h"

namespace kine::walking {
namespace {

constexpr double kBlur = 1e-14;

/// Writes the values that turn a joint to `wanted`, from its rest rotation, as far as its limits let it. Returns the
/// turn that came out.
Quat set_turn(const Skeleton& skeleton, JointId joint, const Quat& wanted, std::span<double> pose) {
  const Joint& about = skeleton.description(joint);
  const auto first = static_cast<std::size_t>(skeleton.first_value(joint));
  const auto write = [&](std::size_t k, double angle) { return pose[first + k] = about.axes[k].limits.clamp(angle); };
  switch (about.kind) {
    case JointKind::Ball:
    case JointKind::Free: {
      const Quat allowed = about.kind == JointKind::Ball ? clamp_to_limits(about.ball, wanted) : wanted;
      set_joint_rotation(skeleton, joint, allowed, pose);
      return allowed;
    }
    case JointKind::Hinge:
      return from_axis_angle(about.axis, write(0, detail::fit_hinge(wanted, about.axis, 0, kBlur)));
    case JointKind::Euler: {
      Quat got{};
      if (about.euler_count == 2) {
        const auto fit = detail::fit_pair(wanted, about.euler_axes[0], {}, about.euler_axes[1], {0, 0}, kBlur);
        for (std::size_t k = 0; k < 2; ++k) got = got * from_axis_angle(about.euler_axes[k], write(k, fit[k]));
      } else {
        const auto fit = detail::fit_triple(wanted, about.euler_axes, {0, 0, 0}, kBlur);
        for (std::size_t k = 0; k < 3; ++k) got = got * from_axis_angle(about.euler_axes[k], write(k, fit[k]));
      }
      return got;
    }
    default:
      return {};
  }
}

/// Turns a segment of the body. Turns here are told in the axes of the body: none when it stands and faces +Z.
/// `above` is that of the segment it hangs on; returns its own, as it came out.
Quat turn_segment(const Skeleton& skeleton, const Biped::Segment& segment, const Quat& above, const Quat& wanted,
                  std::span<double> pose) {
  const Quat base = above * segment.standing_parent * skeleton.description(segment.joint).rest.rotation;
  const Quat got = set_turn(skeleton, segment.joint, conjugate(base) * (wanted * segment.standing), pose);
  return base * got * conjugate(segment.standing);
}

void set_pelvis(const Biped& body, const WalkPlan& plan, std::span<double> pose) {
  const Biped::Segment& pelvis = body.pelvis();
  const Joint& about = body.skeleton().description(pelvis.joint);
  const Transform world{plan.hips.rotation * pelvis.standing, plan.hips * body.hips_to_pelvis()};
  const Transform value = inverse(Transform{about.rest.rotation, about.rest.translation}) * world;
  set_joint_rotation(body.skeleton(), pelvis.joint, value.rotation, pose);
  const auto shift = static_cast<std::size_t>(body.skeleton().first_value(pelvis.joint)) + 4;
  pose[shift] = value.translation.x;
  pose[shift + 1] = value.translation.y;
  pose[shift + 2] = value.translation.z;
}

void set_arm(const Biped& body, const Gait& gait, const WalkPlan& plan, int side, const Quat& chest,
             std::span<double> pose) {
  if (!body.upper_arm(side).valid()) return;
  // Back while the leg of its side is in front.
  const double ahead = side == 0 ? -plan.stride : plan.stride;
  const double vigour = std::min<double>(plan.vigour, 1.2);
  const double forward = vigour * (gait.arm_swing * ahead - 0.05);
  const Quat arm =
      turn_segment(body.skeleton(), body.upper_arm(side), chest, chest * from_axis_angle(kUnitX, -forward), pose);
  if (!body.forearm(side).valid()) return;
  const double bend = 0.12 + vigour * (gait.elbow - 0.12 + gait.elbow_swing * 0.5 * (1 + ahead));
  turn_segment(body.skeleton(), body.forearm(side), arm, arm * from_axis_angle(kUnitX, -bend), pose);
}

}  // namespace

void pose_body(const Biped& body, const Gait& gait, const WalkState& state, const WalkPlan& plan,
               std::span<double> pose) {
  set_pelvis(body, plan, pose);
  const Quat heading = from_axis_angle(kUnitY, plan.heading);
  const Quat chest = heading * from_axis_angle(kUnitY, gait.chest_turn * plan.vigour * plan.stride) *
                     from_axis_angle(kUnitX, gait.chest_lean * plan.vigour + 0.8 * plan.lean);
  Quat above = plan.hips.rotation;
  const std::span<const Biped::Segment> spine = body.spine();
  for (std::size_t i = 0; i < spine.size(); ++i) {
    const double share = static_cast<double>(i + 1) / static_cast<double>(spine.size());
    above = turn_segment(body.skeleton(), spine[i], above, slerp(plan.hips.rotation, chest, share), pose);
  }
  for (int side = 0; side < 2; ++side) set_arm(body, gait, plan, side, above, pose);
  if (!body.head().valid()) return;
  const double lead = gait.head_lead * state.course.speeds.turn;
  turn_segment(body.skeleton(), body.head(), above, from_axis_angle(kUnitY, plan.heading + lead), pose);
}

}  // namespace kine::walking
