#include "kine/math/dense/lu.h"

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

TEST(Lu, SolvesWithASmallResidualHoweverIllConditioned) {
  Random random(31);
  Worst worst;
  int solved = 0;
  int condition_checked = 0;
  for (int i = 0; i < test::kSamples; ++i) {
    const int n = test::any_size(random);
    const Sample s = test::sample(random, i, n, n);
    const Column b = random.vector(n);
    Dense factors = s.a;
    std::vector<int> pivots(static_cast<std::size_t>(n));
    const double norm_of_a = column_sum_norm(test::view(s.a));
    const LuStatus status = lu_factor(test::view(factors), pivots);
    ASSERT_NE(status, LuStatus::NotFinite) << s.family;
    if (status == LuStatus::Singular) {
      // Nothing that is invertible for sure may be called singular.
      ASSERT_FALSE(s.rank == n && s.condition < 1e12) << s.family;
      continue;
    }
    ++solved;
    Column x = b;
    lu_solve(test::view(factors), pivots, test::span(x));
    const double size = s.a.stableNorm() * x.stableNorm();
    worst.see((s.a * x - b).stableNorm(), 1e-13 * size, s, "residual");

    const Eigen::PartialPivLU<Dense> reference(s.a);
    const double eigens_rcond = reference.rcond();
    Column scratch(2 * n);
    const double rcond = lu_reciprocal_condition(test::view(factors), pivots, norm_of_a, test::span(scratch));
    if (eigens_rcond > 1e-12) {
      ++condition_checked;
      const double truth = 1 / (norm_of_a * s.a.inverse().cwiseAbs().colwise().sum().maxCoeff());
      ASSERT_GE(rcond, truth * 0.99) << s.family;
      ASSERT_LE(rcond, truth * 10) << s.family;
    } else {
      ASSERT_LE(rcond, 1e-10) << s.family;
    }
  }
  EXPECT_LE(worst.ratio, 1.0) << worst.what;
  EXPECT_GT(solved, test::kSamples * 2 / 3);
  EXPECT_GT(condition_checked, test::kSamples / 3);
}

TEST(Lu, FactorsMultiplyBackToTheExchangedMatrix) {
  Random random(32);
  for (int i = 0; i < 5000; ++i) {
    const int n = random.integer(1, 12);
    const Dense a = random.matrix(n, n);
    Dense f = a;
    std::vector<int> pivots(static_cast<std::size_t>(n));
    ASSERT_EQ(lu_factor(test::view(f), pivots), LuStatus::Ok);
    Dense exchanged = a;
    for (int k = 0; k < n; ++k) exchanged.row(k).swap(exchanged.row(pivots[static_cast<std::size_t>(k)]));
    const Dense l = f.triangularView<Eigen::UnitLower>();
    const Dense u = f.triangularView<Eigen::Upper>();
    ASSERT_LE((l * u - exchanged).norm(), 1e-14 * n * a.norm());
    ASSERT_LE(l.cwiseAbs().maxCoeff(), 1.0 + 1e-15);
  }
}

TEST(Lu, InverseIsTheInverse) {
  Random random(33);
  for (int n = 1; n <= 40; ++n) {
    const Dense a = random.matrix(n, n) + 2 * Dense::Identity(n, n);
    Dense f = a;
    Dense inverse(n, n);
    std::vector<int> pivots(static_cast<std::size_t>(n));
    ASSERT_EQ(lu_inverse(test::view(f), pivots, test::view(inverse)), LuStatus::Ok);
    ASSERT_LE((a * inverse - Dense::Identity(n, n)).norm(), 1e-13 * a.norm() * inverse.norm());
    ASSERT_LE((inverse - a.inverse()).norm(), 1e-13 * a.norm() * inverse.norm() * inverse.norm());
  }
}

TEST(Lu, SaysSingularAndLeavesTheInverseAlone) {
  Matrix<double, 3, 3> a;
  a(0, 0) = a(0, 1) = a(1, 0) = a(1, 1) = 1;
  a(2, 2) = 1;
  std::array<int, 3> pivots;
  Matrix<double, 3, 3> inverse;
  EXPECT_EQ(lu_inverse(a.view(), pivots, inverse.view()), LuStatus::Singular);
  EXPECT_EQ(largest_abs(inverse.view()), 0);
  Matrix<double, 3, 3> zero;
  EXPECT_EQ(lu_factor(zero, pivots), LuStatus::Singular);
}

TEST(Lu, SaysWhenAnEntryIsNotFinite) {
  for (const double bad : {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    for (const int n : {1, 2, 3, 5, 6, 9}) {
      for (int i = 0; i < n * n; ++i) {
        Dense a = Dense::Identity(n, n);
        a.data()[i] = bad;
        std::vector<int> pivots(static_cast<std::size_t>(n));
        EXPECT_EQ(lu_factor(test::view(a), pivots), LuStatus::NotFinite);
      }
    }
  }
}

template <int N>
void expect_same_lu_bits() {
  Random random(34);
  for (int i = 0; i < 200; ++i) {
    const Dense a = random.matrix(N, N);
    Matrix<double, N, N> fixed;
    copy<double>(test::view(a), fixed.view());
    Dense plain = a;
    Dense viewed = a;
    std::array<int, N> pivots, plain_pivots, viewed_pivots;
    std::array<double, N> x, y, z;
    for (std::size_t k = 0; k < N; ++k) x[k] = y[k] = z[k] = random.uniform(-1, 1);
    ASSERT_EQ(lu_factor(fixed, pivots), LuStatus::Ok);
    ASSERT_EQ(detail::lu_factor_kernel(plain.data(), N, N, plain_pivots.data()), LuStatus::Ok);
    ASSERT_EQ(lu_factor(test::view(viewed), viewed_pivots), LuStatus::Ok);
    lu_solve(fixed, pivots, x);
    detail::lu_solve_kernel(plain.data(), N, N, plain_pivots.data(), y.data());
    lu_solve<double>(test::view(viewed), viewed_pivots, z);
    ASSERT_EQ(x, y);
    ASSERT_EQ(x, z);
    ASSERT_EQ(plain, viewed);
  }
}

TEST(Lu, FixedAndRunningSizesGiveTheSameBits) {
  expect_same_lu_bits<3>();
  expect_same_lu_bits<6>();
  expect_same_lu_bits<11>();
}

TEST(Lu, WorksInFloatAndOnCountedNumbers) {
  Matrix<float, 2, 2> a{{4, 2, 1, 3}};
  std::array<int, 2> pivots;
  ASSERT_EQ(lu_factor(a, pivots), LuStatus::Ok);
  std::array<float, 2> x{9, 8};
  lu_solve(a, pivots, x);
  EXPECT_NEAR(x[0], 1.9f, 1e-6f);
  EXPECT_NEAR(x[1], 1.4f, 1e-6f);

  Random random(35);
  Matrix<Counted, 6, 6> c;
  for (Counted& value : c.values) value = random.uniform(-1, 1);
  std::array<int, 6> counted_pivots;
  const FlopCounter counter;
  ASSERT_EQ(lu_factor(c, counted_pivots), LuStatus::Ok);
  // One reciprocal a pivot, 15 multipliers, 55 products taken away: 131 flops where the paper's text takes 151.
  const FlopTally expected{.multiplications = 70, .divisions = 6, .additions = 55, .square_roots = 0};
  EXPECT_EQ(counter.tally(), expected);
}

TEST(Lu, SolvingUndoesMultiplying) {
  EXPECT_TRUE(rc::check([](const std::array<double, 16>& values, const std::array<double, 4>& x) {
    Matrix<double, 4, 4> a{values};
    for (int i = 0; i < 4; ++i) {
      const double size = frobenius_norm(a.view());
      RC_PRE(size < 1e100);
      a(i, i) += 2 * size + 1;  // Dominant diagonals are well conditioned.
    }
    std::array<double, 4> b;
    multiply<double>(a, x, b);
    const double size = frobenius_norm(a.view());
    std::array<int, 4> pivots;
    RC_ASSERT(lu_factor(a, pivots) == LuStatus::Ok);
    lu_solve(a, pivots, b);
    const double length = norm(std::span<const double>(x));
    RC_PRE(length < 1e100);
    for (std::size_t i = 0; i < 4; ++i) RC_ASSERT(std::abs(b[i] - x[i]) <= 1e-11 * length);
    RC_ASSERT(size > 0);
  }));
}

}  // namespace
}  // namespace kine
