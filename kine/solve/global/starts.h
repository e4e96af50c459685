#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

#include "kine/math/trig.h"
#include "kine/solve/global/arm.h"

namespace kine::detail {

/// Poses to start from, well spread over the limits, the same ones everywhere: an additive recurrence whose steps are powers of
/// the generalised golden ratio (Roberts, "The unreasonable effectiveness of quasirandom sequences", 2018). It begins at the
/// seed, so that neighbouring seeds try neighbouring starts.
class Starts {
 public:
  Starts(const Arm& arm, std::span<const double> seed) : arm_(arm), seed_(seed) {
    double root = 2;  // of x^(n + 1) = x + 1
    for (int i = 0; i < kRootSteps; ++i) {
      double power = 1;
      for (std::size_t k = 0; k < seed.size(); ++k) power *= root;
      root -= (power * root - root - 1) / (static_cast<double>(seed.size() + 1) * power - 1);
    }
    ratio_ = 1 / root;
  }

  void next(std::span<double> x) {
    ++count_;
    double power = 1;
    for (std::size_t v = 0; v < x.size(); ++v) {
      power *= ratio_;
      const Range& limits = arm_.variables[v].limits;
      const double half = kPi * arm_.variables[v].unit;  // either way, where there is no limit
      const double lower = std::max<double>(limits.lower, std::min<double>(limits.upper, seed_[v] + half) - 2 * half);
      const double width = std::min<double>(limits.upper, lower + 2 * half) - lower;
      const double share = width > 0 ? (seed_[v] - lower) / width + count_ * power : 0;
      x[v] = limits.clamp(lower + width * (share - std::floor(share)));
    }
  }

 private:
  static constexpr int kRootSteps = 12;  // of Newton's method

  const Arm& arm_;
  std::span<const double> seed_;
  double ratio_ = 0.5;
  double count_ = 0;
};

}  // namespace kine::detail
