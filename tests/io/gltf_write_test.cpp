#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "kine/io/formats/gltf_document.h"
#include "kine/io/gltf.h"
#include "kine/io/text/base64.h"
#include "kine/io/text/read_file.h"
#include "tests/io/gltf_support.h"
#include "tests/support/shared_data.h"

namespace kine {
namespace {

using namespace testing;

TEST(Gltf, WrittenAgainItIsTheSameDocument) {
  const std::string glb = arm_glb();
  const Result<Scene> scene = read_gltf(glb, "arm.glb");
  ASSERT_TRUE(scene.ok());
  const Result<std::string> again = write_glb(*scene);
  ASSERT_TRUE(again.ok());
  const GlbChunks before = *split_glb(glb, "a"), after = *split_glb(*again, "b");
  EXPECT_EQ(before.binary, after.binary);
  EXPECT_EQ(json::write(*json::parse(before.json, "a")), json::write(*json::parse(after.json, "b")));
  EXPECT_NE(after.json.find("\"roughnessFactor\":0.50"), std::string::npos);
  const Result<std::string> text = write_gltf(*scene);
  ASSERT_TRUE(text.ok());
  const Result<Scene> embedded = read_gltf(*text, "arm.gltf");
  ASSERT_TRUE(embedded.ok()) << embedded.error();
  EXPECT_TRUE(std::ranges::equal(embedded->clips.front().poses(), scene->clips.front().poses()));
}

TEST(Gltf, ChangedAndNewClipsKeepTheCharacter) {
  Result<Scene> scene = read_gltf(arm_glb(), "arm.glb");
  ASSERT_TRUE(scene.ok());
  const Skeleton& s = scene->skeleton;
  Clip added(s, "added", 50);
  Pose pose = s.rest_pose();
  for (int frame = 0; frame < 20; ++frame) {
    set_joint_rotation(s, s.joint("knee"), from_axis_angle(kUnitY, 0.1 * frame), pose.q);
    pose[5] = 0.01 * frame;
    added.append(pose.q);
  }
  scene->clips.push_back(added);
  const Result<std::string> both = write_glb(*scene);
  ASSERT_TRUE(both.ok());
  const Result<Scene> again = read_gltf(*both, "arm.glb");
  ASSERT_TRUE(again.ok()) << again.error();
  ASSERT_EQ(again->clips.size(), 2u);
  EXPECT_TRUE(std::ranges::equal(again->clips[0].poses(), scene->clips[0].poses()));  // to the bit
  EXPECT_EQ(again->clips[1].name, "added");
  EXPECT_EQ(again->clips[1].rate(), 50);
  ASSERT_EQ(again->clips[1].frame_count(), 20);
  for (int frame = 0; frame < 20; ++frame) {
    const auto a = worlds(*scene, &scene->clips[1], frame / 50.0), b = worlds(*again, &again->clips[1], frame / 50.0);
    for (std::size_t i = 0; i < a.size(); ++i) EXPECT_LT(gap(a[i], b[i]), 1e-6);
  }
  EXPECT_EQ(again->document->json["meshes"].at(0)["name"].text(), "body");
  EXPECT_EQ(again->document->json["skins"].size(), 1u);

  // Changed: it takes the old one's place. Taken out: it is gone, and nothing else is.
  scene->clips[0].pose(3)[5] = 1;
  scene->clips.pop_back();
  const Result<Scene> changed = read_gltf(*write_glb(*scene), "arm.glb");
  ASSERT_EQ(changed->clips.size(), 1u);
  EXPECT_NEAR(changed->clips[0].pose(3)[5], 1, 1e-6);
  scene->clips.clear();
  const Result<Scene> still = read_gltf(*write_glb(*scene), "arm.glb");
  ASSERT_TRUE(still.ok()) << still.error();
  EXPECT_TRUE(still->clips.empty());
  EXPECT_EQ(still->skeleton.joint_count(), 3);
}

TEST(Gltf, ChangedClipsKeepTheirMorphs) {
  Asset asset;
  const int times = asset.times({0, 1});
  const int shift = asset.vec3({0, 0, 0, 1, 0, 0});
  const int weights = asset.floats("SCALAR", 1, {0, 1});
  Result<Scene> scene = read_gltf(
      asset.glb(R"("nodes":[{"mesh":0}],"meshes":[{"primitives":[]}],"animations":[{"name":"a","samplers":[)" +
                sampler(times, shift) + "," + sampler(times, weights) + R"(],"channels":[)" +
                channel(0, 0, "translation") + "," + channel(1, 0, "weights") + "]}]"),
      "a.glb");
  ASSERT_TRUE(scene.ok()) << scene.error();
  EXPECT_TRUE(says(*scene, "morph weights"));
  scene->clips[0].pose(0)[4] = 5;
  const Result<Scene> again = read_gltf(*write_glb(*scene), "a.glb");
  ASSERT_TRUE(again.ok()) << again.error();
  const json::Value& animation = again->document->json["animations"].at(0);
  EXPECT_EQ(animation["channels"].size(), 2u);
  EXPECT_EQ(animation["samplers"].size(), 2u);
  EXPECT_EQ(animation["channels"].at(0)["target"]["path"].text(), "weights");
}

TEST(Gltf, AnySkeletonAndClipSurviveWriting) {
  const std::array joints{free_joint("root"),
                          hinge("spine", "root", {0, 0.3, 0}, kUnitX),
                          euler("arm", "spine", {0.2, 0.4, 0}, "ZYX"),
                          slider("slide", "arm", {0.3, 0, 0}, kUnitX),
                          ball("hand", "slide", {0.1, 0.1, 0}),
                          fixed_joint("tip", "hand", {0, 0.1, 0})};
  const Result<Skeleton> skeleton = Skeleton::build(joints);
  ASSERT_TRUE(skeleton.ok());
  for (const Up up : {Up::X, Up::Y, Up::Z}) {
    Scene scene{.name = "figure", .skeleton = *skeleton, .notes = {}};
    scene.up = up;
    Clip clip(*skeleton, "move", 120);
    clip.add_translations(*skeleton, skeleton->joint("tip"));
    Pose pose = skeleton->rest_pose();
    Shape shape(*skeleton);
    std::vector<double> speeds(static_cast<std::size_t>(skeleton->freedom_count()));
    for (std::size_t i = 0; i < speeds.size(); ++i) speeds[i] = 1.5 - 0.3 * static_cast<double>(i);
    for (int frame = 0; frame < 50; ++frame) {
      shape.translation.back() = {0, 0.1 + 0.01 * frame, 0};
      clip.append(pose.q, shape);
      integrate(*skeleton, speeds, 0.05, pose.q);
    }
    scene.clips.push_back(std::move(clip));
    for (const bool binary : {true, false}) {
      const Result<std::string> bytes = binary ? write_glb(scene) : write_gltf(scene);
      ASSERT_TRUE(bytes.ok());
      const Result<Scene> again = read_gltf(*bytes, "figure");
      ASSERT_TRUE(again.ok()) << again.error();
      ASSERT_EQ(again->clips.size(), 1u);
      EXPECT_EQ(again->clips[0].rate(), 120);
      ASSERT_EQ(again->clips[0].frame_count(), 50);
      double worst = 0;
      for (int frame = 0; frame < 50; ++frame) {
        const auto a = worlds(scene, &scene.clips[0], frame / 120.0);
        const auto b = worlds(*again, &again->clips[0], frame / 120.0);
        for (int i = 0; i < skeleton->joint_count(); ++i) {
          const Vec3 p = a[static_cast<std::size_t>(i)].translation;
          const Vec3 upright = up == Up::Y ? p : up == Up::Z ? Vec3{p.x, p.z, -p.y} : Vec3{-p.y, p.x, p.z};
          const JointId there = again->skeleton.joint(skeleton->name({i}));
          worst = std::max(worst, gap(upright, b[static_cast<std::size_t>(there.index)].translation));
        }
      }
      EXPECT_LT(worst, 1e-6);
    }
  }
}

TEST(Gltf, AClipThatStandsStillLastsItsTime) {
  const std::array joints{free_joint("root"), ball("a", "root", {0, 1, 0})};
  Scene scene{.name = "s", .skeleton = *Skeleton::build(joints), .notes = {}};
  Clip clip(scene.skeleton, "rest", 25);
  for (int i = 0; i < 11; ++i) clip.append(scene.skeleton.rest_pose().q);
  scene.clips.push_back(clip);
  const Result<Scene> again = read_gltf(*write_glb(scene), "s.glb");
  ASSERT_EQ(again->clips.size(), 1u);
  EXPECT_NEAR(again->clips[0].duration(), 0.4, 0.01);
}

TEST(Gltf, SideFilesAreAskedForAndEmbedded) {
  const std::string text = plain(
      R"("nodes":[{}],"buffers":[{"uri":"my%20data.bin","byteLength":4},{"uri":"data:;base64,AAAA","byteLength":3}],)"
      R"("bufferViews":[{"buffer":1,"byteLength":3},{"buffer":0,"byteLength":4}],"images":[{"uri":"skin.png"}])");
  const Result<SideFileNames> names = gltf_side_files(text, "a.gltf");
  ASSERT_TRUE(names.ok());
  EXPECT_EQ(names->buffers, std::vector<std::string>{"my data.bin"});
  EXPECT_EQ(names->images, std::vector<std::string>{"skin.png"});
  const Result<Scene> missing = read_gltf(text, "a.gltf");
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.error(),
            "a.gltf:1: buffer 0 is in the file \"my%20data.bin\", which is not here: put it beside this one");
  const std::vector<SideFile> files{{"my data.bin", "abcd"}, {"skin.png", "\x89PNG..."}};
  const Result<Scene> scene = read_gltf(text, "a.gltf", files);
  ASSERT_TRUE(scene.ok()) << scene.error();
  const Result<std::string> glb = write_glb(*scene);
  const Result<Scene> again = read_gltf(*glb, "a.glb");
  ASSERT_TRUE(again.ok()) << again.error();
  const gltf::Document& document = *again->document;
  ASSERT_EQ(document.buffers.size(), 1u);  // one binary chunk, no base64 in it
  const json::Value& views = document.json["bufferViews"];
  const auto bytes = [&](std::size_t view) {
    return document.buffers[0]->substr(views.at(view)["byteOffset"].index().value_or(0),
                                       *views.at(view)["byteLength"].index());
  };
  EXPECT_EQ(bytes(0), std::string(3, '\0'));
  EXPECT_EQ(bytes(1), "abcd");
  EXPECT_EQ(bytes(*document.json["images"].at(0)["bufferView"].index()), "\x89PNG...");
  EXPECT_EQ(document.json["images"].at(0)["mimeType"].text(), "image/png");
}

TEST(GltfShared, EveryFileLoadsAndIsWrittenAgainUnchanged) {
  for (const std::string& path : testing::shared_files("gltf", {".glb", ".gltf"})) {
    const Result<std::string> bytes = read_file(path);
    const Result<Scene> scene = read_gltf(*bytes, path);
    ASSERT_TRUE(scene.ok()) << scene.error();
    EXPECT_FALSE(scene->clips.empty());
    const Result<std::string> again = write_glb(*scene);
    ASSERT_TRUE(again.ok());
    if (!is_glb(*bytes)) continue;
    const GlbChunks before = *split_glb(*bytes, "a"), after = *split_glb(*again, "b");
    EXPECT_TRUE(before.binary == after.binary) << path;
    EXPECT_TRUE(json::write(*json::parse(before.json, "a")) ==
                after.json.substr(0, after.json.find_last_not_of(' ') + 1))
        << path;
  }
}

}  // namespace
}  // namespace kine
