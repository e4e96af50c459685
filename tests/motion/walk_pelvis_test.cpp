// The pelvis of a walk does not jolt where legs are too short for its height.
#include <gtest/gtest.h>

#include "kine/motion/walk_path.h"
#include "tests/motion/walk_measure.h"

namespace kine::testing {
namespace {

WalkFigures walk_along(const char* terrain, const WalkPath& path, double seconds) {
  WalkSetup setup;
  setup.terrain = terrain;
  setup.seconds = seconds;
  double along = 0;
  setup.stick = [&](double, const WalkState& state) { return follow(path, setup.gait, state, along); };
  return measure(setup);
}

TEST(WalkPelvis, IsNotPulledDownOnSlopesAndStairs) {
  for (const char* terrain : {"stairs", "ramp", "hills:2", "hills:4"}) {
    const WalkFigures f = walk_along(terrain, WalkPath::straight(), 25);
    EXPECT_LE(f.pelvis_acceleration.value, 5) << terrain << ": " << summary(f);
  }
}

TEST(WalkPelvis, IsNotPulledDownAtCorners) {
  for (const char* terrain : {"flat", "hills:1", "hills:2"}) {
    const WalkFigures f = walk_along(terrain, WalkPath::square(4), 25);
    EXPECT_LE(f.pelvis_acceleration.value, 5) << terrain << ": " << summary(f);
  }
}

}  // namespace
}  // namespace kine::testing
