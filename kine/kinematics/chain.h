#pragma once

#include <span>
#include <vector>

#include "kine/model/skeleton.h"

namespace kine {

/// The joints between a root and a tip, root first, and the freedoms that move the tip: made once, so that forward
/// kinematics and Jacobians of one limb cost nothing for the rest of the body.
class Chain {
 public:
  Chain(const Skeleton& skeleton, JointId tip);

  JointId tip() const { return {joints_.back()}; }
  /// From the root to the tip, both included.
  std::span<const int> joints() const { return joints_; }
  /// The freedoms that move the tip, ascending; fixed ones too.
  std::span<const int> freedoms() const { return freedoms_; }
  /// The values in a pose that are angles of these joints, root first.
  std::span<const int> angle_values() const { return angle_values_; }
  /// For each axis of these joints, root first, its place in freedoms().
  std::span<const int> columns() const { return columns_; }

 private:
  std::vector<int> joints_, freedoms_, angle_values_, columns_;
};

}  // namespace kine
