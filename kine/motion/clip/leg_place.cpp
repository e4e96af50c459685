#include "kine/motion/clip/leg_place.h"

#include <algorithm>
#include <cmath>

#include "kine/kinematics/forward.h"
#include "kine/math/trig.h"
#include "kine/motion/clip/joint_turn.h"
#include "kine/solve/damped/limb_step.h"

// A leg in closed form. With the hip h, the knee k and the ankle a as animated, and the knee's axis n:
//
//   |rot(n, t) (a - k) + (k - h)| = d        the knee turns by t, until the ankle is as far from the hip as it should be
//   q rot(n, t) (a - k) + q (k - h) = goal - h    the whole leg swings by q, the shortest way
//
// The first is A cos t + B sin t = C with both answers on either side of the straight leg; the one is taken on whose
// side the knee is animated. So the knee keeps its plane, and an ankle that should stay moves nothing.

namespace kine::detail {
namespace {

constexpr double kMetres = 2e-5, kRadians = 1e-4;  // what counts as reached, for a leg of one metre
constexpr double kTooLow = 0.002;                  // metres that a sole may be below where it should be
constexpr int kMaxIterations = 30;                 // of the damped solve

struct Knee {
  double turn = 0;  ///< of the shank, radians
  bool reaches = false;
};

Knee bend_knee(const Vec3& thigh, const Vec3& shank, const Vec3& axis, double distance) {
  const Vec3 along = axis * dot(axis, shank), across = shank - along;
  const double a = dot(across, thigh), b = dot(cross(axis, across), thigh);
  const double most = std::sqrt(a * a + b * b);
  if (!(most > 0)) return {};
  const double c = 0.5 * (distance * distance - dot(thigh, thigh) - dot(shank, shank)) - dot(along, thigh);
  // thigh is k - h and shank a - k: the leg is straight where they point the same way, at the turn `straight`.
  const double straight = atan2(b, a);
  const double cosine = std::clamp<double>(c / most, -1, 1);
  const double bend = atan2(std::sqrt(std::max<double>(0, 1 - cosine * cosine)), cosine);
  // Now at 0: bent by -straight about the axis. A knee that is animated straight through its joint may stay there, but
  // bends to the back where it must bend more.
  const bool through = straight > 0 && bend <= straight;
  return {straight + (through ? -bend : bend), std::abs(c) <= most};
}

JointId top_of(const MotionModel& model, const MotionLeg& leg) {
  return model.map.legs[&leg == model.legs.data() ? 0 : 1].thigh.first;
}

Quat above(const Skeleton& skeleton, const Frames& frames, JointId joint) {
  const JointId parent = skeleton.parent(joint);
  return parent.valid() ? frames.rotation(parent) : Quat{};
}

/// Gives a joint the turn `of_joint` in the world where what it hangs on was turned by `of_parent`.
void turn_in_world(const MotionModel& model, JointId joint, const Quat& of_parent, const Quat& of_joint,
                   const Frames& frames, std::span<const double> animated, std::span<double> pose) {
  const Skeleton& skeleton = *model.skeleton;
  const Quat rest = of_parent * above(skeleton, frames, joint) * skeleton.description(joint).rest.rotation;
  turn_joint(skeleton, joint, conjugate(rest) * of_joint * frames.rotation(joint), animated, pose);
}

double place_closed(const MotionModel& model, const MotionLeg& leg, const LegGoal& goal, const Frames& frames,
                    std::span<const double> animated, std::span<double> pose) {
  const Vec3 hip = frames.position(leg.thigh), knee = frames.position(leg.shank), ankle = frames.position(leg.foot);
  const Vec3 wanted = goal.ankle - goal.hip_shift - hip;
  const double distance = length(wanted);
  if (!(distance > 0)) return length(ankle - hip);
  const Vec3 axis = rotate(frames.rotation(leg.thigh), leg.knee_axis);
  const Knee bent = bend_knee(knee - hip, ankle - knee, axis, distance);
  const Quat knee_turn = from_axis_angle(axis, bent.turn);
  const Vec3 reached = knee - hip + rotate(knee_turn, ankle - knee);
  const Quat swing = shortest_arc(normalised(reached), wanted / distance);
  const Quat shank = swing * knee_turn;
  turn_in_world(model, leg.thigh, {}, swing, frames, animated, pose);
  turn_in_world(model, leg.shank, swing, shank, frames, animated, pose);
  turn_in_world(model, leg.foot, shank, goal.turn, frames, animated, pose);
  return std::abs(distance - length(reached));
}

struct PivotReach {
  double miss = 0;           ///< of the point that counts, metres
  double other_too_low = 0;  ///< how far the other one is below its place, metres
};

/// Brings heel or toe alone to its place.
PivotReach reach_pivot(const MotionModel& model, const MotionLeg& leg, const LegGoal& goal, bool by_toe,
                       const Frames& frames, std::span<double> pose, Scratch& scratch) {
  const LimbSettings settings{kMetres * model.leg, kRadians, kMaxIterations, 1};
  const Scratch::Scope scope(scratch);
  const Vec3 pivot = by_toe ? goal.toe : goal.heel, other = by_toe ? goal.heel : goal.toe;
  const Vec3 ankle = frames.position(leg.foot);
  const Transform& last = frames.world_from_joint(leg.last);
  const auto wanted = [&](const Vec3& point) { return goal.ankle + rotate(goal.turn, point - ankle); };
  Limb limb = make_limb(*model.skeleton, {leg.last, inverse(last) * pivot}, top_of(model, leg), pose, scratch);
  const double miss = reach_limb(limb, wanted(pivot), settings).position_error;
  write_pose(limb, pose);
  place_links(limb);
  const Quat turned = tip_rotation(limb) * conjugate(last.rotation);
  return {miss, dot(model.up, wanted(other) - wanted(pivot) - rotate(turned, other - pivot))};
}

/// Brings the whole foot to a place, if limits allow; else nothing is written.
bool place_foot(const MotionModel& model, const MotionLeg& leg, const Transform& world_from_foot, const Frames& frames,
                std::span<double> pose, Scratch& scratch) {
  const LegTolerance tolerance{kMetres * model.leg, kRadians};
  if (leg.kind == LegKind::Hinges && place_quickly(leg.hinges, world_from_foot, tolerance, pose).solved) return true;
  const Scratch::Scope scope(scratch);
  Limb limb = make_limb(*model.skeleton, {leg.last, {}}, top_of(model, leg), pose, scratch);
  // The foot's last joint goes along with its ankle.
  const Transform last =
      world_from_foot * inverse(frames.world_from_joint(leg.foot)) * frames.world_from_joint(leg.last);
  const LimbOutcome outcome =
      place_limb(limb, {last.translation, last.rotation}, {tolerance.metres, tolerance.radians, kMaxIterations, 1});
  if (outcome.position_error > tolerance.metres || outcome.angle_error > tolerance.radians) return false;
  write_pose(limb, pose);
  return true;
}

/// Raises the heel (or, not `by_toe`, the toe) by the least angle with which limits allow the foot its place; the other
/// end stays. False where no angle does.
bool place_tipped(const MotionModel& model, const MotionLeg& leg, const LegGoal& goal, bool by_toe,
                  const Frames& frames, std::span<double> pose, Scratch& scratch) {
  constexpr double kCoarse = 0.1, kMost = 0.9;  // radians
  constexpr int kHalvings = 7;                  // to a thousandth of a radian
  const Vec3 ankle = frames.position(leg.foot), pivot = by_toe ? goal.toe : goal.heel;
  const Vec3 at = goal.ankle + rotate(goal.turn, pivot - ankle);
  const Vec3 sole = rotate(goal.turn, (by_toe ? goal.heel : goal.toe) - pivot);
  const Vec3 axis = normalised(cross(sole, model.up));
  const auto place = [&](double angle) {
    const Quat turn = from_axis_angle(axis, angle) * goal.turn;
    const Transform foot{turn * frames.rotation(leg.foot), at + rotate(turn, ankle - pivot)};
    return place_foot(model, leg, foot, frames, pose, scratch);
  };
  double high = kCoarse;
  while (high <= kMost && !place(high)) high += kCoarse;
  if (high > kMost) return false;
  double low = high - kCoarse;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = 0.5 * (low + high);
    (place(middle) ? high : low) = middle;
  }
  place(high);
  return true;
}

double place_row(const MotionModel& model, const MotionLeg& leg, const LegGoal& goal, const Frames& frames,
                 std::span<double> pose, Scratch& scratch) {
  if (place_foot(model, leg, {goal.turn * frames.rotation(leg.foot), goal.ankle}, frames, pose, scratch)) return 0;
  // Limits are in the way: the heel rises, or the toes do; else one of both alone comes to its place.
  if (place_tipped(model, leg, goal, true, frames, pose, scratch)) return 0;
  if (place_tipped(model, leg, goal, false, frames, pose, scratch)) return 0;
  const PivotReach first = reach_pivot(model, leg, goal, goal.by_toe, frames, pose, scratch);
  if (first.other_too_low < kTooLow) return first.miss;
  const PivotReach second = reach_pivot(model, leg, goal, !goal.by_toe, frames, pose, scratch);
  if (second.other_too_low < first.other_too_low) return second.miss;
  return reach_pivot(model, leg, goal, goal.by_toe, frames, pose, scratch).miss;
}

}  // namespace

double place_leg(const MotionModel& model, int side, const LegGoal& goal, const Frames& frames,
                 std::span<const double> animated, std::span<double> pose, Scratch& scratch) {
  const MotionLeg& leg = model.legs[static_cast<std::size_t>(side)];
  if (leg.kind == LegKind::Closed) return place_closed(model, leg, goal, frames, animated, pose);
  return place_row(model, leg, goal, frames, pose, scratch);
}

double leg_length(const MotionLeg& leg, const Frames& frames) {
  const Vec3 hip = frames.position(leg.thigh), knee = frames.position(leg.shank), ankle = frames.position(leg.foot);
  return length(knee - hip) + length(ankle - knee);
}

}  // namespace kine::detail
