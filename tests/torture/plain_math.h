#pragma once

#include <cmath>

#include "kine/math/quat.h"
#include "kine/model/limits.h"

/// Points and rotations in long doubles, written down a second time: what the checks of PlainModel reckon with.
namespace kine::torture {

using Real = long double;

struct Point {
  Real x = 0, y = 0, z = 0;
  Real operator[](int k) const { return k == 0 ? x : k == 1 ? y : z; }
};

/// A rotation as a quaternion.
struct Turn {
  Real x = 0, y = 0, z = 0, w = 1;
};

inline Point point(const Vec3& v) { return {v.x, v.y, v.z}; }
inline Point operator+(const Point& a, const Point& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Point operator-(const Point& a, const Point& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Point operator*(const Point& a, Real s) { return {a.x * s, a.y * s, a.z * s}; }
inline Real dot(const Point& a, const Point& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline Point cross(const Point& a, const Point& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline Real length(const Point& a) { return std::sqrt(dot(a, a)); }
inline Point unit(const Point& a) {
  const Real n = length(a);
  return n > 0 ? a * (1 / n) : a;
}

inline Turn operator*(const Turn& a, const Turn& b) {
  return {a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
          a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}
inline Turn back(const Turn& q) { return {-q.x, -q.y, -q.z, q.w}; }
inline Turn unit(const Turn& q) {
  const Real n = std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
  return n > 0 ? Turn{q.x / n, q.y / n, q.z / n, q.w / n} : Turn{};
}
inline Turn turn(const Quat& q) { return unit(Turn{q.x, q.y, q.z, q.w}); }
inline Turn about(const Point& axis, Real angle) {
  const Point a = unit(axis) * std::sin(angle / 2);
  return {a.x, a.y, a.z, std::cos(angle / 2)};
}
inline Point turned(const Turn& q, const Point& v) {
  const Turn p = q * Turn{v.x, v.y, v.z, 0} * back(q);
  return {p.x, p.y, p.z};
}
/// The rotation vector of the short way.
inline Point rotation_vector(Turn q) {
  if (q.w < 0) q = {-q.x, -q.y, -q.z, -q.w};
  const Point v{q.x, q.y, q.z};
  const Real n = length(v);
  return n > 0 ? v * (2 * std::atan2(n, q.w) / n) : Point{};
}

inline Vec3 vec3(const Point& p) {
  return {static_cast<double>(p.x), static_cast<double>(p.y), static_cast<double>(p.z)};
}
inline Quat quat(const Turn& q) {
  return {static_cast<double>(q.x), static_cast<double>(q.y), static_cast<double>(q.z), static_cast<double>(q.w)};
}

inline Real violation(const Range& range, Real v) {
  return v < range.lower ? range.lower - v : v > range.upper ? v - range.upper : 0;
}
inline Real outside(const Point& numbers, const Range* bounds) {
  return length({violation(bounds[0], numbers.x), violation(bounds[1], numbers.y), violation(bounds[2], numbers.z)});
}
inline bool is_exact(const Range& range) { return range.lower == 0 && range.upper == 0; }

}  // namespace kine::torture
