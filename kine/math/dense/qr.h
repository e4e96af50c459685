// Householder QR with column pivoting, A·P = Q·R, for any shape: rank, least squares and the shortest solution.
//
// When columns depend on each other, R is followed by a second round of reflections from the right (the complete
// orthogonal decomposition), after which the solution of least length falls out.
// Sources: Businger & Golub, "Linear Least Squares Solutions by Householder Transformations" (1965); Golub & Van Loan,
// "Matrix Computations", 5.4 and 5.5; the norm update follows Drmač & Bujanović, "On the Failure of Rank-Revealing QR
// Factorization Software" (2008).
#pragma once

#include "kine/math/matrix.h"

namespace kine {

/// A factorisation in memory that the caller owns. Fill in the four views, then call qr_factor.
template <class T>
struct Qr {
  MatrixView<T> a;         ///< m × n: in A; out R on and above the diagonal, reflections below (and right of `rank`).
  std::span<T> tau;        ///< min(m, n): factors of the reflections from the left.
  std::span<T> tau_right;  ///< min(m, n): factors of the reflections from the right; used by qr_complete.
  std::span<int> permutation;  ///< n: column j of R is column permutation[j] of A.
  int rank = 0;                ///< Set by qr_complete.
};

namespace detail {

/// Makes the reflection that maps (alpha, tail) to (beta, 0): 1 − tau·v·vᵀ with v = (1, tail after the call).
/// The tail's entries lie `step` apart. Returns beta.
template <class T>
T make_reflection(T alpha, T* tail, int count, int step, T tail_norm, T& tau) {
  tau = T(0);
  if (!(tail_norm > T(0))) return alpha;
  // Both are at most a norm of the matrix; the larger one is divided out so that squares stay in range.
  const T size = magnitude(alpha);
  const T larger = size > tail_norm ? size : tail_norm;
  const T smaller = size > tail_norm ? tail_norm : size;
  const T ratio = smaller / larger;
  T beta = larger * square_root(T(1) + ratio * ratio);
  if (alpha > T(0)) beta = -beta;
  const T gap = alpha - beta;
  for (int i = 0; i < count; ++i) tail[i * step] /= gap;
  tau = -gap / beta;
  return beta;
}

/// (head, other) -= tau·v·(vᵀ·(head, other)) with v = (1, tail).
template <class T>
void apply_reflection(T tau, const T* tail, int tail_step, int count, T& head, T* other, int other_step) {
  T dot = head;
  for (int i = 0; i < count; ++i) dot += tail[i * tail_step] * other[i * other_step];
  dot *= tau;
  head -= dot;
  for (int i = 0; i < count; ++i) other[i * other_step] -= tail[i * tail_step] * dot;
}

template <class T>
T norm_below(MatrixView<T> a, int row, int col) {
  return norm(a.column(col).subspan(static_cast<std::size_t>(row)));
}

/// Takes row k out of the remembered column lengths; measures anew where subtraction would have lost too many digits.
template <class T>
void update_lengths(MatrixView<T> a, int k, std::span<T> lengths, std::span<T> measured) {
  const T worst = square_root(std::numeric_limits<T>::epsilon());
  for (int j = k + 1; j < a.cols(); ++j) {
    if (!(lengths[j] > T(0))) continue;
    const T part = magnitude(a(k, j)) / lengths[j];
    T left = (T(1) + part) * (T(1) - part);
    if (left < T(0)) left = T(0);
    const T shrunk = lengths[j] / measured[j];
    if (left * shrunk * shrunk <= worst) {
      lengths[j] = norm_below(a, k + 1, j);
      measured[j] = lengths[j];
    } else {
      lengths[j] *= square_root(left);
    }
  }
}

}  // namespace detail

/// The rank threshold when none is given, relative to the largest pivot.
template <class T>
T qr_default_threshold(int rows, int cols) {
  return T(rows > cols ? rows : cols) * std::numeric_limits<T>::epsilon();
}

/// Factors in place. False when an entry is not finite; nothing is then of use. `scratch`: 2n.
/// Pivots (the diagonal of R) fall in absolute value, up to rounding.
template <class T>
bool qr_factor(Qr<T>& f, detail::OutSpan<T> scratch) {
  const MatrixView<T> a = f.a;
  const int m = a.rows();
  const int n = a.cols();
  const int steps = m < n ? m : n;
  KINE_ASSERT(detail::length(f.tau) >= steps && detail::length(f.permutation) == n && detail::length(scratch) >= 2 * n,
              "the shapes do not fit");
  f.rank = 0;
  if (!detail::is_finite(largest_abs(a))) return false;
  const std::span<T> lengths = scratch.first(static_cast<std::size_t>(n));
  const std::span<T> measured = scratch.subspan(static_cast<std::size_t>(n), static_cast<std::size_t>(n));
  for (int j = 0; j < n; ++j) {
    f.permutation[j] = j;
    lengths[j] = measured[j] = norm(a.column(j));
  }
  for (int k = 0; k < steps; ++k) {
    int p = k;
    for (int j = k + 1; j < n; ++j) {
      if (lengths[j] > lengths[p]) p = j;
    }
    if (p != k) {
      for (int i = 0; i < m; ++i) detail::swap_values(a(i, k), a(i, p));
      detail::swap_values(f.permutation[k], f.permutation[p]);
      lengths[p] = lengths[k];
      measured[p] = measured[k];
    }
    T* tail = &a(k, k) + 1;
    const int count = m - k - 1;
    const T tail_norm = count > 0 ? detail::norm_below(a, k + 1, k) : T(0);
    a(k, k) = detail::make_reflection(a(k, k), tail, count, 1, tail_norm, f.tau[k]);
    for (int j = k + 1; j < n; ++j) {
      detail::apply_reflection(f.tau[k], tail, 1, count, a(k, j), &a(k, j) + 1, 1);
    }
    detail::update_lengths(a, k, lengths, measured);
  }
  return true;
}

/// How many pivots are above `threshold` times the largest; 0 for a zero matrix.
template <class T>
int qr_rank(const Qr<T>& f, std::type_identity_t<T> threshold) {
  const int steps = f.a.rows() < f.a.cols() ? f.a.rows() : f.a.cols();
  T largest(0);
  for (int k = 0; k < steps; ++k) {
    const T pivot = detail::magnitude(f.a(k, k));
    if (pivot > largest) largest = pivot;
  }
  int rank = 0;
  for (int k = 0; k < steps; ++k) {
    if (detail::magnitude(f.a(k, k)) > threshold * largest) ++rank;
  }
  return rank;
}

/// Settles the rank that qr_solve works with. When it is below the number of columns, the part of R right of it is
/// folded into a triangle by reflections from the right, kept where that part was. Call once, after qr_factor.
template <class T>
void qr_complete(Qr<T>& f, int rank) {
  const MatrixView<T> a = f.a;
  const int count = a.cols() - rank;
  KINE_ASSERT(rank >= 0 && rank <= a.rows() && rank <= a.cols() && detail::length(f.tau_right) >= rank,
              "the shapes do not fit");
  f.rank = rank;
  if (count == 0) return;
  const int step = a.stride();
  for (int k = rank - 1; k >= 0; --k) {
    T* tail = &a(k, rank);
    // The length of a row, safe against overflow, one entry at a time.
    T tail_norm(0);
    for (int i = 0; i < count; ++i) {
      const T x = detail::magnitude(tail[i * step]);
      const T larger = x > tail_norm ? x : tail_norm;
      const T smaller = x > tail_norm ? tail_norm : x;
      if (larger > T(0)) tail_norm = larger * detail::square_root(T(1) + (smaller / larger) * (smaller / larger));
    }
    a(k, k) = detail::make_reflection(a(k, k), tail, count, step, tail_norm, f.tau_right[k]);
    for (int i = 0; i < k; ++i) {
      detail::apply_reflection(f.tau_right[k], tail, step, count, a(i, k), &a(i, rank), step);
    }
  }
}

/// b: in b, out Qᵀ·b (m numbers).
template <class T>
void qr_apply_qt(const Qr<T>& f, std::span<T> b) {
  const int m = f.a.rows();
  const int steps = m < f.a.cols() ? m : f.a.cols();
  KINE_ASSERT(detail::length(b) == m, "the shapes do not fit");
  for (int k = 0; k < steps; ++k) {
    detail::apply_reflection(f.tau[k], &f.a(k, k) + 1, 1, m - k - 1, b[k], &b[k] + 1, 1);
  }
}

/// b: in b, out Q·b (m numbers). Columns of Q are Q·e₀, Q·e₁, …
template <class T>
void qr_apply_q(const Qr<T>& f, std::span<T> b) {
  const int m = f.a.rows();
  const int steps = m < f.a.cols() ? m : f.a.cols();
  KINE_ASSERT(detail::length(b) == m, "the shapes do not fit");
  for (int k = steps - 1; k >= 0; --k) {
    detail::apply_reflection(f.tau[k], &f.a(k, k) + 1, 1, m - k - 1, b[k], &b[k] + 1, 1);
  }
}

/// x = the shortest of all x that make ‖A·x − b‖ least, at the rank given to qr_complete.
/// b (m numbers) is overwritten with Qᵀ·b: the length of its part from `rank` on is the residual. `scratch`: n.
template <class T>
void qr_solve(const Qr<T>& f, std::span<T> b, std::span<T> x, detail::OutSpan<T> scratch) {
  const MatrixView<T> a = f.a;
  const int n = a.cols();
  const int rank = f.rank;
  KINE_ASSERT(detail::length(x) == n && detail::length(scratch) >= n, "the shapes do not fit");
  qr_apply_qt(f, b);
  T* y = scratch.data();
  for (int i = 0; i < n; ++i) y[i] = i < rank ? b[i] : T(0);
  for (int k = rank - 1; k >= 0; --k) {
    y[k] /= a(k, k);
    for (int i = 0; i < k; ++i) y[i] -= a(i, k) * y[k];
  }
  if (rank < n) {
    for (int k = 0; k < rank; ++k) {
      detail::apply_reflection(f.tau_right[k], &a(k, rank), a.stride(), n - rank, y[k], y + rank, 1);
    }
  }
  for (int j = 0; j < n; ++j) x[f.permutation[j]] = y[j];
}

}  // namespace kine
