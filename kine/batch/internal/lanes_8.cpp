#if defined(__AVX512DQ__)

#include "kine/batch/internal/lane_text.h"

const kine::detail::LaneKernels kine::detail::kLanes8 = kine::detail::lane_kernels_of<8>();

#endif
