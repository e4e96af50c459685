#include "kine/motion/walk.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "kine/motion/body/body_pose.h"
#include "kine/motion/body/shared_hip.h"
#include "kine/motion/walk/stepping.h"

namespace kine {
namespace {

/// Above this walking turns into running: v^2 = 0.5 g leg.
double fastest_walk(const Biped& body) {
  constexpr double kGravity = 9.81, kFroude = 0.5;
  return std::sqrt(kFroude * kGravity * body.lengths().leg);
}

/// The stick as far as it makes sense.
Stick heeded(const Stick& stick, bool& bad) {
  bad = !(std::isfinite(stick.forward) && std::isfinite(stick.side) && std::isfinite(stick.turn));
  if (bad) return {};
  const auto within = [](double v) { return std::clamp<double>(v, -1, 1); };
  return {within(stick.forward), within(stick.turn), within(stick.side)};
}

/// The leg's values, to and from the state: a solve starts where the last one ended.
void take_leg(const Biped::Leg& leg, const WalkState& state, int side, std::span<double> pose) {
  for (int i = 0; i < leg.value_count; ++i) pose[static_cast<std::size_t>(leg.first_value + i)] = state.legs[side][i];
}
void keep_leg(const Biped::Leg& leg, std::span<const double> pose, int side, WalkState& state) {
  for (int i = 0; i < leg.value_count; ++i) state.legs[side][i] = pose[static_cast<std::size_t>(leg.first_value + i)];
}

}  // namespace

WalkReport walk(const Biped& body, const Gait& gait, const Ground& ground, const Stick& stick, double dt,
                WalkState& state, std::span<double> pose, Scratch& scratch, WalkMode mode) {
  WalkReport report;
  const Stick asked = heeded(stick, report.bad_stick);
  constexpr double kLongestFrame = 1;
  if (!(dt >= 0)) report.bad_stick = true;
  const double time = dt >= 0 ? std::min<double>(dt, kLongestFrame) : 0;
  std::optional<Gait> changed;  // mostly it is the one that was asked for
  const double fastest = fastest_walk(body) / std::sqrt(body.lengths().scale());
  if (gait.top_speed > fastest) {
    report.held_back = std::abs(asked.forward) * gait.top_speed > fastest;
    changed = gait;
    changed->top_speed = fastest;
  }
  const bool starts = state.phase == WalkState::Phase::New;
  walking::advance_walk(body.lengths(), changed ? *changed : gait, ground, asked, time, state);
  if (gait.style != state.style) changed = walking::gait_of_step(gait, state);
  const Gait& kept = changed ? *changed : gait;
  report.plan = walking::plan_of(body.lengths(), kept, state);
  int stood = 0;
  for (int side = 0; side < 2; ++side) {
    if (report.plan.heel_down[side]) stood |= WalkState::stood_bit(side, false);
    if (report.plan.toe_down[side]) stood |= WalkState::stood_bit(side, true);
  }
  state.stood = static_cast<std::uint8_t>(stood);
  report.blocked = state.blocked;
  walking::pose_body(body, kept, state, report.plan, pose);
  for (int side = 0; side < 2; ++side) {
    const Biped::Leg& leg = body.leg(side);
    if (starts) {
      for (int i = 0; i < leg.value_count; ++i)
        state.legs[side][i] = body.standing_leg(side)[static_cast<std::size_t>(i)];
    }
    take_leg(leg, state, side, pose);
    if (body.shared_hip().valid()) continue;
    const bool steps = state.phase == WalkState::Phase::Step && state.swinging == side;
    const bool full = mode == WalkMode::Full || (mode == WalkMode::Hybrid && steps);
    report.legs[side] = walking::solve_leg(body, side, report.plan.feet[side], full, pose, scratch);
    keep_leg(leg, pose, side, state);
  }
  if (body.shared_hip().valid()) {
    const auto legs = walking::solve_together(body, {report.plan.feet[0], report.plan.feet[1]},
                                              report.plan.hips.translation, pose, scratch);
    for (std::size_t side = 0; side < 2; ++side) {
      report.legs[side] = legs[side];
      keep_leg(body.leg(static_cast<int>(side)), pose, static_cast<int>(side), state);
    }
  }
  return report;
}

}  // namespace kine
