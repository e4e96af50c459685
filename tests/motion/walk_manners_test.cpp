// How a walk starts, turns, stops and stands, and that it stays sound whatever the stick does.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "kine/math/trig.h"
#include "kine/motion/walk_path.h"
#include "tests/motion/walk_rules.h"

namespace kine {
namespace {

using testing::expect_sound;
using testing::Footfall;
using testing::measure;
using testing::summary;
using testing::WalkFigures;
using testing::WalkMeter;
using testing::WalkSetup;

double yaw_of(const Quat& rotation) {
  const Vec3 ahead = rotate(rotation, kUnitZ);
  return std::atan2(ahead.x, ahead.z);
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
    const WalkPath path = eight ? WalkPath::figure8() : WalkPath::circle(2);
    WalkSetup setup;
    setup.seconds = 20;
    double along = 0;
    setup.stick = [&](double, const WalkState& state) { return follow(path, setup.gait, state, along); };
    const WalkFigures f = measure(setup);
    expect_sound(f, "path");
    SCOPED_TRACE(summary(f));
    EXPECT_LE(f.joint_speed.value, 9);
    EXPECT_LE(f.joint_acceleration.value, 400);
    EXPECT_LE(f.pelvis_acceleration.value, 5);
  }
}

TEST(WalkManners, GoesRoundOverHills) {
  for (const std::string terrain : {"hills:3", "mesh"}) {
    WalkSetup setup;
    setup.terrain = terrain;
    setup.seconds = 15;
    double along = 0;
    const WalkPath path = WalkPath::circle(2);
    setup.stick = [&](double, const WalkState& state) { return follow(path, setup.gait, state, along); };
    const WalkFigures f = measure(setup);
    expect_sound(f, terrain);
    SCOPED_TRACE(summary(f));
    EXPECT_LE(f.joint_speed.value, 12);
    EXPECT_LE(f.pelvis_acceleration.value, 5);
  }
}

TEST(WalkManners, OnTheSpotItTurnsAtMostSixtyDegreesAStepAndFeetNeverCross) {
  WalkSetup setup;
  setup.seconds = 10;
  setup.stick = [](double, const WalkState&) { return Stick{0, 1, 0}; };
  const WalkFigures f = measure(setup);
  EXPECT_EQ(f.crossing.value, 0) << summary(f);
  ASSERT_GE(f.footfalls.size(), 8u);
  for (std::size_t k = 3; k < f.footfalls.size(); ++k) {
    double turned = yaw_of(f.footfalls[k].sole.rotation) - yaw_of(f.footfalls[k - 1].sole.rotation);
    turned -= 2 * kPi * std::floor(turned / (2 * kPi) + 0.5);
    // The toes point outwards, so from the right foot to the left one it is more.
    EXPECT_LE(std::abs(degrees(turned)), 60 + 2 * degrees(Gait{}.toe_out)) << k;
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

TEST(WalkManners, ComesOverTheBearingFootBeforeTheFirstLift) {
  WalkSetup setup;
  setup.seconds = 1;
  bool lifted = false;
  setup.watch = [&](double, const WalkReport& report, const Pose&, const Frames& frames) {
    if (lifted || report.plan.heel_down[1] || report.plan.toe_down[1]) return;
    lifted = true;  // the right foot goes first
    const Vec3 hips = report.plan.hips.translation, foot = report.plan.heel_at[0];
    (void)frames;
    EXPECT_GE(hips.x, 0.5 * foot.x) << "towards the left foot";
  };
  measure(setup);
  EXPECT_TRUE(lifted);
}

TEST(WalkManners, StandsWithItsWeightWellInsideItsFeet) {
  WalkSetup setup;
  setup.seconds = 6;
  setup.stick = [](double t, const WalkState&) { return Stick{t < 2 ? 1.0 : 0.0, 0, 0}; };
  const Skeleton skeleton = scenes::humanoid();
  Vec3 weight{};
  walking::Sole soles[2];
  const WalkMeter* seen = nullptr;
  setup.watch = [&](double, const WalkReport&, const Pose&, const Frames& frames) {
    double mass = 0;
    Vec3 sum{};
    for (int j = 0; j < skeleton.joint_count(); ++j) {
      const JointId joint(j);
      const Joint& part = skeleton.description(joint);
      sum = sum + part.mass * (frames.world_from_joint(joint) * part.centre_of_mass);
      mass += part.mass;
    }
    weight = (1 / mass) * sum;
    for (int foot = 0; foot < 2; ++foot) soles[foot] = seen->state().feet[foot].plant;
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
  for (const walking::Sole& sole : soles) {
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
  for (const double height : {0.0, 0.5}) {
    WalkSetup setup;
    setup.seconds = 10;
    setup.ground = std::make_shared<Ledge>(height);
    WalkMeter meter(setup);
    const WalkFigures f = meter.run();
    SCOPED_TRACE(std::to_string(height) + ": " + summary(f));
    EXPECT_LE(f.drift.value, 1e-3);
    EXPECT_LE(f.position_error.value, 1e-4);
    EXPECT_EQ(f.airborne, 0);
    EXPECT_LE(f.end.z, 3);
    EXPECT_GE(f.end.z, 2) << "it comes near";
    for (const WalkState::Foot& foot : meter.state().feet) EXPECT_LE(foot.plant.point.z, 3);
  }
}

TEST(WalkManners, TheHeadLeadsACurve) {
  WalkSetup setup;
  setup.seconds = 6;
  setup.stick = [](double, const WalkState&) { return Stick{1, 0.5, 0}; };
  const Skeleton skeleton = scenes::humanoid();
  double lead = 0;
  const WalkMeter* seen = nullptr;
  setup.watch = [&](double, const WalkReport&, const Pose&, const Frames& frames) {
    const walking::Course& course = seen->state().course;
    double ahead = yaw_of(frames.rotation(skeleton.joint("head"))) - course.heading;
    ahead -= 2 * kPi * std::floor(ahead / (2 * kPi) + 0.5);
    lead = ahead / course.speeds.turn;
  };
  WalkMeter meter(setup);
  seen = &meter;
  meter.run();
  EXPECT_GE(lead, 0.2);
  EXPECT_LE(lead, 0.3);
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
