#pragma once

#include "kine/batch/arrays.h"
#include "kine/batch/batch.h"
#include "kine/batch/executor.h"
#include "kine/kinematics/chain_kernel.h"

namespace kine {

/// ChainKernel::forward for every pose of a batch, bit for bit, several poses at once. `tips` has twelve arrays: the columns of the
/// turn (nine), then the place. Allocates nothing.
void forward(const ChainKernel& chain, const Batch& poses, Arrays& tips, const BatchRun& run = {});

/// ChainKernel::forward_and_jacobian likewise. `jacobians` has six arrays for each of the chain's freedoms, one freedom after the
/// other: row r of column c is array 6 c + r.
void forward_and_jacobian(const ChainKernel& chain, const Batch& poses, const Vec3& offset, Arrays& tips,
                          Arrays& jacobians, const BatchRun& run = {});

}  // namespace kine
