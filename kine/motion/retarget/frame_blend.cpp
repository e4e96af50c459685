#include "kine/motion/retarget/frame_blend.h"

#include <algorithm>
#include <cstdlib>

namespace kine::detail {
namespace {

double held_at(std::span<const double> values, int i) {
  return values[static_cast<std::size_t>(std::clamp(i, 0, static_cast<int>(values.size()) - 1))];
}

}  // namespace

std::vector<double> smoothed(std::span<const double> values, int window) {
  std::vector<double> means;
  for (int i = 0; i < static_cast<int>(values.size()); ++i) {
    double sum = 0, weights = 0;
    for (int k = -window; k <= window; ++k) {
      const double weight = window + 1 - std::abs(k);
      sum += weight * held_at(values, i + k);
      weights += weight;
    }
    means.push_back(sum / weights);
  }
  return means;
}

std::vector<double> smooth_above(std::span<const double> needed, int window) {
  std::vector<double> most;
  for (int i = 0; i < static_cast<int>(needed.size()); ++i) {
    double highest = held_at(needed, i);
    for (int k = i - window; k <= i + window; ++k) highest = std::max<double>(highest, held_at(needed, k));
    most.push_back(highest);
  }
  return smoothed(most, window);
}

}  // namespace kine::detail
