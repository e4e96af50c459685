// The matrix texts of Meredith & Maddock, "Real-Time Inverse Kinematics: The Return of the Jacobian", as they stand.
//
// Kept so that the paper's flop counts and its failures can be reproduced by running its own text: LU without pivoting
// (appendix A), substitution for the inverse (appendix B), 3×3 by 1/det (appendix C) and the products of equation 1.6.
// All divide by whatever they meet: a zero pivot or determinant gives infinities or NaN. Use lu.h, ldlt.h, inverse3.h
// or pseudo_inverse.h for work. Only the names are ours; the size 6 became a parameter so that figure 1.2 can be drawn.
#pragma once

#include "kine/math/matrix.h"

namespace kine {

/// Appendix A: A = L·U, L with ones on its diagonal. Without pivoting: fails on a zero pivot even where A is
/// invertible. Entries of `lm` above and of `um` below the diagonal are not written. Costs 55 *, 16 /, 80 ± for N = 6.
template <class T, int N>
void paper_lu_decompose(const Matrix<T, N, N>& am, Matrix<T, N, N>& lm, Matrix<T, N, N>& um) {
  for (int i = 0; i < N; i++) {
    um(0, i) = am(0, i);
    lm(i, 0) = am(i, 0) / um(0, 0);
  }
  for (int i = 1; i < N; i++) {
    for (int j = i; j < N; j++) {
      T sum(0);
      for (int m = 0; m < i; m++) sum += lm(i, m) * um(m, j);
      um(i, j) = am(i, j) - sum;
    }
    lm(i, i) = T(1);
    for (int j = i + 1; j < N; j++) {
      T sum(0);
      for (int m = 0; m < i; m++) sum += lm(j, m) * um(m, i);
      lm(j, i) = (am(j, i) - sum) / um(i, i);
    }
  }
}

/// Appendix B: the inverse from L and U, a column at a time (equation 1.9). Costs 180 *, 36 /, 252 ± for N = 6.
template <class T, int N>
void paper_lu_substitute(const Matrix<T, N, N>& lm, const Matrix<T, N, N>& um, Matrix<T, N, N>& inverse) {
  std::array<T, static_cast<std::size_t>(N)> ym;
  const auto ident = [](int row, int col) { return T(row == col ? 1 : 0); };
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++) {
      T sum(0);
      for (int m = 0; m < j; m++) sum += lm(j, m) * ym[static_cast<std::size_t>(m)];
      ym[static_cast<std::size_t>(j)] = ident(j, i) - sum;
    }
    for (int j = N - 1; j >= 0; j--) {
      T sum(0);
      for (int m = j + 1; m < N; m++) sum += um(j, m) * inverse(m, i);
      inverse(j, i) = (ym[static_cast<std::size_t>(j)] - sum) / um(j, j);
    }
  }
}

/// Appendices A and B together: 619 flops for N = 6.
template <class T, int N>
void paper_lu_inverse(const Matrix<T, N, N>& a, Matrix<T, N, N>& inverse) {
  Matrix<T, N, N> lm;
  Matrix<T, N, N> um;
  paper_lu_decompose(a, lm, um);
  paper_lu_substitute(lm, um, inverse);
}

/// Appendix C: the 3×3 inverse by 1/det. Costs 36 *, 1 /, 14 ±.
template <class T>
void paper_inverse3(const Matrix<T, 3, 3>& r, Matrix<T, 3, 3>& inverse) {
  const T det =
      T(1) / (r(0, 0) * (r(1, 1) * r(2, 2) - r(1, 2) * r(2, 1)) + r(0, 1) * (r(1, 2) * r(2, 0) - r(1, 0) * r(2, 2)) +
              r(0, 2) * (r(1, 0) * r(2, 1) - r(1, 1) * r(2, 0)));
  inverse(0, 0) = (r(1, 1) * r(2, 2) - r(2, 1) * r(1, 2)) * det;
  inverse(1, 0) = (r(2, 0) * r(1, 2) - r(1, 0) * r(2, 2)) * det;
  inverse(2, 0) = (r(1, 0) * r(2, 1) - r(2, 0) * r(1, 1)) * det;
  inverse(0, 1) = (r(2, 1) * r(0, 2) - r(0, 1) * r(2, 2)) * det;
  inverse(1, 1) = (r(0, 0) * r(2, 2) - r(2, 0) * r(0, 2)) * det;
  inverse(2, 1) = (r(2, 0) * r(0, 1) - r(0, 0) * r(2, 1)) * det;
  inverse(0, 2) = (r(0, 1) * r(1, 2) - r(1, 1) * r(0, 2)) * det;
  inverse(1, 2) = (r(1, 0) * r(0, 2) - r(0, 0) * r(1, 2)) * det;
  inverse(2, 2) = (r(0, 0) * r(1, 1) - r(1, 0) * r(0, 1)) * det;
}

/// Table 1.1, first row: J·Jᵀ with all entries computed, symmetric or not. R²·(2n − 1) flops.
template <class T, int R>
void paper_jjt(detail::In<T> jacobian, Matrix<T, R, R>& out) {
  KINE_ASSERT(jacobian.rows() == R && jacobian.cols() > 0, "the shapes do not fit");
  for (int i = 0; i < R; i++) {
    for (int j = 0; j < R; j++) {
      T sum = jacobian(i, 0) * jacobian(j, 0);
      for (int k = 1; k < jacobian.cols(); k++) sum += jacobian(i, k) * jacobian(j, k);
      out(i, j) = sum;
    }
  }
}

/// Table 1.1, third row: Jᵀ·B, n × R. n·R·(2R − 1) flops: 15n for R = 3 as printed, 66n (printed: 33n) for R = 6.
template <class T, int R>
void paper_jtb(detail::In<T> jacobian, const Matrix<T, R, R>& b, MatrixView<T> out) {
  KINE_ASSERT(jacobian.rows() == R && out.rows() == jacobian.cols() && out.cols() == R, "the shapes do not fit");
  for (int i = 0; i < jacobian.cols(); i++) {
    for (int j = 0; j < R; j++) {
      T sum = jacobian(0, i) * b(0, j);
      for (int k = 1; k < R; k++) sum += jacobian(k, i) * b(k, j);
      out(i, j) = sum;
    }
  }
}

/// Equation 1.6: Jᵀ·(J·Jᵀ)⁻¹, for three rows by appendix C, else by appendices A and B.
/// Cost: 33n + 42 for three rows as printed, 138n + 583 (printed: 105n + 583) for six.
template <class T, int R>
void paper_pseudo_inverse(detail::In<T> jacobian, MatrixView<T> out) {
  Matrix<T, R, R> a;
  Matrix<T, R, R> b;
  paper_jjt<T, R>(jacobian, a);
  if constexpr (R == 3) {
    paper_inverse3(a, b);
  } else {
    paper_lu_inverse(a, b);
  }
  paper_jtb<T, R>(jacobian, b, out);
}

}  // namespace kine
