// The Moore–Penrose pseudo-inverse, by rank.
//
// Van den Bergen, "Inverse Kinematics Revisited", picks (JᵀJ)⁻¹Jᵀ or Jᵀ(JJᵀ)⁻¹ by comparing rows with columns. Both
// exist at full rank only: a stretched arm has neither. Here the singular value decomposition decides: what is below
// the threshold counts as zero, in both shapes alike, and nothing is squared on the way.
#pragma once

#include "kine/math/dense/svd.h"

namespace kine {

struct PseudoInverseReport {
  bool ok = false;  ///< False: not finite, no convergence, or an inverse too large for T. The output is then untouched.
  int rank = 0;     ///< Singular values above the threshold.
};

/// The threshold when none is given, relative to the largest singular value.
template <class T>
T pseudo_inverse_default_threshold(int rows, int cols) {
  return T(rows > cols ? rows : cols) * std::numeric_limits<T>::epsilon();
}

/// How many numbers of scratch both functions below need for an m × n matrix.
constexpr int pseudo_inverse_scratch_size(int m, int n) {
  const int k = m < n ? m : n;
  return svd_scratch_size(m, n) + (m + n + 2) * k;
}

namespace detail {

/// U, V, σ and room for k numbers, all inside the caller's scratch.
template <class T>
struct PseudoInverseParts {
  std::span<T> sigma;
  std::span<T> coefficients;
  MatrixView<T> u;
  MatrixView<T> v;
  PseudoInverseReport report;
};

template <class T>
PseudoInverseParts<T> pseudo_inverse_parts(ConstMatrixView<T> a, T threshold, std::span<T> scratch) {
  const int m = a.rows();
  const int n = a.cols();
  const int k = m < n ? m : n;
  KINE_ASSERT(length(scratch) >= pseudo_inverse_scratch_size(m, n), "too little scratch");
  T* next = scratch.data();
  const auto take = [&next](int count) {
    T* taken = next;
    next += count;
    return taken;
  };
  PseudoInverseParts<T> parts;
  parts.sigma = {take(k), static_cast<std::size_t>(k)};
  parts.coefficients = {take(k), static_cast<std::size_t>(k)};
  parts.u = {take(m * k), m, k};
  parts.v = {take(n * k), n, k};
  const int rest = svd_scratch_size(m, n);
  const SvdReport report =
      svd<T>(a, parts.sigma, parts.u, parts.v, std::span<T>(take(rest), static_cast<std::size_t>(rest)));
  parts.report.rank = report.ok ? svd_rank(parts.sigma, threshold) : 0;
  const int rank = parts.report.rank;
  parts.report.ok = report.ok && (rank == 0 || is_finite(T(1) / parts.sigma[rank - 1]));
  return parts;
}

}  // namespace detail

/// out (n × m) = A⁺ at the rank that `threshold` (relative to the largest singular value) leaves. A⁺ of a zero matrix
/// is 0.
template <class T>
PseudoInverseReport pseudo_inverse(detail::In<T> a, std::type_identity_t<T> threshold, MatrixView<T> out,
                                   detail::OutSpan<T> scratch) {
  KINE_ASSERT(out.rows() == a.cols() && out.cols() == a.rows(), "the shapes do not fit");
  const auto parts = detail::pseudo_inverse_parts<T>(a, threshold, scratch);
  if (!parts.report.ok) return parts.report;
  for (int k = 0; k < parts.report.rank; ++k) {
    for (T& value : parts.v.column(k)) value /= parts.sigma[k];
  }
  for (int j = 0; j < out.cols(); ++j) {
    for (int i = 0; i < out.rows(); ++i) out(i, j) = T(0);
    for (int k = 0; k < parts.report.rank; ++k) {
      for (int i = 0; i < out.rows(); ++i) out(i, j) += parts.v(i, k) * parts.u(j, k);
    }
  }
  return parts.report;
}

/// x (n numbers) = A⁺·b (m numbers) without forming A⁺: of all x that make ‖A·x − b‖ least, the shortest.
/// qr.h does the same a few times faster when its cruder test of the rank is good enough.
template <class T>
PseudoInverseReport pseudo_inverse_apply(detail::In<T> a, std::type_identity_t<T> threshold, detail::InSpan<T> b,
                                         std::span<T> x, detail::OutSpan<T> scratch) {
  KINE_ASSERT(detail::length(b) == a.rows() && detail::length(x) == a.cols(), "the shapes do not fit");
  const auto parts = detail::pseudo_inverse_parts<T>(a, threshold, scratch);
  if (!parts.report.ok) return parts.report;
  const int rank = parts.report.rank;
  transpose_multiply<T>(parts.u.block(0, 0, a.rows(), rank), b,
                        parts.coefficients.first(static_cast<std::size_t>(rank)));
  for (int k = 0; k < rank; ++k) parts.coefficients[k] /= parts.sigma[k];
  multiply<T>(parts.v.block(0, 0, a.cols(), rank), parts.coefficients.first(static_cast<std::size_t>(rank)), x);
  return parts.report;
}

}  // namespace kine
