// The inverse of a 3×3 matrix: adjugate over determinant, while that can be trusted.
//
// Source: Meredith & Maddock, "Real-Time Inverse Kinematics: The Return of the Jacobian", equation 1.10 and appendix C,
// which divides by the determinant whatever it is. J·Jᵀ of a straight leg is singular, so this one asks first; and
// where the determinant has lost digits (cofactors lose twice as many as elimination does) it turns to LU with
// pivoting.
#pragma once

#include "kine/math/dense/lu.h"
#include "kine/math/matrix.h"

namespace kine {

template <class T>
struct Inverse3Report {
  /// False when an entry is not finite, or the matrix cannot be told from a singular one in this arithmetic.
  bool ok = false;
  /// 1 / (‖A‖·‖A⁻¹‖) in the norm of the largest absolute column sum; 0 when not ok. Near 1 is good. The inverse is
  /// right to about epsilon divided by this.
  T reciprocal_condition = T(0);
};

namespace detail {

/// The largest of the three absolute column sums.
template <class T>
T column_sum_norm3(const Matrix<T, 3, 3>& m) {
  const T x = magnitude(m(0, 0)) + magnitude(m(1, 0)) + magnitude(m(2, 0));
  const T y = magnitude(m(0, 1)) + magnitude(m(1, 1)) + magnitude(m(2, 1));
  const T z = magnitude(m(0, 2)) + magnitude(m(1, 2)) + magnitude(m(2, 2));
  const T xy = x > y ? x : y;
  return xy > z ? xy : z;
}

/// Adjugate over determinant. True when the determinant is at least 1/256 of the same sum taken with absolute values:
/// then it has kept all but eight bits, however rows and columns are scaled. False, and b of no use, otherwise; also
/// when that sum is not finite (an entry is not) or so far from 1 that a product may have left the range of T.
template <class T>
bool inverse3_by_cofactors(const Matrix<T, 3, 3>& r, Matrix<T, 3, 3>& b) {
  const T p0 = r(1, 1) * r(2, 2);
  const T q0 = r(1, 2) * r(2, 1);
  const T p1 = r(1, 2) * r(2, 0);
  const T q1 = r(1, 0) * r(2, 2);
  const T p2 = r(1, 0) * r(2, 1);
  const T q2 = r(1, 1) * r(2, 0);
  b(0, 0) = p0 - q0;
  b(1, 0) = p1 - q1;
  b(2, 0) = p2 - q2;
  const T det = r(0, 0) * b(0, 0) + r(0, 1) * b(1, 0) + r(0, 2) * b(2, 0);
  const T size = magnitude(r(0, 0)) * (magnitude(p0) + magnitude(q0)) +
                 magnitude(r(0, 1)) * (magnitude(p1) + magnitude(q1)) +
                 magnitude(r(0, 2)) * (magnitude(p2) + magnitude(q2));
  if (!(size > T(1e-18) && size < T(1e18) && magnitude(det) * T(256) > size)) return false;
  b(0, 1) = r(2, 1) * r(0, 2) - r(0, 1) * r(2, 2);
  b(1, 1) = r(0, 0) * r(2, 2) - r(2, 0) * r(0, 2);
  b(2, 1) = r(2, 0) * r(0, 1) - r(0, 0) * r(2, 1);
  b(0, 2) = r(0, 1) * r(1, 2) - r(1, 1) * r(0, 2);
  b(1, 2) = r(1, 0) * r(0, 2) - r(0, 0) * r(1, 2);
  b(2, 2) = r(0, 0) * r(1, 1) - r(1, 0) * r(0, 1);
  const T over_det = T(1) / det;
  for (T& value : b.values) value *= over_det;
  return true;
}

/// By elimination, after scaling to near 1. Refuses when the reciprocal condition is down to rounding.
template <class T>
Inverse3Report<T> inverse3_by_lu(const Matrix<T, 3, 3>& a, Matrix<T, 3, 3>& inverse) {
  const T largest = largest_abs(a.view());
  if (!(largest > T(0))) return {};
  const T scale = power_of_two_scale(largest);
  Matrix<T, 3, 3> scaled = a;
  for (T& value : scaled.values) value *= scale;
  const T norm_of_a = column_sum_norm3(scaled);
  std::array<int, 3> pivots{};
  Matrix<T, 3, 3> b;
  if (lu_inverse(scaled.view(), pivots, b.view()) != LuStatus::Ok) return {};
  const T reciprocal_condition = T(1) / (norm_of_a * column_sum_norm3(b));
  if (!(reciprocal_condition > T(4) * std::numeric_limits<T>::epsilon())) return {};
  for (T& value : b.values) value *= scale;
  if (!is_finite(largest_abs(b.view()))) return {};
  inverse = b;
  return {true, reciprocal_condition};
}

}  // namespace detail

/// inverse = A⁻¹. When the report is not ok, `inverse` is left as it was. `inverse` may be `a` itself.
/// Refused: entries that are not finite, the zero matrix, and a reciprocal condition of 4·epsilon or less, unless the
/// determinant is certain all the same, as that of diag(1, 1e-9, 1e-9) is.
template <class T>
Inverse3Report<T> inverse3(const Matrix<T, 3, 3>& a, Matrix<T, 3, 3>& inverse) {
  Matrix<T, 3, 3> b;
  if (!detail::inverse3_by_cofactors(a, b)) return detail::inverse3_by_lu(a, inverse);
  const T reciprocal_condition = T(1) / (detail::column_sum_norm3(a) * detail::column_sum_norm3(b));
  if (!(reciprocal_condition > T(0))) return {};
  inverse = b;
  return {true, reciprocal_condition};
}

}  // namespace kine
