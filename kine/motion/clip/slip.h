#pragma once

#include "kine/math/vec3.h"

namespace kine::detail {

/// What a correction would jump by, faded out: it starts at a value and a rate and is 0, at rest, after `length` seconds
/// (Bollo, "Inertialization", 2018, with a polynomial of lower degree):
///
///   x(t) = (1 - s)^3 (x0 + s (3 x0 + v0 T)),   s = t / T
struct Slip {
  Vec3 value{}, rate{};

  Vec3 at(double time, double length) const {
    if (!(time < length)) return {};
    const double s = time / length, left = 1 - s;
    return (value + (value * 3 + rate * length) * s) * (left * left * left);
  }

  /// How it changes, a second.
  Vec3 rate_at(double time, double length) const {
    if (!(time < length)) return {};
    const double s = time / length, left = 1 - s;
    const Vec3 slope = value * 3 + rate * length;
    return (slope * left - (value + slope * s) * 3) * (left * left / length);
  }
};

}  // namespace kine::detail
