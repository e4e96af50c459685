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

/// J W J^T, or W^1/2 J^T J W^1/2, whichever is smaller: of both the singular values are the squares of those of J W^1/2.
void DenseSolver::fill_squares(MatrixView<double> squares) const {
  const int count = squares.rows();
  if (count == rows_) {
    for (int j = 0; j < rows_; ++j)
      for (int i = 0; i < rows_; ++i) squares(i, j) = normal_(std::max(i, j), std::min(i, j));
    return;
  }
  for (int b = 0; b < count; ++b)
    for (int a = b; a < count; ++a) {
      const double weight = std::sqrt(weights_[static_cast<std::size_t>(a)] * weights_[static_cast<std::size_t>(b)]);
      squares(a, b) = squares(b, a) = weight > 0 ? weight * along(a, jacobian_.column(b)) : 0;
    }
}

/// u = J W^1/2 v / sigma, in y_.
std::span<const double> DenseSolver::rows_moved_by(std::span<const double> v, double sigma) {
  std::fill(y_.begin(), y_.end(), 0.0);
  for (int c = 0; c < jacobian_.cols(); ++c) {
    const auto i = static_cast<std::size_t>(c);
    const double share = std::sqrt(weights_[i]) * v[i] / sigma;
    for (int r = 0; r < rows_; ++r) y_[static_cast<std::size_t>(r)] += share * jacobian_(r, c);
  }
  return y_;
}

/// Buss & Kim, "Selectively Damped Least Squares for Inverse Kinematics" (2005). With J = sum of sigma u v^T, the step
/// along each v is clamped by how far it moves the ends against how far they are meant to go; the sum is clamped again.
bool DenseSolver::selectively_damped() {
  constexpr double kMostTurn = kPi / 4;
  const Scratch::Scope scope(scratch_);
  const auto m = static_cast<std::size_t>(rows_);
  const int count = std::min(rows_, jacobian_.cols());
  const std::span<double> sigma = scratch_.take<double>(static_cast<std::size_t>(count));
  const std::span<double> vectors = scratch_.take<double>(m * m), memory = scratch_.take<double>(m * m);
  const MatrixView<double> squares(work_.data(), count, count), vector(vectors.data(), count, count);
  fill_squares(squares);
  if (!svd<double>(squares, sigma, vector, {}, memory).ok) return false;
  std::fill(change_.begin(), change_.end(), 0.0);
  const int ends = rows_ / 3;
  for (int k = 0; k < count; ++k) {
    const double s2 = sigma[static_cast<std::size_t>(k)];
    if (!(s2 > 1e-14 * sigma[0])) break;
    const double s = std::sqrt(s2);
    const std::span<const double> uk = count == rows_ ? vector.column(k) : rows_moved_by(vector.column(k), s);
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
