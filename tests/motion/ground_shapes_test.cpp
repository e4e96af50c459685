#include "kine/motion/ground_shapes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <random>
#include <vector>

#include "kine/math/trig.h"
#include "scenes/terrains.h"

namespace kine {
namespace {

TEST(Grounds, ACastMeetsOnlyWhatLiesWithinItsDrop) {
  const FlatGround flat{1};
  const Ground ground(flat);
  EXPECT_TRUE(ground({3, 2, 4}, 1.5).hit);
  EXPECT_EQ(ground({3, 2, 4}, 1.5).point, (Vec3{3, 1, 4}));
  EXPECT_FALSE(ground({3, 2, 4}, 0.5).hit);
  EXPECT_FALSE(ground({3, 0.5, 4}, 10).hit) << "it starts below the ground";
}

TEST(Grounds, AHeightGridIsBilinearAndEndsAtItsEdge) {
  const Result<HeightGrid> grid = HeightGrid::build(2, 2, 1, 1, {0, 0, 0}, {0, 1, 0, 1});
  ASSERT_TRUE(grid);
  const GridGround ground{&*grid};
  EXPECT_DOUBLE_EQ(ground({0.25, 5, 0.5}, 10).point.y, 0.25);
  EXPECT_FALSE(ground({1.5, 5, 0.5}, 10).hit);
}

/// Every triangle asked in turn, by signed areas rather than by the mesh's own way.
double highest_below(const MeshGround& mesh, double x, double z) {
  double highest = -1e300;
  for (const std::array<int, 3>& t : mesh.triangles()) {
    const Vec3 p[3] = {mesh.vertices()[static_cast<std::size_t>(t[0])], mesh.vertices()[static_cast<std::size_t>(t[1])],
                       mesh.vertices()[static_cast<std::size_t>(t[2])]};
    const auto area = [](double ax, double az, double bx, double bz, double cx, double cz) {
      return (bx - ax) * (cz - az) - (bz - az) * (cx - ax);
    };
    const double whole = area(p[0].x, p[0].z, p[1].x, p[1].z, p[2].x, p[2].z);
    if (whole == 0) continue;
    const double a = area(x, z, p[1].x, p[1].z, p[2].x, p[2].z) / whole;
    const double b = area(p[0].x, p[0].z, x, z, p[2].x, p[2].z) / whole;
    const double c = 1 - a - b;
    if (a >= 0 && b >= 0 && c >= 0) highest = std::max(highest, a * p[0].y + b * p[1].y + c * p[2].y);
  }
  return highest;
}

TEST(Grounds, AMeshGivesTheHighestOfAllTriangles) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> at(-5, 5), by(-0.8, 0.8);
  std::vector<Vec3> vertices;
  std::vector<std::array<int, 3>> triangles;
  for (int i = 0; i < 300; ++i) {
    const Vec3 middle{at(random), by(random), at(random)};
    const int first = static_cast<int>(vertices.size());
    for (int k = 0; k < 3; ++k) vertices.push_back(middle + Vec3{by(random), by(random), by(random)});
    triangles.push_back({first, first + 1, first + 2});
  }
  const Result<MeshGround> mesh = MeshGround::build(vertices, triangles);
  ASSERT_TRUE(mesh);
  int hits = 0;
  for (int i = 0; i < 2000; ++i) {
    const double x = at(random), z = at(random), want = highest_below(*mesh, x, z);
    const GroundHit hit = (*mesh)({x, 10, z}, 20);
    ASSERT_EQ(hit.hit, want > -1e299) << x << ' ' << z;
    if (!hit.hit) continue;
    ++hits;
    EXPECT_NEAR(hit.point.y, want, 1e-9);
    EXPECT_GE(hit.normal.y, 0);
    EXPECT_NEAR(length(hit.normal), 1, 1e-12);
  }
  EXPECT_GT(hits, 500);
}

TEST(Grounds, AMeshRefusesWhatItCannotHold) {
  EXPECT_FALSE(MeshGround::build({{0, 0, 0}}, {{0, 0, 1}}));
  EXPECT_FALSE(MeshGround::build({{0, std::nan(""), 0}}, {}));
  const Result<MeshGround> empty = MeshGround::build({}, {});
  ASSERT_TRUE(empty);
  EXPECT_FALSE((*empty)({0, 1, 0}, 10).hit);
}

TEST(Grounds, BoxesAreGroundOnTopAndGapsBetween) {
  const BoxGround boxes({{{0, 0, 0}, {1, 0.5, 1}}, {{0.5, 0, 0}, {1.5, 0.8, 1}}, {{3, 0, 0}, {4, 1, 1}}});
  EXPECT_EQ(boxes({0.2, 2, 0.5}, 5).point.y, 0.5);
  EXPECT_EQ(boxes({0.7, 2, 0.5}, 5).point.y, 0.8) << "the higher one";
  EXPECT_EQ(boxes({0.7, 0.6, 0.5}, 5).point.y, 0.5) << "from below the higher one";
  EXPECT_FALSE(boxes({2, 2, 0.5}, 5).hit);
}

TEST(Terrains, AreWhatTheirNamesSay) {
  const auto at = [](const char* name, double x, double z) {
    const Result<std::unique_ptr<scenes::Terrain>> terrain = scenes::make_terrain(name);
    return (*terrain)->at(x, z);
  };
  EXPECT_EQ(at("flat", 3, -8).point.y, 0);
  EXPECT_DOUBLE_EQ(at("stairs", 0, 2.1).point.y, 0.17);
  EXPECT_DOUBLE_EQ(at("stairs", 50, 2 + 12 * 0.29 + 1).point.y, 12 * 0.17);
  EXPECT_DOUBLE_EQ(at("stairs", 0, 2 + 24 * 0.29 + 2 + 1).point.y, 0);
  EXPECT_NEAR(at("ramp", 0, 5).point.y, 3 * std::tan(radians(15.0)), 1e-12);
  EXPECT_NEAR(at("ramp", 0, 2 + 15 + 3).point.y, 3 * std::tan(radians(15.0)), 1e-9);
  double low = 1e9, high = -1e9, steepest = 0;
  for (int i = 0; i < 4000; ++i) {
    const GroundHit hit = at("hills:2", 0.37 * (i % 63), 0.41 * (i / 63));
    low = std::min(low, hit.point.y);
    high = std::max(high, hit.point.y);
    steepest = std::max(steepest, degrees(std::acos(hit.normal.y)));
  }
  EXPECT_LE(high - low, 0.56);
  EXPECT_GE(high - low, 0.3);
  EXPECT_LE(steepest, 20);
  EXPECT_GE(steepest, 10);
  int gaps = 0;
  for (int i = 0; i < 900; ++i) {
    const GroundHit hit = at("blocks:3", 0.4 * (i % 30) + 2, 0.4 * (i / 30) + 2);
    gaps += hit.hit ? 0 : 1;
    EXPECT_TRUE(!hit.hit || (hit.point.y >= 0 && hit.point.y <= 0.15));
  }
  EXPECT_GT(gaps, 15);
  EXPECT_LT(gaps, 90);
  EXPECT_FALSE(scenes::make_terrain("moon"));
  EXPECT_FALSE(scenes::make_terrain("hills:x"));
  EXPECT_FALSE(scenes::make_terrain("flat:3"));
}

}  // namespace
}  // namespace kine
