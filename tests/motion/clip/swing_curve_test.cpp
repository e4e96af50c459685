#include "kine/motion/clip/swing_curve.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "kine/motion/clip/slip.h"

namespace kine::detail {
namespace {

TEST(SwingCurve, IsAboveWhatItNeedsAndStartsAndEndsAtRest) {
  std::array<double, SwingCurve::kNeeds> needs;
  needs.fill(-1);
  // Two steps up: what a toe has to clear on its way.
  for (std::size_t i = 6; i < 11; ++i) needs[i] = 0.17;
  for (std::size_t i = 11; i < needs.size() - 3; ++i) needs[i] = 0.34;
  const SwingCurve curve = SwingCurve::over(0, 0.34, needs);
  for (std::size_t i = 3; i < needs.size() - 3; ++i) {
    const double s = static_cast<double>(i) / (SwingCurve::kNeeds - 1);
    EXPECT_GE(curve.at(s), needs[i] - 0.012) << i;  // beside a need the spline is a sixth lower
  }
  EXPECT_EQ(curve.at(0), 0);
  EXPECT_EQ(curve.at(1), 0.34);
  constexpr double kStep = 1e-4;
  EXPECT_NEAR((curve.at(kStep) - curve.at(0)) / kStep, 0, 1e-3);
  EXPECT_NEAR((curve.at(1) - curve.at(1 - kStep)) / kStep, 0, 1e-3);
}

TEST(SwingCurve, WithoutNeedsItStaysBetweenItsEnds) {
  std::array<double, SwingCurve::kNeeds> needs;
  needs.fill(-1e300);
  const SwingCurve curve = SwingCurve::over(0.2, -0.1, needs);
  for (int i = 0; i <= 100; ++i) {
    EXPECT_LE(curve.at(0.01 * i), 0.2 + 0.02);
    EXPECT_GE(curve.at(0.01 * i), -0.1 - 0.02);
  }
}

TEST(Slip, BeginsAtItsValueAndRateAndEndsAtRest) {
  const Slip slip{{0.1, 0, 0}, {-0.4, 0, 0}};
  constexpr double kLength = 0.25, kStep = 1e-6;
  EXPECT_EQ(slip.at(0, kLength).x, 0.1);
  EXPECT_NEAR((slip.at(kStep, kLength).x - 0.1) / kStep, -0.4, 1e-4);
  EXPECT_NEAR(slip.at(kLength - kStep, kLength).x / kStep, 0, 1e-6);
  EXPECT_EQ(slip.at(kLength, kLength).x, 0);
}

}  // namespace
}  // namespace kine::detail
