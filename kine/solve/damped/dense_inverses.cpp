// The inverses of the Jacobian other than the default one. They crop at the limits and hand nothing on.
#include <algorithm>
#include <cmath>

#include "kine/math/dense/lu.h"
#include "kine/math/dense/paper_inverse.h"
#include "kine/math/dense/svd.h"
#include "kine/solve/damped/dense_solver.h"

namespace kine::detail {

/// The inverse of J W J^T as the paper makes it: by 1/det for three rows, by LU without pivoting for six. Other
/// sizes, which the paper does not have, by LU with pivoting.
bool DenseSolver::paper_inverse() {
  for (int j = 0; j < rows_; ++j)
    for (int i = 0; i < j; ++i) normal_(i, j) = normal_(j, i);
  if (rows_ == 3) return invert_by_paper<3>();
  if (rows_ == 6) return invert_by_paper<6>();
  const Scratch::Scope scope(scratch_);
  const std::span<double> copy = scratch_.take<double>(static_cast<std::size_t>(rows_ * rows_));
  std::copy_n(normal_.data(), copy.size(), copy.begin());
  const std::span<int> pivots = scratch_.take<int>(static_cast<std::size_t>(rows_));
  const MatrixView<double> lu(copy.data(), rows_, rows_);
  if (lu_factor(lu, pivots) != LuStatus::Ok) return false;
  for (int c = 0; c < rows_; ++c) {
    std::fill_n(&work_(0, c), rows_, 0.0);
    work_(c, c) = 1;
    lu_solve<double>(lu, pivots, work_.column(c));
  }
  return true;
}

template <int N>
bool DenseSolver::invert_by_paper() {
  Matrix<double, N, N> a, inverse;
  std::copy_n(normal_.data(), N * N, a.data());
  if constexpr (N == 3) kine::paper_inverse3(a, inverse);
  if constexpr (N == 6) kine::paper_lu_inverse(a, inverse);
  std::copy_n(inverse.data(), N * N, work_.data());
  return true;
}

/// Steps 3 to 6 of the paper: dX is halved until |(1 - J J^-1) dX| is small enough.
bool DenseSolver::paper() {
  if (!paper_inverse()) return false;
  for (int halvings = 0;; ++halvings) {
    for (int i = 0; i < rows_; ++i) {
      double sum = 0;
      for (int j = 0; j < rows_; ++j) sum += work_(i, j) * error_[static_cast<std::size_t>(j)];
      y_[static_cast<std::size_t>(i)] = sum;
    }
    double off = 0;
    for (int i = 0; i < rows_; ++i) {
      double sum = error_[static_cast<std::size_t>(i)];
      for (int j = 0; j < rows_; ++j) sum -= normal_(i, j) * y_[static_cast<std::size_t>(j)];
      off += sum * sum;
    }
    if (!(std::sqrt(off) > method_.inverse_error) || halvings >= method_.inner_limit)
      break;  // at once where it is no number
    for (double& e : error_) e /= 2;
  }
  changes_from(y_);
  return true;
}

/// Along J^T e, as far as brings the linearised error down most (Buss, "Introduction to Inverse Kinematics", eq. 9).
bool DenseSolver::transpose() {
  double down = 0, size = 0;
  for (int i = 0; i < rows_; ++i) {
    double sum = 0;
    for (int j = 0; j < rows_; ++j)
      sum += normal_(std::max(i, j), std::min(i, j)) * error_[static_cast<std::size_t>(j)];
    down += sum * error_[static_cast<std::size_t>(i)];
    size += sum * sum;
  }
  if (!(size > 0)) return false;
  for (std::size_t i = 0; i < y_.size(); ++i) y_[i] = error_[i] * (down / size);
  changes_from(y_);
  return true;
}

/// Buss & Kim, "Selectively Damped Least Squares for Inverse Kinematics" (2005). With J = sum of sigma u v^T, the step
/// along each v is clamped by how far it moves the ends against how far they are meant to go; the sum is clamped again.
bool DenseSolver::selectively_damped() {
  constexpr double kMostTurn = kPi / 4;
  const Scratch::Scope scope(scratch_);
  const auto m = static_cast<std::size_t>(rows_);
  const std::span<double> sigma = scratch_.take<double>(m);
  const MatrixView<double> u(scratch_.take<double>(m * m).data(), rows_, rows_);
  const std::span<double> memory = scratch_.take<double>(m * m);
  for (int j = 0; j < rows_; ++j)
    for (int i = 0; i < rows_; ++i) work_(i, j) = normal_(std::max(i, j), std::min(i, j));
  if (!svd<double>(work_, sigma, u, {}, memory).ok) return false;  // of J W J^T: the sigmas are squares
  std::fill(change_.begin(), change_.end(), 0.0);
  const int ends = rows_ / 3;
  for (int k = 0; k < rows_; ++k) {
    const double s2 = sigma[static_cast<std::size_t>(k)];
    if (!(s2 > 1e-14 * sigma[0])) break;
    const double s = std::sqrt(s2);
    const std::span<double> uk = u.column(k);
    double alpha = 0, n = 0;
    for (std::size_t i = 0; i < m; ++i) alpha += uk[i] * error_[i];
    for (int end = 0; end < ends; ++end) {
      double square = 0;
      for (int i = 3 * end; i < 3 * end + 3; ++i)
        square += uk[static_cast<std::size_t>(i)] * uk[static_cast<std::size_t>(i)];
      n += std::sqrt(square);
    }
    // M = (1/sigma) sum over joints of |v_j| times how far that joint moves each end.
    double reach_sum = 0, largest = 0;
    for (int c = 0; c < jacobian_.cols(); ++c) {
      const double w = weights_[static_cast<std::size_t>(c)];
      if (!(w > 0)) continue;
      const double v = w * along(c, uk) / s;
      largest = std::max<double>(largest, std::abs(v) / unit_of(c));
      double moves = 0;
      for (int end = 0; end < ends; ++end) {
        const double* column = &jacobian_(3 * end, c);
        moves += std::sqrt(column[0] * column[0] + column[1] * column[1] + column[2] * column[2]);
      }
      reach_sum += std::abs(v) * moves;
    }
    const double bound = reach_sum > 0 ? std::min<double>(1, n * s / reach_sum) * kMostTurn : kMostTurn;
    double along_v = alpha / s;
    if (std::abs(along_v) * largest > bound) along_v *= bound / (std::abs(along_v) * largest);
    for (int c = 0; c < jacobian_.cols(); ++c) {
      const double w = weights_[static_cast<std::size_t>(c)];
      if (w > 0) change_[static_cast<std::size_t>(c)] += along_v * w * along(c, uk) / s;
    }
  }
  double largest = 0;
  for (int c = 0; c < jacobian_.cols(); ++c)
    largest = std::max<double>(largest, std::abs(change_[static_cast<std::size_t>(c)]) / unit_of(c));
  if (largest > kMostTurn)
    for (double& change : change_) change *= kMostTurn / largest;
  return true;
}

}  // namespace kine::detail
