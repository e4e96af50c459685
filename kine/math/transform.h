#pragma once

#include "kine/math/mat3.h"
#include "kine/math/quat.h"
#include "kine/math/vec3.h"

namespace kine {

/// A rigid displacement: a turn, then a shift. Named a_from_b, it takes b's coordinates to a's:
/// `point_in_a = a_from_b * point_in_b`, and `a_from_c = a_from_b * b_from_c`.
template <class T>
struct TransformT {
  QuatT<T> rotation{};
  Vec3T<T> translation{};

  friend constexpr Vec3T<T> operator*(const TransformT& a_from_b, const Vec3T<T>& point_in_b) {
    return rotate(a_from_b.rotation, point_in_b) + a_from_b.translation;
  }
  friend constexpr TransformT operator*(const TransformT& a_from_b, const TransformT& b_from_c) {
    return {a_from_b.rotation * b_from_c.rotation, a_from_b * b_from_c.translation};
  }
  friend constexpr bool operator==(const TransformT&, const TransformT&) = default;
};

using Transform = TransformT<double>;
using Transformf = TransformT<float>;

template <class T>
constexpr TransformT<T> inverse(const TransformT<T>& a_from_b) {
  const QuatT<T> back = conjugate(a_from_b.rotation);
  return {back, rotate(back, -a_from_b.translation)};
}

/// A local transform as engines and glTF store it: scale first, then the turn, then the shift.
template <class T>
struct LocalTransformT {
  Vec3T<T> translation{};
  QuatT<T> rotation{};
  Vec3T<T> scale{T(1), T(1), T(1)};

  friend constexpr bool operator==(const LocalTransformT&, const LocalTransformT&) = default;
};

using LocalTransform = LocalTransformT<double>;
using LocalTransformf = LocalTransformT<float>;

/// Turn, scale, shear and shift: what products of LocalTransforms become in general.
template <class T>
struct AffineT {
  Mat3T<T> linear{};
  Vec3T<T> translation{};

  friend constexpr Vec3T<T> operator*(const AffineT& a_from_b, const Vec3T<T>& point_in_b) {
    return a_from_b.linear * point_in_b + a_from_b.translation;
  }
  friend constexpr AffineT operator*(const AffineT& a_from_b, const AffineT& b_from_c) {
    return {a_from_b.linear * b_from_c.linear, a_from_b * b_from_c.translation};
  }
};

using Affine = AffineT<double>;

template <class T>
constexpr AffineT<T> to_affine(const LocalTransformT<T>& t) {
  return {scaled_columns(to_matrix(t.rotation), t.scale), t.translation};
}

inline bool is_finite(const Transform& t) { return is_finite(t.rotation) && is_finite(t.translation); }

}  // namespace kine
