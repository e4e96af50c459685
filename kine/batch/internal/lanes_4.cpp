#if defined(__AVX2__)

#include "kine/batch/internal/lane_text.h"

const kine::detail::LaneKernels kine::detail::kLanes4 = kine::detail::lane_kernels_of<4>();

#endif
