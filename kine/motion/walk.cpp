#include "kine/motion/walk.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "kine/motion/body/body_pose.h"
#include "kine/motion/body/leg_solve.h"
#include "kine/motion/body/shared_hip.h"
#include "kine/motion/ground/start_ground.h"
#include "kine/motion/walk/stepping.h"

namespace kine {
namespace {

/// Above this walking turns into running: v^2 = 0.5 g leg.
double fastest_walk(const BipedMeasures& measures) {
  constexpr double kGravity = 9.81, kFroude = 0.5;
  return std::sqrt(kFroude * kGravity * measures.leg());
}

/// The stick as far as it makes sense.
Stick heeded(const Stick& stick, bool& bad) {
  bad = !(std::isfinite(stick.forward) && std::isfinite(stick.side) && std::isfinite(stick.turn));
  if (bad) return {};
  const auto within = [](double v) { return std::clamp<double>(v, -1, 1); };
  return {within(stick.forward), within(stick.turn), within(stick.side)};
}

/// The leg's values, to and from the memory: a solve starts where the last one ended.
void take_leg(const detail::BipedLeg& leg, const detail::WalkMemory& memory, int side, std::span<double> pose) {
  for (int i = 0; i < leg.value_count; ++i) pose[static_cast<std::size_t>(leg.first_value + i)] = memory.legs[side][i];
}
void keep_leg(const detail::BipedLeg& leg, std::span<const double> pose, int side, detail::WalkMemory& memory) {
  for (int i = 0; i < leg.value_count; ++i) memory.legs[side][i] = pose[static_cast<std::size_t>(leg.first_value + i)];
}

/// Which points stand still, a bit each.
std::uint8_t planted_bits(const WalkPlan& plan) {
  int bits = 0;
  for (int side = 0; side < 2; ++side) {
    if (plan.heel_down[side]) bits |= detail::stood_bit(side, false);
    if (plan.toe_down[side]) bits |= detail::stood_bit(side, true);
  }
  return static_cast<std::uint8_t>(bits);
}

/// Solves both legs from where they were and keeps where they end.
void solve_legs(const detail::BipedModel& body, WalkMode mode, detail::WalkMemory& memory, WalkReport& report,
                std::span<double> pose, Scratch& scratch) {
  const bool together = body.shared_hip().valid();
  for (int side = 0; side < 2; ++side) {
    take_leg(body.leg(side), memory, side, pose);
    if (together) continue;
    const bool steps = memory.step.phase == WalkState::Phase::Step && memory.step.swinging == side;
    const bool full = mode == WalkMode::Full || (mode == WalkMode::Hybrid && steps);
    report.legs[side] = detail::solve_leg(body, side, report.plan.feet[side], full, pose, scratch);
    keep_leg(body.leg(side), pose, side, memory);
  }
  if (!together) return;
  const auto legs = detail::solve_together(body, {report.plan.feet[0], report.plan.feet[1]},
                                           report.plan.hips.translation, pose, scratch);
  for (int side = 0; side < 2; ++side) {
    report.legs[side] = legs[static_cast<std::size_t>(side)];
    keep_leg(body.leg(side), pose, side, memory);
  }
}

}  // namespace

WalkReport walk(const Biped& biped, const Gait& gait, const Ground& ground, const Stick& stick, double dt,
                WalkMode mode, WalkState& state, std::span<double> pose, Scratch& scratch) {
  const detail::BipedModel& body = detail::model_of(biped);
  const BipedMeasures& measures = body.measures();
  WalkReport report;
  const Stick asked = heeded(stick, report.bad_stick);
  constexpr double kLongestFrame = 1;  // second
  if (!(dt >= 0)) report.bad_stick = true;
  const double time = dt >= 0 ? std::min<double>(dt, kLongestFrame) : 0;
  report.time = time;
  std::optional<Gait> changed;  // mostly it is the one that was asked for
  const double fastest = fastest_walk(measures) / std::sqrt(measures.scale());
  if (gait.top_speed > fastest) {
    report.held_back = std::abs(asked.forward) * gait.top_speed > fastest;
    changed = gait;
    changed->top_speed = fastest;
  }
  detail::WalkMemory memory = detail::memory_of(state);
  if (memory.step.phase == WalkState::Phase::New) {
    const std::optional<double> height =
        detail::start_ground(ground, memory.course, state.start_height, 0.5 * measures.leg());
    if (!height) {
      report.no_ground = true;
      return report;
    }
    memory.step.base = *height;
    for (int side = 0; side < 2; ++side) keep_leg(body.leg(side), body.standing(), side, memory);
  }
  detail::advance_walk(measures, changed ? *changed : gait, ground, asked, time, memory);
  if (gait.style != memory.style || gait.curves != memory.curves) changed = detail::gait_of_step(gait, memory);
  const Gait& kept = changed ? *changed : gait;
  report.plan = detail::targets_at(measures, kept, memory.step, memory.now(), memory.stood);
  report.blocked = memory.intent.blocked;
  memory.stood = planted_bits(report.plan);
  detail::pose_body(body, kept, report.plan, pose);
  solve_legs(body, mode, memory, report, pose, scratch);
  detail::remember(memory, state);
  return report;
}

}  // namespace kine
