#include "kine/model/limits.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/random_skeleton.h"

namespace kine {
namespace {

using test::Random;

BallLimits random_limits(Random& random) {
  BallLimits limits;
  limits.twist_axis = random.direction();
  limits.first_axis = any_perpendicular(limits.twist_axis);
  limits.swing_first = random.uniform(0.1, 2.5);
  limits.swing_second = random.uniform(0.1, 2.5);
  const double lower = random.uniform(-2, 0);
  limits.twist = {lower, random.uniform(0, 2)};
  return limits;
}

TEST(BallLimits, AnglesAndRotationAreTheSameThing) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    Random random(seed);
    const BallLimits limits = random_limits(random);
    const Quat rotation = random.rotation();
    const Quat back = from_ball_angles(limits, ball_angles(limits, rotation));
    EXPECT_LE(angle_of(back * conjugate(rotation)), 1e-9);
  }
}

TEST(BallLimits, ClampedRotationsAreInsideAndKeepTheirBitsWhenClampedAgain) {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    Random random(seed);
    const BallLimits limits = random_limits(random);
    const Quat clamped = clamp_to_limits(limits, random.rotation());
    EXPECT_LE(limit_violation(limits, clamped), 1e-12) << seed;
    EXPECT_EQ(clamp_to_limits(limits, clamped), clamped) << seed;
  }
}

TEST(BallLimits, TheSwingGoesToTheNearestPointOfTheEllipse) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
    BallLimits limits = random_limits(random);
    limits.twist = {-kPi, kPi};
    const BallAngles outside{random.uniform(-2.9, 2.9), random.uniform(-0.9, 0.9), 0};
    const Quat rotation = from_ball_angles(limits, outside);
    if (limit_violation(limits, rotation) == 0) continue;
    const BallAngles at = ball_angles(limits, clamp_to_limits(limits, rotation));
    const double found = std::hypot(at.first - outside.first, at.second - outside.second);
    EXPECT_NEAR(limit_violation(limits, rotation), found, 1e-10);
    for (int i = 0; i < 720; ++i) {  // no point of the ellipse is nearer
      const double t = i * kPi / 360;
      const double x = limits.swing_first * std::cos(t), y = limits.swing_second * std::sin(t);
      EXPECT_GE(std::hypot(x - outside.first, y - outside.second), found - 1e-10);
    }
  }
}

TEST(BallLimits, TheTwistGoesToTheNearerEndRoundTheCircle) {
  BallLimits limits;
  limits.twist = {-0.5, 1.0};
  const auto clamped_twist = [&](double angle) {
    return ball_angles(limits, clamp_to_limits(limits, from_axis_angle(kUnitX, angle))).twist;
  };
  EXPECT_NEAR(clamped_twist(1.2), 1.0, 1e-9);
  EXPECT_NEAR(clamped_twist(-0.7), -0.5, 1e-9);
  EXPECT_NEAR(clamped_twist(3.1), 1.0, 1e-9);
  EXPECT_NEAR(clamped_twist(-3.1), 1.0, 1e-9);  // 2.6 back to the lower end, 2.18 on through the half turn to the upper
}

TEST(BallLimits, NoLimitsMeansNoLimits) {
  const BallLimits limits;
  EXPECT_FALSE(limits.has_swing());
  EXPECT_FALSE(limits.has_twist());
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Random random(seed);
    const Quat rotation = random.rotation();
    EXPECT_EQ(clamp_to_limits(limits, rotation), rotation);
    EXPECT_EQ(limit_violation(limits, rotation), 0);
  }
}

TEST(BallLimits, AHalfTurnOfSwingIsHandled) {
  BallLimits limits;
  limits.swing_first = limits.swing_second = 1;
  const Quat half_turn = from_axis_angle(kUnitY, kPi);
  EXPECT_LE(limit_violation(limits, clamp_to_limits(limits, half_turn)), 1e-12);
}

// Down to half-angles whose squares are no numbers, on one side or on both.
TEST(BallLimits, NarrowConesAreKept) {
  for (const double narrow : {1e-8, 1e-11, 1e-13, 1e-20, 1e-60, 1e-100, 1e-200, 1e-300})
    for (const double other : {narrow, 1.0, 3.0, 1e300})
      for (std::uint64_t seed = 0; seed < 50; ++seed) {
        Random random(seed);
        BallLimits limits;
        limits.swing_first = seed % 2 == 0 ? narrow : other;
        limits.swing_second = seed % 2 == 0 ? other : narrow;
        const BallAngles at = ball_angles(limits, clamp_to_limits(limits, random.rotation()));
        EXPECT_LE(std::abs(seed % 2 == 0 ? at.first : at.second), narrow + 1e-15) << narrow << " beside " << other;
        EXPECT_LE(limit_violation(limits, from_ball_angles(limits, at)), 1e-12) << narrow << " beside " << other;
      }
}

}  // namespace
}  // namespace kine
