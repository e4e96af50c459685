#include "kine/math/vec3.h"

#include <limits>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/math/math_testing.h"

namespace kine {
namespace {

using namespace testing_math;

RC_GTEST_PROP(Vec3, AddsAndMultipliesLikeEigen, ()) {
  const Vec3 a = *vec3(10), b = *vec3(10);
  const double s = *number(10);
  RC_ASSERT(apart(a + b, from_eigen(eigen(a) + eigen(b))) == 0);
  RC_ASSERT(apart(a - b, from_eigen(eigen(a) - eigen(b))) == 0);
  RC_ASSERT(apart(-a, from_eigen(-eigen(a))) == 0);
  RC_ASSERT(apart(a * s, from_eigen(eigen(a) * s)) == 0);
  RC_ASSERT(s * a == a * s);
  RC_ASSERT(apart(a / 3.0, from_eigen(eigen(a) / 3.0)) < 1e-15);
  RC_ASSERT(std::abs(dot(a, b) - eigen(a).dot(eigen(b))) < 1e-13);
  RC_ASSERT(apart(cross(a, b), from_eigen(eigen(a).cross(eigen(b)))) < 1e-13);
  RC_ASSERT(std::abs(length(a) - eigen(a).norm()) < 1e-14);
  RC_ASSERT(apart(scaled(a, b), from_eigen(eigen(a).cwiseProduct(eigen(b)))) == 0);
}

TEST(Vec3, IndexesItsThreeNumbers) {
  Vec3 v{1, 2, 3};
  EXPECT_EQ(v[0], 1);
  EXPECT_EQ(v[1], 2);
  EXPECT_EQ(v[2], 3);
  v[1] = 7;
  EXPECT_EQ(v, (Vec3{1, 7, 3}));
  v += {1, 1, 1};
  v -= {0, 0, 2};
  v *= 2;
  EXPECT_EQ(v, (Vec3{4, 16, 4}));
}

TEST(Vec3, NormalisesTheZeroVectorToWhatIsAskedFor) {
  EXPECT_EQ(normalised(Vec3{}), Vec3{});
  EXPECT_EQ(normalised(Vec3{}, kUnitX), kUnitX);
  EXPECT_EQ(normalised(Vec3{0, -3, 0}, kUnitX), -kUnitY);
}

RC_GTEST_PROP(Vec3, PerpendicularIsUnitAndSquare, ()) {
  const Vec3 a = *unit_vec3();
  const Vec3 b = any_perpendicular(a);
  RC_ASSERT(std::abs(dot(a, b)) < 1e-15);
  RC_ASSERT(std::abs(length(b) - 1) < 1e-15);
}

TEST(Vec3, PerpendicularOfEachAxis) {
  for (const Vec3& a : {kUnitX, kUnitY, kUnitZ, -kUnitX, -kUnitY, -kUnitZ}) {
    const Vec3 b = any_perpendicular(a);
    EXPECT_EQ(dot(a, b), 0);
    EXPECT_EQ(length(b), 1);
  }
}

TEST(Vec3, KnowsFiniteNumbers) {
  const double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(is_finite(Vec3{1, 2, 3}));
  EXPECT_FALSE(is_finite(Vec3{inf, 2, 3}));
  EXPECT_FALSE(is_finite(Vec3{1, -inf, 3}));
  EXPECT_FALSE(is_finite(Vec3{1, 2, nan}));
}

}  // namespace
}  // namespace kine
