#pragma once

#include <algorithm>
#include <cmath>

namespace kine::detail {

/// Bends get a figure out of a pose in which no small step helps, such as a straight limb with the target on its line.
/// An arc of a radians is a^2/24 shorter than it is long, so a bend grows with the root of what is missing: so many
/// radians over all joints together, at the most, for a squared error in reaches.
inline double largest_bend(double squared_error) {
  return 2 * std::min<double>(1, std::sqrt(std::sqrt(squared_error)));
}
inline constexpr double kBends[] = {1.0, -1.0, 0.25, -0.25, 0.0625, -0.0625};  ///< of the largest, tried in this order
inline constexpr double kBent = 0.999;  ///< of the squared error is left after a bend that is worth taking

}  // namespace kine::detail
