#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "kine/io/formats/glb.h"
#include "kine/io/gltf.h"
#include "kine/kinematics/forward.h"
#include "kine/model/pose.h"

namespace kine::testing {

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

inline std::string channel(int sampler, int node, std::string_view path) {
  return R"({"sampler":)" + std::to_string(sampler) + R"(,"target":{"node":)" + std::to_string(node) + R"(,"path":")" +
         std::string(path) + "\"}}";
}
inline std::string sampler(int input, int output, std::string_view between = "LINEAR") {
  return R"({"input":)" + std::to_string(input) + R"(,"output":)" + std::to_string(output) + R"(,"interpolation":")" +
         std::string(between) + "\"}";
}

inline std::string plain(std::string_view rest) { return R"({"asset":{"version":"2.0"},)" + std::string(rest) + "}"; }

inline bool says(const Scene& scene, std::string_view words) {
  for (const std::string& note : scene.notes)
    if (note.find(words) != std::string::npos) return true;
  return false;
}

/// Everything in the world at a time of a clip.
inline std::vector<Affine> worlds(const Scene& scene, const Clip* clip, double time) {
  Pose pose = scene.skeleton.rest_pose();
  Shape shape(scene.skeleton);
  if (clip != nullptr) sample(scene.skeleton, *clip, time, pose.q, shape);
  Frames frames(scene.skeleton);
  forward(scene.skeleton, pose.q, shape, frames);
  std::vector<Affine> out;
  for (int i = 0; i < scene.skeleton.joint_count(); ++i) out.push_back(frames.affine(JointId{i}));
  return out;
}

inline double gap(const Vec3& a, const Vec3& b) { return length(a - b); }
inline double gap(const Affine& a, const Affine& b) {
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
inline std::string arm_glb() {
  Asset asset;
  asset.vec3({0, 0, 0, 1, 0, 0, 0, 1, 0});
  const float half = std::sqrt(0.5f);
  const int times = asset.times({0, 1});
  const int turns = asset.vec4({0, 0, 0, 1, half, 0, 0, half});
  return asset.glb(std::string(kArm) + R"(,"animations":[{"name":"bend","samplers":[)" + sampler(times, turns) +
                   R"(],"channels":[)" + channel(0, 1, "rotation") + "]}]");
}

}  // namespace kine::testing
