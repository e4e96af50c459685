#include "kine/motion/walking_figure.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "kine/motion/body/biped_model.h"
#include "kine/motion/gait_fit.h"
#include "kine/motion/ground_shapes.h"
#include "kine/motion/walk.h"
#include "scenes/scenes.h"
#include "tests/motion/figure_measure.h"
#include "tests/motion/test_figures.h"
#include "tests/support/allocation_trap.h"

namespace kine {
namespace {

using testing::altered;
using testing::build;
using testing::ends_with;
using testing::figure_of;
using testing::FigureSetup;
using testing::FigureWalk;
using testing::loose;
using testing::robot;
using testing::walk_figure;

Skeleton turned(const Quat& turn) {
  return altered([&](Joint& joint) {
    if (!joint.parent.empty()) return true;
    joint.rest.rotation = turn * joint.rest.rotation;
    joint.rest.translation = rotate(turn, joint.rest.translation);
    return true;
  });
}

void expect_sound(const FigureWalk& walk, const std::string& name) {
  SCOPED_TRACE(name + ": " + testing::summary(walk));
  EXPECT_TRUE(walk.finite);
  EXPECT_LE(walk.drift, 1e-3);
  EXPECT_LE(walk.depth, 1e-3);
  EXPECT_LE(walk.residual, 1e-4);
  EXPECT_EQ(walk.violation, 0);
  EXPECT_LE(walk.off_plan, 1e-3);
  EXPECT_GT(walk.crossed, 0);
  EXPECT_EQ(walk.airborne, 0);
  EXPECT_FALSE(walk.blocked);
}

/// Our figure with every bone so much longer.
Skeleton sized(double factor) {
  return altered([&](Joint& joint) {
    joint.rest.translation = factor * joint.rest.translation;
    return true;
  });
}

FigureWalk walk_on(const WalkingFigure& figure, const std::string& terrain, double seconds = 8) {
  const Result<GaitFit> fit = fit_gait(figure.body(), Gait{});
  EXPECT_TRUE(fit.ok()) << fit.error();
  FigureSetup setup;
  setup.terrain = terrain;
  setup.seconds = seconds;
  if (fit.ok()) setup.gait = fit->gait;
  return walk_figure(figure, setup);
}

TEST(WalkingFigure, WalksWhicheverWayIsUpAndAhead) {
  const std::pair<const char*, Quat> turns[] = {
      {"as it is", {}},
      {"z up", from_axis_angle(kUnitX, radians(90.0))},
      {"z up, facing x", from_axis_angle(kUnitZ, radians(90.0)) * from_axis_angle(kUnitX, radians(90.0))},
      {"askew", from_axis_angle(normalised(Vec3{1, 2, 3}), 1.0)}};
  for (const auto& [name, turn] : turns) {
    const Skeleton skeleton = turned(turn);
    const WalkingFigure figure = figure_of(skeleton, rotate(turn, kUnitY));
    const FigureWalk walk = walk_on(figure, "flat");
    expect_sound(walk, name);
    EXPECT_NEAR(walk.speed, 1.3, 0.05 * 1.3) << name;
  }
}

TEST(WalkingFigure, GivesJointsWithoutLimitsThoseOfPeople) {
  const Skeleton skeleton = loose();
  const WalkingFigure figure = figure_of(skeleton, kUnitY);
  for (const char* terrain : {"flat", "hills:1"}) expect_sound(walk_on(figure, terrain), terrain);
  // Neither heels nor toes were there; the tips are below the joints where the toes bend.
  EXPECT_EQ(figure.heel(0).name, "left_foot_heel");
  EXPECT_EQ(figure.toe(1).name, "right_foot_toe");
  EXPECT_FALSE(figure.heel(0).is_joint);
  EXPECT_EQ(skeleton.name(figure.toe(1).joint), "right_toes");
}

TEST(WalkingFigure, KeepsTheHingesOfARobotAsTheyAre) {
  const Skeleton skeleton = robot();
  const WalkingFigure figure = figure_of(skeleton, kUnitZ);
  for (const char* terrain : {"flat", "hills:2"}) expect_sound(walk_on(figure, terrain), terrain);
  // Its sole is where its sole's joint is.
  EXPECT_NEAR(figure.body().measures().legs[0].foot.height(), 0.06, 1e-12);
  EXPECT_EQ(figure.body().measures().legs[0].foot.max_bend, 0);
}

TEST(WalkingFigure, WalksOnHipsThatShareAMotor) {
  // As in Nao: the right hip's first hinge follows the left one's, both slanted, and there is no other yaw.
  std::vector<Joint> joints;
  const Skeleton plain = robot();
  for (int i = 0; i < plain.joint_count(); ++i) {
    Joint joint = plain.description(JointId{i});
    if (joint.name == "left_hip_yaw") joint.axis = normalised(Vec3{0, 1, -1});
    if (joint.name == "right_hip_yaw") {
      joint.axis = normalised(Vec3{0, 1, 1});
      joint.axes[0].follows = Follow{.joint = "left_hip_yaw"};
    }
    joints.push_back(joint);
  }
  const Skeleton skeleton = build(joints);
  const WalkingFigure figure = figure_of(skeleton, kUnitZ);
  EXPECT_TRUE(detail::model_of(figure.body()).shared_hip().valid());
  for (const char* terrain : {"flat", "hills:1"}) expect_sound(walk_on(figure, terrain, 6), terrain);
  // It turns by letting the pelvis turn to what the feet leave it.
  const Result<GaitFit> fit = fit_gait(figure.body(), Gait{});
  ASSERT_TRUE(fit.ok()) << fit.error();
  FigureSetup setup{.gait = fit->gait, .seconds = 6};
  setup.stick = [](double) { return Stick{0.6, 0.4, 0}; };
  expect_sound(walk_figure(figure, setup), "curve");
}

/// Root of the mean square of how far the curves of the two knees are apart, over a cycle of two steps; degrees.
double knees_apart(const WalkingFigure& figure) {
  constexpr int kBins = 40, kFrames = 20 * 120, kFirst = 4 * 120;  // from when on it is at speed
  constexpr double kRate = 120;
  const Biped& body = figure.body();
  const Result<GaitFit> fit = fit_gait(body, Gait{});
  if (!fit) return kInfinity;
  Scratch scratch(body);
  WalkState state;
  std::vector<double> pose(body.standing().begin(), body.standing().end());
  double sum[2][kBins]{}, count[2][kBins]{};
  const Ground flat([](const Vec3& from, double) { return GroundHit{true, {from.x, 0, from.z}, kUnitY}; });
  for (int frame = 0; frame < kFrames; ++frame) {
    walk(body, fit->gait, flat, {.forward = 1}, 1 / kRate, state, pose, scratch);
    if (frame < kFirst) continue;
    for (int side = 0; side < 2; ++side) {
      const double cycle = 0.5 * (state.step_phase + (state.stepping_foot == side ? 1 : 0));
      const int bin = std::min(kBins - 1, static_cast<int>(kBins * cycle));
      sum[side][bin] += degrees(pose[static_cast<std::size_t>(body.skeleton().first_value(body.leg(side).shank))]);
      count[side][bin] += 1;
    }
  }
  double squares = 0;
  for (int bin = 0; bin < kBins; ++bin) {
    const double apart = sum[0][bin] / count[0][bin] - sum[1][bin] / count[1][bin];
    squares += apart * apart / kBins;
  }
  return std::sqrt(squares);
}

TEST(WalkingFigure, DoesNotLimpOnLegsThatDiffer) {
  EXPECT_LE(knees_apart(figure_of(scenes::humanoid(), kUnitY)), 0.1);
  const Skeleton longer = altered([](Joint& joint) {
    if (joint.name == "left_shank" || joint.name == "left_foot") joint.rest.translation = 1.02 * joint.rest.translation;
    return true;
  });
  EXPECT_LE(knees_apart(figure_of(longer, kUnitY)), 2);
  const Skeleton other_foot = altered([](Joint& joint) {
    if (joint.name == "right_toes" || joint.name == "right_toe_tip") joint.rest.translation.z *= 0.9;
    return true;
  });
  // Each foot is planned by its own shape.
  const WalkingFigure figure = figure_of(other_foot, kUnitY);
  EXPECT_LT(figure.body().measures().legs[1].foot.tip.z, 0.95 * figure.body().measures().legs[0].foot.tip.z);
  expect_sound(walk_on(figure, "hills:1"), "feet that differ");
}

TEST(WalkingFigure, HasKneesThatBendForwardAndNeverSnap) {
  const Skeleton skeleton = robot();
  const WalkingFigure figure = figure_of(skeleton, kUnitZ);
  const Result<GaitFit> fit = fit_gait(figure.body(), Gait{});
  ASSERT_TRUE(fit.ok()) << fit.error();
  FigureSetup setup{.terrain = "hills:3", .gait = fit->gait, .seconds = 6};
  setup.keep_poses = true;
  const FigureWalk walk = walk_figure(figure, setup);
  Frames frames(skeleton);
  for (const std::vector<double>& pose : walk.poses) {
    forward(skeleton, pose, frames);
    for (const std::string side : {"left_", "right_"}) {
      const auto at = [&](const char* joint) { return frames.position(skeleton.joint(side + joint)); };
      const Vec3 thigh = at("knee") - at("hip_pitch"), shank = at("ankle_pitch") - at("knee");
      const Vec3 axis = rotate(frames.rotation(skeleton.joint(side + "knee")), kUnitY);
      const double bend = std::atan2(dot(cross(thigh, shank), axis), dot(thigh, shank));
      EXPECT_GT(degrees(bend), 1);
    }
  }
}

TEST(WalkingFigure, WritesTheStandingPoseOfArmsAndTrunkInsideTheirLimits) {
  const Skeleton skeleton = robot();
  const WalkingFigure figure = figure_of(skeleton, kUnitZ);
  EXPECT_EQ(limit_violation(skeleton, figure.standing()), 0);
  Frames frames(skeleton);
  forward(skeleton, figure.standing(), frames);
  const Vec3 arm =
      frames.position(skeleton.joint("left_elbow")) - frames.position(skeleton.joint("left_shoulder_roll"));
  EXPECT_LT(normalised(arm).z, -0.98);
}

TEST(WalkingFigure, WritesWithoutAllocating) {
  const Skeleton skeleton = loose();
  const WalkingFigure figure = figure_of(skeleton, kUnitY);
  Scratch scratch(figure);
  std::vector<double> own(figure.body().standing().begin(), figure.body().standing().end());
  std::vector<double> pose(figure.standing().begin(), figure.standing().end());
  const test::AllocationTrap trap;
  figure.write(own, pose, scratch);
  EXPECT_EQ(trap.count(), 0);
}

TEST(WalkingFigure, RefusesWhatHasNoFeetOrIsNotFree) {
  const Skeleton footless = altered([](Joint& joint) {
    for (const char* part : {"_foot", "_toes", "_heel", "_toe_tip"})
      if (ends_with(joint.name, part)) return false;
    return true;
  });
  const Result<BoneMap> map = find_bones(footless, kUnitY);
  ASSERT_TRUE(map.ok()) << map.error();
  EXPECT_EQ(WalkingFigure::build(footless, *map, kUnitY).error(), "the left leg ends without a foot");
  const Skeleton bolted = altered([](Joint& joint) {
    if (joint.kind == JointKind::Free) joint = fixed_joint(joint.name, "", joint.rest.translation);
    return true;
  });
  const Result<WalkingFigure> fixed = WalkingFigure::build(bolted, *find_bones(bolted, kUnitY), kUnitY);
  EXPECT_EQ(fixed.error(), "neither the pelvis pelvis nor a joint above it is free to move about");
}

TEST(GaitFit, NamesTheJointThatForbidsWalking) {
  const Skeleton stiff = robot(10);
  const WalkingFigure figure = figure_of(stiff, kUnitZ);
  const Result<GaitFit> fit = fit_gait(figure.body(), Gait{});
  ASSERT_FALSE(fit.ok());
  EXPECT_NE(fit.error().find("knee bends at most"), std::string::npos) << fit.error();
  EXPECT_NE(fit.error().find("the largest possible step is 0.0"), std::string::npos) << fit.error();
}

TEST(GaitFit, BlamesNoJointForShortStepsThatWereAskedFor) {
  const Skeleton skeleton = loose();
  const WalkingFigure figure = figure_of(skeleton, kUnitY);
  Gait slow;
  slow.top_speed = 0.1;
  const Result<GaitFit> fit = fit_gait(figure.body(), slow);
  ASSERT_TRUE(fit.ok()) << fit.error();
  EXPECT_EQ(fit->note, "");
}

TEST(GaitFit, TakesShorterStepsWhereHipsAllowNoLongerOnes) {
  double before = 1e9;
  for (const double most : {120.0, 35.0, 31.0}) {
    const Skeleton skeleton = altered([most](Joint& joint) {
      if (ends_with(joint.name, "_thigh")) joint.axes[0].limits.upper = radians(most);
      return true;
    });
    const WalkingFigure figure = figure_of(skeleton, kUnitY);
    const Result<GaitFit> fit = fit_gait(figure.body(), Gait{});
    ASSERT_TRUE(fit.ok()) << most << ": " << fit.error();
    EXPECT_LT(fit->step, before) << most;
    before = fit->step;
    if (most < 120) {
      EXPECT_NE(fit->note.find("hip turns only from"), std::string::npos) << fit->note;
    }
    FigureSetup setup{.gait = fit->gait, .seconds = 6};
    expect_sound(walk_figure(figure, setup), std::to_string(most) + ": " + fit->note);
  }
}

/// Of the leg that bears while the feet pass each other, degrees from straight.
double mean_bearing_knee(const WalkingFigure& figure, const Gait& gait) {
  const BipedMeasures& build = figure.body().measures();
  const FlatGround level;
  Scratch scratch(figure);
  WalkState state;
  std::vector<double> pose(figure.body().standing().begin(), figure.body().standing().end());
  double sum = 0;
  int count = 0;
  for (int k = 0; k < 360; ++k) {
    const WalkPlan plan = walk(figure.body(), gait, level, {1, 0, 0}, 1.0 / 60, state, pose, scratch).plan;
    if (k < 180 || std::abs(plan.stride) > 0.6) continue;
    for (int side = 0; side < 2; ++side) {
      if (!plan.heel_down[side]) continue;
      const LegMeasures& leg = build.legs[side];
      const double far =
          length(plan.hips * Vec3{side == 0 ? build.hip_half : -build.hip_half, 0, 0} - plan.feet[side].ankle);
      const double cosine = (leg.thigh * leg.thigh + leg.shank * leg.shank - far * far) / (2 * leg.thigh * leg.shank);
      sum += 180 - degrees(std::acos(cosine));
      ++count;
    }
  }
  return sum / count;
}

TEST(GaitFit, LetsThePelvisBobWhereFeetDoNotRoll) {
  // Feet without toes ask for a lower pelvis while both stand: if it stayed as low, knees would be bent all the time.
  const Skeleton skeleton = robot();
  const WalkingFigure figure = figure_of(skeleton, kUnitZ);
  const Result<GaitFit> fit = fit_gait(figure.body(), Gait{});
  ASSERT_TRUE(fit.ok()) << fit.error();
  EXPECT_GE(fit->gait.bob, Gait{}.bob + 0.003);
  EXPECT_LE(fit->gait.bob, 0.027);
  Gait low = fit->gait;
  low.bob = Gait{}.bob;
  EXPECT_LE(mean_bearing_knee(figure, fit->gait), mean_bearing_knee(figure, low) - 2);
}

TEST(GaitFit, ChangesNothingForTheFigureItIsWrittenFor) {
  const Skeleton skeleton = scenes::humanoid();
  const Pose standing = scenes::standing_pose(skeleton);
  const Biped body = *Biped::build(skeleton, standing.q);
  const Result<GaitFit> fit = fit_gait(body, Gait{});
  ASSERT_TRUE(fit.ok()) << fit.error();
  EXPECT_EQ(fit->note, "");
  EXPECT_EQ(fit->gait.top_speed, Gait{}.top_speed);
  EXPECT_EQ(fit->gait.step_width, Gait{}.step_width);
  EXPECT_EQ(fit->gait.bob, Gait{}.bob);
  EXPECT_NEAR(fit->gait.standing_height, Gait{}.standing_height, 1e-12);
}

TEST(WalkingFigure, ShortLegsClimbStairs) {
  // 12 treads of 0.17 m up, a landing of 2 m and down again: 2 m from the start to 11 m.
  const auto climbs = [](const WalkingFigure& figure, const std::string& name) {
    const FigureWalk walk = walk_on(figure, "stairs", 40);
    expect_sound(walk, name);
    EXPECT_GT(walk.way, 12) << name;
  };
  climbs(figure_of(sized(0.62), kUnitY), "a child");
  climbs(figure_of(robot(), kUnitZ), "a robot");
}

}  // namespace
}  // namespace kine
