#include "kine/model/height_grid.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>

namespace kine {
namespace {

constexpr float kNone = std::numeric_limits<float>::quiet_NaN();

HeightGrid grid(int columns, int rows, std::vector<float> heights) {
  return *HeightGrid::build(columns, rows, 2, 0.5, {10, 100, -1}, std::move(heights));
}

TEST(HeightGrid, MeetsItsSamples) {
  const HeightGrid g = grid(3, 2, {0, 1, 2, 3, 4, 9});
  for (int row = 0; row < 2; ++row)
    for (int column = 0; column < 3; ++column) {
      const auto sample = g.sample(10 + 2 * column, -1 + 0.5 * row);
      ASSERT_TRUE(sample);
      EXPECT_EQ(sample->height, *g.height_at(column, row));
    }
  EXPECT_EQ(*g.height_at(2, 1), 109);
  EXPECT_EQ(g.lowest(), 100);
  EXPECT_EQ(g.highest(), 109);
}

TEST(HeightGrid, IsBilinearBetweenThem) {
  const HeightGrid g = grid(3, 2, {0, 1, 2, 3, 4, 9});
  // In the second cell: 1, 2, 4, 9. A quarter along x, half along z.
  const auto sample = g.sample(12.5, -0.75);
  EXPECT_DOUBLE_EQ(sample->height, 100 + 0.5 * (1.25 + 5.25));
  const Vec3 slope{-(0.5 * (1 + 5)) / 2, 1, -(5.25 - 1.25) / 0.5};
  EXPECT_LT(length(sample->normal - normalised(slope)), 1e-15);
}

RC_GTEST_PROP(HeightGrid, APlaneIsMetEverywhere, ()) {
  const double a = *rc::gen::inRange(-100, 100) / 64.0, b = *rc::gen::inRange(-100, 100) / 64.0;
  std::vector<float> heights;
  for (int row = 0; row < 5; ++row)
    for (int column = 0; column < 4; ++column) heights.push_back(static_cast<float>(a * 2 * column + b * 0.5 * row));
  const HeightGrid g = grid(4, 5, heights);
  const double x = 10 + *rc::gen::inRange(0, 6001) / 1000.0, z = -1 + *rc::gen::inRange(0, 2001) / 1000.0;
  const auto sample = g.sample(x, z);
  RC_ASSERT(sample.has_value());
  RC_ASSERT(std::abs(sample->height - (100 + a * (x - 10) + b * (z + 1))) < 1e-10);
  RC_ASSERT(length(sample->normal - normalised(Vec3{-a, 1, -b})) < 1e-10);
}

TEST(HeightGrid, EndsAtItsEdges) {
  const HeightGrid g = grid(3, 2, {0, 1, 2, 3, 4, 9});
  EXPECT_TRUE(g.sample(14, -0.5));
  EXPECT_FALSE(g.sample(14.0001, -0.6));
  EXPECT_FALSE(g.sample(9.9999, -0.6));
  EXPECT_FALSE(g.sample(12, -1.0001));
  EXPECT_FALSE(g.sample(12, -0.4999));
  EXPECT_FALSE(g.sample(std::nan(""), -0.6));
  EXPECT_FALSE(g.sample(12, std::nan("")));
  EXPECT_FALSE(g.sample(1e300, -1e300));
}

TEST(HeightGrid, HolesReachToTheNextSamples) {
  const HeightGrid g = grid(3, 2, {0, kNone, 2, 3, 4, 9});
  EXPECT_EQ(g.hole_count(), 1u);
  EXPECT_FALSE(g.height_at(1, 0));
  EXPECT_FALSE(g.sample(11, -0.75));
  EXPECT_FALSE(g.sample(13, -0.75));
  EXPECT_FALSE(g.sample(12, -1));
  EXPECT_EQ(g.sample(10, -0.75)->height, 101.5);  // the far edge of the cell
  EXPECT_EQ(g.sample(14, -0.75)->height, 105.5);
  EXPECT_EQ(g.sample(11, -0.5)->height, 103.5);  // and the near one
}

TEST(HeightGrid, RefusesWithASentence) {
  const auto error = [](int columns, int rows, double cell, std::vector<float> heights) {
    return HeightGrid::build(columns, rows, cell, 1, {}, std::move(heights)).error();
  };
  EXPECT_EQ(error(1, 2, 1, {1, 2}), "a height grid needs two columns and two rows, not 1 by 2");
  EXPECT_EQ(error(2, 2, 1, {1, 2}), "a height grid of 2 by 2 has 2 heights");
  EXPECT_EQ(error(2, 2, 0, {1, 2, 3, 4}), "the cells of a height grid are 0 by 1: they must be positive");
  EXPECT_EQ(error(100000, 100000, 1, {}), "a height grid of 100000 by 100000 is too large: make it coarser");
  EXPECT_NE(error(2, 2, 1, {1, 2, 3, std::numeric_limits<float>::infinity()}), "");
  EXPECT_NE(error(2, 2, std::nan(""), {1, 2, 3, 4}), "");
}

}  // namespace
}  // namespace kine
