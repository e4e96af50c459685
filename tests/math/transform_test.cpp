#include "kine/math/transform.h"

#include <limits>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/math/math_testing.h"

namespace kine {
namespace {

using namespace testing_math;

RC_GTEST_PROP(Transform, ComposesAndActsLikeEigen, ()) {
  const Transform a_from_b = *transform(), b_from_c = *transform();
  const Vec3 point_in_b = *vec3();
  RC_ASSERT(apart(a_from_b * b_from_c, eigen(a_from_b) * eigen(b_from_c)) < 1e-14);
  RC_ASSERT(apart(a_from_b * point_in_b, from_eigen(eigen(a_from_b) * eigen(point_in_b))) < 1e-14);
  RC_ASSERT(apart(inverse(a_from_b), eigen(a_from_b).inverse()) < 1e-14);
}

RC_GTEST_PROP(Transform, InverseUndoes, ()) {
  const Transform t = *transform();
  RC_ASSERT(moved_apart(t * inverse(t), {}) < 1e-14);
  RC_ASSERT(moved_apart(inverse(t) * t, {}) < 1e-14);
}

TEST(Transform, TurnsFirstThenShifts) {
  const Transform t{from_axis_angle(kUnitZ, kPi / 2), {10, 0, 0}};
  EXPECT_LT(apart(t * kUnitX, {10, 1, 0}), 1e-15);
}

RC_GTEST_PROP(Transform, LocalTransformsScaleThenTurnThenShift, ()) {
  const LocalTransform local{*vec3(), *unit_quat(), *vec3()};
  const Vec3 p = *vec3();
  const Affine affine = to_affine(local);
  RC_ASSERT(apart(affine * p, rotate(local.rotation, scaled(p, local.scale)) + local.translation) < 1e-14);
}

RC_GTEST_PROP(Transform, AffinesComposeLikeEigen, ()) {
  const Affine a = to_affine(LocalTransform{*vec3(), *unit_quat(), *vec3()});
  const Affine b = to_affine(LocalTransform{*vec3(), *unit_quat(), *vec3()});
  const auto to_eigen = [](const Affine& x) {
    Eigen::Affine3d e = Eigen::Affine3d::Identity();
    e.linear() = eigen(x.linear);
    e.translation() = eigen(x.translation);
    return e;
  };
  RC_ASSERT((to_eigen(a * b).matrix() - (to_eigen(a) * to_eigen(b)).matrix()).cwiseAbs().maxCoeff() < 1e-14);
}

TEST(Transform, KnowsFiniteNumbers) {
  EXPECT_TRUE(is_finite(Transform{}));
  EXPECT_FALSE(is_finite(Transform{{}, {0, std::numeric_limits<double>::infinity(), 0}}));
  EXPECT_FALSE(is_finite(Transform{{0, 0, std::numeric_limits<double>::quiet_NaN(), 1}, {}}));
}

}  // namespace
}  // namespace kine
