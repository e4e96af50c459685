#pragma once

#include "kine/batch/batch.h"
#include "kine/batch/internal/lane_block.h"

namespace kine::detail {

/// What solves check of a goal and a pose; false for what might be refused.
template <int W, class Block>
KINE_LANES_INLINE LaneMask<W> is_plain_problem(const Batch& poses, const Block& block, const Vec3T<Lanes<W>>& target,
                                               const QuatT<Lanes<W>>& orientation) {
  using T = Lanes<W>;
  constexpr double kLargest = 1e100, kShortest = 1e-20,
                   kLongest = 1e20;  // well within what fault_of and is_usable take
  const T length_squared = dot(orientation, orientation);
  LaneMask<W> plain = (abs(target.x) <= T(kLargest)) & (abs(target.y) <= T(kLargest)) & (abs(target.z) <= T(kLargest)) &
                      (length_squared > T(kShortest)) & (length_squared < T(kLongest));
  for (int v = 0; v < poses.value_count(); ++v) plain &= abs(block.load(poses.values(v).data())) <= T(kLargest);
  return plain;
}

}  // namespace kine::detail
