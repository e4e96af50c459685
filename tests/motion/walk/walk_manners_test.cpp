// How a walk starts, turns, stops and stands, and that it stays sound whatever the stick does.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "kine/math/trig.h"
#include "kine/motion/walk_path.h"
#include "tests/motion/walk_rules.h"

namespace kine {
namespace {

using testing::expect_sound;
using testing::Footfall;
using testing::measure;
using testing::measure_along;
using testing::summary;
using testing::WalkFigures;
using testing::WalkMeter;
using testing::WalkSetup;

double yaw_of(const Quat& rotation) {
  const Vec3 ahead = rotate(rotation, kUnitZ);
  return std::atan2(ahead.x, ahead.z);
}

/// An angle as the shortest way round.
double wrapped(double angle) { return angle - 2 * kPi * std::floor(angle / (2 * kPi) + 0.5); }

/// Of the whole body, by forward kinematics.
Vec3 weight_of(const Skeleton& skeleton, const Frames& frames) {
  double mass = 0;
  Vec3 sum{};
  for (int j = 0; j < skeleton.joint_count(); ++j) {
    const Joint& part = skeleton.description(JointId(j));
    sum = sum + part.mass * (frames.world_from_joint(JointId(j)) * part.centre_of_mass);
    mass += part.mass;
  }
  return (1 / mass) * sum;
}

TEST(WalkManners, StaysSoundWhateverTheStickDoes) {
  for (const unsigned seed : {1u, 2u}) {
    WalkSetup setup;
    setup.seconds = 40;
    setup.stick = testing::random_stick(seed);
    const WalkFigures f = measure(setup);
    expect_sound(f, "random stick");
    EXPECT_EQ(f.crossing.value, 0) << "feet never cross";
  }
}

TEST(WalkManners, FollowsPathsWithoutAPop) {
  for (const bool eight : {false, true}) {
    const WalkFigures f = measure_along(eight ? WalkPath::figure8() : WalkPath::circle(2), "flat", 20);
    expect_sound(f, "path");
    SCOPED_TRACE(summary(f));
    EXPECT_LE(f.joint_speed.value, 9);
    EXPECT_LE(f.joint_acceleration.value, 400);
    EXPECT_LE(f.pelvis_acceleration.value, 5);
  }
}

TEST(WalkManners, GoesRoundOverHills) {
  for (const std::string terrain : {"hills:3", "mesh"}) {
    const WalkFigures f = measure_along(WalkPath::circle(2), terrain, 15);
    expect_sound(f, terrain);
    SCOPED_TRACE(summary(f));
    EXPECT_LE(f.joint_speed.value, 12);
    EXPECT_LE(f.pelvis_acceleration.value, 5);
  }
}

TEST(WalkManners, OnTheSpotItTurnsAtMostSixtyDegreesAStepAndFeetNeverCross) {
  for (const double turn : {1.0, -1.0, 0.5}) {
    WalkSetup setup;
    setup.seconds = 10;
    setup.stick = [turn](double, const WalkState&) { return Stick{0, turn, 0}; };
    const WalkFigures f = measure(setup);
    EXPECT_EQ(f.crossing.value, 0) << summary(f);
    ASSERT_GE(f.footfalls.size(), 8u);
    for (std::size_t k = 3; k < f.footfalls.size(); ++k) {
      const double turned = yaw_of(f.footfalls[k].sole.rotation) - yaw_of(f.footfalls[k - 1].sole.rotation);
      EXPECT_LE(std::abs(degrees(wrapped(turned))), 60) << turn << " step " << k;
    }
  }
}

TEST(WalkManners, TurnsOnTheSpotOnHillsToo) {
  for (const std::string terrain : {"hills:1", "hills:3"}) {
    WalkSetup setup;
    setup.terrain = terrain;
    setup.seconds = 6;
    double heading = 0;
    setup.stick = [&](double, const WalkState& state) {
      heading = state.course.heading;
      return Stick{0, 1, 0};
    };
    expect_sound(measure(setup), terrain);
    EXPECT_GT(heading, 2) << terrain;
  }
}

TEST(WalkManners, IsUpToSpeedWithinThreeSteps) {
  WalkSetup setup;
  setup.seconds = 6;
  double reached = -1;
  const WalkMeter* seen = nullptr;
  setup.watch = [&](double time, const WalkReport&, const Pose&, const Frames&) {
    if (reached < 0 && seen->state().course.speeds.forward >= 0.9 * 1.3) reached = time;
  };
  WalkMeter meter(setup);
  seen = &meter;
  const WalkFigures f = meter.run();
  ASSERT_GE(reached, 0);
  int landed = 0;
  for (const Footfall& fall : f.footfalls)
    if (fall.start > 0.1 && fall.start < reached) ++landed;
  EXPECT_LE(landed, 3);
}

TEST(WalkManners, HasTheSpeedOfTheStickAfterTwoSteps) {
  for (const double speed : {0.3, 0.6, 1.0, 1.3, 1.6, 1.8}) {
    WalkSetup setup;
    setup.gait.top_speed = speed;
    setup.seconds = 8;
    const WalkFigures f = measure(setup);
    std::vector<double> landed;
    for (const Footfall& fall : f.footfalls)
      if (fall.start > 0.1) landed.push_back(fall.start);
    const auto hips = [&](double time) { return f.hips[static_cast<std::size_t>(std::lround(time * setup.rate))].z; };
    ASSERT_GE(landed.size(), 6u);
    // Over every cycle, from the landing of the second step on.
    for (std::size_t k = 1; k + 2 < landed.size(); ++k) {
      const double mean = (hips(landed[k + 2]) - hips(landed[k])) / (landed[k + 2] - landed[k]);
      EXPECT_NEAR(mean, speed, 0.05 * speed) << "after " << k + 1 << " steps";
    }
  }
}

TEST(WalkManners, SaysThatItIsHeldWhereWalkingEndsAndNotBefore) {
  for (const double speed : {1.3, 2.0, 2.2, 4.0}) {
    WalkSetup setup;
    setup.gait.top_speed = speed;
    setup.seconds = 6;
    bool held = false;
    setup.watch = [&](double, const WalkReport& report, const Pose&, const Frames&) { held = report.held_back; };
    const WalkFigures f = measure(setup);
    const double most = std::sqrt(0.5 * 9.81 * 0.87);  // Froude number 0.5
    EXPECT_EQ(held, speed > most) << speed;
    const std::size_t n = f.hips.size() - 1;
    EXPECT_LE((f.hips[n].z - f.hips[n - 240].z) / 2, std::min(speed, most) * 1.02) << speed;
  }
}

TEST(WalkManners, LeftAndRightAreMirrorsHalfACycleApart) {
  const Skeleton skeleton = scenes::humanoid();
  std::vector<int> twins;
  for (int j = 0; j < skeleton.joint_count(); ++j) {
    const std::string& name = skeleton.name(JointId(j));
    const bool left = name.starts_with("left_"), right = name.starts_with("right_");
    twins.push_back(left    ? skeleton.joint("right_" + name.substr(5)).index
                    : right ? skeleton.joint("left_" + name.substr(6)).index
                            : j);
  }
  constexpr double kSteady = 6;  // seconds: legs straighten some steps after the speed is reached
  for (const double speed : {0.6, 1.0, 1.3, 1.8}) {
    WalkSetup setup;
    setup.gait.top_speed = speed;
    setup.seconds = kSteady + 5;
    setup.rate = 480;
    std::vector<std::vector<Vec3>> places;
    setup.watch = [&](double, const WalkReport&, const Pose&, const Frames& frames) {
      std::vector<Vec3>& now = places.emplace_back();
      for (int j = 0; j < skeleton.joint_count(); ++j) now.push_back(frames.position(JointId(j)));
    };
    const WalkFigures f = measure(setup);
    std::vector<double> landed;
    for (const Footfall& fall : f.footfalls)
      if (fall.foot == 0 && fall.start > kSteady) landed.push_back(fall.start);
    ASSERT_GE(landed.size(), 3u);
    const double cycle = (landed.back() - landed.front()) / static_cast<double>(landed.size() - 1);
    const auto place = [&](int joint, double time) {
      const double at = time * setup.rate;
      const auto k = static_cast<std::size_t>(at);
      const Vec3 &a = places[k][static_cast<std::size_t>(joint)], &b = places[k + 1][static_cast<std::size_t>(joint)];
      return a + (at - static_cast<double>(k)) * (b - a);
    };
    double worst = 0;
    for (int k = 0; k < 97; ++k)
      for (int j = 0; j < skeleton.joint_count(); ++j) {
        const double time = kSteady + cycle * k / 97;
        const Vec3 now = place(j, time), later = place(twins[static_cast<std::size_t>(j)], time + cycle / 2);
        worst = std::max(worst, length(Vec3{now.x + later.x, now.y - later.y, now.z + speed * cycle / 2 - later.z}));
      }
    EXPECT_LE(worst, 2e-3) << speed;
  }
}

TEST(WalkManners, ComesOverTheBearingFootBeforeTheFirstLift) {
  const Skeleton skeleton = scenes::humanoid();
  const JointId ankles[] = {skeleton.joint("left_foot"), skeleton.joint("right_foot")};
  for (const Stick& stick : {Stick{1, 0, 0}, Stick{0.3, 0, 0}, Stick{-1, 0, 0}, Stick{0, 1, 0}, Stick{0, 0, 1}}) {
    WalkSetup setup;
    setup.seconds = 1;
    setup.stick = [&](double, const WalkState&) { return stick; };
    bool lifted = false;
    setup.watch = [&](double, const WalkReport& report, const Pose&, const Frames& frames) {
      for (int foot = 0; foot < 2 && !lifted; ++foot) {
        if (report.plan.heel_down[foot] || report.plan.toe_down[foot]) continue;
        lifted = true;
        const Vec3 weight = weight_of(skeleton, frames), bearing = frames.position(ankles[1 - foot]);
        EXPECT_LE(std::abs(weight.x - bearing.x), 0.04) << "over the sole, which is 8 cm wide";
        EXPECT_GE(weight.z - bearing.z, -0.06);
        EXPECT_LE(weight.z - bearing.z, 0.205);
      }
    };
    measure(setup);
    EXPECT_TRUE(lifted);
  }
}

TEST(WalkManners, StandsWithItsWeightWellInsideItsFeet) {
  WalkSetup setup;
  setup.seconds = 6;
  setup.stick = [](double t, const WalkState&) { return Stick{t < 2 ? 1.0 : 0.0, 0, 0}; };
  const Skeleton skeleton = scenes::humanoid();
  Vec3 weight{};
  Foothold soles[2];
  const WalkMeter* seen = nullptr;
  setup.watch = [&](double, const WalkReport&, const Pose&, const Frames& frames) {
    weight = weight_of(skeleton, frames);
    for (int foot = 0; foot < 2; ++foot) soles[foot] = seen->state().plants[foot];
  };
  WalkMeter meter(setup);
  seen = &meter;
  meter.run();
  ASSERT_EQ(meter.state().phase, WalkState::Phase::Stand);
  // Feet side by side: between the outer edges, and between heels and toes, by 2 cm each.
  const Vec3 left = rotate(soles[0].rotation, Vec3{0.04, 0, 0}) + soles[0].point;
  const Vec3 right = rotate(soles[1].rotation, Vec3{-0.04, 0, 0}) + soles[1].point;
  EXPECT_GE(left.x - weight.x, 0.02);
  EXPECT_GE(weight.x - right.x, 0.02);
  for (const Foothold& sole : soles) {
    EXPECT_GE(weight.z - (sole.point.z - 0.06), 0.02);
    EXPECT_GE((sole.point.z + 0.19) - weight.z, 0.02);
  }
}

/// Level ground that ends at z = 3, with a gap or a wall behind it.
class Ledge final : public scenes::Terrain {
 public:
  explicit Ledge(double height) : height_(height) {}
  GroundHit at(double x, double z) const override {
    if (z < 3) return {true, {x, 0, z}, kUnitY};
    return height_ > 0 ? GroundHit{true, {x, height_, z}, kUnitY} : GroundHit{};
  }

 private:
  double height_;
};

TEST(WalkManners, StopsInBalanceAtAGapAndAtAStepThatIsTooHigh) {
  for (const double height : {0.0, 0.5, 0.9, 1.2}) {
    WalkSetup setup;
    setup.seconds = 10;
    setup.ground = std::make_shared<Ledge>(height);
    WalkMeter meter(setup);
    const WalkFigures f = meter.run();
    SCOPED_TRACE(std::to_string(height) + ": " + summary(f));
    EXPECT_LE(f.drift.value, 1e-3);
    EXPECT_LE(f.depth.value, 1e-3) << "no toe goes into the wall";
    EXPECT_LE(f.position_error.value, 1e-4);
    EXPECT_EQ(f.airborne, 0);
    EXPECT_LE(f.end.z, 3);
    EXPECT_GE(f.end.z, 2) << "it comes near";
    EXPECT_EQ(meter.state().phase, WalkState::Phase::Stand) << "and gives up";
    for (const Foothold& foot : meter.state().plants) {
      EXPECT_LE(foot.point.z, 3);
      // Soles go from 6 cm behind the ankle to 20 cm ahead of it.
      EXPECT_NEAR(f.end.z - foot.point.z, 0.04, 0.05) << "its weight stays over its soles";
    }
  }
}

TEST(WalkManners, TheHeadLeadsACurve) {
  const Skeleton skeleton = scenes::humanoid();
  const JointId head = skeleton.joint("head");
  for (const Stick& stick : {Stick{1, 0.5, 0}, Stick{1, -0.2, 0}, Stick{0.5, 1, 0}}) {
    WalkSetup setup;
    setup.seconds = 6;
    setup.stick = [&](double, const WalkState&) { return stick; };
    const WalkMeter* seen = nullptr;
    setup.watch = [&](double time, const WalkReport&, const Pose&, const Frames& frames) {
      if (time < 3) return;
      const Course& course = seen->state().course;
      const double lead = wrapped(yaw_of(frames.rotation(head)) - course.heading) / course.speeds.turn;
      EXPECT_GE(lead, 0.2) << time;
      EXPECT_LE(lead, 0.3) << time;
    };
    WalkMeter meter(setup);
    seen = &meter;
    meter.run();
  }
}

TEST(WalkManners, LeansIntoAClimb) {
  WalkSetup setup;
  setup.terrain = "ramp";
  setup.seconds = 5;
  setup.gait.top_speed = 1;
  const Skeleton skeleton = scenes::humanoid();
  double flat = 0, uphill = 0;
  int flat_frames = 0, uphill_frames = 0;
  setup.watch = [&](double, const WalkReport& report, const Pose&, const Frames& frames) {
    const Vec3 up = rotate(frames.rotation(skeleton.joint("chest")), kUnitY);
    const double z = report.plan.hips.translation.z;
    if (z > 0.5 && z < 1.2) flat += std::atan2(up.z, up.y), ++flat_frames;
    if (z > 3 && z < 5) uphill += std::atan2(up.z, up.y), ++uphill_frames;
  };
  measure(setup);
  ASSERT_GT(flat_frames, 0);
  ASSERT_GT(uphill_frames, 0);
  EXPECT_GE(uphill / uphill_frames, flat / flat_frames + radians(3.0));
}

}  // namespace
}  // namespace kine
