#include "kine/motion/reach/reach_arm.h"

#include <algorithm>
#include <cmath>

#include "kine/solve/damped/limb_step.h"
#include "kine/solve/geometry/two_bone_kernel.h"
#include "kine/solve/internal/joint_turns.h"

namespace kine::detail {
namespace {

/// The side of the line `along` (unit, in the axes of the body) to which the elbow goes. It is carried along with the
/// line from one that points ahead and somewhat out, the shortest way: smooth everywhere but in the opposite direction,
/// into the back, where no arm goes. The lower the hand, the farther out the elbow: this keeps to the middle of what
/// the limits of a shoulder leave free.
Vec3 elbow_side(int side, const Vec3& along) {
  // In the axes of the body, x outwards: where an arm usually points, and to which side its elbow is then.
  constexpr Vec3 kUsual{0.45, -0.1, 0.9}, kDown{0.35, -0.94, 0};
  // Radians that the elbow turns outwards, of a hand straight up, and more for each part of the arm's length down.
  constexpr double kOutwards = 0.21, kOutwardsBelow = 0.19;
  const double out = side == 0 ? 1 : -1;
  const Vec3 usual = normalised(Vec3{kUsual.x * out, kUsual.y, kUsual.z});
  const Vec3 down = Vec3{kDown.x * out, kDown.y, kDown.z};
  const Vec3 carried = rotate(shortest_arc(usual, along), down - usual * dot(down, usual));
  const double outwards = kOutwards + kOutwardsBelow * (1 - along.y);
  return rotate(from_axis_angle(along, out * outwards), carried);
}

/// The target, drawn in where the arm would have to stretch too far or to fold too much.
Vec3 within_arm(const ReachingArm& arm, const Vec3& shoulder, const Vec3& target) {
  constexpr double kLongest = 0.985;  // of its length: it comes near to this and never gets there
  const Vec3 to = target - shoulder;
  const double away = length(to), reach = arm.length();
  if (!(away > kLongestHold * reach)) return target;
  const double softness = 1 - kLongestHold / kLongest;
  return shoulder + to * (geometry::soft_distance(away, kLongest * reach, softness) / away);
}

/// One joint `weight` of the way from `from` to what the pose has; returns the angle between the two. Ball joints with
/// limits go straight in the coordinates of the limits, whose inside is convex: they never leave it.
double blend_joint(const Skeleton& skeleton, JointId joint, std::span<const double> from, double weight,
                   std::span<double> pose) {
  const Joint& about = skeleton.description(joint);
  const auto first = static_cast<std::size_t>(skeleton.first_value(joint));
  if (about.kind == JointKind::Ball) {
    const Quat a = joint_rotation(skeleton, from, joint), b = joint_rotation(skeleton, pose, joint);
    Quat between = slerp(a, b, weight);
    if (about.ball.has_swing() || about.ball.has_twist()) {
      const BallAngles p = ball_angles(about.ball, a), q = ball_angles(about.ball, b);
      const auto mix = [weight](double u, double v) { return u + weight * (v - u); };
      between = from_ball_angles(about.ball, {mix(p.first, q.first), mix(p.second, q.second), mix(p.twist, q.twist)});
      between = clamp_to_limits(about.ball, between);
    }
    if (weight < 1) set_joint_rotation(skeleton, joint, between, pose);
    return length(log(conjugate(a) * b));
  }
  double gap = 0;
  for (std::size_t k = 0; k < static_cast<std::size_t>(skeleton.value_count(joint)); ++k) {
    const double step = pose[first + k] - from[first + k];
    gap = std::max<double>(gap, std::abs(step));
    if (weight < 1) pose[first + k] = from[first + k] + weight * step;
  }
  return gap;
}

/// Two bones in closed form: the elbow bends as the distance asks, then the shoulder aims. Where limits stand in the
/// way both go as far as they may, so that the arm always moves smoothly with its target: nothing else is looked for.
void solve_two_bones(const BipedModel& body, int side, const Quat& chest, const Vec3& target, std::span<double> pose) {
  constexpr int kPasses = 3;           // one, but for elbows whose axis is not perpendicular to the bones
  constexpr double kExact = 1e-12;     // metres that the hand may be too far or too near: rounding
  constexpr double kNoLength = 1e-30;  // m^2: an arm that is folded to nothing is taken for this long
  const ReachingArm& arm = body.arm(side);
  const Skeleton& skeleton = body.skeleton();
  const Transform root = locate(skeleton, pose, {arm.upper});
  const Quat root_above = root.rotation * conjugate(turn_of(skeleton, pose, arm.upper));
  const Quat back = conjugate(root.rotation);
  const Transform mid = locate(skeleton, pose, {arm.forearm});
  const Quat root_from_mid = back * mid.rotation;
  const Quat mid_above = root_from_mid * conjugate(turn_of(skeleton, pose, arm.forearm));
  const Vec3 grip = locate(skeleton, pose, {arm.hand, arm.grip}).translation;
  const Vec3 upper = rotate(back, mid.translation - root.translation);
  const Vec3 lower = rotate(conjugate(mid.rotation), grip - mid.translation);
  const geometry::TwoBoneLimb<double> limb = geometry::two_bone_limb(upper, lower, root_from_mid);
  const double away = length(target - root.translation);
  double asked = away;
  Vec3 tip{};
  for (int pass = 0; pass < kPasses; ++pass) {
    const auto triangle = geometry::triangle(limb.upper, limb.lower, asked);
    const Quat bent = normalised(Quat{0, 0, triangle.bend_sin, triangle.bend_cos});
    const Quat wanted = limb.upper_frame * bent * conjugate(limb.lower_frame);
    set_turn(skeleton, arm.forearm, conjugate(mid_above) * wanted, pose);
    tip = upper + rotate(mid_above * turn_of(skeleton, pose, arm.forearm), lower);
    const double short_by = away - length(tip);
    if (std::abs(short_by) <= kExact) break;
    asked += short_by;
  }
  const Vec3 along = normalised(target - root.translation, rotate(chest, kUnitZ));
  const Vec3 pole = rotate(chest, elbow_side(side, rotate(conjugate(chest), along)));
  const Vec3 elbow = upper - tip * (dot(upper, tip) / std::max<double>(dot(tip, tip), kNoLength));
  const Quat from_tip = normalised(geometry::frame_along(normalised(tip, kUnitX), 1.0, normalised(elbow)).turn);
  const Quat to_line = normalised(geometry::frame_along(along, 1.0, pole).turn);
  set_turn(skeleton, arm.upper, conjugate(root_above) * (to_line * conjugate(from_tip)), pose);
}

void solve_arm(const BipedModel& body, int side, const Quat& chest, const Vec3& target, std::span<double> pose,
               Scratch& scratch) {
  const ReachingArm& arm = body.arm(side);
  if (arm.two_bones) return solve_two_bones(body, side, chest, target, pose);
  const Scratch::Scope scope(scratch);
  Limb limb = make_limb(body.skeleton(), {arm.hand, arm.grip}, arm.first, pose, scratch);
  constexpr double kMetres = 1e-6;  // well within what counts as held
  reach_limb(limb, target, {kMetres, 1, 60, 1});
  write_pose(limb, pose);
}

/// The joints of an arm, from the one above the hand (or the hand, where it moves with a forearm of its own) up.
template <class Do>
void for_each_joint(const BipedModel& body, int side, Do&& what) {
  const ReachingArm& arm = body.arm(side);
  for (JointId joint = arm.hand;; joint = body.skeleton().parent(joint)) {
    what(joint);
    if (joint == arm.first) return;
  }
}

}  // namespace

void restore_arm(const BipedModel& body, int side, std::span<const double> from, std::span<double> pose) {
  const ReachingArm& arm = body.arm(side);
  const Skeleton& skeleton = body.skeleton();
  for_each_joint(body, side, [&](JointId joint) {
    const bool walks = joint == arm.upper || joint == arm.forearm || (arm.two_bones && joint == arm.hand);
    const std::span<const double> source = walks ? from : body.standing();
    const auto first = static_cast<std::size_t>(skeleton.first_value(joint));
    for (std::size_t k = 0; k < static_cast<std::size_t>(skeleton.value_count(joint)); ++k)
      pose[first + k] = source[first + k];
  });
}

ArmReach reach_arm(const BipedModel& body, int side, const Quat& chest, const Vec3& target, double weight,
                   std::span<double> pose, Scratch& scratch) {
  const ReachingArm& arm = body.arm(side);
  const Scratch::Scope scope(scratch);
  const std::span<double> from = scratch.take<double>(pose.size());
  std::copy(pose.begin(), pose.end(), from.begin());
  const Vec3 shoulder = locate(body.skeleton(), pose, {arm.first}).translation;
  solve_arm(body, side, chest, within_arm(arm, shoulder, target), pose, scratch);
  ArmReach reached;
  reached.miss = length(locate(body.skeleton(), pose, {arm.hand, arm.grip}).translation - target);
  for_each_joint(body, side, [&](JointId joint) {
    reached.gap = std::max<double>(reached.gap, blend_joint(body.skeleton(), joint, from, weight, pose));
  });
  return reached;
}

}  // namespace kine::detail
