#pragma once

#include <optional>
#include <span>

#include "kine/core/scratch.h"
#include "kine/math/transform.h"
#include "kine/motion/motion_body.h"

namespace kine {

/// Something that a hand holds: the rim of a wheel, a rung, a rifle. In the figure's world.
struct HandGrip {
  int hand = 0;                ///< 0: left, 1: right
  Transform grip{};            ///< where the grip is now, and how the hand is turned there
  bool turns_hand = true;      ///< false: the hand keeps its animated rotation
  Vec3 palm{};                 ///< what of the hand is on the grip: in the frame of the hand's joint, metres
  std::optional<Vec3> pole{};  ///< the elbow points there; else it is where the animation has it
};

/// How hands hold on.
struct HoldOnSettings {
  double weight = 1;          ///< 0: as animated, 1: hands are on their grips; changes are eased
  double blend = 0.3;         ///< seconds in which a hand comes to its grip and leaves it
  double straightest = 0.99;  ///< no arm becomes straighter, as a share of its length: the trunk helps instead
  double trunk = 0.5;         ///< radians that spine and chest bend together at the most to help an arm; by eye
};

/// All that hold_on() remembers: copy it to rewind.
struct HoldOnState {
  struct Hand {
    double weight = 0, rate = 0;  ///< how much it is on its grip, 0...1, and how that changes
    HandGrip last{};              ///< what it holds or has just let go of
  };
  bool started = false;
  Hand hands[2]{};

  /// After a teleport: hands are put on their grips without a blend.
  void reset() { *this = HoldOnState(); }
};

struct HoldOnReport {
  double miss[2]{};        ///< left, right: from the palm to its grip where the hand is all on it, metres
  double trunk = 0;        ///< how far spine and chest were bent together, radians
  bool bad_input = false;  ///< a pose, grip or time that is no number: the pose is as animated, the state as it was
};

/// Puts hands of an animated pose on their grips, one frame: from `animated` to `pose`, which may be the same memory. Arms
/// go first; where one is too short, spine and chest bend towards its grip, and legs and pelvis never move. Both hands are given
/// together, so that the trunk serves both. A hand that is no longer given lets go. Limits hold; where they forbid the hand's rotation
/// its place counts. Allocates nothing; `scratch` is a Scratch(body). The same state, pose, grips and dt give the same
/// bits.
HoldOnReport hold_on(const MotionBody& body, std::span<const double> animated, std::span<const HandGrip> grips,
                     const HoldOnSettings& settings, double dt, HoldOnState& state, std::span<double> pose,
                     Scratch& scratch);

}  // namespace kine
