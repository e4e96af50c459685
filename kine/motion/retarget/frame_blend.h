#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
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

/// The mean over so many frames to either side, weighted like a tent; beyond the ends the first and the last count.
template <class Value>
Value mean_about(std::span<const Value> values, std::size_t i, int window) {
  const auto at = [&](int k) {
    return values[static_cast<std::size_t>(std::clamp(k, 0, static_cast<int>(values.size()) - 1))];
  };
  Value sum{};
  for (int k = -window; k <= window; ++k)
    sum = sum + at(static_cast<int>(i) + k) * static_cast<double>(window + 1 - std::abs(k));
  return sum * (1 / (static_cast<double>(window + 1) * static_cast<double>(window + 1)));
}

/// Such means of all values: they change their speed gradually.
template <class Value>
std::vector<Value> smoothed(std::span<const Value> values, int window) {
  std::vector<Value> means;
  for (std::size_t i = 0; i < values.size(); ++i) means.push_back(mean_about(values, i, window));
  return means;
}

/// The same of the most in that many frames: values that are nowhere less than what is needed.
std::vector<double> smooth_above(std::span<const double> needed, int window);

}  // namespace kine::detail
