// Real motion files, where the folder of shared data is at hand.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "kine/io/asf_amc.h"
#include "kine/io/bvh.h"
#include "kine/io/formats/figure.h"
#include "kine/io/text/read_file.h"
#include "kine/model/internal/compiled_skeleton.h"
#include "tests/io/clip_compare.h"
#include "tests/support/shared_data.h"

namespace kine {
namespace {

using test::ClipGap;
using test::gap;
using test::world;
namespace fs = std::filesystem;

std::string text_of(const std::string& path) {
  Result<std::string> text = read_file(path);
  EXPECT_TRUE(text.ok()) << text.error();
  return text ? *std::move(text) : std::string();
}

Result<Scene> bvh(const std::string& path, const LoadOptions& options = {}) {
  return read_bvh(text_of(path), path, options);
}

/// The skeleton that lies beside a motion, and that motion.
Result<Scene> asf_amc(const std::string& amc) {
  std::string asf;
  for (const auto& entry : fs::directory_iterator(fs::path(amc).parent_path()))
    if (entry.path().extension() == ".asf") asf = entry.path().string();
  Result<Scene> scene = read_asf(text_of(asf), asf);
  if (!scene) return scene;
  Result<Clip> clip = read_amc(text_of(amc), amc, *scene, {}, scene->notes);
  if (!clip) return Error{clip.error()};
  scene->clips.push_back(*std::move(clip));
  return scene;
}

std::string short_name(const std::string& path) { return fs::path(path).filename().string(); }

double tall(const Scene& scene) {
  const Vec3 size = extent(joint_positions(scene.skeleton, zero_pose(scene.skeleton)));
  return std::max(size.x, std::max(size.y, size.z));
}

TEST(MotionFiles, EveryMotionLoads) {
  for (const std::string& path : testing::shared_files("bvh", {".bvh"})) {
    const Result<Scene> scene = bvh(path);
    ASSERT_TRUE(scene.ok()) << scene.error();
    EXPECT_GT(scene->clips.at(0).frame_count(), 0) << path;
  }
  for (const std::string& path : testing::shared_files("asf_amc", {".amc"})) {
    const Result<Scene> scene = asf_amc(path);
    ASSERT_TRUE(scene.ok()) << scene.error();
    EXPECT_GT(scene->clips.at(0).frame_count(), 0) << path;
  }
}

TEST(MotionFiles, BrokenOnesLoadOrAreRefusedWithASentence) {
  const auto check = [](const std::string& path, const Result<Scene>& scene, bool must_load) {
    EXPECT_TRUE(scene.ok() || !must_load) << scene.error();
    EXPECT_TRUE(!scene.ok() || !scene->notes.empty()) << path;
    EXPECT_TRUE(scene.ok() || scene.error().starts_with(path + ":")) << scene.error();
  };
  for (const std::string& path : testing::shared_files("bad/bvh", {".bvh"})) {
    const std::string name = short_name(path);
    check(path, bvh(path), name == "bom_utf8.bvh" || name == "cr_only.bvh" || name.starts_with("Boxing"));
  }
  for (const std::string& path : testing::shared_files("bad/asf_amc", {".asf"}))
    check(path, read_asf(text_of(path), path), short_name(path).starts_with("02_"));
  const std::vector<std::string> motions = testing::shared_files("bad/asf_amc", {".amc"});
  if (motions.empty()) return;
  const std::string asf = (testing::shared_data() / "asf_amc/cmu_09/09-run.asf").string();
  for (const std::string& path : motions) {
    Result<Scene> scene = read_asf(text_of(asf), asf);
    ASSERT_TRUE(scene.ok());
    const Result<Clip> clip = read_amc(text_of(path), path, *scene, {}, scene->notes);
    check(path, clip ? std::move(scene) : Result<Scene>(Error{clip.error()}), false);
  }
}

TEST(MotionFiles, AsfAndAmcAgreeWithTheirBvh) {
  const std::pair<const char*, const char*> kPairs[] = {{"asf_amc/cmu_07/07_05-walk.amc", "07_05"},
                                                        {"asf_amc/cmu_09/09_06-run.amc", "09_06"},
                                                        {"asf_amc/cmu_131/131_04-dance.amc", "131_04"},
                                                        {"asf_amc/cmu_16/16_15.amc", "16_15"},
                                                        {"asf_amc/cmu_35/35_01.amc", "35_01"}};
  const std::pair<const char*, const char*> kJoints[] = {
      {"root", "Hips"},       {"lfemur", "LeftUpLeg"},  {"rfemur", "RightUpLeg"},
      {"ltibia", "LeftLeg"},  {"rtibia", "RightLeg"},   {"lfoot", "LeftFoot"},
      {"rfoot", "RightFoot"}, {"ltoes", "LeftToeBase"}, {"rtoes", "RightToeBase"}};
  if (testing::shared_files("asf_amc", {".amc"}).empty()) return;
  for (const auto& [amc, name] : kPairs) {
    const Result<Scene> a = asf_amc((testing::shared_data() / amc).string());
    const std::string other = std::string("bvh/cmu_cgspeed/") + name + ".bvh";
    const Result<Scene> b = bvh((testing::shared_data() / other).string(), {.metres_per_unit = kCmuUnit});
    ASSERT_TRUE(a.ok() && b.ok());
    // The BVH file begins with a T pose of its own.
    ASSERT_EQ(a->clips[0].frame_count() + 1, b->clips[0].frame_count());
    double largest = 0;
    for (int frame = 0; frame < a->clips[0].frame_count(); ++frame) {
      const std::vector<Transform> in_a = world(*a, frame), in_b = world(*b, frame + 1);
      for (const auto& [bone, joint] : kJoints) {
        const Vec3 p = in_a[static_cast<std::size_t>(a->skeleton.joint(bone).index)].translation;
        const Vec3 q = in_b[static_cast<std::size_t>(b->skeleton.joint(joint).index)].translation;
        largest = std::max(largest, length(p - q) / kCmuUnit);
      }
    }
    EXPECT_LT(largest, 1e-4) << name;
    std::printf("%s: legs of ASF/AMC and BVH differ by at most %.2e units\n", name, largest);
  }
}

TEST(MotionFiles, RadiansGiveThePoseOfDegrees) {
  if (testing::shared_files("asf_amc", {".amc"}).empty()) return;
  const Result<Scene> degrees = asf_amc((testing::shared_data() / "asf_amc/cmu_09/09_06-run.amc").string());
  const Result<Scene> radians =
      asf_amc((testing::shared_data() / "asf_amc/derived_radians/09_06-run-rad.amc").string());
  ASSERT_TRUE(degrees.ok() && radians.ok());
  EXPECT_LT(gap(*degrees, *radians).distance, 1e-12);
}

TEST(MotionFiles, BvhToBvhKeepsPositionsAndRotations) {
  double distance = 0, angle = 0;
  for (const std::string& path : testing::shared_files("bvh", {".bvh"})) {
    const Result<Scene> scene = bvh(path);
    ASSERT_TRUE(scene.ok());
    for (const char* order : {"", "XYZ"}) {
      const Result<std::string> text = write_bvh(scene->skeleton, scene->clips[0], {.order = order});
      ASSERT_TRUE(text.ok()) << text.error();
      const Result<Scene> again = read_bvh(*text, "again.bvh", {.metres_per_unit = 0.01});
      ASSERT_TRUE(again.ok()) << again.error();
      ASSERT_EQ(again->clips[0].frame_count(), scene->clips[0].frame_count());
      const ClipGap g = gap(*scene, *again, 7);
      EXPECT_GE(g.joints, scene->skeleton.joint_count());
      EXPECT_LT(g.distance, 1e-6 * tall(*scene)) << path;
      EXPECT_LT(g.angle, 1e-6) << path;
      EXPECT_LE(test::largest_angle_step(*text), 180) << path;
      distance = std::max(distance, g.distance / tall(*scene));
      angle = std::max(angle, g.angle);
    }
  }
  std::printf("BVH to BVH: at most %.2e of the height and %.2e rad\n", distance, angle);
}

TEST(MotionFiles, AmcToAmcKeepsEveryValueAndAmcToBvhEveryPosition) {
  double value_gap = 0, root_gap = 0, bvh_gap = 0;
  for (const std::string& path : testing::shared_files("asf_amc", {".amc"})) {
    const Result<Scene> scene = asf_amc(path);
    ASSERT_TRUE(scene.ok());
    const Clip& clip = scene->clips[0];
    const AsfOptions options{.rig = scene->asf};
    const Result<std::string> asf = write_asf(scene->skeleton, options),
                              amc = write_amc(scene->skeleton, clip, options);
    ASSERT_TRUE(asf.ok() && amc.ok());
    Result<Scene> again = read_asf(*asf, "again.asf");
    ASSERT_TRUE(again.ok()) << again.error();
    Result<Clip> read = read_amc(*amc, "again.amc", *again, {}, again->notes);
    ASSERT_TRUE(read.ok()) << read.error();
    ASSERT_EQ(read->frame_count(), clip.frame_count());
    for (int frame = 0; frame < clip.frame_count(); ++frame)
      for (const int v : scene->skeleton.compiled().angle_values)
        value_gap = std::max(value_gap, degrees(std::abs(clip.pose(frame)[static_cast<std::size_t>(v)] -
                                                         read->pose(frame)[static_cast<std::size_t>(v)])));
    again->clips.push_back(*std::move(read));
    const ClipGap g = gap(*scene, *again, 11);
    root_gap = std::max(root_gap, g.distance / tall(*scene));
    const Result<std::string> text = write_bvh(scene->skeleton, clip);
    ASSERT_TRUE(text.ok());
    const Result<Scene> as_bvh = read_bvh(*text, "again.bvh", {.metres_per_unit = 0.01});
    ASSERT_TRUE(as_bvh.ok()) << as_bvh.error();
    bvh_gap = std::max(bvh_gap, gap(*scene, *as_bvh, 11).distance / tall(*scene));
    EXPECT_LE(test::largest_angle_step(*text), 180) << path;
  }
  EXPECT_LT(value_gap, 1e-6);
  EXPECT_LT(root_gap, 1e-6);
  EXPECT_LT(bvh_gap, 1e-5);
  std::printf("AMC to AMC: values to %.2e degrees, positions to %.2e of the height; AMC to BVH: %.2e of the height\n",
              value_gap, root_gap, bvh_gap);
}

}  // namespace
}  // namespace kine
