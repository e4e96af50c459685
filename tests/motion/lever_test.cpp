#include "kine/motion/lever.h"

#include <gtest/gtest.h>

namespace kine {
namespace {

TEST(Lever, GoesRoundItsAxisAndKnowsTheAngleThatComesNearest) {
  const Lever lever{{1, 2, 3}, {0, 4, 0}, {1, 2, 4}, {-1, 2}};
  EXPECT_LE(length(lever.point(kHalfPi) - Vec3{2, 2, 3}), 1e-15);
  EXPECT_LE(length(lever.point(9) - lever.point(2)), 0) << "held at the end of its range";
  for (double angle = -1; angle <= 2; angle += 0.1) {
    const Vec3 pulled = lever.point(angle) + Vec3{0, 0.7, 0} + 0.3 * (lever.point(angle) - lever.centre);
    EXPECT_NEAR(lever.angle_towards(pulled, 0), angle, 1e-12);
  }
  EXPECT_EQ(lever.angle_towards(lever.centre + Vec3{0, 3, 0}, 0.5), 0.5);
  const Lever crank{{}, kUnitY, {0, 0, 1}, {}};
  EXPECT_NEAR(crank.angle_towards({1, 0, 0}, 20), kHalfPi + 3 * kTwoPi, 1e-12);
}

}  // namespace
}  // namespace kine
