// The pelvis of a walk does not jolt where legs are too short for its height.
#include <gtest/gtest.h>

#include "tests/motion/walk_measure.h"

namespace kine::testing {
namespace {

TEST(WalkPelvis, IsNotPulledDownOnSlopesAndStairs) {
  for (const char* terrain : {"stairs", "ramp", "hills:2", "hills:4"}) {
    const WalkFigures f = measure_along(WalkPath::straight(), terrain, 25);
    EXPECT_LE(f.pelvis_acceleration.value, 5) << terrain << ": " << summary(f);
  }
}

TEST(WalkPelvis, IsNotPulledDownAtCorners) {
  for (const char* terrain : {"flat", "hills:1", "hills:2"}) {
    const WalkFigures f = measure_along(WalkPath::square(4), terrain, 25);
    EXPECT_LE(f.pelvis_acceleration.value, 5) << terrain << ": " << summary(f);
  }
}

}  // namespace
}  // namespace kine::testing
