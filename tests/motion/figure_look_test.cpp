// What people see of a figure that walks: heels, arms and how it stands.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "kine/kinematics/forward.h"
#include "kine/motion/gait_fit.h"
#include "kine/motion/walk.h"
#include "scenes/terrains.h"
#include "tests/motion/test_figures.h"

namespace kine {
namespace {

using testing::altered;
using testing::ends_with;
using testing::figure_of;
using testing::loose;
using testing::robot;

/// The left foot over some strides on level ground at full speed.
struct FootStrides {
  double heel_rise =
      1;  ///< when its sole is five degrees off the ground, as a share of the cycle from strike to strike
  double strike_pitch = 1e9;  ///< the least that toes point up as the heel strikes, degrees
  int count = 0;
};

FootStrides left_foot_of(const WalkingFigure& figure) {
  constexpr double kRate = 120, kSeconds = 10, kStarted = 3;  // seconds
  constexpr double kRisen = 5;                                // degrees
  const Result<GaitFit> fit = fit_gait(figure.body(), Gait{});
  EXPECT_TRUE(fit.ok()) << fit.error();
  const auto ground = *scenes::make_terrain("flat");
  Scratch scratch(figure);
  WalkState state;
  std::vector<double> pose(figure.body().standing().begin(), figure.body().standing().end());
  FootStrides out;
  double struck = -1, rose = -1, last_pitch = 0;
  bool was_down = true;
  for (int k = 0; k <= kSeconds * kRate; ++k) {
    const WalkReport report =
        walk(figure.body(), fit->gait, *ground, {1, 0, 0}, k ? 1 / kRate : 0, state, pose, scratch);
    const bool down = report.plan.heel_down[0];
    const double time = k / kRate;
    const double pitch = degrees(std::asin(rotate(report.plan.feet[0].rotation, kUnitZ).y));
    if (pitch < -kRisen && last_pitch >= -kRisen) rose = time;
    if (down && !was_down && time > kStarted) {
      out.strike_pitch = std::min(out.strike_pitch, pitch);
      if (struck > 0) out.heel_rise = std::min(out.heel_rise, (rose - struck) / (time - struck));
      if (struck > 0) ++out.count;
      struck = time;
    }
    was_down = down;
    last_pitch = pitch;
  }
  EXPECT_GT(out.count, 3);
  return out;
}

TEST(FigureFoot, BendsToesThatLieOnItsSole) {
  // Toes and their tips as low as each other: that is where the sole is.
  const Skeleton low = altered([](Joint& joint) {
    if (ends_with(joint.name, "_heel")) return false;
    if (ends_with(joint.name, "_toes")) joint.rest.translation.y = -0.07;
    if (ends_with(joint.name, "_toe_tip")) joint.rest.translation.y = 0;
    return true;
  });
  const WalkingFigure figure = figure_of(low, kUnitY);
  const FootShape& foot = figure.body().measures().foot;
  EXPECT_EQ(foot.ball.y, foot.heel.y);
  EXPECT_GT(degrees(foot.max_bend), 40);
  EXPECT_LT(foot.ball.z, foot.tip.z);
}

TEST(FigureFoot, KeepsItsHeelDownAsLongAsPeopleDo) {
  // People lift it at 35 to 51 % of the cycle.
  const Skeleton skeleton = loose();
  EXPECT_GT(left_foot_of(figure_of(skeleton, kUnitY)).heel_rise, 0.35);
}

TEST(FigureFoot, StrikesWithItsHeelWhereItHasNoToes) {
  const Skeleton skeleton = robot();
  const WalkingFigure figure = figure_of(skeleton, kUnitZ);
  ASSERT_EQ(figure.body().measures().foot.max_bend, 0);
  const FootStrides strides = left_foot_of(figure);
  EXPECT_GT(strides.strike_pitch, 15);
  EXPECT_GT(strides.heel_rise, 0.35);
}

}  // namespace
}  // namespace kine
