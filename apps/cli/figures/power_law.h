#pragma once

#include <cmath>
#include <span>

#include "apps/cli/draw/svg.h"

/// Growth as a power of a size, with the same bits everywhere.
namespace kine::cli {

namespace detail {

/// 2^e m with m in [sqrt(1/2), sqrt(2)); ln m = 2 atanh((m - 1) / (m + 1)), whose series ends quickly there.
inline double natural_log(double value) {
  int exponent = 0;
  double m = std::frexp(value, &exponent);
  if (m < 0.70710678118654752) {
    m *= 2;
    --exponent;
  }
  const double t = (m - 1) / (m + 1);
  const double square = t * t;
  double sum = 0;
  for (int k = 25; k >= 1; k -= 2) sum = sum * square + 1.0 / k;
  return exponent * 0.69314718055994531 + 2 * t * sum;
}

/// e^x by halving the argument until the series is short.
inline double exponential(double x) {
  int halvings = 0;
  while (std::abs(x) > 0.01) {
    x /= 2;
    ++halvings;
  }
  double sum = 1, term = 1;
  for (int k = 1; k < 8; ++k) {
    term *= x / k;
    sum += term;
  }
  for (; halvings > 0; --halvings) sum *= sum;
  return sum;
}

}  // namespace detail

/// The logarithm to base ten. `value` must be positive and finite.
inline double log10_of(double value) { return detail::natural_log(value) / 2.3025850929940457; }

/// The exponent p and factor c of y = c x^p.
struct PowerLaw {
  double exponent, factor;
};

/// The power law that fits best in logarithms (least squares). At least two different x, all numbers positive.
inline PowerLaw fit_power_law(std::span<const Point2> points) {
  double x_mean = 0, y_mean = 0;
  for (const Point2& p : points) {
    x_mean += detail::natural_log(p.x) / static_cast<double>(points.size());
    y_mean += detail::natural_log(p.y) / static_cast<double>(points.size());
  }
  double xx = 0, xy = 0;
  for (const Point2& p : points) {
    const double x = detail::natural_log(p.x) - x_mean;
    xx += x * x;
    xy += x * (detail::natural_log(p.y) - y_mean);
  }
  return {xy / xx, detail::exponential(y_mean - xy / xx * x_mean)};
}

}  // namespace kine::cli
