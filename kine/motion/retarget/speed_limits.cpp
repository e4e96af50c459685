#include "kine/motion/retarget/speed_limits.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "kine/model/pose.h"

// With x the values of a joint and m the most that one may differ from the next, the greatest sequence below x that keeps
// to m is l_i = min_j (x_j + m |i - j|), the least one above x is u_i = max_j (x_j - m |i - j|). Midway between them lies
// the sequence that keeps to m and differs from x the least at the most. Both lie between the least and the greatest of x,
// so limits hold, and where x keeps to m far and wide all three are the same.

namespace kine::detail {

void limit_speeds(const Skeleton& skeleton, Clip& clip) {
  const int count = clip.frame_count();
  if (count < 2) return;
  bool changed = false;
  std::vector<double> below(static_cast<std::size_t>(count)), above(below.size());
  for (const Skeleton::Freedom& freedom : skeleton.freedoms()) {
    if (freedom.value < 0 || !std::isfinite(freedom.max_speed)) continue;
    const auto value = static_cast<std::size_t>(freedom.value);
    const double most = freedom.max_speed / clip.rate();
    for (int i = 0; i < count; ++i)
      below[static_cast<std::size_t>(i)] = above[static_cast<std::size_t>(i)] = clip.pose(i)[value];
    const auto pass = [&](std::size_t i, std::size_t next) {
      below[next] = std::min<double>(below[next], below[i] + most);
      above[next] = std::max<double>(above[next], above[i] - most);
    };
    for (std::size_t i = 0; i + 1 < below.size(); ++i) pass(i, i + 1);
    for (std::size_t i = below.size() - 1; i > 0; --i) pass(i, i - 1);
    for (int i = 0; i < count; ++i) {
      const auto k = static_cast<std::size_t>(i);
      if (below[k] == above[k]) continue;
      clip.pose(i)[value] = 0.5 * (below[k] + above[k]);
      changed = true;
    }
  }
  if (changed && skeleton.has_followers())
    for (int i = 0; i < count; ++i) tidy(skeleton, clip.pose(i));
}

}  // namespace kine::detail
