#include "kine/batch/chains.h"

#include "kine/batch/internal/lane_kernels.h"
#include "kine/batch/internal/run_parts.h"
#include "kine/core/assert.h"

namespace kine {

void forward(const ChainKernel& chain, const Batch& poses, Arrays& tips, const BatchRun& run) {
  KINE_ASSERT(tips.count() == 12 && tips.size() == poses.size(), "twelve arrays, a number a pose");
  const detail::LaneKernels& kernels = detail::lane_kernels(run.most_lanes);
  detail::run_parts(run, poses.size(), [&](detail::Part part) { kernels.chain_tips(chain, poses, tips, part); });
}

void forward_and_jacobian(const ChainKernel& chain, const Batch& poses, const Vec3& offset, Arrays& tips,
                          Arrays& jacobians, const BatchRun& run) {
  KINE_ASSERT(tips.count() == 12 && tips.size() == poses.size(), "twelve arrays, a number a pose");
  KINE_ASSERT(jacobians.count() == 6 * static_cast<int>(chain.freedoms().size()) && jacobians.size() == poses.size(),
              "six arrays a freedom, a number a pose");
  const detail::LaneKernels& kernels = detail::lane_kernels(run.most_lanes);
  detail::run_parts(run, poses.size(),
                    [&](detail::Part part) { kernels.chain_jacobians(chain, poses, offset, tips, jacobians, part); });
}

}  // namespace kine
