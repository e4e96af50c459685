// Where a step lands and how the foot gets there.
#include <algorithm>
#include <cmath>

#include "kine/math/trig.h"
#include "kine/motion/body/leg_angles.h"
#include "kine/motion/walk/edges.h"
#include "kine/motion/walk/landing.h"
#include "kine/motion/walk/paper_gait.h"
#include "kine/motion/walk/step_maker.h"
#include "kine/motion/walk/swing_probe.h"
#include "kine/motion/walk/swing_way.h"

namespace kine::detail {
namespace {

/// How far a foot may be turned ahead of the body as it lands.
constexpr double kMostLead = 0.27;

// How a foothold that is short of the wanted spot slows the body down, by eye. Metres of a leg of Gait::kLeg: shorter by
// this much counts, and a foot that gets on by less gets nowhere; then m/s for such a leg.
constexpr double kShort = 0.01, kGetsOn = 0.03, kCreep = 0.12;

// What a foothold's room is made of, by eye. Metres of such a leg: a foot that is higher or lower by more counts as on
// another level, and pelvis and legs may lack this much of each other; with how many radians each metre counts.
constexpr double kOtherLevel = 0.1, kMayLack = 0.12, kRoomOfHeight = 4;

// How a swing follows from where it goes, by eye. Shares: how lively it is at the most, and how
// much sooner than that it strikes with the heel; radians that it strikes with at the least, uphill; metres of such a leg
// below which a way counts as that long; the climb (a tangent) from which it lands flatter and within which all flat;
// metres that the shortest way is lifted; and the way, in usual steps, from which on it is lifted to the full.
constexpr double kMostLively = 1.1, kStrikesSooner = 1.3, kLeastStrike = 0.05, kShortestWay = 0.05, kClimbs = 0.3,
                 kLeastLift = 0.03, kLongWay = 1.2 / 0.72;

// Late in a swing a foot is not sent farther away than this, and never to ground that lies this much off the plane it was
// to land on: metres of such a leg, by eye.
constexpr double kLateWay = 0.15, kOffPlane = 0.02;

/// Feet never cross: sideways they are this far apart at least, as a share of the step's width.
constexpr double kLeastApart = 0.75;

}  // namespace

Foothold StepMaker::beside(const Course& course, int foot, double from_height) const {
  const SinCos heading = sin_cos(course.heading);
  const double out = side_of(foot) * 0.5 * width();
  const double x = course.x + out * heading.cos, z = course.z - out * heading.sin;
  const double yaw = course.heading + side_of(foot) * gait.toe_out;
  const Footing footing = footing_at(build.legs[foot].foot, ground, {}, x, z, yaw, from_height, scale(), 2 * scale());
  if (footing.good) return footing.sole;
  return {{x, from_height, z}, from_axis_angle(kUnitY, yaw)};
}

void StepMaker::choose_landing() {
  // As fast as asked for: a figure that goes slowly for a foothold's sake would find that it suits its speed.
  state.intent.landing_cap = kNoCap;
  state.intent.blocked = false;
  const double time_left = (1 - state.part) * state.step.duration;
  const Course there = foreseen(time_left);
  const double next = 1 / cadence(speed_of(there.speeds, scale()));
  const Course spot = foreseen(time_left + gait.landing_ahead * next);
  const double spot_heading = there.heading;
  const Foothold& other = state.step.feet[1 - state.step.swinging].plant;
  const SinCos heading = sin_cos(spot.heading);
  const double out = side_of(state.step.swinging);
  double x = spot.x + 0.5 * out * width() * heading.cos, z = spot.z - 0.5 * out * width() * heading.sin;
  // Feet never cross: sideways the foot stays on its own side of the other one.
  const double apart = out * ((x - other.point.x) * heading.cos - (z - other.point.z) * heading.sin);
  const double missing = std::max<double>(0, kLeastApart * width() - apart);
  x += out * missing * heading.cos;
  z -= out * missing * heading.sin;
  const double wanted_along = (x - state.course.x) * heading.sin + (z - state.course.z) * heading.cos;
  if (curves().strides_in_arc) {
    const StridePoint capped = cap_stride(state.step.feet[state.step.swinging].plant, longest_stride(x, z), x, z);
    x = capped.x, z = capped.z;
    state.step.swing.circle = circle_of(foreseen(0.5 * time_left));
  }
  // While it bears, the body turns past the foot from one side to the other.
  const double turned = foreseen(time_left + 0.5 * (1 + gait.double_support) * next).heading - spot_heading;
  const double facing = spot_heading + std::clamp<double>(turned, -kMostLead, kMostLead);
  const auto stands = [&](const Foothold& sole) { return room_on(sole); };
  const Landing landing =
      find_landing(build, ground, other, state.step.swinging, x, z, facing, gait.toe_out, LegTest(stands));
  state.intent.blocked = !landing.found;
  if (!landing.found) {
    state.intent.landing_cap = 0;
    // The body stops. The foot goes on to where it was meant to land, or comes beside the other one, or stays:
    // whichever leaves the legs most room.
    const double bx = other.point.x + out * width() * heading.cos, bz = other.point.z - out * width() * heading.sin;
    const Landing closing =
        find_landing(build, ground, other, state.step.swinging, bx, bz, spot_heading, gait.toe_out, LegTest(stands));
    double best = room_on(state.step.swing.to);
    const auto offer = [&](const Foothold& sole) {
      const double room = room_on(sole);
      if (room > best) best = room, state.step.swing.to = sole;
    };
    offer(state.step.feet[state.step.swinging].plant);
    if (closing.found) offer(closing.sole);
    return;
  }
  state.step.swing.to = landing.sole;
  // A foothold short of the wanted spot: the body comes no farther than suits it.
  const Vec3& to = state.step.swing.to.point;
  const double along = (to.x - state.course.x) * heading.sin + (to.z - state.course.z) * heading.cos;
  const double way = wanted_along < 0 ? -1 : 1;
  if (way * (wanted_along - along) > kShort * scale()) {
    // And no farther at all where the foot would not get on.
    const Vec3& from = state.step.feet[state.step.swinging].plant.point;
    const double gain = way * ((to.x - from.x) * heading.sin + (to.z - from.z) * heading.cos);
    const bool creeps = gain > kGetsOn * scale() && way * along > 0;
    // A body that has come past the foothold goes back over it.
    const double least = (creeps ? kCreep : -kCreep) * pace();
    state.intent.landing_cap = std::max<double>(least, way * along / (time_left + gait.landing_ahead * next));
  }
}

double StepMaker::lacks_to_stand(const Foothold& sole) const {
  const Foothold& other = state.step.feet[1 - state.step.swinging].plant;
  const double lower = std::min<double>(sole.point.y, other.point.y), leg = build.leg();
  const double least_height = base_for(sole) - lower + leg - kMostSunk * scale();
  const double x = 0.5 * (sole.point.x - other.point.x), z = 0.5 * (sole.point.z - other.point.z);
  return std::sqrt(least_height * least_height + x * x + z * z) - gait.most_stretch * leg;
}

double StepMaker::room_on(const Foothold& sole) const {
  const int stepped = state.step.swinging;
  const Foothold& other = state.step.feet[1 - stepped].plant;
  Foreseen landing = landed();
  landing.step.swing.to = sole;
  // At the start of a step the pelvis can still set out for another level.
  if (state.part == 0) landing.step.base = base_for(sole);
  const SinCos heading = sin_cos(landing.at.course.heading);
  const double apart =
      side_of(stepped) * ((sole.point.x - other.point.x) * heading.cos - (sole.point.z - other.point.z) * heading.sin);
  if (apart < 0.5 * kLeastApart * width()) return apart / scale() - 1;
  const bool steep = std::abs(sole.point.y - other.point.y) > kOtherLevel * scale();
  double room = std::min<double>(1, -kRoomOfHeight * lacks_to_stand(sole) / scale());
  Foreseen next = next_support(landing);
  const double alone = curves().bears_alone_at, well_on = alone > 0 ? alone / next.step.double_support : 3;
  for (const double share : {0.0, 1.0, well_on}) {
    go_to_share(share, next);
    const Targets plan = legs_at(build, gait, next.step, next.at);
    room = std::min<double>(room, leg_limit_margin(build, plan.hips, plan.feet[stepped], stepped));
    room = std::min<double>(room, kRoomOfHeight * (kMayLack - (plan.overreach[stepped] + plan.sunk) / scale()));
    // Far down, the leg that stays behind must fold.
    if (steep && share <= 1)
      room = std::min<double>(room, leg_limit_margin(build, plan.hips, plan.feet[1 - stepped], 1 - stepped));
  }
  return room;
}

double StepMaker::longest_stride(double x, double z) const {
  const double until_lift = (state.step.double_support - state.part) * state.step.duration;
  if (until_lift < 0) return state.most_stride;
  return detail::longest_stride(build, state.step.feet[state.step.swinging].plant, foreseen(until_lift), x, z);
}

void StepMaker::foresee_swing(Course* courses) const {
  for (int i = 0; i < kSwingSamples; ++i)
    courses[i] = foreseen(std::max<double>(0, swing_sample(state.step, i) - state.part) * state.step.duration);
}

double StepMaker::clear_the_way() {
  Course courses[kSwingSamples];
  foresee_swing(courses);
  const bool in_air = swing_part(state.step, state.part) > 0;
  left_in_way = in_air ? add_clearance(build, gait, ground, courses, state.part, state.step)
                       : set_clearance(build, gait, ground, courses, state.part, state.step);
  return left_in_way;
}

void StepMaker::set_flight() {
  Swing& swing = state.step.swing;
  const SinCos heading = sin_cos(state.course.heading);
  const Vec3 way = swing.to.point - swing.from.point;
  const double ahead = way.x * heading.sin + way.z * heading.cos;
  const double stride = std::sqrt(way.x * way.x + way.z * way.z);
  const double lively = std::clamp<double>(ahead / (2 * gait.usual_step * scale()), -0.5, kMostLively);
  swing.strike_pitch = gait.strike_pitch * (lively > 0 ? std::min<double>(1, kStrikesSooner * lively) : lively);
  // Uphill the foot lands flat, against a slope that lifts its toes already; after a hurdle too.
  const Vec3 toes = rotate(swing.to.rotation, kUnitZ);
  if (swing.strike_pitch > 0)
    swing.strike_pitch = std::max<double>(kLeastStrike, swing.strike_pitch - std::max<double>(0, toes.y));
  const double climb = std::abs(way.y) / std::max<double>(kShortestWay * scale(), stride);
  if (climb > kClimbs) swing.strike_pitch *= std::max<double>(0, 1 - (climb - kClimbs) / kClimbs);
  swing.lift = scale() * (kLeastLift + (gait.lift - kLeastLift) *
                                           std::min<double>(1, stride / (kLongWay * gait.usual_step * scale())));
}

double StepMaker::hurry() const {
  if (state.step.swing.hurdle <= 0) return 0;  // on smooth ground a swing is never steep
  const double time = (1 - state.step.double_support) * state.step.duration;
  Course courses[kSwingSamples];
  foresee_swing(courses);
  return std::max<double>(steepest(gait, state.step.swing) / (kSteepest * pace() * time),
                          fastest_knee(build, gait, courses, state.step, state.part) * pace() / (kFastestKnee * time));
}

bool StepMaker::set_way(bool is_smooth) {
  Swing& swing = state.step.swing;
  set_flight();
  note_unevenness();
  const bool clear = is_clear(build, gait, ground, state.part, state.step, is_smooth);
  // Over an edge the foot comes down flat: its heel would catch it.
  if (swing.strike_pitch > 0) swing.strike_pitch *= 1 - swing.hurdle;
  ease_strike();
  sink();
  left_in_way = 0;
  return clear;
}

bool StepMaker::retarget() {
  Swing& swing = state.step.swing;
  const double s = swing_part(state.step, state.part);
  const Swing before = swing;
  choose_landing();
  // Late in the swing there is no time to go far, and never any to go to another level.
  const Vec3 off = swing.to.point - before.to.point;
  const bool far = s > 0.5 && off.x * off.x + off.z * off.z > kLateWay * kLateWay * scale() * scale();
  const Vec3 normal = rotate(before.to.rotation, kUnitY);
  const double along_plane = -(normal.x * off.x + normal.z * off.z) / normal.y;
  const bool broken = std::abs(off.y - along_plane) > kOffPlane * scale() || (s > 0.5 && before.hurdle > 0);
  if (far || broken) return false;
  const Foothold& stood = state.step.feet[state.step.swinging].plant;
  if (swing.hurdle <= 0 && is_over_edges(build, ground, stood, swing.to, state.step.swinging))
    swing.hurdle = kLeastHurdle;
  constexpr double kStep = 1e-4;
  swing.slip = {}, swing.slip_rate = {}, swing.turn_slip = {}, swing.turn_slip_rate = {}, swing.slip_at = s;
  const auto gap = [&](double at) { return swing_sole(gait, before, at).point - swing_sole(gait, swing, at).point; };
  const auto turn_gap = [&](double at) {
    return log(swing_sole(gait, before, at).rotation * conjugate(swing_sole(gait, swing, at).rotation));
  };
  const Vec3 here = gap(s), there = gap(s + kStep);
  const Vec3 turn_here = turn_gap(s), turn_there = turn_gap(s + kStep);
  swing.slip = here;
  swing.slip_rate = (1 / kStep) * (there - here);
  swing.turn_slip = turn_here;
  swing.turn_slip_rate = (1 / kStep) * (turn_there - turn_here);
  return true;
}

void StepMaker::lift_heel() {
  const int foot = state.step.swinging;
  const Foothold& plant = state.step.feet[foot].plant;
  state.most_stride =
      detail::longest_stride(build, plant, state.course, state.step.swing.to.point.x, state.step.swing.to.point.z);
  const FootPose pose = legs_at(build, gait, state.step, state.now()).feet[foot];
  const FootShape& shape = build.legs[foot].foot;
  const Vec3 flat = plant.point + rotate(plant.rotation, shape.heel + Vec3{0, shape.height(), 0});
  state.step.feet[foot].pitch = -log(conjugate(plant.rotation) * pose.rotation).x;
  state.step.feet[foot].rate = 0;
  state.step.swing.from.point = plant.point + (pose.ankle + rotate(pose.rotation, shape.heel) - flat);
}

}  // namespace kine::detail
