#include "kine/motion/walk/unevenness.h"

#include <gtest/gtest.h>

#include <cmath>

namespace kine::detail {
namespace {

/// A step of 0.7 m on a slope, rising by so much for each metre.
Step step_on(double slope) {
  const Quat lean = from_axis_angle(kUnitX, -std::atan(slope));
  Step step;
  step.phase = Step::Phase::Step;
  step.swinging = 1;
  step.feet[0].plant = {{0, 0, 0}, lean};
  step.swing.to = {{0, 0.7 * slope, 0.7}, lean};
  return step;
}

constexpr CourseSpeeds kOn{1.3, 0, 0};

TEST(Unevenness, IsNothingOnTheLevelStraightOnAndGrowsWithSlopeChangeTurnAndSpeed) {
  EXPECT_EQ(unevenness_of(step_on(0), kOn, kOn, 1), 0);
  double before = 0;
  for (const double slope : {0.03, 0.06, 0.1}) {
    const double up = unevenness_of(step_on(slope), kOn, kOn, 1);
    EXPECT_GT(up, before) << slope;
    EXPECT_NEAR(up, unevenness_of(step_on(-slope), kOn, kOn, 1), 1e-12) << "downhill as uphill";
    before = up;
  }
  EXPECT_EQ(unevenness_of(step_on(0.3), kOn, kOn, 1), Unevenness::kMost) << "which is remembered";
  EXPECT_GT(unevenness_of(step_on(0), {1.2, 0, 0}, kOn, 1), 0.2) << "a change of speed";
  EXPECT_GT(unevenness_of(step_on(0), {0, 0.1, 0}, {0, 0.1, 0}, 1), 0.4) << "to the side";
  EXPECT_GT(unevenness_of(step_on(0), {-0.1, 0, 0}, {-0.1, 0, 0}, 1), 0.4) << "and back";
  EXPECT_GT(unevenness_of(step_on(0), kOn, {1.3, 0, 0.4}, 1), 0.4) << "a turn that begins";
  EXPECT_GT(unevenness_of(step_on(0), {1.7, 0, 0}, {1.7, 0, 0}, 1), 0.4) << "a quick walk";
}

TEST(Unevenness, GoesByTheSizeOfTheFigure) {
  const double small = 0.5, pace = std::sqrt(small);
  Step step = step_on(0);
  step.swing.to.point.y = 0.04;
  const double whole = unevenness_of(step, {1.2, 0, 0.1}, {1.3, 0, 0.1}, 1);
  step.swing.to.point.y *= small;
  EXPECT_NEAR(unevenness_of(step, {1.2 * pace, 0, 0.1 / pace}, {1.3 * pace, 0, 0.1 / pace}, small), whole, 1e-12);
}

TEST(Unevenness, IsForgottenAfterFourEvenSteps) {
  double left = Unevenness::kMost;
  for (int i = 0; i < 4; ++i) {
    if (i < 2) {
      EXPECT_GE(left, 1) << "legs stay bent for two";
    }
    left = faded_unevenness(left);
  }
  EXPECT_EQ(left, 0);
  EXPECT_EQ(faded_unevenness(0), 0);
}

TEST(Unevenness, GoesOverWithinTheStepAndWithoutAJump) {
  Unevenness uneven{0, 0, 0};
  uneven.go_to(1, 0.1);
  EXPECT_EQ(uneven.at(0.1), 0);
  EXPECT_EQ(uneven.at(1), 1);
  const double half = uneven.at(0.2);
  EXPECT_GT(half, 0.05);
  uneven.go_to(0.5, 0.2);
  EXPECT_EQ(uneven.at(0.2), half) << "it goes on from where it was";
  EXPECT_EQ(uneven.at(1), 0.5);
}

TEST(Unevenness, LegsAreStraighterTheMoreEvenAStepIs) {
  const LegSpare even = leg_spare(0), half = leg_spare(0.5), uneven = leg_spare(1);
  EXPECT_GT(even.stretch, half.stretch);
  EXPECT_GT(half.stretch, uneven.stretch);
  EXPECT_LT(even.planned, half.planned);
  EXPECT_LT(half.planned, uneven.planned);
  EXPECT_EQ(uneven.stretch, 0) << "Gait::most_stretch is for the most uneven step";
  Step step;
  LegMeasures leg;
  leg.length = 0.87;
  EXPECT_EQ(longest_leg(leg, Gait::natural(), step, 0), Gait::natural().most_stretch * 0.87) << "and for who stands";
}

}  // namespace
}  // namespace kine::detail
