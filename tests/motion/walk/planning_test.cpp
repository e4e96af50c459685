#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "kine/kinematics/forward.h"
#include "kine/motion/biped.h"
#include "kine/motion/grounds.h"
#include "kine/motion/steering.h"
#include "kine/motion/walk.h"
#include "kine/motion/walk/foot_roll.h"
#include "kine/motion/walk/footing.h"
#include "kine/motion/walk_path.h"
#include "scenes/scenes.h"

namespace kine {
namespace {

using namespace walking;

constexpr FootShape kFoot{{0, -0.07, -0.06}, {0, -0.05, 0.13}, {0, -0.07, 0.205}, 0.04, 0.87};

TEST(Steering, DoesNotMindHowTimeIsCutIntoFrames) {
  const Course start{0.3, -0.2, 0.5, {0.4, 0.1, -0.2}};
  const Speeds wanted{1.3, -0.2, 0.9};
  const SpeedRates rates{1.3, 1.3, 5};
  const Course whole = advance(start, wanted, rates, 1.5);
  for (const int frames : {3, 50, 1000}) {
    Course course = start;
    for (int k = 0; k < frames; ++k) course = advance(course, wanted, rates, 1.5 / frames);
    EXPECT_NEAR(course.x, whole.x, 1e-5);
    EXPECT_NEAR(course.z, whole.z, 1e-5);
    EXPECT_NEAR(course.heading, whole.heading, 1e-9);
    EXPECT_NEAR(course.speeds.forward, 1.3, 1e-12);
  }
}

TEST(Steering, AQuarterTurnAtSteadySpeedIsAnArc) {
  const double radius = 2, speed = 1;
  Course course{0, 0, 0, {speed, 0, speed / radius}};
  for (int k = 0; k < 10; ++k) course = advance(course, course.speeds, {1, 1, 1}, 0.1 * radius * kPi / 2 / speed);
  EXPECT_NEAR(course.x, radius, 1e-6) << "to the left";
  EXPECT_NEAR(course.z, radius, 1e-6);
}

TEST(FootRoll, KeepsTheHeelOrTheToesWhereTheyAre) {
  const Sole sole{{0.4, 0.2, -0.3}, from_axis_angle(normalised(Vec3{0.1, 1, 0.2}), 0.6)};
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

TEST(Footing, LiesOnASlopeAndNeverInIt) {
  const auto slope = [](const Vec3& from, double) { return GroundHit{true, {from.x, 0.2 * from.z, from.z}, kUnitY}; };
  const Footing footing = footing_at(kFoot, Ground(slope), {}, 1, 2, 0.3, 0, 1, 2);
  ASSERT_TRUE(footing.good);
  EXPECT_NEAR(footing.sole.point.y, 0.4, 1e-12);
  const Vec3 normal = rotate(footing.sole.rotation, kUnitY);
  EXPECT_NEAR(normal.z / normal.y, -0.2, 1e-12);
}

TEST(Footing, RefusesSteepAndBrokenGroundAndGaps) {
  const auto steep = [](const Vec3& from, double) { return GroundHit{true, {from.x, 0.7 * from.z, from.z}, kUnitY}; };
  EXPECT_FALSE(footing_at(kFoot, Ground(steep), {}, 0, 0, 0, 0, 1, 2).good);
  const auto edge = [](const Vec3& from, double) {
    return GroundHit{true, {from.x, from.z > 0.05 ? 0.1 : 0, from.z}, kUnitY};
  };
  EXPECT_FALSE(footing_at(kFoot, Ground(edge), {}, 0, 0, 0, 0, 1, 2).good);
  EXPECT_TRUE(footing_at(kFoot, Ground(edge), {}, 0, 0.5, 0, 0, 1, 2).good);
  const auto gap = [](const Vec3&, double) { return GroundHit{}; };
  EXPECT_FALSE(footing_at(kFoot, Ground(gap), {}, 0, 0, 0, 0, 1, 2).good);
}

TEST(Footing, MayHangOverAnEdgeByAQuarter) {
  const auto tread = [](const Vec3& from, double) {
    return GroundHit{true, {from.x, from.z > 0 ? 0 : -0.17, from.z}, kUnitY};
  };
  const Footing footing = footing_at(kFoot, Ground(tread), {}, 0, 0.02, 0, 0, 1, 2);
  EXPECT_TRUE(footing.good) << "the heel is 4 cm behind the edge";
  EXPECT_NEAR(footing.sole.point.y, 0, 1e-12);
  EXPECT_FALSE(footing_at(kFoot, Ground(tread), {}, 0, -0.05, 0, 0, 1, 2).good);
}

TEST(Biped, MeasuresTheFigure) {
  const Skeleton skeleton = scenes::humanoid();
  const Pose pose = scenes::standing_pose(skeleton);
  const Result<Biped> body = Biped::build(skeleton, pose.q);
  ASSERT_TRUE(body) << body.error();
  EXPECT_NEAR(body->lengths().leg, 0.87, 1e-12);
  EXPECT_NEAR(body->lengths().hip_half, 0.09, 1e-12);
  EXPECT_NEAR(body->lengths().ankle_up, radians(20.0), 1e-12);
  EXPECT_NEAR(body->lengths().hip_back, radians(20.0), 1e-12);
  EXPECT_NEAR(length(body->lengths().foot.tip - kFoot.tip), 0, 1e-12);
}

TEST(Biped, RefusesWhatCannotWalkWithASentence) {
  const Skeleton arm = scenes::seven_hinge_arm();
  const Result<Biped> body = Biped::build(arm, arm.rest_pose().q);
  EXPECT_FALSE(body);
  EXPECT_FALSE(body.error().empty());
  const Skeleton skeleton = scenes::humanoid();
  BipedNames names;
  names.thigh[1] = "right_thorax";
  EXPECT_NE(Biped::build(skeleton, skeleton.rest_pose().q, names).error().find("right_thorax"), std::string::npos);
}

TEST(WalkPath, GoesWhereItSays) {
  const WalkPath circle = WalkPath::circle(2);
  EXPECT_NEAR(circle.at(kPi).x, 2, 1e-12);
  EXPECT_NEAR(circle.at(kPi).z, 2, 1e-12);
  const WalkPath square = WalkPath::square(4);
  EXPECT_NEAR(square.at(6).x, 2, 1e-12) << "the first corner is to the left";
  EXPECT_NEAR(square.at(6).z, 4, 1e-12);
  EXPECT_NEAR(square.at(16 + 1).z, 1, 1e-12) << "and round again";
  const WalkPath eight = WalkPath::figure8();
  EXPECT_NEAR(eight.at(4 * kPi + kPi).x, -2, 1e-9) << "the second circle is to the right";
  EXPECT_DOUBLE_EQ(WalkPath::through({{0, 0}, {0, 3}}).length(), 3);
}

TEST(WalkPath, IsFollowedAndEndsInAStop) {
  const Skeleton skeleton = scenes::humanoid();
  Pose pose = scenes::standing_pose(skeleton);
  const Biped body = *Biped::build(skeleton, pose.q);
  Scratch scratch(body);
  WalkState state;
  const Gait gait;
  const WalkPath path = WalkPath::through({{0, 0}, {0, 3}, {2, 5}});
  double along = 0;
  for (int k = 0; k < 60 * 12; ++k) {
    const Stick stick = follow(path, gait, state, along);
    walk(body, gait, FlatGround{}, stick, 1.0 / 60, state, pose.q, scratch);
  }
  EXPECT_NEAR(state.course.x, 2, 0.3);
  EXPECT_NEAR(state.course.z, 5, 0.3);
  EXPECT_EQ(state.phase, WalkState::Phase::Stand);
}

}  // namespace
}  // namespace kine
