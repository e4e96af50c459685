#include "kine/motion/walk/stepping.h"

#include <algorithm>
#include <cmath>

#include "kine/math/trig.h"
#include "kine/motion/walk/footing.h"
#include "kine/motion/walk/step_choice.h"

namespace kine::detail {
namespace {

// By eye. Metres of a leg of Gait::kLeg: a step that is shorter goes nowhere, a foot that is farther from where it should
// stand is out of place; and radians, in the same way. Seconds for such a leg: in which a figure settles.
constexpr double kNowhere = 0.03, kOutOfPlace = 0.03, kTurnedAway = 0.2, kSettleTime = 0.6;

/// Moves a walk on from one event to the next: the decisions of a step, its end, and standing.
struct Walker {
  using Phase = WalkMemory::Phase;

  const StepScene scene;
  CourseSpeeds stick;  ///< what is asked for
  WalkMemory& state;

  StepMaker maker() const { return {scene.build, scene.gait, scene.ground, state}; }
  double scale() const { return scene.build.scale(); }
  double pace() const { return std::sqrt(scale()); }

  /// Where the foot lands is decided as it lifts, and twice in the air: by the part of the swing. Late in a swing there
  /// are no decisions, so a foot that comes down lands where it was meant to.
  static constexpr double kLandings[] = {0, 0.25, kLateSwing};
  static constexpr std::size_t kLandingCount = std::size(kLandings);

  double landing_part() const {
    const double lift = state.step.double_support;
    return state.landings < kLandingCount ? lift + kLandings[state.landings] * (1 - lift) : 1;
  }
  /// The part of the step when the next decision falls, or its end.
  double next_mark() const {
    if (state.step.phase != Phase::Step) return 1;
    const double leave = state.has_left ? 1 : scene.gait.heel_off_at;
    return std::max<double>(state.part, std::min<double>(leave, landing_part()));
  }

  /// What falls due at this part of the step.
  void decide() {
    if (state.step.phase != Phase::Step || (state.has_left && state.landings == kLandingCount)) return finish();
    if (!state.has_left && scene.gait.heel_off_at <= landing_part()) {
      const StepMaker now = maker();
      state.has_left = true;
      state.step.leaving = now.leaving_then(now.foreseen((1 - state.part) * state.step.duration));
      return;
    }
    const bool lifts = state.landings++ == 0;
    if (lifts && curves_of(scene.gait).strides_in_arc) {
      StepMaker now = maker();
      now.lift_heel();
      state = now.state;
    }
    state = lifts ? choose_lift(scene, state, stick) : choose_in_air(scene, state, stick);
  }

  /// Where a foot stands beside the figure.
  Foothold beside(int foot, double from_height) const { return maker().beside(state.course, foot, from_height); }

  void put_on_ground() {
    for (int foot = 0; foot < 2; ++foot) state.step.feet[foot].plant = beside(foot, state.step.base);
    state.step.base = state.step.base_before =
        std::min<double>(state.step.feet[0].plant.point.y, state.step.feet[1].plant.point.y);
    state.step.phase = Phase::Stand;
  }

  /// What a step of this foot goes on from.
  StepStart start_of(int foot, bool from_rest, double meant_pitch) const {
    return {foot,
            from_rest,
            meant_pitch,
            maker().sway_speed(state.part),
            state.step.sinking.at(state.part),
            state.step.sinking.slope(state.part) / state.step.duration};
  }

  /// True if a step goes nowhere.
  bool is_in_vain(const WalkMemory& step) const {
    const Vec3 way = step.step.swing.to.point - step.step.feet[step.step.swinging].plant.point;
    return (step.intent.blocked || !goes(step.intent.wanted(), scale())) &&
           dot(way, way) < kNowhere * kNowhere * scale() * scale();
  }

  bool is_out_of_place(int foot) const {
    const Foothold& plant = state.step.feet[foot].plant;
    const Foothold want = beside(foot, plant.point.y);
    const Vec3 off = want.point - plant.point;
    const double yaw = std::abs(log(want.rotation * conjugate(plant.rotation)).y);
    return off.x * off.x + off.z * off.z > kOutOfPlace * kOutOfPlace * scale() * scale() || yaw > kTurnedAway;
  }

  void finish() {
    if (state.step.phase == Phase::Step)
      land();
    else
      stand();
  }

  /// The foot has landed: the other one steps, or the figure settles.
  void land() {
    const int stepped = state.step.swinging, other = 1 - stepped;
    if (is_insistent(stick, state.intent.asked, scale())) state.intent.listen(stick);
    const StepMaker now = maker();
    const double meant_pitch = pitch_of(scene.gait, state.step, other, 1);
    const double bearing_pitch = now.leaving_pitch(), bearing_rate = pitch_rate_of(scene.gait, state.step, other, 1);
    const StepStart start = start_of(other, !moves(state.course.speeds), meant_pitch);
    state.step.feet[stepped] = {state.step.swing.to, state.step.swing.strike_pitch, 0};
    state.step.feet[other].pitch = bearing_pitch;
    state.step.feet[other].rate = bearing_rate;
    if (moves(state.intent.wanted()) || moves(state.course.speeds) || is_out_of_place(other)) {
      const ChosenStep next = choose_step(scene, state, start);
      // Where there is nowhere to go it stands.
      if (goes(state.course.speeds, scale()) || !(next.breaks_rules || is_in_vain(next.state))) {
        state = next.state;
        return;
      }
    }
    settle(start);
  }

  void settle(const StepStart& start) {
    const double before = state.step.duration;
    Step& step = state.step;
    step.phase = Phase::Settle;
    step.from_rest = false;
    step.unevenness = {step.unevenness.at(state.part), Unevenness::kMost, 0};
    state.part = 0;
    step.effort_before = step.effort;
    step.effort = 0;
    step.base_before = step.base;
    step.base = std::min<double>(step.feet[0].plant.point.y, step.feet[1].plant.point.y);
    step.duration = kSettleTime * pace();
    step.lean_before = step.lean;
    step.lean = 0;
    step.feet[start.foot].rate *= step.duration / before;
    step.swinging = static_cast<std::uint8_t>(start.foot);  // the foot that landed bears
    StepMaker now = maker();
    now.carry_on(start.sway, start.sunk, start.sinking);
    now.sink_to_rest();
    state = now.state;
  }

  void stand() {
    Step& step = state.step;
    step.phase = Phase::Stand;
    step.unevenness = {};
    state.part = 0;
    step.effort = step.effort_before = 0;
    step.base_before = step.base;
    step.sinking = Sinking::constant(step.sinking.at(1));
    step.sway_rate = step.surge_rate = 0;
    step.lean = step.lean_before = 0;
    for (BearingFoot& foot : step.feet) foot.pitch = foot.rate = 0;
  }

  int first_foot() const {
    const CourseSpeeds& to = state.intent.asked;
    if (to.side != 0 && std::abs(to.side) > std::abs(to.forward)) return to.side > 0 ? 0 : 1;
    if (to.forward == 0 && to.turn != 0) return to.turn > 0 ? 0 : 1;
    return 1;
  }

  /// True if it sets out from standing.
  bool sets_out() {
    state.intent.blocked = false;
    const auto [step, breaks_rules] = choose_step(scene, state, start_of(first_foot(), true, 0));
    const bool stuck = step.intent.landing_cap <= 0 && state.intent.asked.turn == 0;
    if (breaks_rules || step.intent.blocked || stuck || is_in_vain(step)) {  // nowhere to go: stays as it is
      state.intent.blocked = true;
      return false;
    }
    state = step;
    return true;
  }

  /// Returns the time that is left once it stands and has nothing to do.
  double run(double dt) {
    if (state.step.phase == Phase::New) put_on_ground();
    if (state.step.phase != Phase::Step) state.intent.listen(stick);
    while (true) {
      if (state.step.phase == Phase::Stand) {
        if (!moves(state.intent.asked)) return dt;
        if (!sets_out()) return 0;
      }
      const bool held = maker().held();
      double until = (next_mark() - state.part) * state.step.duration;
      // The hold before the first lift ends between two marks.
      const double hold = (StepMaker::kHold * state.step.double_support - state.part) * state.step.duration;
      if (held && hold < until) until = hold;
      const double span = std::min<double>(dt, until);
      const CourseSpeeds to = state.step.phase == Phase::Step && !held ? state.intent.wanted() : CourseSpeeds{};
      const SpeedRates rates = rates_between(state.course.speeds, to, scene.gait, scale());
      state.course = advance_course(state.course, to, rates, span);
      dt -= span;
      if (dt > 0 || span == until) {
        if (held && hold == until) {
          state.part = StepMaker::kHold * state.step.double_support;
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
};

}  // namespace

Gait gait_of_step(const Gait& asked, const WalkMemory& state) {
  const Gait made{.style = state.style, .curves = state.curves};
  if (&curves_of(made) == &curves_of(asked)) return asked;
  Gait gait = *curves_of(made).usual;
  gait.style = state.style;
  gait.curves = state.curves;
  return gait;
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
  // Other curves begin from standing.
  const Gait made{.style = state.style, .curves = state.curves};
  if (&curves_of(made) != &curves_of(gait) &&
      (state.step.phase == WalkMemory::Phase::Step || state.step.phase == WalkMemory::Phase::Settle)) {
    const Gait now = gait_of_step(gait, state);
    dt = Walker{{build, now, safe}, {}, state}.run(dt);
    if (state.step.phase != WalkMemory::Phase::Stand) return;
  }
  state.style = gait.style;
  state.curves = gait.curves;
  Walker{{build, gait, safe}, asked, state}.run(dt);
}

}  // namespace kine::detail
