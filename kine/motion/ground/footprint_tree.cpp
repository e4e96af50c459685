#include "kine/motion/ground/footprint_tree.h"

#include <algorithm>

namespace kine::detail {

FootprintTree::FootprintTree(std::span<const Footprint> footprints) {
  if (footprints.empty()) return;
  items_.resize(footprints.size());
  for (std::size_t i = 0; i < items_.size(); ++i) items_[i] = static_cast<int>(i);
  nodes_.reserve(footprints.size());
  nodes_.push_back({});
  split(footprints, 0, 0, static_cast<int>(items_.size()));
}

void FootprintTree::split(std::span<const Footprint> footprints, std::size_t node, int first, int count) {
  const auto of = [&](int item) -> const Footprint& { return footprints[static_cast<std::size_t>(item)]; };
  Footprint bounds = of(items_[static_cast<std::size_t>(first)]);
  for (int i = 1; i < count; ++i) {
    const Footprint& next = of(items_[static_cast<std::size_t>(first + i)]);
    bounds.low_x = std::min<double>(bounds.low_x, next.low_x);
    bounds.low_z = std::min<double>(bounds.low_z, next.low_z);
    bounds.high_x = std::max<double>(bounds.high_x, next.high_x);
    bounds.high_z = std::max<double>(bounds.high_z, next.high_z);
    bounds.top = std::max<double>(bounds.top, next.top);
  }
  nodes_[node].bounds = bounds;
  if (count <= kLeaf) {
    nodes_[node].first = first;
    nodes_[node].count = count;
    return;
  }
  const bool by_x = bounds.high_x - bounds.low_x >= bounds.high_z - bounds.low_z;
  const auto centre = [&](int item) {
    const Footprint& box = of(item);
    return by_x ? box.low_x + box.high_x : box.low_z + box.high_z;
  };
  const auto begin = items_.begin() + first;
  const int half = count / 2;
  // Equal centres go by their number, so that every machine builds the same tree.
  std::nth_element(begin, begin + half, begin + count, [&](int a, int b) {
    const double ca = centre(a), cb = centre(b);
    return ca != cb ? ca < cb : a < b;
  });
  const std::size_t child = nodes_.size();
  nodes_.resize(child + 2);
  nodes_[node].first = static_cast<int>(child);
  nodes_[node].count = 0;
  split(footprints, child, first, half);
  split(footprints, child + 1, first + half, count - half);
}

}  // namespace kine::detail
