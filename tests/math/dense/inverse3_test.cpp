#include "kine/math/dense/inverse3.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "kine/math/internal/counted.h"
#include "tests/math/dense/matrix_families.h"

namespace kine {
namespace {

using test::Dense;
using test::Random;
using test::Sample;
using test::Worst;

Matrix<double, 3, 3> from_eigen(const Dense& a) {
  Matrix<double, 3, 3> m;
  copy<double>(test::view(a), m.view());
  return m;
}

Dense to_eigen(const Matrix<double, 3, 3>& m) {
  Dense a(3, 3);
  copy<double>(m, test::view(a));
  return a;
}

TEST(Inverse3, AgreesWithEigenAsFarAsTheConditionAllows) {
  Random random(21);
  Worst worst;
  int inverted = 0;
  int refused_wrongly = 0;
  for (int i = 0; i < test::kSamples; ++i) {
    const Sample s = test::sample(random, i, 3, 3);
    Matrix<double, 3, 3> inverse;
    const auto report = inverse3(from_eigen(s.a), inverse);
    const Eigen::JacobiSVD<Dense> svd(s.a, Eigen::ComputeFullU | Eigen::ComputeFullV);
    const double rcond = svd.singularValues()[2] / svd.singularValues()[0];
    if (!report.ok) {
      // Only what is hardly invertible may be refused.
      refused_wrongly += rcond > 1e-14;
      continue;
    }
    ++inverted;
    if (rcond < 1e-9) continue;  // The reference itself, and the products below, have too few digits left.
    const Dense expected = svd.solve(Dense::Identity(3, 3));
    worst.see((to_eigen(inverse) - expected).stableNorm(), 1e-14 / rcond * expected.stableNorm(), s, "inverse");
    // The report's norm is the column sum, Eigen's singular values are Euclidean: within a factor of 3 of each other.
    ASSERT_LE(report.reciprocal_condition, 3.01 * rcond) << s.family;
    ASSERT_GE(report.reciprocal_condition, rcond / 3.01) << s.family;
  }
  EXPECT_LE(worst.ratio, 1.0) << worst.what;
  EXPECT_GT(inverted, test::kSamples / 2);
  EXPECT_EQ(refused_wrongly, 0);
}

TEST(Inverse3, RefusesVectorsInAPlaneAtEveryScale) {
  Random random(22);
  for (int i = 0; i < 10000; ++i) {
    // Integers keep the dependence exact.
    Eigen::Vector3d a, b;
    for (int k = 0; k < 3; ++k) {
      a[k] = random.integer(-50, 50);
      b[k] = random.integer(-50, 50);
    }
    Dense m(3, 3);
    m << a, b, random.integer(-5, 5) * a + random.integer(-5, 5) * b;
    for (const double scale : {1.0, 1e-150, 1e150}) {
      Matrix<double, 3, 3> inverse = Matrix<double, 3, 3>::identity();
      const auto report = inverse3(from_eigen(scale * m), inverse);
      ASSERT_FALSE(report.ok);
      ASSERT_EQ(report.reciprocal_condition, 0);
      ASSERT_EQ(inverse.values, (Matrix<double, 3, 3>::identity().values));
    }
  }
}

TEST(Inverse3, TakesBadlyScaledButCertainMatrices) {
  Matrix<double, 3, 3> a;
  a(0, 0) = 1;
  a(1, 1) = 1e-9;
  a(2, 2) = 1e-9;
  Matrix<double, 3, 3> inverse;
  EXPECT_TRUE(inverse3(a, inverse).ok);
  EXPECT_NEAR(inverse(2, 2) * 1e-9, 1, 1e-15);
  EXPECT_NEAR(inverse(1, 1) * 1e-9, 1, 1e-15);
}

TEST(Inverse3, RefusesWhatIsNotFinite) {
  for (const double bad : {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    for (std::size_t i = 0; i < 9; ++i) {
      auto a = Matrix<double, 3, 3>::identity();
      a.values[i] = bad;
      Matrix<double, 3, 3> inverse;
      EXPECT_FALSE(inverse3(a, inverse).ok) << i;
      EXPECT_EQ(largest_abs(inverse.view()), 0);
    }
  }
  Matrix<double, 3, 3> zero;
  EXPECT_FALSE(inverse3(zero, zero).ok);
}

TEST(Inverse3, WorksInPlaceAndInFloat) {
  Matrix<float, 3, 3> a;
  a(0, 1) = 2;
  a(1, 2) = 4;
  a(2, 0) = 8;
  EXPECT_TRUE(inverse3(a, a).ok);
  EXPECT_EQ(a(1, 0), 0.5f);
  EXPECT_EQ(a(2, 1), 0.25f);
  EXPECT_EQ(a(0, 2), 0.125f);
}

TEST(Inverse3, InverseOfInverseIsTheMatrix) {
  EXPECT_TRUE(rc::check([](const std::array<double, 9>& values) {
    Matrix<double, 3, 3> a{values};
    Matrix<double, 3, 3> b, c;
    const auto first = inverse3(a, b);
    RC_PRE(first.ok && first.reciprocal_condition > 1e-6);
    RC_ASSERT(inverse3(b, c).ok);
    const double size = largest_abs(a.view());
    for (std::size_t i = 0; i < 9; ++i) {
      RC_ASSERT(std::abs(a.values[i] - c.values[i]) <= 1e-13 * size / first.reciprocal_condition);
    }
  }));
}

}  // namespace
}  // namespace kine
