#include "kine/math/dense/ldlt.h"

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

/// B·Bᵀ, with B of 1e±150 brought to 1e±70 so that nothing leaves the range when it is squared.
Dense gram(const Sample& s) {
  const double largest = s.a.cwiseAbs().maxCoeff();
  const double scale = s.family != "scaled" ? 1 : largest > 1 ? 1e-80 : 1e80;
  const Dense b = s.a * scale;
  return b * b.transpose();
}

TEST(LdltDefinite, SolvesDampedGramMatricesWithASmallResidual) {
  Random random(41);
  Worst worst;
  for (int i = 0; i < test::kSamples; ++i) {
    const int n = test::any_size(random);
    const Sample s = test::sample(random, i, n, test::any_size(random));
    Dense a = gram(s);
    double largest = a.diagonal().maxCoeff();
    if (largest == 0) largest = 1;
    // From the damping that is promised to be accepted, to a lot.
    const double least = 4 * n * std::numeric_limits<double>::epsilon();
    a.diagonal().array() += std::max(least, std::pow(10.0, -random.uniform(0, 15))) * largest;
    const Column b = random.vector(n);
    Dense f = a;
    ASSERT_TRUE(ldlt_factor_definite(test::view(f))) << s.family << " " << n;
    Column x = b;
    ldlt_solve_definite(test::view(f), test::span(x));
    worst.see((a * x - b).stableNorm(), 1e-13 * a.stableNorm() * x.stableNorm(), s, "residual");
    Dense l = f.triangularView<Eigen::UnitLower>();
    const Dense product = l * f.diagonal().cwiseInverse().asDiagonal() * l.transpose();
    worst.see((product - a).stableNorm(), 1e-13 * a.stableNorm(), s, "product");
  }
  EXPECT_LE(worst.ratio, 1.0) << worst.what;
}

TEST(LdltDefinite, ReadsAndWritesTheLowerTriangleOnly) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  Matrix<double, 3, 3> a{{4, 2, 1, nan, 5, 2, nan, nan, 6}};
  ASSERT_TRUE(ldlt_factor_definite(a));
  std::array<double, 3> x{7, 9, 9};
  ldlt_solve_definite(a, x);
  for (const double value : x) EXPECT_NEAR(value, 1, 1e-15);
  EXPECT_TRUE(std::isnan(a(0, 1)) && std::isnan(a(0, 2)) && std::isnan(a(1, 2)));
}

TEST(LdltDefinite, RefusesWhatIsNotDefinite) {
  Matrix<double, 2, 2> indefinite{{1, 2, 2, 1}};
  EXPECT_FALSE(ldlt_factor_definite(indefinite));
  Matrix<double, 2, 2> semi{{1, 1, 1, 1}};
  EXPECT_FALSE(ldlt_factor_definite(semi));
  Matrix<double, 6, 6> zero;
  EXPECT_FALSE(ldlt_factor_definite(zero));
  Matrix<double, 1, 1> negative{{-1}};
  EXPECT_FALSE(ldlt_factor_definite(negative));
}

TEST(Ldlt, SaysWhenAnEntryIsNotFinite) {
  for (const double bad : {std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(),
                           std::numeric_limits<double>::quiet_NaN()}) {
    for (const int n : {1, 2, 3, 5, 6, 9}) {
      for (int j = 0; j < n; ++j) {
        for (int i = j; i < n; ++i) {
          Dense a = 3 * Dense::Identity(n, n);
          a(i, j) = bad;
          Dense b = a;
          std::vector<int> pivots(static_cast<std::size_t>(n));
          EXPECT_FALSE(ldlt_factor_definite(test::view(a))) << n << " " << i << " " << j;
          EXPECT_FALSE(ldlt_factor(test::view(b), pivots).ok) << n << " " << i << " " << j;
        }
      }
    }
  }
}

template <int N>
void expect_same_bits() {
  Random random(42);
  for (int i = 0; i < 200; ++i) {
    const Dense b = random.matrix(N, N + 2);
    const Dense a = b * b.transpose();
    Matrix<double, N, N> fixed;
    copy<double>(test::view(a), fixed.view());
    Dense plain = a;
    std::array<double, N> x, y;
    for (std::size_t k = 0; k < N; ++k) x[k] = y[k] = random.uniform(-1, 1);
    ASSERT_TRUE(ldlt_factor_definite(fixed));
    ASSERT_TRUE(detail::ldlt_definite_kernel(plain.data(), N, N));
    ldlt_solve_definite(fixed, x);
    detail::ldlt_solve_kernel(plain.data(), N, N, y.data());
    ASSERT_EQ(x, y);
    for (int k = 0; k < N * N; ++k) ASSERT_EQ(fixed.data()[k], plain.data()[k]);
  }
}

TEST(LdltDefinite, FixedAndRunningSizesGiveTheSameBits) {
  expect_same_bits<3>();
  expect_same_bits<6>();
  expect_same_bits<11>();
}

TEST(Ldlt, SolvesSemiDefiniteSystemsWhoseRightSideIsInTheRange) {
  Random random(43);
  Worst worst;
  int deficient = 0;
  for (int i = 0; i < test::kSamples; ++i) {
    const int n = test::any_size(random);
    const Sample s = test::sample(random, i, n, test::any_size(random));
    const Dense a = gram(s);
    const Column wanted = random.vector(n);
    const Column b = a * wanted;
    Dense f = a;
    std::vector<int> pivots(static_cast<std::size_t>(n));
    const LdltReport report = ldlt_factor(test::view(f), pivots);
    ASSERT_TRUE(report.ok) << s.family;
    // A known rank is found when its smallest square is clear of rounding.
    if (s.rank >= 0 && s.condition > 0 && s.condition < 1e6) {
      ASSERT_EQ(report.rank, s.rank) << s.family << " " << n << "x" << s.a.cols();
      deficient += s.rank < n;
    }
    Column x = b;
    ldlt_solve(test::view(f), pivots, report.rank, test::span(x));
    // What is below the threshold counts as zero, so the right side may be off by that much.
    const double allowed = 1e-13 * a.stableNorm() * (x.stableNorm() + wanted.stableNorm());
    worst.see((a * x - b).stableNorm(), n <= 12 ? allowed : 10 * allowed, s, "residual");
  }
  EXPECT_LE(worst.ratio, 1.0) << worst.what;
  EXPECT_GT(deficient, 5000);
}

TEST(Ldlt, FullRankSolvesLikeEigen) {
  Random random(44);
  for (int i = 0; i < 5000; ++i) {
    const int n = random.integer(1, 12);
    const Dense g = random.matrix(n, n + 3);
    const Dense a = g * g.transpose();
    const Column b = random.vector(n);
    Dense f = a;
    std::vector<int> pivots(static_cast<std::size_t>(n));
    const LdltReport report = ldlt_factor(test::view(f), pivots);
    ASSERT_TRUE(report.ok);
    ASSERT_EQ(report.rank, n);
    Column x = b;
    ldlt_solve(test::view(f), pivots, n, test::span(x));
    const Column expected = a.ldlt().solve(b);
    ASSERT_LE((a * (x - expected)).norm(), 1e-13 * a.norm() * x.norm());
  }
}

TEST(Ldlt, SaysWhenClearlyIndefinite) {
  Random random(45);
  for (int i = 0; i < 2000; ++i) {
    const int n = random.integer(2, 12);
    const Dense q = random.orthonormal(n, n);
    Column d = Column::NullaryExpr(n, [&] { return random.uniform(0.1, 1); });
    d[random.integer(0, n - 1)] = -random.uniform(0.1, 1);
    Dense a = q * d.asDiagonal() * q.transpose();
    std::vector<int> pivots(static_cast<std::size_t>(n));
    ASSERT_FALSE(ldlt_factor(test::view(a), pivots).ok);
  }
  Matrix<double, 2, 2> zero;
  std::array<int, 2> pivots;
  const LdltReport report = ldlt_factor(zero.view(), pivots);
  EXPECT_TRUE(report.ok);
  EXPECT_EQ(report.rank, 0);
  std::array<double, 2> x{1, 1};
  ldlt_solve<double>(zero, pivots, 0, x);
  EXPECT_EQ(x[0], 0);
}

TEST(Ldlt, WorksInFloat) {
  Matrix<float, 2, 2> a{{4, 2, 2, 1}};
  std::array<int, 2> pivots;
  const LdltReport report = ldlt_factor(a.view(), pivots);
  EXPECT_TRUE(report.ok);
  EXPECT_EQ(report.rank, 1);
  std::array<float, 2> x{4, 2};
  ldlt_solve<float>(a, pivots, report.rank, x);
  EXPECT_FLOAT_EQ(x[0], 1);
  EXPECT_FLOAT_EQ(x[1], 0);
}

TEST(LdltDefinite, CostsLessThanHalfOfThePapersLu) {
  Random random(46);
  Matrix<Counted, 6, 8> j;
  for (Counted& value : j.values) value = random.uniform(-1, 1);
  Matrix<Counted, 6, 6> a;
  multiply_transposed(j.view(), a.view());
  const FlopCounter factor;
  ASSERT_TRUE(ldlt_factor_definite(a));
  // 15 multipliers, 35 products taken away, 6 reciprocals and two for the threshold; the paper's decomposition: 151.
  const FlopTally expected{.multiplications = 52, .divisions = 6, .additions = 35, .square_roots = 0};
  EXPECT_EQ(factor.tally(), expected);
  std::array<Counted, 6> x;
  const FlopCounter solve;
  ldlt_solve_definite(a, x);
  const FlopTally expected_solve{.multiplications = 36, .divisions = 0, .additions = 30, .square_roots = 0};
  EXPECT_EQ(solve.tally(), expected_solve);
}

TEST(Ldlt, SolvingUndoesMultiplyingForDampedProducts) {
  EXPECT_TRUE(rc::check([](const std::array<double, 20>& values, const std::array<double, 4>& x) {
    Matrix<double, 4, 5> j{values};
    const double size = frobenius_norm(j.view());
    const double length = norm(std::span<const double>(x));
    RC_PRE(size < 1e60 && size > 1e-60 && length < 1e60);
    Matrix<double, 4, 4> a;
    multiply_transposed(j.view(), a.view());
    for (int i = 0; i < 4; ++i) a(i, i) += 1e-2 * size * size;
    std::array<double, 4> b;
    multiply<double>(a, x, b);
    RC_ASSERT(ldlt_factor_definite(a));
    ldlt_solve_definite(a, b);
    for (std::size_t i = 0; i < 4; ++i) RC_ASSERT(std::abs(b[i] - x[i]) <= 1e-12 * length);
  }));
}

}  // namespace
}  // namespace kine
