#include "kine/kinematics/jacobian.h"

#include <algorithm>

#include "kine/kinematics/detail/axis_motion.h"
#include "kine/model/internal/compiled_skeleton.h"

namespace kine {
namespace {

using detail::AxisMotion;
using detail::motion_of;

void write(double* column, const Vec3& v) {
  column[0] = v.x;
  column[1] = v.y;
  column[2] = v.z;
}

void add(double* column, const Vec3& v) { write(column, Vec3{column[0], column[1], column[2]} + v); }

void add_column(Rows rows, const AxisMotion& motion, double* column) {
  if (rows != Rows::Linear) add(column, motion.angular);
  if (rows != Rows::Angular) add(rows == Rows::Full ? column + 3 : column, motion.linear);
}

void clear(MatrixView<double> out) {
  if (out.stride() == out.rows()) {
    std::fill_n(out.data(), out.rows() * out.cols(), 0.0);
    return;
  }
  for (int c = 0; c < out.cols(); ++c) {  // columns of three or six: a call of memset each would cost more
    double* column = &out(0, c);
    write(column, {});
    if (out.rows() == 6) write(column + 3, {});
  }
}

void check_shape(Rows rows, int columns, MatrixView<double> out) {
  KINE_ASSERT(out.rows() == row_count(rows), "a Jacobian has 3 rows, or 6 when it is Full");
  KINE_ASSERT(out.cols() == columns, "a Jacobian has a column a freedom");
  (void)rows;
  (void)columns;
  (void)out;
}

/// The column of an axis of a rigid skeleton in which nothing follows: written at once, since no other axis adds to it.
template <Rows kRows>
void write_column(const detail::CompiledAxis& axis, const Vec3& axis_in_world, const Vec3& from_joint, double* column) {
  double* linear = kRows == Rows::Full ? column + 3 : column;
  if (axis.slides) {
    if constexpr (kRows != Rows::Linear) write(column, {});
    if constexpr (kRows != Rows::Angular) write(linear, axis_in_world);
  } else {
    if constexpr (kRows != Rows::Linear) write(column, axis_in_world);
    if constexpr (kRows != Rows::Angular) write(linear, cross(axis_in_world, from_joint));
  }
}

bool is_plain(const Skeleton& skeleton, const Frames& frames) {
  return !frames.stretched() && !skeleton.has_followers();
}

template <Rows kRows>
void plain_jacobian(const Skeleton& skeleton, const Frames& frames, const PointOnJoint& point, bool with_fixed,
                    MatrixView<double> out) {
  const Vec3 point_in_world = frames.position(point);
  for (int i = point.joint.index; i >= 0;) {
    const detail::CompiledJoint& joint = skeleton.compiled().joint(i);
    const Vec3 from_joint = point_in_world - frames.position(JointId{i});
    for (int a = joint.first_axis; a < joint.first_axis + joint.axis_count; ++a) {
      const detail::CompiledAxis& axis = skeleton.compiled().axis(a);
      if (axis.fixed && !with_fixed) continue;
      write_column<kRows>(axis, frames.axes()[static_cast<std::size_t>(a)], from_joint, &out(0, axis.freedom));
    }
    i = joint.parent;
  }
}

void world_jacobian(const Skeleton& skeleton, const Frames& frames, const PointOnJoint& point,
                    const JacobianOptions& options, MatrixView<double> out) {
  if (is_plain(skeleton, frames)) {
    switch (options.rows) {
      case Rows::Linear:
        return plain_jacobian<Rows::Linear>(skeleton, frames, point, options.with_fixed, out);
      case Rows::Angular:
        return plain_jacobian<Rows::Angular>(skeleton, frames, point, options.with_fixed, out);
      case Rows::Full:
        return plain_jacobian<Rows::Full>(skeleton, frames, point, options.with_fixed, out);
    }
  }
  const Vec3 point_in_world = frames.position(point);
  for (int i = point.joint.index; i >= 0;) {
    const detail::CompiledJoint& joint = skeleton.compiled().joint(i);
    const Vec3 from_joint = point_in_world - frames.position(JointId{i});
    for (int a = joint.first_axis; a < joint.first_axis + joint.axis_count; ++a) {
      const detail::CompiledAxis& axis = skeleton.compiled().axis(a);
      if (axis.fixed && !options.with_fixed) continue;
      const Vec3& axis_in_world = frames.axes()[static_cast<std::size_t>(a)];
      add_column(options.rows, motion_of(frames, joint, axis, axis_in_world, from_joint), &out(0, axis.freedom));
    }
    i = joint.parent;
  }
}

/// Seen from joint B, whose frame turns with R and sits at o, a point p has the velocity R* (v_p - v_o - w x (p - o))
/// and its joint the angular velocity R* (w_p - w). Joints above both move the two alike and drop out, unless they are
/// stretched: above an unequal scale a turn changes distances.
void relative_jacobian(const Skeleton& skeleton, const Frames& frames, const PointOnJoint& point,
                       const JacobianOptions& options, MatrixView<double> out) {
  const Vec3 point_in_world = frames.position(point);
  const Vec3 origin = frames.position(options.relative_to);
  const Quat b_from_world = conjugate(frames.rotation(options.relative_to));
  const auto add_joint = [&](int i, bool on_point_side) {
    const detail::CompiledJoint& joint = skeleton.compiled().joint(i);
    const Vec3 from_joint = (on_point_side ? point_in_world : origin) - frames.position(JointId{i});
    for (int a = joint.first_axis; a < joint.first_axis + joint.axis_count; ++a) {
      const detail::CompiledAxis& axis = skeleton.compiled().axis(a);
      if (axis.fixed && !options.with_fixed) continue;
      AxisMotion motion = motion_of(frames, joint, axis, frames.axes()[static_cast<std::size_t>(a)], from_joint);
      if (!on_point_side) motion = {-motion.angular, -(motion.linear + cross(motion.angular, point_in_world - origin))};
      motion = {rotate(b_from_world, motion.angular), rotate(b_from_world, motion.linear)};
      add_column(options.rows, motion, &out(0, axis.freedom));
    }
    return joint.parent;
  };
  int of_point = point.joint.index, of_base = options.relative_to.index;
  if (frames.stretched()) {
    while (of_point >= 0) of_point = add_joint(of_point, true);
    while (of_base >= 0) of_base = add_joint(of_base, false);
    return;
  }
  while (of_point != of_base) {  // parents come first: the larger index cannot be above the other
    if (of_point > of_base) {
      of_point = add_joint(of_point, true);
    } else {
      of_base = add_joint(of_base, false);
    }
  }
}

}  // namespace

void jacobian(const Skeleton& skeleton, const Frames& frames, const PointOnJoint& point, const JacobianOptions& options,
              MatrixView<double> out) {
  check_shape(options.rows, skeleton.freedom_count(), out);
  clear(out);
  if (options.relative_to == kWorld) {
    world_jacobian(skeleton, frames, point, options, out);
  } else {
    relative_jacobian(skeleton, frames, point, options, out);
  }
}

void jacobian(const Skeleton& skeleton, const Chain& chain, const Frames& frames, const Vec3& offset,
              const JacobianOptions& options, MatrixView<double> out) {
  check_shape(options.rows, static_cast<int>(chain.freedoms().size()), out);
  KINE_ASSERT(options.relative_to == kWorld, "a chain's Jacobian is measured in the world");
  clear(out);
  const Vec3 point_in_world = frames.position({chain.tip(), offset});
  std::size_t place = 0;
  for (const int i : chain.joints()) {
    const detail::CompiledJoint& joint = skeleton.compiled().joint(i);
    const Vec3 from_joint = point_in_world - frames.position(JointId{i});
    for (int a = joint.first_axis; a < joint.first_axis + joint.axis_count; ++a) {
      const detail::CompiledAxis& axis = skeleton.compiled().axis(a);
      const int column = chain.columns()[place++];
      if (axis.fixed && !options.with_fixed) continue;
      const Vec3& axis_in_world = frames.axes()[static_cast<std::size_t>(a)];
      add_column(options.rows, motion_of(frames, joint, axis, axis_in_world, from_joint), &out(0, column));
    }
  }
}

}  // namespace kine
