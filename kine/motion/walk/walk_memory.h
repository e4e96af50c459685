#pragma once

#include <cstdint>
#include <type_traits>

#include "kine/motion/gait.h"
#include "kine/motion/walk/course_motion.h"
#include "kine/motion/walk/foot_roll.h"
#include "kine/motion/walk/hermite.h"
#include "kine/motion/walk/sinking.h"
#include "kine/motion/walk_state.h"

namespace kine::detail {

/// What a WalkState holds as bytes: all that a walk remembers, as planning works with it.
struct WalkMemory {
  using Phase = WalkState::Phase;

  /// A foot that bears, or is about to.
  struct Foot {
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

  Course course{};
  Phase phase = Phase::New;
  Gait::Style style{};          ///< of the steps it is making
  std::uint8_t swinging = 0;    ///< the foot that steps: 0 the left one, 1 the right one
  bool from_rest = false;       ///< the step began standing
  bool blocked = false;         ///< no foothold ahead: stops
  std::uint8_t marks = 0;       ///< which of the step's decisions have been taken, a bit each
  std::uint8_t stood = 0;       ///< the points that stood still in the last frame, a bit each; nothing is planned by it
  double part = 0;              ///< of the step, 0 to 1
  double duration = 1;          ///< of the step, seconds
  double double_support = 0.2;  ///< the part of it in which both feet bear
  double effort_before = 0;     ///< how lively the step before was: 0 standing, 1 a step of 0.72 m
  double effort = 0;            ///< and this one is
  double ahead = 0;             ///< the same for the way ahead alone; below 0 when it goes backwards
  double leaving = 0;           ///< how lively the foot that bears will leave the ground
  double shift = 0;             ///< metres sideways over the bearing foot before the first lift
  double base_before = 0;       ///< the ground's height for the pelvis when the step began
  double base = 0;              ///< and when it ends
  Sinking sinking{};            ///< of the pelvis, for legs that would be too short else
  double sway_rate = 0;         ///< how much faster it went to the left when the step began than the step has it, m/s,
  double surge_rate = 0;        ///< and ahead; fades
  double lean_before = 0;       ///< how far the body leans into a slope, radians, when the step began
  double lean = 0;              ///< and when it ends
  CourseSpeeds asked{};         ///< what the stick asked for last; while a foot comes down it is too late to change it
  CourseSpeeds asked_before{};  ///< and what it did before that
  double ground_cap = 1e9;      ///< m/s that the ground ahead allows,
  double landing_cap = 1e9;     ///< and the chosen foothold; below 0: back over it
  double go_share = 1;          ///< of the speed that the legs can follow,
  double turn_share = 1;        ///< and of the turn
  double most_stride = 1e9;     ///< metres from where the foot lifted: what Gait::paper allows
  Foot feet[2]{};
  Swing swing{};

  static constexpr int stood_bit(int foot, bool toe) { return 1 << (2 * foot + (toe ? 1 : 0)); }

  /// The legs' joint values of the last frame, where the next solve starts: planning never reads them.
  static constexpr int kMaxLegValues = 12;
  double legs[2][kMaxLegValues]{};
};

static_assert(std::is_trivially_copyable_v<WalkMemory> && sizeof(WalkMemory) <= 1024);

/// The memory of a state; of a new one, that of a walk that starts at its course.
WalkMemory memory_of(const WalkState& state);
/// Keeps the memory in a state, and shows what users may read of it.
void remember(const WalkMemory& memory, WalkState& state);

}  // namespace kine::detail
