#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

#include "kine/math/trig.h"
#include "kine/solve/global/arm.h"

namespace kine::detail {

/// The values of a variable that are worth trying: all inside its limits, or a whole turn around the seed (pi reaches either way
/// for a slider) where those are wider.
inline Range window_around(double seed, const ArmVariable& variable) {
  const double half = kPi * variable.unit;
  const double lower =
      std::max<double>(variable.limits.lower, std::min<double>(variable.limits.upper, seed + half) - 2 * half);
  return {lower, std::min<double>(variable.limits.upper, lower + 2 * half)};
}

inline constexpr double kAtLimit = 1e-9;  // radians: as far outside its limits a value counts as on them

/// The angle with whole turns added: inside the limits and near the seed, if it can be; else as near the limits as it can be.
inline double with_whole_turns(double angle, double seed, const Range& limits) {
  const bool near_already = std::abs(seed - angle) <= kPi;
  if (near_already && angle >= limits.lower && angle <= limits.upper) return angle;
  const double near = angle + kTwoPi * std::floor((seed - angle) / kTwoPi + 0.5);
  if (near >= limits.lower - kAtLimit && near <= limits.upper + kAtLimit) return near;
  if (near < limits.lower) {
    const double up = near + kTwoPi * std::ceil((limits.lower - kAtLimit - near) / kTwoPi);
    return up - limits.upper <= limits.lower - (up - kTwoPi) ? up : up - kTwoPi;
  }
  const double down = near - kTwoPi * std::ceil((near - limits.upper - kAtLimit) / kTwoPi);
  return limits.lower - down <= down + kTwoPi - limits.upper ? down : down + kTwoPi;
}

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
      const Range window = window_around(seed_[v], arm_.variables[v]);
      const double width = window.upper - window.lower;
      const double share = width > 0 ? (seed_[v] - window.lower) / width + count_ * power : 0;
      x[v] = window.clamp(window.lower + width * (share - std::floor(share)));
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
