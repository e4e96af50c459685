// Random and awkward matrices for the tests of the dense kernels, and conversion between Eigen's matrices and our
// views.
#pragma once

#include <Eigen/Dense>
#include <cmath>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "kine/math/matrix.h"

namespace kine::test {

using Dense = Eigen::MatrixXd;
using Column = Eigen::VectorXd;

inline MatrixView<double> view(Dense& a) { return {a.data(), static_cast<int>(a.rows()), static_cast<int>(a.cols())}; }
inline ConstMatrixView<double> view(const Dense& a) {
  return {a.data(), static_cast<int>(a.rows()), static_cast<int>(a.cols())};
}
inline std::span<double> span(Column& a) { return {a.data(), static_cast<std::size_t>(a.size())}; }
inline std::span<const double> span(const Column& a) { return {a.data(), static_cast<std::size_t>(a.size())}; }

/// The same numbers with every standard library, unlike std::uniform_real_distribution.
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  double unit() { return static_cast<double>(engine_() >> 11) * 0x1p-53; }
  double uniform(double low, double high) { return low + (high - low) * unit(); }
  int integer(int low, int high) { return low + static_cast<int>(unit() * (high - low + 1)); }
  Dense matrix(int rows, int cols) {
    return Dense::NullaryExpr(rows, cols, [this] { return uniform(-1, 1); });
  }
  Column vector(int size) {
    return Column::NullaryExpr(size, [this] { return uniform(-1, 1); });
  }
  /// Orthonormal columns (cols <= rows).
  Dense orthonormal(int rows, int cols) {
    return Eigen::HouseholderQR<Dense>(matrix(rows, cols)).householderQ() * Dense::Identity(rows, cols);
  }

 private:
  std::mt19937_64 engine_;
};

/// A matrix and what is known about it by construction.
struct Sample {
  Dense a;
  std::string family;
  int rank = -1;          ///< Known rank, or -1.
  double condition = -1;  ///< Largest over smallest non-zero singular value where known, or -1.
};

inline Dense with_singular_values(Random& random, int rows, int cols, const Column& sigma) {
  const int k = static_cast<int>(sigma.size());
  return random.orthonormal(rows, k) * sigma.asDiagonal() * random.orthonormal(cols, k).transpose();
}

inline Sample conditioned(Random& random, int rows, int cols) {
  const int k = std::min(rows, cols);
  const double digits = random.uniform(0, 14);
  Column sigma(k);
  for (int i = 0; i < k; ++i) sigma[i] = std::pow(10.0, i == 0 ? 0 : i + 1 == k ? -digits : -random.uniform(0, digits));
  return {with_singular_values(random, rows, cols, sigma), "conditioned", k, std::pow(10.0, k > 1 ? digits : 0)};
}

inline Sample deficient(Random& random, int rows, int cols) {
  const int rank = random.integer(0, std::min(rows, cols));
  if (rank == 0) return {Dense::Zero(rows, cols), "deficient", 0, 1};
  Column sigma = Column::NullaryExpr(rank, [&] { return random.uniform(0.1, 1); });
  sigma[0] = 1;
  return {with_singular_values(random, rows, cols, sigma), "deficient", rank, 10};
}

inline Sample zero_lines(Random& random, int rows, int cols) {
  Dense a = random.matrix(rows, cols);
  a.row(random.integer(0, rows - 1)).setZero();
  if (random.unit() < 0.5) a.col(random.integer(0, cols - 1)).setZero();
  return {a, "zero lines", -1, -1};
}

inline Sample hilbert(Random& random, int rows, int cols) {
  const int shift = random.integer(1, 4);
  return {Dense::NullaryExpr(rows, cols, [=](auto i, auto j) { return 1.0 / static_cast<double>(i + j + shift); }),
          "hilbert", -1, -1};
}

inline Sample graded(Random& random, int rows, int cols) {
  Dense a = random.matrix(rows, cols);
  const double down = random.uniform(-1.5, 1.5);
  const double across = random.uniform(-1.5, 1.5);
  for (int i = 0; i < rows; ++i) a.row(i) *= std::pow(10.0, down * i);
  for (int j = 0; j < cols; ++j) a.col(j) *= std::pow(10.0, across * j);
  return {a, "graded", -1, -1};
}

inline Sample repeated(Random& random, int rows, int cols) {
  const int k = std::min(rows, cols);
  Column sigma = Column::Ones(k);
  sigma.tail(k / 2).setConstant(1e-3);
  return {with_singular_values(random, rows, cols, sigma), "repeated", k, k > 1 ? 1e3 : 1};
}

inline Sample scaled(Random& random, int rows, int cols) {
  Sample s = deficient(random, rows, cols);
  s.a *= random.unit() < 0.5 ? 1e-150 : 1e150;
  s.family = "scaled";
  return s;
}

inline Sample integers(Random& random, int rows, int cols) {
  return {Dense::NullaryExpr(rows, cols, [&] { return static_cast<double>(random.integer(-1, 1)); }), "integers", -1,
          -1};
}

/// Neighbouring columns that almost agree, as the Jacobian of a nearly straight leg has them.
inline Sample nearly_parallel(Random& random, int rows, int cols) {
  Dense a = random.matrix(rows, cols);
  const double gap = std::pow(10.0, -random.uniform(2, 13));
  for (int j = 1; j < cols; j += 2) a.col(j) = a.col(j - 1) + gap * a.col(j);
  return {a, "nearly parallel", -1, -1};
}

/// Sample number i of a shape: all families in turn.
inline Sample sample(Random& random, int i, int rows, int cols) {
  switch (i % 10) {
    case 0:
      return conditioned(random, rows, cols);
    case 1:
      return deficient(random, rows, cols);
    case 2:
      return zero_lines(random, rows, cols);
    case 3:
      return hilbert(random, rows, cols);
    case 4:
      return graded(random, rows, cols);
    case 5:
      return repeated(random, rows, cols);
    case 6:
      return scaled(random, rows, cols);
    case 7:
      return integers(random, rows, cols);
    case 8:
      return nearly_parallel(random, rows, cols);
    default:
      return {random.matrix(rows, cols), "uniform", -1, -1};
  }
}

/// Mostly 1 to 12; one in two hundred is up to 60.
inline int any_size(Random& random) { return random.unit() < 0.005 ? random.integer(13, 60) : random.integer(1, 12); }

inline constexpr int kSamples = 100000;

/// Remembers the worst ratio of error to allowance, and of which sample it came.
struct Worst {
  double ratio = 0;
  std::string what;

  void see(double error, double allowance, const Sample& s, const char* check) {
    const double r = error == 0 ? 0 : error / allowance;
    if (r <= ratio) return;  // NaN falls through and stays.
    if (std::isnan(ratio)) return;
    ratio = r;
    what = std::string(check) + " of " + s.family + " " + std::to_string(s.a.rows()) + "x" + std::to_string(s.a.cols());
  }
};

}  // namespace kine::test
