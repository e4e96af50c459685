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
  for (const char* terrain : {"flat", "ramp", "hills:1", "hills:2", "hills:4"}) {
    const WalkFigures f = measure_along(WalkPath::square(4), terrain, 35);
    EXPECT_LE(f.pelvis_acceleration.value, 5) << terrain << ": " << summary(f);
  }
}

TEST(WalkPelvis, SetsOutCalmly) {
  const WalkFigures f = measure_along(WalkPath::straight(), "flat", 4);
  EXPECT_LE(f.pelvis_acceleration.value, 3.2) << summary(f);
}

/// Up or down all the way.
class Slope final : public scenes::Terrain {
 public:
  explicit Slope(double rise) : rise_(rise) {}
  GroundHit at(double x, double z) const override { return {true, {x, rise_ * z, z}, normalised(Vec3{0, 1, -rise_})}; }

 private:
  double rise_;
};

TEST(WalkPelvis, GoesUpAndDownSlopesAsEvenlyAsOnTheLevel) {
  const auto most_up_and_down = [](double rise) {
    WalkSetup setup;
    setup.ground = std::make_shared<Slope>(rise);
    setup.seconds = 10;
    const WalkFigures f = measure(setup);
    double most = 0;
    for (std::size_t i = static_cast<std::size_t>(3 * setup.rate); i < f.hips.size(); ++i)
      most = std::max<double>(most, std::abs(f.hips[i].y - 2 * f.hips[i - 1].y + f.hips[i - 2].y));
    return most * setup.rate * setup.rate;
  };
  const double level = most_up_and_down(0);
  for (const double rise : {-0.15, -0.08, 0.08, 0.15}) EXPECT_LE(most_up_and_down(rise), level + 0.4) << rise;
}

}  // namespace
}  // namespace kine::testing
