#pragma once

#include <cmath>

#include "kine/math/trig.h"
#include "kine/math/vec3.h"

namespace kine {

/// A quaternion x i + y j + z k + w, components in glTF's order. Unit quaternions are rotations: `a * b` turns by b
/// first, then by a, and `rotate(q, v)` is the sandwich q v q*. q and -q are the same rotation.
template <class T>
struct QuatT {
  T x{}, y{}, z{};
  T w{1};

  constexpr Vec3T<T> vector() const { return {x, y, z}; }

  friend constexpr QuatT operator*(const QuatT& a, const QuatT& b) {
    return {a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
            a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
  }
  friend constexpr QuatT operator+(const QuatT& a, const QuatT& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w};
  }
  friend constexpr QuatT operator-(const QuatT& a, const QuatT& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z, a.w - b.w};
  }
  friend constexpr QuatT operator-(const QuatT& a) { return {-a.x, -a.y, -a.z, -a.w}; }
  friend constexpr QuatT operator*(const QuatT& a, T s) { return {a.x * s, a.y * s, a.z * s, a.w * s}; }
  friend constexpr QuatT operator*(T s, const QuatT& a) { return a * s; }
  friend constexpr bool operator==(const QuatT&, const QuatT&) = default;
};

using Quat = QuatT<double>;
using Quatf = QuatT<float>;

template <class T>
constexpr QuatT<T> pure(const Vec3T<T>& v) {
  return {v.x, v.y, v.z, T(0)};
}

template <class T>
constexpr QuatT<T> conjugate(const QuatT<T>& q) {
  return {-q.x, -q.y, -q.z, q.w};
}

template <class T>
constexpr T dot(const QuatT<T>& a, const QuatT<T>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

template <class T>
T length(const QuatT<T>& q) {
  using std::sqrt;
  return sqrt(dot(q, q));
}

/// `q` normalised; the zero quaternion gives the identity.
template <class T>
QuatT<T> normalised(const QuatT<T>& q) {
  const T n = length(q);
  return n > T(0) ? q * (T(1) / n) : QuatT<T>{};
}

/// The sandwich product q v q* of a unit quaternion, with the products that cancel left out.
template <class T>
constexpr Vec3T<T> rotate(const QuatT<T>& q, const Vec3T<T>& v) {
  const Vec3T<T> t = T(2) * cross(q.vector(), v);
  return v + q.w * t + cross(q.vector(), t);
}

/// The turn by `angle` about the unit vector `axis`, counter-clockwise when the axis points at you.
template <class T>
QuatT<T> from_axis_angle(const Vec3T<T>& axis, T angle) {
  const auto half = sin_cos(angle / T(2));
  return {axis.x * half.sin, axis.y * half.sin, axis.z * half.sin, half.cos};
}

/// exp: the rotation whose axis is `v`'s direction and whose angle is its length. Accurate down to v = 0.
template <class T>
QuatT<T> exp(const Vec3T<T>& v) {
  const T angle_squared = dot(v, v);
  using std::sqrt;
  if (angle_squared < T(1e-8)) {  // sin(x/2)/x and cos(x/2) by their series: the next terms are below 1e-20
    const T a2 = angle_squared;
    const T s = T(0.5) - a2 / T(48) + a2 * a2 / T(3840);
    return {v.x * s, v.y * s, v.z * s, T(1) - a2 / T(8) + a2 * a2 / T(384)};
  }
  const T angle = sqrt(angle_squared);
  const auto half = sin_cos(angle / T(2));
  const T s = half.sin / angle;
  return {v.x * s, v.y * s, v.z * s, half.cos};
}

/// log: the rotation vector (axis times angle) of a unit quaternion, the short way round: its length is at most pi.
/// q and -q give the same answer, except at a half turn where the two are opposite (both are right).
template <class T>
Vec3T<T> log(const QuatT<T>& q) {
  const Vec3T<T> v = q.vector();
  const T sine = length(v);
  const T sign = q.w < T(0) ? T(-1) : T(1);
  const T cosine = q.w * sign;
  // angle = 2 atan2(sine, cosine); for a small sine angle/sine = 2/cosine to the last digit.
  if (sine < T(1e-10)) return v * (sign * T(2));
  return v * (sign * T(2) * atan2(sine, cosine) / sine);
}

/// The angle of a rotation, 0 to pi.
template <class T>
T angle_of(const QuatT<T>& q) {
  using std::abs;
  return T(2) * atan2(length(q.vector()), abs(q.w));
}

/// The rotation that leads from `from` to `to` in the world, the short way ("there's a twist": q and -q are the same
/// orientation, so one is negated when they point apart): shortest_difference(from, to) * from = +-to.
template <class T>
QuatT<T> shortest_difference(const QuatT<T>& from, const QuatT<T>& to) {
  const QuatT<T> d = to * conjugate(from);
  return d.w < T(0) ? -d : d;
}

/// The least rotation that turns unit vector `from` onto unit vector `to`; for opposite vectors a half turn about some
/// axis perpendicular to them.
template <class T>
QuatT<T> shortest_arc(const Vec3T<T>& from, const Vec3T<T>& to) {
  const T cosine = dot(from, to);
  if (cosine >= T(0)) {
    const Vec3T<T> v = cross(from, to);
    return normalised(QuatT<T>{v.x, v.y, v.z, T(1) + cosine});
  }
  // Near opposite vectors 1 + cosine is only rounding, and so is from . (from + to). But the sum itself is exact there,
  // its length is 2 cos(angle/2), and from x sum = from x to has all its digits.
  const Vec3T<T> sum = from + to;
  const Vec3T<T> normal = cross(from, sum);
  const T sum_squared = dot(sum, sum), normal_squared = dot(normal, normal);
  // The sine of the half angle, at least 0.7 for unit vectors; less when the sum is only what their lengths lack of 1.
  if (!(normal_squared > sum_squared / T(4))) return pure(any_perpendicular(from));
  using std::sqrt;
  const Vec3T<T> v = normal * (length(from - to) / sqrt(normal_squared));
  return normalised(QuatT<T>{v.x, v.y, v.z, sqrt(sum_squared)});
}

/// Spherical interpolation the short way, t = 0 gives a and t = 1 gives b (or -b). Constant angular speed.
template <class T>
QuatT<T> slerp(const QuatT<T>& a, const QuatT<T>& b, T t) {
  const Vec3T<T> turn = log(conjugate(a) * b);
  return normalised(a * exp(turn * t));
}

/// q = swing * twist, twist about `axis` (unit), swing about a line perpendicular to it.
template <class T>
struct SwingTwist {
  QuatT<T> swing, twist;
};

/// Splits a rotation; at a swing of half a turn the twist is undetermined and taken as none.
template <class T>
SwingTwist<T> swing_twist(const QuatT<T>& q, const Vec3T<T>& axis) {
  using std::sqrt;
  const T along = dot(q.vector(), axis);
  const T n = sqrt(along * along + q.w * q.w);
  if (!(n > T(1e-150))) return {q, {}};
  const T sign = q.w < T(0) ? T(-1) : T(1);
  const T s = sign * along / n;
  const QuatT<T> twist{axis.x * s, axis.y * s, axis.z * s, sign * q.w / n};
  return {q * conjugate(twist), twist};
}

template <class To, class From>
constexpr QuatT<To> quat_cast(const QuatT<From>& q) {
  return {static_cast<To>(q.x), static_cast<To>(q.y), static_cast<To>(q.z), static_cast<To>(q.w)};
}

inline bool is_finite(const Quat& q) { return is_finite(q.vector()) && std::isfinite(q.w); }

}  // namespace kine
