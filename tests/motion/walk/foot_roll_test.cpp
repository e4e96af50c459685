#include "kine/motion/walk/foot_roll.h"

#include <gtest/gtest.h>

namespace kine {
namespace {

using namespace detail;

constexpr FootShape kFoot{{0, -0.07, -0.06}, {0, -0.05, 0.13}, {0, -0.07, 0.205}, 0.04, 0.87};

TEST(FootRoll, KeepsTheHeelOrTheToesWhereTheyAre) {
  const Foothold sole{{0.4, 0.2, -0.3}, from_axis_angle(normalised(Vec3{0.1, 1, 0.2}), 0.6)};
  const auto heel = [&](double pitch) {
    const FootPose pose = roll(kFoot, sole, pitch);
    return pose.ankle + rotate(pose.rotation, kFoot.heel);
  };
  const auto tip = [&](double pitch) {
    const FootPose pose = roll(kFoot, sole, pitch);
    const Vec3 toes = rotate(from_axis_angle(kUnitX, -pose.toe_bend), kFoot.tip - kFoot.ball);
    return pose.ankle + rotate(pose.rotation, kFoot.ball + toes);
  };
  for (const double pitch : {0.0, 0.1, 0.4}) EXPECT_NEAR(length(heel(pitch) - heel(0)), 0, 1e-14);
  for (const double pitch : {0.0, -0.1, -0.7, -0.87, -1.3}) EXPECT_NEAR(length(tip(pitch) - tip(0)), 0, 1e-14);
  EXPECT_LE(roll(kFoot, sole, -1.3).toe_bend, kFoot.max_bend);
}

}  // namespace
}  // namespace kine
