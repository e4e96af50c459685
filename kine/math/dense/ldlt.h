// L·D·Lᵀ of symmetric positive matrices, without square roots. Only the lower triangle is read and written.
//
// Two of them:
// - `ldlt_factor_definite`, without pivoting, for matrices that are definite by making, such as J·Jᵀ + λ²·1. This is
//   the hot path; sizes 3 and 6 (and any `Matrix`) have loops of constant length. Without pivoting the factorisation of a
//   definite matrix is backward stable (Golub & Van Loan, "Matrix Computations", 4.2).
// - `ldlt_factor`, with diagonal pivoting, for semi-definite matrices such as J·Jᵀ at a straight leg: finds the rank.
#pragma once

#include "kine/math/matrix.h"
#include "kine/math/select.h"

namespace kine {

namespace detail {

/// Column after column. The diagonal ends up holding 1/D, so that no division is left for the solve.
template <class T, class N, class S>
MaskOf<T> ldlt_definite_kernel(T* a, N n, S stride) {
  T largest(0);
  for (int i = 0; i < n; ++i) {
    const T d = a[i + i * stride];
    largest = select(d > largest, d, largest);
  }
  const T smallest = T(int(n)) * std::numeric_limits<T>::epsilon() * largest;
  MaskOf<T> definite = true;
  for_each_index(Fixed<0>{}, n, [&](auto k) {
    if (!any(definite)) return;
    // NaN or infinity anywhere in the lower triangle reaches a diagonal entry, and the comparison refuses both.
    T* column = a + k * stride;
    const T d = column[k];
    definite = definite & (d > smallest) & (d <= std::numeric_limits<T>::max());
    if (!any(definite)) return;
    const T over_d = T(1) / d;
    column[k] = over_d;
    for_each_index(next(k), n, [&](auto j) {
      const T l = column[j] * over_d;
      T* other = a + j * stride;
      for_each_index(j, n, [&](auto i) { other[i] -= column[i] * l; });
      column[j] = l;
    });
  });
  return definite;
}

template <class T, class N, class S>
void ldlt_solve_kernel(const T* f, N n, S stride, T* x) {
  for_each_index(Fixed<0>{}, n, [&](auto k) {
    const T factor = x[k];
    for_each_index(next(k), n, [&](auto i) { x[i] -= f[i + k * stride] * factor; });
  });
  for (int k = 0; k < n; ++k) x[k] *= f[k + k * stride];
  for_each_index(Fixed<0>{}, n, [&](auto reversed) {
    const int k = n - 1 - reversed;
    T sum = x[k];
    // The dot product runs from the last entry back, so that the indices stay fixed.
    for_each_index(Fixed<0>{}, reversed, [&](auto i) { sum -= f[(n - 1 - i) + k * stride] * x[n - 1 - i]; });
    x[k] = sum;
  });
}

}  // namespace detail

/// Factors a definite matrix in place: L (its ones left out) below the diagonal, 1/D on it. The upper triangle is not
/// touched. False, and `a` holds nothing of use, when an entry is not finite or a pivot is not above
/// n·epsilon·(largest diagonal entry): then the matrix is not definite in this arithmetic.
///
/// Damping rule: J·Jᵀ + λ²·1 is always accepted when λ² ≥ 4·n·epsilon·(largest diagonal entry of J·Jᵀ).
template <class T>
bool ldlt_factor_definite(MatrixView<T> a) {
  KINE_ASSERT(a.rows() == a.cols(), "the shapes do not fit");
  switch (a.rows()) {
    case 3:
      return detail::ldlt_definite_kernel(a.data(), detail::Fixed<3>{}, a.stride());
    case 6:
      return detail::ldlt_definite_kernel(a.data(), detail::Fixed<6>{}, a.stride());
    default:
      return detail::ldlt_definite_kernel(a.data(), a.rows(), a.stride());
  }
}

/// The same with the size known when compiling.
template <class T, int N>
detail::MaskOf<T> ldlt_factor_definite(Matrix<T, N, N>& a) {
  return detail::ldlt_definite_kernel(a.data(), detail::kSize<N>, detail::kSize<N>);
}

/// x: in b, out A⁻¹·b, from the factors of ldlt_factor_definite.
template <class T>
void ldlt_solve_definite(detail::In<T> factors, std::span<T> x) {
  KINE_ASSERT(detail::length(x) == factors.rows(), "the shapes do not fit");
  switch (factors.rows()) {
    case 3:
      return detail::ldlt_solve_kernel(factors.data(), detail::Fixed<3>{}, factors.stride(), x.data());
    case 6:
      return detail::ldlt_solve_kernel(factors.data(), detail::Fixed<6>{}, factors.stride(), x.data());
    default:
      return detail::ldlt_solve_kernel(factors.data(), factors.rows(), factors.stride(), x.data());
  }
}

template <class T, int N>
void ldlt_solve_definite(const Matrix<T, N, N>& factors, std::array<T, static_cast<std::size_t>(N)>& x) {
  detail::ldlt_solve_kernel(factors.data(), detail::kSize<N>, detail::kSize<N>, x.data());
}

struct LdltReport {
  bool ok = false;  ///< False: not finite, or not positive semi-definite (a pivot is clearly negative).
  int rank = 0;     ///< Pivots above the threshold.
};

namespace detail {

/// Exchanges rows and columns k < p of a symmetric matrix of which only the lower triangle is kept.
template <class T>
void swap_symmetric(MatrixView<T> a, int k, int p) {
  const int n = a.rows();
  for (int j = 0; j < k; ++j) swap_values(a(k, j), a(p, j));
  for (int i = k + 1; i < p; ++i) swap_values(a(i, k), a(p, i));
  for (int i = p + 1; i < n; ++i) swap_values(a(i, k), a(i, p));
  swap_values(a(k, k), a(p, p));
}

}  // namespace detail

/// The threshold of ldlt_factor when none is given, relative to the first pivot: room for the rounding of a product
/// J·Jᵀ of some dozens of columns.
template <class T>
T ldlt_default_threshold(int n) {
  return T(16 * n) * std::numeric_limits<T>::epsilon();
}

/// Factors a semi-definite matrix in place with diagonal pivoting, P·A·Pᵀ = L·D·Lᵀ: L below the diagonal, 1/D on it,
/// both in the first `rank` columns. pivots[k] is the row and column exchanged with k at step k; its size is n. Stops
/// when no remaining pivot is above `threshold` times the first. Since A is mostly some J·Jᵀ, its pivots are squares: a
/// threshold of 1e-12 here is one of 1e-6 on the singular values of J.
template <class T>
LdltReport ldlt_factor(MatrixView<T> a, std::span<int> pivots, std::type_identity_t<T> threshold) {
  const int n = a.rows();
  KINE_ASSERT(a.cols() == n && detail::length(pivots) == n, "the shapes do not fit");
  for (int j = 0; j < n; ++j) {
    pivots[j] = j;
    if (!detail::is_finite(largest_abs(a.block(j, j, n - j, 1)))) return {};
  }
  T first(0);
  for (int k = 0; k < n; ++k) {
    int p = k;
    T lowest = a(k, k);
    for (int i = k + 1; i < n; ++i) {
      if (a(i, i) > a(p, p)) p = i;
      if (a(i, i) < lowest) lowest = a(i, i);
    }
    const T d = a(p, p);
    if (k == 0) first = d;
    const T over_d = T(1) / d;
    if (!(d > threshold * first) || !detail::is_finite(over_d)) {
      // What rounding leaves on the diagonal may be a little below zero, an indefinite matrix leaves more.
      const T noise = detail::square_root(std::numeric_limits<T>::epsilon()) * first;
      const bool semi_definite = d <= std::numeric_limits<T>::max() && lowest >= -noise && first >= T(0);
      return {semi_definite, k};
    }
    pivots[k] = p;
    if (p != k) detail::swap_symmetric(a, k, p);
    a(k, k) = over_d;
    for (int j = k + 1; j < n; ++j) {
      const T l = a(j, k) * over_d;
      for (int i = j; i < n; ++i) a(i, j) -= a(i, k) * l;
      a(j, k) = l;
    }
  }
  return {true, n};
}

template <class T>
LdltReport ldlt_factor(MatrixView<T> a, std::span<int> pivots) {
  return ldlt_factor(a, pivots, ldlt_default_threshold<T>(a.rows()));
}

/// x: in b, out an x with A·x = b, from the factors of ldlt_factor. At full rank that is A⁻¹·b. Below it, b must lie in
/// the range of A (as J·dX does for A = J·Jᵀ); x then has zeros where no pivot was found and is not the shortest
/// solution.
template <class T>
void ldlt_solve(detail::In<T> factors, std::span<const int> pivots, int rank, std::span<T> x) {
  const int n = factors.rows();
  KINE_ASSERT(detail::length(x) == n && rank >= 0 && rank <= n, "the shapes do not fit");
  for (int k = 0; k < n; ++k) {
    if (pivots[k] != k) detail::swap_values(x[k], x[pivots[k]]);
  }
  detail::ldlt_solve_kernel(factors.data(), rank, factors.stride(), x.data());
  for (int k = rank; k < n; ++k) x[k] = T(0);
  for (int k = n - 1; k >= 0; --k) {
    if (pivots[k] != k) detail::swap_values(x[k], x[pivots[k]]);
  }
}

}  // namespace kine
