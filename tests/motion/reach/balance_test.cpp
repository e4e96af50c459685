#include "kine/motion/reach/balance.h"

#include <gtest/gtest.h>

namespace kine {
namespace {

TEST(SupportMargin, IsTheDistanceToTheNearestEdge) {
  BipedMeasures build;
  FootShape& shape = build.legs[0].foot;
  shape.heel = {0, -0.07, -0.06};
  shape.tip = {0, -0.07, 0.2};
  shape.half_width = 0.04;
  build.legs[1].foot = shape;
  const FootPose feet[] = {{{0.1, 0.07, 0}, {}, 0}, {{-0.1, 0.07, 0}, {}, 0}};
  EXPECT_NEAR(detail::support_margin(build, feet, {0, 5, 0.07}), 0.13, 1e-12);
  EXPECT_NEAR(detail::support_margin(build, feet, {0.12, 0, 0.07}), 0.02, 1e-12);
  EXPECT_NEAR(detail::support_margin(build, feet, {0, 0, 0.25}), -0.05, 1e-12);
}

}  // namespace
}  // namespace kine
