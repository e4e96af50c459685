#pragma once

#include <span>

namespace kine::detail {

/// A point that a curve goes through, with its slope there.
struct Key {
  double at, value, slope;
};

/// Between two keys: the cubic with their values and slopes.
constexpr double hermite(const Key& a, const Key& b, double at) {
  const double span = b.at - a.at;
  if (span <= 0) return b.value;
  const double t = (at - a.at) / span, u = 1 - t;
  return u * u * ((1 + 2 * t) * a.value + t * span * a.slope) + t * t * ((1 + 2 * u) * b.value - u * span * b.slope);
}

/// Its slope.
constexpr double hermite_slope(const Key& a, const Key& b, double at) {
  const double span = b.at - a.at;
  if (span <= 0) return b.slope;
  const double t = (at - a.at) / span, u = 1 - t;
  return 6 * t * u * (b.value - a.value) / span + u * (1 - 3 * t) * a.slope + t * (3 * t - 2) * b.slope;
}

/// Through all keys, which stand in order; before the first and after the last it stays.
constexpr double curve(std::span<const Key> keys, double at) {
  if (at <= keys.front().at) return keys.front().value;
  for (std::size_t i = 1; i < keys.size(); ++i)
    if (at <= keys[i].at) return hermite(keys[i - 1], keys[i], at);
  return keys.back().value;
}
constexpr double curve_slope(std::span<const Key> keys, double at) {
  for (std::size_t i = 1; i < keys.size(); ++i)
    if (at <= keys[i].at) return hermite_slope(keys[i - 1], keys[i], at);
  return keys.back().slope;
}

/// From 0 to 1 with zero slope at both ends; held outside.
constexpr double ease(double t) {
  if (t <= 0) return 0;
  if (t >= 1) return 1;
  return t * t * (3 - 2 * t);
}
/// The same with zero curvature at both ends too.
constexpr double soft_ease(double t) {
  if (t <= 0) return 0;
  if (t >= 1) return 1;
  return t * t * t * (10 + t * (6 * t - 15));
}

/// A part of a phase in which something comes to pass.
struct Window {
  double from;    ///< the phase when it begins,
  double length;  ///< and how much of the phase it takes

  /// How much of it is over at phase s: 0 when it begins, 1 when it ends, going on outside.
  constexpr double share(double s) const { return (s - from) / length; }
};

}  // namespace kine::detail
