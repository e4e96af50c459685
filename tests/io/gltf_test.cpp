#include "kine/io/gltf.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "kine/io/text/read_file.h"
#include "tests/io/gltf_support.h"
#include "tests/support/shared_data.h"

namespace kine {
namespace {

using namespace testing;

TEST(Gltf, SkinsBecomeSkeletons) {
  const Result<Scene> scene = read_gltf(arm_glb(), "models/arm.glb");
  ASSERT_TRUE(scene.ok()) << scene.error();
  EXPECT_EQ(scene->name, "arm");
  EXPECT_EQ(scene->up, Up::Y);
  const Skeleton& s = scene->skeleton;
  ASSERT_EQ(s.joint_count(), 3);  // the lamp and the skinned mesh are no joints
  for (int i = 0; i < 3; ++i) EXPECT_GE(gltf_node_of(*scene, JointId{i}), 0);
  EXPECT_NE(gltf_node_of(*scene, JointId{0}), gltf_node_of(*scene, JointId{1}));
  EXPECT_EQ(gltf_node_of(*scene, JointId{3}), -1);
  EXPECT_EQ(gltf_node_of(*scene, kWorld), -1);
  EXPECT_EQ(s.kind(s.joint("hip")), JointKind::Free);
  EXPECT_EQ(s.kind(s.joint("knee")), JointKind::Ball);
  EXPECT_EQ(s.kind(s.joint("tip")), JointKind::Fixed);
  ASSERT_EQ(scene->clips.size(), 1u);
  const Clip& clip = scene->clips.front();
  EXPECT_EQ(clip.name, "bend");
  EXPECT_EQ(clip.rate(), 30);
  EXPECT_EQ(clip.frame_count(), 31);
  EXPECT_TRUE(scene->notes.empty()) << scene->notes.front();
  const double angle = kPi / 2 * 0.37;  // between frames as well: LINEAR keys on the grid are met everywhere
  const Vec3 tip = worlds(*scene, &clip, 0.37)[2].translation;
  EXPECT_LT(gap(tip, Vec3{0, 1 - std::sin(angle), 2 + std::cos(angle)}), 1e-6);
  EXPECT_LT(gap(worlds(*scene, nullptr, 0)[2].translation, Vec3{0, 1, 3}), 1e-15);
}

TEST(Gltf, WithoutSkinsEveryNodeOfTheSceneIsAJoint) {
  const Result<Scene> scene =
      read_gltf(plain(R"("nodes":[{"children":[1]},{"name":"a"},{"name":"a"},{"name":"out"}],"scene":1,)"
                      R"("scenes":[{"nodes":[3]},{"nodes":[0,2]}])"),
                "a.gltf");
  ASSERT_TRUE(scene.ok()) << scene.error();
  const Skeleton& s = scene->skeleton;
  ASSERT_EQ(s.joint_count(), 3);
  EXPECT_EQ(s.name({0}), "node_0");
  EXPECT_EQ(s.name({1}), "a");
  EXPECT_NE(s.name({2}), "a");
  EXPECT_EQ(s.kind({0}), JointKind::Free);
  EXPECT_EQ(s.kind({1}), JointKind::Ball);
  EXPECT_EQ(s.kind({2}), JointKind::Free);
}

TEST(Gltf, InterpolatesAsTheSpecificationSays) {
  Asset asset;
  const int times = asset.times({0, 0.5f, 1.5f});
  const int steps = asset.vec3({0, 0, 0, 1, 2, 3, 4, 5, 6});
  // In-tangent, value, out-tangent of three keys.
  const int curve = asset.vec3({0, 0, 0, 0, 0, 0, 2, 0, 0, 4, 0, 0, 1, 0, 0, 0, 6, 0, 0, 0, -2, 3, 1, 0, 0, 0, 0});
  const int scales = asset.vec3({1, 1, 1, 2, 2, 2, 3, 3, 3});
  const std::string glb =
      asset.glb(R"("nodes":[{"name":"root","children":[1,2,3]},{"name":"step"},{"name":"curve"},{"name":"scale"}],)"
                R"("animations":[{"samplers":[)" +
                sampler(times, steps, "STEP") + "," + sampler(times, curve, "CUBICSPLINE") + "," +
                sampler(times, scales) + R"(],"channels":[)" + channel(0, 1, "translation") + "," +
                channel(1, 2, "translation") + "," + channel(2, 3, "scale") + "]}]");
  const Result<Scene> scene = read_gltf(glb, "a.glb");
  ASSERT_TRUE(scene.ok()) << scene.error();
  ASSERT_EQ(scene->clips.size(), 1u);
  const Clip& clip = scene->clips.front();
  EXPECT_EQ(clip.name, "animation_0");
  EXPECT_EQ(clip.rate(), 30);
  EXPECT_EQ(clip.frame_count(), 46);
  EXPECT_TRUE(says(*scene, "steps or splines"));
  for (int frame = 0; frame < clip.frame_count(); ++frame) {
    const double time = frame / 30.0;
    const std::vector<Affine> at = worlds(*scene, &clip, time);
    const Vec3 step = frame < 15 ? Vec3{} : frame < 45 ? Vec3{1, 2, 3} : Vec3{4, 5, 6};
    EXPECT_LT(gap(at[1].translation, step), 1e-12) << frame;
    const double size = time < 0.5 ? 1 + 2 * time : 2 + (time - 0.5);
    EXPECT_NEAR(at[3].linear.y.y, size, 1e-12);
    // The Hermite form of the specification, written out for each part.
    const bool first = time < 0.5;
    const double td = first ? 0.5 : 1, t = first ? time / 0.5 : (time - 0.5) / 1;
    const Vec3 p0 = first ? Vec3{0, 0, 0} : Vec3{1, 0, 0}, p1 = first ? Vec3{1, 0, 0} : Vec3{3, 1, 0};
    const Vec3 m0 = first ? Vec3{2, 0, 0} : Vec3{0, 6, 0}, m1 = first ? Vec3{4, 0, 0} : Vec3{0, 0, -2};
    const Vec3 wanted = p0 * (2 * t * t * t - 3 * t * t + 1) + m0 * (td * (t * t * t - 2 * t * t + t)) +
                        p1 * (-2 * t * t * t + 3 * t * t) + m1 * (td * (t * t * t - t * t));
    EXPECT_LT(gap(at[2].translation, wanted), 1e-6) << frame;
  }
}

TEST(Gltf, ReadsNormalisedIntegersStridesAndSparseAccessors) {
  Asset asset;
  const int times = asset.times({0, 1});
  // Shorts: (0, 0, 0, 1) and a half turn about x, whose -32768 counts as -1.
  const std::string shorts("\0\0\0\0\0\0\xff\x7f\x00\x80\0\0\0\0\0\0", 16);
  const int turns = asset.add(shorts, 5122, "VEC4", 2, R"(,"normalized":true)");
  // Zeros with the second element put in: (7, 8, 9).
  const int place = asset.add(std::string_view("\x01", 1), 5121, "SCALAR", 1);
  const int value = asset.vec3({7, 8, 9});
  std::string accessors = asset.accessors;
  asset.accessors += R"(,{"componentType":5126,"count":2,"type":"VEC3","sparse":{"count":1,"indices":{"bufferView":)" +
                     std::to_string(place) + R"(,"componentType":5121},"values":{"bufferView":)" +
                     std::to_string(value) + "}}}";
  const int sparse = asset.count++;
  // Three floats and one to pass over.
  asset.views +=
      R"(,{"buffer":0,"byteOffset":)" + std::to_string(asset.bytes.size()) + R"(,"byteLength":28,"byteStride":16})";
  asset.bytes += Asset::raw({1, 1, 1, 99, 3, 3, 3});
  asset.accessors += R"(,{"bufferView":4,"componentType":5126,"count":2,"type":"VEC3"})";
  const int strided = asset.count++;
  const Result<Scene> scene = read_gltf(
      asset.glb(R"("nodes":[{"children":[1]},{"name":"b"}],"animations":[{"samplers":[)" + sampler(times, turns) + "," +
                sampler(times, sparse) + "," + sampler(times, strided) + R"(],"channels":[)" +
                channel(0, 1, "rotation") + "," + channel(1, 1, "translation") + "," + channel(2, 1, "scale") + "]}]"),
      "a.glb");
  ASSERT_TRUE(scene.ok()) << scene.error();
  ASSERT_EQ(scene->clips.size(), 1u) << scene->notes.front();
  const Affine end = worlds(*scene, &scene->clips.front(), 1).back();
  EXPECT_LT(gap(end, Affine{{{3, 0, 0}, {0, -3, 0}, {0, 0, -3}}, {7, 8, 9}}), 1e-9);
  const Affine begin = worlds(*scene, &scene->clips.front(), 0).back();
  EXPECT_LT(gap(begin, Affine{}), 1e-9);
}

TEST(Gltf, MatricesAndScalesComposeAsInTheFile) {
  // An armature of a hundredth, laid down, with a stretched joint below, and a mirroring matrix below that.
  const Result<Scene> scene = read_gltf(
      plain(
          R"("nodes":[{"name":"armature","scale":[0.01,0.01,0.01],"rotation":[-0.7071067811865476,0,0,0.7071067811865476],
        "children":[1]},{"name":"hip","translation":[0,0,100],"scale":[1,2,1],"children":[2]},
        {"name":"mirror","matrix":[0,1,0,0, 1,0,0,0, 0,0,1,0, 5,6,7,1],"children":[3]},{"name":"tip","translation":[1,0,0]}],
        "skins":[{"joints":[1,2,3]}])"),
      "a.gltf");
  ASSERT_TRUE(scene.ok()) << scene.error();
  EXPECT_EQ(scene->skeleton.kind({0}), JointKind::Fixed);
  EXPECT_TRUE(says(*scene, "mirroring"));
  const std::vector<Affine> at = worlds(*scene, nullptr, 0);
  EXPECT_LT(gap(at[1].translation, Vec3{0, 1, 0}), 1e-12);
  EXPECT_LT(gap(at[2].translation, Vec3{0.05, 1.07, -0.12}), 1e-12);
  // x of the mirror is y of the hip (stretched to 2), which lies along -z.
  EXPECT_LT(gap(at[3].translation, Vec3{0.05, 1.07, -0.14}), 1e-12);
  EXPECT_LT(gap(at[3].linear.y, Vec3{0.01, 0, 0}), 1e-12);
}

TEST(Gltf, ShearAndZeroScaleAreNoted) {
  const Result<Scene> scene =
      read_gltf(plain(R"("nodes":[{"name":"s","matrix":[1,0,0,0, 1,1,0,0, 0,0,1,0, 0,0,0,1]},{"scale":[0,1,1]},
                        {"rotation":[0,0,0,0]}])"),
                "a.gltf");
  ASSERT_TRUE(scene.ok()) << scene.error();
  EXPECT_TRUE(says(*scene, "shears"));
  EXPECT_TRUE(says(*scene, "scale of zero"));
  EXPECT_TRUE(says(*scene, "not have unit length"));
}

TEST(Gltf, ChoosesARateThatMeetsTheKeys) {
  const auto rate_of = [](const std::vector<float>& seconds, std::optional<double> wanted = {}) {
    Asset asset;
    const int times = asset.times(seconds);
    std::vector<float> values(seconds.size() * 3, 1.0f);
    values.back() = 2;
    const int shift = asset.vec3(values);
    Result<Scene> scene = read_gltf(asset.glb(R"("nodes":[{}],"animations":[{"samplers":[)" + sampler(times, shift) +
                                              R"(],"channels":[)" + channel(0, 0, "translation") + "]}]"),
                                    "a.glb", {}, {.rate = wanted});
    return std::pair(scene->clips.front().rate(), scene->notes.size());
  };
  EXPECT_EQ(rate_of({0, 1 / 30.0f, 2 / 30.0f}), std::pair(30.0, std::size_t{0}));
  EXPECT_EQ(rate_of({0, 1 / 24.0f, 3 / 24.0f}), std::pair(24.0, std::size_t{0}));
  EXPECT_EQ(rate_of({0, 1 / 60.0f}), std::pair(60.0, std::size_t{0}));
  EXPECT_NEAR(rate_of({0, 1 / 29.97f, 2 / 29.97f, 3 / 29.97f, 4 / 29.97f}).first, 59.94,
              1e-3);  // twice, for smoothness
  EXPECT_EQ(rate_of({0, 0.1f, 0.17321f}), std::pair(60.0, std::size_t{1}));
  EXPECT_EQ(rate_of({0, 0.1f}, 10), std::pair(10.0, std::size_t{0}));
}

TEST(Gltf, UnitsCanBeStated) {
  const Result<Scene> scene = read_gltf(arm_glb(), "arm.glb", {}, {.metres_per_unit = 0.01});
  ASSERT_TRUE(scene.ok());
  EXPECT_LT(gap(worlds(*scene, nullptr, 0)[2].translation, Vec3{0, 0.01, 0.03}), 1e-12);
  Scene changed = *scene;
  changed.clips[0].pose(0)[5] = 0.5;
  const Result<Scene> again = read_gltf(*write_glb(changed), "arm.glb");
  ASSERT_TRUE(again.ok());
  EXPECT_NEAR(again->clips[0].pose(0)[5], 50, 1e-4);  // the file stays in its own unit
}

TEST(Gltf, RefusesWithASentence) {
  const auto error = [](std::string_view rest) {
    const Result<Scene> scene = read_gltf(plain(rest), "a.gltf");
    return scene.ok() ? std::string() : scene.error();
  };
  EXPECT_EQ(error(R"("nodes":[{"children":[1]},{"children":[0]}])"),
            "a.gltf:1: node 0 is its own ancestor: the nodes go round in a circle");
  EXPECT_EQ(error(R"("nodes":[{"name":"x","children":[2]},{"children":[2]},{}])"),
            "a.gltf:1: node 2 has two parents: node 0 \"x\" and node 1");
  EXPECT_EQ(error(R"("nodes":[{"children":[7]}])"), "a.gltf:1: node 0 names a node that is not there");
  EXPECT_EQ(error(R"("nodes":[{"translation":[1,2]}])"),
            "a.gltf:1: node 0: its translation should be 3 finite numbers");
  EXPECT_EQ(error(R"("nodes":[{}],"skins":[{"joints":[1]}])"), "a.gltf:1: skin 0 names a node that is not there");
  EXPECT_EQ(read_gltf("{}", "a.gltf").error(),
            "a.gltf:1: it has no asset.version, which every glTF has: is this a glTF file?");
  EXPECT_EQ(read_gltf(R"({"asset":{"version":"1.0"}})", "a.gltf").error(),
            "a.gltf:1: it is of glTF version \"1.0\": only version 2 is read");
  EXPECT_FALSE(read_gltf("", "a.gltf").ok());
  EXPECT_FALSE(read_gltf("glTF", "a.glb").ok());
  EXPECT_TRUE(read_gltf(plain(R"("nodes":[])"), "a.gltf").ok());  // nothing in it, but nothing wrong either
}

TEST(Gltf, BrokenChannelsAreLeftOutWithANote) {
  Asset asset;
  const int times = asset.times({0, 1}), falling = asset.times({1, 0});
  const int shift = asset.vec3({0, 0, 0, 1, 0, 0}), three = asset.vec3({0, 0, 0, 1, 0, 0, 2, 0, 0});
  const int wild = asset.vec3({0, 0, 0, 1, 0, std::nanf("")});
  const auto notes = [&](int input, int output, int node) {
    const Result<Scene> scene =
        read_gltf(asset.glb(R"("nodes":[{}],"animations":[{"name":"x","samplers":[)" + sampler(input, output) +
                            R"(],"channels":[)" + channel(0, node, "translation") + "]}]"),
                  "a.glb");
    EXPECT_TRUE(scene.ok());
    return scene->clips.empty() && scene->notes.size() == 1 ? scene->notes[0] : std::string();
  };
  EXPECT_EQ(notes(falling, shift, 0),
            "Clip \"x\": 1 channel is left out, since its key times are not numbers in rising order.");
  EXPECT_NE(notes(times, three, 0), "");
  EXPECT_NE(notes(times, wild, 0), "");
  EXPECT_NE(notes(times, 99, 0), "");
  EXPECT_NE(notes(times, shift, 5), "");
  EXPECT_EQ(notes(times, shift, 0), "");
}

TEST(Gltf, TooManyNodesAreRefused) {
  std::string nodes = "\"nodes\":[{}";
  for (int i = 0; i < 70000; ++i) nodes += ",{}";
  EXPECT_NE(read_gltf(plain(nodes + "]"), "a.gltf").error().find("are too many"), std::string::npos);
}

TEST(Gltf, ClaimsAreBoundedByTheBytes) {
  Asset asset;
  asset.times({0, 1e9f});
  asset.vec3({0, 0, 0, 1, 0, 0});
  asset.accessors += R"(,{"bufferView":0,"componentType":5126,"count":2147483648,"type":"SCALAR"})"
                     R"(,{"componentType":5126,"count":2147483648,"type":"VEC3"})";
  const auto read = [&](int input, int output) {
    return read_gltf(asset.glb(R"("nodes":[{}],"animations":[{"samplers":[)" + sampler(input, output) +
                               R"(],"channels":[)" + channel(0, 0, "translation") + "]}]"),
                     "a.glb");
  };
  EXPECT_TRUE(read(2, 1)->clips.empty());
  EXPECT_TRUE(read(2, 3)->clips.empty());
  const Result<Scene> slow = read(0, 1);
  ASSERT_EQ(slow->clips.size(), 1u);
  EXPECT_LT(slow->clips[0].poses().size(), std::size_t{1} << 22);
  EXPECT_NEAR(slow->clips[0].duration(), 1e9, 1);
}

TEST(GltfShared, BadFilesLoadOrAreRefusedWithASentence) {
  // What Khronos' validator finds no error in must load, unless it wants a file that is not here.
  const auto is_valid = [notes = testing::shared_notes()](const std::string& path) {
    for (const auto& [file, note] : notes)
      if (path.ends_with("/" + file)) return note.starts_with("validator: 0 error");
    return false;
  };
  int loaded = 0, refused = 0;
  for (const std::string& path : testing::shared_files("bad/gltf", {".glb", ".gltf"})) {
    const Result<std::string> bytes = read_file(path);
    const Result<Scene> scene = read_gltf(*bytes, path);
    ++(scene.ok() ? loaded : refused);
    EXPECT_TRUE(scene.ok() || !is_valid(path) || scene.error().find("which is not here") != std::string::npos)
        << scene.error();
    EXPECT_TRUE(scene.ok() || scene.error().size() > path.size() + 10) << scene.error();
    EXPECT_TRUE(!scene.ok() || write_glb(*scene).ok());
  }
  std::printf("bad/gltf: %d load, %d are refused\n", loaded, refused);
}

}  // namespace
}  // namespace kine
