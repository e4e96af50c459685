#pragma once

#include <array>
#include <span>

namespace kine::detail {

/// How far the pelvis is below the height that the gait means for it, by the part of the step: a cubic B-spline with
/// evenly spaced knots. Outside of them it stays as it is at their ends.
struct Sinking {
  static constexpr int kPoints = 8;
  double from = 0;     ///< the part of the step at the first knot
  double spacing = 1;  ///< of the knots, parts of the step
  double points[kPoints]{};

  double at(double part) const;
  double slope(double part) const;
  /// The most that it is bent, either way; a step squared.
  double most_bend() const;
  static Sinking constant(double value);
};

/// The least that the pelvis must have sunk at some part of the step, metres.
struct SinkNeed {
  double at, least;
};

/// The smoothest sinking that starts with a value and a slope, meets what is needed and comes back to 0 else: the least
/// integral of bend^2 + (value / time^2)^2, where `time` is the part of a step in which it would come back. `rests`: it
/// ends without a slope.
struct SinkTask {
  double from, to, value, slope, time;
  double most_bend = 1e9;  ///< metres for a step squared: needs that would ask for more at once come later
  bool rests = false;
  /// The second differences, over the knots' spacing, of the height that it is taken from: what counts as bend is that
  /// of the pelvis, not that of the sinking alone.
  std::array<double, Sinking::kPoints - 2> height_bends{};

  double spacing() const { return (to - from) / (Sinking::kPoints - 3); }
};
Sinking smooth_sinking(const SinkTask& task, std::span<const SinkNeed> needs);

}  // namespace kine::detail
