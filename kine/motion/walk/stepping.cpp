#include "kine/motion/walk/stepping.h"

#include <algorithm>
#include <cmath>

#include "kine/math/trig.h"
#include "kine/motion/walk/edges.h"
#include "kine/motion/walk/landing.h"
#include "kine/motion/walk/swing_way.h"
#include "kine/motion/walk/walker.h"

namespace kine::detail {

bool Walker::held() const {
  return state.step.phase == Phase::Step && state.step.from_rest && state.part < kHold * state.step.double_support;
}

CourseSpeeds Walker::allowed() const { return state.step.phase == Phase::Step && !held() ? wanted() : CourseSpeeds{}; }

void Walker::start_step(int foot, double meant_pitch, bool from_rest) {
  const double before = state.step.duration;
  const Vec3 sway = sway_speed(state.part);
  const double sunk = state.step.sinking.at(state.part), sinking = state.step.sinking.slope(state.part) / before;
  state.step.phase = Phase::Step;
  state.step.swinging = static_cast<std::uint8_t>(foot);
  state.step.from_rest = from_rest;
  state.part = 0;
  state.marks = 0;
  state.step.effort_before = state.step.effort;
  state.intent.blocked = false;
  state.intent.landing_cap = kNoCap;
  state.intent.go_share = state.intent.turn_share = 1;
  state.intent.ground_cap = speed_ahead(build, gait, ground, state.course, state.step.feet[1 - foot].plant.point.y);
  const StepSize size = size_from(state.course, 1 - foot, state.step.feet[1 - foot].pitch);
  state.step.duration = size.duration;
  state.step.double_support = size.double_support;
  // Over the bearing foot before the first lift.
  const Foothold& bearing = state.step.feet[1 - foot].plant;
  const SinCos heading = sin_cos(state.course.heading);
  const double over = side_of(1 - foot) * ((bearing.point.x - state.course.x) * heading.cos -
                                           (bearing.point.z - state.course.z) * heading.sin);
  state.step.shift = from_rest ? std::max<double>(0, gait.weight_shift * over) : 0;
  if (from_rest) {
    // The farther the longer.
    constexpr double kMost = 3.5;  // m/s^2 sideways
    const double lean = std::max<double>(0.35 * pace(), std::sqrt(6 * state.step.shift / kMost) / 0.9);
    const double swing_time = (1 - gait.double_support) / cadence(speed_of(wanted(), scale()));
    state.step.duration = lean + swing_time;
    state.step.double_support = lean / state.step.duration;
  }
  state.step.feet[foot].rate *= state.step.duration / before;
  state.step.effort = size.effort;
  state.step.ahead = size.ahead;
  // A foot that is in front of the body is not rolled off its toes.
  const Foothold& lifting = state.step.feet[foot].plant;
  const Vec3 toes = rotate(lifting.rotation, kUnitZ);
  const Course lift = foreseen(state.step.double_support * state.step.duration);
  const double behind = (lift.x - lifting.point.x) * toes.x + (lift.z - lifting.point.z) * toes.z;
  if (!from_rest)
    state.step.ahead = std::min<double>(state.step.ahead, 0.3 + behind / (0.38 / 0.72 * gait.usual_step * scale()));
  // Nor is one that has hardly begun to rise as far as one that has: its toes would stop bending all of a sudden.
  const double risen = std::max<double>(0, -state.step.feet[foot].pitch);
  if (curves().rises_on_toes)
    state.step.ahead = std::min<double>(state.step.ahead, (0.75 + 1.4 * risen) / gait.swing_pitch);
  state.step.leaving = 0;
  state.step.swing = {};
  state.step.swing.from = state.step.swing.to = state.step.feet[foot].plant;
  state.step.base_before = state.step.base;
  state.step.lean_before = state.step.lean;
  carry_on(sway, sunk, sinking);
  aim(meant_pitch);
  while (lean_less()) aim(meant_pitch);
  if (take_time()) {
    carry_on(sway, sunk, sinking);
    aim(meant_pitch);
  }
  const double cap = state.intent.landing_cap;
  if (!bridle(state.intent.asked_before, lands_badly() ? Target::Anew : Target::Any)) return;
  aim(meant_pitch);
  if (state.intent.landing_cap > cap && bridle(state.intent.asked, Target::Any)) sink();
  while (lift_sooner()) {
    carry_on(sway, sunk, sinking);
    aim(meant_pitch);
  }
}

double Walker::base_for(const Foothold& landing) const {
  const double bearing = state.step.feet[1 - state.step.swinging].plant.point.y, climb = landing.point.y - bearing;
  return bearing + (climb > 0 ? 0.35 * climb : 0.8 * climb);
}

void Walker::aim(double meant_pitch) {
  const Swing& swing = state.step.swing;
  choose_landing();
  set_flight();
  const Foothold& bearing = state.step.feet[1 - state.step.swinging].plant;
  const SinCos heading = sin_cos(state.course.heading);
  const double climb = swing.to.point.y - bearing.point.y;
  state.step.base = base_for(swing.to);
  const double dx = swing.to.point.x - bearing.point.x, dz = swing.to.point.z - bearing.point.z;
  const double along = dx * heading.sin + dz * heading.cos;
  const double slope = climb / std::max<double>(0.3 * scale(), std::abs(along)) * (along < 0 ? -1 : 1);
  state.step.lean = std::clamp<double>(0.4 * slope, -0.03, 0.15);
  ease_strike();
  rise(meant_pitch);
  keep_heel_down();
  sink();
}

bool Walker::take_time() {
  // On smooth ground a swing is never steep.
  set_mark(kSmooth, !is_over_edges(build, ground, state.step.swing.from, state.step.swing.to, state.step.swinging));
  if (has_mark(kSmooth)) return false;
  const WalkMemory now = state;
  state.course = foreseen(state.step.double_support * state.step.duration);
  state.part = state.step.double_support;
  const bool clear = is_clear(build, gait, ground, state.part, state.step), hurdle = state.step.swing.hurdle >= 0.5;
  if (hurdle && !clear) clear_the_way();
  const double lifted = now.step.double_support * now.step.duration, time = now.step.duration - lifted;
  const double longer = std::min<double>(1.6, hurry());
  state = now;
  if (!hurdle || longer <= 1) return false;
  const double speed = std::sqrt(now.course.speeds.forward * now.course.speeds.forward +
                                 now.course.speeds.side * now.course.speeds.side);
  state.intent.ground_cap =
      std::min<double>(state.intent.ground_cap, std::max<double>(kSpeedOnBrokenGround * pace(), speed)) / longer;
  set_times(lifted, longer * time);
  return true;
}

void Walker::set_times(double until_lift, double in_air) {
  const double before = state.step.duration;
  state.step.duration = until_lift + in_air;
  state.step.double_support = until_lift / state.step.duration;
  state.step.feet[state.step.swinging].rate *= state.step.duration / before;
}

bool Walker::lift_sooner() {
  constexpr double kSoonest = 0.06;  // seconds
  const double time = 0.75 * state.step.double_support * state.step.duration;
  if (state.step.from_rest || time < kSoonest * pace() || lift_room(state.step) > 0) return false;
  set_times(time, (1 - state.step.double_support) * state.step.duration);
  return true;
}

bool Walker::lean_less() {
  const double little = 0.005 * scale();
  if (!state.step.from_rest || state.step.shift < -4 * little || lift_room(state.step) > 0) return false;
  state.step.shift = state.step.shift > little ? 0.7 * state.step.shift : state.step.shift - little;
  return true;
}

double Walker::part_of(int decision) const {
  const double swing = 1 - state.step.double_support;
  const double parts[kDecisions] = {state.step.double_support, state.step.double_support + 0.25 * swing,
                                    late_part(state.step), gait.heel_off_at};
  return parts[decision];
}

int Walker::next_decision() const {
  if (state.step.phase != Phase::Step) return kDecisions;
  int next = kDecisions;
  for (int i = 0; i < kDecisions; ++i)
    if (!(state.marks >> i & 1) && (next == kDecisions || part_of(i) < part_of(next))) next = i;
  return next;
}

double Walker::next_mark() const {
  const int next = next_decision();
  return next == kDecisions ? 1 : std::max<double>(state.part, part_of(next));
}

void Walker::decide() {
  const int decision = next_decision();
  if (decision == kDecisions) return finish();
  state.marks = static_cast<std::uint8_t>(state.marks | 1 << decision);
  if (decision == kLeave) {
    state.step.leaving = leaving_then(foreseen((1 - state.part) * state.step.duration));
    return;
  }
  if (decision == kLift && curves().strides_in_arc) lift_heel();
  const WalkMemory before = state;
  const bool changed = state.intent.listen(stick);
  if (changed) bridle(state.intent.asked_before, Target::Any);
  const auto aim_again = [&] { decision == kLift ? take_off() : retarget(); };
  // Where nothing is new, the foot lands where it was meant to.
  const bool new_aim = decision == kLift || changed || state.intent.landing_cap < kNoCap;
  if (new_aim) aim_again();
  const bool badly = changed && lands_badly();
  if (badly || (changed && !is_way_clear())) {
    // The foot in the air cannot land where that would need it, or get there: on as before, until the next decision.
    const WalkMemory anew = state;
    const double left = left_in_way;
    state = before;
    aim_again();
    if (!badly && left_in_way >= left) {  // that is no better
      state = anew;
      left_in_way = left;
    }
  }
  // Where the foot cannot but land badly, or not at all, the body must not go or turn away from it.
  if (decision == kLift && lands_badly() && bridle(state.intent.asked, Target::Anew)) aim_again();
  if (decision == kLift && !is_way_clear()) take_clear_way(before);
  bool slower = state.intent.blocked && !before.intent.blocked && bridle(state.intent.asked, Target::Kept);
  // It may go faster than was looked at, or may not land as well any more.
  const bool faster = state.intent.landing_cap > before.intent.landing_cap;
  if (!slower && (faster || (decision != kLift && new_aim && lands_badly())))
    slower = bridle(state.intent.asked, Target::Kept);
  if (decision == kLift && !slower) return;
  if (!new_aim && !slower && has_mark(kSunk)) return;  // nor does the pelvis
  if (sink(!changed && !slower)) clear_the_way();
}

void Walker::finish() {
  const int stepped = state.step.swinging;
  if (state.step.phase == Phase::Step) {
    state.marks = 0;
    if (is_insistent(stick, state.intent.asked, scale())) state.intent.listen(stick);
    const double bearing_pitch = leaving_pitch(), meant_pitch = pitch_of(gait, state.step, 1 - stepped, 1);
    const double bearing_rate = pitch_rate_of(gait, state.step, 1 - stepped, 1);
    state.step.feet[stepped].plant = state.step.swing.to;
    state.step.feet[stepped].pitch = state.step.swing.strike_pitch;
    state.step.feet[stepped].rate = 0;
    const double before = state.step.duration;
    const bool again = moves(wanted()) || moves(state.course.speeds) || is_out_of_place(1 - stepped);
    state.step.feet[1 - stepped].pitch = bearing_pitch;
    if (again) {
      const WalkMemory landed = state;
      state.step.feet[1 - stepped].rate = bearing_rate;
      start_step(1 - stepped, meant_pitch, !moves(state.course.speeds));
      // Where there is nowhere to go it stands.
      if (goes(landed.course.speeds, scale()) || !is_in_vain()) return;
      state = landed;
    }
    const Vec3 sway = sway_speed(1);
    const double sunk = state.step.sinking.at(1), sinking = state.step.sinking.slope(1) / before;
    state.step.phase = Phase::Settle;
    state.step.from_rest = false;
    state.part = 0;
    state.marks = 0;
    state.step.effort_before = state.step.effort;
    state.step.effort = 0;
    state.step.base_before = state.step.base;
    state.step.base = std::min<double>(state.step.feet[0].plant.point.y, state.step.feet[1].plant.point.y);
    state.step.duration = 0.6 * pace();
    state.step.lean_before = state.step.lean;
    state.step.lean = 0;
    state.step.feet[1 - stepped].rate = bearing_rate * state.step.duration / before;
    // The foot that landed bears.
    state.step.swinging = static_cast<std::uint8_t>(1 - stepped);
    carry_on(sway, sunk, sinking);
    sink_to_rest();
    return;
  }
  state.step.phase = Phase::Stand;
  state.part = 0;
  state.step.effort = state.step.effort_before = 0;
  state.step.base_before = state.step.base;
  state.step.sinking = Sinking::constant(state.step.sinking.at(1));
  state.step.sway_rate = state.step.surge_rate = 0;
  state.step.lean = state.step.lean_before = 0;
  for (BearingFoot& foot : state.step.feet) foot.pitch = foot.rate = 0;
}

bool Walker::is_in_vain() const {
  const Vec3 way = state.step.swing.to.point - state.step.feet[state.step.swinging].plant.point;
  return (state.intent.blocked || !goes(wanted(), scale())) && dot(way, way) < 0.03 * 0.03 * scale() * scale();
}

int Walker::first_foot() const {
  if (wanted().side != 0 && std::abs(wanted().side) > std::abs(wanted().forward)) return wanted().side > 0 ? 0 : 1;
  if (wanted().forward == 0 && wanted().turn != 0) return wanted().turn > 0 ? 0 : 1;
  return 1;
}

double Walker::run(double dt) {
  if (state.step.phase == Phase::New) put_on_ground();
  if (state.step.phase != Phase::Step) state.intent.listen(stick);
  while (true) {
    if (state.step.phase == Phase::Stand) {
      if (!moves(state.intent.asked)) return dt;
      state.intent.blocked = false;
      state.intent.ground_cap = state.intent.landing_cap = kNoCap;
      state.intent.go_share = state.intent.turn_share = 1;
      const WalkMemory standing = state;
      start_step(first_foot(), 0, true);
      const bool stuck = state.intent.landing_cap <= 0 && state.intent.asked.turn == 0;
      if (state.intent.blocked || stuck || is_in_vain()) {  // nowhere to go: stays as it is
        state = standing;
        state.intent.blocked = true;
        return 0;
      }
    }
    double until = (next_mark() - state.part) * state.step.duration;
    // The hold before the first lift ends between two marks.
    const double hold = (kHold * state.step.double_support - state.part) * state.step.duration;
    if (held() && hold < until) until = hold;
    const double span = std::min<double>(dt, until);
    const CourseSpeeds to = allowed();
    state.course = advance_course(state.course, to, rates(to), span);
    dt -= span;
    if (dt > 0 || span == until) {
      if (held() && hold == until) {
        state.part = kHold * state.step.double_support;
      } else if (span == until) {
        state.part = next_mark();
        decide();
      }
    } else {
      state.part += span / state.step.duration;
    }
    if (dt <= 0) return 0;
  }
}

Gait gait_of_step(const Gait& asked, const WalkMemory& state) {
  if (asked.style == state.style) return asked;
  return state.style == Gait::Style::Paper ? Gait::paper() : Gait::natural();
}

void advance_walk(const BipedMeasures& build, const Gait& gait, const Ground& ground, const Stick& stick, double dt,
                  WalkMemory& state) {
  const CourseSpeeds asked = asked_by(stick, gait, build.scale());
  // Ground that is not a number is no ground.
  const auto checked = [&ground](const Vec3& from, double max_drop) {
    GroundHit hit = ground(from, max_drop);
    const double sum = hit.point.x + hit.point.y + hit.point.z + hit.normal.x + hit.normal.y + hit.normal.z;
    if (!std::isfinite(sum)) hit = {};
    return hit;
  };
  const Ground safe(checked);
  // Another style begins from standing.
  if (state.style != gait.style &&
      (state.step.phase == WalkMemory::Phase::Step || state.step.phase == WalkMemory::Phase::Settle)) {
    const Gait now = gait_of_step(gait, state);
    dt = Walker{build, now, safe, {}, state}.run(dt);
    if (state.step.phase != WalkMemory::Phase::Stand) return;
  }
  state.style = gait.style;
  Walker{build, gait, safe, asked, state}.run(dt);
}

}  // namespace kine::detail
