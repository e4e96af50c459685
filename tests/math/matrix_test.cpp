#include "kine/math/matrix.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "kine/math/internal/counted.h"
#include "tests/math/dense/matrix_families.h"

namespace kine {
namespace {

using test::Column;
using test::Dense;
using test::Random;

TEST(MatrixView, IsColumnMajorWithAStride) {
  std::array<double, 12> numbers{};
  for (int i = 0; i < 12; ++i) numbers[static_cast<std::size_t>(i)] = i;
  const MatrixView<double> a(numbers.data(), 2, 3, 4);
  EXPECT_EQ(a(0, 0), 0);
  EXPECT_EQ(a(1, 0), 1);
  EXPECT_EQ(a(0, 1), 4);
  EXPECT_EQ(a.column(2)[1], 9);
  EXPECT_EQ(a.column(2).size(), 2u);
  const ConstMatrixView<double> block = a.block(1, 1, 1, 2);
  EXPECT_EQ(block(0, 1), 9);
  a(1, 2) = 77;
  EXPECT_EQ(numbers[9], 77);
}

TEST(Matrix, OwnsItsNumbersColumnByColumn) {
  Matrix<double, 2, 3> m;
  m(1, 2) = 5;
  EXPECT_EQ(m.values[5], 5);
  EXPECT_EQ(m.view()(1, 2), 5);
  const auto one = Matrix<float, 3, 3>::identity();
  EXPECT_EQ(one(2, 2), 1.0f);
  EXPECT_EQ(one(2, 1), 0.0f);
}

TEST(MatrixProducts, EqualEigensForEveryShape) {
  Random random(11);
  for (int round = 0; round < 2000; ++round) {
    const int m = random.integer(1, 9);
    const int k = random.integer(1, 9);
    const int n = random.integer(1, 9);
    const Dense a = random.matrix(m, k);
    const Dense b = random.matrix(k, n);
    const Dense c = random.matrix(m, n);
    const Column x = random.vector(k);
    const Column y = random.vector(m);
    Dense ab(m, n), aat(m, m), atc(k, n);
    Column ax(m), aty(k);
    multiply(test::view(a), test::view(b), test::view(ab));
    multiply_transposed(test::view(a), test::view(aat));
    transpose_multiply(test::view(a), test::view(c), test::view(atc));
    multiply(test::view(a), test::span(x), test::span(ax));
    transpose_multiply(test::view(a), test::span(y), test::span(aty));
    ASSERT_LE((ab - a * b).norm(), 1e-14);
    ASSERT_LE((aat - a * a.transpose()).norm(), 1e-14);
    ASSERT_LE((atc - a.transpose() * c).norm(), 1e-14);
    ASSERT_LE((ax - a * x).norm(), 1e-14);
    ASSERT_LE((aty - a.transpose() * y).norm(), 1e-14);
  }
}

TEST(MatrixProducts, FixedAndRunningSizesGiveTheSameBits) {
  Random random(12);
  for (int rows : {3, 6}) {
    for (int cols = 0; cols < 20; ++cols) {
      const Dense a = random.matrix(rows, cols);
      Dense fast(rows, rows), plain(rows, rows);
      multiply_transposed(test::view(a), test::view(fast));
      detail::multiply_transposed_kernel<double, int>(test::view(a), rows, test::view(plain));
      ASSERT_EQ(fast, plain);
    }
  }
}

TEST(MatrixProducts, EmptySumsAreZero) {
  Matrix<double, 2, 2> out = Matrix<double, 2, 2>::identity();
  multiply_transposed(ConstMatrixView<double>(nullptr, 2, 0), out.view());
  EXPECT_EQ(largest_abs(out.view()), 0);
  std::array<double, 2> y{1, 1};
  multiply<double>(ConstMatrixView<double>(nullptr, 2, 0), std::span<const double>(), y);
  EXPECT_EQ(y[0], 0);
}

TEST(MatrixProducts, HalfTheTriangleHalfTheCost) {
  Matrix<Counted, 6, 7> j;
  Matrix<Counted, 6, 6> a;
  const FlopCounter counter;
  multiply_transposed(j.view(), a.view());
  // Pairs of rows are multiplied together, so that the fixed path does three more dot products than the 21 needed.
  EXPECT_EQ(counter.tally().flops(), 24 * (2 * 7 - 1));
}

TEST(Norm, NeitherOverflowsNorUnderflows) {
  for (const double scale : {1e-320, 1e-300, 1e-160, 1e-150, 1.0, 1e150, 1e160, 1e300}) {
    std::array<double, 2> x{3 * scale, 4 * scale};
    EXPECT_NEAR(norm(std::span<double>(x)) / scale, 5, scale < 1e-308 ? 1e-2 : 1e-14) << scale;
    EXPECT_NEAR(frobenius_norm(MatrixView<double>(x.data(), 1, 2)) / scale, 5, scale < 1e-308 ? 1e-2 : 1e-14) << scale;
  }
  std::array<float, 2> f{3e30f, 4e30f};
  EXPECT_NEAR(norm(std::span<float>(f)) / 1e30f, 5, 1e-5);
}

TEST(Norm, SaysNanWhenAnEntryIsNotFinite) {
  for (const double bad : {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    std::array<double, 3> x{1, bad, 2};
    EXPECT_TRUE(std::isnan(norm(std::span<double>(x))));
    EXPECT_TRUE(std::isnan(largest_abs(MatrixView<double>(x.data(), 3, 1))));
    EXPECT_TRUE(std::isnan(frobenius_norm(MatrixView<double>(x.data(), 3, 1))));
  }
}

TEST(Norm, ScaleIsAPowerOfTwoThatBringsIntoTheUnit) {
  EXPECT_TRUE(rc::check([](double x) {
    const double size = std::abs(x);
    RC_PRE(size > 1e-300 && size < 1e300);
    const double scale = detail::power_of_two_scale(size);
    int exponent = 0;
    RC_ASSERT(std::frexp(scale, &exponent) == 0.5);
    RC_ASSERT(size * scale >= 0.5 && size * scale < 1.0);
  }));
  EXPECT_GT(detail::power_of_two_scale(5e-324), 1e300);
  EXPECT_LT(detail::power_of_two_scale(1.7e308), 1e-300);
  EXPECT_LT(detail::power_of_two_scale(3e38f), 1e-29f);
}

}  // namespace
}  // namespace kine
