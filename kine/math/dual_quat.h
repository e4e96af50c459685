#pragma once

#include "kine/math/dual.h"
#include "kine/math/quat.h"
#include "kine/math/transform.h"
#include "kine/math/twist.h"
#include "kine/math/vec3.h"

namespace kine {

/// A dual quaternion real + dual e, e * e = 0. Unit ones (|real| = 1, real . dual = 0) are rigid displacements, and a *
/// b does b first, then a, as with Quat and Transform. q and -q (both parts) are the same displacement. Source: van den
/// Bergen, Inverse Kinematics Revisited, part II.
template <class T>
struct DualQuatT {
  QuatT<T> real{};                        ///< the rotation
  QuatT<T> dual{T(0), T(0), T(0), T(0)};  ///< half of translation * real; metres

  /// The real part of a product is that of the real parts alone.
  friend constexpr DualQuatT operator*(const DualQuatT& a, const DualQuatT& b) {
    return {a.real * b.real, a.real * b.dual + a.dual * b.real};
  }
  friend constexpr DualQuatT operator+(const DualQuatT& a, const DualQuatT& b) {
    return {a.real + b.real, a.dual + b.dual};
  }
  friend constexpr DualQuatT operator-(const DualQuatT& a, const DualQuatT& b) {
    return {a.real - b.real, a.dual - b.dual};
  }
  friend constexpr DualQuatT operator-(const DualQuatT& a) { return {-a.real, -a.dual}; }
  friend constexpr DualQuatT operator*(const DualQuatT& a, T s) { return {a.real * s, a.dual * s}; }
  friend constexpr DualQuatT operator*(T s, const DualQuatT& a) { return a * s; }
  friend constexpr bool operator==(const DualQuatT&, const DualQuatT&) = default;
};

using DualQuat = DualQuatT<double>;

/// q* + q'* e: the inverse of a unit dual quaternion, and the right slice of the sandwich on lines and twists.
template <class T>
constexpr DualQuatT<T> conjugate(const DualQuatT<T>& q) {
  return {conjugate(q.real), conjugate(q.dual)};
}

/// q - q' e.
template <class T>
constexpr DualQuatT<T> dual_conjugate(const DualQuatT<T>& q) {
  return {q.real, -q.dual};
}

/// q* - q'* e, both at once: the right slice of the sandwich on points.
template <class T>
constexpr DualQuatT<T> full_conjugate(const DualQuatT<T>& q) {
  return {conjugate(q.real), -conjugate(q.dual)};
}

/// The dual number whose square is q q*: |q| + (q . q' / |q|) e. A unit dual quaternion has 1 + 0 e. Not defined when
/// the real part is zero.
template <class T>
DualT<T> norm(const DualQuatT<T>& q) {
  const T n = length(q.real);
  return {n, dot(q.real, q.dual) / n};
}

/// `q` divided by its norm: the nearest displacement, its real part of unit length and its dual part perpendicular to it. A zero
/// real part gives the identity.
template <class T>
DualQuatT<T> normalised(const DualQuatT<T>& q) {
  const T n = length(q.real);
  if (!(n > T(0))) return {};
  const QuatT<T> real = q.real * (T(1) / n);
  const QuatT<T> dual = q.dual * (T(1) / n);
  return {real, dual - real * dot(real, dual)};
}

/// q + (1/2) t q e.
template <class T>
constexpr DualQuatT<T> to_dual_quat(const TransformT<T>& t) {
  return {t.rotation, pure(t.translation * T(0.5)) * t.rotation};
}

/// The displacement of a unit dual quaternion.
template <class T>
constexpr TransformT<T> to_transform(const DualQuatT<T>& q) {
  return {q.real, (q.dual * conjugate(q.real)).vector() * T(2)};
}

/// A point p as 1 + p e in the sandwich q (1 + p e) (q* - q'* e), of which only R p + t is left. Unit q.
template <class T>
constexpr Vec3T<T> sandwich(const DualQuatT<T>& a_from_b, const Vec3T<T>& point_in_b) {
  return to_transform(a_from_b) * point_in_b;
}

/// Pluecker coordinates in the sandwich q v q* ("Transforming Pluecker Coordinates"): the same motion in frame a.
/// The real part is r w r*; the dual part r v r* + r' w r* + r w r'*, whose last two are each other's opposite
/// conjugates, so that together they are twice the vector part of one. Unit q.
template <class T>
constexpr TwistT<T> sandwich(const DualQuatT<T>& a_from_b, const TwistT<T>& twist_in_b) {
  const QuatT<T>& r = a_from_b.real;
  const Vec3T<T> shifted = (a_from_b.dual * pure(twist_in_b.angular) * conjugate(r)).vector() * T(2);
  return {rotate(r, twist_in_b.angular), rotate(r, twist_in_b.linear) + shifted};
}

/// The same line in frame a.
template <class T>
constexpr LineT<T> sandwich(const DualQuatT<T>& a_from_b, const LineT<T>& line_in_b) {
  const TwistT<T> t = sandwich(a_from_b, TwistT<T>{line_in_b.direction, line_in_b.moment});
  return {t.angular, t.linear};
}

/// The displacement that leads from `from` to `to` in the world, the short way: shortest_difference(from, to) * from =
/// +-to. Of the two signs, which differ by a full extra turn, it takes the one whose real part has w >= 0; both parts
/// change sign together.
template <class T>
constexpr DualQuatT<T> shortest_difference(const DualQuatT<T>& from, const DualQuatT<T>& to) {
  const DualQuatT<T> d = to * conjugate(from);
  return d.real.w < T(0) ? -d : d;
}

}  // namespace kine
