#include "kine/motion/walk/foot_curves.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "kine/math/trig.h"
#include "kine/motion/walk/hermite.h"
#include "kine/motion/walk/paper_gait.h"

namespace kine::detail {
namespace {

/// True if the foot that steps stands on its heel and has time to come down flat before it lifts.
bool is_on_heel(const Step& step) { return step.feet[step.swinging].pitch > 0 && step.swing.rise <= 0; }

}  // namespace

double lowest_pitch_at(const Gait& gait, const Step& step) {
  if (is_on_heel(step)) return step.double_support + 0.3;
  return step.from_rest ? step.double_support + 0.18 : gait.swing_pitch_at;
}

namespace {

using Keys = std::array<Key, 4>;

/// The foot that bears: from the strike down to the whole sole, and off the heel at the end.
Keys bearing_keys(const Gait& gait, const Step& step, const BearingFoot& foot) {
  // Longer steps leave the foot farther behind.
  const double more = std::max<double>(0, step.leaving - 1);
  const double rise = step.leaving * (1 + 2.5 * more);
  return {{{0, foot.pitch, foot.rate},
           {gait.flat_at, 0, 0},
           {gait.heel_off_at, 0, 0},
           {1, -gait.heel_off_pitch * rise, -gait.heel_off_rate * rise}}};
}

/// The foot that steps: up off the toes, pointing down as it swings through, toes up for the strike.
Keys stepping_keys(const Gait& gait, const Step& step, const BearingFoot& foot) {
  const double peak = lowest_pitch_at(gait, step);
  // Faster steps do not bend the knee more.
  const double flexed = std::min<double>(step.ahead, 1 - 0.5 * (step.ahead - 1));
  const double depth = std::max<double>(gait.swing_pitch * flexed * (step.from_rest ? 0.7 : 1.0), step.swing.rise);
  const Key strike{1, step.swing.strike_pitch, 0};
  // From heel to toes it goes over flat: at speed, ankle and knee would jolt as the one leaves the ground for the
  // other.
  if (is_on_heel(step)) return {{{0, foot.pitch, foot.rate}, {step.double_support, 0, 0}, {peak, -depth, 0}, strike}};
  return {{{0, foot.pitch, foot.rate}, {peak, -depth, 0}, strike, {2, 0, 0}}};
}

Keys keys_of(const Gait& gait, const Step& step, int foot) {
  const BearingFoot& f = step.feet[foot];
  switch (step.phase) {
    case Step::Phase::Step:
      return foot == step.swinging ? stepping_keys(gait, step, f) : bearing_keys(gait, step, f);
    case Step::Phase::Settle:
      return {{{0, f.pitch, f.rate}, {gait.flat_at, 0, 0}, {1, 0, 0}, {2, 0, 0}}};
    default:
      return {{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}}};
  }
}

/// How far along its way the stepping foot is: it gathers speed over the first part, holds it and brakes late.
double way_of(const Gait& gait, double brakes, double s) {
  const double up = gait.swing_up, down = gait.swing_down + brakes;
  const double peak = 1 / (1 - 0.5 * (up + down));
  if (s <= 0) return 0;
  if (s >= 1) return 1;
  // The integral of the ease from 0 to 1 over a ramp: t^3 - t^4 / 2.
  const auto ramp = [](double t) { return t * t * t * (1 - 0.5 * t); };
  if (s < up) return peak * up * ramp(s / up);
  if (s > 1 - down) return 1 - peak * down * ramp((1 - s) / down);
  return peak * (0.5 * up + (s - up));
}

/// What is left of a slip at part s of the swing: starts with value and rate, ends with neither.
double fading(double value, double rate, double at, double s) { return hermite({at, value, rate}, {1, 0, 0}, s); }

}  // namespace

double swing_part(const Step& step, double part) { return (part - step.double_support) / (1 - step.double_support); }

double late_part(const Step& step) { return step.double_support + kLateSwing * (1 - step.double_support); }

bool is_in_air(const Step& step, int foot, double part) {
  return step.phase == Step::Phase::Step && foot == step.swinging && swing_part(step, part) > 0;
}

double pitch_of(const Gait& gait, const Step& step, int foot, double part) {
  return gait.style == Gait::Style::Paper ? paper_pitch(gait, step, foot, part).value
                                          : curve(keys_of(gait, step, foot), part);
}
double pitch_rate_of(const Gait& gait, const Step& step, int foot, double part) {
  return gait.style == Gait::Style::Paper ? paper_pitch(gait, step, foot, part).slope
                                          : curve_slope(keys_of(gait, step, foot), part);
}

double clearing(const Gait& gait, double s) {
  if (gait.style == Gait::Style::Paper) return stride_height(s);
  return soft_ease(s / 0.3) * (1 - soft_ease((s - 0.7) / 0.3));
}

double toe_hold(const Swing& swing, double s) {
  // Toes that land first are bent in good time.
  const double first = ease(-10 * swing.strike_pitch), from = 0.7 - 0.15 * first, to = 1 - 0.1 * first;
  return 1 - ease((s - 0.03) / 0.4) + ease((s - from) / (to - from));
}

namespace {

Foothold natural_sole(const Gait& gait, const Swing& swing, double s) {
  const Vec3 there = swing.to.point - swing.from.point;
  const bool up = there.y > 0;
  // Over an edge the foot goes up before it goes ahead, or ahead before it goes down.
  // Off the level, where the leg is stretched farther when it lands, it brakes sooner.
  const double far2 = there.x * there.x + there.z * there.z, rise2 = there.y * there.y;
  const double toes = rotate(swing.to.rotation, kUnitZ).y;
  const double steep = far2 > 0 ? (rise2 + toes * toes * far2) / far2 : 0;
  const double brakes = 0.085 * ease(steep / (0.06 * 0.06));
  const double way = way_of(gait, brakes, (s - swing.waits) / (1 - swing.waits - swing.rests));
  const double climb = up ? soft_ease(s / 0.7) : soft_ease((s - 0.3) / 0.7);
  const Key lift[] = {{0, 0, 0}, {gait.lift_at, swing.lift, 0}, {1, 0, 0}};
  Foothold sole;
  sole.point = swing.from.point + Vec3{way * there.x, climb * there.y, way * there.z};
  sole.point.y += curve(lift, s) + raised_by(swing, s);
  if (swing.aside[0] != 0 || swing.aside[1] != 0) {
    const double away = clearing(gait, s);
    sole.point.x += away * static_cast<double>(swing.aside[0]);
    sole.point.z += away * static_cast<double>(swing.aside[1]);
  }
  sole.rotation = slerp(swing.from.rotation, swing.to.rotation, way);
  return sole;
}

}  // namespace

Foothold swing_sole(const Gait& gait, const Swing& swing, double s) {
  Foothold sole = gait.style == Gait::Style::Paper ? paper_sole(swing, s) : natural_sole(gait, swing, s);
  if (s >= swing.slip_at) {
    sole.point.x += fading(swing.slip.x, swing.slip_rate.x, swing.slip_at, s);
    sole.point.y += fading(swing.slip.y, swing.slip_rate.y, swing.slip_at, s);
    sole.point.z += fading(swing.slip.z, swing.slip_rate.z, swing.slip_at, s);
    const Vec3 turn{fading(swing.turn_slip.x, swing.turn_slip_rate.x, swing.slip_at, s),
                    fading(swing.turn_slip.y, swing.turn_slip_rate.y, swing.slip_at, s),
                    fading(swing.turn_slip.z, swing.turn_slip_rate.z, swing.slip_at, s)};
    if (turn.x != 0 || turn.y != 0 || turn.z != 0) sole.rotation = exp(turn) * sole.rotation;
  }
  return sole;
}

}  // namespace kine::detail
