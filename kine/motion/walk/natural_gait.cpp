#include "kine/motion/walk/natural_gait.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "kine/math/trig.h"
#include "kine/motion/walk/ankle_room.h"
#include "kine/motion/walk/foot_curves.h"
#include "kine/motion/walk/foot_roll.h"
#include "kine/motion/walk/hermite.h"
#include "kine/motion/walk/landing.h"
#include "kine/motion/walk/unevenness.h"

namespace kine::detail {
namespace {

// Parts of a step after both feet bear: when a foot points down the most that came down from its heel, and one that
// stood.
constexpr double kLowestFromHeel = 0.3, kLowestFromRest = 0.18;

/// The share of its usual pitch down that a foot has in the first step.
constexpr double kFirstPitch = 0.7;

/// How much more a heel rises behind steps that are longer than usual, for each time their length.
constexpr double kRiseOfLongSteps = 2.5;

/// Parts of the swing: in which a foot gets clear of the ground and comes down to it,
constexpr Window kClears{0, 0.3}, kComesDown{0.7, 0.3};
/// in which it goes from what it is on the ground to what it is in the air, and back;
constexpr Window kLifts{0, 0.3}, kLands{0.6, 0.4};
/// in which it rises to higher ground and sinks to lower;
constexpr Window kClimbs{0, 0.7}, kSinks{0.3, 0.7};
/// and in which it comes to be held back softly from where its leg gets straight.
constexpr Window kSoftens{0, 0.2};

/// A leg that is nearly straight gets there more slowly until it lands, for a leg of length 1.
constexpr double kStretchBlend = 0.04;

/// The share of the swing that a foot brakes longer for off the level, and the slope (a tangent) that counts as that.
constexpr double kBrakesOnSlopes = 0.085, kSlope = 0.06;

/// Radians that an ankle in the air keeps from its limit upwards.
constexpr double kSpareUp = 0.045;

/// True if the foot that steps stands on its heel and has time to come down flat before it lifts.
bool is_on_heel(const Step& step) { return step.feet[step.swinging].pitch > 0 && step.swing.rise <= 0; }

}  // namespace

double lowest_pitch_at(const Gait& gait, const Step& step) {
  if (is_on_heel(step)) return step.double_support + kLowestFromHeel;
  return step.from_rest ? step.double_support + kLowestFromRest : gait.swing_pitch_at;
}

namespace {

using Keys = std::array<Key, 4>;

/// The foot that bears: from the strike down to the whole sole, and off the heel at the end.
Keys bearing_keys(const Gait& gait, const Step& step, const BearingFoot& foot) {
  // Longer steps leave the foot farther behind.
  const double more = std::max<double>(0, step.leaving - 1);
  const double rise = step.leaving * (1 + kRiseOfLongSteps * more);
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
  const double depth =
      std::max<double>(gait.swing_pitch * flexed * (step.from_rest ? kFirstPitch : 1), step.swing.rise);
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

double pitch(const Gait& gait, const Step& step, int foot, double part) {
  return curve(keys_of(gait, step, foot), part);
}
double pitch_rate(const Gait& gait, const Step& step, int foot, double part) {
  return curve_slope(keys_of(gait, step, foot), part);
}

double clearing(double s) { return soft_ease(kClears.share(s)) * (1 - soft_ease(kComesDown.share(s))); }

/// How much of their bend the toes still have at part s of the swing.
double toe_hold(const Swing& swing, double s) {
  constexpr Window kStraighten{0.03, 0.4};               // in which they come in line with the foot,
  constexpr double kBendFrom = 0.7;                      // and from when until it lands they bend again;
  constexpr double kSoonerFrom = 0.15, kSoonerTo = 0.1;  // that much sooner where they land first,
  constexpr double kFirst = 10;                          // toes down by a tenth of a radian
  // Toes that land first are bent in good time.
  const double first = ease(-kFirst * swing.strike_pitch), from = kBendFrom - kSoonerFrom * first,
               to = 1 - kSoonerTo * first;
  return 1 - ease(kStraighten.share(s)) + ease((s - from) / (to - from));
}

SwingPlace place(const Gait& gait, const Swing& swing, double s) {
  const Vec3 there = swing.to.point - swing.from.point;
  const bool up = there.y > 0;
  // Over an edge the foot goes up before it goes ahead, or ahead before it goes down.
  // Off the level, where the leg is stretched farther when it lands, it brakes sooner.
  const double far2 = there.x * there.x + there.z * there.z, rise2 = there.y * there.y;
  const double toes = rotate(swing.to.rotation, kUnitZ).y;
  const double steep = far2 > 0 ? (rise2 + toes * toes * far2) / far2 : 0;
  const double brakes = kBrakesOnSlopes * ease(steep / (kSlope * kSlope));
  const double way = way_of(gait, brakes, (s - swing.waits) / (1 - swing.waits - swing.rests));
  const double climb = soft_ease((up ? kClimbs : kSinks).share(s));
  const Key lift[] = {{0, 0, 0}, {gait.lift_at, swing.lift, 0}, {1, 0, 0}};
  Vec3 point = swing.from.point + Vec3{way * there.x, climb * there.y, way * there.z};
  point.y += curve(lift, s) + raised_by(swing, s);
  if (swing.aside[0] != 0 || swing.aside[1] != 0) {
    const double away = clearing(s);
    point.x += away * static_cast<double>(swing.aside[0]);
    point.z += away * static_cast<double>(swing.aside[1]);
  }
  return {point, way};
}

FootPose foot(const LegMeasures& leg, const Gait& gait, const Step& step, double part, double loose) {
  const double s = swing_part(step, part);
  FootPose pose = roll_in_air(leg.foot, swing_sole(gait, step.swing, s), pitch(gait, step, step.swinging, part), loose);
  pose.toe_bend *= toe_hold(step.swing, s);  // in the air the toes come back in line with the foot
  return pose;
}

/// The foot in the air: it does not run ahead of what the leg can reach and turns less where the ankle cannot follow.
/// Near the ends of the swing it goes over into what it is on the ground.
FootPose foot_below(const LegMeasures& leg, const Gait& gait, const Step& step, double part, const MeantFoot& meant,
                    const Vec3& hip) {
  const double s = swing_part(step, part);
  const double grounded = 1 - ease(kLifts.share(s)) + ease(kLands.share(s));
  const Foothold& sole = meant.sole;
  const double pitch = meant.pitch;
  FootPose pose = meant.pose;
  const Vec3 away = pose.ankle - hip;
  const double far = length(away), reach = longest_leg(leg, gait, step, part);
  // A leg that is nearly straight turns small ways into quick knees, so it gets there slowly. None of that is left to
  // do when it lands.
  const double blend =
      leg.length * ease(kSoftens.share(s)) * (kReachBlend + kStretchBlend * (1 - ease(kLands.share(s))));
  const Vec3 ankle = hip + (soft_min(far, reach, blend) / far) * away;
  const double lean = lean_of(leg, sole, hip, ankle, 0, leg.shank);
  double turned = soft_min(pitch, leg.ankle_up - kSpareUp - lean, kAirBlend);
  turned = -soft_min(-turned, lean + leg.ankle_down - kAirSpareDown, kAirBlend);
  double rolled = turned;
  Vec3 from_ground = ankle;
  if (grounded > 0) {
    rolled = heeded_pitch(leg, sole, hip, pitch);
    const FootPose on_ground = roll_in_air(leg.foot, sole, rolled, loose_of(s));
    from_ground = on_ground.ankle;
    pose.toe_bend += grounded * (on_ground.toe_bend * toe_hold(step.swing, s) - pose.toe_bend);
  }
  const Vec3 both = ankle + grounded * (from_ground - ankle) - hip;
  const double most = length(both);
  // Nor does it come nearer to the hip than the knee lets it.
  const double least = leg.least + kFoldSpare * leg.length;
  pose.ankle = hip + (-soft_min(-soft_min(most, reach, blend), -least, kFoldBlend * leg.length) / most) * both;
  // It hangs from the shank rather than bend its ankle far to the side.
  const Vec3 to_hip = rotate(conjugate(sole.rotation), hip - pose.ankle);
  const double upright = std::sqrt(to_hip.y * to_hip.y + to_hip.z * to_hip.z);
  pose.rotation = sole.rotation;
  if (grounded < 1 && std::abs(to_hip.x) > (kHangs - kHangsBlend) * upright) {
    const double sideways = atan2(to_hip.x, upright), bent = soft_min(std::abs(sideways), kHangs, kHangsBlend);
    const double roll_over = (1 - grounded) * (sideways < 0 ? sideways + bent : sideways - bent);
    pose.rotation = pose.rotation * from_axis_angle(kUnitZ, -roll_over);
  }
  pose.rotation = pose.rotation * from_axis_angle(kUnitX, -(turned + grounded * (rolled - turned)));
  return pose;
}

/// People who walk faster bear with both feet for less.
double double_support(const StepAsk& ask) {
  constexpr double kUsualSpeed = 1.3;            // m/s, for which Gait::double_support is
  constexpr double kLessWithSpeed = 0.1;         // of a step for each m/s more
  constexpr double kLeast = 0.12, kMost = 0.26;  // of a step
  return std::clamp<double>(ask.gait.double_support - kLessWithSpeed * (ask.speed / ask.pace - kUsualSpeed), kLeast,
                            kMost);
}

}  // namespace

constexpr Gait kNaturalGait = Gait::natural();

const GaitCurves kNaturalCurves{
    .usual = &kNaturalGait,
    .pitch = pitch,
    .pitch_rate = pitch_rate,
    .place = place,
    .foot = foot,
    .foot_below = foot_below,
    .clearing = clearing,
    .over_edges = 0.029,
    .double_support = double_support,
    .slowest_on_slopes = kSpeedOnBrokenGround,
    .bears_alone_at = 0,
    .rises_on_toes = true,
    .straightens = true,
    .strides_in_arc = false,
};

}  // namespace kine::detail
