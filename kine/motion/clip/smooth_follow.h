#pragma once

#include <algorithm>

namespace kine::detail {

/// Follows a value that moves as a critically damped spring does, with a limited speed; exact for any dt but for the
/// exponential, which is replaced by a fraction that is stable for all of them (Lowe, "Critically Damped Ease-In/Ease-Out
/// Smoothing", Game Programming Gems 4). `ease` is about the time to the target, seconds.
inline void smooth_follow(double target, double ease, double fastest, double dt, double& value, double& rate) {
  constexpr double kLeastEase = 1e-4;              // seconds
  constexpr double kSquare = 0.48, kCube = 0.235;  // of 1 / (1 + x + 0.48 x^2 + 0.235 x^3) ~ e^-x
  if (!(dt > 0)) return;
  ease = std::max<double>(ease, kLeastEase);
  const double stiffness = 2 / ease, x = stiffness * dt;
  const double decay = 1 / (1 + x + kSquare * x * x + kCube * x * x * x);
  const double most = fastest * ease;
  const double off = std::clamp<double>(value - target, -most, most);
  const double aim = value - off;
  const double push = (rate + stiffness * off) * dt;
  rate = (rate - stiffness * push) * decay;
  const double next = aim + (off + push) * decay;
  // Never past the target.
  if ((target - value > 0) == (next > target)) {
    value = target;
    rate = 0;
  } else {
    value = next;
  }
}

}  // namespace kine::detail
