#pragma once

#include "kine/motion/biped.h"
#include "kine/motion/gait.h"
#include "kine/motion/walk/step.h"

namespace kine::detail {

/// By how much legs are kept from being straight. The angle of a knee goes by the square root of what its leg lacks
/// of being straight, so a knee that is nearly straight turns whatever its hip does up and down into jolts: where there is
/// more of that, on a step that is very uneven, it is bent more. By eye: the least that keeps joints below 400 rad/s^2.
struct LegSpare {
  double stretch;  ///< how much longer they may be than Gait::most_stretch, a share of their length;
  double planned;  ///< legs that bear are planned to be so much shorter than that, metres of a leg of Gait::kLeg,
  double lifting;  ///< the one that is about to lift so much more,
  double soft;     ///< and within this a leg begins to pull the pelvis down
};
/// `bent`: how much they are, 0 to 1 (Unevenness).
LegSpare leg_spare(double bent);

/// The longest that a leg may be at a part of a step, metres.
double longest_leg(const LegMeasures& leg, const Gait& gait, const Step& step, double part);

/// How far a step is from one on level ground on an even course: 0 not at all, below 1 a little, else Unevenness::kMost.
/// By how far its footholds lean, by the rise from the one to the other, by how the course's speeds change on the way to
/// those that it goes to, by its turn, and by how quick it is.
double unevenness_of(const Step& step, const CourseSpeeds& now, const CourseSpeeds& to, double scale);

/// What is left of it as the next step begins: who has just changed course, or come off a slope, may do it again.
double faded_unevenness(double before);

}  // namespace kine::detail
