#pragma once

#include <cstdint>

#include "kine/motion/foot.h"
#include "kine/motion/walk/course_motion.h"
#include "kine/motion/walk/sinking.h"
#include "kine/motion/walk_state.h"

namespace kine::detail {

/// A foot that bears, or is about to.
struct BearingFoot {
  Foothold plant{};
  double pitch = 0;  ///< when this step began
  double rate = 0;   ///< and how it changed, radians per step
};

/// The way of the foot in the air. Where it lands may change while it flies; what that would make it jump is carried
/// as `slip`, which fades until it lands.
struct Swing {
  Foothold from{}, to{};
  double lift = 0;          ///< metres
  double raise[7]{};        ///< metres more, over what stands in the way, moment by moment
  float aside[2]{};         ///< and how far it goes out of the way of what stands beside it, along x and z
  double hurdle = 0;        ///< 0 to 1: an edge is in the way
  double waits = 0;         ///< the part of the swing in which it only goes up,
  double rests = 0;         ///< and in which it only comes down
  double strike_pitch = 0;  ///< when it lands
  double rise = 0;          ///< how far it points down at the least, radians: as it has risen on its toes, and for
                            ///< its leg to reach until it lifts
  double slip_at = 0;       ///< the part of the swing when the target changed last
  Vec3 slip{};              ///< metres
  Vec3 slip_rate{};         ///< a swing
  Vec3 turn_slip{};         ///< a rotation vector in the world
  Vec3 turn_slip_rate{};
  CourseCircle circle{};  ///< Gait::paper: the foot goes round it
};

/// How far a step is from one on level ground on an even course: 0 not at all, 1 very, and more for as long as that is
/// remembered. Who stands is ready for anything.
struct Unevenness {
  static constexpr double kMost = 2;

  double before = 1;   ///< how much legs were bent for it when it changed, 0 to 1, at a part of the step,
  double now = kMost;  ///< what it is
  double since = 0;    ///< and that part

  /// How much legs are bent for it, 0 to 1: in the end, and on the way there.
  double bent() const { return now < 1 ? now : 1; }
  double at(double part) const;
  void go_to(double value, double part) { *this = {at(part), value, part}; }
};

/// A step, from one foot's strike to the other's, with all that is decided about it: where hips and feet are follows from
/// it and from a Moment (targets.h). Standing and settling are steps in which no foot swings.
struct Step {
  using Phase = WalkState::Phase;

  Phase phase = Phase::New;
  std::uint8_t swinging = 0;    ///< the foot that steps: 0 the left one, 1 the right one
  bool from_rest = false;       ///< it began standing
  bool is_smooth = false;       ///< the ground is not broken on the way of the foot that steps
  double duration = 1;          ///< seconds
  double double_support = 0.2;  ///< the part of it in which both feet bear
  double effort_before = 0;     ///< how lively the step before was: 0 standing, 1 a step of the gait's usual length
  double effort = 0;            ///< and this one is
  double ahead = 0;             ///< the same for the way ahead alone; below 0 when it goes backwards
  double leaving = 0;           ///< how lively the foot that bears will leave the ground
  double shift = 0;             ///< metres sideways over the bearing foot before the first lift
  double base_before = 0;       ///< the ground's height for the pelvis when the step began
  double base = 0;              ///< and when it ends
  Sinking sinking{};            ///< of the pelvis, for legs that would be too short else
  double sway_rate = 0;         ///< how much faster it went to the left when the step began than the step has it, m/s,
  double surge_rate = 0;        ///< and ahead; fades
  Unevenness unevenness{};      ///< its own, or what is left of that of those before it
  double lean_before = 0;       ///< how far the body leans into a slope, radians, when the step began
  double lean = 0;              ///< and when it ends
  BearingFoot feet[2]{};
  Swing swing{};
};

/// Which points of the feet stand still is kept as a bit each.
constexpr int stood_bit(int foot, bool toe) { return 1 << (2 * foot + (toe ? 1 : 0)); }

/// A moment of a step: how much of it is over, and where the figure is on the map then.
struct Moment {
  double part = 0;  ///< of the step, 0 to 1
  Course course{};
};

}  // namespace kine::detail
