// What our readers make of glTF and URDF files, and what our glTF writer makes of scenes, for programs that are not
// ours to compare with. JSON on standard output.
//   oracle_formats gltf COUNT FILE           the nodes' matrices in COUNT frames of every clip
//   oracle_formats urdf COUNT SEED FILE      COUNT random poses: the joints' values, and where every link is
//   oracle_formats write OUT.glb|gltf FILE   the scene as we write it; with the word "fresh" behind FILE without its
//   document
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "kine/io/formats/gltf_document.h"
#include "kine/io/gltf.h"
#include "kine/io/load.h"
#include "kine/kinematics/forward.h"
#include "kine/model/pose.h"

namespace {

using namespace kine;

int fail(const std::string& sentence) {
  std::fprintf(stderr, "%s\n", sentence.c_str());
  return 1;
}

json::Value matrix(const Affine& a) {
  const Vec3 columns[] = {a.linear.x, a.linear.y, a.linear.z, a.translation};
  json::Value out = json::Value::array();
  for (int c = 0; c < 4; ++c) {
    for (int r = 0; r < 3; ++r) out.push(columns[c][r]);
    out.push(c == 3 ? 1 : 0);
  }
  return out;
}

json::Value clip_matrices(const Scene& scene, const Clip& clip, int count) {
  json::Value out = json::Value::object();
  out.set("name", clip.name);
  out.set("rate", clip.rate());
  json::Value& samples = out.set("samples", json::Value::array());
  Frames frames(scene.skeleton);
  Shape shape(scene.skeleton);
  Pose pose = scene.skeleton.rest_pose();
  for (int i = 0; i < count; ++i) {
    const int frame = clip.frame_count() * i / count;
    const double time = frame / clip.rate();
    sample(scene.skeleton, clip, time, pose.q, shape);
    forward(scene.skeleton, pose.q, shape, frames);
    json::Value& entry = samples.push(json::Value::object());
    entry.set("time", time);
    json::Value& matrices = entry.set("matrices", json::Value::array());
    for (int j = 0; j < scene.skeleton.joint_count(); ++j) matrices.push(matrix(frames.affine(JointId{j})));
  }
  return out;
}

int print_gltf(const Scene& scene, int count) {
  json::Value out = json::Value::object();
  out.set("nodes", json::Value::array_of(scene.document->node_of_joint));
  json::Value& clips = out.set("clips", json::Value::array());
  for (const Clip& clip : scene.clips) clips.push(clip_matrices(scene, clip, count));
  std::printf("%s\n", json::write(out).c_str());
  return 0;
}

/// Between -1 and 1, the same everywhere.
double random_number(std::uint64_t& state) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return static_cast<double>(state >> 11) / 4503599627370496.0 - 1;
}

int print_urdf(const Scene& scene, int count, std::uint64_t seed) {
  const Skeleton& s = scene.skeleton;
  json::Value out = json::Value::object();
  out.set("mass", s.mass());
  json::Value& poses = out.set("poses", json::Value::array());
  Frames frames(s);
  for (int i = 0; i < count; ++i) {
    Pose pose = s.rest_pose();
    for (const Skeleton::Freedom& freedom : s.freedoms())
      if (freedom.value >= 0) pose[static_cast<std::size_t>(freedom.value)] = 2 * random_number(seed);
    tidy(s, pose.q);
    forward(s, pose.q, frames);
    json::Value& entry = poses.push(json::Value::object());
    json::Value& values = entry.set("values", json::Value::object());
    for (int j = 0; j < s.joint_count(); ++j)
      if (s.kind({j}) == JointKind::Hinge || s.kind({j}) == JointKind::Slider)
        values.set(s.name({j}), joint_value(s, pose.q, {j}));
    json::Value& links = entry.set("links", json::Value::object());
    for (const Scene::Alias& alias : scene.aliases) {
      const Transform& t = frames.world_from_joint(alias.joint);
      links.set(alias.name,
                json::Value::array_of(std::vector<double>{t.translation.x, t.translation.y, t.translation.z,
                                                          t.rotation.x, t.rotation.y, t.rotation.z, t.rotation.w}));
    }
  }
  std::printf("%s\n", json::write(out).c_str());
  return 0;
}

int write(Scene scene, const std::string& path, bool fresh) {
  if (fresh) scene.document.reset();
  const Result<std::string> bytes = path.ends_with(".glb") ? write_glb(scene) : write_gltf(scene);
  if (!bytes) return fail(bytes.error());
  std::ofstream(path, std::ios::binary) << *bytes;
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  const bool urdf = words.size() == 4 && words[0] == "urdf";
  if (!urdf && !(words.size() >= 3 && (words[0] == "gltf" || words[0] == "write")))
    return fail("oracle_formats gltf COUNT FILE | urdf COUNT SEED FILE | write OUT FILE [fresh]");
  const std::vector<std::string> files{words[urdf ? 3 : 2]};
  Result<Scene> scene = load_scene(std::span<const std::string>(files));
  if (!scene) return fail(scene.error());
  if (words[0] == "write") return write(*std::move(scene), words[1], words.size() > 3);
  if (urdf) return print_urdf(*scene, std::atoi(words[1].c_str()), std::strtoull(words[2].c_str(), nullptr, 10));
  if (!scene->document) return fail("this is no glTF");
  return print_gltf(*scene, std::atoi(words[1].c_str()));
}
