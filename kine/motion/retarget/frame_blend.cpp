#include "kine/motion/retarget/frame_blend.h"

namespace kine::detail {

std::vector<double> smooth_above(std::span<const double> needed, int window) {
  const int last = static_cast<int>(needed.size()) - 1;
  std::vector<double> most;
  for (int i = 0; i <= last; ++i) {
    double highest = needed[static_cast<std::size_t>(i)];
    for (int k = std::max(0, i - window); k <= std::min(last, i + window); ++k)
      highest = std::max<double>(highest, needed[static_cast<std::size_t>(k)]);
    most.push_back(highest);
  }
  return smoothed(std::span<const double>(most), window);
}

}  // namespace kine::detail
