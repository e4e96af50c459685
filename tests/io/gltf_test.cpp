#include "kine/io/gltf.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "kine/io/base64.h"
#include "kine/io/glb.h"
#include "kine/io/text_reader.h"
#include "kine/kinematics/forward.h"
#include "kine/model/pose.h"
#include "tests/support/shared_data.h"

namespace kine {
namespace {

/// A binary buffer and the accessors over it, written by the tests themselves.
struct Asset {
  std::string bytes, views, accessors;
  int count = 0;

  int add(std::string_view raw, int component, std::string_view type, std::size_t elements,
          std::string_view more = "") {
    while (bytes.size() % 4 != 0) bytes += '\0';
    const std::string comma = count == 0 ? "" : ",";
    views += comma + R"({"buffer":0,"byteOffset":)" + std::to_string(bytes.size()) + R"(,"byteLength":)" +
             std::to_string(raw.size()) + "}";
    accessors += comma + R"({"bufferView":)" + std::to_string(count) + R"(,"componentType":)" +
                 std::to_string(component) + R"(,"count":)" + std::to_string(elements) + R"(,"type":")" +
                 std::string(type) + "\"" + std::string(more) + "}";
    bytes += raw;
    return count++;
  }
  static std::string raw(const std::vector<float>& values) {
    std::string out;
    for (const float value : values)
      for (int i = 0; i < 4; ++i) out += static_cast<char>(std::bit_cast<std::uint32_t>(value) >> (8 * i) & 255);
    return out;
  }
  int floats(std::string_view type, std::size_t components, const std::vector<float>& values) {
    return add(raw(values), 5126, type, values.size() / components);
  }
  int times(const std::vector<float>& values) { return floats("SCALAR", 1, values); }
  int vec3(const std::vector<float>& values) { return floats("VEC3", 3, values); }
  int vec4(const std::vector<float>& values) { return floats("VEC4", 4, values); }

  std::string json(std::string_view rest) const {
    return R"({"asset":{"version":"2.0"},"buffers":[{"byteLength":)" + std::to_string(bytes.size()) +
           R"(}],"bufferViews":[)" + views + R"(],"accessors":[)" + accessors + "]," + std::string(rest) + "}";
  }
  std::string glb(std::string_view rest) const { return *join_glb(json(rest), bytes); }
};

std::string channel(int sampler, int node, std::string_view path) {
  return R"({"sampler":)" + std::to_string(sampler) + R"(,"target":{"node":)" + std::to_string(node) + R"(,"path":")" +
         std::string(path) + "\"}}";
}
std::string sampler(int input, int output, std::string_view between = "LINEAR") {
  return R"({"input":)" + std::to_string(input) + R"(,"output":)" + std::to_string(output) + R"(,"interpolation":")" +
         std::string(between) + "\"}";
}

std::string plain(std::string_view rest) { return R"({"asset":{"version":"2.0"},)" + std::string(rest) + "}"; }

bool says(const Scene& scene, std::string_view words) {
  for (const std::string& note : scene.notes)
    if (note.find(words) != std::string::npos) return true;
  return false;
}

/// Everything in the world at a time of a clip.
std::vector<Affine> worlds(const Scene& scene, const Clip* clip, double time) {
  Pose pose = scene.skeleton.rest_pose();
  Shape shape(scene.skeleton);
  if (clip != nullptr) sample(scene.skeleton, *clip, time, pose.q, shape);
  Frames frames(scene.skeleton);
  forward(scene.skeleton, pose.q, shape, frames);
  std::vector<Affine> out;
  for (int i = 0; i < scene.skeleton.joint_count(); ++i) out.push_back(frames.affine(JointId{i}));
  return out;
}

double gap(const Vec3& a, const Vec3& b) { return length(a - b); }
double gap(const Affine& a, const Affine& b) {
  return std::max({gap(a.translation, b.translation), gap(a.linear.x, b.linear.x), gap(a.linear.y, b.linear.y),
                   gap(a.linear.z, b.linear.z)});
}

constexpr std::string_view kArm = R"(
  "nodes":[{"name":"hip","children":[1],"translation":[0,1,0]},{"name":"knee","children":[2],"translation":[0,0,2]},
           {"name":"tip","translation":[0,0,1]},{"name":"skin","mesh":0,"skin":0},
           {"name":"lamp","translation":[9,9,9]}],
  "scenes":[{"nodes":[0,3,4]}],"scene":0,
  "skins":[{"joints":[0,1]}],
  "meshes":[{"name":"body","primitives":[{"attributes":{"POSITION":0}}]}],
  "materials":[{"name":"grey","pbrMetallicRoughness":{"roughnessFactor":0.50}}])";

/// Two joints and a tip, a mesh, and a clip that turns the knee by a quarter about x in one second at 10 frames.
std::string arm_glb() {
  Asset asset;
  asset.vec3({0, 0, 0, 1, 0, 0, 0, 1, 0});
  const float half = std::sqrt(0.5f);
  const int times = asset.times({0, 1});
  const int turns = asset.vec4({0, 0, 0, 1, half, 0, 0, half});
  return asset.glb(std::string(kArm) + R"(,"animations":[{"name":"bend","samplers":[)" + sampler(times, turns) +
                   R"(],"channels":[)" + channel(0, 1, "rotation") + "]}]");
}

TEST(Gltf, SkinsBecomeSkeletons) {
  const Result<Scene> scene = read_gltf(arm_glb(), "models/arm.glb");
  ASSERT_TRUE(scene.ok()) << scene.error();
  EXPECT_EQ(scene->name, "arm");
  EXPECT_EQ(scene->up, Up::Y);
  const Skeleton& s = scene->skeleton;
  ASSERT_EQ(s.joint_count(), 3);  // the lamp and the skinned mesh are no joints
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
  EXPECT_TRUE(says(*scene, "not one long"));
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

TEST(Base64, GoesBothWays) {
  EXPECT_EQ(to_base64("Man"), "TWFu");
  EXPECT_EQ(to_base64("Ma"), "TWE=");
  EXPECT_EQ(to_base64("M"), "TQ==");
  EXPECT_EQ(from_base64("TWE="), "Ma");
  EXPECT_EQ(from_base64("TWE"), "Ma");
  EXPECT_EQ(from_base64(" TW\nFu"), "Man");
  EXPECT_EQ(from_base64(""), "");
  EXPECT_FALSE(from_base64("T"));
  EXPECT_FALSE(from_base64("T*=="));
  std::string all;
  for (int i = 0; i < 256; ++i) all += static_cast<char>(i);
  EXPECT_EQ(from_base64(to_base64(all)), all);
  EXPECT_EQ(percent_decoded("a%20b%2fc%zz%2"), "a b/c%zz%2");
}

TEST(GltfShared, EveryFileLoadsAndIsWrittenAgainUnchanged) {
  for (const std::string& path : testing::shared_files("gltf", {".glb", ".gltf"})) {
    const Result<std::string> bytes = read_text(path);
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

TEST(GltfShared, BadFilesLoadOrAreRefusedWithASentence) {
  // What Khronos' validator finds no error in must load, unless it wants a file that is not here.
  const auto is_valid = [notes = testing::shared_notes()](const std::string& path) {
    for (const auto& [file, note] : notes)
      if (path.ends_with("/" + file)) return note.starts_with("validator: 0 error");
    return false;
  };
  int loaded = 0, refused = 0;
  for (const std::string& path : testing::shared_files("bad/gltf", {".glb", ".gltf"})) {
    const Result<std::string> bytes = read_text(path);
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
