#include "kine/motion/walk/paper_gait.h"
#include "kine/motion/walk/walk_memory.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "kine/motion/ground_shapes.h"
#include "tests/motion/walk_rules.h"

namespace kine {
namespace {

using namespace detail;
using testing::expect_same_at_every_rate;
using testing::expect_sound;
using testing::measure;
using testing::WalkFigures;
using testing::WalkSetup;

TEST(PaperGait, TheStrideIsEquation115) {
  for (int i = 1; i < 300; ++i) {
    const double x = 3 * kPi * i / 300;
    const double y = x <= kPi ? 1 - std::cos(x) : 1 - std::cos((kPi + x) / 2);
    EXPECT_NEAR(2 * stride_height(i / 300.0), y, 1e-12);
  }
  EXPECT_EQ(stride_height(0), 0);
  EXPECT_EQ(stride_height(1), 0);
  EXPECT_NEAR(stride_height(1.0 / 3), 1, 1e-12) << "highest after a third";
}

/// Eqs. 1.16 and 1.18 with what the errata say: the heading by its angle, and a radius below 0 to the right.
Course round_circle(const Course& start, double time) {
  const CourseCircle circle = circle_of(start);
  const double radius = start.speeds.forward / start.speeds.turn;
  Course course = start;
  course.heading += start.speeds.forward * time / radius;
  course.x = circle.x - radius * std::cos(course.heading);
  course.z = circle.z + radius * std::sin(course.heading);
  return course;
}

TEST(PaperGait, SteeringGoesRoundTheCircleOfEquations116To118) {
  for (const double heading : {-3.0, -1.0, 0.0, 0.7, 2.0, 3.1}) {
    for (const double turn : {-0.9, -0.2, 0.3, 1.1}) {
      const Course start{0.4, -1.2, heading, {0.6, 0, turn}};
      ASSERT_TRUE(circle_of(start).turns);
      const Course by_circle = round_circle(start, 0.8),
                   by_steering = advance_course(start, start.speeds, {1, 1, 1}, 0.8);
      EXPECT_NEAR(by_circle.x, by_steering.x, 1e-5);
      EXPECT_NEAR(by_circle.z, by_steering.z, 1e-5);
      EXPECT_NEAR(by_circle.heading, by_steering.heading, 1e-12);
    }
  }
  EXPECT_FALSE(circle_of({0, 0, 1, {1, 0, 0}}).turns);
  const CourseCircle spot = circle_of({2, 3, 1, {0, 0, 1}});
  EXPECT_TRUE(spot.turns);
  EXPECT_EQ(spot.x, 2);
  EXPECT_EQ(spot.z, 3);
}

TEST(PaperGait, TheHeelGoesRoundTheSameCircleAsTheHips) {
  const Course hips{0, 0, 0.4, {0.6, 0, 0.5}};
  Swing swing;
  swing.circle = circle_of(hips);
  const auto at = [&](double angle, double radius) {
    return Vec3{swing.circle.x - radius * std::cos(angle), 0, swing.circle.z + radius * std::sin(angle)};
  };
  // The foot to the right goes round outside, by an offset and not by a factor.
  const double radius = 0.6 / 0.5 + 0.055;
  swing.from.point = at(0.2, radius);
  swing.to.point = at(0.7, radius);
  for (const double s : {0.0, 0.25, 0.5, 0.75, 1.0})
    EXPECT_LE(length(paper_place(Gait::paper(), swing, s).point - at(0.2 + 0.5 * s, radius)), 1e-12) << s;
}

TEST(PaperGait, AsPrintedTheHipsOutrunTheFeet) {
  // Half the stride in stage (a) and what the toes are off the ground in stage (b); or that much less in (a).
  const auto left_behind = [](bool printed) {
    const double leg = 0.87, roll = 0.05;
    double hips = 0, feet[2] = {0, 0};
    for (int step = 0; step < 12; ++step) {
      double& foot = feet[step % 2];
      const double stride = 0.5 * leg + std::max(0.0, hips - foot);
      foot += stride;
      hips += 0.5 * stride + (printed ? roll : 0);
    }
    return hips - std::min(feet[0], feet[1]);
  };
  EXPECT_GT(left_behind(true), 0.9);
  EXPECT_LT(left_behind(false), 0.3);
}

TEST(PaperGait, AsPrintedTheCentreOfATurnIsLostPast90DegreesAndToTheRight) {
  const auto off = [](double heading, double turn, double x, double z) {
    const CourseCircle right = circle_of({0, 0, heading, {0.6, 0, turn}});
    return std::hypot(right.x - x, right.z - z);
  };
  const double radius = 0.6 / 0.5;
  // To the left with the arc sine of the heading's x component: right up to 90 degrees, wrong from there on.
  for (const double heading : {0.4, 2.0}) {
    const double theta = std::asin(std::sin(heading));
    const double miss = off(heading, 0.5, radius * std::cos(theta), -radius * std::sin(theta));
    EXPECT_EQ(miss < 1e-12, heading < 0.5 * kPi) << miss;
  }
  // To the right with the angle negated.
  EXPECT_GT(off(0.4, -0.5, radius * std::cos(-0.4), -radius * std::sin(-0.4)), 0.5);
}

WalkSetup paper_walk(const Stick& stick, double seconds = 6) {
  WalkSetup setup;
  setup.gait = Gait::paper();
  setup.seconds = seconds;
  setup.stick = [stick](double, const WalkState&) { return stick; };
  return setup;
}

TEST(PaperGait, IsSoundWhereverTheStickPoints) {
  const std::pair<const char*, Stick> sticks[] = {
      {"ahead", {1, 0, 0}},         {"slowly", {0.4, 0, 0}},    {"back", {-1, 0, 0}},    {"to the left", {0, 0, 1}},
      {"to the right", {0, 0, -1}}, {"on the spot", {0, 1, 0}}, {"an arc", {1, 0.5, 0}}, {"a sharp arc", {0.6, -1, 0}}};
  for (const auto& [name, stick] : sticks) expect_sound(measure(paper_walk(stick)), name);
}

TEST(PaperGait, IsSoundAtTheSpeedOfPeopleAndPlantsEachFootForTheShareAsked) {
  WalkSetup setup = paper_walk({1, 0, 0}, 12);
  setup.gait.top_speed = 1.3;
  const WalkFigures f = measure(setup);
  expect_sound(f, "1.3 m/s");
  for (const double share : f.planted_share) {
    EXPECT_GE(share, 0.55);
    EXPECT_LE(share, 0.66);
  }
}

TEST(PaperGait, GoesOverRampsHillsAndStairs) {
  for (const std::string terrain : {"ramp", "hills:1", "hills:2", "stairs"}) {
    WalkSetup setup = paper_walk({1, 0, 0}, 25);
    setup.terrain = terrain;
    const WalkFigures f = measure(setup);
    expect_sound(f, terrain);
    EXPECT_GE(f.end.z, 7) << terrain;
    if (terrain == "stairs") {
      EXPECT_GE(f.least_edge, 0.015);
      EXPECT_GE(f.least_on_ground, 0.75);
    }
  }
}

TEST(PaperGait, GoesOverBlocksOnAnyPath) {
  for (const std::string terrain : {"blocks:1", "blocks:2", "blocks:3"})
    for (const WalkPath& path : {WalkPath::straight(), WalkPath::circle(2), WalkPath::figure8(), WalkPath::square(4)}) {
      WalkSetup setup = paper_walk({}, 60);
      setup.terrain = terrain;
      const WalkFigures f = measure_along(path, setup);
      expect_sound(f, terrain);
      EXPECT_LE(f.pelvis_acceleration.value, 5) << terrain;
    }
}

TEST(PaperGait, KeepsItsRulesForTenMinutesWhateverTheStickDoes) {
  for (const std::string terrain : {"flat", "hills:1", "stairs", "blocks:1", "blocks:2"})
    for (const unsigned seed : {1u, 2u, 3u}) {
      WalkSetup setup = paper_walk({}, 600);
      setup.terrain = terrain;
      setup.stick = testing::random_stick(seed);
      const WalkFigures f = measure(setup);
      expect_sound(f, terrain + ", random stick " + std::to_string(seed));
      EXPECT_GE(f.least_edge, 0.015) << terrain << ", random stick " << seed;
    }
}

TEST(PaperGait, AllModesPutTheFeetInTheSamePlaces) {
  std::vector<std::vector<Vec3>> hips;
  for (const WalkMode mode : {WalkMode::Full, WalkMode::Half, WalkMode::Hybrid}) {
    WalkSetup setup = paper_walk({1, 0.4, 0}, 5);
    setup.mode = mode;
    const WalkFigures f = measure(setup);
    expect_sound(f, "mode");
    hips.push_back(f.hips);
  }
  EXPECT_EQ(hips[0], hips[1]);
  EXPECT_EQ(hips[0], hips[2]);
}

TEST(PaperGait, DoesNotDependOnTheFrameRate) { expect_same_at_every_rate(paper_walk({}, 8)); }

/// A figure on level ground, frame by frame.
struct Figure {
  Skeleton skeleton = scenes::humanoid();
  Pose pose = scenes::standing_pose(skeleton);
  Biped body = *Biped::build(skeleton, pose.q);
  Scratch scratch{body};
  WalkState state{};
  FlatGround ground{};

  WalkReport step(const Gait& gait, const Stick& stick, double dt = 1.0 / 120) {
    return walk(body, gait, ground, stick, dt, state, pose.q, scratch);
  }
};

TEST(PaperGait, NoStrideIsLongerThanHalfTheLegAndTheTrailingDistance) {
  Figure figure;
  const double leg = figure.body.measures().leg();
  int strides = 0;
  double trailing = 0;
  Foothold from{};
  bool was_up = false;
  for (int k = 0; k < 120 * 8; ++k) {
    figure.step(Gait::paper(), {1, 0, 0});
    const WalkState& state = figure.state;
    const bool up = state.in_air(state.stepping_foot);
    if (up && !was_up) {
      from = state.plants[state.stepping_foot];
      trailing = state.course.z - from.point.z;
    }
    if (up) {
      EXPECT_LE(state.landing.point.z - from.point.z, 0.5 * leg + std::max(0.0, trailing) + 1e-3) << k;
    }
    if (!up && was_up) ++strides;
    was_up = up;
  }
  EXPECT_GE(strides, 12);
}

TEST(PaperGait, TheHipsMoveHalfTheStrideOverBothStages) {
  Figure figure;
  double hips_before = 0, worst = 0;
  int step = 0;
  std::uint8_t swinging = 9;
  for (int k = 0; k < 1200 * 10; ++k) {
    figure.step(Gait::paper(), {1, 0, 0}, 1.0 / 1200);
    if (figure.state.stepping_foot == swinging) continue;
    swinging = figure.state.stepping_foot;
    const double landed = figure.state.plants[1 - swinging].point.z, other = figure.state.plants[swinging].point.z;
    // Strides are two steps long, so half a stride lies between the feet.
    if (++step > 8) worst = std::max(worst, std::abs(figure.state.course.z - hips_before - (landed - other)));
    hips_before = figure.state.course.z;
  }
  EXPECT_GE(step, 18);
  EXPECT_LE(worst, 2e-3);
}

TEST(PaperGait, StageBLastsAsLongAsTheHipsNeedForTheHeightOfTheToes) {
  const Figure figure;
  const BipedMeasures& build = figure.body.measures();
  const double pitch = 0.2, off = (build.legs[0].foot.tip.z - build.legs[0].foot.heel.z) * std::sin(pitch);
  EXPECT_NEAR(roll_share(build.legs[0].foot, pitch, {0.65, 0, 0}, 0.45) * 0.45 * 0.65, off, 1e-12);
}

TEST(PaperGait, AnotherStyleBeginsFromStandingAndIsSound) {
  Figure figure;
  double fastest = 0;
  Vec3 before{};
  int styles = 0;
  Gait::Style style = Gait::Style::Natural;
  constexpr int kEach = 120 * 4;  // frames: it takes up to 2.6 s to stop
  for (int k = 0; k < 6 * kEach; ++k) {
    const bool paper = k / kEach % 2 == 1;
    const WalkReport report = figure.step(paper ? Gait::paper() : Gait::natural(), {1, 0, 0});
    if (k > 0) fastest = std::max(fastest, 120 * length(report.plan.hips.translation - before));
    before = report.plan.hips.translation;
    for (const LegReport& leg : report.legs) EXPECT_LE(leg.position_error, 1e-4) << k;
    if (memory_of(figure.state).style != style) ++styles;
    style = memory_of(figure.state).style;
  }
  EXPECT_GE(styles, 4);
  EXPECT_LE(fastest, 1.7) << "no jump";
  EXPECT_GE(figure.state.course.z, 4);
}

TEST(PaperGait, ReplaysTheSameBitsAfterARewind) {
  Figure figure;
  const auto stick = [](int k) { return Stick{1, k % 50 < 25 ? 0.7 : -0.7, 0}; };
  for (int k = 0; k < 200; ++k) figure.step(Gait::paper(), stick(k));
  const WalkState kept = figure.state;
  std::vector<std::vector<double>> first;
  for (int k = 200; k < 208; ++k) {
    figure.step(Gait::paper(), stick(k));
    first.push_back(figure.pose.q);
  }
  figure.state = kept;
  for (int k = 200; k < 208; ++k) {
    figure.step(Gait::paper(), stick(k));
    EXPECT_EQ(first[static_cast<std::size_t>(k - 200)], figure.pose.q) << k;
  }
}

}  // namespace
}  // namespace kine
