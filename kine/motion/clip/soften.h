#pragma once

#include <algorithm>

namespace kine::detail {

/// A length that comes to `most` only where it is asked to be endless: unchanged up to `start`, from there by
/// 1 - 1 / (1 + x + x^2 / 2), which has the slope and curvature of the exponential of soft IK (Zak, "Soft IK", 2010).
inline double soften(double length, double start, double most) {
  const double room = most - start;
  if (!(length > start)) return length;
  if (!(room > 0)) return std::max<double>(start, most);
  const double x = (length - start) / room;
  return start + room * (1 - 1 / (1 + x + 0.5 * x * x));
}

}  // namespace kine::detail
