// A gait of one's own, as docs/add_a_gait.md writes it, walks by the same rules as ours.
#include <gtest/gtest.h>

#include <algorithm>

#include "kine/motion/ground_shapes.h"
#include "kine/motion/walk/walk_memory.h"
#include "scenes/scenes.h"
#include "tests/motion/walk_rules.h"

// [march]
#include "kine/motion/walk.h"
#include "kine/motion/walk/hermite.h"
#include "kine/motion/walk/natural_gait.h"

namespace {

using namespace kine;
using namespace kine::detail;

/// Marching: slow, with feet that are lifted high. All that it does not say is as people walk.
constexpr double kHigher = 2.4;                  // times the usual lift that the sole goes higher; by eye
constexpr Window kUp{0, 0.45}, kDown{0.5, 0.5};  // parts of the swing in which it goes up there and down again

/// The place of the swinging sole is ours.
SwingPlace march_place(const Gait& gait, const Swing& swing, double s) {
  SwingPlace place = kNaturalCurves.place(gait, swing, s);
  place.point.y += kHigher * swing.lift * soft_ease(kUp.share(s)) * (1 - soft_ease(kDown.share(s)));
  return place;
}

/// Both feet bear for the same share of every step, however fast.
double march_double_support(const StepAsk& ask) { return ask.gait.double_support; }

/// The numbers, where they are not those of people.
constexpr Gait kMarchNumbers{
    .top_speed = 0.9,        // m/s
    .walk_ratio = 0.0045,    // short steps
    .double_support = 0.2,   // of a step
    .strike_pitch = 0.1,     // radians: the sole comes down nearly flat,
    .heel_off_pitch = 0.25,  // the heel rises little
    .heel_off_rate = 0.7,    // and slowly,
    .swing_pitch = 0.5,      // and toes do not point down
    .arm_swing = 0.6,        // radians
};

/// The table: natural's, with what is ours put in.
const GaitCurves kMarchCurves = [] {
  GaitCurves curves = kNaturalCurves;
  curves.usual = &kMarchNumbers;
  curves.place = march_place;
  curves.double_support = march_double_support;
  return curves;
}();

Gait march() {
  Gait gait = kMarchNumbers;
  gait.curves = &kMarchCurves;
  return gait;
}

}  // namespace
// [/march]

namespace kine::testing {
namespace {

WalkFigures marched(const Gait& gait, const char* terrain) {
  WalkSetup setup;
  setup.gait = gait;
  setup.terrain = terrain;
  setup.seconds = 12;
  return measure(setup);
}

TEST(MarchGait, KeepsTheRulesOnEveryGround) {
  for (const char* terrain : {"flat", "hills:1", "ramp", "stairs", "blocks:1"}) {
    const WalkFigures f = marched(march(), terrain);
    expect_sound(f, terrain);
    EXPECT_GE(f.way, 4) << terrain;
  }
}

TEST(MarchGait, LiftsItsFeetHigher) {
  const auto highest = [](const Gait& gait) {
    double high = 0;
    const Skeleton skeleton = scenes::humanoid();
    const JointId heel = skeleton.joint("left_heel"), tip = skeleton.joint("left_toe_tip");
    WalkSetup setup;
    setup.gait = gait;
    setup.watch = [&](double, const WalkReport&, const Pose&, const Frames& frames) {
      high = std::max<double>(high, std::min<double>(frames.position(heel).y, frames.position(tip).y));
    };
    measure(setup);
    return high;
  };
  EXPECT_GE(highest(march()), highest(Gait::natural()) + 0.08);
}

TEST(MarchGait, BeginsAndEndsFromStanding) {
  const Skeleton skeleton = scenes::humanoid();
  Pose pose = scenes::standing_pose(skeleton);
  const Biped body = *Biped::build(skeleton, pose.q);
  Scratch scratch(body);
  WalkState state;
  int changes = 0;
  double fastest = 0;
  Vec3 before{};
  const GaitCurves* curves = nullptr;
  for (int k = 0; k < 120 * 18; ++k) {
    const Gait gait = k / 360 % 2 == 1 ? march() : Gait::natural();
    const WalkReport report = walk(body, gait, FlatGround{}, {1, 0, 0}, 1.0 / 120, state, pose.q, scratch);
    for (const LegReport& leg : report.legs) EXPECT_LE(leg.position_error, 1e-4) << k;
    if (k > 0) fastest = std::max<double>(fastest, 120 * length(report.plan.hips.translation - before));
    before = report.plan.hips.translation;
    if (memory_of(state).curves != curves) ++changes;
    curves = memory_of(state).curves;
  }
  EXPECT_GE(changes, 4);
  EXPECT_LE(fastest, 1.7) << "no jump";
  EXPECT_GE(state.course.z, 4);
}

}  // namespace
}  // namespace kine::testing
