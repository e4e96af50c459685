#include <algorithm>
#include <cmath>

#include "kine/kinematics/jacobian.h"
#include "kine/math/dual_quat.h"
#include "kine/model/internal/compiled_skeleton.h"
#include "kine/solve/velocity.h"

namespace kine {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

bool is_finite(const Twist& twist) { return kine::is_finite(twist.angular) && kine::is_finite(twist.linear); }

/// A vector whose length can be made one.
bool has_direction(const Vec3& v) {
  const double n = length(v);
  return n > 0 && std::isfinite(n);
}

VelocityConstraint constraint_of(VelocityKind kind, JointId joint, const VelocityOptions& options) {
  VelocityConstraint c;
  c.kind = kind;
  c.joint = joint;
  c.offset = options.offset;
  c.weight = options.weight;
  c.correct = options.correct;
  return c;
}

Fault fault_of_rows(const VelocityConstraint& c) {
  if (c.row_count < 1 || c.row_count > 6) return "a general velocity constraint has one to six rows";
  for (int k = 0; k < c.row_count; ++k) {
    const Twist& row = c.rows[at(k)];
    if (!is_finite(row) || !std::isfinite(c.values[at(k)]) || !std::isfinite(c.errors[at(k)]))
      return "a row of a velocity constraint is not finite";
    if (!has_direction(row.angular) && !has_direction(row.linear)) return "a row of a velocity constraint is zero";
  }
  return {};
}

}  // namespace

VelocityConstraint turn_about(JointId joint, const Vec3& axis_in_world, const VelocityOptions& options) {
  return turn_about(joint, {}, axis_in_world, {}, options);
}

VelocityConstraint turn_about(JointId joint, const Vec3& axis_in_joint, const Vec3& axis_in_world,
                              const Vec3& axis_velocity, const VelocityOptions& options) {
  VelocityConstraint c = constraint_of(VelocityKind::Axis, joint, options);
  c.axis = axis_in_world;
  c.axis_in_joint = axis_in_joint;
  c.velocity.angular = axis_velocity;
  return c;
}

VelocityConstraint follow_pose(JointId joint, const Transform& target, const Twist& velocity,
                               const VelocityOptions& options) {
  VelocityConstraint c = constraint_of(VelocityKind::Pose, joint, options);
  c.target = target;
  c.velocity = velocity;
  return c;
}

VelocityConstraint follow_point(JointId joint, const Vec3& target, const Vec3& velocity,
                                const VelocityOptions& options) {
  VelocityConstraint c = constraint_of(VelocityKind::Point, joint, options);
  c.target.translation = target;
  c.velocity.linear = velocity;
  return c;
}

VelocityConstraint stay_in_plane(JointId joint, const Vec3& point_of_plane, const Vec3& normal, const Twist& velocity,
                                 const VelocityOptions& options) {
  VelocityConstraint c = constraint_of(VelocityKind::Plane, joint, options);
  c.target.translation = point_of_plane;
  c.axis = normal;
  c.velocity = velocity;
  return c;
}

VelocityConstraint constrain_twist(JointId joint, std::span<const Twist> rows, std::span<const double> values,
                                   const VelocityOptions& options) {
  VelocityConstraint c = constraint_of(VelocityKind::General, joint, options);
  KINE_ASSERT(rows.size() == values.size() && rows.size() <= 6, "one to six rows, and a value for each");
  const std::size_t count = std::min<std::size_t>(std::min(rows.size(), values.size()), 6);
  for (std::size_t k = 0; k < count; ++k) {
    c.rows[k] = rows[k];
    c.values[k] = values[k];
  }
  c.row_count = static_cast<int>(count);
  return c;
}

int row_count(const VelocityConstraint& constraint) {
  constexpr int kRows[] = {2, 6, 3, 1};
  return constraint.kind == VelocityKind::General ? constraint.row_count : kRows[static_cast<int>(constraint.kind)];
}

Fault fault_of(const Skeleton& skeleton, const VelocityConstraint& c) {
  if (c.joint.index < 0 || c.joint.index >= skeleton.joint_count()) return "a velocity constraint has no such joint";
  if (!is_finite(c.offset)) return "the point of a velocity constraint is not finite";
  if (!(c.weight > 0) || !std::isfinite(c.weight)) return "the weight of a velocity constraint must be positive";
  if (c.kind == VelocityKind::General) return fault_of_rows(c);
  if (!is_finite(c.target) || !is_finite(c.velocity)) return "the target of a velocity constraint is not finite";
  if ((c.kind == VelocityKind::Axis || c.kind == VelocityKind::Plane) && !has_direction(c.axis))
    return "the axis or normal of a velocity constraint has no direction";
  if (c.kind == VelocityKind::Axis && c.axis_in_joint != Vec3{} && !has_direction(c.axis_in_joint))
    return "the axis of a velocity constraint has no direction";
  const double turned = dot(c.target.rotation, c.target.rotation);
  if (c.kind == VelocityKind::Pose && !(std::abs(turned - 1) < 1e-6))
    return "the orientation of a velocity constraint is not a unit quaternion";
  return {};
}

void screw_columns(const Skeleton& skeleton, const Frames& frames, const PointOnJoint& point, const Vec3& about,
                   MatrixView<double> out) {
  KINE_ASSERT(out.rows() == 6 && out.cols() == skeleton.freedom_count(), "6 rows, a column a freedom");
  if (frames.stretched()) {
    jacobian(skeleton, frames, point, {.rows = Rows::Full, .with_fixed = true}, out);
    const Vec3 from_about = frames.position(point) - about;
    for (int f = 0; f < out.cols(); ++f) {
      double* c = &out(0, f);
      const Vec3 shift = cross(from_about, Vec3{c[0], c[1], c[2]});
      for (int k = 0; k < 3; ++k) c[3 + k] += shift[k];
    }
    return;
  }
  for (int f = 0; f < out.cols(); ++f) std::fill_n(&out(0, f), 6, 0.0);
  for (int i = point.joint.index; i >= 0; i = skeleton.compiled().joint(i).parent) {
    const detail::CompiledJoint& joint = skeleton.compiled().joint(i);
    // The sandwich by the link's whole pose is one by its turn, which forward has done for every axis, and then one by
    // its place.
    const DualQuat place = to_dual_quat(Transform{{}, frames.position(JointId{i}) - about});
    for (int a = joint.first_axis; a < joint.first_axis + joint.axis_count; ++a) {
      const detail::CompiledAxis& axis = skeleton.compiled().axis(a);
      const Vec3 u = frames.axes()[at(a)] * axis.factor;
      const Twist screw = sandwich(place, axis.slides ? slider_twist(u) : Twist{u, {}});
      double* c = &out(0, axis.freedom);
      for (int k = 0; k < 3; ++k) {
        c[k] += screw.angular[k];
        c[3 + k] += screw.linear[k];
      }
    }
  }
}

}  // namespace kine
