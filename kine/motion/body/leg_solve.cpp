#include "kine/motion/body/leg_solve.h"

#include <cmath>

#include "kine/math/trig.h"
#include "kine/model/internal/fit_angles.h"
#include "kine/solve/damped/limb_step.h"

namespace kine::detail {
namespace {

constexpr double kBlur = 1e-14;                      // sine: angles this near to a fold are read as at it
constexpr double kSameHold = 1e-12;                  // radians: two holds that tell no slope
constexpr double kLeastSlope = 0.2, kMostSlope = 5;  // a secant outside is not believed

constexpr double kMetres = 2e-5, kRadians = 1e-4;
constexpr int kMaxIterations = 100;

LegReport solve_full(const BipedModel& body, const BipedLeg& leg, const FootPose& wanted, std::span<double> pose,
                     Scratch& scratch) {
  const Scratch::Scope scope(scratch);
  Limb limb = make_limb(body.skeleton(), {leg.foot, {}}, leg.thigh, pose, scratch);
  const LimbTarget target{wanted.ankle, wanted.rotation * leg.standing_foot};
  const LimbOutcome outcome =
      place_limb(limb, target, {kMetres * body.measures().scale(), kRadians, kMaxIterations, 1});
  write_pose(limb, pose);
  return {outcome.position_error, outcome.angle_error, outcome.iterations, true};
}

/// What one pass of the half mode leaves over.
struct Pass {
  LimbOutcome reach;
  Vec3 turn{};  ///< still to do, a rotation vector in the world
};

/// The ankle to its place with the hip's rotation held at `hold`, then the ankle's angles from the wanted foot.
Pass half_pass(const BipedModel& body, const BipedLeg& leg, const FootPose& wanted, double hold, Limb& limb,
               std::span<double> pose) {
  const Skeleton& skeleton = body.skeleton();
  for (Link& link : limb.links) {
    if (link.place != leg.rotation_value || link.kind != LinkKind::Hinge) continue;
    link.limits = {hold, hold};
    link.amount = hold;
  }
  Pass pass;
  pass.reach = reach_limb(limb, wanted.ankle, {kMetres * body.measures().scale(), kRadians, kMaxIterations, 1});
  const Joint& foot = skeleton.description(leg.foot);
  const Quat goal = wanted.rotation * leg.standing_foot;
  place_links(limb);
  const Quat base = tip_rotation(limb) * foot.rest.rotation;
  const Quat value = conjugate(base) * goal;
  const auto first = static_cast<std::size_t>(skeleton.first_value(leg.foot));
  Quat got{};
  const auto write = [&](std::size_t k, double angle) {
    pose[first + k] = foot.axes[k].limits.clamp(angle);
    got = got * from_axis_angle(foot.euler_axes[k], pose[first + k]);
  };
  if (foot.euler_count == 3) {
    const auto fit = fit_triple(value, foot.euler_axes, {0, 0, 0}, kBlur);
    for (std::size_t k = 0; k < 3; ++k) write(k, fit[k]);
  } else {
    const auto fit = fit_pair(value, foot.euler_axes[0], {}, foot.euler_axes[1], {0, 0}, kBlur);
    for (std::size_t k = 0; k < 2; ++k) write(k, fit[k]);
  }
  pass.turn = log(goal * conjugate(base * got));
  return pass;
}

LegReport solve_half(const BipedModel& body, const BipedLeg& leg, const FootPose& wanted, std::span<double> pose,
                     Scratch& scratch) {
  constexpr int kPasses = 6;
  const Joint& hip = body.skeleton().description(leg.thigh);
  const int component = leg.rotation_value - body.skeleton().first_value(leg.thigh);
  const Range limits = hip.axes[static_cast<std::size_t>(component)].limits;
  double hold = limits.clamp(pose[static_cast<std::size_t>(leg.rotation_value)]);
  double hold_before = hold, off_before = 0;
  const Scratch::Scope scope(scratch);
  Limb limb = make_limb(body.skeleton(), {leg.shank, leg.ankle_in_shank}, leg.thigh, pose, scratch);
  limb.limited = true;
  LegReport report;
  for (int i = 0; i < kPasses; ++i) {
    const Pass pass = half_pass(body, leg, wanted, hold, limb, pose);
    report.position_error = pass.reach.position_error;
    report.angle_error = length(pass.turn);
    report.iterations += pass.reach.iterations;
    if (report.angle_error <= kRadians) break;
    // What the ankle cannot do is a turn about the shank. Newton's slope is near one; the secant finds it.
    const Vec3 up = rotate(wanted.rotation, kUnitY);
    const double off = dot(pass.turn, up);
    double slope = hip.euler_axes[static_cast<std::size_t>(component)].y < 0 ? -1 : 1;
    if (i > 0 && std::abs(hold - hold_before) > kSameHold) {
      const double secant = (off_before - off) / (hold - hold_before);
      if (std::abs(secant) > kLeastSlope && std::abs(secant) < kMostSlope) slope = secant;
    }
    hold_before = hold;
    off_before = off;
    hold = limits.clamp(hold + off / slope);
    if (hold == hold_before) break;
  }
  write_pose(limb, pose);
  return report;
}

}  // namespace

LegReport solve_leg(const BipedModel& body, int side, const FootPose& foot, bool full, std::span<double> pose,
                    Scratch& scratch) {
  const BipedLeg& leg = body.leg(side);
  if (leg.toes.valid() && leg.toe_sign != 0)
    pose[static_cast<std::size_t>(body.skeleton().first_value(leg.toes))] = leg.toe_sign * foot.toe_bend;
  const bool six_rows = full || leg.rotation_value < 0;
  if (leg.hinges.valid) {
    const Transform goal{foot.rotation * leg.standing_foot, foot.ankle};
    const LegTolerance tolerance{kMetres * body.measures().scale(), kRadians};
    const QuickLeg quick =
        six_rows ? place_quickly(leg.hinges, goal, tolerance, pose) : reach_quickly(leg.hinges, goal, tolerance, pose);
    if (quick.solved) return {quick.position_error, quick.angle_error, quick.iterations, six_rows};
  }
  return six_rows ? solve_full(body, leg, foot, pose, scratch) : solve_half(body, leg, foot, pose, scratch);
}

}  // namespace kine::detail
