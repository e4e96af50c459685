#pragma once

#include "kine/math/transform.h"
#include "kine/motion/walk/targets.h"

namespace kine::detail {

/// The angles of a leg whose hip, knee, ankle are hinges as in people: the hip bends, opens and turns, the knee and the
/// ankle bend about one axis, and the ankle tips to the side. Six angles for six numbers, so they follow in closed form
/// from where hip and foot are: the knee's axis is square both to the line from hip to ankle and to the foot's length.
/// Planning asks for them before a solver does, to stay where a leg can go. Radians.
struct LegAngles {
  double hip_bend = 0;   ///< thigh to the front
  double hip_open = 0;   ///< to its own side
  double hip_turn = 0;   ///< toes inwards
  double knee = 0;       ///< 0: straight
  double ankle_up = 0;   ///< toes up
  double ankle_tip = 0;  ///< the sole turned inwards
  double knee_off = 0;   ///< the knee's axis off perpendicular to the hips' facing
};
LegAngles leg_angles(const BipedMeasures& build, const Transform& hips, const FootPose& pose, int foot);

/// The first of them.
double hip_bend(const BipedMeasures& build, const Transform& hips, const FootPose& pose, int foot);

/// How far the angles of a leg are from the nearest limit that planning cannot mend by a roll of the foot or a tilt of
/// the pelvis: the hip's opening and turn, the ankle's tipping and pointing, the knee's axis and its bend. Radians,
/// below 0 beyond it.
double leg_limit_margin(const BipedMeasures& build, const Transform& hips, const FootPose& pose, int foot);

/// Turns a foot in the air, about its ankle, as far as the turn of its hip, the axis of its knee and the tip of its
/// ankle ask for; softly within `blend` radians of their limits.
FootPose within_leg(const BipedMeasures& build, const Transform& hips, FootPose pose, int foot, double blend);

}  // namespace kine::detail
