#include "kine/motion/walk/paper_gait.h"

#include <algorithm>
#include <cmath>

#include "kine/math/trig.h"
#include "kine/motion/walk/ankle_room.h"
#include "kine/motion/walk/foot_roll.h"
#include "kine/motion/walk/unevenness.h"

namespace kine::detail {
namespace {

// What the paper does not say is ours, by eye. Parts of the stride:
constexpr Window kToesStraighten{0.1, 0.3}, kToesBend{0.7, 0.3};  // toes come in line with the foot, and bend again
constexpr Window kOntoToes{0.62, 0.23};  // a foot that points down goes over from turning about its heel to its toes;
constexpr Window kOntoToesAll{0, 0.75};  // one that will land on them, evenly all the way
constexpr Window kFrees{0, 0.25}, kLands{0.6, 0.4};  // what the leg can do in the air counts, then where it lands

/// Over an edge: the parts of the stride in which the foot goes ahead and up where it climbs, ahead and down where not.
constexpr Window kAheadUp{0.15, 0.7}, kUp{0, 0.55}, kAheadDown{0.08, 0.6}, kDown{0.5, 0.5};

/// Toes down by this much, radians: it lands on its toes.
constexpr double kOnToes = 0.06;

/// Radians that an ankle in the air keeps from its limit upwards, besides kAnkleSpare;
constexpr double kMoreSpare = 0.02;
/// and what is left of both after the foot was turned.
constexpr double kLeastSpare = 0.022;

/// Within half a turn.
double wrapped(double angle) { return angle - 2 * kPi * std::floor(angle / (2 * kPi) + 0.5); }

/// Turned about the heel, wherever that is.
FootPose on_heel(const FootShape& shape, const Foothold& sole, double pitch, double strike_pitch, double s) {
  const Vec3 up{0, shape.height(), 0};
  FootPose pose;
  pose.rotation = sole.rotation * from_axis_angle(kUnitX, -pitch);
  pose.ankle = sole.point + rotate(sole.rotation, shape.heel + up) - rotate(pose.rotation, shape.heel);
  if (pitch >= 0) return pose;
  // The toes' bend as on the ground when it lifts; then they come back in line. The stride starts with the heel up and
  // ends with it on the ground; a foot that lands on its toes has its heel up there too.
  const FootPose on_toes = roll(shape, sole, pitch);
  pose.toe_bend = on_toes.toe_bend * (1 - ease(kToesStraighten.share(s)) + ease(kToesBend.share(s)));
  const double lands_on_toes =
      std::clamp<double>(-strike_pitch / kOnToes, 0, 1) * std::clamp<double>(kOntoToesAll.share(s), 0, 1);
  const double share = std::max<double>(lands_on_toes, ease(kOntoToes.share(s)));
  pose.ankle = pose.ankle + share * (on_toes.ankle - pose.ankle);
  return pose;
}

/// The pitch at which the tip of the toes is not below the line from where the foot stood to where it lands.
double pitch_of_toes(const FootShape& shape, const Step& step, const Foothold& sole) {
  const Vec3 heel = sole.point + rotate(sole.rotation, shape.heel + Vec3{0, shape.height(), 0});
  const Vec3 toes = rotate(sole.rotation, kUnitZ);
  const double foot = shape.tip.z - shape.heel.z;
  const Vec3 from = step.feet[step.swinging].plant.point, there = step.swing.to.point - from;
  const double level = there.x * there.x + there.z * there.z;
  const Vec3 tip = heel + foot * toes;
  const double along = level > 0 ? ((tip.x - from.x) * there.x + (tip.z - from.z) * there.z) / level : 0;
  const double ground = from.y + std::clamp<double>(along, 0, 1) * there.y;
  const double needed = std::clamp<double>((ground - heel.y) / foot, -1, 1);
  return atan2(needed, std::sqrt(std::max<double>(0, 1 - needed * needed))) -
         atan2(toes.y, std::sqrt(1 - toes.y * toes.y));
}

}  // namespace

double stride_height(double u) {
  if (u <= 0 || u >= 1) return 0;
  const double x = 3 * kPi * u;
  return 0.5 * (1 - cos(x <= kPi ? x : 0.5 * (kPi + x)));
}

Key paper_pitch(const Gait& gait, const Step& step, int foot, double part) {
  const BearingFoot& f = step.feet[foot];
  const bool steps = step.phase == Step::Phase::Step;
  if (!steps && step.phase != Step::Phase::Settle) return {part, 0, 0};
  const double rolled = steps ? step.double_support : gait.flat_at;
  if (steps && foot == step.swinging) {
    if (part <= rolled) return {part, std::max<double>(-1, f.pitch + f.rate * part), f.rate};
    const double rate = (step.swing.strike_pitch - f.pitch) / (1 - rolled);
    return {part, f.pitch + rate * (part - rolled), rate};
  }
  if (part < rolled) return {part, f.pitch * (1 - part / rolled), -f.pitch / rolled};
  const double off = std::max<double>(gait.heel_off_at, rolled);
  if (!steps || part < off) return {part, 0, 0};
  const double rate = -gait.heel_off_pitch * step.leaving / (1 - off);
  return {part, rate * (part - off), rate};
}

SwingPlace paper_place(const Gait&, const Swing& swing, double s) {
  const Vec3 there = swing.to.point - swing.from.point;
  const double t = std::clamp<double>(s, 0, 1);
  double way = t, climb = t;
  if (swing.hurdle > 0) {
    const bool up = there.y > 0;
    const double edge_way = ease((up ? kAheadUp : kAheadDown).share(s));
    const double edge_climb = ease((up ? kUp : kDown).share(s));
    way += swing.hurdle * (edge_way - way);
    climb += swing.hurdle * (edge_climb - climb);
  }
  Vec3 point = swing.from.point + Vec3{way * there.x, climb * there.y, way * there.z};
  point.y += swing.lift * stride_height(s) + raised_by(swing, s);
  if (!swing.circle.turns) return {point, way};
  const CourseCircle& c = swing.circle;
  const Vec3 a = swing.from.point, b = swing.to.point;
  const double from = atan2(a.x - c.x, a.z - c.z), turn = wrapped(atan2(b.x - c.x, b.z - c.z) - from);
  const double near = std::sqrt((a.x - c.x) * (a.x - c.x) + (a.z - c.z) * (a.z - c.z));
  const double far = std::sqrt((b.x - c.x) * (b.x - c.x) + (b.z - c.z) * (b.z - c.z));
  const SinCos angle = sin_cos(from + way * turn);
  const double radius = near + way * (far - near);
  point.x = c.x + radius * angle.sin;
  point.z = c.z + radius * angle.cos;
  return {point, way};
}

FootPose paper_foot(const LegMeasures& leg, const Gait& gait, const Step& step, double part, double /*loose*/) {
  const double s = swing_part(step, part);
  return on_heel(leg.foot, swing_sole(gait, step.swing, s), pitch_of(gait, step, step.swinging, part),
                 step.swing.strike_pitch, s);
}

FootPose paper_foot_below(const LegMeasures& leg, const Gait& gait, const Step& step, double part, const MeantFoot&,
                          const Vec3& hip) {
  const double s = swing_part(step, part);
  const Foothold sole = swing_sole(gait, step.swing, s);
  const double wanted = pitch_of(gait, step, step.swinging, part);
  const double free = ease(kFrees.share(s)), lands = ease(kLands.share(s));
  const double reach = longest_leg(leg, gait, step, part), blend = kReachBlend * leg.length * free;
  const double least = leg.least + kFoldSpare * leg.length;
  const auto within = [&](const Vec3& ankle) {
    const Vec3 away = ankle - hip;
    const double far = length(away);
    return hip + (-soft_min(-soft_min(far, reach, blend), -least, kFoldBlend * leg.length * free) / far) * away;
  };
  // The pitch it will land with, if the hips were there already.
  const double strike =
      std::min<double>(step.swing.strike_pitch, heeded_pitch(leg, step.swing.to, hip, step.swing.strike_pitch));
  // What the ankle can do in the air, and towards the end what it can do where it lands.
  const auto lean_at = [&](double pitch) {
    return lean_of(leg, sole, hip, within(on_heel(leg.foot, sole, pitch, strike, s).ankle), 0, leg.shank);
  };
  const double lean = lean_at(wanted);
  const double highest = leg.ankle_up - kAnkleSpare - kMoreSpare * free - lean;
  const double off_ground = std::max<double>(wanted, pitch_of_toes(leg.foot, step, sole));
  double pitch = soft_min(wanted + free * (off_ground - wanted), highest, kAirBlend * free);
  pitch = -soft_min(-pitch, lean + leg.ankle_down - kAirSpareDown, kAirBlend * free);
  if (lands > 0) pitch += lands * (heeded_pitch(leg, sole, hip, wanted) - pitch);
  // Turning the foot has moved its ankle.
  pitch = std::min<double>(pitch, leg.ankle_up - kLeastSpare - lean_at(pitch));
  FootPose pose = on_heel(leg.foot, sole, pitch, strike, s);
  pose.ankle = within(pose.ankle);
  // It hangs from the shank rather than bend its ankle far to the side.
  const Vec3 to_hip = rotate(conjugate(sole.rotation), hip - pose.ankle);
  const double sideways = atan2(to_hip.x, std::sqrt(to_hip.y * to_hip.y + to_hip.z * to_hip.z));
  const double bent = soft_min(std::abs(sideways), kHangs, kHangsBlend);
  const double hangs = free * (1 - lands) * (sideways < 0 ? sideways + bent : sideways - bent);
  pose.rotation = sole.rotation * from_axis_angle(kUnitZ, -hangs) * from_axis_angle(kUnitX, -pitch);
  return pose;
}

double longest_stride(const BipedMeasures& build, const Foothold& from, const Course& hips, double x, double z) {
  const double dx = x - from.point.x, dz = z - from.point.z;
  const double far = std::sqrt(dx * dx + dz * dz);
  const double trails = far > 0 ? ((hips.x - from.point.x) * dx + (hips.z - from.point.z) * dz) / far : 0;
  return 0.5 * build.leg() + std::max<double>(0, trails);
}

StridePoint cap_stride(const Foothold& from, double longest, double x, double z) {
  const double dx = x - from.point.x, dz = z - from.point.z;
  const double far = std::sqrt(dx * dx + dz * dz);
  if (far <= longest) return {x, z};
  return {from.point.x + dx * longest / far, from.point.z + dz * longest / far};
}

double roll_share(const FootShape& shape, double pitch, const CourseSpeeds& speeds, double duration) {
  constexpr double kLeast = 0.1, kMost = 0.35;  // of a step: ours, the paper bounds it by nothing
  const double off = (shape.tip.z - shape.heel.z) * std::abs(sin(pitch));
  const double speed = std::sqrt(speeds.forward * speeds.forward + speeds.side * speeds.side);
  const double way = speed * duration;
  return way * kMost <= off ? (off > 0 ? kMost : kLeast) : std::max<double>(kLeast, off / way);
}

namespace {

double pitch(const Gait& gait, const Step& step, int foot, double part) {
  return paper_pitch(gait, step, foot, part).value;
}
double pitch_rate(const Gait& gait, const Step& step, int foot, double part) {
  return paper_pitch(gait, step, foot, part).slope;
}

double double_support(const StepAsk& ask) { return roll_share(ask.shape, ask.pitch, ask.speeds, ask.duration); }

}  // namespace

const GaitCurves kPaperCurves{
    .usual = &kPaperGait,
    .pitch = pitch,
    .pitch_rate = pitch_rate,
    .place = paper_place,
    .foot = paper_foot,
    .foot_below = paper_foot_below,
    .clearing = stride_height,
    .over_edges = 0.024,  // ours, as is what is done over edges at all
    .double_support = double_support,
    .slowest_on_slopes = 0,  // its steps are short however fast it is
    .bears_alone_at = 0.6,   // both feet bear for as long as the toes take to come down: it may be no time at all
    .rises_on_toes = false,
    .straightens = false,
    .strides_in_arc = true,
};

}  // namespace kine::detail
