// How a step begins.
#include <algorithm>
#include <cmath>

#include "kine/math/trig.h"
#include "kine/motion/walk/edges.h"
#include "kine/motion/walk/landing.h"
#include "kine/motion/walk/step_maker.h"
#include "kine/motion/walk/swing_way.h"
#include "kine/motion/walk/unevenness.h"

namespace kine::detail {

bool StepMaker::held() const {
  return state.step.phase == Phase::Step && state.step.from_rest && state.part < kHold * state.step.double_support;
}

void StepMaker::begin(int foot, bool from_rest) {
  const double before = state.step.duration;
  Unevenness& uneven = state.step.unevenness;
  const bool may_fade = curves().straightens && state.step.is_smooth;
  uneven = {uneven.at(state.part), may_fade ? faded_unevenness(uneven.now) : uneven.now, 0};
  state.step.phase = Phase::Step;
  state.step.swinging = static_cast<std::uint8_t>(foot);
  state.step.from_rest = from_rest;
  state.part = 0;
  state.landings = 0;
  state.has_left = false;
  state.step.effort_before = state.step.effort;
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
    // The farther the longer: m/s^2 sideways, and seconds at the least.
    constexpr double kMostAside = 3.5, kLeastTime = 0.35;
    const double lean = std::max<double>(kLeastTime * pace(), std::sqrt(6 * state.step.shift / kMostAside) / 0.9);
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
}

double StepMaker::base_for(const Foothold& landing) const {
  const double bearing = state.step.feet[1 - state.step.swinging].plant.point.y, climb = landing.point.y - bearing;
  return bearing + (climb > 0 ? 0.35 * climb : 0.8 * climb);
}

void StepMaker::aim(const StepStart& start) {
  const Swing& swing = state.step.swing;
  carry_on(start.sway, start.sunk, start.sinking);
  choose_landing();
  set_flight();
  note_unevenness();
  const Foothold& bearing = state.step.feet[1 - state.step.swinging].plant;
  const SinCos heading = sin_cos(state.course.heading);
  const double climb = swing.to.point.y - bearing.point.y;
  state.step.base = base_for(swing.to);
  const double dx = swing.to.point.x - bearing.point.x, dz = swing.to.point.z - bearing.point.z;
  const double along = dx * heading.sin + dz * heading.cos;
  const double slope = climb / std::max<double>(0.3 * scale(), std::abs(along)) * (along < 0 ? -1 : 1);
  state.step.lean = std::clamp<double>(0.4 * slope, -0.03, 0.15);
  ease_strike();
  rise(start.meant_pitch);
  keep_heel_down();
  sink();
}

void StepMaker::set_times(double until_lift, double in_air) {
  const double before = state.step.duration;
  state.step.duration = until_lift + in_air;
  state.step.double_support = until_lift / state.step.duration;
  state.step.feet[state.step.swinging].rate *= state.step.duration / before;
}

bool StepMaker::take_time() {
  // On smooth ground a swing is never steep.
  state.step.is_smooth = !is_over_edges(build, ground, state.step.swing.from, state.step.swing.to, state.step.swinging);
  if (state.step.is_smooth) return false;
  // The swing as it will be when the foot lifts.
  StepMaker then = *this;
  then.state.course = foreseen(state.step.double_support * state.step.duration);
  then.state.part = state.step.double_support;
  const bool clear = is_clear(build, gait, ground, then.state.part, then.state.step);
  if (!clear) then.clear_the_way();
  left_in_way = then.left_in_way;
  if (then.state.step.swing.hurdle < 0.5) return false;
  left_to_hurry = then.hurry();
  const double longer = std::min<double>(1.6, left_to_hurry);
  if (longer <= 1) return false;
  left_to_hurry /= longer;
  const CourseSpeeds& now = state.course.speeds;
  const double speed = std::sqrt(now.forward * now.forward + now.side * now.side);
  state.intent.ground_cap =
      std::min<double>(state.intent.ground_cap, std::max<double>(kSpeedOnBrokenGround * pace(), speed)) / longer;
  const double lifted = state.step.double_support * state.step.duration;
  set_times(lifted, longer * (state.step.duration - lifted));
  return true;
}

bool StepMaker::ease_lift() {
  constexpr double kSoonest = 0.06;  // seconds
  const double little = 0.005 * scale();
  bool changed = false;
  for (int i = 0; i < 12 && lift_room(state.step) <= 0; ++i) {
    if (state.step.from_rest) {
      if (state.step.shift < -4 * little) break;
      state.step.shift = state.step.shift > little ? 0.7 * state.step.shift : state.step.shift - little;
    } else {
      const double time = 0.75 * state.step.double_support * state.step.duration;
      if (time < kSoonest * pace()) break;
      set_times(time, (1 - state.step.double_support) * state.step.duration);
    }
    changed = true;
  }
  return changed;
}

}  // namespace kine::detail
