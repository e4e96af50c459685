#pragma once

#include <span>

#include "kine/batch/solve.h"
#include "kine/solve/damped/limb.h"
#include "kine/solve/damped/limb_step.h"
#include "kine/solve/internal/judge.h"

namespace kine::detail {

/// Jacobian on one limb, of which all problems of a batch have the same. LimbOf<Link>: hinges and sliders only.
template <class L>
struct LimbBatch {
  const BatchGoal& goal;
  const LimbOf<L>& limb;
  LimbSettings settings;
  Allowed allowed;
  Batch& poses;
  std::span<BatchReport> reports;
  Scratch& scratch;  ///< with bytes_in_lanes(links) free
};

/// What lanes take of scratch: numbers a lane and link, rounded up generously, for the widest lanes.
inline std::size_t bytes_in_lanes(std::size_t links) { return (links * 32 + 1) * 8 * sizeof(double); }

}  // namespace kine::detail
