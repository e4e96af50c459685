// The rows of a velocity constraint at a pose: what they measure on the twist of the link, and what they want.
#pragma once

#include <array>
#include <cmath>

#include "kine/kinematics/frames.h"
#include "kine/math/dual_quat.h"
#include "kine/math/screw.h"
#include "kine/solve/velocity.h"

namespace kine::detail {

/// Rows on the twist of the link *about the constraint's point* (world directions): near the point no digits are lost,
/// however far from the origin it all happens.
struct VelocityRows {
  Vec3 about{};
  int count = 0;
  std::array<Twist, 6> rows{};
  std::array<double, 6> wanted{};  ///< the target's velocity and the way back to it, in the row's own units
  std::array<double, 6> scale{};   ///< makes rows comparable: their length in radians per second, times weight
};

/// The rotation vector of a turn by the short way (w >= 0); as printed, "the vector part of 2 q_t q_n*", it is 2
/// sin(x/2) long.
inline Vec3 turn_vector(DriftCorrection how, const Quat& difference) {
  return how == DriftCorrection::Printed ? difference.vector() * 2.0 : log(difference);
}

/// The twist that leads from one pose to the other in a second, both told from the point where it is measured.
inline Twist gap_between(DriftCorrection how, const Transform& from, const Transform& to) {
  if (how == DriftCorrection::Logarithm) return twist_between(from, to);
  // The short way: mind the extra spin.
  const DualQuat difference = shortest_difference(to_dual_quat(from), to_dual_quat(to));
  return {difference.real.vector() * 2.0, difference.dual.vector() * 2.0};
}

inline void add_row(const Twist& row, double wanted, double scale, VelocityRows& out) {
  const auto k = static_cast<std::size_t>(out.count++);
  out.rows[k] = row;
  out.wanted[k] = wanted;
  out.scale[k] = scale;
}

/// Three rows, one for each axis of the world, on the angular or the linear part.
inline void add_angular(const Vec3& wanted, double scale, VelocityRows& out) {
  add_row({kUnitX, {}}, wanted.x, scale, out);
  add_row({kUnitY, {}}, wanted.y, scale, out);
  add_row({kUnitZ, {}}, wanted.z, scale, out);
}
inline void add_linear(const Vec3& wanted, double scale, VelocityRows& out) {
  add_row({{}, kUnitX}, wanted.x, scale, out);
  add_row({{}, kUnitY}, wanted.y, scale, out);
  add_row({{}, kUnitZ}, wanted.z, scale, out);
}

inline void add_axis_rows(const Frames& frames, const VelocityConstraint& c, DriftCorrection how, double rate,
                          double scale, VelocityRows& out) {
  const Vec3 axis = normalised(c.axis);
  Vec3 wanted = c.velocity.angular;
  const Vec3 own = normalised(c.axis_in_joint);
  if (rate > 0 && own != Vec3{})
    wanted += turn_vector(how, shortest_arc(rotate(frames.rotation(c.joint), own), axis)) * rate;
  const Vec3 first = any_perpendicular(axis), second = cross(axis, first);
  add_row({first, {}}, dot(first, wanted), scale, out);
  add_row({second, {}}, dot(second, wanted), scale, out);
}

inline void add_general_rows(const VelocityConstraint& c, double rate, double length, double weight,
                             VelocityRows& out) {
  for (int k = 0; k < c.row_count; ++k) {
    const auto i = static_cast<std::size_t>(k);
    // From the origin to the point: r_v . v0 = r_v . (v_p + p x w) = r_v . v_p + (r_v x p) . w
    const Twist row{c.rows[i].angular + cross(c.rows[i].linear, out.about), c.rows[i].linear};
    const double size = std::sqrt(dot(row.angular, row.angular) + dot(row.linear, row.linear) * length * length);
    add_row(row, c.values[i] + c.errors[i] * rate, size > 0 ? weight / size : 0, out);
  }
}

/// `length`: the metres that count as a radian. `method` says how drift is corrected.
inline VelocityRows rows_of(const Frames& frames, const VelocityConstraint& c, const Velocity& method, double length) {
  VelocityRows out;
  out.about = frames.position({c.joint, c.offset});
  const double rate = c.correct ? method.beta / method.h : 0;
  const double weight = std::sqrt(c.weight);
  const Vec3 target_from_point = c.target.translation - out.about;
  switch (c.kind) {
    case VelocityKind::Axis:
      add_axis_rows(frames, c, method.drift, rate, weight, out);
      break;
    case VelocityKind::Pose: {
      Twist wanted{c.velocity.angular, velocity_at(c.velocity, out.about)};
      if (rate > 0)
        wanted +=
            gap_between(method.drift, {frames.rotation(c.joint), {}}, {c.target.rotation, target_from_point}) * rate;
      add_angular(wanted.angular, weight, out);
      add_linear(wanted.linear, weight / length, out);
      break;
    }
    case VelocityKind::Point:
      add_linear(c.velocity.linear + target_from_point * rate, weight / length, out);
      break;
    case VelocityKind::Plane: {
      const Vec3 normal = normalised(c.axis);
      const Vec3 wanted = velocity_at(c.velocity, out.about) + target_from_point * rate;
      add_row({{}, normal}, dot(normal, wanted), weight / length, out);
      break;
    }
    case VelocityKind::General:
      add_general_rows(c, rate, length, weight, out);
      break;
  }
  return out;
}

/// How far the link is off its target once that has moved on for h seconds. Frames are those after the step.
inline void measure_after(const Frames& frames, const VelocityConstraint& c, double h, VelocityResult& result) {
  if (!c.correct) return;
  const Vec3 point = frames.position({c.joint, c.offset});
  const Transform moved = exp(c.velocity * h);
  switch (c.kind) {
    case VelocityKind::Axis:
      if (normalised(c.axis_in_joint) != Vec3{}) {
        const Vec3 own = rotate(frames.rotation(c.joint), normalised(c.axis_in_joint));
        result.angle_error = angle_of(shortest_arc(own, rotate(moved.rotation, normalised(c.axis))));
      }
      break;
    case VelocityKind::Pose: {
      const Transform target = moved * c.target;
      result.angle_error = angle_of(target.rotation * conjugate(frames.rotation(c.joint)));
      result.position_error = length(target.translation - point);
      break;
    }
    case VelocityKind::Point:
      result.position_error = length(c.target.translation + c.velocity.linear * h - point);
      break;
    case VelocityKind::Plane:
      result.position_error =
          std::abs(dot(rotate(moved.rotation, normalised(c.axis)), point - moved * c.target.translation));
      break;
    case VelocityKind::General:
      break;
  }
}

}  // namespace kine::detail
