#include "kine/solve/geometry/elbow_ring.h"

#include <gtest/gtest.h>

#include <cmath>

#include "kine/math/trig.h"
#include "tests/support/random_skeleton.h"

namespace kine::geometry {
namespace {

TEST(ElbowRing, HoldsEveryElbowOfTheTwoBoneKernel) {
  test::Random random(3);
  for (int n = 0; n < 2000; ++n) {
    const double upper = random.uniform(0.1, 1), lower = random.uniform(0.1, 1);
    const double gap = std::abs(upper - lower), sum = upper + lower;
    const Vec3 root = random.direction() * 2;
    const Vec3 target = root + random.direction() * random.uniform(gap + 1e-3, sum - 1e-3);
    const ElbowRing<double> ring = elbow_ring(upper, lower, root, target);
    EXPECT_TRUE(ring.reached);
    const TwoBoneLimb<double> limb{upper, lower};
    TwoBoneOptions<double> options;
    options.pole = random.direction();
    options.twist = sin_cos(random.uniform(-3, 3));
    const auto solution = solve_two_bone(limb, {root, {}, {}}, target, options);
    const Vec3 elbow = root + rotate(solution.root_rotation, Vec3{upper, 0, 0});
    EXPECT_NEAR(length(elbow - ring.centre), ring.radius, 1e-12);
    EXPECT_NEAR(dot(elbow - ring.centre, ring.normal), 0, 1e-12);
    EXPECT_NEAR(length(ring.normal), 1, 1e-14);
  }
}

TEST(ElbowRing, IsAPointWhereTheLimbIsStretchedAndOutOfReach) {
  for (const double far : {2.0, 2.5, 100.0}) {
    const ElbowRing<double> ring = elbow_ring(1.25, 0.75, Vec3{}, Vec3{0, far, 0});
    EXPECT_EQ(ring.reached, far == 2.0);
    EXPECT_EQ(ring.radius, 0);
    EXPECT_EQ(ring.centre, (Vec3{0, 1.25, 0}));
  }
  const ElbowRing<double> near = elbow_ring(1.25, 0.75, Vec3{}, Vec3{0, 0.25, 0});
  EXPECT_FALSE(near.reached);
  EXPECT_EQ(near.radius, 0);
  EXPECT_EQ(near.centre, (Vec3{0, 1.25, 0}));
}

TEST(ElbowRing, HasNoLineToTurnAboutWhereTheTargetIsOnTheRoot) {
  const ElbowRing<double> ring = elbow_ring(0.5, 0.5, Vec3{1, 2, 3}, Vec3{1, 2, 3});
  EXPECT_TRUE(ring.reached);
  EXPECT_EQ(ring.normal, Vec3{});
  EXPECT_EQ(ring.radius, 0.5);
}

}  // namespace
}  // namespace kine::geometry
