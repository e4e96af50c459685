#include "kine/solve/velocity.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "kine/kinematics/forward.h"
#include "kine/kinematics/jacobian.h"
#include "kine/math/dual_quat.h"
#include "kine/math/screw.h"
#include "kine/model/pose.h"
#include "scenes/scenes.h"
#include "tests/solve/velocity/velocity_support.h"
#include "tests/support/random_skeleton.h"

namespace kine {
namespace {

using namespace test;

TEST(Velocity, ScrewColumnsEqualTheKinematicsJacobian) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed);
    const Skeleton skeleton = boundless_skeleton(random, 10, seed % 3 == 0);
    const int n = skeleton.freedom_count();
    Frames frames(skeleton);
    forward(skeleton, random_pose(random, skeleton), frames);
    const PointOnJoint point{{random.below(skeleton.joint_count())}, random.point(0.5)};
    const Eigen::MatrixXd j = full_jacobian(skeleton, frames, point);
    for (const Vec3& about : {frames.position(point), Vec3{}, random.point(2)}) {
      Eigen::MatrixXd screws(6, n);
      screw_columns(skeleton, frames, point, about, {screws.data(), 6, n});
      const Vec3 r = frames.position(point) - about;  // v at the point = v at `about` + w x r
      const Eigen::Matrix3d place{{0, -r.z, r.y}, {r.z, 0, -r.x}, {-r.y, r.x, 0}};
      EXPECT_LT((screws.topRows(3) - j.topRows(3)).cwiseAbs().maxCoeff(), 1e-13);
      EXPECT_LT((screws.bottomRows(3) - place * screws.topRows(3) - j.bottomRows(3)).cwiseAbs().maxCoeff(), 1e-12);
    }
  }
}

// "For q_i, link i's pose in the world, u_i, the local joint axis, the joint axis in world coordinates is q_i u_i
// q_i*." The poses here are products of dual quaternions from the root up; forward kinematics has no part in them.
TEST(Velocity, ScrewColumnsAreTheSandwichesOfTheLocalAxes) {
  Random random(7);
  std::vector<Joint> joints;
  std::vector<DualQuat> rests;
  for (int i = 0; i < 12; ++i) {
    const std::string name = std::to_string(i), parent = i ? std::to_string(i - 1) : "";
    joints.push_back(i % 3 == 1 ? slider(name, parent, random.point(0.5), random.direction())
                                : hinge(name, parent, random.point(0.5), random.direction()));
    joints.back().rest.rotation = random.rotation();
    rests.push_back(to_dual_quat(Transform{joints.back().rest.rotation, joints.back().rest.translation}));
  }
  const Skeleton skeleton = *Skeleton::build(joints);
  const Pose pose = random_pose(random, skeleton);
  Frames frames(skeleton);
  forward(skeleton, pose, frames);
  Eigen::MatrixXd screws(6, 12);
  screw_columns(skeleton, frames, {JointId{11}}, {}, {screws.data(), 6, 12});
  DualQuat q;
  for (int i = 0; i < 12; ++i) {
    const bool slides = i % 3 == 1;
    const Vec3 axis = joints[static_cast<std::size_t>(i)].axis;
    const double value = pose[static_cast<std::size_t>(i)];
    const Transform motion = slides ? Transform{{}, axis * value} : Transform{from_axis_angle(axis, value), {}};
    q = q * rests[static_cast<std::size_t>(i)] * to_dual_quat(motion);
    const DualQuat local{pure(slides ? Vec3{} : axis), pure(slides ? axis : Vec3{})};  // u + 0e or 0 + ve
    const DualQuat a = q * local * conjugate(q);
    EXPECT_LT((screws.col(i).head(3) - eigen(a.real.vector())).norm(), 1e-13);
    EXPECT_LT((screws.col(i).tail(3) - eigen(a.dual.vector())).norm(), 1e-12);
  }
}

TEST(Velocity, SolvesLikeTheCompleteOrthogonalDecomposition) {
  int over = 0, under = 0, deficient = 0, compared = 0;
  double worst = 0;
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    Random random(seed);
    const Skeleton skeleton = boundless_skeleton(random, 2 + random.below(10), seed % 4 == 0);
    const int n = skeleton.freedom_count();
    if (n == 0) continue;
    std::vector<VelocityConstraint> constraints;
    for (int i = 1 + random.below(4); i > 0; --i) constraints.push_back(random_constraint(random, skeleton));
    const Pose pose = random_pose(random, skeleton);
    const std::vector<double> given = random_speeds(random, skeleton);
    Frames frames(skeleton);
    forward(skeleton, pose, frames);
    const Rows2 system = reference_system(skeleton, frames, constraints);

    Eigen::VectorXd root(n), fixed = vector_of(given);
    for (int f = 0; f < n; ++f) {
      const Skeleton::Freedom& freedom = skeleton.freedom(f);
      root(f) = freedom.fixed ? 0 : std::sqrt(freedom.weight);
      if (!freedom.fixed) fixed(f) = 0;
    }
    const Eigen::MatrixXd a = system.c * root.asDiagonal();
    const Eigen::VectorXd sigma = a.bdcSvd().singularValues();
    bool doubtful = false;  // a singular value that counts or not, as one likes
    for (const double s : sigma) doubtful |= s > 1e-12 * sigma(0) && s < 1e-5 * sigma(0);
    if (doubtful) continue;
    Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> cod;
    cod.setThreshold(1e-9);
    cod.compute(a);
    const Eigen::VectorXd expected = fixed + root.asDiagonal() * cod.solve(system.t - system.c * fixed);

    const Velocity method{.beta = 0, .rank_threshold = 1e-9, .separate = seed % 2 == 0, .length = 1};
    const Stepped s = stepped(skeleton, constraints, method, pose, given);
    ASSERT_NE(s.report.status, Status::BadInput) << s.report.fault;
    EXPECT_EQ(s.report.scale, 1);
    EXPECT_EQ(s.report.rank, cod.rank());
    worst = std::max(worst, (vector_of(s.speeds) - expected).norm() / (1 + expected.norm()));
    ++compared;
    over += cod.rank() < a.rows();
    under += cod.rank() < s.report.columns;
    deficient += cod.rank() < std::min<Eigen::Index>(s.report.rows, s.report.columns);
    EXPECT_EQ(s.report.reached(), (system.c * expected - system.t).norm() < 1e-7) << seed;
  }
  EXPECT_LT(worst, 1e-9);
  EXPECT_GT(compared, 400);
  EXPECT_GT(over, 100);
  EXPECT_GT(under, 100);
  EXPECT_GT(deficient, 50);
  std::printf("%d compared (%d over-constrained, %d under, %d short of rank): off by at most %.2g\n", compared, over,
              under, deficient, worst);
}

TEST(Velocity, LinksMoveAsAskedByFiniteDifferences) {
  const Skeleton arm = scenes::seven_hinge_arm();
  const Pose pose = scenes::ready_pose(arm);
  const JointId tip = arm.joint("tip");
  Frames before(arm), after(arm);
  forward(arm, pose, before);
  const Transform start = before.world_from_joint(tip);
  const Twist twist = twist_at(start.translation, {0.1, -0.2, 0.3}, {0.05, 0.08, -0.02});
  const Velocity method{.h = 1e-6, .beta = 0};
  const Stepped s = stepped(arm, {follow_pose(tip, start, twist)}, method, pose);
  EXPECT_TRUE(s.report.reached());
  EXPECT_EQ(s.report.rank, 6);
  forward(arm, s.pose, after);
  const Twist moved = twist_between(start, after.world_from_joint(tip)) * (1 / method.h);
  EXPECT_LT(length(moved.angular - twist.angular), 1e-5);
  EXPECT_LT(length(moved.linear - twist.linear), 1e-5);
}

TEST(Velocity, TurnsAboutTheGivenAxisOnlyAndStaysThere) {
  // Four balls; the last link may turn about one axis of the world, and its tip is pulled sideways.
  const Skeleton chain = scenes::ball_chain(4);
  const JointId last = chain.joint("link_3"), tip = chain.joint("tip");
  Random random(3);
  const Pose start = random_pose(random, chain);
  Frames frames(chain);
  forward(chain, start, frames);
  const Vec3 axis = random.direction(), own = rotate(conjugate(frames.rotation(last)), axis);
  double drift[2] = {};
  for (const bool corrected : {false, true}) {
    Pose pose = start;
    for (int frame = 0; frame < 300; ++frame) {
      forward(chain, pose, frames);
      const Quat turned = frames.rotation(last);
      const double phase = frame * 0.05;
      const Vec3 pull{0.4 * sin(phase), 0.4 * cos(phase), 0.2 * sin(2 * phase)};
      const Stepped s = stepped(
          chain,
          {turn_about(last, own, axis, {}, {.correct = corrected}), follow_point(tip, {}, pull, {.correct = false})},
          {.h = 0.02, .beta = 0.5}, pose);
      ASSERT_TRUE(s.report.reached());
      pose = s.pose;
      forward(chain, pose, frames);
      // Within a step the axes move on, so the turn is about the axis to the first order of h only.
      const Vec3 turn = log(frames.rotation(last) * conjugate(turned)) / 0.02;
      EXPECT_LT(length(turn - axis * dot(turn, axis)), 0.05);
    }
    drift[corrected] = length(rotate(frames.rotation(last), own) - axis);
  }
  EXPECT_GT(drift[0], 3e-3);
  EXPECT_LT(drift[1], 0.1 * drift[0]) << drift[0];
}

TEST(Velocity, PlanesAndRowsOfOnesOwnAreHeld) {
  const Skeleton arm = scenes::seven_hinge_arm();
  const JointId tip = arm.joint("tip"), wrist = arm.joint("wrist_lift");
  Pose pose = scenes::ready_pose(arm);
  Frames frames(arm);
  forward(arm, pose, frames);
  const Vec3 normal = normalised(Vec3{1, 2, 3}), point = frames.position(tip);
  const double height = frames.position(wrist).z;
  // The wrist's height as a row on its twist: v_z of the point at p is v0_z + w_x p_y - w_y p_x.
  for (int frame = 0; frame < 200; ++frame) {
    forward(arm, pose, frames);
    const Vec3 p = frames.position(wrist);
    const Twist row{{p.y, -p.x, 0}, {0, 0, 1}};
    VelocityConstraint level = constrain_twist(wrist, {&row, 1}, std::vector<double>{0.0});
    level.errors[0] = height - p.z;
    const Stepped s = stepped(arm,
                              {stay_in_plane(tip, point, normal), level, turn_about(wrist, kUnitZ),
                               follow_point(wrist, {}, {0, 0.02, 0}, {.weight = 1e-4, .correct = false})},
                              {.h = 0.02}, pose);
    ASSERT_EQ(s.report.scale, 1);
    pose = s.pose;
  }
  forward(arm, pose, frames);
  EXPECT_LT(std::abs(dot(normal, frames.position(tip) - point)), 2e-5);
  EXPECT_LT(std::abs(frames.position(wrist).z - height), 2e-5);
  EXPECT_GT(frames.position(wrist).y, 0.0);
}

TEST(Velocity, PlanesMayMoveAndTurn) {
  const Skeleton arm = scenes::seven_hinge_arm();
  const JointId tip = arm.joint("tip");
  Pose pose = scenes::ready_pose(arm);
  Frames frames(arm);
  forward(arm, pose, frames);
  Vec3 point = frames.position(tip) + Vec3{0.1, 0.2, 0}, normal = kUnitZ;
  const Twist twist = twist_at(point, {0.2, -0.1, 0.1}, {0.01, 0, -0.05});
  const double h = 0.01;
  double worst = 0;
  for (int frame = 0; frame < 100; ++frame) {
    const Stepped s = stepped(arm, {stay_in_plane(tip, point, normal, twist)}, {.h = h}, pose);
    ASSERT_TRUE(s.report.reached());
    pose = s.pose;
    const Transform moved = exp(twist * h);
    point = moved * point;
    normal = rotate(moved.rotation, normal);
    forward(arm, pose, frames);
    const double off = std::abs(dot(normal, frames.position(tip) - point));
    EXPECT_NEAR(off, s.report.position_error, 1e-15);
    worst = std::max(worst, off);
  }
  EXPECT_LT(worst, 1e-5);
}

TEST(Velocity, FreeJointsMakeUpForFixedOnesThatMove) {
  const Skeleton arm = scenes::seven_hinge_arm();
  const JointId tip = arm.joint("tip");
  Pose pose = scenes::ready_pose(arm);
  Frames frames(arm);
  forward(arm, pose, frames);
  const Transform held = frames.world_from_joint(tip);
  const int fixed[] = {arm.freedom_of(arm.joint("upper_arm_turn"))};
  std::vector<double> speeds(7, 0.123);  // of free joints: must not matter
  speeds[static_cast<std::size_t>(fixed[0])] = 0.3;
  for (int frame = 0; frame < 100; ++frame) {
    const Stepped s = stepped(arm, {follow_pose(tip, held)}, {.h = 0.01, .fixed = fixed}, pose, speeds);
    ASSERT_TRUE(s.report.reached());
    EXPECT_EQ(s.report.columns, 6);
    EXPECT_EQ(s.speeds[static_cast<std::size_t>(fixed[0])], 0.3);
    pose = s.pose;
    speeds = s.speeds;
  }
  forward(arm, pose, frames);
  EXPECT_NEAR(joint_value(arm, pose, arm.joint("upper_arm_turn")),
              joint_value(arm, scenes::ready_pose(arm), arm.joint("upper_arm_turn")) + 0.3, 1e-12);
  EXPECT_LT(length(frames.position(tip) - held.translation), 1e-4);
  // Still ones do not move at all.
  speeds.assign(7, 0);
  const Stepped s =
      stepped(arm, {follow_point(tip, {}, {0.1, 0, 0}, {.correct = false})}, {.fixed = fixed}, pose, speeds);
  EXPECT_EQ(s.speeds[static_cast<std::size_t>(fixed[0])], 0);
  EXPECT_TRUE(s.report.reached());
}

}  // namespace
}  // namespace kine
