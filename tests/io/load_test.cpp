#include "kine/io/load.h"
#include "kine/io/text/file_name.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace kine {
namespace {

namespace fs = std::filesystem;

const std::string kBvh =
    "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 0 170 "
    "0\n}\n}\n"
    "MOTION\nFrames: 1\nFrame Time: 0.01\n1 2 3\n";
const std::string kAsf =
    ":version 1.10\n:units\nlength 0.45\nangle deg\n:root\norder TX TY TZ RX RY RZ\n:bonedata\nbegin\nname spine\n"
    "direction 0 1 0\nlength 30\naxis 0 0 0 XYZ\ndof rx\nend\n:hierarchy\nbegin\nroot spine\nend\n";
const std::string kAmc = ":FULLY-SPECIFIED\n:DEGREES\n1\nroot 0 1 0 0 0 0\nspine 5\n";
const std::string kForced = ":FULLY-SPECIFIED\n:FORCE-ALL-JOINTS-BE-3DOF\n:DEGREES\n1\nroot 0 1 0 0 0 0\nspine 5 6 7\n";
const std::string kUrdf = "<robot name=\"r\"><link name=\"base\"/></robot>";

Result<Scene> load(const std::vector<NamedFile>& files) { return load_scene(std::span<const NamedFile>(files)); }

TEST(Load, KnowsFilesByEndingAndByContent) {
  EXPECT_EQ(file_format("a/WALK.BVH"), FileFormat::Bvh);
  EXPECT_EQ(file_format("x.Asf"), FileFormat::Asf);
  EXPECT_EQ(file_format("x.glb"), FileFormat::Gltf);
  EXPECT_EQ(file_format("walk", kBvh), FileFormat::Bvh);
  EXPECT_EQ(file_format("walk.txt", "# a\n" + kAsf), FileFormat::Asf);
  EXPECT_EQ(file_format("walk.txt", "#!OML\n" + kAmc), FileFormat::Amc);
  EXPECT_EQ(file_format("robot.xml", "<?xml version=\"1.0\"?>\n" + kUrdf), FileFormat::Urdf);
  EXPECT_EQ(file_format("x", "glTF\x02"), FileFormat::Gltf);
  EXPECT_EQ(file_format("x", "hello"), FileFormat::Unknown);
  EXPECT_EQ(file_format("x", ""), FileFormat::Unknown);
  EXPECT_EQ(file_ending("a.b/c"), "");
  EXPECT_EQ(file_ending("a/.hidden"), "");
}

TEST(Load, PutsAMotionOntoItsSkeletonInEitherOrder) {
  for (const bool swapped : {false, true}) {
    std::vector<NamedFile> files{{"a.asf", kAsf}, {"a_01.amc", kAmc}, {"a_02.amc", kAmc}};
    if (swapped) std::swap(files[0], files[2]);
    const Result<Scene> scene = load(files);
    ASSERT_TRUE(scene.ok()) << scene.error();
    EXPECT_EQ(scene->name, "a");
    ASSERT_EQ(scene->clips.size(), 2U);
    EXPECT_EQ(scene->skeleton.value_count(), 8);
  }
  const Result<Scene> forced = load({{"a.asf", kAsf}, {"a_01.amc", kForced}});
  ASSERT_TRUE(forced.ok()) << forced.error();
  EXPECT_EQ(forced->skeleton.value_count(), 10);
}

TEST(Load, TakesSeveralBvhFilesOfOneSkeleton) {
  const Result<Scene> scene = load({{"a.bvh", kBvh}, {"b.bvh", kBvh}});
  ASSERT_TRUE(scene.ok()) << scene.error();
  ASSERT_EQ(scene->clips.size(), 2U);
  EXPECT_EQ(scene->clips[1].name, "b");
  std::string other = kBvh;
  other.replace(other.find("Hips"), 4, "Root");
  EXPECT_EQ(load({{"a.bvh", kBvh}, {"b.bvh", other}}).error(),
            "b.bvh: its skeleton is another than that of the first file");
}

TEST(Load, RefusesWithASentence) {
  EXPECT_EQ(load({}).error(), "no file was named");
  EXPECT_NE(load({{"a.amc", kAmc}}).error().find("needs its skeleton"), std::string::npos);
  EXPECT_NE(load({{"a.txt", "hello"}}).error().find("none of the files"), std::string::npos);
  EXPECT_NE(load({{"a.bvh", kBvh}, {"r.urdf", kUrdf}}).error().find("go together"), std::string::npos);
  const std::vector<std::string> missing{"no/such/file.bvh"};
  EXPECT_NE(load_scene(std::span<const std::string>(missing)).error().find("cannot be read"), std::string::npos);
}

TEST(Load, FindsTheSkeletonBesideAMotion) {
  const fs::path folder = fs::temp_directory_path() / "kine_load_test";
  fs::create_directories(folder);
  const auto write = [&](const char* name, const std::string& text) {
    std::ofstream(folder / name, std::ios::binary) << text;
    return (folder / name).string();
  };
  write("09.asf", kAsf);
  const std::vector<std::string> motion{write("09_06.amc", kAmc)};
  const Result<Scene> scene = load_scene(std::span<const std::string>(motion));
  ASSERT_TRUE(scene.ok()) << scene.error();
  EXPECT_EQ(scene->clips.at(0).name, "09_06");
  EXPECT_NE(scene->notes.back().find("09.asf"), std::string::npos);
  const std::vector<std::string> lost{write("lost.amc", kAmc)};
  EXPECT_FALSE(load_scene(std::span<const std::string>(lost)).ok());
  fs::remove_all(folder);
}

TEST(Load, FindsTheFilesThatAGltfNames) {
  const std::string gltf =
      R"({"asset":{"version":"2.0"},"nodes":[{}],"buffers":[{"uri":"parts/my%20data.bin","byteLength":4}]})";
  const NamedFile data{"my data.bin", "abcd"};
  const Result<Scene> dropped = load({data, {"a.gltf", gltf}, {"readme.txt", "hello"}});
  ASSERT_TRUE(dropped.ok()) << dropped.error();
  EXPECT_EQ(dropped->name, "a");
  EXPECT_FALSE(load({{"a.gltf", gltf}}).ok());
  EXPECT_FALSE(load({{"a.gltf", gltf}, data, {"b.bvh", kBvh}}).ok());

  const fs::path folder = fs::temp_directory_path() / "kine_load_gltf_test";
  fs::create_directories(folder / "parts");
  std::ofstream(folder / "a.gltf", std::ios::binary) << gltf;
  const std::vector<std::string> paths{(folder / "a.gltf").string()};
  const Result<Scene> missing = load_scene(std::span<const std::string>(paths));
  EXPECT_NE(missing.error().find("which is not here"), std::string::npos) << missing.error();
  std::ofstream(folder / "parts" / "my data.bin", std::ios::binary) << "abcd";
  const Result<Scene> found = load_scene(std::span<const std::string>(paths));
  EXPECT_TRUE(found.ok()) << found.error();
  fs::remove_all(folder);
}

}  // namespace
}  // namespace kine
