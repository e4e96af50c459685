// What our readers and writers make of motion files, for programs that are not ours to compare with.
//   oracle_motion positions STEP FILE...   where the joints are, in the file's own unit, every STEP-th frame, as JSON
//   oracle_motion bvh OUT FILE...          the same motion as we write it
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "kine/io/bvh.h"
#include "kine/io/load.h"
#include "kine/kinematics/forward.h"
#include "kine/model/shape.h"

namespace {

void print_positions(const kine::Scene& scene, int step) {
  const kine::Clip& clip = scene.clips[0];
  std::printf("{\"frames\": %d, \"rate\": %.17g, \"metresPerUnit\": %.17g, \"joints\": [", clip.frame_count(),
              clip.rate(), scene.metres_per_unit);
  for (int i = 0; i < scene.skeleton.joint_count(); ++i) {
    std::string name;
    for (const char c : scene.skeleton.name({i})) name += c == '"' || c == '\\' ? '_' : c;
    std::printf("%s\"%s\"", i == 0 ? "" : ", ", name.c_str());
  }
  std::printf("], \"positions\": {");
  kine::Frames frames(scene.skeleton);
  kine::Shape shape(scene.skeleton);
  for (int frame = 0; frame < clip.frame_count(); frame += step) {
    for (const kine::Clip::Track& track : clip.translations())
      shape.translation[static_cast<std::size_t>(track.joint.index)] = track.values[static_cast<std::size_t>(frame)];
    kine::forward(scene.skeleton, clip.pose(frame), shape, frames);
    std::printf("%s\"%d\": [", frame == 0 ? "" : ", ", frame);
    const char* comma = "";
    for (const kine::Transform& joint : frames.joints()) {
      const kine::Vec3 p = joint.translation / scene.metres_per_unit;
      std::printf("%s%.10g, %.10g, %.10g", comma, p.x, p.y, p.z);
      comma = ", ";
    }
    std::printf("]");
  }
  std::printf("}}\n");
}

int fail(const std::string& sentence) {
  std::fprintf(stderr, "%s\n", sentence.c_str());
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) return fail("oracle_motion positions STEP FILE... | bvh OUT FILE...");
  const std::vector<std::string> files(argv + 3, argv + argc);
  const kine::Result<kine::Scene> scene = kine::load_scene(std::span<const std::string>(files));
  if (!scene) return fail(scene.error());
  if (scene->clips.empty()) return fail("there is no motion");
  if (std::string_view(argv[1]) == "positions") {
    print_positions(*scene, std::max(1, std::atoi(argv[2])));
    return 0;
  }
  const kine::Result<std::string> text = kine::write_bvh(scene->skeleton, scene->clips[0]);
  if (!text) return fail(text.error());
  std::ofstream(argv[2], std::ios::binary) << *text;
  return 0;
}
