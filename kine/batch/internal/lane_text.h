#pragma once

#include "kine/batch/internal/arms_in_lanes.h"
#include "kine/batch/internal/balls_in_lanes.h"
#include "kine/batch/internal/chains_in_lanes.h"
#include "kine/batch/internal/hinges_in_lanes.h"
#include "kine/batch/internal/lane_kernels.h"
#include "kine/batch/internal/two_bones_in_lanes.h"

/// The loops over lanes: included by one file for each instruction set.
namespace kine::detail {

template <int W>
constexpr LaneKernels lane_kernels_of() {
  return {.lanes = W,
          .two_bones = two_bones_in_lanes<W>,
          .chain_tips = chain_tips_in_lanes<W>,
          .chain_jacobians = chain_jacobians_in_lanes<W>,
          .arms = arms_in_lanes<W>,
          .balls = balls_in_lanes<W>,
          .hinges = hinges_in_lanes<W>};
}

}  // namespace kine::detail
