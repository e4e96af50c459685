#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace kine::detail {

/// What something covers, seen from above, and how high it reaches.
struct Footprint {
  double low_x, low_z, high_x, high_z;
  double top;  ///< nothing of it is higher
};

/// A bounding-volume tree of footprints, for casts straight down: who could lie below a point? Built once; a query
/// allocates nothing and visits few nodes more than what it finds. Each node is split at the middle of its longer side
/// by the order of the centres, so the tree is balanced.
class FootprintTree {
 public:
  explicit FootprintTree(std::span<const Footprint> footprints);

  /// Calls visit(item) for every footprint that covers (x, z) and reaches above `floor`; visit returns the new floor,
  /// so that lower ones are left out as soon as something higher was met.
  template <class Visit>
  void visit_below(double x, double z, double floor, const Visit& visit) const {
    if (nodes_.empty()) return;
    int stack[kDepth];
    int count = 0;
    stack[count++] = 0;
    while (count > 0) {
      const Node& node = nodes_[static_cast<std::size_t>(stack[--count])];
      const Footprint& box = node.bounds;
      if (x < box.low_x || x > box.high_x || z < box.low_z || z > box.high_z || box.top < floor) continue;
      if (node.count == 0) {
        stack[count++] = node.first;
        stack[count++] = node.first + 1;
        continue;
      }
      for (int i = 0; i < node.count; ++i) floor = visit(items_[static_cast<std::size_t>(node.first + i)], floor);
    }
  }

 private:
  static constexpr int kDepth = 64, kLeaf = 4;
  struct Node {
    Footprint bounds;
    int first = 0;  ///< its first child, the second lies next to it; of a leaf: its first item
    int count = 0;  ///< of a leaf: how many items
  };

  void split(std::span<const Footprint> footprints, std::size_t node, int first, int count);

  std::vector<Node> nodes_;
  std::vector<int> items_;
};

}  // namespace kine::detail
