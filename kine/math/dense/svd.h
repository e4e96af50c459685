// Singular values by one-sided Jacobi rotations, for any shape: A = U·diag(σ)·Vᵀ.
//
// Pairs of columns are turned until all are at right angles; their lengths are then the singular values. Wide matrices
// are worked on as their transpose, so the cost is sweeps·min²·max: little for a 6 × n Jacobian.
// Sources: Hestenes, "Inversion of Matrices by Biorthogonalization and Related Results" (1958); de Rijk's ordering
// (1989); Demmel & Veselić, "Jacobi's Method is More Accurate than QR" (1992).
#pragma once

#include "kine/math/matrix.h"

namespace kine {

/// Sweeps over all pairs before giving up. Six to ten are usual; the bound makes the time finite whatever comes in.
inline constexpr int kSvdMaxSweeps = 42;

struct SvdReport {
  bool ok = false;  ///< False: an entry is not finite, or the sweeps ran out (the values are then close, not exact).
  int sweeps = 0;
};

/// How many numbers of scratch svd needs for an m × n matrix.
constexpr int svd_scratch_size(int m, int n) { return m * n; }

namespace detail {

template <class T>
void rotate(T* a, T* b, int count, T c, T s) {
  for (int i = 0; i < count; ++i) {
    const T x = a[i];
    const T y = b[i];
    a[i] = c * x - s * y;
    b[i] = s * x + c * y;
  }
}

template <class T>
void swap_columns(MatrixView<T> a, int i, int j) {
  for (int k = 0; k < a.rows(); ++k) swap_values(a(k, i), a(k, j));
}

/// Makes one pair of columns orthogonal, the longer one first. True when something changed: also an exchange makes
/// another sweep necessary, since it may carry a column past partners that it has not met.
template <class T>
bool jacobi_pair(MatrixView<T> w, MatrixView<T> v, int i, int j, T tolerance, T negligible) {
  const int m = w.rows();
  T alpha(0);
  T beta(0);
  T gamma(0);
  const T* a = w.data() + i * w.stride();
  const T* b = w.data() + j * w.stride();
  for (int k = 0; k < m; ++k) {
    alpha += a[k] * a[k];
    beta += b[k] * b[k];
    gamma += a[k] * b[k];
  }
  const bool exchanged = alpha < beta;
  if (exchanged) {
    swap_columns(w, i, j);
    if (!v.empty()) swap_columns(v, i, j);
    swap_values(alpha, beta);
  }
  // A column this short is noise far below the last digit of the longest; its square root products would underflow.
  if (beta <= negligible) return exchanged;
  if (magnitude(gamma) <= tolerance * square_root(alpha * beta)) return exchanged;
  // The smaller root of t² + 2ζt − 1 = 0 turns by at most 45° and keeps the longer column the longer one.
  const T zeta = (beta - alpha) / (T(2) * gamma);
  const T root = square_root(T(1) + zeta * zeta);
  const T t = zeta > T(0) ? T(1) / (zeta + root) : T(-1) / (root - zeta);
  const T c = T(1) / square_root(T(1) + t * t);
  const T s = c * t;
  rotate(w.data() + i * w.stride(), w.data() + j * w.stride(), m, c, s);
  if (!v.empty()) rotate(v.data() + i * v.stride(), v.data() + j * v.stride(), v.rows(), c, s);
  return true;
}

/// Turns the columns of w (at least as many rows as columns, largest entry near 1) until all pairs are orthogonal.
template <class T>
SvdReport jacobi_sweeps(MatrixView<T> w, MatrixView<T> v) {
  using Limits = std::numeric_limits<T>;
  const T tolerance = Limits::epsilon() * square_root(T(w.rows()));
  const T negligible = square_root(Limits::min());
  const int n = w.cols();
  for (int sweep = 1; sweep <= kSvdMaxSweeps; ++sweep) {
    bool changed = false;
    for (int i = 0; i + 1 < n; ++i) {
      for (int j = i + 1; j < n; ++j) changed |= jacobi_pair(w, v, i, j, tolerance, negligible);
    }
    if (!changed) return {true, sweep};
  }
  return {false, kSvdMaxSweeps};
}

/// Fills column j with a unit vector orthogonal to the unit columns before it; there are fewer of them than rows.
template <class T>
void complete_basis(MatrixView<T> q, int j) {
  const int m = q.rows();
  // The axis that the columns so far reach least.
  int axis = 0;
  T least(2);
  for (int i = 0; i < m; ++i) {
    T reached(0);
    for (int k = 0; k < j; ++k) reached += q(i, k) * q(i, k);
    if (reached < least) {
      least = reached;
      axis = i;
    }
  }
  const std::span<T> column = q.column(j);
  for (int i = 0; i < m; ++i) column[i] = T(i == axis ? 1 : 0);
  // Twice is enough (Kahan): the second round removes what rounding left of the first.
  for (int round = 0; round < 2; ++round) {
    for (int k = 0; k < j; ++k) {
      T dot(0);
      for (int i = 0; i < m; ++i) dot += q(i, k) * column[i];
      for (int i = 0; i < m; ++i) column[i] -= dot * q(i, k);
    }
    const T size = norm(column);
    for (T& value : column) value /= size;
  }
}

/// Column lengths to sigma, falling; columns of w made unit, w and v sorted with them.
template <class T>
void lengths_to_sigma(MatrixView<T> w, MatrixView<T> v, std::span<T> sigma) {
  const T negligible = square_root(square_root(std::numeric_limits<T>::min()));
  const int n = w.cols();
  for (int j = 0; j < n; ++j) {
    sigma[j] = norm(w.column(j));
    if (sigma[j] <= negligible) sigma[j] = T(0);
  }
  for (int j = 0; j < n; ++j) {
    int p = j;
    for (int k = j + 1; k < n; ++k) {
      if (sigma[k] > sigma[p]) p = k;
    }
    if (p == j) continue;
    swap_values(sigma[j], sigma[p]);
    swap_columns(w, j, p);
    if (!v.empty()) swap_columns(v, j, p);
  }
}

}  // namespace detail

/// A = U·diag(σ)·Vᵀ with k = min(m, n): sigma (k, falling, not negative), U (m × k) and V (n × k) with orthonormal
/// columns also where σ is zero. Hand in an empty view for a U or V that is not wanted: it is then not computed.
/// `scratch`: svd_scratch_size(m, n). When an entry of A is not finite, nothing is written and the report is not ok.
/// Singular values are right to a few epsilon of the largest; those below about 1e-77 of it (double) are given as 0.
template <class T>
SvdReport svd(detail::In<T> a, std::span<T> sigma, MatrixView<T> u, MatrixView<T> v, detail::OutSpan<T> scratch) {
  const bool wide = a.rows() < a.cols();
  const int m = wide ? a.cols() : a.rows();
  const int n = wide ? a.rows() : a.cols();
  KINE_ASSERT(detail::length(sigma) == n && detail::length(scratch) >= m * n, "the shapes do not fit");
  KINE_ASSERT(u.empty() || (u.rows() == a.rows() && u.cols() == n), "the shapes do not fit");
  KINE_ASSERT(v.empty() || (v.rows() == a.cols() && v.cols() == n), "the shapes do not fit");
  const T largest = largest_abs(a);
  if (!detail::is_finite(largest)) return {};
  const T scale = largest > T(0) ? detail::power_of_two_scale(largest) : T(1);

  const MatrixView<T> w(scratch.data(), m, n);
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < m; ++i) w(i, j) = (wide ? a(j, i) : a(i, j)) * scale;
  }
  const MatrixView<T> left = wide ? v : u;
  const MatrixView<T> right = wide ? u : v;
  if (!right.empty()) set_identity(right);
  const SvdReport report = detail::jacobi_sweeps(w, right);
  detail::lengths_to_sigma(w, right, sigma);
  if (!left.empty()) {
    for (int j = 0; j < n; ++j) {
      if (sigma[j] > T(0)) {
        for (int i = 0; i < m; ++i) left(i, j) = w(i, j) / sigma[j];
      } else {
        detail::complete_basis(left, j);
      }
    }
  }
  for (T& value : sigma) value /= scale;
  return report;
}

/// How many singular values are above `threshold` times the largest. `sigma` falls.
template <class T>
int svd_rank(std::span<T> sigma, std::type_identity_t<std::remove_const_t<T>> threshold) {
  int rank = 0;
  while (rank < detail::length(sigma) && sigma[rank] > threshold * sigma[0]) ++rank;
  return rank;
}

}  // namespace kine
