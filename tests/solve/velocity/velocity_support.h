#pragma once

#include <Eigen/Dense>
#include <cmath>
#include <string>
#include <vector>

#include "kine/kinematics/forward.h"
#include "kine/kinematics/jacobian.h"
#include "kine/model/pose.h"
#include "kine/solve/velocity.h"
#include "tests/support/random_skeleton.h"

namespace kine::test {

/// The same systems, written down a second time with Eigen.
inline Eigen::Vector3d eigen(const Vec3& v) { return {v.x, v.y, v.z}; }

inline Eigen::MatrixXd full_jacobian(const Skeleton& skeleton, const Frames& frames, const PointOnJoint& point) {
  Eigen::MatrixXd j(6, skeleton.freedom_count());
  jacobian(skeleton, frames, point, {.rows = Rows::Full, .with_fixed = true}, {j.data(), 6, skeleton.freedom_count()});
  return j;
}

/// A random figure whose joints have no limits.
inline Skeleton boundless_skeleton(Random& random, int joints, bool scales = false) {
  return random_skeleton(random, {.joints = joints, .scales = scales, .limits = false});
}

inline Twist random_twist(Random& random) { return {random.point(1), random.point(1)}; }

inline VelocityConstraint random_constraint(Random& random, const Skeleton& skeleton) {
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

inline Rows2 reference_rows(const Skeleton& skeleton, const Frames& frames, const VelocityConstraint& k) {
  const Eigen::MatrixXd j = full_jacobian(skeleton, frames, {k.joint, k.offset});
  const Vec3 point = frames.position({k.joint, k.offset});
  Rows2 r;
  const auto n = j.cols();
  switch (k.kind) {
    case VelocityKind::Axis: {
      // All three rows of the part perpendicular to the axis: the same least squares as two of them.
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

inline Rows2 reference_system(const Skeleton& skeleton, const Frames& frames,
                              const std::vector<VelocityConstraint>& all) {
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

inline Stepped stepped(const Skeleton& skeleton, const std::vector<VelocityConstraint>& constraints,
                       const Velocity& method, const Pose& pose, std::vector<double> speeds = {}) {
  speeds.resize(static_cast<std::size_t>(skeleton.freedom_count()), 0.0);
  Stepped s{{}, speeds, pose, std::vector<VelocityResult>(constraints.size())};
  Scratch scratch(scratch_bytes(skeleton, constraints));
  s.report = step(skeleton, constraints, method, s.speeds, s.pose, scratch, s.results);
  return s;
}

inline Eigen::VectorXd vector_of(const std::vector<double>& v) {
  return Eigen::Map<const Eigen::VectorXd>(v.data(), static_cast<Eigen::Index>(v.size()));
}

}  // namespace kine::test
