#include "kine/motion/lever.h"

#include <gtest/gtest.h>

namespace kine {
namespace {

TEST(Handle, GoesRoundItsAxisAndKnowsTheAngleThatComesNearest) {
  const Handle handle{{1, 2, 3}, {0, 4, 0}, {1, 2, 4}, {-1, 2}};
  EXPECT_LE(length(handle.point(kHalfPi) - Vec3{2, 2, 3}), 1e-15);
  EXPECT_LE(length(handle.point(9) - handle.point(2)), 0) << "held at the end of its range";
  for (double angle = -1; angle <= 2; angle += 0.1) {
    const Vec3 pulled = handle.point(angle) + Vec3{0, 0.7, 0} + 0.3 * (handle.point(angle) - handle.centre);
    EXPECT_NEAR(handle.angle_towards(pulled, 0), angle, 1e-12);
  }
  EXPECT_EQ(handle.angle_towards(handle.centre + Vec3{0, 3, 0}, 0.5), 0.5);
  const Handle crank{{}, kUnitY, {0, 0, 1}, {}};
  EXPECT_NEAR(crank.angle_towards({1, 0, 0}, 20), kHalfPi + 3 * kTwoPi, 1e-12);
}

}  // namespace
}  // namespace kine
