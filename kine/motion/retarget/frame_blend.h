#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace kine::detail {

/// Values that are known in some frames, in all others: from one known frame to the next by a smooth blend, held before the
/// first and after the last.
template <class Value, class Known>
void fill_between(std::span<Value> values, const Known& known) {
  const std::size_t count = values.size();
  std::size_t last = count;
  for (std::size_t i = 0; i <= count; ++i) {
    if (i < count && !known(i)) continue;
    const bool first = last == count, end = i == count;
    if (first && end) return;
    for (std::size_t k = first ? 0 : last + 1; k < i; ++k) {
      const double t = static_cast<double>(k - last) / static_cast<double>(i - last);
      values[k] = first ? values[i]
                  : end ? values[last]
                        : values[last] + (values[i] - values[last]) * (t * t * (3 - 2 * t));
    }
    last = i;
  }
}

/// Means over so many frames to either side, weighted like a tent: they change their speed gradually.
std::vector<double> smoothed(std::span<const double> values, int window);

/// The same of the most in that many frames: values that are nowhere less than what is needed.
std::vector<double> smooth_above(std::span<const double> needed, int window);

}  // namespace kine::detail
