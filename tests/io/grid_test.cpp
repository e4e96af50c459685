#include "kine/io/grid.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <string>

#include "tests/support/shared_data.h"

namespace kine {
namespace {

bool says(const HeightGridFile& terrain, std::string_view words) {
  for (const std::string& note : terrain.notes)
    if (note.find(words) != std::string::npos) return true;
  return false;
}

constexpr std::string_view kEsri =
    "NCOLS 3\r\nnrows 2\r\nxllcorner 559705.5\nyllcorner 4380220\ncellsize 10\nNODATA_value 0\n"
    "1680.25 1681 0\n1 2\n3\n";

TEST(Grid, ReadsEsriGrids) {
  const Result<HeightGridFile> terrain = read_height_grid(kEsri, "a/hill.asc");
  ASSERT_TRUE(terrain.ok()) << terrain.error();
  const HeightGrid& g = terrain->grid;
  EXPECT_EQ(terrain->name, "hill");
  EXPECT_EQ(g.columns(), 3);
  EXPECT_EQ(g.rows(), 2);
  EXPECT_EQ(g.cell_x(), 10);
  EXPECT_EQ(g.first().x, -10);  // centred
  EXPECT_EQ(g.first().z, -5);
  EXPECT_EQ(*g.height_at(0, 0), 1680.25);
  EXPECT_FALSE(g.height_at(2, 0));
  EXPECT_EQ(*g.height_at(2, 1), 3);
  EXPECT_TRUE(says(*terrain, "1 of 6 samples are holes"));
  EXPECT_TRUE(says(*terrain, "centred on the origin"));
}

TEST(Grid, TakesTheUsersWord) {
  const Result<HeightGridFile> terrain =
      read_height_grid(kEsri, "a.asc", {.cell_size = 2, .height_scale = 0.5, .origin = Vec3{1, -800, 3}});
  ASSERT_TRUE(terrain.ok());
  EXPECT_EQ(terrain->grid.cell_z(), 2);
  EXPECT_EQ(*terrain->grid.height_at(0, 0), 40.125);
  EXPECT_EQ(terrain->grid.sample(3, 3)->height, 40.5);
}

TEST(Grid, ReadsCsvInItsDialects) {
  const auto heights = [](std::string_view text) {
    const Result<HeightGridFile> terrain = read_csv_grid(text, "a.csv");
    if (!terrain) return terrain.error();
    std::string out = std::to_string(terrain->grid.columns()) + ":";
    for (int row = 0; row < terrain->grid.rows(); ++row)
      for (int column = 0; column < terrain->grid.columns(); ++column) {
        const auto height = terrain->grid.height_at(column, row);
        char number[32] = " -";
        if (height) std::snprintf(number, sizeof number, " %g", *height);
        out += number;
      }
    return out;
  };
  EXPECT_EQ(heights("1,2,3\n4,5,6\n"), "3: 1 2 3 4 5 6");
  EXPECT_EQ(heights("V1,V2\r\n1,2\r\n3,4"), "2: 1 2 3 4");
  EXPECT_EQ(heights("\"\",\"V1\",\"V2\"\n\"1\",1,2\n\"2\",3,4\n"), "2: 1 2 3 4");
  EXPECT_EQ(heights("1;2.5\n\n;nan\n"), "2: 1 2.5 - -");
  EXPECT_EQ(heights("1\t2\n3\t4\n"), "2: 1 2 3 4");
  EXPECT_EQ(heights("# ground\n 1  2 \n 3 -4e1\n"), "2: 1 2 3 -40");
  EXPECT_EQ(heights("1,2,\n3,4,\n"), "2: 1 2 3 4");
  EXPECT_EQ(heights("\xef\xbb\xbf"
                    "1,2\n3,4"),
            "2: 1 2 3 4");
  EXPECT_EQ(heights("1,2\n3\n"), "a.csv:2: this row has 1 numbers, the first one 2");
  EXPECT_EQ(heights("1,2\n3,x\n"), "a.csv:2: \"x\" is not a number");
  EXPECT_EQ(heights("a,b\nc,d\n"), "a.csv:2: \"c\" is not a number");
  EXPECT_EQ(heights(""), "a.csv:1: there is no row of numbers in it");
  EXPECT_EQ(heights("1\n2\n"), "a.csv: a height grid needs two columns and two rows, not 1 by 2");
}

TEST(Grid, RefusesWithASentence) {
  const auto error = [](std::string_view text) { return read_height_grid(text, "a.asc").error(); };
  EXPECT_EQ(error("ncols 46341\nnrows 46341\ncellsize 1\n1 2 3"),
            "a.asc:4: it claims 46341 columns and 46341 rows, more than it holds");
  EXPECT_EQ(error("ncols 2147483648\nnrows 2\n1 2 3 4"), "a.asc:3: ncols and nrows should be whole numbers");
  EXPECT_EQ(error("ncols 2\nnrows 2\n1 2\n3   "), "a.asc:4: the file ends after 3 of 4 numbers");
  EXPECT_EQ(error("ncols 2\nnrows 2\n1 2\n3 x"), "a.asc:4: \"x\" is not a number");
  EXPECT_EQ(error("ncols 2\nrows 2\n1 2\n3 4"), "a.asc:2: \"rows\" is no word of an Esri ASCII grid's header");
  EXPECT_EQ(error("ncols two"), "a.asc:1: ncols should be followed by a number");
  EXPECT_NE(error("ncols 2\nnrows 2\ncellsize -1\n1 2 3 4").find("must be positive"), std::string::npos);
  EXPECT_EQ(error(std::string_view("PK\0\0 1 2", 8)), "a.asc: it is neither a PNG nor a text");
  EXPECT_FALSE(load_height_grid("no such file").ok());
}

TEST(GridShared, EveryTerrainLoads) {
  for (const std::string& path : testing::shared_files("terrain", {".png", ".asc", ".csv"})) {
    const Result<HeightGridFile> terrain = load_height_grid(path);
    EXPECT_TRUE(terrain.ok()) << terrain.error();
    if (!terrain || !path.ends_with("16bit.png")) continue;
    EXPECT_EQ(terrain->grid.columns(), 403);  // as its note says
    EXPECT_EQ(terrain->grid.rows(), 344);
    EXPECT_EQ(terrain->grid.lowest(), 236);
    EXPECT_EQ(terrain->grid.highest(), 1076);
  }
}

}  // namespace
}  // namespace kine
