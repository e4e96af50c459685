#pragma once

#include <span>

#include "kine/core/scratch.h"
#include "kine/motion/motion_body.h"

namespace kine {

/// What a part of the body does of a turn: its share of it, and how far it goes at the most from how it is animated.
struct LookShare {
  double share = 0;  ///< of the turn, against those of the others; 0: it does not take part
  double yaw = 0;    ///< to either side, radians
  double pitch = 0;  ///< up and down, radians
};

/// How a body looks at something. The numbers are by eye, where they are not said to be of people.
struct LookAtSettings {
  double weight = 1;  ///< 0: as animated, 1: it looks there; changes are eased
  // People turn the neck by up to 80 degrees altogether and the trunk by 40.
  LookShare head{.share = 0.4, .yaw = 0.8, .pitch = 0.6};
  LookShare neck{.share = 0.3, .yaw = 0.6, .pitch = 0.4};    ///< by eye
  LookShare chest{.share = 0.2, .yaw = 0.4, .pitch = 0.25};  ///< by eye
  LookShare spine{.share = 0.1, .yaw = 0.3, .pitch = 0.15};  ///< all of it below the chest together
  Vec3 eyes{};              ///< where it looks from, in the frame of the head's last joint, metres
  double dead_zone = 0.03;  ///< radians that the target may move before the gaze follows
  double ease = 0.25;       ///< seconds in which the gaze goes most of its way to a new target
  double fastest = 6;       ///< rad/s; people turn their heads by up to 8
  double blend = 0.4;       ///< seconds in which looking begins and ends
};

/// All that look_at() remembers: copy it to rewind.
struct LookAtState {
  bool started = false;
  double weight = 0, weight_rate = 0;   ///< how much it looks there now, 0...1, and how that changes
  double yaw = 0, yaw_rate = 0;         ///< of the gaze in the world with Y up, radians from +Z towards +X
  double pitch = 0, pitch_rate = 0;     ///< upwards
  double held_yaw = 0, held_pitch = 0;  ///< what it follows: the target, but for the dead zone

  /// After a teleport: the next frame looks where it is asked to, without a blend.
  void reset() { *this = {}; }
};

struct LookAtReport {
  double off = 0;  ///< from where the head looks to the target, radians; 0 where limits allow it and it has come there
  bool out_of_reach = false;  ///< the target is too far behind: it looks as animated
  bool bad_input =
      false;  ///< the pose, the target or the time is no number: the pose is as animated, the state as it was
};

/// Turns spine, chest, neck and head of an animated pose so that the head looks at a point, one frame: from `animated` to
/// `pose`, which may be the same memory. `target` is in the figure's world. The turn is shared out as settings say; what a
/// part cannot do the others do. The gaze goes to a new target with an eased start and end and a limited speed, past the
/// front of the body and never round its back; a target behind is let go. Level heads stay level: the turn is about the
/// vertical first, then up or down. A body without a head is left as it is. Allocates nothing; `scratch` is a
/// Scratch(body). The same state, pose, target and dt give the same bits.
LookAtReport look_at(const MotionBody& body, std::span<const double> animated, const Vec3& target,
                     const LookAtSettings& settings, double dt, LookAtState& state, std::span<double> pose,
                     Scratch& scratch);

}  // namespace kine
