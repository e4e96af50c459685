#include "kine/motion/walk/pelvis_curves.h"

#include <array>
#include <cmath>

#include "kine/math/trig.h"
#include "kine/motion/walk/ankle_room.h"
#include "kine/motion/walk/hermite.h"

namespace kine::detail {
namespace {

/// The part of a step in which the sway of the step before goes over into its own.
constexpr double kSwayFades = 0.5;

/// Parts of a step: in which the pelvis goes up to higher ground and down to lower,
constexpr Window kRises{0, 0.85}, kFalls{0.15, 0.85};
/// and in which it comes back from over the foot that bears, after the first lift.
constexpr Window kShiftsBack{0.55, 0.45};
/// The share of double support after which it is all over that foot.
constexpr double kShifted = 0.9;

/// The part of a step when the pelvis goes over from one foot to the other.
constexpr double kBetweenFeet = 0.15;

/// Bob and surge grow with the effort no farther than up to 1, and come there within this.
constexpr double kMostBounce = 0.3;

double amount(double before, double after, double part) { return before + (after - before) * ease(part); }

}  // namespace

double base_of(const Step& step, double part) {
  const double rise = step.base - step.base_before;
  return step.base_before + rise * soft_ease((rise > 0 ? kRises : kFalls).share(part));
}

namespace {

/// The angles that the sway goes by: the pelvis goes twice up and down, once to each side, in a cycle of two steps.
struct SwayAngles {
  double aside, ahead, up;
  SwayAngles(const Gait& gait, double part)
      : aside(kPi * (part - kBetweenFeet)),
        ahead(2 * kPi * (part - gait.surge_at)),
        up(2 * kPi * (part - gait.bob_low_at)) {}
};

Vec3 sway_by(const BipedMeasures& build, const Gait& gait, double out, double effort, double sin_aside,
             double cos_ahead, double cos_up) {
  // Quick steps leave no time for more.
  const double bounce = soft_min(effort, 1, kMostBounce);
  return build.scale() *
         Vec3{out * gait.sway * effort * sin_aside, -gait.bob * bounce * cos_up, gait.surge * bounce * cos_ahead};
}

/// +1: the left foot bears.
double side_that_bears(const Step& step) { return step.swinging == 1 ? 1 : -1; }

}  // namespace

Vec3 sway_of(const BipedMeasures& build, const Gait& gait, const Step& step, double part) {
  const double effort = amount(step.effort_before, step.effort, part);
  const SwayAngles angles(gait, part);
  return sway_by(build, gait, side_that_bears(step), effort, sin(angles.aside), cos(angles.ahead), cos(angles.up));
}

void set_pelvis(const BipedMeasures& build, const Gait& gait, const Step& step, const Moment& moment, Targets& plan) {
  const double scale = build.scale();
  const double part = moment.part;
  const double effort = amount(step.effort_before, step.effort, part);
  const double out = side_that_bears(step);
  plan.lean = amount(step.lean_before, step.lean, part);
  plan.tilt = gait.tilt * effort + plan.lean;
  // All sines at once, as far as they can be: that is quicker than one by one.
  const SwayAngles sways(gait, part);
  const std::array<double, 6> angles = {kPi * part, moment.course.heading, sways.aside, sways.ahead,
                                        sways.up,   0.5 * plan.tilt};
  std::array<double, 6> sines, cosines;
  sin_cos(angles, sines, cosines);
  const double swing = cosines[0];
  const double shift =
      step.from_rest ? step.shift * ease(part / (kShifted * step.double_support)) * (1 - ease(kShiftsBack.share(part)))
                     : 0;
  const double liveliness = effort * effort;  // long steps ask for bent knees
  const double height = gait.standing_height + liveliness * (gait.walking_height - gait.standing_height);
  // The shorter leg says how high its hip is.
  const double base = base_of(step, part) + build.hip_half * std::abs(build.oblique);
  const Vec3 left{cosines[1], 0, -sines[1]};
  const Vec3 ahead{sines[1], 0, cosines[1]};
  plan.heading = moment.course.heading;
  plan.speeds = moment.course.speeds;
  plan.effort = effort;
  plan.stride = out * swing;
  const std::array<double, 2> turns = {0.5 * (plan.heading - out * gait.turn * effort * swing),
                                       0.5 * (build.oblique - out * gait.list * effort * swing)};
  std::array<double, 2> turn_sines, turn_cosines;
  sin_cos(turns, turn_sines, turn_cosines);
  plan.hips.rotation = Quat{0, turn_sines[0], 0, turn_cosines[0]} * Quat{0, 0, turn_sines[1], turn_cosines[1]} *
                       Quat{sines[5], 0, 0, cosines[5]};
  const Vec3 sway = sway_by(build, gait, out, effort, sines[2], cosines[3], cosines[4]);
  plan.sunk = step.sinking.at(part);
  // What the step before went on with.
  const double rest = part < kSwayFades ? step.duration * hermite({0, 0, 1}, {kSwayFades, 0, 0}, part) : 0;
  plan.hips.translation = Vec3{moment.course.x, base + scale * height + sway.y - plan.sunk, moment.course.z} +
                          (sway.x + out * shift + rest * step.sway_rate) * left +
                          (sway.z + rest * step.surge_rate) * ahead;
}

}  // namespace kine::detail
