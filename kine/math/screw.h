#pragma once

#include <cmath>
#include <limits>

#include "kine/math/dual.h"
#include "kine/math/dual_quat.h"
#include "kine/math/quat.h"
#include "kine/math/transform.h"
#include "kine/math/trig.h"
#include "kine/math/twist.h"
#include "kine/math/vec3.h"

namespace kine {

/// A rigid displacement as a turn about a line and a travel along the same line (Chasles: every one is). The axis is in
/// the frame in which the displacement is told.
template <class T>
struct ScrewT {
  LineT<T> axis{};
  T angle{};     ///< radians about the axis, right-hand rule
  T distance{};  ///< metres along the axis

  friend constexpr bool operator==(const ScrewT&, const ScrewT&) = default;
};

using Screw = ScrewT<double>;

/// A screw's two amounts as one dual angle.
template <class T>
constexpr DualAngleT<T> dual_angle(const ScrewT<T>& s) {
  return {s.angle, s.distance};
}

template <class T>
constexpr ScrewT<T> screw_about(const LineT<T>& axis, const DualAngleT<T>& amount) {
  return {axis, amount.angle, amount.distance};
}

namespace detail {

/// A pure translation as a screw: angle 0, its axis through the origin along the travel; z when there is no travel.
template <class T>
ScrewT<T> translation_screw(const Vec3T<T>& travel) {
  using std::abs;
  T largest = abs(travel.x);
  if (abs(travel.y) > largest) largest = abs(travel.y);
  if (abs(travel.z) > largest) largest = abs(travel.z);
  if (!(largest > T(0))) return {};
  const Vec3T<T> direction = normalised(travel / largest);  // scaled first: the square of a tiny length underflows
  return {{direction, {}}, T(0), dot(travel, direction)};
}

/// (x - sin x) / x^3 for x = sqrt(x2), of which the plain formula loses digits near 0.
template <class T>
T sine_remainder(T x2, T x, T sin_x) {
  if (x2 < T(0.04)) {  // the first term left out is below 2e-17
    return T(1) / T(6) -
           x2 * (T(1) / T(120) - x2 * (T(1) / T(5040) - x2 * (T(1) / T(362880) - x2 * (T(1) / T(39916800)))));
  }
  return (x - sin_x) / (x2 * x);
}

/// (1 - (x/2) cot(x/2)) / x^2, the same way.
template <class T>
T cotangent_remainder(T x2, T half_x_cot) {
  if (x2 < T(0.04)) {  // the first term left out is below 6e-17
    return T(1) / T(12) +
           x2 * (T(1) / T(720) + x2 * (T(1) / T(30240) + x2 * (T(1) / T(1209600) + x2 * (T(1) / T(47900160)))));
  }
  return (T(1) - half_x_cot) / x2;
}

}  // namespace detail

/// exp: the displacement after one second of a constant twist. Any angle; accurate down to no turn at all.
///   rotation = exp(w), translation = v + (1 - cos x)/x^2 w x v + (x - sin x)/x^3 w x (w x v), x = |w|
template <class T>
TransformT<T> exp(const TwistT<T>& twist) {
  using std::sqrt;
  const Vec3T<T>& w = twist.angular;
  const Vec3T<T>& v = twist.linear;
  const T x2 = dot(w, w);
  const T x = sqrt(x2);
  const auto half = sin_cos(x / T(2));
  const T sinc = x > T(0) ? half.sin / x : T(0.5);  // sin(x/2)/x needs no series: sin is accurate near 0
  const Vec3T<T> first = cross(w, v);
  const T second = detail::sine_remainder(x2, x, T(2) * half.sin * half.cos);
  return {{w.x * sinc, w.y * sinc, w.z * sinc, half.cos}, v + first * (T(2) * sinc * sinc) + cross(w, first) * second};
}

/// log: the twist that makes the displacement in one second, the short way round (the turn is at most pi). A rotation
/// and its negated quaternion give the same answer, except at exactly half a turn where both senses are right.
///   w = log(rotation), v = t - w x t / 2 + (1 - (x/2) cot(x/2))/x^2 w x (w x t), x = |w|
template <class T>
TwistT<T> log(const TransformT<T>& displacement) {
  using std::abs;
  const Vec3T<T> w = log(displacement.rotation);
  const Vec3T<T>& t = displacement.translation;
  const T x2 = dot(w, w);
  // sin(x/2) and cos(x/2) are in the quaternion: no cotangent to compute, nothing large near pi.
  const T sine = length(displacement.rotation.vector());
  const T half_x_cot = sine > T(0) ? length(w) * abs(displacement.rotation.w) / (T(2) * sine) : T(1);
  const Vec3T<T> first = cross(w, t);
  return {w, t - first * T(0.5) + cross(w, first) * detail::cotangent_remainder(x2, half_x_cot)};
}

/// The twist that leads from `from` to `to` in one second, the short way, in the world's frame (its linear part is at
/// the world's origin; `velocity_at(twist, from.translation)` is the body's): exp(twist_between(from, to)) * from = to.
/// This is the logarithm of the difference. Van den Bergen's approximation, the vector part of 2 q_t q_n*, is only
/// 2 sin(x/2) long for a turn by x: 36 % short at half a turn.
template <class T>
TwistT<T> twist_between(const TransformT<T>& from, const TransformT<T>& to) {
  return log(to * inverse(from));
}

/// The screw of a displacement: the angle is 0 to pi, the distance may have either sign. A turn smaller than what
/// rounding leaves in a product of rotations counts as none, because its axis would be out of sight: use `log` where
/// such turns matter. Pure translation: the axis goes through the origin along the travel. The identity: the z axis.
/// Half a turn: one of the two senses.
template <class T>
ScrewT<T> screw_of(const TransformT<T>& displacement) {
  using std::abs;
  const QuatT<T>& q = displacement.rotation;
  const Vec3T<T>& t = displacement.translation;
  const T sine = length(q.vector());
  if (!(sine > T(2) * std::numeric_limits<T>::epsilon())) return detail::translation_screw(t);
  const Vec3T<T> u = q.vector() / (q.w < T(0) ? -sine : sine);
  const T cosine = abs(q.w);
  const T travel = dot(t, u);
  // The part of t perpendicular to u is what turning about a line off the origin adds: (1 - R) p.
  const Vec3T<T> square = t - u * travel;
  const Vec3T<T> moment = (square * (cosine / sine) + cross(t, u)) * T(0.5);
  return {{u, moment}, T(2) * atan2(sine, cosine), travel};
}

/// The screw of a twist: what it does in one second. The angle is not reduced and not negative; a pure translation (and
/// no motion) as above, here only where the turn is exactly zero or its square underflows.
template <class T>
ScrewT<T> screw_of(const TwistT<T>& twist) {
  const T angle = length(twist.angular);
  if (!(angle > T(0))) return detail::translation_screw(twist.linear);
  const Vec3T<T> u = twist.angular / angle;
  const T travel = dot(twist.linear, u);
  return {{u, (twist.linear - u * travel) / angle}, angle, travel};
}

/// The twist that makes the screw's displacement in one second.
template <class T>
constexpr TwistT<T> to_twist(const ScrewT<T>& s) {
  return {s.axis.direction * s.angle, s.axis.moment * s.angle + s.axis.direction * s.distance};
}

/// [cos(a/2), sin(a/2) (u + m e)] with the dual angle a = angle + distance e and the axis u + m e ("Where is the
/// Screw?").
template <class T>
DualQuatT<T> to_dual_quat(const ScrewT<T>& s) {
  const SinCosT<DualT<T>> half = sin_cos(DualT<T>{s.angle / T(2), s.distance / T(2)});
  const Vec3T<T> real = s.axis.direction * half.sin.real;
  const Vec3T<T> dual = s.axis.direction * half.sin.dual + s.axis.moment * half.sin.real;
  return {{real.x, real.y, real.z, half.cos.real}, {dual.x, dual.y, dual.z, half.cos.dual}};
}

/// The displacement of a screw. No point of the axis is used, so an axis far away costs no digits.
template <class T>
TransformT<T> to_transform(const ScrewT<T>& s) {
  const Vec3T<T>& u = s.axis.direction;
  const auto half = sin_cos(s.angle / T(2));
  const Vec3T<T> v = u * half.sin;
  // (1 - R) p = sin(angle) m + (1 - cos(angle)) u x m, where m = p x u.
  const Vec3T<T> square = (s.axis.moment * half.cos + cross(u, s.axis.moment) * half.sin) * (T(2) * half.sin);
  return {{v.x, v.y, v.z, half.cos}, u * s.distance + square};
}

/// Between two displacements along the one screw that joins them, the short way, at constant speed: t = 0 gives a and
/// t = 1 gives b (or b with its rotation negated). Kavan et al. call it ScLERP.
template <class T>
TransformT<T> sclerp(const TransformT<T>& a, const TransformT<T>& b, T t) {
  const TransformT<T> between = a * exp(log(inverse(a) * b) * t);
  return {normalised(between.rotation), between.translation};
}

/// A Denavit-Hartenberg row as a pair of dual angles, as spherical coordinates are a pair of angles (van den Bergen's
/// last table).
template <class T>
struct DhAnglesT {
  DualAngleT<T> joint{};  ///< theta about and d along the joint's z axis
  DualAngleT<T> link{};   ///< alpha about and a along the link's x axis

  friend constexpr bool operator==(const DhAnglesT&, const DhAnglesT&) = default;
};

using DhAngles = DhAnglesT<double>;

template <class T>
constexpr DhAnglesT<T> dh_angles(T theta, T d, T alpha, T a) {
  return {{theta, d}, {alpha, a}};
}

namespace detail {

template <class T>
TransformT<T> screw_about_axis(const Vec3T<T>& axis, const DualAngleT<T>& amount) {
  return {from_axis_angle(axis, amount.angle), axis * amount.distance};
}

}  // namespace detail

/// previous_from_this of a classic row: first the joint's screw about z, then the link's about the new x.
template <class T>
TransformT<T> dh_classic(const DhAnglesT<T>& row) {
  return detail::screw_about_axis<T>({T(0), T(0), T(1)}, row.joint) *
         detail::screw_about_axis<T>({T(1), T(0), T(0)}, row.link);
}

/// previous_from_this of a modified row (Craig): first the link's screw about x, then the joint's about the new z.
template <class T>
TransformT<T> dh_modified(const DhAnglesT<T>& row) {
  return detail::screw_about_axis<T>({T(1), T(0), T(0)}, row.link) *
         detail::screw_about_axis<T>({T(0), T(0), T(1)}, row.joint);
}

}  // namespace kine
