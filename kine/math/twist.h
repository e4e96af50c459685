#pragma once

#include <cmath>
#include <limits>

#include "kine/math/dual.h"
#include "kine/math/transform.h"
#include "kine/math/trig.h"
#include "kine/math/vec3.h"

namespace kine {

/// How a rigid body moves at an instant, or a small displacement: van den Bergen's dual vector w + v e. All in one
/// frame; `linear` belongs to the point of the body that is at the frame's origin, so the same motion has other numbers
/// in another frame (see `a_from_b * twist_in_b`).
template <class T>
struct TwistT {
  Vec3T<T> angular{};  ///< radians per second: along the axis, right-hand rule
  Vec3T<T> linear{};   ///< metres per second, of the point at the origin

  constexpr TwistT& operator+=(const TwistT& o) { return *this = *this + o; }
  friend constexpr TwistT operator+(const TwistT& a, const TwistT& b) {
    return {a.angular + b.angular, a.linear + b.linear};
  }
  friend constexpr TwistT operator-(const TwistT& a, const TwistT& b) {
    return {a.angular - b.angular, a.linear - b.linear};
  }
  friend constexpr TwistT operator-(const TwistT& a) { return {-a.angular, -a.linear}; }
  friend constexpr TwistT operator*(const TwistT& a, T s) { return {a.angular * s, a.linear * s}; }
  friend constexpr TwistT operator*(T s, const TwistT& a) { return a * s; }
  friend constexpr bool operator==(const TwistT&, const TwistT&) = default;
};

using Twist = TwistT<double>;

/// A directed line in Pluecker coordinates. direction . moment = 0. The default is the z axis.
template <class T>
struct LineT {
  Vec3T<T> direction{T(0), T(0), T(1)};  ///< unit
  Vec3T<T> moment{};                     ///< p x direction for any point p of the line; metres

  friend constexpr LineT operator-(const LineT& a) { return {-a.direction, -a.moment}; }  // the same points, reversed
  friend constexpr bool operator==(const LineT&, const LineT&) = default;
};

using Line = LineT<double>;

/// The line through `point` along `direction`, which need not be unit. A zero direction gives zero coordinates.
template <class T>
LineT<T> line_through(const Vec3T<T>& point, const Vec3T<T>& direction) {
  const Vec3T<T> unit = normalised(direction);
  return {unit, cross(point, unit)};
}

/// The line that leads from `first` to `second`. Equal points give zero coordinates.
template <class T>
LineT<T> line_through_points(const Vec3T<T>& first, const Vec3T<T>& second) {
  return line_through(first, second - first);
}

/// The motion of a hinge: one radian a second about `axis`.
template <class T>
constexpr TwistT<T> hinge_twist(const LineT<T>& axis) {
  return {axis.direction, axis.moment};
}

/// The motion of a slider: one metre a second along the unit vector `direction`.
template <class T>
constexpr TwistT<T> slider_twist(const Vec3T<T>& direction) {
  return {{}, direction};
}

/// The twist of a body that turns by `angular` and whose point at `point` moves by `linear_at_point`.
template <class T>
constexpr TwistT<T> twist_at(const Vec3T<T>& point, const Vec3T<T>& angular, const Vec3T<T>& linear_at_point) {
  return {angular, linear_at_point + cross(point, angular)};
}

/// The velocity of the body's point that is at `point`.
template <class T>
constexpr Vec3T<T> velocity_at(const TwistT<T>& twist, const Vec3T<T>& point) {
  return twist.linear + cross(twist.angular, point);
}

/// The adjoint action: the same motion, told in frame a. Agrees with the dual-quaternion sandwich.
template <class T>
constexpr TwistT<T> operator*(const TransformT<T>& a_from_b, const TwistT<T>& twist_in_b) {
  const Vec3T<T> angular = rotate(a_from_b.rotation, twist_in_b.angular);
  return {angular, rotate(a_from_b.rotation, twist_in_b.linear) + cross(a_from_b.translation, angular)};
}

/// The same line in frame a.
template <class T>
constexpr LineT<T> operator*(const TransformT<T>& a_from_b, const LineT<T>& line_in_b) {
  const Vec3T<T> direction = rotate(a_from_b.rotation, line_in_b.direction);
  return {direction, rotate(a_from_b.rotation, line_in_b.moment) + cross(a_from_b.translation, direction)};
}

/// The dual dot product: rigid displacements preserve it. Of two lines it is the cosine of their dual angle,
/// cos(angle) - distance sin(angle) e; its dual part is zero where they meet or are parallel.
template <class T>
constexpr DualT<T> dot(const TwistT<T>& a, const TwistT<T>& b) {
  return {dot(a.angular, b.angular), dot(a.angular, b.linear) + dot(a.linear, b.angular)};
}

template <class T>
constexpr DualT<T> dot(const LineT<T>& a, const LineT<T>& b) {
  return {dot(a.direction, b.direction), dot(a.direction, b.moment) + dot(a.moment, b.direction)};
}

/// The line's point nearest the origin.
template <class T>
constexpr Vec3T<T> closest_to_origin(const LineT<T>& line) {
  return cross(line.direction, line.moment);
}

/// The line's point nearest `point`.
template <class T>
constexpr Vec3T<T> closest_point(const LineT<T>& line, const Vec3T<T>& point) {
  return point - cross(line.direction, cross(point, line.direction) - line.moment);
}

/// From `point` to the line, metres.
template <class T>
T distance(const LineT<T>& line, const Vec3T<T>& point) {
  return length(cross(point, line.direction) - line.moment);
}

/// Where two lines are nearest each other.
template <class T>
struct ClosestPoints {
  Vec3T<T> on_first, on_second;
};

namespace detail {

/// Whether the sine of the angle between two lines is only rounding: their common normal then has no direction.
template <class T>
constexpr bool nearly_parallel(T sine_squared) {
  const T noise = T(64) * std::numeric_limits<T>::epsilon();
  return sine_squared <= noise * noise;
}

}  // namespace detail

/// The ends of the common normal. Of parallel lines every pair is as good: then the first line's point nearest the
/// origin and the point opposite.
template <class T>
ClosestPoints<T> closest_points(const LineT<T>& first, const LineT<T>& second) {
  const Vec3T<T> normal = cross(first.direction, second.direction);
  const T sine_squared = dot(normal, normal);
  const Vec3T<T> start = closest_to_origin(first);
  if (detail::nearly_parallel(sine_squared)) return {start, closest_point(second, start)};
  const Vec3T<T> gap = closest_to_origin(second) - start;
  const Vec3T<T> on_first = start + first.direction * (dot(cross(gap, second.direction), normal) / sine_squared);
  const Vec3T<T> on_second =
      closest_to_origin(second) + second.direction * (dot(cross(gap, first.direction), normal) / sine_squared);
  return {on_first, on_second};
}

/// How the second line is turned and shifted against the first: a right-handed turn by `angle` (0 to pi) about their
/// common normal first x second, with a shift by `distance` along it (negative: against it), takes the first line onto
/// the second. Of parallel lines (angle 0 or pi) the normal has no direction and the distance is not negative.
template <class T>
DualAngleT<T> dual_angle(const LineT<T>& first, const LineT<T>& second) {
  const Vec3T<T> normal = cross(first.direction, second.direction);
  const T sine_squared = dot(normal, normal);
  using std::sqrt;
  const T sine = sqrt(sine_squared);
  const DualT<T> cosine = dot(first, second);
  const T angle = atan2(sine, cosine.real);
  if (detail::nearly_parallel(sine_squared)) return {angle, distance(second, closest_to_origin(first))};
  return {angle, -cosine.dual / sine};
}

/// How near the two lines come, metres, not negative.
template <class T>
T distance(const LineT<T>& first, const LineT<T>& second) {
  using std::abs;
  return abs(dual_angle(first, second).distance);
}

}  // namespace kine
