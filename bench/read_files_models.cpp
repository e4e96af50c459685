// How fast glTF, URDF and height grids are read and written, in bytes of the file a second. The files are in memory;
// bench/read_files_models.mjs runs this and other programs on the same bytes. KINE_BENCH_SAVE=FOLDER writes them there;
// a terrain.png in that folder is read as well.
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string>

#include "kine/io/gltf.h"
#include "kine/io/grid.h"
#include "kine/io/text/number_text.h"
#include "kine/io/text/read_file.h"
#include "kine/io/urdf.h"
#include "kine/model/clip.h"
#include "kine/model/pose.h"
#include "scenes/random_pose.h"
#include "scenes/scenes.h"

namespace {

/// Four thousand frames of a person, from one random pose to the next in a second each.
kine::Scene person() {
  kine::Scene scene{.name = "person", .skeleton = kine::scenes::humanoid(), .notes = {}};
  kine::scenes::Random random(1);
  kine::Clip clip(scene.skeleton, "moving", 60);
  kine::Pose from = kine::scenes::random_pose(scene.skeleton, random), to = from, now = from;
  for (int frame = 0; frame < 4000; ++frame) {
    if (frame % 60 == 0) {
      from = to;
      to = kine::scenes::random_pose(scene.skeleton, random);
    }
    kine::blend(scene.skeleton, from.q, to.q, frame % 60 / 60.0, now.q);
    clip.append(now.q);
  }
  scene.clips.push_back(std::move(clip));
  return scene;
}

/// A thousand links in a chain, with all that a robot's description has.
std::string robot() {
  std::string text = "<?xml version=\"1.0\"?>\n<robot name=\"chain\">\n  <link name=\"link0\"/>\n";
  for (int i = 1; i <= 1000; ++i) {
    const std::string n = std::to_string(i);
    text +=
        "  <link name=\"link" + n + "\">\n    <inertial>\n      <origin xyz=\"0.1 0.2 0.3\" rpy=\"0 0 0\"/>\n" +
        "      <mass value=\"1.25\"/>\n      <inertia ixx=\"0.1\" ixy=\"0\" ixz=\"0\" iyy=\"0.1\" iyz=\"0\" " +
        "izz=\"0.1\"/>\n    </inertial>\n    <visual>\n      <geometry>\n        <mesh " +
        "filename=\"package://robot/link" + n + ".stl\"/>\n      </geometry>\n    </visual>\n  </link>\n" +
        "  <joint name=\"joint" + n + "\" type=\"revolute\">\n    <origin xyz=\"0.0 0.12345 0.3\" rpy=\"1.5707963 0 " +
        "-0.25\"/>\n    <parent link=\"link" + std::to_string(i - 1) + "\"/>\n    <child link=\"link" + n +
        "\"/>\n    <axis xyz=\"0 0 1\"/>\n    <limit lower=\"-2.5\" upper=\"2.5\" effort=\"100\" velocity=\"3.5\"/>\n" +
        "  </joint>\n";
  }
  return text + "</robot>\n";
}

/// A thousand by a thousand heights, with two decimals.
std::string heights(char separator) {
  std::string text;
  for (int row = 0; row < 1000; ++row)
    for (int column = 0; column < 1000; ++column) {
      kine::append_trimmed(500 + 0.001 * row * column + std::floor(column * 0.7), 2, text);
      text += column == 999 ? '\n' : separator;
    }
  return text;
}

struct Samples {
  kine::Scene scene = person();
  std::string glb = *kine::write_glb(scene), gltf = *kine::write_gltf(scene), urdf = robot();
  std::string csv = heights(','), asc = "ncols 1000\nnrows 1000\ncellsize 1\n" + heights(' '), png;

  Samples() {
    const char* const place = std::getenv("KINE_BENCH_SAVE");
    if (place == nullptr) return;
    const std::string folder = std::string(place) + "/";
    std::ofstream(folder + "person.glb", std::ios::binary) << glb;
    std::ofstream(folder + "heights.asc", std::ios::binary) << asc;
    if (kine::Result<std::string> bytes = kine::read_file(folder + "terrain.png")) png = *std::move(bytes);
  }
};

const Samples& samples() {
  static const Samples made;
  return made;
}

/// Runs `read` on a file again and again.
template <class Read>
void measure(benchmark::State& state, const std::string& bytes, Read read) {
  if (bytes.empty()) {
    state.SkipWithError("the file is not there (see bench/read_files_models.mjs)");
    return;
  }
  for (auto _ : state) benchmark::DoNotOptimize(read(bytes));
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * static_cast<std::int64_t>(bytes.size()));
}

void read_glb(benchmark::State& state) {
  measure(state, samples().glb, [](const std::string& bytes) { return kine::read_gltf(bytes, "a.glb").ok(); });
}
void read_gltf(benchmark::State& state) {
  measure(state, samples().gltf, [](const std::string& bytes) { return kine::read_gltf(bytes, "a.gltf").ok(); });
}
void write_glb(benchmark::State& state) {
  measure(state, samples().glb, [](const std::string&) { return kine::write_glb(samples().scene).ok(); });
}
void read_urdf(benchmark::State& state) {
  measure(state, samples().urdf, [](const std::string& bytes) { return kine::read_urdf(bytes, "a.urdf").ok(); });
}
void read_png(benchmark::State& state) {
  measure(state, samples().png, [](const std::string& bytes) { return kine::read_height_grid(bytes, "a.png").ok(); });
}
void read_esri(benchmark::State& state) {
  measure(state, samples().asc, [](const std::string& bytes) { return kine::read_height_grid(bytes, "a.asc").ok(); });
}
void read_csv(benchmark::State& state) {
  measure(state, samples().csv, [](const std::string& bytes) { return kine::read_height_grid(bytes, "a.csv").ok(); });
}

BENCHMARK(read_glb)->Unit(benchmark::kMillisecond);
BENCHMARK(read_gltf)->Unit(benchmark::kMillisecond);
BENCHMARK(write_glb)->Unit(benchmark::kMillisecond);
BENCHMARK(read_urdf)->Unit(benchmark::kMillisecond);
BENCHMARK(read_png)->Unit(benchmark::kMillisecond);
BENCHMARK(read_esri)->Unit(benchmark::kMillisecond);
BENCHMARK(read_csv)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
