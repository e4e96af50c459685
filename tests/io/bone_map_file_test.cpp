#include "kine/io/bone_map_file.h"

#include <gtest/gtest.h>

namespace kine {
namespace {

TEST(BoneMapFile, ReadsPartsAndTheirJoints) {
  const auto lines = read_bone_map("{\"left_thigh\": \"hip_yaw_L\",\n \"head\": null}", "map.json");
  ASSERT_TRUE(lines.ok()) << lines.error();
  ASSERT_EQ(lines->size(), 2U);
  EXPECT_EQ((*lines)[0].bone, "left_thigh");
  EXPECT_EQ((*lines)[0].joint, "hip_yaw_L");
  EXPECT_EQ((*lines)[1].bone, "head");
  EXPECT_EQ((*lines)[1].joint, "");
  EXPECT_TRUE(read_bone_map("{}", "map.json")->empty());
}

TEST(BoneMapFile, RefusesAllElseWithItsLine) {
  EXPECT_EQ(read_bone_map("[]", "map.json").error(),
            "map.json:1: a bone map is an object such as {\"head\": \"Head01\"}");
  EXPECT_EQ(read_bone_map("{\"head\":\n 3}", "map.json").error(),
            "map.json:2: \"head\" should be the name of a joint, or null");
  EXPECT_EQ(read_bone_map("{\"head\": \"\"}", "map.json").error(),
            "map.json:1: \"head\" should be the name of a joint, or null");
  EXPECT_TRUE(read_bone_map("{\"head\": ", "map.json").error().starts_with("map.json:1:"));
}

}  // namespace
}  // namespace kine
