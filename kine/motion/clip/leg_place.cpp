#include "kine/motion/clip/leg_place.h"

#include <algorithm>
#include <cmath>

#include "kine/kinematics/forward.h"
#include "kine/math/trig.h"
#include "kine/motion/clip/two_bones.h"
#include "kine/solve/damped/limb_step.h"

namespace kine::detail {
namespace {

constexpr double kMetres = 2e-5, kRadians = 1e-4;  // what counts as reached, for a leg of one metre
constexpr double kTooLow = 0.002;                  // metres that a sole may be below where it should be
constexpr int kMaxIterations = 30;                 // of the damped solve

JointId top_of(const MotionModel& model, const MotionLeg& leg) {
  return model.map.legs[&leg == model.legs.data() ? 0 : 1].thigh.first;
}

/// The limb that moves a point of the foot, from where it is in the pose, with limits as wide as what is animated: where a clip
/// leaves them, what needs no correction needs none.
Limb limb_as_animated(const MotionModel& model, const MotionLeg& leg, const Vec3& point,
                      std::span<const double> animated, std::span<const double> pose, Scratch& scratch) {
  Limb limb = make_limb(*model.skeleton, {leg.last, point}, top_of(model, leg), pose, scratch);
  for (Link& link : limb.links) {
    if (link.kind == LinkKind::Ball) continue;
    const auto value = static_cast<std::size_t>(link.place);
    link.limits = including(link.limits, animated[value]);
    link.amount = link.limits.clamp(pose[value]);
  }
  return limb;
}

struct PivotReach {
  double miss = 0;           ///< of the point that counts, metres
  double other_too_low = 0;  ///< how far the other one is below its place, metres
};

/// Brings heel or toe alone to its place.
PivotReach reach_pivot(const MotionModel& model, const MotionLeg& leg, const LegGoal& goal, bool by_toe,
                       const Frames& frames, std::span<const double> animated, std::span<double> pose,
                       Scratch& scratch) {
  const LimbSettings settings{kMetres * model.leg, kRadians, kMaxIterations, 1};
  const Scratch::Scope scope(scratch);
  const Vec3 pivot = by_toe ? goal.toe : goal.heel, other = by_toe ? goal.heel : goal.toe;
  const Vec3 ankle = frames.position(leg.foot);
  const Transform& last = frames.world_from_joint(leg.last);
  const auto wanted = [&](const Vec3& point) { return goal.ankle + rotate(goal.turn, point - ankle); };
  Limb limb = limb_as_animated(model, leg, inverse(last) * pivot, animated, pose, scratch);
  const double miss = reach_limb(limb, wanted(pivot), settings).position_error;
  write_pose(limb, pose);
  place_links(limb);
  const Quat turned = tip_rotation(limb) * conjugate(last.rotation);
  return {miss, dot(model.up, wanted(other) - wanted(pivot) - rotate(turned, other - pivot))};
}

/// Brings the whole foot to a place, if limits allow; else nothing is written. Six hinges that do not get there by the
/// quick solver take the damped one if it is `patient`.
bool place_foot(const MotionModel& model, const MotionLeg& leg, const Transform& world_from_foot, const Frames& frames,
                std::span<const double> animated, std::span<double> pose, Scratch& scratch, bool patient) {
  const LegTolerance tolerance{kMetres * model.leg, kRadians};
  if (leg.kind == LegKind::Hinges) {
    if (place_quickly_as_animated(leg.hinges, world_from_foot, tolerance, animated, pose).solved) return true;
    if (!patient) return false;
  }
  const Scratch::Scope scope(scratch);
  Limb limb = limb_as_animated(model, leg, {}, animated, pose, scratch);
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
/// end stays. False where no angle does, or none is found by the quick solver alone (`patient`: nor by the damped one).
bool place_tipped(const MotionModel& model, const MotionLeg& leg, const LegGoal& goal, bool by_toe,
                  const Frames& frames, std::span<const double> animated, std::span<double> pose, Scratch& scratch,
                  bool patient) {
  constexpr double kCoarse = 0.1, kMost = 0.9;  // radians
  constexpr int kHalvings = 7;                  // to a thousandth of a radian
  const Vec3 ankle = frames.position(leg.foot), pivot = by_toe ? goal.toe : goal.heel;
  const Vec3 at = goal.ankle + rotate(goal.turn, pivot - ankle);
  const Vec3 sole = rotate(goal.turn, (by_toe ? goal.heel : goal.toe) - pivot);
  const Vec3 axis = normalised(cross(sole, model.up));
  const auto place = [&](double angle) {
    const Quat turn = from_axis_angle(axis, angle) * goal.turn;
    const Transform foot{turn * frames.rotation(leg.foot), at + rotate(turn, ankle - pivot)};
    return place_foot(model, leg, foot, frames, animated, pose, scratch, patient);
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

}  // namespace

double place_limited_leg(const MotionModel& model, int side, const LegGoal& goal, const Frames& frames,
                         std::span<const double> animated, std::span<double> pose, Scratch& scratch) {
  const MotionLeg& leg = model.legs[static_cast<std::size_t>(side)];
  if (place_foot(model, leg, {goal.turn * frames.rotation(leg.foot), goal.ankle}, frames, animated, pose, scratch,
                 true))
    return 0;
  // Limits are in the way: the heel rises, or the toes do, as the quick solver finds it or the damped one; else one of both alone comes to its place.
  for (const bool patient : {false, true})
    for (const bool by_toe : {true, false})
      if (place_tipped(model, leg, goal, by_toe, frames, animated, pose, scratch, patient)) return 0;
  const PivotReach first = reach_pivot(model, leg, goal, goal.by_toe, frames, animated, pose, scratch);
  if (first.other_too_low < kTooLow) return first.miss;
  const PivotReach second = reach_pivot(model, leg, goal, !goal.by_toe, frames, animated, pose, scratch);
  if (second.other_too_low < first.other_too_low) return second.miss;
  return reach_pivot(model, leg, goal, goal.by_toe, frames, animated, pose, scratch).miss;
}

double place_leg(const MotionModel& model, int side, const LegGoal& goal, const Frames& frames,
                 std::span<const double> animated, std::span<double> pose, Scratch& scratch) {
  const MotionLeg& leg = model.legs[static_cast<std::size_t>(side)];
  if (leg.kind == LegKind::Closed) {
    const TwoBones bones{leg.thigh, leg.shank, leg.foot, leg.knee_axis};
    const TwoBonesGoal wanted{{{}, goal.hip_shift}, goal.ankle, goal.turn, {}};
    return place_two_bones(*model.skeleton, bones, wanted, frames, animated, pose);
  }
  return place_limited_leg(model, side, goal, frames, animated, pose, scratch);
}

double reach_by_sole_point(const MotionModel& model, int side, const LegGoal& goal, bool by_toe, const Frames& frames,
                           std::span<double> pose, Scratch& scratch) {
  return reach_pivot(model, model.legs[static_cast<std::size_t>(side)], goal, by_toe, frames, pose, pose, scratch).miss;
}

double leg_length(const MotionLeg& leg, const Frames& frames) {
  const Vec3 hip = frames.position(leg.thigh), knee = frames.position(leg.shank), ankle = frames.position(leg.foot);
  return length(knee - hip) + length(ankle - knee);
}

}  // namespace kine::detail
