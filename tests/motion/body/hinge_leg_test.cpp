#include "kine/motion/body/hinge_leg.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <array>
#include <vector>

#include "kine/kinematics/forward.h"
#include "kine/kinematics/jacobian.h"
#include "scenes/build.h"
#include "scenes/random_pose.h"

namespace kine {
namespace {

using namespace detail;

/// A leg none of whose frames lie along any other's.
Skeleton crooked_leg() {
  std::vector<Joint> joints = {free_joint("pelvis"), euler("thigh", "pelvis", {0.1, -0.02, 0.03}, "XZY"),
                               hinge("shank", "thigh", {0.02, -0.44, 0.01}, normalised(Vec3{1, 0.1, -0.2})),
                               euler("foot", "shank", {-0.01, -0.42, 0.02}, "XZ")};
  for (std::size_t i = 0; i < joints.size(); ++i) {
    const double turn = 0.2 + 0.1 * static_cast<double>(i);
    joints[i].rest.rotation = from_axis_angle(normalised(Vec3{turn, 1, -0.3}), turn);
    for (AxisSettings& axis : joints[i].axes) axis.limits = {-1.2, 1.2};
  }
  joints[0].axes = {};
  joints[2].axes[0].limits = {0, 2};
  return scenes::detail::must_build(joints);
}

class CrookedLeg : public ::testing::Test {
 protected:
  const Skeleton skeleton_ = crooked_leg();
  const JointId thigh_ = *skeleton_.find("thigh"), shank_ = *skeleton_.find("shank"), foot_ = *skeleton_.find("foot");
  const HingeLeg leg_ = HingeLeg::of(skeleton_, thigh_, shank_, foot_, skeleton_.first_value(thigh_) + 2);
  scenes::Random random_{7};
  Frames frames_{skeleton_};

  /// Well inside the limits, the knee bent.
  Pose pose() {
    Pose pose = scenes::random_pose(skeleton_, random_);
    for (std::size_t i = 7; i < 13; ++i) pose[i] = i == 10 ? random_.between(0.3, 1.6) : random_.between(-0.7, 0.7);
    return pose;
  }
  Pose nearby(const Pose& pose, double by) {
    Pose near = pose;
    for (std::size_t i = 7; i < 13; ++i) near[i] += random_.between(-by, by);
    return near;
  }
  Transform foot_in(const Pose& pose) {
    forward(skeleton_, pose.q, frames_);
    return frames_.world_from_joint(foot_);
  }
};

using Solve = QuickLeg (*)(const HingeLeg&, const Transform&, const LegTolerance&, std::span<double>);

TEST_F(CrookedLeg, FindsTheAnglesThatForwardKinematicsCameFrom) {
  ASSERT_TRUE(leg_.valid);
  for (const Solve solve : {&place_quickly, &reach_quickly}) {
    int solved = 0;
    for (int k = 0; k < 500; ++k) {
      const Pose wanted = pose();
      const Transform goal = foot_in(wanted);
      Pose found = nearby(wanted, 0.08);
      const QuickLeg quick = solve(leg_, goal, {1e-9, 1e-9}, found.q);
      if (!quick.solved) continue;
      ++solved;
      for (std::size_t i = 0; i < 13; ++i) EXPECT_NEAR(found[i], wanted[i], 1e-7);
    }
    EXPECT_GE(solved, 450);  // the others are next to where two answers meet, and are left alone
  }
}

TEST_F(CrookedLeg, SaysHowFarOffTheFootEnds) {
  for (const Solve solve : {&place_quickly, &reach_quickly}) {
    for (int k = 0; k < 200; ++k) {
      const Pose wanted = pose();
      const Transform goal = foot_in(wanted);
      Pose found = nearby(wanted, 0.1);
      const LegTolerance loose{0.01, 0.01};
      const QuickLeg quick = solve(leg_, goal, loose, found.q);
      if (!quick.solved) continue;
      const Transform at = foot_in(found);
      EXPECT_NEAR(quick.position_error, length(at.translation - goal.translation), 1e-12);
      EXPECT_NEAR(quick.angle_error, angle_of(at.rotation * conjugate(goal.rotation)), 1e-6);
      EXPECT_LE(quick.position_error, loose.metres);
      EXPECT_LE(quick.angle_error, loose.radians);
    }
  }
}

// One step is that of the whole Jacobian, solved by Eigen.
TEST_F(CrookedLeg, TakesTheStepOfTheFullJacobian) {
  int steps = 0;
  for (int k = 0; k < 50; ++k) {
    const Pose wanted = pose(), start = nearby(wanted, 0.02);
    const Transform goal = foot_in(wanted), at = foot_in(start);
    Pose found = start;
    if (place_quickly(leg_, goal, {2e-3, 2e-3}, found.q).iterations != 1) continue;
    Matrix<double, 6, 12> j;
    jacobian(skeleton_, frames_, {foot_, {}}, {}, j);
    Eigen::Matrix<double, 6, 6> own;
    for (int r = 0; r < 6; ++r)
      for (int c = 0; c < 6; ++c) own(r, c) = j(r, 6 + c);
    const Quat left = goal.rotation * conjugate(at.rotation);
    const Vec3 turn = left.vector() * (left.w < 0 ? -2 : 2), off = goal.translation - at.translation;
    Eigen::Matrix<double, 6, 1> error;
    error << turn.x, turn.y, turn.z, off.x, off.y, off.z;
    const Eigen::Matrix<double, 6, 1> step = own.fullPivLu().solve(error);
    for (int i = 0; i < 6; ++i)
      EXPECT_NEAR(found[static_cast<std::size_t>(7 + i)] - start[static_cast<std::size_t>(7 + i)], step(i), 1e-12);
    ++steps;
  }
  EXPECT_GE(steps, 20);
}

TEST_F(CrookedLeg, LeavesThePoseAloneWhereTheLegWouldLeaveItsLimits) {
  for (const Solve solve : {&place_quickly, &reach_quickly}) {
    for (std::size_t i = 7; i < 13; ++i) {
      Pose wanted = pose();
      wanted[i] = i == 10 ? 2.05 : 1.25;
      const Transform goal = foot_in(wanted);
      Pose found = wanted;
      found[i] -= 0.1;
      const Pose before = found;
      EXPECT_FALSE(solve(leg_, goal, {1e-6, 1e-6}, found.q).solved);
      EXPECT_EQ(found.q, before.q);
    }
  }
}

TEST_F(CrookedLeg, GivesUpOnWhatIsOutOfReach) {
  for (const Solve solve : {&place_quickly, &reach_quickly}) {
    const Pose start = pose();
    Transform goal = foot_in(start);
    goal.translation = frames_.position(thigh_) + normalised(goal.translation - frames_.position(thigh_)) * 1.5;
    Pose found = start;
    EXPECT_FALSE(solve(leg_, goal, {1e-6, 1e-6}, found.q).solved);
    EXPECT_EQ(found.q, start.q);
  }
}

TEST(HingeLeg, IsNotMadeOfOtherJoints) {
  std::vector<Joint> joints = {free_joint("pelvis"), ball("thigh", "pelvis", {}),
                               hinge("shank", "thigh", {0, -0.4, 0}, kUnitX),
                               euler("foot", "shank", {0, -0.4, 0}, "XZ")};
  const Skeleton skeleton = scenes::detail::must_build(joints);
  EXPECT_FALSE(
      HingeLeg::of(skeleton, *skeleton.find("thigh"), *skeleton.find("shank"), *skeleton.find("foot"), 7).valid);
}

}  // namespace
}  // namespace kine
