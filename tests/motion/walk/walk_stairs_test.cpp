// How a walk goes up and down: treads, edges and slopes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "kine/math/trig.h"
#include "tests/motion/walk_rules.h"

namespace kine {
namespace {

using testing::Footfall;
using testing::measure;
using testing::summary;
using testing::WalkFigures;
using testing::WalkSetup;

constexpr double kRiser = 0.17;
constexpr int kTreads = 12;  // the last one is the landing

/// Up, over the landing and down; each speed is walked once for all tests.
const WalkFigures& on_stairs(double speed) {
  static std::map<double, WalkFigures> walked;
  const auto found = walked.find(speed);
  if (found != walked.end()) return found->second;
  WalkSetup setup;
  setup.terrain = "stairs";
  setup.seconds = 34;
  setup.gait.top_speed = speed;
  return walked.emplace(speed, measure(setup)).first->second;
}

/// Which tread a foot came down on; 0 is the ground before, kTreads the landing.
int tread_of(const Footfall& fall) { return static_cast<int>(std::lround(fall.sole.point.y / kRiser)); }

TEST(WalkStairs, GoesUpOneTreadAStep) {
  for (const double speed : {0.4, 0.6, 0.8, 1.0, 1.3}) {
    const WalkFigures& f = on_stairs(speed);
    SCOPED_TRACE(std::to_string(speed) + ": " + summary(f));
    int up = 0;
    for (std::size_t k = 3; k < f.footfalls.size() && up < kTreads; ++k) {
      const int from = tread_of(f.footfalls[k - 1]), to = tread_of(f.footfalls[k]);
      const double at = f.footfalls[k].start;
      EXPECT_NE(f.footfalls[k].foot, f.footfalls[k - 1].foot) << at << " s";
      if (from > 0 || to > 0) {
        EXPECT_EQ(to - from, 1) << at << " s: from tread " << from << " to " << to;
      }
      up += to > from;
    }
    EXPECT_EQ(up, kTreads);
  }
}

TEST(WalkStairs, GoesDownOneTreadAStep) {
  for (const double speed : {0.4, 0.6, 0.8, 1.0, 1.3}) {
    const WalkFigures& f = on_stairs(speed);
    int down = 0, twice = 0;
    for (std::size_t k = 1; k < f.footfalls.size(); ++k) {
      const int from = tread_of(f.footfalls[k - 1]), to = tread_of(f.footfalls[k]);
      down += to < from;
      twice += down > 0 && to > 0 && to == from;
    }
    EXPECT_GE(down, 5) << speed;
    EXPECT_EQ(twice, 0) << speed;
  }
}

TEST(WalkStairs, NeverTakesTwoTreadsAtOnceUpOrDown) {
  for (const double speed : {0.6, 1.0, 1.3}) {
    const WalkFigures& f = on_stairs(speed);
    int down = 0;
    for (std::size_t k = 1; k < f.footfalls.size(); ++k) {
      const int from = tread_of(f.footfalls[k - 1]), to = tread_of(f.footfalls[k]);
      EXPECT_LE(std::abs(to - from), 1) << speed << ": " << f.footfalls[k].start << " s";
      down += to < from;
    }
    EXPECT_GE(down, 5) << speed;
  }
}

TEST(WalkStairs, PutsNoPointDownForAFrameOnly) {
  for (const double speed : {0.6, 1.0, 1.3})
    for (const testing::Plant& plant : on_stairs(speed).plants) {
      // Those that the walk's beginning and end cut short do not count.
      if (plant.start == 0 || plant.end > 33.98) continue;
      EXPECT_GT(plant.end - plant.start, 0.02) << speed << ": at " << plant.start << " s";
    }
}

TEST(WalkStairs, StandsWithThreeQuartersOfEverySoleOnItsTread) {
  for (const double speed : {0.6, 1.0, 1.3}) {
    const WalkFigures& f = on_stairs(speed);
    EXPECT_GE(f.least_on_ground, 0.75) << speed << ": " << summary(f);
  }
}

TEST(WalkStairs, SwingsItsSolesOverEveryEdge) {
  for (const double speed : {0.6, 1.0, 1.3}) {
    const WalkFigures& f = on_stairs(speed);
    EXPECT_GE(f.least_edge, 0.015) << speed << ": " << summary(f);
    EXPECT_LT(f.least_edge, 1) << "edges were met";
  }
}

/// A slope of 15 degrees downwards, from z = 2 on without end.
class Downhill final : public scenes::Terrain {
 public:
  GroundHit at(double x, double z) const override {
    const double slope = std::tan(radians(15.0));
    if (z < 2) return {true, {x, 0, z}, kUnitY};
    return {true, {x, -slope * (z - 2), z}, normalised(Vec3{0, 1, slope})};
  }
};

TEST(WalkStairs, DownhillTheWholeSoleIsDownByFifteenHundredthsOfTheCycle) {
  const Skeleton skeleton = scenes::humanoid();
  const JointId heels[] = {skeleton.joint("left_heel"), skeleton.joint("right_heel")};
  const JointId tips[] = {skeleton.joint("left_toe_tip"), skeleton.joint("right_toe_tip")};
  for (const double speed : {0.8, 1.0, 1.3}) {
    WalkSetup setup;
    setup.ground = std::make_shared<Downhill>();
    setup.gait.top_speed = speed;
    setup.seconds = 16;
    // By forward kinematics: when a foot first touches the ground, and when heel and toes both do.
    std::vector<double> touched[2], flat[2];
    bool on_ground[2] = {true, true}, is_flat[2] = {true, true};
    setup.watch = [&](double time, const WalkReport&, const Pose&, const Frames& frames) {
      for (int foot = 0; foot < 2; ++foot) {
        const auto touches = [&](JointId joint) {
          const Vec3 at = frames.position(joint);
          return at.y - setup.ground->at(at.x, at.z).point.y < 2e-3;
        };
        const bool heel = touches(heels[foot]), tip = touches(tips[foot]);
        if ((heel || tip) && !on_ground[foot]) touched[foot].push_back(time), is_flat[foot] = false;
        if (heel && tip && !is_flat[foot]) flat[foot].push_back(time), is_flat[foot] = true;
        on_ground[foot] = heel || tip;
      }
    };
    const WalkFigures f = measure(setup);
    EXPECT_GT(f.end.z, 8) << summary(f);
    double worst = 0;
    int seen = 0;
    for (int foot = 0; foot < 2; ++foot)
      for (std::size_t k = 4; k + 1 < touched[foot].size() && k < flat[foot].size(); ++k, ++seen) {
        const double cycle = touched[foot][k + 1] - touched[foot][k];
        worst = std::max<double>(worst, (flat[foot][k] - touched[foot][k]) / cycle);
      }
    EXPECT_GE(seen, 8);
    EXPECT_LE(worst, 0.15) << speed;
  }
}

}  // namespace
}  // namespace kine
