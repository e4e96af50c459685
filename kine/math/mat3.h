#pragma once

#include "kine/math/quat.h"
#include "kine/math/vec3.h"

namespace kine {

/// A 3x3 matrix by columns: a linear map of space, such as a rotation with scale and shear.
template <class T>
struct Mat3T {
  Vec3T<T> x{T(1), T(0), T(0)}, y{T(0), T(1), T(0)}, z{T(0), T(0), T(1)};  ///< images of the three axes

  friend constexpr Vec3T<T> operator*(const Mat3T& m, const Vec3T<T>& v) { return m.x * v.x + m.y * v.y + m.z * v.z; }
  friend constexpr Mat3T operator*(const Mat3T& a, const Mat3T& b) { return {a * b.x, a * b.y, a * b.z}; }
  friend constexpr bool operator==(const Mat3T&, const Mat3T&) = default;
};

using Mat3 = Mat3T<double>;
using Mat3f = Mat3T<float>;

/// The matrix of a unit quaternion.
template <class T>
constexpr Mat3T<T> to_matrix(const QuatT<T>& q) {
  const T x2 = q.x + q.x, y2 = q.y + q.y, z2 = q.z + q.z;
  const T xx = q.x * x2, yy = q.y * y2, zz = q.z * z2;
  const T xy = q.x * y2, xz = q.x * z2, yz = q.y * z2;
  const T wx = q.w * x2, wy = q.w * y2, wz = q.w * z2;
  return {
      {T(1) - (yy + zz), xy + wz, xz - wy}, {xy - wz, T(1) - (xx + zz), yz + wx}, {xz + wy, yz - wx, T(1) - (xx + yy)}};
}

/// The unit quaternion of a rotation matrix (columns orthonormal, right-handed), by its largest component.
template <class T>
QuatT<T> to_quat(const Mat3T<T>& m) {
  const T xx = m.x.x, yy = m.y.y, zz = m.z.z;
  QuatT<T> q;
  if (xx + yy + zz > T(0)) {
    q = {m.y.z - m.z.y, m.z.x - m.x.z, m.x.y - m.y.x, T(1) + xx + yy + zz};
  } else if (xx >= yy && xx >= zz) {
    q = {T(1) + xx - yy - zz, m.x.y + m.y.x, m.z.x + m.x.z, m.y.z - m.z.y};
  } else if (yy >= zz) {
    q = {m.x.y + m.y.x, T(1) - xx + yy - zz, m.y.z + m.z.y, m.z.x - m.x.z};
  } else {
    q = {m.z.x + m.x.z, m.y.z + m.z.y, T(1) - xx - yy + zz, m.x.y - m.y.x};
  }
  return normalised(q);
}

template <class T>
constexpr Mat3T<T> transposed(const Mat3T<T>& m) {
  return {{m.x.x, m.y.x, m.z.x}, {m.x.y, m.y.y, m.z.y}, {m.x.z, m.y.z, m.z.z}};
}

template <class T>
constexpr T determinant(const Mat3T<T>& m) {
  return dot(m.x, cross(m.y, m.z));
}

/// The columns times three factors: m with a scale applied before it.
template <class T>
constexpr Mat3T<T> scaled_columns(const Mat3T<T>& m, const Vec3T<T>& s) {
  return {m.x * s.x, m.y * s.y, m.z * s.z};
}

/// Solves m * v = b by Cramer's rule. A singular matrix gives the zero vector.
template <class T>
constexpr Vec3T<T> solve(const Mat3T<T>& m, const Vec3T<T>& b) {
  const Vec3T<T> yz = cross(m.y, m.z);
  const T det = dot(m.x, yz);
  if (det == T(0)) return {};
  return Vec3T<T>{dot(b, yz), dot(m.x, cross(b, m.z)), dot(m.x, cross(m.y, b))} / det;
}

}  // namespace kine
