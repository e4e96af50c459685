#include "kine/motion/crawl.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kine/model/pose.h"
#include "kine/motion/ground_shapes.h"
#include "scenes/scenes.h"
#include "scenes/terrains.h"
#include "tests/motion/crawl_measure.h"
#include "tests/support/allocation_trap.h"

namespace kine {
namespace {

using testing::along;
using testing::CrawlFigures;
using testing::CrawlStick;
using testing::measure_crawl;
using testing::random_stick;
using testing::steady;

CrawlFigures measure(const std::string& terrain, double seconds, const std::function<Stick(double)>& stick,
                     double rate = 60) {
  return measure_crawl(
      {.terrain = terrain, .seconds = seconds, .rate = rate, .stick = [&](double t, const CrawlState&) {
         return stick(t);
       }});
}

void expect_sound(const CrawlFigures& f, const std::string& name) {
  SCOPED_TRACE(name);
  EXPECT_TRUE(f.finite);
  EXPECT_LE(f.drift, 1e-4);
  EXPECT_LE(f.depth, 1e-3);
  EXPECT_LE(f.miss, 1e-4) << "leg " << f.miss_leg << " at " << f.miss_time << " s";
  EXPECT_LE(f.knee_depth, 1e-3);
  EXPECT_EQ(f.violation, 0);
  EXPECT_GE(f.least_down, 3);
}

TEST(Crawl, WalksOverEveryTerrainOnAlternatingTripods) {
  for (const char* terrain : {"flat", "ramp", "stairs", "hills:1", "hills:2", "blocks:1", "blocks:2", "mesh"}) {
    const CrawlFigures f = measure(terrain, 20, [](double) { return Stick{1, 0, 0}; });
    expect_sound(f, terrain);
    EXPECT_LE(f.tip_speed, 4) << terrain;
    EXPECT_GT(std::hypot(f.end.x, f.end.z), 4) << terrain;
  }
}

// Legs at their limits are what made tips miss: over steps on a curve, and where the stick changed in the middle of a
// step.
TEST(Crawl, TipsAreWhereTheyArePlannedToBeOnCurvesOverStepsToo) {
  const std::pair<const char*, CrawlStick> ways[] = {{"circle", along(WalkPath::circle(2))},
                                                     {"square", along(WalkPath::square(4))},
                                                     {"curve", steady({1, 0.1, 0})},
                                                     {"side", steady({0.3, 0, 1})}};
  for (const char* terrain : {"stairs", "blocks:1", "blocks:3"})
    for (const auto& [name, stick] : ways) {
      const CrawlFigures f = measure_crawl({.terrain = terrain, .seconds = 30, .rate = 30, .stick = stick});
      expect_sound(f, std::string(terrain) + " " + name);
      EXPECT_LE(f.tip_speed, 4.6);
      EXPECT_LE(f.body_acceleration, 8);
      EXPECT_EQ(f.blocked, 0);
      EXPECT_GT(f.way, name == std::string("side") ? 7.5 : 12) << terrain << " " << name;
    }
}

TEST(Crawl, FollowsAnyStickWithoutAMiss) {
  struct Case {
    const char* terrain;
    double start;  // half-way up
  };
  for (const Case& c :
       {Case{"flat", 0}, Case{"hills:1", 0}, Case{"stairs", 3.8}, Case{"ramp", 3.8}, Case{"blocks:2", 0}})
    for (const double rate : {30.0, 120.0}) {
      const CrawlFigures f =
          measure_crawl({.terrain = c.terrain, .seconds = 60, .rate = rate, .stick = random_stick(2), .z = c.start});
      expect_sound(f, c.terrain);
      EXPECT_LE(f.tip_speed, 4.6);
      EXPECT_LE(f.joint_acceleration, 1500);
      EXPECT_LE(f.body_acceleration, 8);
      EXPECT_LT(f.stuck, 2 * rate) << c.terrain;
      EXPECT_GT(f.way, 11) << c.terrain;
    }
}

/// Level, with posts of 0.1 m in rows: thinner than what a tip goes from one frame to the next.
class Posts final : public scenes::Terrain {
 public:
  GroundHit at(double x, double z) const override {
    const auto in_cell = [](double v) { return v - 0.16 * std::floor(v / 0.16); };
    const bool post = x * x + z * z > 0.7 * 0.7 && in_cell(x) < 0.016 && in_cell(z) < 0.016;
    return {true, {x, post ? 0.1 : 0, z}, kUnitY};
  }
};

TEST(Crawl, TipsGoOverThinPostsAndNotThroughTheirCorners) {
  for (const Stick& stick : {Stick{1, 0, 0}, Stick{1, 0.3, 0}, Stick{0.4, 0.1, 1}}) {
    const CrawlFigures f =
        measure_crawl({.seconds = 12, .rate = 480, .stick = steady(stick), .ground = std::make_shared<Posts>()});
    expect_sound(f, "posts");
    EXPECT_GT(f.way, 2.5);
  }
}

TEST(Crawl, KeepsTheSpeedThatIsAskedFor) {
  const CrawlFigures f = measure("flat", 20, [](double) { return Stick{1, 0, 0}; });
  EXPECT_NEAR(f.end.z, CrawlGait{}.top_speed * 20, 0.05 * CrawlGait{}.top_speed * 20);
  EXPECT_NEAR(f.end.x, 0, 1e-9);
  EXPECT_FALSE(f.blocked);
}

TEST(Crawl, GoesBackAndSidewaysAndTurnsOnTheSpot) {
  const CrawlFigures back = measure("flat", 8, [](double) { return Stick{-1, 0, 0}; });
  expect_sound(back, "back");
  EXPECT_LT(back.end.z, -2);
  const CrawlFigures side = measure("hills:3", 8, [](double) { return Stick{0, 0, 1}; });
  expect_sound(side, "side");
  EXPECT_GT(side.end.x, 1.5);
  const CrawlFigures turn = measure("flat", 8, [](double) { return Stick{0, 1, 0}; });
  expect_sound(turn, "turn");
  EXPECT_GT(turn.heading, 5);
  EXPECT_LT(std::hypot(turn.end.x, turn.end.z), 0.01);
  const CrawlFigures curve = measure("hills:1", 12, [](double t) { return Stick{1, std::sin(t), 0.3}; });
  expect_sound(curve, "curve");
}

TEST(Crawl, IsTheSameAtAnyFrameRate) {
  const auto stick = [](double t) { return t < 3 ? Stick{1, 0.4, 0} : Stick{0.5, -0.3, 0.2}; };
  const CrawlFigures slow = measure("hills:1", 6, stick, 30), fast = measure("hills:1", 6, stick, 120);
  EXPECT_LE(length(slow.end - fast.end), 2e-3);
}

TEST(Crawl, StopsAtAGapAndWhereTheStickIsNoNumber) {
  const Skeleton skeleton = scenes::spider();
  Pose pose = scenes::spider_pose(skeleton);
  const Crawler body = *Crawler::build(skeleton, pose.q, scenes::spider_tips());
  Scratch scratch(body);
  CrawlState state;
  // A cliff after two metres.
  const auto cliff = [](const Vec3& from, double max_drop) {
    return from.z < 2 && from.y >= 0 && from.y <= max_drop ? GroundHit{true, {from.x, 0, from.z}} : GroundHit{};
  };
  CrawlReport report;
  for (int k = 0; k < 1200; ++k) report = crawl(body, {}, cliff, {1, 0, 0}, 1.0 / 60, state, pose.q, scratch);
  EXPECT_TRUE(report.blocked);
  EXPECT_LT(report.body.translation.z, 2.2);
  EXPECT_LE(report.position_error, 1e-4);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const CrawlState before = state;
  crawl(body, {}, cliff, {nan, nan, nan}, nan, state, pose.q, scratch);
  EXPECT_EQ(state.course.x, before.course.x);
  EXPECT_TRUE(is_usable(skeleton, pose.q));
}

TEST(Crawl, ReplaysTheSameBitsAndAllocatesNothing) {
  const Skeleton skeleton = scenes::spider();
  Pose pose = scenes::spider_pose(skeleton);
  const Crawler body = *Crawler::build(skeleton, pose.q, scenes::spider_tips());
  Scratch scratch(body);
  CrawlState state;
  const auto terrain = *scenes::make_terrain("hills:1");
  for (int k = 0; k < 100; ++k) crawl(body, {}, *terrain, {1, 0.3, 0}, 1.0 / 60, state, pose.q, scratch);
  CrawlState rewound = state;
  Pose other = scenes::spider_pose(skeleton);
  const test::AllocationTrap trap;
  for (int k = 0; k < 8; ++k) crawl(body, {}, *terrain, {1, 0.3, 0}, 1.0 / 60, state, pose.q, scratch);
  EXPECT_EQ(trap.count(), 0);
  for (int k = 0; k < 8; ++k) crawl(body, {}, *terrain, {1, 0.3, 0}, 1.0 / 60, rewound, other.q, scratch);
  EXPECT_EQ(std::memcmp(pose.q.data(), other.q.data(), pose.size() * sizeof(double)), 0);
}

TEST(Crawl, RefusesWhatCannotCrawl) {
  const Skeleton skeleton = scenes::spider();
  const Pose pose = scenes::spider_pose(skeleton);
  const std::string_view two[] = {"left_front_tip", "right_hind_tip"};
  EXPECT_NE(Crawler::build(skeleton, pose.q, two).error().find("three to six"), std::string::npos);
  const std::string_view wrong[] = {"left_front_tip", "right_hind_tip", "tail"};
  EXPECT_FALSE(Crawler::build(skeleton, pose.q, wrong).ok());
}

/// Crawls some seconds ahead on a ground; where the body is then.
Vec3 crawl_on(const Ground& ground, std::optional<double> start_height = {}) {
  const Skeleton skeleton = scenes::spider();
  Pose pose = scenes::spider_pose(skeleton);
  const Crawler body = *Crawler::build(skeleton, pose.q, scenes::spider_tips());
  Scratch scratch(body);
  CrawlState state;
  state.start_height = start_height;
  CrawlReport report;
  for (int k = 0; k < 180; ++k) {
    report = crawl(body, {}, ground, {1, 0.2, 0}, 1.0 / 60, state, pose.q, scratch);
    EXPECT_FALSE(report.no_ground);
    EXPECT_LE(report.position_error, 1e-4);
  }
  EXPECT_FALSE(report.blocked);
  return report.body.translation;
}

TEST(Crawl, StartsAtAnyHeight) {
  const FlatGround level{};
  const Vec3 there = crawl_on(level);
  EXPECT_GT(there.z, 0.5);
  for (const double height : {5000.0, -5000.0, 90.0, 250.0}) {
    const FlatGround ground{height};
    EXPECT_LE(length(crawl_on(ground) - there - Vec3{0, height, 0}), 1e-8) << height;
  }
  const BoxGround floors({{{-9, -1, -9}, {9, 0, 9}}, {{-9, 2.9, -9}, {9, 3, 9}}});
  EXPECT_NEAR(crawl_on(floors).y, there.y + 3, 1e-8) << "without a start height, on the highest ground";
  EXPECT_NEAR(crawl_on(floors, 1).y, there.y, 1e-8);
}

TEST(Crawl, SaysThatThereIsNoGroundWhereItShouldStart) {
  const Skeleton skeleton = scenes::spider();
  Pose pose = scenes::spider_pose(skeleton);
  const std::vector<double> before = pose.q;
  const Crawler body = *Crawler::build(skeleton, pose.q, scenes::spider_tips());
  Scratch scratch(body);
  const BoxGround ground(std::vector<GroundBox>{{{-1, -1, -1}, {1, 0, 1}}});
  CrawlState state;
  state.course.z = 40;
  EXPECT_TRUE(crawl(body, {}, ground, {1, 0, 0}, 0.1, state, pose.q, scratch).no_ground);
  EXPECT_EQ(state.phase, CrawlState::Phase::New);
  EXPECT_EQ(pose.q, before) << "the pose is as it was";
  state.course.z = 0;
  EXPECT_FALSE(crawl(body, {}, ground, {1, 0, 0}, 0.1, state, pose.q, scratch).no_ground);
}

}  // namespace
}  // namespace kine
