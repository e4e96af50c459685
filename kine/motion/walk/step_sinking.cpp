// How the pelvis goes down and up with a step, so that its legs are long enough.
#include <algorithm>
#include <cmath>
#include <span>

#include "kine/motion/walk/pelvis_curves.h"
#include "kine/motion/walk/step_maker.h"
#include "kine/motion/walk/unevenness.h"

namespace kine::detail {
namespace {

/// Slow steps, less lively than 1 by so many times, ask for less: standing legs are as straight as can be.
constexpr double kSpareOfEffort = 3;

/// The time in which a pelvis that has sunk comes back, seconds; and how fast it gathers speed downwards where that was not
/// foreseen, m/s^2.
constexpr double kSinkTime = 0.21, kMostBend = 4;

/// A pelvis that has not sunk enough by less than this is left as it was planned: metres of a leg of Gait::kLeg.
constexpr double kEnoughSunk = 0.002;

/// Up and down with the ground: from step to step that starts and stops, and the sinking makes up for it.
void note_base(const Step& step, SinkTask& task) {
  if (step.base == step.base_before) return;
  const double spacing = task.spacing();
  double before = base_of(step, task.from - spacing), now = base_of(step, task.from);
  for (std::size_t i = 0; i < task.height_bends.size(); ++i) {
    const double next = base_of(step, task.from + static_cast<double>(i + 1) * spacing);
    task.height_bends[i] = before - 2 * now + next;
    before = now, now = next;
  }
}

/// Needs of the pelvis' height, as they are found.
struct Needs {
  SinkNeed all[16];
  std::size_t count = 0;
  double scale;
  LegSpare spare;

  void add(double at, const Targets& plan, double more, bool one, int foot) {
    const double over = one ? plan.overreach[foot] : std::max<double>(plan.overreach[0], plan.overreach[1]);
    const double bent = spare.planned * std::min<double>(1, kSpareOfEffort * plan.effort);
    all[count++] = {at, std::min<double>(plan.sunk + over + (bent + more) * scale, kMostSunk * scale)};
  }
  double missing(const Sinking& sinking) const {
    double most = 0;
    for (const SinkNeed& need : span()) most = std::max<double>(most, need.least - sinking.at(need.at));
    return most;
  }
  std::span<const SinkNeed> span() const { return {all, count}; }
};

}  // namespace

Vec3 StepMaker::sway_speed(double part) const {
  constexpr double kStep = 1e-4;
  const double at = std::clamp<double>(part, kStep, 1 - kStep);
  const Vec3 moved = sway_of(build, gait, state.step, at + kStep) - sway_of(build, gait, state.step, at - kStep);
  return (1 / (2 * kStep * state.step.duration)) * moved;
}

void StepMaker::carry_on(const Vec3& sway, double sunk, double sinking) {
  const Vec3 now = sway_speed(0);
  state.step.sway_rate = sway.x - now.x;
  state.step.surge_rate = sway.z - now.z;
  const SinkTask on{0, 1, sunk, (sinking + now.y - sway.y) * state.step.duration, 1};
  state.step.sinking = smooth_sinking(on, {});
}

void StepMaker::note_unevenness() {
  const double now = unevenness_of(state.step, state.course.speeds, wanted(), scale());
  if (now > state.step.unevenness.now) state.step.unevenness.go_to(now, state.part);
}

bool StepMaker::sink(bool is_set) {
  const LegSpare spare = leg_spare(state.step.unevenness.bent());
  Needs needs{{}, 0, scale(), spare};
  const int bearing = 1 - state.step.swinging;
  const Foreseen landing = landed();
  const auto look = [&](double part, bool one, double margin = 0) {
    if (part <= state.part) return;
    const Moment then{part, foreseen((part - state.part) * state.step.duration)};
    const Targets plan =
        one ? hips_in_swing(build, gait, landing.step, then) : hips_at(build, gait, landing.step, then);
    needs.add(part, plan, margin, one, bearing);
  };
  const double lift = state.step.double_support;
  for (const double share : {0.33, 0.67}) look(share * lift - 1e-6, false);
  look(lift - 1e-6, false, spare.lifting);
  for (const double share : {0.2, 0.4, 0.6, 0.8}) look(lift + share * (1 - lift), true);
  look(lift + 0.92 * (1 - lift), false);  // about to land
  needs.add(1, hips_at(build, gait, landing.step, landing.at), 0, false, bearing);
  double to = 1;
  Foreseen next = next_support(landing);
  for (const double share : {0.33, 0.67, 1.0}) {
    go_to_share(share, next);
    to = 1 + next.at.part * next.step.duration / state.step.duration;
    needs.add(to, hips_at(build, gait, next.step, next.at), spare.lifting, false, bearing);
  }
  left_to_sink = needs.missing(state.step.sinking);
  if (is_set && left_to_sink < kEnoughSunk * scale()) return false;
  const double part = state.part;
  SinkTask task{part,
                to,
                state.step.sinking.at(part),
                state.step.sinking.slope(part),
                kSinkTime * pace() / state.step.duration,
                kMostBend * state.step.duration * state.step.duration};
  note_base(state.step, task);
  state.step.sinking = smooth_sinking(task, needs.span());
  left_to_sink = needs.missing(state.step.sinking);
  return true;
}

void StepMaker::sink_to_rest() {
  Needs needs{{}, 0, scale(), leg_spare(state.step.unevenness.bent())};
  for (const double part : {0.15, 0.3, 0.5, 0.75, 1.0})
    needs.add(part, hips_at(build, gait, state.step, {part, foreseen(part * state.step.duration)}), 0, false, 0);
  SinkTask task{0,
                1,
                state.step.sinking.at(0),
                state.step.sinking.slope(0),
                kSinkTime * pace() / state.step.duration,
                kMostBend * state.step.duration * state.step.duration,
                true};
  note_base(state.step, task);
  state.step.sinking = smooth_sinking(task, needs.span());
}

}  // namespace kine::detail
