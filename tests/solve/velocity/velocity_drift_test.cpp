#include "kine/solve/velocity.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <vector>

#include "kine/kinematics/forward.h"
#include "kine/math/screw.h"
#include "kine/model/pose.h"
#include "scenes/scenes.h"
#include "tests/solve/velocity/velocity_support.h"

namespace kine {
namespace {

using namespace test;

/// A gimbal: three hinges about Z, Y, X. At 90 degrees of the middle one the outer two have one line, and the turn
/// about the world's X is lost.
Skeleton gimbal() {
  const Joint joints[] = {hinge("z", "", {}, kUnitZ), hinge("y", "z", {}, kUnitY), hinge("x", "y", {}, kUnitX)};
  return *Skeleton::build(joints);
}

struct GimbalRun {
  double fastest = 0, largest_error = 0, last_error = 0;
  int lowest_rank = 3;
};

/// The body is carried by `spins`, a second each, and then stands still for three.
GimbalRun drive_gimbal(VelocityInverse inverse, const std::vector<Vec3>& spins) {
  const Skeleton skeleton = gimbal();
  Pose pose = skeleton.rest_pose();
  const Velocity method{.h = 0.01, .beta = 0.5, .inverse = inverse};
  Quat target;
  GimbalRun run;
  for (std::size_t frame = 0; frame < 100 * (spins.size() + 3); ++frame) {
    const Vec3 spin = frame < 100 * spins.size() ? spins[frame / 100] : Vec3{};
    const Stepped s = stepped(skeleton, {follow_pose(JointId{2}, {target, {}}, {spin, {}})}, method, pose);
    EXPECT_NE(s.report.status, Status::BadInput);
    for (const double speed : s.speeds) run.fastest = std::max(run.fastest, std::abs(speed));
    run.lowest_rank = std::min(run.lowest_rank, s.report.rank);
    run.largest_error = std::max(run.largest_error, s.report.angle_error);
    run.last_error = s.report.angle_error;
    pose = s.pose;
    target = normalised(exp(spin * method.h) * target);
  }
  return run;
}

void print(const char* what, const GimbalRun& run) {
  std::printf("%s: fastest %.3g rad/s, largest error %.3g rad, last %.3g, rank %d\n", what, run.fastest,
              run.largest_error, run.last_error, run.lowest_rank);
}

TEST(Velocity, GimbalInItsLock) {
  const Skeleton skeleton = gimbal();
  const Pose locked{{0, kPi / 2, 0}};
  const auto fastest = [&](VelocityInverse inverse) {
    const VelocityConstraint c = follow_pose(JointId{2}, {}, {{1, 1, 1}, {}}, {.correct = false});
    const Stepped s = stepped(skeleton, {c}, {.inverse = inverse}, locked);
    EXPECT_EQ(s.report.rank, 2);
    return vector_of(s.speeds).cwiseAbs().maxCoeff();
  };
  EXPECT_GT(fastest(VelocityInverse::Plain), 1e12);
  EXPECT_LT(fastest(VelocityInverse::ByRank), 1.01);
  EXPECT_LT(fastest(VelocityInverse::Damped), 1.01);
}

// The inverse blows up, the pseudo-inverse drops a direction, damping slows.
TEST(Velocity, GimbalDrivenThroughLock) {
  // Into the lock, there about the lost axis by 0.2 rad, and out on the other side.
  const std::vector<Vec3> through{{0, kPi / 2, 0}, {0.2, 0, 0}, {0, 0.8, 0}};
  const GimbalRun plain = drive_gimbal(VelocityInverse::Plain, through);
  const GimbalRun by_rank = drive_gimbal(VelocityInverse::ByRank, through);
  const GimbalRun damped = drive_gimbal(VelocityInverse::Damped, through);
  print("through the lock, plain  ", plain);
  print("through the lock, by rank", by_rank);
  print("through the lock, damped ", damped);
  EXPECT_GT(plain.fastest, 1e6);
  EXPECT_EQ(by_rank.lowest_rank, 2);
  EXPECT_LT(by_rank.fastest, 1e-3 * plain.fastest);
  EXPECT_GT(by_rank.largest_error, 0.1);  // the direction was dropped
  // Damped speeds are bounded: 1.09 / (damping sigma_max) for each radian a second asked for, the correction included.
  EXPECT_LT(damped.fastest, 1.09 / (0.05 * std::sqrt(2.0)) * (0.5 / 0.01) * damped.largest_error + 2);
  EXPECT_LT(damped.fastest, 0.5 * by_rank.fastest);
  // Both come back to the target once it is past the lock and stands still.
  EXPECT_LT(by_rank.last_error, 1e-6);
  EXPECT_LT(damped.last_error, 1e-6);

  // Past the lock at a small distance: the same speeds at the joints, whatever the rank, but not when damped.
  const std::vector<Vec3> past{{0.003, kPi / 4, 0}, {0.003, kPi / 4, 0}, {0.003, kPi / 4, 0}};
  const GimbalRun close = drive_gimbal(VelocityInverse::ByRank, past);
  const GimbalRun soft = drive_gimbal(VelocityInverse::Damped, past);
  print("close by, by rank", close);
  print("close by, damped ", soft);
  EXPECT_LT(soft.fastest, 0.5 * close.fastest);
  EXPECT_LT(soft.last_error, 1e-6);
}

TEST(Velocity, ClosedPathDriftsWithoutCorrectionAndNotWithIt) {
  const Skeleton arm = scenes::seven_hinge_arm();
  const JointId tip = arm.joint("tip");
  const Pose start = scenes::ready_pose(arm);
  Frames frames(arm);
  forward(arm, start, frames);
  const Transform home = frames.world_from_joint(tip);
  const double h = 1.0 / 100, rate = kTwoPi / 5;  // two rounds of five seconds
  const auto target_at = [&](double t) {
    return Transform{
        home.rotation * from_axis_angle(kUnitX, 0.3 * sin(rate * t)),
        home.translation + Vec3{0.08 * sin(rate * t), 0.08 * (1 - cos(rate * t)), 0.04 * sin(2 * rate * t)}};
  };
  double end[3] = {}, worst[3] = {}, turned[3] = {};
  for (int run = 0; run < 3; ++run) {
    Pose pose = start;
    for (int frame = 0; frame < 1000; ++frame) {
      const double t = frame * h;
      const Transform now = target_at(t);
      const Twist velocity = twist_between(target_at(t - 1e-4), target_at(t + 1e-4)) * (1 / 2e-4);
      const Velocity method{.h = h,
                            .beta = run == 0 ? 0.0 : 0.5,
                            .drift = run == 2 ? DriftCorrection::Printed : DriftCorrection::Logarithm};
      const Stepped s = stepped(arm, {follow_pose(tip, now, velocity)}, method, pose);
      ASSERT_TRUE(s.report.reached()) << frame;
      pose = s.pose;
      forward(arm, pose, frames);
      const double off = length(frames.position(tip) - target_at(t + h).translation);
      worst[run] = std::max(worst[run], off);
    }
    end[run] = length(frames.position(tip) - home.translation);
    turned[run] = angle_of(frames.rotation(tip) * conjugate(home.rotation));
  }
  std::printf(
      "1000 frames: without %.3g m %.3g rad (worst %.3g m), with %.3g m %.3g rad (worst %.3g m), printed %.3g m (worst "
      "%.3g m)\n",
      end[0], turned[0], worst[0], end[1], turned[1], worst[1], end[2], worst[2]);
  EXPECT_GT(worst[0], 2e-3);
  EXPECT_LT(worst[1], 1e-4);
  EXPECT_LT(end[1], 0.05 * end[0]);
  EXPECT_LT(worst[2], 1e-4);  // for small errors the printed formula is as good
}

// Errata: the printed correction, the vector part of (2 beta / h) q_t q_n*, is 2 sin(x/2) long for a turn by x.
TEST(Velocity, ThePrintedCorrectionIsAThirdShortAtHalfATurn) {
  const Joint joints[] = {ball("body", "", {})};
  const Skeleton skeleton = *Skeleton::build(joints);
  const Vec3 axis = normalised(Vec3{1, -2, 0.5});
  for (const double angle : {0.1, 1.0, 2.0, kPi - 1e-9}) {
    const VelocityConstraint c = follow_pose(JointId{0}, {from_axis_angle(axis, angle), {}});
    const Velocity whole{.h = 0.02, .beta = 1};
    Velocity printed = whole;
    printed.drift = DriftCorrection::Printed;
    const Stepped right = stepped(skeleton, {c}, whole, skeleton.rest_pose());
    const Stepped wrong = stepped(skeleton, {c}, printed, skeleton.rest_pose());
    const double ratio = vector_of(wrong.speeds).norm() / vector_of(right.speeds).norm();
    EXPECT_NEAR(ratio, std::sin(angle / 2) * 2 / angle, 1e-9);
    EXPECT_LT(right.report.angle_error, 1e-9);  // there at once
    EXPECT_NEAR(wrong.report.angle_error, angle - 2 * std::sin(angle / 2), 1e-7);
    if (angle > 3) {
      EXPECT_NEAR(1 - ratio, 0.363, 0.001);
    }
  }
  // The same with a travel: the logarithm arrives along its screw in one step, the printed dual quaternion does not.
  const Joint loose[] = {free_joint("body")};
  const Skeleton free_body = *Skeleton::build(loose);
  const Transform target{from_axis_angle(axis, 2.5), {0.3, 0.2, -0.4}};
  for (const bool as_printed : {false, true}) {
    Velocity method{.h = 0.02, .beta = 1};
    if (as_printed) method.drift = DriftCorrection::Printed;
    Pose pose = free_body.rest_pose();
    const Stepped s = stepped(free_body, {follow_pose(JointId{0}, target)}, method, pose);
    if (as_printed) {
      EXPECT_GT(s.report.angle_error, 0.5);
    } else {
      EXPECT_LT(s.report.angle_error, 1e-12);
    }
  }
}

// "Mind the extra spin": q and -q are one orientation, and the way back is the short one for both.
TEST(Velocity, ANegatedQuaternionIsTheSameTarget) {
  const Joint joints[] = {free_joint("body")};
  const Skeleton body = *Skeleton::build(joints);
  const Quat turn = from_axis_angle(normalised(Vec3{1, -2, 0.5}), 0.7);
  for (const DriftCorrection drift : {DriftCorrection::Logarithm, DriftCorrection::Printed}) {
    const Velocity method{.drift = drift};
    const Stepped a = stepped(body, {follow_pose(JointId{0}, {turn, {0.3, 0.2, 0}})}, method, body.rest_pose());
    const Stepped b = stepped(body, {follow_pose(JointId{0}, {-turn, {0.3, 0.2, 0}})}, method, body.rest_pose());
    EXPECT_LT((vector_of(a.speeds) - vector_of(b.speeds)).norm(), 1e-12);
    EXPECT_LT(vector_of(a.speeds).head(3).norm(), 0.71 * 0.5 * 60);
    EXPECT_GT(vector_of(a.speeds).head(3).norm(), 0.65 * 0.5 * 60);
    EXPECT_NEAR(b.report.angle_error, a.report.angle_error, 1e-12);
  }
}

// Errata: (J^T J)^-1 J^T or J^T (J J^T)^-1 by comparing rows with columns.
TEST(Velocity, TheInverseChosenByShapeDoesNotExistForAStretchedArm) {
  const Joint joints[] = {hinge("a", "", {}, kUnitZ), hinge("b", "a", {0.5, 0, 0}, kUnitZ),
                          hinge("c", "b", {0.5, 0, 0}, kUnitZ), fixed_joint("tip", "c", {0.5, 0, 0})};
  const Skeleton arm = *Skeleton::build(joints);
  const JointId tip = arm.joint("tip");
  Frames frames(arm);
  forward(arm, arm.rest_pose(), frames);
  const Eigen::MatrixXd j = full_jacobian(arm, frames, {tip}).block(3, 0, 2, 3);
  EXPECT_LT(std::abs((j * j.transpose()).determinant()), 1e-15);
  const Stepped s = stepped(arm, {follow_point(tip, {}, {1, 1, 0}, {.correct = false})}, {}, arm.rest_pose());
  EXPECT_EQ(s.report.rank, 1);
  EXPECT_EQ(s.report.status, Status::NotFound);
  EXPECT_NEAR(s.report.linear, 1, 1e-12);  // along the arm nothing moves
  EXPECT_LT((j * vector_of(s.speeds) - Eigen::Vector2d(0, 1)).norm(), 1e-12);
}

}  // namespace
}  // namespace kine
