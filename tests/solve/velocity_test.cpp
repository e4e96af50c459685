#include "kine/solve/velocity.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "kine/kinematics/forward.h"
#include "kine/kinematics/jacobian.h"
#include "kine/math/dual_quat.h"
#include "kine/math/screw.h"
#include "kine/model/pose.h"
#include "scenes/scenes.h"
#include "tests/support/allocation_trap.h"
#include "tests/support/random_skeleton.h"

namespace kine {
namespace {

using test::Random;

Eigen::Vector3d eigen(const Vec3& v) { return {v.x, v.y, v.z}; }

Eigen::MatrixXd full_jacobian(const Skeleton& skeleton, const Frames& frames, const PointOnJoint& point) {
  Eigen::MatrixXd j(6, skeleton.freedom_count());
  jacobian(skeleton, frames, point, {.rows = Rows::Full, .with_fixed = true}, {j.data(), 6, skeleton.freedom_count()});
  return j;
}

/// A random figure whose joints have no limits.
Skeleton boundless_skeleton(Random& random, int joints, bool scales = false) {
  return random_skeleton(random, {.joints = joints, .scales = scales, .limits = false});
}

Twist random_twist(Random& random) { return {random.point(1), random.point(1)}; }

VelocityConstraint random_constraint(Random& random, const Skeleton& skeleton) {
  const JointId joint{random.below(skeleton.joint_count())};
  const VelocityOptions options{.offset = random.point(0.5), .weight = random.uniform(0.2, 3)};
  switch (random.below(5)) {
    case 0:
      return turn_about(joint, {}, random.direction(), random.point(1), options);
    case 1:
      return follow_pose(joint, {random.rotation(), random.point(1)}, random_twist(random), options);
    case 2:
      return follow_point(joint, random.point(1), random.point(1), options);
    case 3:
      return stay_in_plane(joint, random.point(1), random.direction(), random_twist(random), options);
    default: {
      const Twist rows[] = {random_twist(random), random_twist(random)};
      const double values[] = {random.uniform(-1, 1), random.uniform(-1, 1)};
      return constrain_twist(joint, rows, values, options);
    }
  }
}

/// The rows of a constraint with beta = 0, written down a second time from the kinematics' Jacobian: C and t, with the
/// square root of the weight in both.
struct Rows2 {
  Eigen::MatrixXd c;
  Eigen::VectorXd t;
};

Rows2 reference_rows(const Skeleton& skeleton, const Frames& frames, const VelocityConstraint& k) {
  const Eigen::MatrixXd j = full_jacobian(skeleton, frames, {k.joint, k.offset});
  const Vec3 point = frames.position({k.joint, k.offset});
  Rows2 r;
  const auto n = j.cols();
  switch (k.kind) {
    case VelocityKind::Axis: {
      // All three rows of the part square to the axis: the same least squares as two of them.
      const Eigen::Vector3d a = eigen(k.axis).normalized();
      const Eigen::Matrix3d square = Eigen::Matrix3d::Identity() - a * a.transpose();
      r = {square * j.topRows(3), square * eigen(k.velocity.angular)};
      break;
    }
    case VelocityKind::Pose: {
      Eigen::VectorXd t(6);
      t << eigen(k.velocity.angular), eigen(k.velocity.linear + cross(k.velocity.angular, point));
      r = {j, t};
      break;
    }
    case VelocityKind::Point:
      r = {j.bottomRows(3), eigen(k.velocity.linear)};
      break;
    case VelocityKind::Plane: {
      const Eigen::Vector3d normal = eigen(k.axis).normalized();
      r = {normal.transpose() * j.bottomRows(3),
           normal.transpose() * eigen(k.velocity.linear + cross(k.velocity.angular, point))};
      break;
    }
    case VelocityKind::General: {
      r = {Eigen::MatrixXd(k.row_count, n), Eigen::VectorXd(k.row_count)};
      const Eigen::Matrix3d place{{0, -point.z, point.y}, {point.z, 0, -point.x}, {-point.y, point.x, 0}};
      const Eigen::MatrixXd at_origin = j.bottomRows(3) + place * j.topRows(3);
      for (int i = 0; i < k.row_count; ++i) {
        const Twist& row = k.rows[static_cast<std::size_t>(i)];
        // Rows count alike: their length about the point is made one.
        const double size = std::sqrt((eigen(row.angular) + eigen(cross(row.linear, point))).squaredNorm() +
                                      eigen(row.linear).squaredNorm());
        r.c.row(i) = (eigen(row.angular).transpose() * j.topRows(3) + eigen(row.linear).transpose() * at_origin) / size;
        r.t(i) = k.values[static_cast<std::size_t>(i)] / size;
      }
      break;
    }
  }
  r.c *= std::sqrt(k.weight);
  r.t *= std::sqrt(k.weight);
  return r;
}

Rows2 reference_system(const Skeleton& skeleton, const Frames& frames, const std::vector<VelocityConstraint>& all) {
  Rows2 system{Eigen::MatrixXd(0, skeleton.freedom_count()), Eigen::VectorXd(0)};
  for (const VelocityConstraint& k : all) {
    const Rows2 r = reference_rows(skeleton, frames, k);
    Eigen::MatrixXd c(system.c.rows() + r.c.rows(), system.c.cols());
    c << system.c, r.c;
    Eigen::VectorXd t(c.rows());
    t << system.t, r.t;
    system = {c, t};
  }
  return system;
}

struct Stepped {
  VelocityReport report;
  std::vector<double> speeds;
  Pose pose;
  std::vector<VelocityResult> results;
};

Stepped stepped(const Skeleton& skeleton, const std::vector<VelocityConstraint>& constraints, const Velocity& method,
                const Pose& pose, std::vector<double> speeds = {}) {
  speeds.resize(static_cast<std::size_t>(skeleton.freedom_count()), 0.0);
  Stepped s{{}, speeds, pose, std::vector<VelocityResult>(constraints.size())};
  Scratch scratch(scratch_bytes(skeleton, constraints));
  s.report = step(skeleton, constraints, method, s.speeds, s.pose, scratch, s.results);
  return s;
}

Eigen::VectorXd vector_of(const std::vector<double>& v) {
  return Eigen::Map<const Eigen::VectorXd>(v.data(), static_cast<Eigen::Index>(v.size()));
}

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

TEST(Velocity, IndependentPartsAreSolvedByThemselves) {
  const Skeleton body = scenes::humanoid();
  const Pose pose = scenes::reach_pose(body);
  std::vector<int> trunk;  // everything but arms and legs stands still
  for (int f = 0; f < body.freedom_count(); ++f) {
    const std::string& name = body.name(body.freedom(f).joint);
    if (name == "pelvis" || name == "abdomen" || name == "chest" || name == "head") trunk.push_back(f);
  }
  std::vector<VelocityConstraint> constraints;
  for (const char* name : {"left_hand", "right_hand", "left_foot", "right_foot"})
    constraints.push_back(follow_point(body.joint(name), {}, {0.02, 0.03, -0.01}, {.correct = false}));
  constraints.push_back(turn_about(body.joint("left_forearm"), kUnitY));
  Velocity method{.fixed = trunk};
  const Stepped parts = stepped(body, constraints, method, pose);
  method.separate = false;
  const Stepped whole = stepped(body, constraints, method, pose);
  ASSERT_EQ(parts.report.scale, 1);
  ASSERT_EQ(whole.report.scale, 1);
  EXPECT_EQ(parts.report.parts, 4);
  EXPECT_EQ(whole.report.parts, 1);
  EXPECT_EQ(parts.report.rows, 14);
  EXPECT_EQ(parts.report.largest_rows, 5);
  EXPECT_EQ(whole.report.largest_rows, 14);
  EXPECT_EQ(whole.report.largest_columns, parts.report.columns);
  EXPECT_LE(parts.report.largest_columns, 7);
  EXPECT_EQ(parts.report.rank, whole.report.rank);
  std::printf("%d rows by %d: parts at most %d by %d, speeds differ by %.2g\n", whole.report.largest_rows,
              whole.report.largest_columns, parts.report.largest_rows, parts.report.largest_columns,
              (vector_of(parts.speeds) - vector_of(whole.speeds)).norm() / vector_of(whole.speeds).norm());
  EXPECT_LT((vector_of(parts.speeds) - vector_of(whole.speeds)).norm(), 1e-12 * vector_of(whole.speeds).norm());
  EXPECT_EQ(parts.results[0].part, parts.results[4].part);
  EXPECT_NE(parts.results[0].part, parts.results[1].part);
  // With a trunk that moves they hang together.
  method.fixed = {};
  method.separate = true;
  EXPECT_EQ(stepped(body, constraints, method, pose).report.parts, 1);
}

TEST(Velocity, BehavesTheSameInMillimetresAndKilometres) {
  for (const double unit : {1e-3, 1e3, 1e6}) {
    std::vector<double> reference;
    for (const double size : {1.0, unit}) {
      const Joint joints[] = {
          hinge("a", "", {}, kUnitZ),
          slider("b", "a", {0.4 * size, 0, 0}, kUnitX, {-0.05 * size, 0.05 * size}),
          hinge("c", "b", {0.3 * size, 0, 0}, kUnitY),
          ball("d", "c", {0.3 * size, 0, 0}),
          fixed_joint("tip", "d", {0.2 * size, 0, 0}),
      };
      const Skeleton skeleton = *Skeleton::build(joints);
      Pose pose = skeleton.rest_pose();
      pose[0] = 0.3;
      pose[2] = 0.7;
      const JointId tip = skeleton.joint("tip"), c = skeleton.joint("c");
      const Stepped s =
          stepped(skeleton,
                  {follow_pose(tip, {{}, Vec3{0.6, 0.5, 0.1} * size}, {{0.1, 0.2, 0}, Vec3{0.3, 0, 0.1} * size}),
                   follow_point(c, Vec3{0.3, 0.4, 0} * size)},
                  {}, pose);
      std::vector<double> speeds = s.speeds;
      speeds[1] /= size;
      if (reference.empty()) {
        reference = speeds;
      } else {
        EXPECT_LT((vector_of(speeds) - vector_of(reference)).norm(), 1e-9 * vector_of(reference).norm()) << unit;
      }
    }
  }
}

TEST(Velocity, HeavyConstraintsHaveTheirWay) {
  const Skeleton arm = scenes::planar_arm();
  const JointId hand = arm.joint("hand");
  Pose pose = arm.rest_pose();
  pose[1] = 1;
  for (const double weight : {1e6, 1e-6}) {
    const Stepped s = stepped(arm,
                              {follow_point(hand, {}, {0.1, 0, 0}, {.weight = weight, .correct = false}),
                               follow_point(hand, {}, {-0.1, 0, 0}, {.correct = false})},
                              {}, pose);
    EXPECT_LT(s.results[weight > 1 ? 0 : 1].linear, 1e-6);
    EXPECT_NEAR(s.results[weight > 1 ? 1 : 0].linear, 0.2, 1e-6);
  }
}

TEST(Velocity, ConvergesOnFixedTargetsAndStandsTheDegenerateOnes) {
  const Skeleton chain = scenes::ball_chain(5);
  const JointId tip = chain.joint("tip");
  Pose bent = chain.rest_pose();
  for (int i = 0; i < 5; ++i)
    set_joint_rotation(chain, JointId{i}, from_axis_angle(i % 2 ? kUnitY : kUnitZ, 0.4), bent);
  Frames frames(chain);
  forward(chain, bent, frames);
  const Quat turned = from_axis_angle(kUnitX, kPi) * frames.rotation(tip);
  const VelocityConstraint cases[] = {
      follow_point(tip, {0.3, 0.5, 0.1}),           // ordinary
      follow_point(tip, {}),                        // on the root
      follow_point(tip, Vec3{0.6, 0, 0.8}),         // at full stretch
      follow_point(tip, Vec3{0.6, 0, 0.8} * 1.5),   // past it
      follow_pose(tip, {turned, {0.4, 0.3, 0.1}}),  // half a turn of orientation
      stay_in_plane(tip, {}, kUnitX),
  };
  const double allowed[] = {1e-9, 1e-9, 5e-2, 0.6, 1e-9, 1e-9};
  for (const VelocityInverse inverse : {VelocityInverse::ByRank, VelocityInverse::Damped}) {
    for (std::size_t k = 0; k < std::size(cases); ++k) {
      Pose pose = bent;
      Stepped s;
      for (int frame = 0; frame < 400; ++frame) {
        s = stepped(chain, {cases[k]}, {.beta = 0.1, .inverse = inverse}, pose);
        ASSERT_NE(s.report.status, Status::BadInput);
        ASSERT_TRUE(is_usable(chain, s.pose));
        pose = s.pose;
      }
      EXPECT_LT(s.report.position_error, allowed[k]) << "case " << k << (inverse == VelocityInverse::Damped);
      EXPECT_LT(s.report.angle_error, 1e-9) << "case " << k;
    }
  }
  // Straight, with the target on its axis: no speed of any joint moves the tip that way. It says so.
  const Stepped s = stepped(chain, {follow_point(tip, {0.5, 0, 0})}, {}, chain.rest_pose());
  EXPECT_EQ(s.report.status, Status::NotFound);
  EXPECT_EQ(s.report.rank, 2);
  EXPECT_NEAR(s.report.linear, 0.5 * 0.5 * 60, 1e-9);
  // A point at the joint that moves it, and a skeleton that cannot move.
  const Joint lone[] = {ball("a", "", {}), fixed_joint("tip", "a", {})};
  const Skeleton still = *Skeleton::build(lone);
  const Stepped none = stepped(still, {follow_point(JointId{1}, {1, 0, 0})}, {}, still.rest_pose());
  EXPECT_EQ(none.report.parts, 0);
  EXPECT_EQ(none.results[0].part, -1);
  EXPECT_EQ(none.report.status, Status::NotFound);
  EXPECT_EQ(none.pose, still.rest_pose());
  EXPECT_TRUE(stepped(still, {}, {}, still.rest_pose()).report.reached());
}

TEST(Velocity, BadInputMovesNothing) {
  const Skeleton chain = scenes::ball_chain(3);
  const JointId tip = chain.joint("tip");
  const Pose rest = chain.rest_pose();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto refused = [&](const std::vector<VelocityConstraint>& c, const Velocity& method, const Pose& pose,
                           const std::vector<double>& speeds) {
    Scratch scratch(std::size_t{1} << 20);
    Pose p = pose;
    std::vector<double> v = speeds;
    const VelocityReport report = step(chain, c, method, v, p, scratch);
    EXPECT_EQ(report.status, Status::BadInput);
    EXPECT_GT(std::string(report.fault).size(), 10u);
    EXPECT_EQ(std::memcmp(p.data(), pose.data(), 8 * p.size()), 0);
    EXPECT_EQ(std::memcmp(v.data(), speeds.data(), 8 * v.size()), 0);
    EXPECT_EQ(scratch.used(), 0u);
  };
  const std::vector<double> still(9, 0.5);
  const VelocityConstraint good = follow_point(tip, {0.5, 0, 0});
  for (const double bad : {nan, kInfinity, -kInfinity}) {
    refused({follow_point(tip, {bad, 0, 0})}, {}, rest, still);
    refused({follow_point(tip, {}, {0, bad, 0})}, {}, rest, still);
    refused({follow_point(tip, {}, {}, {.offset = {0, 0, bad}})}, {}, rest, still);
    refused({follow_point(tip, {}, {}, {.weight = bad})}, {}, rest, still);
    refused({good, follow_pose(tip, {{0, 0, bad, 1}, {}})}, {}, rest, still);
    refused({follow_pose(tip, {}, {{bad, 0, 0}, {}})}, {}, rest, still);
    refused({turn_about(tip, {bad, 0, 0})}, {}, rest, still);
    refused({turn_about(tip, {bad, 0, 0}, kUnitX, {})}, {}, rest, still);
    refused({stay_in_plane(tip, {}, {0, 0, bad})}, {}, rest, still);
    const Twist row{{bad, 0, 0}, {}}, fine{kUnitX, {}};
    refused({constrain_twist(tip, {&row, 1}, std::vector<double>{0.0})}, {}, rest, still);
    refused({constrain_twist(tip, {&fine, 1}, std::vector<double>{bad})}, {}, rest, still);
    refused({good}, {.h = bad}, rest, still);
    refused({good}, {.beta = bad}, rest, still);
    refused({good}, {.length = bad}, rest, still);
    refused({good}, {.damping = bad}, rest, still);
    Pose pose = rest;
    pose[5] = bad;
    refused({good}, {}, pose, still);
    std::vector<double> speeds = still;
    speeds[2] = bad;
    refused({good}, {}, rest, speeds);
  }
  const Twist zero{};
  const int missing[] = {9};
  refused({turn_about(tip, {})}, {}, rest, still);
  refused({constrain_twist(tip, {&zero, 1}, std::vector<double>{0.0})}, {}, rest, still);
  refused({follow_pose(tip, {{0, 0, 0, 0}, {}})}, {}, rest, still);
  refused({follow_point({99}, {})}, {}, rest, still);
  refused({follow_point(kWorld, {})}, {}, rest, still);
  refused({good}, {.h = 0}, rest, still);
  refused({good}, {.h = -1}, rest, still);
  refused({good}, {.beta = 1.5}, rest, still);
  refused({good}, {.fixed = missing}, rest, still);
  refused({follow_point(tip, {}, {0, 1e308, 0}), follow_point(tip, {}, {0, 1e308, 0}, {.offset = {0.1, 0, 0}})}, {},
          rest, still);  // overflows
  Pose short_pose = rest;
  short_pose.q.pop_back();
  refused({good}, {}, short_pose, still);
  refused({good}, {}, rest, std::vector<double>(8, 0.5));
  Scratch small(std::size_t{64});
  Pose pose = rest;
  std::vector<double> speeds = still;
  EXPECT_EQ(step(chain, std::vector{good}, {}, speeds, pose, small).status, Status::BadInput);
}

TEST(Velocity, AllocatesNothingAndRepeatsItsBits) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Random random(seed);
    const Skeleton skeleton = random_skeleton(random, {.joints = 14, .scales = seed % 2 == 0});
    std::vector<VelocityConstraint> constraints;
    for (int i = 0; i < 4; ++i) constraints.push_back(random_constraint(random, skeleton));
    Pose pose = random_pose(random, skeleton);
    clamp_to_limits(skeleton, pose);
    const std::vector<double> given = random_speeds(random, skeleton);
    Scratch scratch(skeleton), other(scratch_bytes(skeleton, constraints));
    ASSERT_LE(scratch_bytes(skeleton, constraints), skeleton.scratch_bytes());
    Pose first = pose, second = pose;
    std::vector<double> first_speeds = given, second_speeds = given;
    int allocations = 0;
    {
      const test::AllocationTrap trap;
      step(skeleton, constraints, {}, first_speeds, first, scratch);
      allocations = trap.count();
    }
    EXPECT_EQ(allocations, 0);
    EXPECT_EQ(scratch.used(), 0u);
    step(skeleton, constraints, {}, second_speeds, second, other);
    EXPECT_EQ(std::memcmp(first.data(), second.data(), 8 * pose.size()), 0);
    EXPECT_EQ(std::memcmp(first_speeds.data(), second_speeds.data(), 8 * given.size()), 0);
  }
  for (const scenes::Scene& scene : scenes::all()) {
    const Skeleton any = scene.build();
    const std::vector<VelocityConstraint> many(64, stay_in_plane(JointId{0}, {}, kUnitX));
    EXPECT_LE(scratch_bytes(any, many), any.scratch_bytes()) << scene.name;
  }
  for (const int links : {1, 5, 40, 200}) {
    const Skeleton chain = scenes::ball_chain(links);
    const std::vector<VelocityConstraint> many(64, stay_in_plane(JointId{0}, {}, kUnitX));
    EXPECT_LE(scratch_bytes(chain, many), chain.scratch_bytes()) << links;
  }
}

}  // namespace
}  // namespace kine
