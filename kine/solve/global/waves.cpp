#include "kine/solve/global/waves.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace kine::detail {
namespace {

constexpr double kTouch = 1e-6;  // how far beyond zero, of its swing, a wave still counts as touching it
constexpr double kFlat = 1e-9;   // of the unit, or its square: a wave that swings less does not depend on its angle
constexpr double kLargestRoot = 1e12;  // tangents of half angles that are larger are none
constexpr int kRootSteps = 60;         // of Newton's method between brackets; it takes six or so

template <std::size_t kSize>
using Polynomial = std::array<double, kSize>;

template <std::size_t kSize>
double value_of(const Polynomial<kSize>& p, double t) {
  double value = p[kSize - 1];
  for (std::size_t i = kSize - 1; i-- > 0;) value = value * t + p[i];
  return value;
}

template <std::size_t kSize>
Polynomial<kSize - 1> derivative(const Polynomial<kSize>& p) {
  Polynomial<kSize - 1> out;
  for (std::size_t i = 1; i < kSize; ++i) out[i - 1] = static_cast<double>(i) * p[i];
  return out;
}

/// The root between two points with values of different sign.
template <std::size_t kSize>
double root_between(const Polynomial<kSize>& p, double low, double high, bool rises) {
  const Polynomial<kSize - 1> slope = derivative(p);
  double t = 0.5 * (low + high);
  for (int i = 0; i < kRootSteps; ++i) {
    const double value = value_of(p, t);
    ((value > 0) == rises ? high : low) = t;
    double next = t - value / value_of(slope, t);
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    if (std::abs(next - t) <= 1e-15 * (1 + std::abs(t))) return next;
    t = next;
  }
  return t;
}

/// The real roots of a polynomial within -bound..bound, in order: between neighbouring roots of its derivative there is one at
/// most. A turning point whose value is at most `touch` times what its terms add up to counts as a root.
template <std::size_t kSize>
int real_roots(const Polynomial<kSize>& p, double bound, double touch, std::array<double, kSize - 1>& roots) {
  if constexpr (kSize == 2) {
    const double root = -p[0] / p[1];
    if (!(std::abs(root) <= bound)) return 0;
    roots[0] = root;
    return 1;
  } else {
    std::array<double, kSize - 2> turns;
    const int turn_count = real_roots(derivative(p), bound, 0, turns);
    int count = 0;
    double low = -bound, low_value = value_of(p, low);
    for (int i = 0; i <= turn_count; ++i) {
      const double high = i < turn_count ? turns[static_cast<std::size_t>(i)] : bound;
      const double high_value = value_of(p, high);
      if ((low_value > 0) != (high_value > 0)) {
        roots[static_cast<std::size_t>(count++)] = root_between(p, low, high, high_value > 0);
      } else if (touch > 0 && i < turn_count && count + 1 < static_cast<int>(kSize)) {
        double size = 0, power = 1;
        for (const double term : p) {
          size += std::abs(term * power);
          power *= high;
        }
        if (std::abs(high_value) <= touch * size) roots[static_cast<std::size_t>(count++)] = high;
      }
      low = high;
      low_value = high_value;
    }
    return count;
  }
}

/// A wave of an angle counted from another origin, a number of quarter turns on.
Wave counted_from(const Wave& wave, int quarters) {
  switch (quarters) {
    case 1:
      return {wave.y, -wave.x, wave.one};
    case 2:
      return {-wave.x, -wave.y, wave.one};
    case 3:
      return {-wave.y, wave.x, wave.one};
    default:
      return wave;
  }
}
Unit counted_back(Unit angle, int quarters) {
  for (; quarters > 0; --quarters) angle = {-angle.sin, angle.cos};
  return angle;
}

/// Waves become quadratics in the tangent of half the angle, each times 1 + t^2.
Polynomial<3> in_half_tangents(const Wave& wave) { return {wave.one + wave.x, 2 * wave.y, wave.one - wave.x}; }

void add_product(const Polynomial<3>& a, const Polynomial<3>& b, double factor, Polynomial<5>& sum) {
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) sum[i + j] += factor * (a[i] * b[j]);
}

}  // namespace

WaveZeros zeros_of(const Wave& wave) {
  const double squared = wave.x * wave.x + wave.y * wave.y;
  if (squared < kFlat * kFlat) {
    const bool any = std::abs(wave.one) < kTouch;
    return {.at = {}, .any = any, .short_by = any ? 0 : std::abs(wave.one)};
  }
  const double rest = squared - wave.one * wave.one, over = 1 / squared;
  if (rest < -kTouch * squared) return {.at = {}, .short_by = std::abs(wave.one) - std::sqrt(squared)};
  if (rest <= 0) {
    const double side = wave.one > 0 ? -std::sqrt(over) : std::sqrt(over);
    return {.at = {Unit{wave.x * side, wave.y * side}}, .count = 1};
  }
  const double root = std::sqrt(rest) * over, part = -wave.one * over;
  const double x = wave.x * part, y = wave.y * part, dx = -wave.y * root, dy = wave.x * root;
  return {.at = {Unit{x + dx, y + dy}, Unit{x - dx, y - dy}}, .count = 2};
}

QuarticZeros zeros_of_squares(const Wave& first, const Wave& second, const Wave& third, const Wave& square) {
  // The tangent of half an angle is infinite at half a turn: count from where that is farthest from a zero.
  const auto value_at = [&](Unit angle) {
    const double a = first.at(angle), b = second.at(angle), c = third.at(angle);
    return std::abs(a * a + b * b + c * c - square.at(angle));
  };
  int origin = 0;
  double largest = -1;
  for (int quarters = 0; quarters < 4; ++quarters) {
    const double value = value_at(counted_back({-1, 0}, quarters));
    if (value > largest) {
      largest = value;
      origin = quarters;
    }
  }
  Polynomial<5> sum{};
  for (const Wave* wave : {&first, &second, &third}) {
    const Polynomial<3> p = in_half_tangents(counted_from(*wave, origin));
    add_product(p, p, 1, sum);
  }
  add_product(in_half_tangents(counted_from(square, origin)), {1, 0, 1}, -1, sum);
  double bound = 0;
  for (std::size_t i = 0; i < 4; ++i) bound = std::max<double>(bound, std::abs(sum[i] / sum[4]));
  QuarticZeros zeros;
  if (!(bound < kLargestRoot)) {
    zeros.unknown = true;
    return zeros;
  }
  std::array<double, 4> roots;
  zeros.count = real_roots(sum, 1 + bound, kTouch, roots);
  for (int i = 0; i < zeros.count; ++i) {
    const double t = roots[static_cast<std::size_t>(i)], over = 1 / (1 + t * t);
    zeros.at[static_cast<std::size_t>(i)] = counted_back({(1 - t * t) * over, 2 * t * over}, origin);
  }
  return zeros;
}

}  // namespace kine::detail
