#include "apps/cli/figures/power_law.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace kine::cli {
namespace {

TEST(PowerLaw, LogarithmsAreThoseOfTheStandardLibrary) {
  for (double value = 1e-300; value < 1e300; value *= 1.37) {
    const double expected = std::log10(value);
    ASSERT_NEAR(log10_of(value), expected, 1e-15 * (1 + std::abs(expected))) << value;
  }
  for (int power = -12; power <= 12; ++power) EXPECT_NEAR(log10_of(std::pow(10.0, power)), power, 4e-15);
}

TEST(PowerLaw, AnExactLawIsFoundAgain) {
  for (const double exponent : {-1.5, 0.0, 0.93, 1.0, 2.35}) {
    std::vector<Point2> points;
    for (const double x : {3.0, 5.0, 10.0, 20.0, 50.0, 100.0}) points.push_back({x, 0.37 * std::pow(x, exponent)});
    const PowerLaw law = fit_power_law(points);
    EXPECT_NEAR(law.exponent, exponent, 1e-13);
    EXPECT_NEAR(law.factor, 0.37, 1e-13);
  }
}

TEST(PowerLaw, PointsOffTheLawAreWeighedByLeastSquares) {
  // In logarithms to base ten: (0, 0), (1, 1), (2, 1). The line of least squares is 1/6 + x/2.
  const Point2 points[] = {{1, 1}, {10, 10}, {100, 10}};
  const PowerLaw law = fit_power_law(points);
  EXPECT_NEAR(law.exponent, 0.5, 1e-14);
  EXPECT_NEAR(law.factor, std::pow(10.0, 1.0 / 6), 1e-13);
}

}  // namespace
}  // namespace kine::cli
