#include "kine/motion/walk/footing.h"

#include <gtest/gtest.h>

namespace kine {
namespace {

using namespace detail;

constexpr FootShape kFoot{{0, -0.07, -0.06}, {0, -0.05, 0.13}, {0, -0.07, 0.205}, 0.04, 0.87};

TEST(Footing, LiesOnASlopeAndNeverInIt) {
  const auto slope = [](const Vec3& from, double) { return GroundHit{true, {from.x, 0.2 * from.z, from.z}, kUnitY}; };
  const Footing footing = footing_at(kFoot, Ground(slope), {}, 1, 2, 0.3, 0, 1, 2);
  ASSERT_TRUE(footing.good);
  EXPECT_NEAR(footing.sole.point.y, 0.4, 1e-12);
  const Vec3 normal = rotate(footing.sole.rotation, kUnitY);
  EXPECT_NEAR(normal.z / normal.y, -0.2, 1e-12);
}

TEST(Footing, RefusesSteepAndBrokenGroundAndGaps) {
  const auto steep = [](const Vec3& from, double) { return GroundHit{true, {from.x, 0.7 * from.z, from.z}, kUnitY}; };
  EXPECT_FALSE(footing_at(kFoot, Ground(steep), {}, 0, 0, 0, 0, 1, 2).good);
  const auto edge = [](const Vec3& from, double) {
    return GroundHit{true, {from.x, from.z > 0.05 ? 0.1 : 0, from.z}, kUnitY};
  };
  EXPECT_FALSE(footing_at(kFoot, Ground(edge), {}, 0, 0, 0, 0, 1, 2).good);
  EXPECT_TRUE(footing_at(kFoot, Ground(edge), {}, 0, 0.5, 0, 0, 1, 2).good);
  const auto gap = [](const Vec3&, double) { return GroundHit{}; };
  EXPECT_FALSE(footing_at(kFoot, Ground(gap), {}, 0, 0, 0, 0, 1, 2).good);
}

TEST(Footing, MayHangOverAnEdgeByAQuarter) {
  const auto tread = [](const Vec3& from, double) {
    return GroundHit{true, {from.x, from.z > 0 ? 0 : -0.17, from.z}, kUnitY};
  };
  const Footing footing = footing_at(kFoot, Ground(tread), {}, 0, 0.02, 0, 0, 1, 2);
  EXPECT_TRUE(footing.good) << "the heel is 4 cm behind the edge";
  EXPECT_NEAR(footing.sole.point.y, 0, 1e-12);
  EXPECT_FALSE(footing_at(kFoot, Ground(tread), {}, 0, -0.05, 0, 0, 1, 2).good);
}

}  // namespace
}  // namespace kine
