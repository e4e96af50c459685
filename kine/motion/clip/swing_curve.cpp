#include "kine/motion/clip/swing_curve.h"

#include <algorithm>
#include <cmath>

#include "kine/model/limits.h"

namespace kine::detail {

double SwingCurve::control(int i) const {
  if (i < 2) return from;
  if (i > kSpans - 2) return to;
  return inner[static_cast<std::size_t>(i - 2)];
}

SwingCurve SwingCurve::over(double from, double to, std::span<const double, kNeeds> needs) {
  constexpr int kSweeps = 60;  // Gauss-Seidel of six numbers: more change nothing that can be seen
  SwingCurve curve{from, to, {}};
  std::array<double, kInner> least{};
  for (int i = 0; i < kInner; ++i) {
    const auto k = static_cast<std::size_t>(i);
    // Control point i + 2 rules the spans beside it: the five moments around it.
    const std::size_t centre = 2 * (k + 2);
    least[k] = -kInfinity;
    for (std::size_t m = centre - 2; m <= centre + 2; ++m) least[k] = std::max<double>(least[k], needs[m]);
    const double share = static_cast<double>(i + 1) / (kInner + 1);
    curve.inner[k] = std::max<double>(from + (to - from) * share, least[k]);
  }
  // The least sum of squared second differences: 6 c_k = 4 (c_k-1 + c_k+1) - (c_k-2 + c_k+2).
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    for (int i = 0; i < kInner; ++i) {
      const int k = i + 2;
      const double best =
          (4 * (curve.control(k - 1) + curve.control(k + 1)) - (curve.control(k - 2) + curve.control(k + 2))) / 6;
      curve.inner[static_cast<std::size_t>(i)] = std::max<double>(best, least[static_cast<std::size_t>(i)]);
    }
  }
  return curve;
}

double SwingCurve::at(double s) const {
  if (!(s > 0)) return from;
  if (s >= 1) return to;
  const double u = s * kSpans;
  const int k = std::min(static_cast<int>(u), kSpans - 1);
  const double t = u - k, r = 1 - t;
  return (r * r * r * control(k - 1) + (3 * t * t * t - 6 * t * t + 4) * control(k) +
          (3 * r * r * r - 6 * r * r + 4) * control(k + 1) + t * t * t * control(k + 2)) /
         6;
}

}  // namespace kine::detail
