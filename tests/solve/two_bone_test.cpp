// The two-bone method on skeletons. Its kernel has tests of its own: two_bone_kernel_test.cpp.
#include "kine/solve/two_bone.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "kine/kinematics/forward.h"
#include "kine/solve/internal/turning.h"
#include "scenes/random_pose.h"
#include "scenes/scenes.h"
#include "tests/solve/degenerate.h"
#include "tests/support/random_skeleton.h"

namespace kine {
namespace {

using test::Random;
using test::degenerate::solve_checked;

Vec3 position_of(const Skeleton& skeleton, const Pose& pose, JointId joint, const Vec3& offset = {}) {
  Frames frames(skeleton);
  forward(skeleton, pose, frames);
  return frames.position({joint, offset});
}

Quat rotation_of(const Skeleton& skeleton, const Pose& pose, JointId joint) {
  Frames frames(skeleton);
  forward(skeleton, pose, frames);
  return frames.rotation(joint);
}

/// The angle between the pole and the side on which the mid joint is, radians.
double pole_error(const Vec3& root, const Vec3& mid, const Vec3& tip, const Vec3& pole) {
  const Vec3 line = normalised(tip - root);
  const auto beside = [&](const Vec3& v) { return normalised(v - line * dot(v, line)); };
  const Vec3 a = beside(mid - root), b = beside(pole);
  return atan2(length(cross(a, b)), dot(a, b));
}

/// A limb with any joints that qualify, skewed axes, turned rests and a fixed joint in each bone.
std::vector<Joint> random_limb(Random& random, double unit) {
  const auto offset = [&] { return random.direction() * (unit * random.uniform(0.1, 0.5)); };
  std::vector<Joint> joints{fixed_joint("body", "", offset())};
  const bool hinge_mid = random.chance(0.4);
  Joint root = random.chance(0.5) ? ball("root", "body", offset()) : euler("root", "body", offset(), "ZXY");
  joints.push_back(root);
  joints.push_back(fixed_joint("sleeve", "root", offset()));
  const Vec3 upper = offset();
  Joint mid = hinge_mid            ? hinge("mid", "sleeve", upper, random.direction())
              : random.chance(0.5) ? ball("mid", "sleeve", upper)
                                   : euler("mid", "sleeve", upper, random.chance(0.5) ? "XYZ" : "YX");
  joints.push_back(mid);
  joints.push_back(fixed_joint("cuff", "mid", offset()));
  joints.push_back(fixed_joint("tip", "cuff", offset()));
  for (Joint& joint : joints) joint.rest.rotation = random.rotation();
  return joints;
}

TEST(TwoBone, ReachesWithAnyLimbInAnyUnit) {
  Random random(11);
  for (int i = 0; i < 3000; ++i) {
    const double unit = std::pow(10, random.uniform(-4, 4));
    const Skeleton skeleton = Skeleton::build(random_limb(random, unit)).value();
    const JointId tip = skeleton.joint("tip");
    ASSERT_TRUE(two_bone_qualifies(skeleton, tip));
    const Vec3 target = position_of(skeleton, test::random_pose(random, skeleton), tip);
    Pose pose = test::random_pose(random, skeleton);
    TwoBone method{.pole = random.chance(0.5) ? random.direction() : Vec3{}};
    // A skew Euler joint of two angles is bent by the angle that bends most: not every point can be reached so.
    const bool two_angles =
        skeleton.kind(skeleton.joint("mid")) == JointKind::Euler && skeleton.value_count(skeleton.joint("mid")) == 2;
    const Report report = solve_checked(method, skeleton, {reach(tip, target)}, pose);
    if (two_angles && !report.reached()) continue;
    EXPECT_EQ(report.status, Status::Reached) << i;
    EXPECT_LT(report.position_error, 1e-12 * unit) << i;
    if (method.pole == Vec3{}) continue;
    const Vec3 root = position_of(skeleton, pose, skeleton.joint("root"));
    const Vec3 mid = position_of(skeleton, pose, skeleton.joint("mid"));
    if (length(cross(mid - root, target - root)) < 1e-3 * unit * unit) continue;
    EXPECT_LT(pole_error(root, mid, target, method.pole), 1e-7) << i;
  }
}

TEST(TwoBone, GoesNoFartherThanItMustWithoutAPole) {
  // From a pose on the target nothing moves.
  Random random(12);
  for (int i = 0; i < 300; ++i) {
    const Skeleton skeleton = Skeleton::build(random_limb(random, 1)).value();
    const JointId tip = skeleton.joint("tip");
    Pose pose = test::random_pose(random, skeleton);
    const Vec3 mid = position_of(skeleton, pose, skeleton.joint("mid")), target = position_of(skeleton, pose, tip);
    solve_checked(TwoBone{}, skeleton, {reach(tip, target)}, pose);
    EXPECT_LT(length(position_of(skeleton, pose, skeleton.joint("mid")) - mid), 1e-7) << i;
  }
}

TEST(TwoBone, AgreesWithItsKernel) {
  const Skeleton skeleton = scenes::ball_chain(2);
  const JointId tip = skeleton.joint("tip");
  Random random(13);
  for (int i = 0; i < 1000; ++i) {
    Pose pose = test::random_pose(random, skeleton);
    const Vec3 target = random.direction() * random.uniform(0.05, 1.2);
    const TwoBone method{.pole = random.chance(0.7) ? random.direction() : Vec3{},
                         .twist = random.uniform(-1, 1),
                         .softness = random.chance(0.5) ? 0.1 : 0.0};
    const Quat root = joint_rotation(skeleton, pose, {0}), mid = joint_rotation(skeleton, pose, {1});
    const auto limb = geometry::two_bone_limb<double>({0.5, 0, 0}, {0.5, 0, 0}, mid);
    const auto expected = geometry::solve_two_bone<double>(
        limb, {{}, root, mid}, target,
        {.pole = method.pole, .twist = sin_cos(method.twist), .softness = method.softness});
    solve_checked(method, skeleton, {reach(tip, target)}, pose);
    EXPECT_LT(angle_of(conjugate(expected.root_rotation) * joint_rotation(skeleton, pose, {0})), 1e-7) << i;
    EXPECT_LT(angle_of(conjugate(expected.mid_rotation) * joint_rotation(skeleton, pose, {1})), 1e-7) << i;
  }
}

TEST(TwoBone, MovesTheLegsOfTheHumanoid) {
  const Skeleton skeleton = scenes::humanoid();
  Random random(14);
  int solved = 0, count = 0;
  double worst = 0;
  for (const char* name : {"left_foot", "right_foot"}) {
    const JointId foot = skeleton.joint(name);
    const TwoBoneJoints joints = two_bone_joints(skeleton, foot);
    ASSERT_TRUE(joints.found()) << joints.fault;
    EXPECT_EQ(skeleton.kind(joints.mid), JointKind::Hinge);
    for (int i = 0; i < 500; ++i) {
      Pose goal_pose = scenes::standing_pose(skeleton);
      for (const JointId joint : {joints.root, joints.mid})
        for (int k = 0; k < skeleton.value_count(joint); ++k) {
          const Range& limits = skeleton.description(joint).axes[static_cast<std::size_t>(k)].limits;
          goal_pose[static_cast<std::size_t>(skeleton.first_value(joint) + k)] =
              random.uniform(limits.lower, limits.upper);
        }
      Pose pose = scenes::standing_pose(skeleton);
      const Vec3 target = position_of(skeleton, goal_pose, foot);
      const Report report = solve_checked(TwoBone{.pole = {0, 0, 1}}, skeleton, {reach(foot, target)}, pose);
      solved += report.reached();
      worst = std::fmax(worst, report.position_error);
      ++count;
    }
  }
  EXPECT_GE(solved, count * 999 / 1000) << "worst " << worst;
}

TEST(TwoBone, MovesTheArmsOfTheHumanoid) {
  const Skeleton skeleton = scenes::humanoid();
  const JointId hand = skeleton.joint("left_hand"), arm = skeleton.joint("left_upper_arm");
  const JointId forearm = skeleton.joint("left_forearm");
  Random random(15);
  int solved = 0;
  constexpr int kCount = 500;
  for (int i = 0; i < kCount; ++i) {
    Pose goal_pose = scenes::standing_pose(skeleton);
    set_joint_rotation(skeleton, arm, random.rotation(), goal_pose);
    goal_pose[static_cast<std::size_t>(skeleton.first_value(forearm))] = random.uniform(0, 2.5);
    clamp_to_limits(skeleton, goal_pose);
    Pose pose = scenes::standing_pose(skeleton);
    const Report report =
        solve_checked(TwoBone{}, skeleton, {reach(hand, position_of(skeleton, goal_pose, hand))}, pose);
    solved += report.reached();
  }
  EXPECT_GE(solved, kCount * 97 / 100) << solved;
}

TEST(TwoBone, DoesLandersArm) {
  test::degenerate::behind_a_hinge(TwoBone{}, {});
  const Skeleton arm = scenes::planar_arm();
  const JointId hand = arm.joint("hand");
  Pose pose = arm.rest_pose();
  EXPECT_EQ(solve_checked(TwoBone{}, arm, {reach(hand, {0, 0, 0})}, pose).status, Status::Unreachable);
  pose = arm.rest_pose();
  const Report near = solve_checked(TwoBone{}, arm, {reach(hand, {0.1, 0, 0})}, pose);
  EXPECT_EQ(near.status, Status::NotFound);  // the elbow's limit comes before the end of its bones
  ASSERT_EQ(near.blocker_count, 1);
  EXPECT_EQ(near.blockers[0].joint, arm.joint("elbow"));
  EXPECT_NEAR(near.blockers[0].at, radians(150.0), 1e-12);
  const Report above = solve_checked(TwoBone{}, arm, {reach(hand, {0.3, 0.2, 0.1})}, pose);
  EXPECT_NEAR(above.position_error, 0.1, 1e-12);  // its shadow in the plane is as near as it comes
}

TEST(TwoBone, AHingeAtItsLimitGivesTheNearestDistanceAndSaysWhatWouldHelp) {
  Random random(16);
  int told = 0;
  for (int i = 0; i < 500; ++i) {
    const double most = random.uniform(0.3, 1.5);
    const auto limb_with = [&](double upper) {
      const Joint joints[] = {ball("hip", "", {}), hinge("knee", "hip", {0.45, 0, 0}, kUnitZ, {0.1, upper}),
                              fixed_joint("foot", "knee", {0.4, 0, 0})};
      return Skeleton::build(joints).value();
    };
    const Skeleton skeleton = limb_with(most);
    const JointId foot = skeleton.joint("foot");
    const double distance = random.uniform(0.1, 0.84);
    const Vec3 target = random.direction() * distance;
    Pose pose = skeleton.rest_pose();
    const Report report = solve_checked(TwoBone{}, skeleton, {reach(foot, target)}, pose);
    const auto length_at = [](double bend) {
      return std::sqrt(0.45 * 0.45 + 0.4 * 0.4 + 2 * 0.45 * 0.4 * std::cos(bend));
    };
    const double nearest = std::fmin(std::fmax(distance, length_at(most)), length_at(0.1));
    EXPECT_NEAR(report.position_error, std::abs(distance - nearest), 1e-12) << i;
    if (report.reached() || pose[4] < most) continue;
    ++told;
    ASSERT_EQ(report.blocker_count, 1);
    const Blocker& blocker = report.blockers[0];
    EXPECT_EQ(blocker.joint, skeleton.joint("knee"));
    EXPECT_NEAR(blocker.at, most, 1e-12);
    const Skeleton relaxed = limb_with(most + blocker.relax + 1e-9);
    Pose again = relaxed.rest_pose();
    EXPECT_TRUE(solve_checked(TwoBone{}, relaxed, {reach(foot, target)}, again).reached());
    const Skeleton a_little = limb_with(most + 1e-5);
    again = a_little.rest_pose();
    const double gained =
        report.position_error - solve_checked(TwoBone{}, a_little, {reach(foot, target)}, again).position_error;
    EXPECT_NEAR(gained, 1e-5 * blocker.gain, 1e-9);
  }
  EXPECT_GT(told, 100);
}

/// An arm with a ball for a wrist.
Skeleton wristed(const BallLimits& wrist) {
  const Joint joints[] = {ball("shoulder", "", {0, 1, 0}), hinge("elbow", "shoulder", {0.3, 0, 0}, kUnitY, {0, 2.6}),
                          ball("wrist", "elbow", {0.25, 0, 0}, wrist), fixed_joint("palm", "wrist", {0.1, 0.02, 0})};
  return Skeleton::build(joints).value();
}

TEST(TwoBone, PlacesTheHandWhereTheWristCanTurn) {
  const Skeleton skeleton = wristed({});
  const JointId palm = skeleton.joint("palm");
  Random random(17);
  for (int i = 0; i < 500; ++i) {
    Pose goal_pose = test::random_pose(random, skeleton);
    clamp_to_limits(skeleton, goal_pose);
    const Quat turn = i % 2 ? rotation_of(skeleton, goal_pose, palm) : random.rotation();
    const Vec3 wrist = position_of(skeleton, goal_pose, skeleton.joint("wrist"));
    const Vec3 target = wrist + rotate(turn, Vec3{0.1, 0.02, 0});
    Pose pose = test::random_pose(random, skeleton);
    const Report report = solve_checked(TwoBone{}, skeleton, {place(palm, {turn, target})}, pose);
    EXPECT_EQ(report.status, Status::Reached) << i;
    EXPECT_LT(report.position_error, 1e-12);
    EXPECT_LT(report.angle_error, 1e-7);
  }
}

TEST(TwoBone, AWristAtItsLimitCostsTheOrientationAndNotTheTarget) {
  BallLimits stiff;
  stiff.swing_first = stiff.swing_second = 0.3;
  stiff.twist = {-0.2, 0.2};
  const Skeleton skeleton = wristed(stiff);
  const JointId palm = skeleton.joint("palm");
  for (const Vec3& axis : {kUnitX, kUnitY, kUnitZ}) {
    Pose pose = skeleton.rest_pose();
    const Quat half_turn = from_axis_angle(axis, kPi);
    const std::vector<Goal> goals{place(palm, {half_turn, {0.3, 1.2, 0.2}})};
    const Report report = solve_checked(TwoBone{}, skeleton, goals, pose);
    EXPECT_EQ(report.status, Status::NotFound);
    EXPECT_LT(report.position_error, 1e-12);
    EXPECT_GT(report.angle_error, 0.5);
  }
}

TEST(TwoBone, BendsAboutThePreferredAxis) {
  const Joint joints[] = {ball("a", "", {}), hinge("b", "a", {0.5, 0, 0}, kUnitZ),
                          fixed_joint("tip", "b", {0.5, 0, 0})};
  const Skeleton skeleton = Skeleton::build(joints).value();
  for (const double sign : {1.0, -1.0}) {
    Pose pose = skeleton.rest_pose();
    solve_checked(TwoBone{.bend_axis = kUnitZ * sign}, skeleton, {reach(skeleton.joint("tip"), {0.3, 0.4, 0})}, pose);
    EXPECT_NEAR(pose[4] * sign, 2 * std::acos(0.5), 1e-12);
  }
  // Limits come first.
  const Joint stiff[] = {ball("a", "", {}), hinge("b", "a", {0.5, 0, 0}, kUnitZ, {-2.5, -0.1}),
                         fixed_joint("tip", "b", {0.5, 0, 0})};
  const Skeleton other = Skeleton::build(stiff).value();
  Pose pose = other.rest_pose();
  EXPECT_TRUE(
      solve_checked(TwoBone{.bend_axis = kUnitZ}, other, {reach(other.joint("tip"), {0.3, 0.4, 0})}, pose).reached());
}

TEST(TwoBone, TurnsEulerJointsByTheAnglesThatTheirLimitsAllow) {
  Joint shoulder = euler("shoulder", "", {}, "ZYX");
  shoulder.axes[1].limits = {radians(95.0), radians(170.0)};  // the other set of angles has less than 90 degrees here
  shoulder.axes[0].limits = {-1, 1};
  const Joint joints[] = {shoulder, fixed_joint("hand", "shoulder", {1, 0, 0})};
  const Skeleton skeleton = Skeleton::build(joints).value();
  Random random(18);
  for (int i = 0; i < 300; ++i) {
    const Quat turn = from_axis_angle(kUnitZ, random.uniform(-1, 1)) *
                      from_axis_angle(kUnitY, radians(random.uniform(96, 169))) *
                      from_axis_angle(kUnitX, random.uniform(-3, 3));
    std::vector<double> pose{0, radians(95.0), random.uniform(-3, 3)};
    EXPECT_TRUE(detail::set_turn(skeleton, {0}, turn, pose)) << i;
    EXPECT_LT(angle_of(conjugate(detail::turn_of(skeleton, pose, {0})) * turn), 1e-7) << i;
    EXPECT_EQ(limit_violation(skeleton, pose), 0);
  }
}

TEST(TwoBone, KeepsThePoseWhenAskedTo) {
  const Skeleton skeleton = scenes::ball_chain(2);
  const JointId tip = skeleton.joint("tip");
  const TwoBone keep{.on_unreachable = OnUnreachable::Keep};
  test::degenerate::BallChain chain(2, 0.4);
  Pose pose = chain.pose;
  const Report far = solve_checked(keep, skeleton, {reach(tip, {0, 1.5, 0})}, pose);
  EXPECT_EQ(far.status, Status::Unreachable);
  EXPECT_EQ(pose, chain.pose);
  EXPECT_TRUE(solve_checked(keep, skeleton, {reach(tip, {0, 0.7, 0})}, pose).reached());
  // A limit that excludes the target is no better.
  const Joint joints[] = {ball("a", "", {}), hinge("b", "a", {0.5, 0, 0}, kUnitZ, {0, 1}),
                          fixed_joint("tip", "b", {0.5, 0, 0})};
  const Skeleton stiff = Skeleton::build(joints).value();
  Pose rest = stiff.rest_pose();
  EXPECT_EQ(solve_checked(keep, stiff, {reach(stiff.joint("tip"), {0, 0.3, 0})}, rest).status, Status::NotFound);
  EXPECT_EQ(rest, stiff.rest_pose());
}

TEST(TwoBone, FadesByThePoseOrByTheGoal) {
  const Skeleton skeleton = scenes::ball_chain(2);
  const JointId tip = skeleton.joint("tip");
  const test::degenerate::BallChain chain(2, 0.4);
  const Vec3 target{0, 0.7, 0.2}, from = position_of(skeleton, chain.pose, tip);
  Pose whole = chain.pose, none = chain.pose, half = chain.pose, goal_half = chain.pose;
  Scratch scratch(1 << 16);
  const Goal goals[] = {reach(tip, target)};
  solve(skeleton, goals, TwoBone{}, whole, scratch);
  solve(skeleton, goals, TwoBone{.fade = 0}, none, scratch);
  solve(skeleton, goals, TwoBone{.fade = 0.5}, half, scratch);
  EXPECT_EQ(none, chain.pose);
  Pose expected = chain.pose;
  blend(skeleton, chain.pose, whole, 0.5, expected);
  for (std::size_t i = 0; i < half.size(); ++i) EXPECT_NEAR(half[i], expected[i], 1e-14);
  const Goal fading[] = {reach(tip, target, {.fade = 0.5})};
  EXPECT_TRUE(solve(skeleton, fading, TwoBone{}, goal_half, scratch).reached());
  EXPECT_LT(length(position_of(skeleton, goal_half, tip) - (from + target) / 2), 1e-14);
}

TEST(TwoBone, DoesNotSnapThroughFullStretchWhenSoftened) {
  const Joint joints[] = {ball("a", "", {}), hinge("b", "a", {0.45, 0, 0}, kUnitZ, {0, 2.6}),
                          fixed_joint("tip", "b", {0.4, 0, 0})};
  const Skeleton skeleton = Skeleton::build(joints).value();
  const auto fastest = [&](double softness) {  // the knee, radians for each metre the target moves
    Pose pose = skeleton.rest_pose();
    Scratch scratch(1 << 16);
    double last = 0, most = 0;
    constexpr double kStep = 1e-4;
    for (double x = 0.6; x < 1.1; x += kStep) {
      const Goal goals[] = {reach(skeleton.joint("tip"), {x, 0, 0})};
      solve(skeleton, goals, TwoBone{.pole = {0, -1, 0}, .softness = softness}, pose, scratch);
      if (x > 0.6) most = std::fmax(most, std::abs(pose[4] - last) / kStep);
      last = pose[4];
    }
    return most;
  };
  EXPECT_GT(fastest(0), 150);
  EXPECT_LT(fastest(0.05), 14);
  EXPECT_LT(fastest(0.1), 9);
}

}  // namespace
}  // namespace kine
