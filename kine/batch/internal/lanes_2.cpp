#include "kine/batch/internal/lane_text.h"

const kine::detail::LaneKernels kine::detail::kLanes2 = kine::detail::lane_kernels_of<2>();
