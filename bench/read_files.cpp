// How fast motion files are read and written, in bytes of the file a second. The files are in memory;
// bench/read_files.mjs runs this and another program on the same bytes. KINE_BENCH_SAVE=FOLDER writes them there.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "kine/io/asf_amc.h"
#include "kine/io/bvh.h"
#include "kine/model/clip.h"
#include "kine/model/pose.h"
#include "scenes/random_pose.h"
#include "scenes/scenes.h"

namespace {

/// A minute and more of a person at 60 frames a second: from one random pose to the next in a second each.
kine::Clip person_moving(const kine::Skeleton& skeleton) {
  constexpr int kFrames = 4000;
  kine::scenes::Random random(1);
  kine::Clip clip(skeleton, "moving", 60);
  kine::Pose from = kine::scenes::random_pose(skeleton, random), to = from, now = from;
  for (int frame = 0; frame < kFrames; ++frame) {
    if (frame % 60 == 0) {
      from = to;
      to = kine::scenes::random_pose(skeleton, random);
    }
    kine::blend(skeleton, from.q, to.q, frame % 60 / 60.0, now.q);
    clip.append(now.q);
  }
  return clip;
}

struct Samples {
  kine::Skeleton skeleton = kine::scenes::humanoid();
  kine::Clip clip = person_moving(skeleton);
  std::string bvh = *kine::write_bvh(skeleton, clip);
  std::string asf = *kine::write_asf(skeleton);
  std::string amc = *kine::write_amc(skeleton, clip);

  Samples() {
    const char* const folder = std::getenv("KINE_BENCH_SAVE");
    if (folder == nullptr) return;
    std::ofstream(std::string(folder) + "/moving.bvh", std::ios::binary) << bvh;
    std::ofstream(std::string(folder) + "/moving.asf", std::ios::binary) << asf;
    std::ofstream(std::string(folder) + "/moving.amc", std::ios::binary) << amc;
  }
};

const Samples& samples() {
  static const Samples made;
  return made;
}

void count_bytes(benchmark::State& state, std::size_t bytes) {
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * static_cast<std::int64_t>(bytes));
}

void read_bvh(benchmark::State& state) {
  const std::string& text = samples().bvh;
  for (auto _ : state) benchmark::DoNotOptimize(kine::read_bvh(text, "moving.bvh").ok());
  count_bytes(state, text.size());
}
BENCHMARK(read_bvh)->Unit(benchmark::kMillisecond);

void read_amc(benchmark::State& state) {
  const kine::Scene scene = *kine::read_asf(samples().asf, "moving.asf");
  std::vector<std::string> notes;
  for (auto _ : state) benchmark::DoNotOptimize(kine::read_amc(samples().amc, "moving.amc", scene, {}, notes).ok());
  count_bytes(state, samples().amc.size());
}
BENCHMARK(read_amc)->Unit(benchmark::kMillisecond);

void read_asf(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(kine::read_asf(samples().asf, "moving.asf").ok());
  count_bytes(state, samples().asf.size());
}
BENCHMARK(read_asf)->Unit(benchmark::kMicrosecond);

void write_bvh(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(kine::write_bvh(samples().skeleton, samples().clip).ok());
  count_bytes(state, samples().bvh.size());
}
BENCHMARK(write_bvh)->Unit(benchmark::kMillisecond);

void write_amc(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(kine::write_amc(samples().skeleton, samples().clip).ok());
  count_bytes(state, samples().amc.size());
}
BENCHMARK(write_amc)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
