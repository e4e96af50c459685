// What does a frame of walking cost, and where does the time go? Our person at 60 frames a second on level and on
// uneven ground, in each mode; the parts of a frame are timed one by one on the states of the same walk.
//
// `bench_walk frames GROUND MODE` only walks, for a tool that counts instructions: see tools/bench.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "kine/motion/body/body_pose.h"
#include "kine/motion/body/leg_solve.h"
#include "kine/motion/walk.h"
#include "kine/motion/walk/stepping.h"
#include "kine/motion/walk/targets.h"
#include "scenes/scenes.h"
#include "scenes/terrains.h"

namespace {

using namespace kine;

constexpr int kFrames = 600, kPasses = 30;
constexpr double kDt = 1.0 / 60;
constexpr Stick kAhead{1, 0, 0};

struct Mode {
  const char* name;
  WalkMode mode;
};
constexpr Mode kModes[] = {{"half", WalkMode::Half}, {"full", WalkMode::Full}, {"hybrid", WalkMode::Hybrid}};

/// A walk, with all that its frames began with.
struct Walked {
  std::vector<WalkState> states;  ///< one more than frames: that before the first is left out
  std::vector<WalkReport> reports;
  std::vector<Pose> poses;
};

Walked walk_all(const Biped& body, const Ground& ground, WalkMode mode) {
  Walked walked;
  Scratch scratch(body);
  WalkState state;
  Pose pose{{body.standing().begin(), body.standing().end()}};
  for (int k = 0; k < kFrames; ++k) {
    walked.reports.push_back(walk(body, Gait{}, ground, kAhead, kDt, mode, state, pose.q, scratch));
    walked.states.push_back(state);
    walked.poses.push_back(pose);
  }
  return walked;
}

/// Microseconds a frame, but for the first: of each stretch of frames the best of some passes, which leaves out what
/// the machine did besides.
template <class Call>
double micros(Call call) {
  constexpr std::size_t kStretch = 20, kStretches = (kFrames - 1) / kStretch;
  double sum = 0;
  for (std::size_t stretch = 0; stretch < kStretches; ++stretch) {
    double best = 1e30;
    for (int pass = 0; pass < kPasses; ++pass) {
      const auto start = std::chrono::steady_clock::now();
      for (std::size_t k = 0; k < kStretch; ++k) call(1 + stretch * kStretch + k);
      const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - start;
      best = std::min(best, took.count());
    }
    sum += best;
  }
  return sum / (kStretch * kStretches);
}

void measure(const Biped& body, const char* terrain, const Mode& mode) {
  const std::unique_ptr<scenes::Terrain> ground = std::move(*scenes::make_terrain(terrain));
  const Walked walked = walk_all(body, *ground, mode.mode);
  Scratch scratch(body);
  Pose pose = walked.poses[0];
  WalkState state;
  const Gait gait;
  const detail::BipedModel& model = detail::model_of(body);
  const double frame = micros([&](std::size_t k) {
    state = walked.states[k - 1];
    walk(body, gait, *ground, kAhead, kDt, mode.mode, state, pose.q, scratch);
  });
  std::vector<detail::WalkMemory> memories;
  for (const WalkState& kept : walked.states) memories.push_back(detail::memory_of(kept));
  const double steps = micros([&](std::size_t k) {
    detail::WalkMemory memory = memories[k - 1];
    detail::advance_walk(body.measures(), gait, *ground, kAhead, kDt, memory);
  });
  volatile double sink = 0;
  const double targets = micros([&](std::size_t k) {
    const detail::WalkMemory& memory = memories[k];
    sink = detail::targets_at(body.measures(), gait, memory.step, memory.now(), memory.stood).hips.translation.y;
  });
  const double rest = micros([&](std::size_t k) { detail::pose_body(model, gait, walked.reports[k].plan, pose.q); });
  long iterations = 0, solves = 0;
  const double legs = micros([&](std::size_t k) {
    // As in the frame itself: the pelvis is where it was put then, the legs start where they were before.
    const Pose& now = walked.poses[k];
    const int first = body.skeleton().first_value(body.pelvis());
    std::copy_n(now.q.begin() + first, 7, pose.q.begin() + first);
    for (int side = 0; side < 2; ++side) {
      const detail::BipedLeg& leg = model.leg(side);
      std::copy_n(memories[k - 1].legs[side], leg.value_count, pose.q.begin() + leg.first_value);
      const LegReport& before = walked.reports[k].legs[side];
      iterations +=
          detail::solve_leg(model, side, walked.reports[k].plan.feet[side], before.full, pose.q, scratch).iterations;
      ++solves;
    }
  });
  std::printf("%-8s %-7s %7.2f %9.2f %7.2f %7.2f %9.3f %11.2f\n", terrain, mode.name, frame, steps, targets, rest,
              legs / 2, static_cast<double>(iterations) / static_cast<double>(solves));
}

int only_walk(const Biped& body, const std::string& terrain, const std::string& name) {
  const auto ground = scenes::make_terrain(terrain);
  for (const Mode& mode : kModes) {
    if (!ground || name != mode.name) continue;
    walk_all(body, **ground, mode.mode);
    return 0;
  }
  std::fprintf(stderr, "bench_walk: no such ground or mode\n");
  return 2;
}

}  // namespace

int main(int count, char** arguments) {
  const Skeleton skeleton = scenes::humanoid();
  const Biped body = *Biped::build(skeleton, scenes::standing_pose(skeleton).q);
  if (count == 4 && std::string(arguments[1]) == "frames") return only_walk(body, arguments[2], arguments[3]);
  std::printf("walking, %d frames at 60 Hz, best of %d passes, microseconds\n", kFrames, kPasses);
  std::printf("ground   mode      frame  stepping targets    body  leg solve  iterations\n");
  for (const char* terrain : {"flat", "hills:1"})
    for (const Mode& mode : kModes) measure(body, terrain, mode);
  return 0;
}
