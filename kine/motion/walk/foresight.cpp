// What the legs will be asked for, and how fast the body may go for it.
#include <algorithm>
#include <cmath>

#include "kine/math/trig.h"
#include "kine/motion/body/leg_angles.h"
#include "kine/motion/walk/ankle_room.h"
#include "kine/motion/walk/hermite.h"
#include "kine/motion/walk/natural_gait.h"
#include "kine/motion/walk/pelvis_curves.h"
#include "kine/motion/walk/step_maker.h"
#include "kine/motion/walk/unevenness.h"

namespace kine::detail {
namespace {

/// How far legs that bear stay from their limits, radians.
constexpr double kEnoughRoom = 0.03;

/// How far the pelvis may be made to sink by a foot that is left behind: metres of a leg of 0.87 m.
constexpr double kMostSinking = 0.1;

/// A foot that is left behind rises on its toes where the pelvis would have to gather speed downwards faster than this,
/// m/s^2; how far it does at the most, and how far whatever its ankle says, radians.
constexpr double kGentle = 2, kMostRise = 1.6, kLeastRise = 0.2;

}  // namespace

Course StepMaker::foreseen(double time) const {
  double wait = 0;
  if (held()) wait = (kHold * state.step.double_support - state.part) * state.step.duration;
  if (time <= wait) return state.course;
  return advance_course(state.course, wanted(), rates(wanted()), time - wait);
}

double StepMaker::cadence(double speed) const {
  const double v2 = speed / pace() / (60 * gait.walk_ratio);
  const double least2 = gait.least_cadence * gait.least_cadence;
  const double fourth = v2 * v2 * v2 * v2 + least2 * least2 * least2 * least2;
  return std::max<double>(std::sqrt(std::sqrt(std::sqrt(fourth))) / pace(), speed / (gait.longest_step * scale()));
}

StepMaker::StepSize StepMaker::size_from(const Course& start, int landed_foot, double landed_pitch) const {
  const Course soon = advance_course(start, wanted(), rates_between(start.speeds, wanted(), gait, scale()),
                                     0.5 / cadence(speed_of(wanted(), scale())));
  const double speed = std::max<double>(speed_of(soon.speeds, scale()), 0.85 * speed_of(start.speeds, scale()));
  const double steps = cadence(speed), usual = gait.usual_step * scale();
  const CourseSpeeds& then = speed_of(soon.speeds, scale()) > 0 ? soon.speeds : start.speeds;
  const double both = curves().double_support(
      {gait, build.legs[landed_foot].foot, landed_pitch, start.speeds, speed, pace(), 1 / steps});
  return {1 / steps, both, std::clamp<double>(speed / steps / usual, 0, 1.3),
          std::clamp<double>(then.forward / steps / usual, -0.15, 1.2)};
}

Foreseen StepMaker::next_support(const Foreseen& landing) const {
  const int stepped = state.step.swinging, bearing = 1 - stepped;
  const StepSize size = size_from(landing.at.course, stepped, state.step.swing.strike_pitch);
  Foreseen out = landing;
  out.at.part = 0;
  Step& next = out.step;
  next.swinging = static_cast<std::uint8_t>(bearing);
  next.from_rest = false;
  next.duration = size.duration;
  next.double_support = size.double_support;
  next.feet[stepped] = {landing.step.swing.to, landing.step.swing.strike_pitch, 0};
  next.feet[bearing].pitch = pitch_of(gait, landing.step, bearing, 1);
  next.feet[bearing].rate = pitch_rate_of(gait, landing.step, bearing, 1) * next.duration / state.step.duration;
  next.effort_before = state.step.effort;
  next.effort = size.effort;
  next.ahead = size.ahead;
  next.base_before = landing.step.base;
  next.lean_before = next.lean = state.step.lean;
  next.unevenness = {state.step.unevenness.bent(), state.step.unevenness.now, 0};
  next.sinking = Sinking::constant(state.step.sinking.at(1));
  next.sway_rate = next.surge_rate = 0;
  next.swing = {};
  next.swing.from = next.swing.to = next.feet[bearing].plant;
  next.swing.rise = swing_rise(next.feet[bearing].pitch);
  return out;
}

void StepMaker::go_to_share(double share, Foreseen& next) const {
  next.at.part = share * next.step.double_support;
  next.at.course = foreseen((1 - state.part) * state.step.duration + next.at.part * next.step.duration);
}

Foreseen StepMaker::landed() const {
  Foreseen then{state.step, {1, foreseen((1 - state.part) * state.step.duration)}};
  if (!state.has_left) then.step.leaving = leaving_then(then.at.course);
  return then;
}

void StepMaker::ease_strike() {
  const Foreseen landing = landed();
  const Targets strike = hips_in_swing(build, gait, landing.step, landing.at);
  const double most = most_pitch(build, strike.hips, state.step.swing.to, state.step.swinging) - 0.08;
  state.step.swing.strike_pitch = std::min<double>(state.step.swing.strike_pitch, most);
}

double StepMaker::lift_room(const Step& step) const {
  const int foot = step.swinging;
  const double lift = step.double_support - 1e-6;
  const Targets plan = legs_at(build, gait, step, {lift, foreseen((lift - state.part) * step.duration)});
  return leg_limit_margin(build, plan.hips, plan.feet[foot], foot);
}

void StepMaker::keep_heel_down() {
  if (!curves().rises_on_toes || state.part > 0) return;
  double room = lift_room(state.step);
  Step less = state.step;
  while (room < 0.5 * kEnoughRoom && (less.ahead > 0 || less.swing.rise > kLeastRise)) {
    less.ahead = std::max<double>(std::min<double>(0, less.ahead), less.ahead - 0.25);
    if (less.swing.rise > kLeastRise) less.swing.rise *= 0.85;
    const double more_room = lift_room(less);
    if (more_room < room + 1e-3) return;  // something else is in the way
    state.step.ahead = less.ahead;
    state.step.swing.rise = less.swing.rise;
    room = more_room;
  }
}

void StepMaker::rise(double meant_pitch) {
  Swing& swing = state.step.swing;
  swing.rise = kMostRise;
  const double peak = lowest_pitch_at(gait, state.step);  // of a foot that has to rise
  swing.rise = swing_rise(meant_pitch);
  if (!curves().rises_on_toes) return;
  const int foot = state.step.swinging;
  const Vec3 side{side_of(foot) * build.hip_half, 0, 0};
  const double sunk = state.step.sinking.at(0), sinking = state.step.sinking.slope(0);
  for (const double share : {0.6, 1.0}) {
    const double part = share * state.step.double_support, time = part * state.step.duration;
    Targets plan = hips_at(build, gait, state.step, {part, foreseen(time)});
    const double low = sunk + sinking * part + 0.5 * kGentle * time * time;
    plan.hips.translation.y += plan.pulled + plan.sunk - low;
    const LegSpare spare = leg_spare(state.step.unevenness.bent());
    const double reach = longest_leg(build.legs[foot], gait, state.step, part) - spare.planned * scale();
    const double needed = pitch_at_reach(build.legs[foot], state.step.feet[foot].plant, plan.hips * side, reach);
    const double meant = pitch_of(gait, state.step, foot, part);
    if (needed >= meant) continue;
    const double level = hermite({0, state.step.feet[foot].pitch, state.step.feet[foot].rate}, {peak, 0, 0}, part);
    swing.rise = std::max<double>(swing.rise, (level - needed) / hermite({0, 0, 0}, {peak, 1, 0}, part));
  }
  swing.rise = std::min<double>(swing.rise, kMostRise);
}

RoomAhead StepMaker::room_ahead() const {
  const int stepping = state.step.swinging, bearing = 1 - stepping;
  RoomAhead room{1, 1};
  const auto look = [&](const Step& step, const Moment& then, int first, int last) {
    const Targets plan = legs_at(build, gait, step, then);
    for (int foot = first; foot <= last; ++foot) {
      room.limits = std::min<double>(room.limits, leg_limit_margin(build, plan.hips, plan.feet[foot], foot));
      room.height = std::min<double>(room.height, kMostSinking * scale() - plan.overreach[foot] - plan.sunk);
    }
  };
  const auto at = [&](double part) { return Moment{part, foreseen((part - state.part) * state.step.duration)}; };
  const double lift = state.step.double_support;
  for (const double part : {0.5 * lift, lift - 1e-6})
    if (part > state.part) look(state.step, at(part), 0, 1);
  for (const double part : {0.5, 0.75})
    if (part > state.part && part > lift) look(state.step, at(part), bearing, bearing);
  const Foreseen landing = landed();
  look(landing.step, landing.at, bearing, bearing);
  Foreseen next = next_support(landing);
  for (const double share : {0.5, 1.0}) {
    go_to_share(share, next);
    look(next.step, next.at, bearing, bearing);
  }
  return room;
}

double StepMaker::leaving_pitch() const {
  const int foot = 1 - state.step.swinging;
  const double meant = pitch_of(gait, state.step, foot, 1);
  if (!curves().rises_on_toes || meant > 0) return meant;
  const Vec3 hip = hips_at(build, gait, state.step, state.now()).hips * Vec3{side_of(foot) * build.hip_half, 0, 0};
  const double least = least_heeded_pitch(build.legs[foot], state.step.feet[foot].plant, hip);
  return std::min<double>(meant, least);
}

double StepMaker::leaving_then(const Course& landing) const {
  const Course then = foreseen((1.5 - state.part) * state.step.duration);
  const double step = then.speeds.forward / cadence(speed_of(then.speeds, scale())) / (gait.usual_step * scale());
  // A foot that is left behind rolls up, however slowly.
  const Foothold& sole = state.step.feet[1 - state.step.swinging].plant;
  const Vec3 toes = rotate(sole.rotation, kUnitZ);
  const double behind = (landing.x - sole.point.x) * toes.x + (landing.z - sole.point.z) * toes.z;
  const double left = behind / ((1 - gait.landing_ahead) * gait.usual_step * scale());
  return std::clamp<double>(left > 0.3 ? std::max<double>(step, left) : step, -0.3, 1.2);
}

}  // namespace kine::detail
