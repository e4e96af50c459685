// What does the worst frame of walking cost? A new random stick every frame, on stairs and on blocks: the frames that took
// longest are kept with all that they began with and made again, the best of some passes each, which leaves out what the
// machine did besides.
//
// `bench_walk_worst [FRAMES]` walks so many frames on each ground (100,000); `bench_walk_worst FRAMES replay` makes the
// worst frames once more at the end, for a tool that counts instructions.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "kine/motion/walk.h"
#include "scenes/scenes.h"
#include "scenes/terrains.h"

namespace {

using namespace kine;

constexpr std::size_t kKept = 100;
constexpr int kPasses = 20;
constexpr double kDt = 1.0 / 60;

/// A number from -1 to 1, the next of a fixed row (xorshift64).
double next_random(std::uint64_t& seed) {
  seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
  return static_cast<double>(seed >> 11) * 0x1p-52 - 1;
}

/// A ground that counts how often it is asked.
struct CountedGround {
  const scenes::Terrain& terrain;
  mutable long casts = 0;

  GroundHit operator()(const Vec3& from, double max_drop) const {
    ++casts;
    return terrain(from, max_drop);
  }
};

/// A frame with all that it began with.
struct Frame {
  WalkState before;
  Stick stick;
  double micros = 0;
  long casts = 0;
};

struct Bench {
  const Biped& body;
  CountedGround ground;
  Scratch scratch{body};
  Pose pose{{body.standing().begin(), body.standing().end()}};

  Frame walked(const WalkState& before, const Stick& stick, WalkState& after) {
    after = before;
    const long casts = ground.casts;
    const auto start = std::chrono::steady_clock::now();
    walk(body, Gait{}, ground, stick, kDt, after, pose.q, scratch);
    const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - start;
    return {before, stick, took.count(), ground.casts - casts};
  }
};

void measure(const Biped& body, const char* name, long frames, bool replay) {
  const std::unique_ptr<scenes::Terrain> terrain = std::move(*scenes::make_terrain(name));
  Bench bench{body, {*terrain}};
  std::uint64_t seed = 0x9E3779B97F4A7C15u;
  WalkState state, after;
  std::vector<Frame> worst;
  double sum = 0;
  long most_casts = 0;
  const auto is_worse = [](const Frame& a, const Frame& b) { return a.micros > b.micros; };  // a heap: the least on top
  for (long k = 0; k < frames; ++k) {
    const double forward = next_random(seed), turn = next_random(seed);
    const Frame frame = bench.walked(state, {forward, turn, next_random(seed)}, after);
    state = after;
    sum += frame.micros;
    most_casts = std::max(most_casts, frame.casts);
    if (worst.size() == kKept && frame.micros <= worst.front().micros) continue;
    if (worst.size() == kKept) std::pop_heap(worst.begin(), worst.end(), is_worse), worst.pop_back();
    worst.push_back(frame);
    std::push_heap(worst.begin(), worst.end(), is_worse);
  }
  for (Frame& frame : worst)
    for (int pass = 0; pass < (replay ? 1 : kPasses); ++pass)
      frame.micros = std::min(frame.micros, bench.walked(frame.before, frame.stick, after).micros);
  std::sort(worst.begin(), worst.end(), is_worse);
  std::printf("%-9s %9.2f %9.0f %9.0f %10ld\n", name, sum / static_cast<double>(frames), worst.front().micros,
              worst[worst.size() / 2].micros, most_casts);
  std::fflush(stdout);
}

}  // namespace

int main(int count, char** arguments) {
  const long frames = count > 1 ? std::atol(arguments[1]) : 100000;
  const bool replay = count > 2 && std::string(arguments[2]) == "replay";
  const Skeleton skeleton = scenes::humanoid();
  const Biped body = *Biped::build(skeleton, scenes::standing_pose(skeleton).q);
  std::printf(
      "a new stick each frame, %ld frames at 60 Hz, microseconds\nground         mean     worst    median of the worst "
      "100, most casts\n",
      frames);
  for (const char* ground : {"stairs", "blocks:1"}) measure(body, ground, frames, replay);
  return 0;
}
