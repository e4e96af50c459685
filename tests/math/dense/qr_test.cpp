#include "kine/math/dense/qr.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "kine/math/internal/counted.h"
#include "tests/math/dense/matrix_families.h"

namespace kine {
namespace {

using test::Column;
using test::Dense;
using test::Random;
using test::Sample;
using test::Worst;

/// A factorisation with its own memory.
template <class T>
struct OwnedQr {
  std::vector<T> a, tau, tau_right, scratch;
  std::vector<int> permutation;
  Qr<T> f;

  OwnedQr(const T* values, int rows, int cols)
      : a(values, values + rows * cols),
        tau(static_cast<std::size_t>(std::min(rows, cols))),
        tau_right(tau.size()),
        scratch(static_cast<std::size_t>(2 * cols)),
        permutation(static_cast<std::size_t>(cols)) {
    f = {MatrixView<T>(a.data(), rows, cols), tau, tau_right, permutation, 0};
  }
  explicit OwnedQr(const Dense& m)
    requires(std::is_same_v<T, double>)
      : OwnedQr(m.data(), static_cast<int>(m.rows()), static_cast<int>(m.cols())) {}
  bool factor() { return qr_factor(f, scratch); }
};

Dense q_of(const Qr<double>& f) {
  Dense q = Dense::Identity(f.a.rows(), f.a.rows());
  for (int j = 0; j < f.a.rows(); ++j) qr_apply_q(f, test::view(q).column(j));
  return q;
}

TEST(Qr, MultipliesBackAndHasAnOrthogonalQ) {
  Random random(51);
  Worst worst;
  for (int i = 0; i < test::kSamples; ++i) {
    const Sample s = test::sample(random, i, test::any_size(random), test::any_size(random));
    OwnedQr<double> qr(s.a);
    ASSERT_TRUE(qr.factor());
    const auto m = s.a.rows();
    const auto n = s.a.cols();
    const Dense q = q_of(qr.f);
    Dense r = Dense::Zero(m, n);
    Dense permuted(m, n);
    for (int j = 0; j < n; ++j) {
      for (int k = 0; k <= std::min<int>(j, static_cast<int>(m) - 1); ++k) r(k, j) = qr.f.a(k, j);
      permuted.col(j) = s.a.col(qr.permutation[static_cast<std::size_t>(j)]);
    }
    worst.see((q * r - permuted).stableNorm(), 1e-13 * s.a.stableNorm(), s, "product");
    worst.see((q.transpose() * q - Dense::Identity(m, m)).cwiseAbs().maxCoeff(), 1e-13, s, "orthogonality");
    for (int k = 1; k < std::min(m, n); ++k) {
      ASSERT_LE(std::abs(r(k, k)), std::abs(r(k - 1, k - 1)) * (1 + 1e-7) + 1e-15 * std::abs(r(0, 0))) << s.family;
    }
  }
  EXPECT_LE(worst.ratio, 1.0) << worst.what;
}

TEST(Qr, FindsTheSameRankAsEigenAtTheSameThreshold) {
  Random random(52);
  int compared = 0;
  int too_close = 0;
  for (int i = 0; i < test::kSamples; ++i) {
    const Sample s = test::sample(random, i, test::any_size(random), test::any_size(random));
    OwnedQr<double> qr(s.a);
    ASSERT_TRUE(qr.factor());
    if (s.rank >= 0 && s.condition < 1e6) {
      const int m = static_cast<int>(s.a.rows());
      const int n = static_cast<int>(s.a.cols());
      ASSERT_EQ(qr_rank(qr.f, qr_default_threshold<double>(m, n)), s.rank) << s.family;
    }
    Eigen::ColPivHouseholderQR<Dense> reference(s.a);
    for (const double threshold : {3e-3, 3e-6, 3e-9, 3e-12}) {
      // Ties between columns may be broken differently, which moves pivots a little: not by a fifth.
      bool close = false;
      for (int k = 0; k < static_cast<int>(qr.tau.size()); ++k) {
        const double pivot = std::abs(qr.f.a(k, k) / qr.f.a(0, 0));
        close |= pivot > threshold / 1.2 && pivot < threshold * 1.2;
      }
      if (close) {
        ++too_close;
        continue;
      }
      ++compared;
      reference.setThreshold(threshold);
      ASSERT_EQ(qr_rank(qr.f, threshold), reference.rank()) << s.family << " " << threshold << "\n" << s.a;
    }
  }
  EXPECT_GT(compared, 25 * too_close);
}

TEST(Qr, SolvesForTheShortestLeastSquaresSolution) {
  Random random(53);
  Worst worst;
  int deficient = 0;
  for (int i = 0; i < test::kSamples; ++i) {
    const Sample s = test::sample(random, i, test::any_size(random), test::any_size(random));
    const int m = static_cast<int>(s.a.rows());
    const int n = static_cast<int>(s.a.cols());
    const Column b = random.vector(m);
    OwnedQr<double> qr(s.a);
    ASSERT_TRUE(qr.factor());
    const double threshold = qr_default_threshold<double>(m, n);
    qr_complete(qr.f, qr_rank(qr.f, threshold));
    Column qtb = b;
    Column x(n);
    qr_solve(qr.f, test::span(qtb), test::span(x), qr.scratch);
    const double size = s.a.stableNorm();
    const double unit = size > 0 ? size : 1;
    const Dense a = s.a / unit;  // Products of three factors of 1e150 are no fault of the solver's.
    const Column scaled_x = x * unit;
    const Column residual = a * scaled_x - b;
    worst.see((a.transpose() * residual).norm(), 1e-13 * (scaled_x.norm() + b.norm()), s, "normal equations");
    worst.see(std::abs(residual.norm() - qtb.tail(m - qr.f.rank).norm()), 1e-13 * (scaled_x.norm() + b.norm()), s,
              "residual from the factors");
    if (qr.f.rank == m) worst.see(residual.norm(), 1e-13 * scaled_x.norm(), s, "residual");
    // Shortest: what A cannot see is not in x.
    if (s.rank >= 0 && s.rank < n && s.condition < 1e6) {
      ++deficient;
      const Eigen::JacobiSVD<Dense> svd(a, Eigen::ComputeFullV);
      const Dense unseen = svd.matrixV().rightCols(n - s.rank);
      worst.see((unseen.transpose() * scaled_x).norm(), 1e-13 * s.condition * scaled_x.norm(), s, "unseen part");
    }
  }
  EXPECT_LE(worst.ratio, 1.0) << worst.what;
  EXPECT_GT(deficient, 10000);
}

TEST(Qr, SolvesLikeEigensCompleteDecomposition) {
  Random random(54);
  for (int i = 0; i < 20000; ++i) {
    const Sample s = test::deficient(random, random.integer(1, 12), random.integer(1, 12));
    const Column b = random.vector(static_cast<int>(s.a.rows()));
    OwnedQr<double> qr(s.a);
    ASSERT_TRUE(qr.factor());
    qr_complete(qr.f, qr_rank(qr.f, 1e-10));
    ASSERT_EQ(qr.f.rank, s.rank);
    Column qtb = b;
    Column x(s.a.cols());
    qr_solve(qr.f, test::span(qtb), test::span(x), qr.scratch);
    Eigen::CompleteOrthogonalDecomposition<Dense> reference(s.a);
    reference.setThreshold(1e-10);
    const Column expected = s.rank == 0 ? Column(Column::Zero(s.a.cols())) : Column(reference.solve(b));
    ASSERT_LE((x - expected).norm(), 1e-13 * 100 * (1 + expected.norm()));
  }
}

TEST(Qr, SaysWhenAnEntryIsNotFinite) {
  for (const double bad : {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    for (int i = 0; i < 12; ++i) {
      Dense a = Dense::Ones(3, 4);
      a.data()[i] = bad;
      OwnedQr<double> qr(a);
      EXPECT_FALSE(qr.factor());
    }
  }
}

TEST(Qr, WorksInFloatAndOnCountedNumbers) {
  const std::array<float, 6> a{1, 1, 1, 1, 2, 3};
  OwnedQr<float> qr(a.data(), 3, 2);
  ASSERT_TRUE(qr.factor());
  qr_complete(qr.f, qr_rank(qr.f, 1e-5f));
  std::array<float, 3> b{3, 5, 7};
  std::array<float, 2> x;
  qr_solve<float>(qr.f, b, x, qr.scratch);
  EXPECT_NEAR(x[0], 1, 1e-5);
  EXPECT_NEAR(x[1], 2, 1e-5);

  const std::array<Counted, 6> c{1, 1, 1, 1, 2, 3};
  OwnedQr<Counted> counted(c.data(), 3, 2);
  const FlopCounter counter;
  ASSERT_TRUE(counted.factor());
  EXPECT_GT(counter.tally().flops(), 0);
  EXPECT_GT(counter.tally().square_roots, 0);
  EXPECT_EQ(qr_rank(counted.f, 1e-5), 2);
}

TEST(Qr, KeepsLengths) {
  EXPECT_TRUE(rc::check([](const std::array<double, 12>& values, const std::array<double, 4>& v) {
    const ConstMatrixView<double> a(values.data(), 4, 3);
    const double length = norm(std::span<const double>(v));
    RC_PRE(frobenius_norm(a) < 1e100 && length < 1e100);
    OwnedQr<double> qr(values.data(), 4, 3);
    RC_ASSERT(qr.factor());
    std::array<double, 4> turned = v;
    qr_apply_qt<double>(qr.f, turned);
    RC_ASSERT(std::abs(norm(std::span<const double>(turned)) - length) <= 1e-14 * length);
    qr_apply_q<double>(qr.f, turned);
    for (std::size_t i = 0; i < 4; ++i) RC_ASSERT(std::abs(turned[i] - v[i]) <= 1e-14 * length);
  }));
}

}  // namespace
}  // namespace kine
