#pragma once

#include <algorithm>
#include <cmath>
#include <span>

#include "kine/solve/global/arm.h"

namespace kine::detail {

/// The square of how far apart two poses are: radians, and reaches for sliders, less where a freedom moves willingly.
inline double squared_distance(const Arm& arm, std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t v = 0; v < arm.variables.size(); ++v) {
    const ArmVariable& variable = arm.variables[v];
    if (variable.value < 0) continue;  // a tool's spin is nobody's motion
    const double apart = (a[v] - b[v]) / variable.unit;
    sum += apart * apart / variable.weight;
  }
  return sum;
}

/// True if all that a variable moves is after a whole turn where it was.
inline bool comes_back_after_a_turn(const Arm& arm, std::size_t variable) {
  for (const ArmLink& link : arm.links)
    if (static_cast<std::size_t>(link.variable) == variable && (link.slides || link.factor != std::floor(link.factor)))
      return false;
  return true;
}

/// How near its limits the worst variable is: 0 in the middle of its range, 1 at a limit. Those without limits do not count.
inline double nearest_to_limits(const Arm& arm, std::span<const double> x) {
  double worst = 0;
  for (std::size_t v = 0; v < arm.variables.size(); ++v) {
    const Range& limits = arm.variables[v].limits;
    const double half = (limits.upper - limits.lower) / 2;
    if (!(half > 0 && half < kInfinity)) continue;
    worst = std::max<double>(worst, std::abs(x[v] - (limits.lower + half)) / half);
  }
  return worst;
}

}  // namespace kine::detail
