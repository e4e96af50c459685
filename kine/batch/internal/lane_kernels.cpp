#include "kine/batch/internal/lane_kernels.h"

#include "kine/batch/internal/lane_trig.h"

namespace kine::detail {

SinCos sin_cos_alone(double x) { return kine::sin_cos(x); }
double atan2_alone(double y, double x) { return kine::atan2(y, x); }
double asin_alone(double x) { return kine::asin(x); }

const LaneKernels& lane_kernels([[maybe_unused]] int most_lanes) {
#if defined(__x86_64__) && \
    !defined(_WIN32)  // g++ for Windows does not align the stack for wide registers (its bug 54412)
  if (most_lanes >= 8 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl"))
    return kLanes8;
  if (most_lanes >= 4 && __builtin_cpu_supports("avx2")) return kLanes4;
#endif
  return kLanes2;
}

}  // namespace kine::detail
