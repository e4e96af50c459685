#include "kine/motion/walk.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "kine/kinematics/forward.h"
#include "kine/motion/ground_shapes.h"
#include "tests/motion/walk_rules.h"
#include "tests/support/allocation_trap.h"

namespace kine {
namespace {

using testing::expect_same_at_every_rate;
using testing::expect_sound;
using testing::measure;
using testing::summary;
using testing::WalkFigures;
using testing::WalkMeter;
using testing::WalkSetup;

/// And that nothing pops, on the flat.
void expect_smooth(const WalkFigures& f, const std::string& name) {
  SCOPED_TRACE(name + ": " + summary(f));
  EXPECT_LE(f.joint_speed.value, 9);
  EXPECT_LE(f.joint_acceleration.value, 400);
}

WalkSetup steady(double speed, double seconds = 6) {
  WalkSetup setup;
  setup.gait.top_speed = speed;
  setup.seconds = seconds;
  return setup;
}

TEST(Walk, IsSoundAndSmoothAtEverySpeedOnTheFlat) {
  for (const double speed : {0.3, 0.6, 0.9, 1.1, 1.3, 1.5, 1.8}) {
    const WalkFigures f = measure(steady(speed));
    expect_sound(f, std::to_string(speed));
    expect_smooth(f, std::to_string(speed));
    EXPECT_LE(f.pelvis_acceleration.value, 5) << speed << ": " << summary(f);
  }
}

TEST(Walk, KeepsTheSpeedThatIsAskedForAfterTwoSteps) {
  for (const double speed : {0.3, 0.6, 1.0, 1.3, 1.6, 1.8}) {
    WalkMeter meter(steady(speed, 8));
    const WalkFigures f = meter.run();
    const std::size_t n = f.hips.size(), late = n - 1 - 4 * 120;
    const double mean = (f.hips[n - 1].z - f.hips[late].z) / 4;
    EXPECT_NEAR(mean, speed, 0.05 * speed);
  }
}

TEST(Walk, HasAFootPlantedForTheShareOfTheCycleThatPeopleHave) {
  const WalkFigures f = measure(steady(1.3, 12));
  for (const double share : f.planted_share) {
    EXPECT_GE(share, 0.55);
    EXPECT_LE(share, 0.66);
  }
}

TEST(Walk, PlantsEveryHeelAndToeThatIsSlowAndNearTheGround) {
  for (const int rate : {60, 120}) {
    WalkSetup setup = steady(1.3, 12);
    setup.rate = rate;
    const WalkFigures f = measure(setup);
    EXPECT_EQ(f.loose.value, 0) << rate << " Hz, " << f.loose.when();
  }
}

TEST(Walk, HasTheMeasuresOfAPerson) {
  const WalkFigures f = measure(steady(1.3, 60));
  EXPECT_GE(f.planted_share[0], 0.59);
  EXPECT_LE(f.planted_share[0], 0.63);
  EXPECT_GE(f.both_share / 2, 0.09);  // twice a cycle
  EXPECT_LE(f.both_share / 2, 0.12);
  double low = 1e9, high = -1e9, left = -1e9, right = 1e9;
  for (std::size_t k = f.hips.size() - 120 * 10; k < f.hips.size(); ++k) {
    low = std::min(low, f.hips[k].y), high = std::max(high, f.hips[k].y);
    left = std::max(left, f.hips[k].x), right = std::min(right, f.hips[k].x);
  }
  EXPECT_GE(high - low, 0.025);
  EXPECT_LE(high - low, 0.05);
  EXPECT_GE(left - right, 0.03);
  EXPECT_LE(left - right, 0.05);
}

TEST(Walk, KeepsTheWalkRatioOfPeople) {
  for (const double speed : {1.05, 1.3, 1.5, 1.8}) {
    const WalkFigures f = measure(steady(speed, 20));
    std::vector<double> strikes;
    for (const testing::Plant& plant : f.plants)
      if (plant.foot == 0 && !plant.toe && plant.start > 5) strikes.push_back(plant.start);
    ASSERT_GE(strikes.size(), 5u);
    const double cycle = (strikes.back() - strikes.front()) / static_cast<double>(strikes.size() - 1);
    const double step = 0.5 * speed * cycle, steps_a_minute = 120 / cycle;
    EXPECT_NEAR(step / steps_a_minute, 0.0065, 0.00065) << speed;
  }
}

TEST(Walk, StopsBackwardsSidewaysAndTurnsAreSound) {
  WalkSetup stop = steady(1.3, 8), back = steady(1.3), side = steady(1.3), spot = steady(1.3), arc = steady(1.3);
  stop.stick = [](double t, const WalkState&) { return Stick{t < 3.05 ? 1.0 : 0.0, 0, 0}; };
  back.stick = [](double, const WalkState&) { return Stick{-1, 0, 0}; };
  side.stick = [](double, const WalkState&) { return Stick{0, 0, 1}; };
  spot.stick = [](double, const WalkState&) { return Stick{0, 1, 0}; };
  arc.stick = [](double, const WalkState&) { return Stick{1, 0.5, 0}; };
  expect_sound(measure(stop), "stop");
  expect_sound(measure(back), "back");
  expect_sound(measure(side), "side");
  expect_sound(measure(spot), "spot");
  expect_sound(measure(arc), "arc");
  expect_smooth(measure(arc), "arc");
  expect_smooth(measure(spot), "spot");
}

TEST(Walk, StandsLevelWithinTwoStepsAfterAStop) {
  WalkSetup setup = steady(1.3, 7);
  setup.stick = [](double t, const WalkState&) { return Stick{t < 3 ? 1.0 : 0.0, 0, 0}; };
  WalkMeter meter(setup);
  const WalkFigures f = meter.run();
  EXPECT_EQ(meter.state().phase, WalkState::Phase::Stand);
  EXPECT_EQ(meter.state().course.speeds.forward, 0);
  const Vec3 left = meter.state().plants[0].point, right = meter.state().plants[1].point;
  EXPECT_LE(std::abs(left.z - right.z), 0.1) << "feet level";
  int landings = 0;
  for (const testing::Plant& plant : f.plants)
    if (plant.start > 3 && !plant.toe) ++landings;
  EXPECT_LE(landings, 4);
}

TEST(Walk, AllModesPutTheFeetInTheSamePlaces) {
  std::vector<std::vector<Vec3>> hips;
  for (const WalkMode mode : {WalkMode::Full, WalkMode::Half, WalkMode::Hybrid}) {
    WalkSetup setup = steady(1.3, 5);
    setup.mode = mode;
    setup.stick = [](double t, const WalkState&) { return Stick{1, t > 2 ? 0.4 : 0.0, 0}; };
    const WalkFigures f = measure(setup);
    expect_sound(f, "mode");
    hips.push_back(f.hips);
  }
  // Planning never looks at a solver's result: the hips have the same bits in every mode.
  EXPECT_EQ(hips[0], hips[1]);
  EXPECT_EQ(hips[0], hips[2]);
}

TEST(Walk, DoesNotDependOnTheFrameRate) { expect_same_at_every_rate(steady(1.3, 8)); }

/// A figure, ready to walk.
struct Walker {
  Skeleton skeleton = scenes::humanoid();
  Pose pose = scenes::standing_pose(skeleton);
  Biped body = *Biped::build(skeleton, pose.q);
  Scratch scratch{body};
  WalkState state{};
  std::unique_ptr<scenes::Terrain> ground = *scenes::make_terrain("hills:3");

  WalkReport step(const Stick& stick, double dt = 1.0 / 60) {
    return walk(body, Gait{}, *ground, stick, dt, state, pose.q, scratch);
  }
};

TEST(Walk, ReplaysTheSameBitsAfterARewind) {
  Walker walker;
  const auto stick = [](int k) { return Stick{1, k % 50 < 25 ? 0.7 : -0.7, 0}; };
  for (int k = 0; k < 200; ++k) walker.step(stick(k));
  const WalkState kept = walker.state;
  std::vector<std::vector<double>> first;
  for (int k = 200; k < 208; ++k) {
    walker.step(stick(k));
    first.push_back(walker.pose.q);
  }
  walker.state = kept;
  for (int k = 200; k < 208; ++k) {
    walker.step(stick(k));
    EXPECT_EQ(std::memcmp(first[static_cast<std::size_t>(k - 200)].data(), walker.pose.data(),
                          walker.pose.size() * sizeof(double)),
              0)
        << k;
  }
}

TEST(Walk, AllocatesNothing) {
  Walker walker;
  walker.step({});
  const test::AllocationTrap trap;
  for (int k = 0; k < 300; ++k) walker.step({1, 0.3, 0});
  EXPECT_EQ(trap.count(), 0);
}

TEST(Walk, StandsWhereTheStickIsNotANumber) {
  Walker walker;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (int k = 0; k < 120; ++k) {
    const WalkReport report = walker.step({nan, 0, nan});
    EXPECT_TRUE(report.bad_stick);
  }
  EXPECT_EQ(walker.state.phase, WalkState::Phase::Stand);
  for (const double v : walker.pose.q) EXPECT_TRUE(std::isfinite(v));
  EXPECT_TRUE(walker.step({1, 0, 0}, nan).bad_stick);
  EXPECT_FALSE(walker.step({1, 0, 0}).bad_stick);
}

TEST(Walk, StandsWhereTheGroundIsNotANumber) {
  Walker walker;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto abyss = [nan](const Vec3&, double) { return GroundHit{true, {nan, nan, nan}, {nan, nan, nan}}; };
  const Ground ground(abyss);
  walker.step({});
  for (int k = 0; k < 120; ++k) {
    walk(walker.body, Gait{}, ground, {1, 0, 0}, 1.0 / 60, walker.state, walker.pose.q, walker.scratch);
    for (const double v : walker.pose.q) ASSERT_TRUE(std::isfinite(v)) << k;
  }
  EXPECT_EQ(walker.state.course.z, 0);
}

// Nothing but the height changes where the whole world is higher or lower.
TEST(Walk, StartsAtAnyHeight) {
  const auto walk_at = [](double height) {
    Walker walker;
    const FlatGround ground{height};
    for (int k = 0; k < 180; ++k) {
      const WalkReport report =
          walk(walker.body, Gait{}, ground, {1, 0.2, 0}, 1.0 / 60, walker.state, walker.pose.q, walker.scratch);
      EXPECT_FALSE(report.no_ground);
      EXPECT_LE(report.legs[0].position_error, 1e-4);
    }
    Frames frames(walker.skeleton);
    forward(walker.skeleton, walker.pose.q, frames);
    return frames.position(walker.skeleton.joint("head")) - Vec3{0, height, 0};
  };
  const Vec3 level = walk_at(0);
  EXPECT_GT(level.y, 1);
  for (const double height : {5000.0, -5000.0, 90.0, 250.0}) EXPECT_LE(length(walk_at(height) - level), 1e-8) << height;
}

// Two floors, one above the other.
TEST(Walk, StartsOnTheFloorOfItsStartHeight) {
  const BoxGround floors({{{-9, -1, -9}, {9, 0, 9}}, {{-9, 2.9, -9}, {9, 3, 9}}, {{-9, 5.9, -9}, {9, 6, 9}}});
  const auto height_of = [&](std::optional<double> start) {
    Walker walker;
    walker.state.start_height = start;
    walk(walker.body, Gait{}, floors, {}, 0, walker.state, walker.pose.q, walker.scratch);
    EXPECT_EQ(walker.state.phase, WalkState::Phase::Stand);
    return walker.state.plants[0].point.y;
  };
  EXPECT_EQ(height_of({}), 6) << "without one, on the highest ground";
  EXPECT_EQ(height_of(3), 3);
  EXPECT_EQ(height_of(2.7), 3) << "the floor is a little above it";
  EXPECT_EQ(height_of(2), 0);
  EXPECT_EQ(height_of(4000), 6);
}

TEST(Walk, SaysThatThereIsNoGroundWhereItShouldStart) {
  const BoxGround ground(std::vector<GroundBox>{{{-1, -1, -1}, {1, 0, 1}}});
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto abyss = [nan](const Vec3&, double) { return GroundHit{true, {nan, nan, nan}, {nan, nan, nan}}; };
  Walker walker;
  walker.state.course.x = 40;
  const std::vector<double> before = walker.pose.q;
  const auto try_on = [&](const Ground& where) {
    return walk(walker.body, Gait{}, where, {1, 0, 0}, 0.1, walker.state, walker.pose.q, walker.scratch).no_ground;
  };
  EXPECT_TRUE(try_on(ground));
  EXPECT_TRUE(try_on(Ground(abyss)));
  EXPECT_EQ(walker.state.phase, WalkState::Phase::New);
  EXPECT_EQ(walker.pose.q, before) << "the pose is as it was";
  walker.state.course.x = 0;
  walker.state.start_height = -2;
  EXPECT_TRUE(try_on(ground)) << "all of it is above";
  walker.state.start_height = 0;
  EXPECT_FALSE(try_on(ground));
}

TEST(Walk, IsHeldWhereWalkingEnds) {
  Walker walker;
  Gait gait;
  gait.top_speed = 3;
  const FlatGround flat;
  WalkReport report;
  for (int k = 0; k < 60 * 6; ++k)
    report = walk(walker.body, gait, flat, {1, 0, 0}, 1.0 / 60, walker.state, walker.pose.q, walker.scratch);
  EXPECT_TRUE(report.held_back);
  EXPECT_LE(walker.state.course.speeds.forward, std::sqrt(0.5 * 9.81 * 0.87) + 1e-9);
}

TEST(Walk, GoesOverRampsHillsAndStairs) {
  for (const std::string terrain : {"ramp", "hills:1", "hills:2", "mesh", "stairs"}) {
    WalkSetup setup = steady(1.0, terrain == "stairs" ? 30 : 10);
    setup.terrain = terrain;
    const WalkFigures f = measure(setup);
    expect_sound(f, terrain);
    SCOPED_TRACE(terrain + ": " + summary(f));
    EXPECT_LE(f.joint_speed.value, 12);
    EXPECT_GE(f.end.z, 5);
  }
}

TEST(Walk, SaysHowMuchOfALongFrameItWalked) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  Walker walker;
  EXPECT_EQ(walker.step({1, 0, 0}, 0.25).time, 0.25);
  EXPECT_EQ(walker.step({1, 0, 0}, 1).time, 1);
  EXPECT_EQ(walker.step({1, 0, 0}, 3).time, 1);
  EXPECT_EQ(walker.step({1, 0, 0}, kInfinity).time, 1);
  EXPECT_EQ(walker.step({1, 0, 0}, nan).time, 0);
  EXPECT_EQ(walker.step({1, 0, 0}, -1).time, 0);
}

}  // namespace
}  // namespace kine
