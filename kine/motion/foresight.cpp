// What the legs will be asked for, and how fast the body may go for it.
#include <algorithm>
#include <cmath>

#include "kine/math/trig.h"
#include "kine/motion/ankle_room.h"
#include "kine/motion/leg_angles.h"
#include "kine/motion/paper_gait.h"
#include "kine/motion/walker.h"

namespace kine::walking {
namespace {

/// How far legs that bear stay from their limits, radians.
constexpr double kEnoughRoom = 0.03;

/// How far the pelvis may be made to sink by a foot that is left behind: metres of a leg of 0.87 m, and radians of room
/// for each metre less.
constexpr double kMostSinking = 0.1, kRoomForHeight = 4;

/// The leg that is about to lift is kept this much shorter than the longest that is allowed: metres of a leg of 0.87 m.
constexpr double kLiftMargin = 0.006;

}  // namespace

void Walker::heed() {
  wanted = state.asked;
  if (state.blocked) wanted = {0, 0, state.asked.turn};
  const double cap = std::min<double>(state.ground_cap, state.landing_cap);
  const double speed = std::sqrt(wanted.forward * wanted.forward + wanted.side * wanted.side);
  if (speed > cap) wanted.forward *= cap / speed, wanted.side *= cap / speed;
  wanted.forward *= state.go_share;
  wanted.side *= state.go_share;
  wanted.turn *= state.turn_share;
}

SpeedRates Walker::rates_from(const Speeds& now, const Speeds& to) const {
  const auto rate = [&](double from, double goal) {
    return std::abs(goal) < std::abs(from) || goal * from < 0 ? gait.braking : gait.acceleration;
  };
  return {rate(now.forward, to.forward), rate(now.side, to.side), gait.turn_acceleration / pace()};
}

Course Walker::foreseen(double time) const {
  double wait = 0;
  if (held()) wait = (kHold * state.double_support - state.part) * state.duration;
  if (time <= wait) return state.course;
  return advance(state.course, wanted, rates(wanted), time - wait);
}

double Walker::speed_of(const Speeds& v) const {
  const double side = 3 * v.side, turn = 0.6 * scale() * v.turn, forward = (v.forward < 0 ? 1.7 : 1) * v.forward;
  return std::sqrt(forward * forward + side * side + turn * turn);
}

double Walker::cadence(double speed) const {
  const double v2 = speed / pace() / (60 * gait.walk_ratio);
  const double least2 = gait.least_cadence * gait.least_cadence;
  const double fourth = v2 * v2 * v2 * v2 + least2 * least2 * least2 * least2;
  return std::max<double>(std::sqrt(std::sqrt(std::sqrt(fourth))) / pace(), speed / (gait.longest_step * scale()));
}

Walker::StepSize Walker::size_from(const Course& start, double landed_pitch) const {
  const Course soon = advance(start, wanted, rates_from(start.speeds, wanted), 0.5 / cadence(speed_of(wanted)));
  const double speed = std::max<double>(speed_of(soon.speeds), 0.85 * speed_of(start.speeds));
  const double steps = cadence(speed), usual = gait.usual_step * scale();
  const Speeds& then = speed_of(soon.speeds) > 0 ? soon.speeds : start.speeds;
  // People who walk faster bear with both feet for less.
  const double both = is_paper() ? roll_share(build, landed_pitch, start.speeds, 1 / steps)
                                 : std::clamp<double>(gait.double_support - 0.1 * (speed / pace() - 1.3), 0.12, 0.26);
  return {1 / steps, both, std::clamp<double>(speed / steps / usual, 0, 1.3),
          std::clamp<double>(then.forward / steps / usual, -0.15, 1.2)};
}

WalkState Walker::next_support(const WalkState& landing, double share) const {
  const int stepped = state.swinging, bearing = 1 - stepped;
  const double time_left = (1 - state.part) * state.duration;
  const StepSize size = size_from(foreseen(time_left), state.swing.strike_pitch);
  WalkState next = landing;
  next.swinging = static_cast<std::uint8_t>(bearing);
  next.from_rest = false;
  next.duration = size.duration;
  next.double_support = size.double_support;
  next.part = share * size.double_support;
  next.course = foreseen(time_left + next.part * next.duration);
  next.feet[stepped] = {landing.swing.to, landing.swing.strike_pitch, 0};
  next.feet[bearing].pitch = pitch_of(gait, landing, bearing, 1);
  next.feet[bearing].rate = pitch_rate_of(gait, landing, bearing, 1) * next.duration / state.duration;
  next.vigour_before = state.vigour;
  next.vigour = size.vigour;
  next.ahead = size.ahead;
  next.base_before = state.base;
  next.lean_before = next.lean = state.lean;
  next.dip_before = state.dip + state.late_dip;
  next.dip = next.late_dip = next.drop = next.drop_rate = 0;
  next.swing = {};
  next.swing.from = next.swing.to = next.feet[bearing].plant;
  return next;
}

WalkState Walker::landed() const {
  WalkState then = state;
  then.course = foreseen((1 - state.part) * state.duration);
  then.part = 1;
  then.leaving = leaving_then();
  return then;
}

void Walker::sink() {
  state.dip = 0;
  const WalkState then = landed();
  const WalkPlan strike = plan_of(build, gait, then);
  double over = most_over(strike);
  for (const double share : {0.3, 0.6, 1.0})
    over = std::max<double>(over, most_over(plan_of(build, gait, next_support(then, share))) + kLiftMargin * scale());
  state.dip = dip_for(over);
  const double most = most_pitch(build, strike.hips, state.swing.to, state.swinging) - 0.08;
  state.swing.strike_pitch = std::min<double>(state.swing.strike_pitch, most);
}

double Walker::room_ahead() const {
  const int stepping = state.swinging, bearing = 1 - stepping;
  double room = 1;
  const auto look = [&](const WalkState& then, int first, int last) {
    const WalkPlan plan = plan_of(build, gait, then);
    for (int foot = first; foot <= last; ++foot) {
      room = std::min<double>(room, leg_room(build, plan.hips, plan.feet[foot], foot));
      room = std::min<double>(room, kRoomForHeight * (kMostSinking - (plan.overreach[foot] + plan.dip) / scale()));
    }
  };
  const auto at = [&](double part) {
    WalkState then = state;
    then.part = part;
    then.course = foreseen((part - state.part) * state.duration);
    return then;
  };
  const double lift = state.double_support;
  for (const double part : {0.5 * lift, lift - 1e-6})
    if (part > state.part) look(at(part), 0, 1);
  for (const double part : {0.5, 0.75})
    if (part > state.part && part > lift) look(at(part), bearing, bearing);
  const WalkState landing = landed();
  look(landing, bearing, bearing);
  for (const double share : {0.5, 1.0}) look(next_support(landing, share), bearing, bearing);
  return room;
}

bool Walker::bridle(const Speeds& before) {
  state.go_share = state.turn_share = 1;
  heed();
  if (state.phase != Phase::Step) return false;
  double best = -1e9, best_go = 1, best_turn = 1;
  Speeds best_asked = state.asked;
  const auto is_fine = [&](double go, double turn) {
    state.go_share = go, state.turn_share = turn;
    heed();
    const double room = room_ahead();
    if (room > best) best = room, best_go = go, best_turn = turn, best_asked = state.asked;
    return room >= kEnoughRoom;
  };
  if (is_fine(1, 1)) return false;
  const bool turns = state.asked.turn != 0;
  for (const double go : {1.0, 0.7, 0.4, 0.15, 0.0})
    for (const double turn : {1.0, 0.75, 0.5, 0.3, 0.15, 0.0})
      if ((turns || turn == 1) && is_fine(go, turn)) return true;
  // What it did until now: that was looked at already, and the next decision looks again.
  state.asked = before;
  for (const double go : {1.0, 0.7, 0.4})
    if (is_fine(go, 1)) return true;
  state.go_share = best_go, state.turn_share = best_turn, state.asked = best_asked;
  heed();
  return true;
}

void Walker::catch_drop() {
  constexpr double kStep = 1e-3;
  WalkState before = state;
  before.part -= kStep;
  const Speeds& v = state.course.speeds;
  const SinCos heading = sin_cos(state.course.heading);
  const double time = kStep * state.duration;
  before.course.x -= time * (v.forward * heading.sin + v.side * heading.cos);
  before.course.z -= time * (v.forward * heading.cos - v.side * heading.sin);
  before.course.heading -= time * v.turn;
  state.drop = plan_of(build, gait, state).pulled[state.swinging];
  state.drop_rate = (state.drop - plan_of(build, gait, before).pulled[state.swinging]) / kStep;
}

double Walker::leaving_then() const {
  const Course landing = foreseen((1 - state.part) * state.duration);
  const Course then = foreseen((1.5 - state.part) * state.duration);
  const double step = then.speeds.forward / cadence(speed_of(then.speeds)) / (gait.usual_step * scale());
  // A foot that is left behind rolls up, however slowly.
  const Sole& sole = state.feet[1 - state.swinging].plant;
  const Vec3 toes = rotate(sole.rotation, kUnitZ);
  const double behind = (landing.x - sole.point.x) * toes.x + (landing.z - sole.point.z) * toes.z;
  const double left = behind / ((1 - gait.landing_ahead) * gait.usual_step * scale());
  return std::clamp<double>(left > 0.3 ? std::max<double>(step, left) : step, -0.3, 1.2);
}

}  // namespace kine::walking
