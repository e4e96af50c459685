// LU with partial pivoting: P·A = L·U, for square matrices of any kind.
//
// Source: appendices A and B of Meredith & Maddock, "Real-Time Inverse Kinematics: The Return of the Jacobian", made
// safe: rows are exchanged so that every multiplier is at most 1, and a singular matrix is reported instead of divided
// by. Condition estimate: Hager, "Condition Estimates" (1984), with Higham's start and stopping rules. For symmetric
// positive definite matrices ldlt.h costs half.
#pragma once

#include "kine/math/matrix.h"

namespace kine {

enum class LuStatus {
  Ok,
  Singular,   ///< A pivot is exactly zero (or so small that it has no reciprocal): there is nothing to solve with.
  NotFinite,  ///< An entry is infinite or NaN, or the elimination overflowed.
};

namespace detail {

template <class T, class N, class S>
LuStatus lu_factor_kernel(T* a, N n, S stride, int* pivots) {
  for (int k = 0; k < n; ++k) {
    T* column = a + k * stride;
    int p = k;
    T best = magnitude(column[k]);
    for (int i = k + 1; i < n; ++i) {
      const T x = magnitude(column[i]);
      if (x > best) {
        best = x;
        p = i;
      }
    }
    pivots[k] = p;
    if (!(best <= std::numeric_limits<T>::max())) return LuStatus::NotFinite;
    if (p != k) {
      for (int j = 0; j < n; ++j) swap_values(a[k + j * stride], a[p + j * stride]);
    }
    const T over_pivot = T(1) / column[k];
    if (!is_finite(over_pivot)) return LuStatus::Singular;
    for (int i = k + 1; i < n; ++i) column[i] *= over_pivot;
    for (int j = k + 1; j < n; ++j) {
      T* other = a + j * stride;
      const T factor = other[k];
      for (int i = k + 1; i < n; ++i) other[i] -= column[i] * factor;
    }
  }
  return LuStatus::Ok;
}

template <class T, class N, class S>
void lu_solve_kernel(const T* lu, N n, S stride, const int* pivots, T* x) {
  for (int k = 0; k < n; ++k) {
    if (pivots[k] != k) swap_values(x[k], x[pivots[k]]);
  }
  for (int k = 0; k < n; ++k) {
    const T factor = x[k];
    for (int i = k + 1; i < n; ++i) x[i] -= lu[i + k * stride] * factor;
  }
  for (int k = n - 1; k >= 0; --k) {
    x[k] /= lu[k + k * stride];
    const T factor = x[k];
    for (int i = 0; i < k; ++i) x[i] -= lu[i + k * stride] * factor;
  }
}

template <class T>
void lu_solve_transposed(ConstMatrixView<T> lu, std::span<const int> pivots, std::span<T> x) {
  const int n = lu.rows();
  for (int k = 0; k < n; ++k) {
    for (int i = 0; i < k; ++i) x[k] -= lu(i, k) * x[i];
    x[k] /= lu(k, k);
  }
  for (int k = n - 1; k >= 0; --k) {
    for (int i = k + 1; i < n; ++i) x[k] -= lu(i, k) * x[i];
  }
  for (int k = n - 1; k >= 0; --k) {
    if (pivots[k] != k) swap_values(x[k], x[pivots[k]]);
  }
}

}  // namespace detail

/// Factors in place: U on and above the diagonal, L (its ones left out) below. pivots[k] is the row exchanged with row
/// k at step k; its size is n. When the answer is not Ok, `a` holds nothing of use. Ok does not say well conditioned:
/// rounding hides most singular matrices. Ask lu_reciprocal_condition when it matters.
template <class T>
LuStatus lu_factor(MatrixView<T> a, std::span<int> pivots) {
  KINE_ASSERT(a.rows() == a.cols() && detail::length(pivots) == a.rows(), "the shapes do not fit");
  if (!detail::is_finite(largest_abs(a))) return LuStatus::NotFinite;
  switch (a.rows()) {
    case 3:
      return detail::lu_factor_kernel(a.data(), detail::Fixed<3>{}, a.stride(), pivots.data());
    case 6:
      return detail::lu_factor_kernel(a.data(), detail::Fixed<6>{}, a.stride(), pivots.data());
    default:
      return detail::lu_factor_kernel(a.data(), a.rows(), a.stride(), pivots.data());
  }
}

/// The same with the size known when compiling.
template <class T, int N>
LuStatus lu_factor(Matrix<T, N, N>& a, std::array<int, static_cast<std::size_t>(N)>& pivots) {
  if (!detail::is_finite(largest_abs(a.view()))) return LuStatus::NotFinite;
  return detail::lu_factor_kernel(a.data(), detail::kSize<N>, detail::kSize<N>, pivots.data());
}

/// x: in b, out A⁻¹·b. `lu` and `pivots` come from an lu_factor that said Ok.
template <class T>
void lu_solve(detail::In<T> lu, std::span<const int> pivots, std::span<T> x) {
  KINE_ASSERT(detail::length(x) == lu.rows() && detail::length(pivots) == lu.rows(), "the shapes do not fit");
  switch (lu.rows()) {
    case 3:
      return detail::lu_solve_kernel(lu.data(), detail::Fixed<3>{}, lu.stride(), pivots.data(), x.data());
    case 6:
      return detail::lu_solve_kernel(lu.data(), detail::Fixed<6>{}, lu.stride(), pivots.data(), x.data());
    default:
      return detail::lu_solve_kernel(lu.data(), lu.rows(), lu.stride(), pivots.data(), x.data());
  }
}

template <class T, int N>
void lu_solve(const Matrix<T, N, N>& lu, const std::array<int, static_cast<std::size_t>(N)>& pivots,
              std::array<T, static_cast<std::size_t>(N)>& x) {
  detail::lu_solve_kernel(lu.data(), detail::kSize<N>, detail::kSize<N>, pivots.data(), x.data());
}

/// inverse = A⁻¹. The factors are left in `a`. When the answer is not Ok, `inverse` is left as it was.
template <class T>
LuStatus lu_inverse(MatrixView<T> a, std::span<int> pivots, MatrixView<T> inverse) {
  KINE_ASSERT(inverse.rows() == a.rows() && inverse.cols() == a.cols(), "the shapes do not fit");
  const LuStatus status = lu_factor(a, pivots);
  if (status != LuStatus::Ok) return status;
  set_identity(inverse);
  for (int j = 0; j < a.cols(); ++j) lu_solve<T>(a, pivots, inverse.column(j));
  return LuStatus::Ok;
}

/// The largest absolute column sum, the norm in which lu_reciprocal_condition answers.
template <class T>
std::remove_const_t<T> column_sum_norm(MatrixView<T> a) {
  std::remove_const_t<T> largest(0);
  for (int j = 0; j < a.cols(); ++j) {
    std::remove_const_t<T> sum(0);
    for (int i = 0; i < a.rows(); ++i) sum += detail::magnitude<std::remove_const_t<T>>(a(i, j));
    if (!(sum <= largest)) largest = sum;
  }
  return largest;
}

/// An estimate of 1 / (‖A‖·‖A⁻¹‖) in the column-sum norm, from the factors and `norm_of_a` = column_sum_norm of the
/// matrix before it was factored. Never smaller than the truth, almost always within a factor of three of it. 0 means
/// singular: below a few epsilon nothing can be believed. `scratch`: 2n. At most six solves.
template <class T>
T lu_reciprocal_condition(detail::In<T> lu, std::span<const int> pivots, std::type_identity_t<T> norm_of_a,
                          std::span<T> scratch) {
  const int n = lu.rows();
  KINE_ASSERT(detail::length(scratch) >= 2 * n, "too little scratch");
  if (n == 0) return T(1);
  const std::span<T> x = scratch.first(static_cast<std::size_t>(n));
  const std::span<T> z = scratch.subspan(static_cast<std::size_t>(n), static_cast<std::size_t>(n));
  for (T& value : x) value = T(1) / T(n);
  T estimate(0);
  int last = -1;
  for (int round = 0; round < 3; ++round) {
    lu_solve<T>(lu, pivots, x);
    T size(0);
    for (const T& value : x) size += detail::magnitude(value);
    if (!(size <= std::numeric_limits<T>::max())) return T(0);
    if (round > 0 && !(size > estimate)) break;
    estimate = size;
    for (int i = 0; i < n; ++i) z[i] = T(x[i] < T(0) ? -1 : 1);
    detail::lu_solve_transposed<T>(lu, pivots, z);
    int steepest = 0;
    for (int i = 1; i < n; ++i) {
      if (detail::magnitude(z[i]) > detail::magnitude(z[steepest])) steepest = i;
    }
    if (steepest == last) break;
    last = steepest;
    for (int i = 0; i < n; ++i) x[i] = T(i == steepest ? 1 : 0);
  }
  const T product = norm_of_a * estimate;
  if (!(product > T(0))) return T(0);
  return T(1) / product;
}

}  // namespace kine
