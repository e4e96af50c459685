#include "kine/motion/ground_feet.h"

#include <algorithm>
#include <cmath>

#include "kine/kinematics/forward.h"
#include "kine/model/pose.h"
#include "kine/motion/clip/feet_memory.h"
#include "kine/motion/clip/foot_grounding.h"
#include "kine/motion/clip/frame_input.h"
#include "kine/motion/clip/leg_place.h"
#include "kine/motion/clip/motion_model.h"
#include "kine/motion/clip/soften.h"

namespace kine {
namespace {

using detail::FeetMemory;
using detail::MotionLeg;
using detail::MotionModel;

constexpr double kUpper = 0.25;      // share of the way from midway between the feet's heights to the upper one's
constexpr double kLevel = 0.02;      // metres that feet may differ in height before that counts: it sets in softly
constexpr double kPelvisFade = 0.3;  // seconds in which a height that was foreseen wrongly is made up for
constexpr double kSoftReach =
    0.03;  // of the leg, before it is as straight as it may be: there the pelvis gives way; by eye
constexpr double kLeastShift = 1e-12;  // metres: rounding; what moves less keeps its bits

/// One frame of ground_feet.
class FeetFrame {
 public:
  FeetFrame(const MotionModel& model, const Frames& frames, const GroundFeetSettings& settings)
      : model_(model), frames_(frames), settings_(settings) {
    for (std::size_t side = 0; side < 2; ++side) {
      const MotionLeg& leg = model.legs[side];
      detail::AnimatedFoot& foot = feet_[side];
      foot.sole = {in_world(frames.position(leg.heel)), in_world(frames.position(leg.toe))};
      foot.ankle = in_world(frames.position(leg.foot));
      hips_[side] = in_world(frames.position(leg.thigh));
    }
    feet_[0].hips = feet_[1].hips = middle();
  }

  Vec3 middle() const { return (hips_[0] + hips_[1]) * 0.5; }

  void move_feet(const Ground& ground, std::span<const FootForecast> forecast, double dt, bool first,
                 FeetMemory& memory) {
    const detail::GroundingFrame frame{ground, settings_, model_.leg, first ? 0 : dt, first};
    const Vec3 speed = first || !(dt > 0) ? Vec3{} : (middle() - memory.hips) / dt;
    memory.pelvis_slip_time += frame.dt;
    double jump = 0;
    for (std::size_t side = 0; side < 2; ++side) {
      feet_[side].hips_speed = speed;
      const FootForecast* known = forecast.size() == 2 ? &forecast[side] : nullptr;
      jump += ground_foot(frame, feet_[side], known, memory.feet[side]);
    }
    if (jump != 0) {
      memory.pelvis_slip = pelvis_slip(memory) - 0.5 * jump;
      memory.pelvis_slip_time = 0;
    }
    memory.hips = middle();
  }

  /// How far the whole figure is raised.
  double pelvis(const FeetMemory& memory) const {
    const double between = memory.feet[0].offset - memory.feet[1].offset;
    const double apart = std::sqrt(between * between + kLevel * kLevel) - kLevel;
    double height = 0.5 * (memory.feet[0].offset + memory.feet[1].offset + kUpper * apart) + pelvis_slip(memory);
    for (std::size_t side = 0; side < 2; ++side) height = give_way(side, memory.feet[side], height);
    return settings_.weight * height;
  }

  /// Writes root and legs.
  GroundFeetReport write(const FeetMemory& memory, std::span<const double> animated, std::span<double> pose,
                         Scratch& scratch) const {
    GroundFeetReport report;
    report.pelvis = pelvis(memory);
    const Vec3 raised = model_.up * report.pelvis;
    if (std::abs(report.pelvis) > kLeastShift) shift_root(*model_.skeleton, model_.root, raised, pose);
    for (int side = 0; side < 2; ++side) {
      const auto s = static_cast<std::size_t>(side);
      const detail::FootMemory& foot = memory.feet[side];
      const Vec3 shift = foot.last.shift * settings_.weight, turn = foot.last.turn * settings_.weight;
      report.moved[side] = shift;
      report.heel_down[side] = foot.down[0];
      report.toe_down[side] = foot.down[1];
      const double most = std::abs(report.pelvis) + length(shift) + length(turn) * model_.leg;
      if (!(most > kLeastShift)) continue;
      const Quat turned = in_figure_turn(exp(turn));
      const detail::LegGoal goal{.hip_shift = raised,
                                 .ankle = frames_.position(model_.legs[s].foot) + in_figure(shift),
                                 .turn = turned,
                                 .heel = in_figure(feet_[s].sole.heel),
                                 .toe = in_figure(feet_[s].sole.toe),
                                 .by_toe = foot.by_toe};
      report.miss[side] = place_leg(model_, side, goal, frames_, animated, pose, scratch);
    }
    return report;
  }

 private:
  Vec3 in_world(const Vec3& v) const { return rotate(model_.world_from_figure, v); }
  Vec3 in_figure(const Vec3& v) const { return rotate(conjugate(model_.world_from_figure), v); }
  Quat in_figure_turn(const Quat& q) const {
    return conjugate(model_.world_from_figure) * q * model_.world_from_figure;
  }

  static double pelvis_slip(const FeetMemory& memory) {
    return detail::Slip{{0, memory.pelvis_slip, 0}, {}}.at(memory.pelvis_slip_time, kPelvisFade).y;
  }

  /// The height to which a leg lets the figure be raised. A leg as long as animated changes nothing; from near the
  /// longest that it may be it takes ever more to make it longer, so that knees are neither held nor let go at once.
  double give_way(std::size_t side, const detail::FootMemory& foot, double height) const {
    const double bones = leg_length(model_.legs[side], frames_);
    const Vec3 animated = feet_[side].ankle - hips_[side];
    const double own = length(animated), most = std::max<double>(settings_.straightest * bones, own);
    const Vec3 way = animated + foot.last.shift;
    const double level = way.x * way.x + way.z * way.z, drop = way.y - height;
    const double asked = std::sqrt(level + drop * drop);
    const double given = detail::soften(asked, std::max<double>(most - kSoftReach * bones, own), most);
    if (!(given < asked)) return height;
    return way.y + std::sqrt(std::max<double>(0, given * given - level));
  }

  const MotionModel& model_;
  const Frames& frames_;
  const GroundFeetSettings& settings_;
  detail::AnimatedFoot feet_[2]{};
  Vec3 hips_[2]{};
};

}  // namespace

GroundFeetReport ground_feet(const MotionBody& body, std::span<const double> animated, const Ground& ground,
                             const GroundFeetSettings& settings, std::span<const FootForecast> forecast, double dt,
                             GroundFeetState& state, std::span<double> pose, Scratch& scratch, const Shape* shape) {
  const MotionModel& model = detail::model_of(body);
  GroundFeetReport report;
  report.bad_input = !detail::begin_frame(model, animated, dt, pose);
  if (report.bad_input) return report;
  const Scratch::Scope scope(scratch);
  Frames frames(*model.skeleton, scratch);
  if (shape)
    forward(*model.skeleton, animated, *shape, frames);
  else
    forward(*model.skeleton, animated, frames);
  FeetFrame frame(model, frames, settings);
  FeetMemory memory = detail::memory_of(state);
  frame.move_feet(ground, forecast, dt, !state.started, memory);
  detail::remember(memory, state);
  return frame.write(memory, animated, pose, scratch);
}

}  // namespace kine
