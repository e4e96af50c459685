#pragma once

#include <span>

#include "kine/core/scratch.h"
#include "kine/kinematics/frames.h"
#include "kine/motion/clip/motion_model.h"

namespace kine::detail {

/// What is asked of a leg, in the figure's world.
struct LegGoal {
  Vec3 hip_shift{};    ///< how far the root was shifted
  Vec3 ankle{};        ///< where the ankle should be
  Quat turn{};         ///< turns the foot from how it is animated
  Vec3 heel{}, toe{};  ///< as animated: where limits forbid the whole, one of them counts
  bool by_toe = true;  ///< that is the toe, unless the heel would be in the ground by that
};

/// Brings a foot to where it should be. `frames` are those of the animated pose, `pose` holds it with the root shifted,
/// and only the joints of the leg are written. Limits hold, but for a joint that is animated beyond its own: it goes no
/// farther. Where they forbid how the foot should be turned, heel or toe still comes to its place. Returns how far that is
/// from the goal, metres: 0 but for rounding where the leg is long enough.
double place_leg(const MotionModel& model, int side, const LegGoal& goal, const Frames& frames,
                 std::span<const double> animated, std::span<double> pose, Scratch& scratch);

/// The same by all joints of the leg and damped solves, whatever its kind: for legs whose limits are in the way of closed forms.
double place_limited_leg(const MotionModel& model, int side, const LegGoal& goal, const Frames& frames,
                         std::span<const double> animated, std::span<double> pose, Scratch& scratch);

/// Brings heel or toe alone to its place, by all joints of the leg. Returns how far it is from there, metres.
double reach_by_sole_point(const MotionModel& model, int side, const LegGoal& goal, bool by_toe, const Frames& frames,
                           std::span<double> pose, Scratch& scratch);

/// Hip to knee to ankle, metres.
double leg_length(const MotionLeg& leg, const Frames& frames);

}  // namespace kine::detail
