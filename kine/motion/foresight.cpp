// What the legs will be asked for, and how fast the body may go for it.
#include <algorithm>
#include <cmath>

#include "kine/math/trig.h"
#include "kine/motion/ankle_room.h"
#include "kine/motion/paper_gait.h"
#include "kine/motion/walker.h"

namespace kine::walking {
namespace {

/// How far the body may turn past a foot that bears, radians.
constexpr double kMostTwist = 0.34;

/// The leg that is about to lift is kept this much shorter than the longest that is allowed: metres of a leg of 0.87 m.
constexpr double kLiftMargin = 0.006;

/// Within half a turn.
double wrapped(double angle) { return angle - 2 * kPi * std::floor(angle / (2 * kPi) + 0.5); }

}  // namespace

void Walker::heed() {
  wanted = state.asked;
  if (state.blocked) wanted = {0, 0, state.asked.turn};
  const double cap = std::min<double>({state.ground_cap, state.leash_cap, state.landing_cap});
  const double speed = std::sqrt(wanted.forward * wanted.forward + wanted.side * wanted.side);
  if (speed > cap) wanted.forward *= cap / speed, wanted.side *= cap / speed;
  wanted.turn = std::clamp<double>(wanted.turn, -state.turn_cap, state.turn_cap);
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
  next.feet[stepped] = {state.swing.to, state.swing.strike_pitch, 0};
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
  double over = strike.overreach;
  for (const double share : {0.3, 0.6, 1.0})
    over = std::max<double>(over, plan_of(build, gait, next_support(then, share)).overreach + kLiftMargin * scale());
  state.dip = dip_for(over);
  const double most = most_pitch(build, strike.hips, state.swing.to, state.swinging) - 0.08;
  state.swing.strike_pitch = std::min<double>(state.swing.strike_pitch, most);
}

void Walker::leash(int bearing, double until_lift) {
  const Sole& sole = state.feet[bearing].plant;
  const Vec3 toes = rotate(sole.rotation, kUnitZ);
  const double twisted = wrapped(state.course.heading - atan2(toes.x, toes.z) + side_of(bearing) * gait.toe_out);
  const Course then = foreseen(until_lift);
  const double turned = then.heading - state.course.heading, way = turned < 0 ? -1 : 1;
  const double left = std::max<double>(0, kMostTwist - way * twisted);
  if (std::abs(turned) > left)
    state.turn_cap =
        std::min<double>(state.turn_cap, std::max<double>(0.05, std::abs(wanted.turn) * left / std::abs(turned)));
  const SinCos heading = sin_cos(0.5 * (state.course.heading + then.heading));
  // Where the body is and will be, seen from beside the foot, against how far it can be: an ellipse.
  const double out = 0.5 * side_of(bearing) * width();
  const double x = state.course.x - sole.point.x + out * heading.cos,
               z = state.course.z - sole.point.z - out * heading.sin;
  const double speed = std::sqrt(wanted.forward * wanted.forward + wanted.side * wanted.side);
  const double gone_x = then.x - state.course.x, gone_z = then.z - state.course.z;
  const double gone = gone_x * heading.sin + gone_z * heading.cos,
               gone_left = gone_x * heading.cos - gone_z * heading.sin;
  const double along = (gone < 0 ? 0.36 : 0.4 + 0.125 * speed / pace()) * scale();
  // Sideways the leg goes inwards less than outwards, and a sole that leans leaves the ankle less to one side.
  const double lateral = x * heading.cos - z * heading.sin + gone_left, way_left = lateral < 0 ? -1 : 1;
  const Vec3 normal = rotate(sole.rotation, kUnitY);
  const double leans = (normal.x * heading.cos - normal.z * heading.sin) / std::max<double>(0.5, normal.y);
  const double hip_room = way_left * side_of(bearing) > 0 ? 0.15 : 0.24;
  const double across = std::clamp<double>(0.85 * (0.36 + way_left * leans), 0.06, hip_room) * scale();
  const double u = (x * heading.sin + z * heading.cos) / along, w = (x * heading.cos - z * heading.sin) / across;
  const double du = gone / along, dw = gone_left / across;
  if ((u + du) * (u + du) + (w + dw) * (w + dw) > 1 && du * du + dw * dw > 0) {
    // The share of the way until the edge.
    const double p = (u * du + w * dw) / (du * du + dw * dw), q = (u * u + w * w - 1) / (du * du + dw * dw);
    const double share = std::clamp<double>(-p + std::sqrt(std::max<double>(0, p * p - q)), 0, 1);
    state.leash_cap = std::min<double>(state.leash_cap, std::max<double>(0.1 * pace(), share * speed));
  }
}

void Walker::leash_feet() {
  state.leash_cap = state.turn_cap = 1e9;
  heed();
  if (state.phase == Phase::Step) {
    leash(1 - state.swinging, state.duration * (1 - state.part + gait.double_support));
    if (swing_part(state) < 0) leash(state.swinging, state.duration * (state.double_support - state.part));
  }
  heed();
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
