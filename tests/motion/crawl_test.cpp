#include "kine/motion/crawl.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "kine/kinematics/forward.h"
#include "kine/model/pose.h"
#include "scenes/scenes.h"
#include "scenes/terrains.h"
#include "tests/support/allocation_trap.h"

namespace kine {
namespace {

/// What a crawl is judged by, by forward kinematics.
struct CrawlFigures {
  double drift = 0, depth = 0, residual = 0, violation = 0;
  double tip_speed = 0;
  int least_down = 6;
  bool finite = true, blocked = false;
  Vec3 end{};
  double heading = 0;
};

using StickOf = std::function<Stick(double)>;

CrawlFigures measure(const std::string& terrain_name, double seconds, const StickOf& stick, double rate = 60) {
  const Skeleton skeleton = scenes::spider();
  Pose pose = scenes::spider_pose(skeleton);
  const Crawler body = *Crawler::build(skeleton, pose.q, scenes::spider_tips());
  const auto terrain = *scenes::make_terrain(terrain_name);
  Scratch scratch(body);
  CrawlState state;
  Frames frames(skeleton);
  CrawlFigures out;
  std::vector<Vec3> began(6), before(6);
  std::vector<bool> open(6);
  const int count = static_cast<int>(seconds * rate + 0.5);
  for (int k = 0; k <= count; ++k) {
    const CrawlReport report =
        crawl(body, {}, *terrain, stick((k - 1) / rate), k ? 1 / rate : 0, state, pose.q, scratch);
    forward(skeleton, pose.q, frames);
    for (const double v : pose.q) out.finite &= std::isfinite(v);
    out.residual = std::max(out.residual, report.position_error);
    out.violation = std::max(out.violation, limit_violation(skeleton, pose.q));
    out.blocked |= report.blocked;
    int down = 0;
    for (std::size_t i = 0; i < 6; ++i) {
      const Vec3 at = frames.position(body.legs()[i].tip);
      const GroundHit hit = terrain->at(at.x, at.z);
      if (hit.hit) out.depth = std::max(out.depth, hit.point.y - at.y);
      if (report.down[i] && !open[i]) began[i] = at;
      if (report.down[i]) out.drift = std::max(out.drift, length(at - began[i]));
      if (k > 0) out.tip_speed = std::max(out.tip_speed, length(at - before[i]) * rate);
      before[i] = at;
      open[i] = report.down[i];
      down += report.down[i] ? 1 : 0;
    }
    out.least_down = std::min(out.least_down, down);
  }
  out.end = frames.position(body.body());
  out.heading = state.course.heading;
  return out;
}

void expect_sound(const CrawlFigures& f, const std::string& name) {
  SCOPED_TRACE(name);
  EXPECT_TRUE(f.finite);
  EXPECT_LE(f.drift, 1e-4);
  EXPECT_LE(f.depth, 1e-3);
  EXPECT_LE(f.residual, 1e-4);
  EXPECT_EQ(f.violation, 0);
  EXPECT_GE(f.least_down, 3);
  EXPECT_LE(f.tip_speed, 4);
}

TEST(Crawl, WalksOverEveryTerrainOnAlternatingTripods) {
  for (const char* terrain : {"flat", "ramp", "stairs", "hills:1", "hills:2", "blocks:1", "blocks:2", "mesh"}) {
    const CrawlFigures f = measure(terrain, 20, [](double) { return Stick{1, 0, 0}; });
    expect_sound(f, terrain);
    EXPECT_GT(std::hypot(f.end.x, f.end.z), 4) << terrain;
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

}  // namespace
}  // namespace kine
