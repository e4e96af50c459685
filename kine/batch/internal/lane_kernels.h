#pragma once

#include <cstddef>

#include "kine/batch/batch.h"
#include "kine/batch/chains.h"
#include "kine/batch/internal/arm_batch.h"
#include "kine/batch/internal/limb_batch.h"
#include "kine/batch/internal/part.h"
#include "kine/batch/two_bones.h"

namespace kine::detail {

/// The loops that are compiled once for each instruction set.
struct LaneKernels {
  int lanes;
  void (*two_bones)(const TwoBones&, const geometry::TwoBoneOptions<double>&, const TwoBoneAnswers&, Part);
  void (*chain_tips)(const ChainKernel&, const Batch&, Arrays& tips, Part);
  void (*chain_jacobians)(const ChainKernel&, const Batch&, const Vec3& offset, Arrays& tips, Arrays& jacobians, Part);
  void (*arms)(const ArmBatch&, Part, const AloneCall& alone);
  void (*balls)(const LimbBatch<FreeBall>&, Part, const AloneCall& alone);
  void (*hinges)(const LimbBatch<Link>&, Part, const AloneCall& alone);
};

/// The widest that this processor can run and that have no more than `most_lanes` lanes; one lane is plain doubles.
const LaneKernels& lane_kernels(int most_lanes);

extern const LaneKernels kLanes2, kLanes4, kLanes8;

/// A single limb of a batch, as the scalar kernel takes it and gives it back.
void solve_one(const TwoBones& limbs, const geometry::TwoBoneOptions<double>& options, const TwoBoneAnswers& answers,
               std::size_t i);

}  // namespace kine::detail
