// How the foot in the air gets over what lies on its way: soles stay out of the ground, and joints do not jump for it.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "tests/motion/walk_rules.h"

namespace kine {
namespace {

using testing::expect_sound;
using testing::measure;
using testing::measure_along;
using testing::random_stick;
using testing::summary;
using testing::WalkFigures;
using testing::WalkSetup;

TEST(WalkBrokenGround, SolesClearTheEdgesOfBlocks) {
  const struct {
    const char* terrain;
    WalkPath path;
  } walks[] = {{"blocks:2", WalkPath::straight()}, {"blocks:3", WalkPath::straight()},
               {"blocks:1", WalkPath::circle(2)},  {"blocks:1", WalkPath::square(4)},
               {"blocks:3", WalkPath::circle(2)},  {"blocks:3", WalkPath::figure8()},
               {"blocks:3", WalkPath::square(4)}};
  for (const auto& walk : walks) {
    const WalkFigures f = measure_along(walk.path, walk.terrain, 35);
    expect_sound(f, walk.terrain);
    SCOPED_TRACE(std::string(walk.terrain) + ": " + summary(f));
    EXPECT_LE(f.joint_speed.value, 12);
    EXPECT_LE(f.joint_acceleration.value, 400);
    EXPECT_GE(f.way, 8);  // and it gets on
  }
}

TEST(WalkBrokenGround, SolesClearTheEdgesOfStairsWhereItTurns) {
  for (const WalkPath& path : {WalkPath::circle(2), WalkPath::figure8(), WalkPath::square(4)}) {
    const WalkFigures f = measure_along(path, "stairs", 25);
    expect_sound(f, "stairs");
    SCOPED_TRACE(summary(f));
    EXPECT_LE(f.joint_speed.value, 12);
    EXPECT_LE(f.joint_acceleration.value, 400);
  }
}

TEST(WalkBrokenGround, JointsDoNotJumpOnHills) {
  for (const char* terrain : {"ramp", "hills:1", "hills:2", "hills:4", "hills:5"}) {
    const WalkFigures f = measure_along(WalkPath::straight(), terrain, 30);  // and over the top of the ramp
    expect_sound(f, terrain);
    SCOPED_TRACE(std::string(terrain) + ": " + summary(f));
    EXPECT_LE(f.joint_speed.value, 12);
    EXPECT_LE(f.joint_acceleration.value, 400);
  }
}

TEST(WalkBrokenGround, JointsDoNotJumpUnderRandomSticksOnTheFlat) {
  for (const unsigned seed : {1u, 2u, 3u}) {
    WalkSetup setup;
    setup.seconds = 120;
    setup.stick = random_stick(seed);
    const WalkFigures f = measure(setup);
    expect_sound(f, "flat, random stick");
    EXPECT_LE(f.joint_acceleration.value, 400) << summary(f);
  }
}

TEST(WalkBrokenGround, JointsDoNotJumpWhereAFootGoesFromItsHeelToItsToes) {
  // Which it does whenever the stick goes from back to ahead; at every part of a step, straight on and in curves.
  for (const double speed : {0.5, 1.0})
    for (const double turn : {0.0, 0.4, -0.4, 0.8}) {
      WalkSetup setup;
      setup.seconds = 120;
      setup.stick = [=](double time, const WalkState&) {
        return Stick{std::fmod(time, 2.37) > 1.185 ? speed : -speed, turn, 0};
      };
      const WalkFigures f = measure(setup);
      expect_sound(f, "flat, to and fro");
      EXPECT_LE(f.joint_acceleration.value, 400) << summary(f);
    }
}

TEST(WalkBrokenGround, NoKneeHurriesOverEdgesHoweverFastItGoes) {
  for (const char* terrain : {"stairs", "blocks:1", "blocks:3"})
    for (const double speed : {0.4, 0.6, 0.9, 1.05, 1.1, 1.2}) {
      WalkSetup setup;
      setup.terrain = terrain;
      setup.seconds = 60;
      setup.gait.top_speed = speed;
      const WalkFigures f = measure_along(WalkPath::straight(), setup);
      expect_sound(f, terrain);
      EXPECT_LE(f.joint_speed.value, 12) << terrain << ", " << speed << " m/s: " << summary(f);
      EXPECT_LE(f.joint_acceleration.value, 400) << terrain << ", " << speed << " m/s: " << summary(f);
    }
}

TEST(WalkBrokenGround, SetsOutAgainFromAnyStanceOnARamp) {
  // At corners it comes to rest with its feet as they happen to be, wide apart across the slope.
  for (const double speed : {0.9, 1.0, 1.1, 1.2}) {
    WalkSetup setup;
    setup.terrain = "ramp";
    setup.seconds = 60;
    setup.gait.top_speed = speed;
    expect_sound(measure_along(WalkPath::square(4), setup), "ramp, square, " + std::to_string(speed) + " m/s");
  }
}

TEST(WalkBrokenGround, GoesOnWhereABlockIsMissingOrStands) {
  for (const char* terrain : {"blocks:2", "blocks:3", "blocks:4"})
    for (const WalkPath& path : {WalkPath::circle(2), WalkPath::figure8()}) {
      const WalkFigures f = measure_along(path, terrain, 40);
      expect_sound(f, terrain);
      EXPECT_EQ(f.crossing.value, 0) << terrain;
      const Vec3 way = f.hips.back() - f.hips[f.hips.size() - 600];  // of the last five seconds
      EXPECT_TRUE(f.stands || length(way) > 0.3) << terrain << ": it marches on the spot, " << summary(f);
    }
}

TEST(WalkBrokenGround, FeetAndJointsKeepTheirRulesForTenMinutesWhateverTheStickDoes) {
  for (const char* terrain : {"flat", "hills:1", "stairs", "blocks:1", "blocks:2"})
    for (const unsigned seed : {1u, 2u, 3u}) {
      WalkSetup setup;
      setup.terrain = terrain;
      setup.seconds = 600;
      setup.stick = random_stick(seed);
      const WalkFigures f = measure(setup);
      expect_sound(f, std::string(terrain) + ", random stick " + std::to_string(seed));
      EXPECT_GE(f.least_edge, 0.015) << terrain << ", random stick " << seed;
    }
}

}  // namespace
}  // namespace kine
