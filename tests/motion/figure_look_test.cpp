// What people see of a figure that walks: heels, arms and how it stands.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "kine/kinematics/forward.h"
#include "kine/motion/gait_fit.h"
#include "kine/motion/walk.h"
#include "scenes/terrains.h"
#include "tests/motion/figure_measure.h"
#include "tests/motion/test_figures.h"

namespace kine {
namespace {

using testing::altered;
using testing::ends_with;
using testing::figure_of;
using testing::loose;
using testing::robot;

/// The left foot over some strides on level ground at full speed.
struct FootStrides {
  double heel_rise =
      1;  ///< when its sole is five degrees off the ground, as a share of the cycle from strike to strike
  double strike_pitch = 1e9;  ///< the least that toes point up as the heel strikes, degrees
  int count = 0;
};

FootStrides left_foot_of(const WalkingFigure& figure) {
  constexpr double kRate = 120, kSeconds = 10, kStarted = 3;  // seconds
  constexpr double kRisen = 5;                                // degrees
  const Result<GaitFit> fit = fit_gait(figure.body(), Gait{});
  EXPECT_TRUE(fit.ok()) << fit.error();
  const auto ground = *scenes::make_terrain("flat");
  Scratch scratch(figure);
  WalkState state;
  std::vector<double> pose(figure.body().standing().begin(), figure.body().standing().end());
  FootStrides out;
  double struck = -1, rose = -1, last_pitch = 0;
  bool was_down = true;
  for (int k = 0; k <= kSeconds * kRate; ++k) {
    const WalkReport report =
        walk(figure.body(), fit->gait, *ground, {1, 0, 0}, k ? 1 / kRate : 0, state, pose, scratch);
    const bool down = report.plan.heel_down[0];
    const double time = k / kRate;
    const double pitch = degrees(std::asin(rotate(report.plan.feet[0].rotation, kUnitZ).y));
    if (pitch < -kRisen && last_pitch >= -kRisen) rose = time;
    if (down && !was_down && time > kStarted) {
      out.strike_pitch = std::min(out.strike_pitch, pitch);
      if (struck > 0) out.heel_rise = std::min(out.heel_rise, (rose - struck) / (time - struck));
      if (struck > 0) ++out.count;
      struck = time;
    }
    was_down = down;
    last_pitch = pitch;
  }
  EXPECT_GT(out.count, 3);
  return out;
}

TEST(FigureFoot, BendsToesThatLieOnItsSole) {
  // Toes and their tips as low as each other: that is where the sole is.
  const Skeleton low = altered([](Joint& joint) {
    if (ends_with(joint.name, "_heel")) return false;
    if (ends_with(joint.name, "_toes")) joint.rest.translation.y = -0.07;
    if (ends_with(joint.name, "_toe_tip")) joint.rest.translation.y = 0;
    return true;
  });
  const WalkingFigure figure = figure_of(low, kUnitY);
  const FootShape& foot = figure.body().measures().legs[0].foot;
  EXPECT_EQ(foot.ball.y, foot.heel.y);
  EXPECT_GT(degrees(foot.max_bend), 40);
  EXPECT_LT(foot.ball.z, foot.tip.z);
}

TEST(FigureFoot, KeepsItsHeelDownAsLongAsPeopleDo) {
  // People lift it at 35 to 51 % of the cycle.
  const Skeleton skeleton = loose();
  EXPECT_GT(left_foot_of(figure_of(skeleton, kUnitY)).heel_rise, 0.35);
}

TEST(FigureFoot, StrikesWithItsHeelWhereItHasNoToes) {
  const Skeleton skeleton = robot();
  const WalkingFigure figure = figure_of(skeleton, kUnitZ);
  ASSERT_EQ(figure.body().measures().legs[0].foot.max_bend, 0);
  const FootStrides strides = left_foot_of(figure);
  EXPECT_GT(strides.strike_pitch, 15);
  EXPECT_GT(strides.heel_rise, 0.35);
}

/// How far a bone swings from the back to the front in a walk on level ground, and how far ahead it points at the most,
/// degrees: by forward kinematics of the figure's own poses.
struct BoneSwing {
  double range = 0, ahead = 0;
};

BoneSwing swing_of(const WalkingFigure& figure, const std::string& joint, const std::string& end) {
  const Result<GaitFit> fit = fit_gait(figure.body(), Gait{});
  EXPECT_TRUE(fit.ok()) << fit.error();
  testing::FigureSetup setup{.gait = fit->gait, .seconds = 6};
  setup.keep_poses = true;
  const Skeleton& skeleton = figure.figure();
  Frames frames(skeleton);
  double least = 1e9, most = -1e9;
  for (const std::vector<double>& pose : testing::walk_figure(figure, setup).poses) {
    forward(skeleton, pose, frames);
    const Vec3 bone = rotate(conjugate(figure.figure_from_walk()),
                             frames.position(skeleton.joint(end)) - frames.position(skeleton.joint(joint)));
    const double ahead = degrees(std::atan2(bone.z, -bone.y));
    least = std::min(least, ahead);
    most = std::max(most, ahead);
  }
  return {most - least, most};
}

TEST(FigureArm, SwingsWhereTheSpineDoesNotHangOnThePelvis) {
  // The root carries both, as in many files of animators.
  std::vector<Joint> joints{free_joint("root", "", {0, 0.94, 0})};
  const Skeleton loose_one = loose();
  for (int i = 0; i < loose_one.joint_count(); ++i) {
    Joint joint = loose_one.description(JointId{i});
    if (joint.name == "pelvis") joint = euler("pelvis", "root", {0, 0.02, 0}, "ZXY");
    if (joint.name == "abdomen") joint.parent = "root";
    joints.push_back(joint);
  }
  const Skeleton skeleton = testing::build(joints);
  const WalkingFigure figure = figure_of(skeleton, kUnitY);
  EXPECT_TRUE(figure.notes().empty());
  for (const std::string side : {"left", "right"}) {
    const double range = swing_of(figure, side + "_upper_arm", side + "_forearm").range;
    EXPECT_GT(range, 30) << side;
    EXPECT_LT(range, 50) << side;
  }
}

/// The robot with other joints in its arms.
template <class Change>
Skeleton robot_with_arms(const Change& change) {
  std::vector<Joint> joints;
  const Skeleton plain = robot();
  for (int i = 0; i < plain.joint_count(); ++i) {
    Joint joint = plain.description(JointId{i});
    change(joint);
    joints.push_back(joint);
  }
  return testing::build(joints);
}

TEST(FigureArm, SwingsByAShoulderThatTurnsAboutTheUpright) {
  // As in Talos: the first hinge stands upright, well beside the arm, which it carries round.
  const Skeleton skeleton = robot_with_arms([](Joint& joint) {
    const double out = joint.name.starts_with("left") ? 1 : -1;
    if (ends_with(joint.name, "shoulder_pitch")) joint.axis = kUnitZ;
    if (ends_with(joint.name, "shoulder_roll")) joint.rest.translation = {0, out * 0.14, 0};
  });
  const WalkingFigure figure = figure_of(skeleton, kUnitZ);
  EXPECT_TRUE(figure.notes().empty());
  for (const std::string side : {"left", "right"}) {
    const double range = swing_of(figure, side + "_shoulder_pitch", side + "_elbow").range;
    EXPECT_GT(range, 15) << side;
    EXPECT_LT(range, 50) << side;
    EXPECT_GT(swing_of(figure, side + "_elbow", side + "_hand").ahead, 30) << side;
  }
}

TEST(FigureArm, HangsWithItsElbowToTheFront) {
  // As in Atlas: at rest the elbows bend to the side, and a hinge along the arm can turn them.
  std::vector<Joint> joints;
  const Skeleton plain = robot();
  for (int i = 0; i < plain.joint_count(); ++i) {
    Joint joint = plain.description(JointId{i});
    if (ends_with(joint.name, "elbow")) {
      const std::string twist = joint.name.substr(0, joint.name.find('_')) + "_shoulder_yaw";
      joints.push_back(hinge(twist, joint.parent, {0, 0, -0.2}, kUnitZ, {radians(-100.0), radians(100.0)}));
      joint.parent = twist;
      joint.rest.translation.z += 0.2;
      joint.axis = kUnitX;
    }
    joints.push_back(joint);
  }
  const Skeleton skeleton = testing::build(joints);
  const WalkingFigure figure = figure_of(skeleton, kUnitZ);
  for (const std::string side : {"left", "right"})
    EXPECT_GT(swing_of(figure, side + "_elbow", side + "_hand").ahead, 30) << side;
}

TEST(FigureArm, SaysThatItCannotSwing) {
  const Skeleton skeleton = robot_with_arms([](Joint& joint) {
    if (ends_with(joint.name, "shoulder_pitch")) joint.axis = kUnitZ;
  });
  const WalkingFigure figure = figure_of(skeleton, kUnitZ);
  ASSERT_EQ(figure.notes().size(), 2U);
  EXPECT_EQ(figure.notes()[0], "the left arm hardly swings: no joint of its shoulder carries it ahead");
}

/// The loose figure with one joint turned at rest.
Skeleton turned_at(std::string_view joint_name, const Quat& turn) {
  std::vector<Joint> joints;
  const Skeleton plain = loose();
  for (int i = 0; i < plain.joint_count(); ++i) {
    Joint joint = plain.description(JointId{i});
    if (ends_with(joint.name, joint_name)) joint.rest.rotation = turn * joint.rest.rotation;
    joints.push_back(joint);
  }
  return testing::build(joints);
}

void expect_upright(const WalkingFigure& figure, const std::string& name) {
  SCOPED_TRACE(name);
  const Skeleton& skeleton = figure.figure();
  Frames frames(skeleton);
  forward(skeleton, figure.standing(), frames);
  const auto at = [&](const char* joint) {
    return rotate(conjugate(figure.figure_from_walk()), frames.position(skeleton.joint(joint)));
  };
  EXPECT_GT(normalised(at("head") - at("pelvis")).y, 0.95);
  EXPECT_GT(normalised(at("left_thigh") - at("left_foot")).y, 0.95);
  EXPECT_GT(normalised(at("left_upper_arm") - at("right_upper_arm")).x, 0.95);
  EXPECT_GT(normalised(at("left_toes") - at("left_foot")).z, 0.8);
  EXPECT_GT(normalised(at("right_toes") - at("right_foot")).z, 0.8);
  const Result<GaitFit> fit = fit_gait(figure.body(), Gait{});
  ASSERT_TRUE(fit.ok()) << fit.error();
  const testing::FigureWalk walk = testing::walk_figure(figure, {.gait = fit->gait, .seconds = 5});
  SCOPED_TRACE(testing::summary(walk));
  EXPECT_LE(walk.drift, 1e-3);
  EXPECT_LE(walk.depth, 1e-3);
  EXPECT_LE(walk.off_plan, 1e-3);
  EXPECT_GT(walk.speed, 1.2);
}

TEST(FigureRest, IsRightedWhereTheTrunkLies) {
  const std::pair<const char*, Quat> rests[] = {{"to the left", from_axis_angle(kUnitZ, radians(-90.0))},
                                                {"to the right", from_axis_angle(kUnitZ, radians(80.0))},
                                                {"ahead", from_axis_angle(kUnitX, radians(100.0))},
                                                {"turned", from_axis_angle(normalised(Vec3{1, 1, 1}), 2.0)}};
  for (const auto& [name, turn] : rests) {
    const Skeleton skeleton = turned_at("abdomen", turn);
    expect_upright(figure_of(skeleton, kUnitY), name);
  }
}

TEST(FigureRest, IsRightedWhereAllOfItLies) {
  // Its hands are not on the ground, or it would be taken for one that stands on four limbs.
  const Skeleton skeleton = turned_at("pelvis", from_axis_angle(kUnitX, radians(-70.0)));
  expect_upright(figure_of(skeleton, kUnitY), "on its back");
}

TEST(FigureRest, IsRightedWhereTheToesPointToTheSide) {
  for (const double yaw : {90.0, -90.0, 50.0}) {
    const Skeleton skeleton = turned_at("_foot", from_axis_angle(kUnitY, radians(yaw)));
    expect_upright(figure_of(skeleton, kUnitY), std::to_string(yaw));
  }
}

TEST(FigureRest, IsRefusedWhereNoJointCanRightIt) {
  const auto refusal = [](const Skeleton& skeleton) {
    const Result<BoneMap> map = find_bones(skeleton, kUnitY);
    EXPECT_TRUE(map.ok()) << map.error();
    return WalkingFigure::build(skeleton, *map, kUnitY).error();
  };
  const Skeleton stiff_ankles = altered([](Joint& joint) {
    if (ends_with(joint.name, "_foot")) joint.rest.rotation = from_axis_angle(kUnitY, radians(90.0));
    return true;
  });
  EXPECT_EQ(refusal(stiff_ankles),
            "the toes of its left foot point to the side at rest, and its ankle cannot turn them ahead");
  const Skeleton stiff_spine = altered([](Joint& joint) {
    if (joint.name == "abdomen") joint.rest.rotation = from_axis_angle(kUnitZ, radians(90.0));
    return true;
  });
  EXPECT_EQ(refusal(stiff_spine), "its trunk does not stand upright at rest, and its joints cannot raise it");
  const Skeleton on_its_side = turned_at("pelvis", from_axis_angle(kUnitZ, radians(70.0)));
  EXPECT_EQ(refusal(on_its_side), "one of its hips lies above the other at rest, so nobody knows where it faces");
}

}  // namespace
}  // namespace kine
