#pragma once

#include <array>
#include <span>

#include "kine/motion/clip/swing_curve.h"
#include "kine/motion/ground_feet.h"

namespace kine::detail {

/// The way of a foot from now until it lands, as animated.
struct SwingForecast {
  std::array<FootMoment, SwingCurve::kNeeds> way{};  ///< evenly spaced
  double time = 0;                                   ///< seconds
};

/// A way that is known, at the moments that a SwingCurve wants.
SwingForecast follow_way(std::span<const FootMoment> way, double time);

/// How far toes will go in a step: as far ahead of the hips as they are behind them now. Level, metres.
Vec3 step_way(const Vec3& toe, const Vec3& hips, const Vec3& hips_speed, double time, double leg);

/// A step straight ahead with the least jerk, lifted as people lift their feet.
SwingForecast straight_way(const FootMoment& from, const Vec3& way, double time, double floor, double leg);

/// What a swing is corrected by.
struct SwingPlan {
  SwingCurve curve{};
  Vec3 normal = kUnitY;  ///< of the ground where it lands
};

/// From `offset`, how much higher than animated the foot is now, to where it lands, over what is in the way.
SwingPlan plan_way(const Ground& ground, const SwingForecast& swing, double offset, const GroundFeetSettings& settings,
                   double leg);

}  // namespace kine::detail
