#include "kine/motion/reach_out.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "kine/kine.h"
#include "scenes/scenes.h"
#include "tests/motion/reaching_figure.h"
#include "tests/support/allocation_trap.h"

namespace kine {
namespace {

using Figure = testing::ReachingFigure;
using testing::expect_sound;
using testing::words;

TEST(ReachOut, AStandingFigureTakesWhatIsInFrontWithTheNearerHand) {
  int taken = 0;
  for (const double y : {0.95, 1.1, 1.3, 1.5, 1.65})
    for (const double x : {-0.5, -0.3, -0.1, 0.1, 0.3, 0.5})
      for (const double z : {0.3, 0.45}) {
        Figure figure;
        const ObjectInReach object[] = {{{x, y, z}}};
        const ReachReport report = figure.stand(object, 1.6);
        const int side = x > 0 ? 0 : 1;
        expect_sound(figure, words(object[0].point));
        EXPECT_TRUE(report.hands[side].holds) << words(object[0].point);
        EXPECT_LE(length(figure.hand(side) - object[0].point), 1e-4);
        EXPECT_EQ(report.hands[1 - side].object, -1);
        EXPECT_GE(figure.margin(), 0.02);
        EXPECT_NEAR(figure.margin(), report.margin, 1e-3) << "against our own polygon";
        ++taken;
      }
  EXPECT_EQ(taken, 60);
}

TEST(ReachOut, LeavesAloneWhatIsOutOfReachOrBehind) {
  for (const Vec3& point : {Vec3{0, 1.2, 1.2}, Vec3{0.3, 1.2, -0.4}, Vec3{0.2, 2.4, 0.2}, Vec3{1.3, 1.2, 0.2},
                            Vec3{0.2, 0.1, 0.3}, Vec3{0.185, 1.43, 0.02}}) {
    Figure figure;
    const ObjectInReach object[] = {{point}};
    const ReachReport report = figure.stand(object, 2);
    EXPECT_EQ(report.hands[0].object, -1) << words(point);
    EXPECT_EQ(report.hands[1].object, -1) << words(point);
    expect_sound(figure, words(point));
  }
}

TEST(ReachOut, LooksAtObjectsAndTakesItsTime) {
  for (const Vec3& point : {Vec3{0.6, 1.5, 1.2}, Vec3{-0.9, 1.2, 1.4}, Vec3{0, 2.2, 1.5}}) {
    Figure figure;
    const ObjectInReach object[] = {{.point = point, .reach = false}};
    figure.stand(object, 1.5);
    EXPECT_LE(degrees(figure.look_error(point)), 3) << words(point);
    EXPECT_LE(figure.speed, 4);
    expect_sound(figure, words(point));
  }
}

TEST(ReachOut, WalkingPastARowItTakesHoldsAndLetsGo) {
  for (const double side : {-0.55, -0.45, 0.45, 0.55})
    for (const double height : {1.0, 1.2, 1.4}) {
      Figure figure;
      std::vector<ObjectInReach> row;
      for (int k = 0; k < 4; ++k) row.push_back({{side, height, 2.5 + 2.5 * k}});
      ReachReport report;
      std::vector<bool> was_held(row.size(), false);
      for (int k = 0; k < 120 * 11; ++k) {
        report = figure.step({1, 0, 0}, row, 1 / 120.0);
        for (const ReachReport::Hand& hand : report.hands)
          if (hand.holds) was_held[static_cast<std::size_t>(hand.object)] = true;
      }
      const std::string name = "row at " + std::to_string(side) + ", " + std::to_string(height) + " m up";
      expect_sound(figure, name);
      EXPECT_GE(std::count(was_held.begin(), was_held.end(), true), 3) << name;
      EXPECT_EQ(report.hands[0].object, -1) << "let go at the end";
      EXPECT_EQ(report.hands[1].object, -1);
      EXPECT_LE(figure.changes, 2 * 4 + 2) << "no flicker";
    }
}

TEST(ReachOut, BothHandsHoldAtOnce) {
  Figure figure;
  const ObjectInReach objects[] = {{{0.35, 1.2, 0.45}}, {{-0.3, 1.4, 0.4}}, {{0, 1.3, 0.5}}};
  const ReachReport report = figure.stand(objects, 2);
  EXPECT_TRUE(report.hands[0].holds && report.hands[1].holds);
  EXPECT_NE(report.hands[0].object, report.hands[1].object);
  expect_sound(figure, "both");
}

TEST(ReachOut, TheTrunkLeansForWhatIsTooFarForTheArmButNotOutOfBalance) {
  int leaning = 0;
  for (const double lean : {0.9, 1.5})
    for (const double x : {-0.75, -0.6, 0.1, 0.6, 0.75})
      for (const double y : {0.85, 1.0, 1.2})
        for (const double z : {0.15, 0.5, 0.7}) {
          Figure figure;
          figure.manner.lean_standing = lean;
          const ObjectInReach object[] = {{{x, y, z}}};
          const ReachReport report = figure.stand(object, 2);
          expect_sound(figure, words(object[0].point));
          EXPECT_GE(figure.margin(), 0.02) << words(object[0].point);
          if (report.hands[0].holds || report.hands[1].holds)
            leaning += figure.value("abdomen", 0) > radians(5.0) ? 1 : 0;
        }
  EXPECT_GE(leaning, 10);
}

TEST(ReachOut, WithHeavyHandsItLeansOnlyAsFarAsItsFeetBear) {
  // Weights in the hands: now the arms alone bring the centre of mass near the toes.
  const Skeleton model = scenes::humanoid();
  std::vector<Joint> joints;
  for (int i = 0; i < model.joint_count(); ++i) {
    joints.push_back(model.description({i}));
    if (joints.back().name == "left_hand" || joints.back().name == "right_hand") joints.back().mass = 9;
  }
  const Skeleton heavy = *Skeleton::build(joints);
  int held_back = 0, taken = 0, left = 0;
  for (const double y : {0.8, 0.9, 1.0, 1.1, 1.2, 1.3})
    for (const double z : {0.4, 0.5, 0.6, 0.7}) {
      Figure figure(heavy);
      const ObjectInReach objects[] = {{{0.3, y, z}}, {{-0.3, y, z}}};
      const ReachReport report = figure.stand(objects, 2.5);
      expect_sound(figure, words(objects[0].point));
      EXPECT_GE(figure.margin(), 0.02) << words(objects[0].point);
      const bool holds = report.hands[0].holds || report.hands[1].holds;
      taken += holds ? 1 : 0;
      left += holds ? 0 : 1;
      if (report.margin < 0.0225) ++held_back;
    }
  EXPECT_GE(taken, 8);
  EXPECT_GE(left + held_back, 1);
}

TEST(ReachOut, FollowsTheHandlesOfADoorAndALever) {
  // A door pulled open by its knob, its hinges on the left; a lever on a box in front, moved to and fro.
  const Lever door{{0.75, 1.0, 0.5}, kUnitY, {0.1, 1.0, 0.5}, {radians(-15.0), 0}};
  const Lever lever{{-0.25, 0.95, 0.4}, -kUnitX, {-0.25, 1.2, 0.4}, {radians(-40.0), radians(40.0)}};
  Figure figure;
  double turned = 0, held = 0;
  for (int k = 0; k < 120 * 8; ++k) {
    const double t = k / 120.0;
    const double swing = t < 1.5 ? 0 : 0.5 * (1 - cos(1.2 * (t - 1.5)));
    const ObjectInReach objects[] = {{door.point(radians(-15.0) * swing)}, {lever.point(radians(40.0) * swing)}};
    const ReachReport report = figure.step({}, objects, 1 / 120.0);
    if (t < 1.5) continue;
    EXPECT_TRUE(report.hands[0].holds && report.hands[1].holds) << t;
    turned = std::max(turned, swing);
    held += 1 / 120.0;
  }
  expect_sound(figure, "handles");
  EXPECT_NEAR(turned, 1, 1e-3);
  EXPECT_GE(held, 6);
}

TEST(ReachOut, ALeverIsDraggedAlongByAFigureThatWalksPastAndThenLetGo) {
  const Lever lever{{-0.45, 0.9, 3}, kUnitX, {-0.45, 1.25, 2.9}, {radians(-30.0), radians(60.0)}};
  Figure figure;
  double angle = 0, most = 0;
  bool was_held = false;
  ReachReport report;
  for (int k = 0; k < 120 * 7; ++k) {
    // The hand pulls the lever towards where the shoulder is.
    if (report.hands[1].holds) {
      const double wanted = lever.angle_towards(figure.shoulder(1) + Vec3{0, -0.2, 0.25}, angle);
      angle += std::clamp(wanted - angle, -1.5 / 120, 1.5 / 120);
    }
    const ObjectInReach object[] = {{lever.point(angle)}};
    report = figure.step({0.6, 0, 0}, object, 1 / 120.0);
    was_held = was_held || report.hands[1].holds;
    most = std::max(most, angle);
  }
  EXPECT_TRUE(was_held);
  EXPECT_GT(degrees(most), 20);
  EXPECT_EQ(report.hands[1].object, -1);
  EXPECT_LE(figure.miss, 1e-4);
  EXPECT_EQ(figure.violation, 0);
}

TEST(ReachOut, ObjectsThatJumpVanishOrAreNotNumbersAreLetGoOfGently) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  for (const Vec3& bad : {Vec3{nan, 1, 1}, Vec3{inf, 0, 0}, Vec3{-0.3, 1.5, 0.3}, Vec3{0, 0, 1e200}, Vec3{}}) {
    Figure figure;
    std::vector<ObjectInReach> objects = {{{0.3, 1.2, 0.45}}};
    EXPECT_TRUE(figure.stand(objects, 1.5).hands[0].holds);
    objects[0].point = bad;
    if (bad == Vec3{}) objects.clear();
    const ReachReport at_once = figure.step({}, objects, 1 / 120.0);
    EXPECT_FALSE(at_once.hands[0].holds);
    figure.stand(objects, 1.5);
    EXPECT_EQ(figure.reach.hands[0].phase, ReachState::HandPhase::Idle);
    expect_sound(figure, words(bad));
  }
  Figure figure;
  const ObjectInReach object[] = {{{0.3, 1.2, 0.45}}};
  figure.stand(object, 0.3);
  figure.step({}, object, nan);
  figure.step({}, object, -1);
  figure.step({}, object, 0);
  EXPECT_TRUE(figure.stand(object, 1.5).hands[0].holds);
  EXPECT_TRUE(figure.finite);
}

TEST(ReachOut, NothingFlickersAtTheEdgeOfReach) {
  Figure figure;
  for (int k = 0; k < 120 * 12; ++k) {
    const ObjectInReach object[] = {{{0.25, 1.3, 0.85 + 0.2 * sin(1.3 * k / 120.0) + 0.004 * sin(50.0 * k / 120.0)}}};
    figure.step({}, object, 1 / 120.0);
  }
  EXPECT_GE(figure.changes, 4);
  EXPECT_LE(figure.changes, 12);
  EXPECT_EQ(figure.violation, 0);
  EXPECT_LE(figure.speed, 9);
}

/// The hands and the head, six times a second, while a figure walks past three objects.
struct Passing {
  Vec3 hands[2];
  double head[2];
};
std::vector<Passing> walk_past(double aside, double height, int rate) {
  Figure figure;
  std::vector<ObjectInReach> row;
  for (int k = 0; k < 3; ++k) row.push_back({{k % 2 == 0 ? -0.45 - aside : 0.5 + aside, height, 3 + 1.7 * k}});
  std::vector<Passing> samples;
  for (int k = 1; k <= 7 * rate; ++k) {
    figure.step({1, 0, 0}, row, 1.0 / rate);
    if (k % (rate / 6) == 0)
      samples.push_back({{figure.hand(0), figure.hand(1)}, {figure.value("head", 0), figure.value("head", 1)}});
  }
  EXPECT_GT(figure.held, 0.5) << rate;
  return samples;
}

TEST(ReachOut, FrameRatesAgree) {
  // What is touched at full stretch once was kept at 30 Hz and lost at 120.
  const struct {
    double aside, height, at_30_hz;  // metres
  } rows[] = {{0, 1.15, 0.012}, {-0.06, 1.15, 0.012}, {-0.04, 1.0, 0.015}, {0.04, 1.3, 0.012}, {0.1, 1.15, 0.02}};
  for (const auto& [aside, height, at_30_hz] : rows) {
    const std::vector<Passing> meant = walk_past(aside, height, 120);
    double worst_head = 0;
    for (const int rate : {30, 60, 144}) {
      double worst = 0;
      const std::vector<Passing> other = walk_past(aside, height, rate);
      ASSERT_EQ(other.size(), meant.size());
      for (std::size_t i = 0; i < other.size(); ++i)
        for (int k = 0; k < 2; ++k) {
          worst = std::max(worst, length(other[i].hands[k] - meant[i].hands[k]));
          worst_head = std::max(worst_head, std::abs(other[i].head[k] - meant[i].head[k]));
        }
      EXPECT_LE(worst, rate == 30 ? at_30_hz : 0.01) << aside << ", " << height << " at " << rate << " Hz";
    }
    EXPECT_LE(degrees(worst_head), 1) << aside << ", " << height;
  }
}

TEST(ReachOut, RewindingTheStatesReplaysTheSameBits) {
  Figure figure;
  const ObjectInReach objects[] = {{{-0.45, 1.2, 3}}, {{0.45, 1.2, 4}}};
  for (int k = 0; k < 120 * 6; ++k) {
    if (k % 37 == 0) {
      const WalkState walked = figure.state;
      const ReachState reached = figure.reach;
      std::vector<std::vector<double>> poses;
      for (int i = 0; i < 8; ++i) figure.step({1, 0.1, 0}, objects, 1 / 120.0), poses.push_back(figure.pose().q);
      figure.state = walked;
      figure.reach = reached;
      for (int i = 0; i < 8; ++i) {
        figure.step({1, 0.1, 0}, objects, 1 / 120.0);
        ASSERT_EQ(std::memcmp(figure.pose().q.data(), poses[static_cast<std::size_t>(i)].data(),
                              poses[0].size() * sizeof(double)),
                  0)
            << k;
      }
    }
    figure.step({1, 0.1, 0}, objects, 1 / 120.0);
  }
}

TEST(ReachOut, AllocatesNothing) {
  const Skeleton skeleton = scenes::humanoid();
  Pose pose = scenes::standing_pose(skeleton);
  const Biped body = *Biped::build(skeleton, pose.q);
  Scratch scratch(body);
  WalkState state;
  ReachState reach;
  const FlatGround ground;
  const ObjectInReach objects[] = {{{0.3, 1.2, 0.45}}, {{-0.6, 0.9, 0.55}}, {{0.4, 1.2, 3}}};
  const test::AllocationTrap trap;
  for (int k = 0; k < 120 * 4; ++k) {
    const WalkReport walked =
        walk(body, Gait{}, ground, {k < 240 ? 0.0 : 1.0, 0, 0}, 1 / 120.0, state, pose.q, scratch);
    reach_out(body, walked.plan, objects, 1 / 120.0, reach, pose.q, scratch);
  }
  EXPECT_EQ(trap.count(), 0);
}

TEST(ReachOut, WithoutObjectsThePoseIsTheWalks) {
  Figure figure;
  const Skeleton skeleton = scenes::humanoid();
  Pose pose = scenes::standing_pose(skeleton);
  const Biped body = *Biped::build(skeleton, pose.q);
  Scratch scratch(body);
  WalkState state;
  const FlatGround ground;
  for (int k = 0; k < 240; ++k) {
    walk(body, Gait{}, ground, {1, 0.2, 0}, 1 / 120.0, state, pose.q, scratch);
    figure.step({1, 0.2, 0}, {}, 1 / 120.0);
    for (std::size_t i = 0; i < pose.size(); ++i) ASSERT_NEAR(pose[i], figure.pose()[i], 1e-12) << i;
  }
}

TEST(ReachOut, AFigureWithoutArmsIsLeftAloneWithASentence) {
  BipedNames names;
  names.upper_arm = {"", ""};
  names.forearm = {"", ""};
  Figure figure(scenes::humanoid(), names);
  const ObjectInReach object[] = {{{0.3, 1.2, 0.45}}};
  const ReachReport report = figure.stand(object, 1);
  EXPECT_STREQ(report.hands[0].fault.sentence(), "the figure has no arm on this side");
  EXPECT_EQ(report.hands[0].object, -1);
  EXPECT_EQ(report.looks_at, 0) << "it can still look";
}

TEST(ReachOut, AShoulderOfHingesReachesToo) {
  // The left upper arm hangs on two more hinges at the same place; with its own it turns every way.
  const Skeleton model = scenes::humanoid();
  std::vector<Joint> joints;
  for (int i = 0; i < model.joint_count(); ++i) {
    Joint joint = model.description({i});
    if (joint.name == "left_upper_arm") {
      const Vec3 at = joint.rest.translation;
      joints.push_back(hinge("left_shoulder_pitch", "chest", at, -kUnitX, {-1, 3}));
      joints.push_back(hinge("left_shoulder_roll", "left_shoulder_pitch", {}, kUnitZ, {-0.3, 2.5}));
      Joint yaw = hinge("left_upper_arm", "left_shoulder_roll", {}, -kUnitY, {-1.5, 1.5});
      yaw.mass = joint.mass;
      yaw.centre_of_mass = joint.centre_of_mass;
      joint = yaw;
    }
    joints.push_back(joint);
  }
  const Skeleton robot = *Skeleton::build(joints);
  Pose standing = robot.rest_pose();
  const Biped body = *Biped::build(robot, standing.q);
  EXPECT_EQ(robot.name(detail::model_of(body).arm(0).first), "left_shoulder_pitch");
  EXPECT_FALSE(detail::model_of(body).arm(0).two_bones);
  Scratch scratch(body);
  WalkState state;
  ReachState reach;
  const FlatGround ground;
  for (const Vec3& point : {Vec3{0.3, 1.2, 0.45}, Vec3{0.45, 1.4, 0.3}, Vec3{0.1, 1.1, 0.4}}) {
    const ObjectInReach object[] = {{point}};
    ReachReport report;
    Frames frames(robot);
    for (int k = 0; k < 300; ++k) {
      const WalkReport walked = walk(body, Gait{}, ground, {}, 1 / 120.0, state, standing.q, scratch);
      report = reach_out(body, walked.plan, object, 1 / 120.0, reach, standing.q, scratch);
      EXPECT_LE(limit_violation(robot, standing.q), 1e-12);
    }
    forward(robot, standing, frames);
    EXPECT_TRUE(report.hands[0].holds) << words(point);
    EXPECT_LE(length(frames.position({detail::model_of(body).arm(0).hand, detail::model_of(body).arm(0).grip}) - point),
              1e-4);
  }
}

// Frames in which hardly any time passes, one of them in the midst of ordinary ones: nothing turns into what is no number.
TEST(ReachOut, FramesOfHardlyAnyTimeDoNoHarm) {
  const Skeleton model = scenes::humanoid();
  const Biped body = *Biped::build(model, scenes::standing_pose(model).q);
  const FlatGround ground;
  for (const double short_time : {1e-10, 1e-100, 1e-200, 1e-300, 5e-324}) {
    Scratch scratch(body);
    WalkState state;
    ReachState reach;
    Pose pose = scenes::standing_pose(model);
    ReachReport report;
    for (int k = 0; k < 300; ++k) {
      const double dt = k % 7 == 3 ? short_time : 1 / 60.0;
      const ObjectInReach object[] = {{{0.3, 1.2, 0.4 + 0.0001 * k}}};
      const WalkReport walked = walk(body, Gait{}, ground, {}, dt, state, pose.q, scratch);
      report = reach_out(body, walked.plan, object, dt, reach, pose.q, scratch);
      for (const double value : pose.q) ASSERT_TRUE(std::isfinite(value)) << short_time << ", frame " << k;
    }
    EXPECT_TRUE(report.hands[0].holds) << short_time;
    EXPECT_LE(report.hands[0].miss, 1e-4) << short_time;
  }
}

}  // namespace
}  // namespace kine
