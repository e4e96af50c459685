#pragma once

#include <cmath>

#include "kine/math/trig.h"

namespace kine {

/// A dual number real + dual e, where e * e = 0. A function of it is f(a + b e) = f(a) + b f'(a) e, so the dual part
/// carries a derivative along. With lengths in the dual part, formulas about angles and directions become formulas
/// about screws and lines ("principle of transference": van den Bergen, Inverse Kinematics Revisited, last table):
/// QuatT<Dual> is a dual quaternion, Vec3T<Dual> a line or a twist, and the same text works on both.
///
/// Equality looks at both parts; the order (<, >, ...) looks at the real part only, so that a kernel takes the branch
/// that its values take.
template <class T>
struct DualT {
  T real{}, dual{};

  constexpr DualT() = default;
  constexpr DualT(T real_part, T dual_part = T(0)) : real(real_part), dual(dual_part) {}

  constexpr DualT& operator+=(const DualT& o) { return *this = *this + o; }
  constexpr DualT& operator-=(const DualT& o) { return *this = *this - o; }
  constexpr DualT& operator*=(const DualT& o) { return *this = *this * o; }
  constexpr DualT& operator/=(const DualT& o) { return *this = *this / o; }

  friend constexpr DualT operator+(const DualT& a, const DualT& b) { return {a.real + b.real, a.dual + b.dual}; }
  friend constexpr DualT operator-(const DualT& a, const DualT& b) { return {a.real - b.real, a.dual - b.dual}; }
  friend constexpr DualT operator-(const DualT& a) { return {-a.real, -a.dual}; }
  friend constexpr DualT operator*(const DualT& a, const DualT& b) {
    return {a.real * b.real, a.real * b.dual + a.dual * b.real};
  }
  /// Undefined, as with plain numbers, where b.real = 0: a purely dual number has no inverse.
  friend constexpr DualT operator/(const DualT& a, const DualT& b) {
    const T quotient = a.real / b.real;
    return {quotient, (a.dual - quotient * b.dual) / b.real};
  }
  friend constexpr bool operator==(const DualT&, const DualT&) = default;
  friend constexpr bool operator<(const DualT& a, const DualT& b) { return a.real < b.real; }
  friend constexpr bool operator>(const DualT& a, const DualT& b) { return a.real > b.real; }
  friend constexpr bool operator<=(const DualT& a, const DualT& b) { return a.real <= b.real; }
  friend constexpr bool operator>=(const DualT& a, const DualT& b) { return a.real >= b.real; }
};

using Dual = DualT<double>;

template <class T>
SinCosT<DualT<T>> sin_cos(const DualT<T>& a) {
  const auto real = sin_cos(a.real);
  return {{real.sin, a.dual * real.cos}, {real.cos, -a.dual * real.sin}};
}

template <class T>
DualT<T> sin(const DualT<T>& a) {
  return sin_cos(a).sin;
}

template <class T>
DualT<T> cos(const DualT<T>& a) {
  return sin_cos(a).cos;
}

/// The dual angle of the dual point (x, y). At x.real = y.real = 0 there is no derivative: the dual part is not a
/// number.
template <class T>
DualT<T> atan2(const DualT<T>& y, const DualT<T>& x) {
  return {atan2(y.real, x.real), (x.real * y.dual - y.real * x.dual) / (x.real * x.real + y.real * y.real)};
}

/// At real = 0 the slope is infinite: only sqrt(0 + 0 e) = 0 is defined there.
template <class T>
DualT<T> sqrt(const DualT<T>& a) {
  using std::sqrt;
  const T root = sqrt(a.real);
  if (a.real == T(0) && a.dual == T(0)) return {};
  return {root, a.dual / (root + root)};
}

template <class T>
constexpr DualT<T> abs(const DualT<T>& a) {
  return a.real < T(0) ? -a : a;
}

/// A dual angle angle + distance e: how far two lines are turned and shifted against each other, or how far a screw
/// turns about and moves along its axis. Radians and metres.
template <class T>
struct DualAngleT {
  T angle{}, distance{};

  friend constexpr DualAngleT operator+(const DualAngleT& a, const DualAngleT& b) {
    return {a.angle + b.angle, a.distance + b.distance};
  }
  friend constexpr DualAngleT operator-(const DualAngleT& a, const DualAngleT& b) {
    return {a.angle - b.angle, a.distance - b.distance};
  }
  friend constexpr DualAngleT operator*(const DualAngleT& a, T s) { return {a.angle * s, a.distance * s}; }
  friend constexpr DualAngleT operator*(T s, const DualAngleT& a) { return a * s; }
  friend constexpr bool operator==(const DualAngleT&, const DualAngleT&) = default;
};

using DualAngle = DualAngleT<double>;

template <class T>
constexpr DualT<T> to_dual(const DualAngleT<T>& a) {
  return {a.angle, a.distance};
}

}  // namespace kine
