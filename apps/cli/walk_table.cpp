// kine walk --table: what the solves of a walk cost, as in table 1.4 of Meredith & Maddock.
#include <chrono>
#include <cstdio>
#include <string>
#include <vector>

#include "apps/cli/walk.h"

namespace kine::cli {

namespace {

struct Cost {
  double micros_per_solve = 0, iterations = 0, micros_per_iteration = 0, frames_per_second = 0;
};

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Walks ten seconds at 60 frames a second: the whole frames are timed, and then the solves of the same frames alone.
Cost measure(const Biped& body, const scenes::Terrain& ground, WalkMode mode) {
  constexpr int kFrames = 600, kPasses = 5;
  std::vector<double> pose(body.standing().begin(), body.standing().end());
  Scratch scratch(body);
  Cost best;
  double best_frame = 1e9, best_solve = 1e9;
  for (int pass = 0; pass < kPasses; ++pass) {
    WalkState state;
    std::vector<WalkState> states;
    std::vector<walking::WalkPlan> plans;
    std::vector<std::vector<double>> poses;
    long iterations = 0;
    double frames = 0;
    for (int k = 0; k < kFrames; ++k) {
      const auto start = std::chrono::steady_clock::now();
      const WalkReport report = walk(body, Gait{}, ground, {1, 0, 0}, 1.0 / 60, state, pose, scratch, mode);
      frames += seconds_since(start);
      iterations += report.legs[0].iterations + report.legs[1].iterations;
      states.push_back(state);
      plans.push_back(report.plan);
      poses.push_back(pose);
    }
    // Each solve again, from the frame before it.
    const auto start = std::chrono::steady_clock::now();
    for (std::size_t k = 1; k < poses.size(); ++k) {
      pose = poses[k];
      for (int side = 0; side < 2; ++side) {
        const Biped::Leg& leg = body.leg(side);
        for (int i = 0; i < leg.value_count; ++i) {
          const auto value = static_cast<std::size_t>(leg.first_value + i);
          pose[value] = poses[k - 1][value];
        }
        const bool steps = states[k].phase == WalkState::Phase::Step && states[k].swinging == side;
        const bool full = mode == WalkMode::Full || (mode == WalkMode::Hybrid && steps);
        walking::solve_leg(body, side, plans[k].feet[side], full, pose, scratch);
      }
    }
    best_solve = std::min(best_solve, seconds_since(start) / (2.0 * (kFrames - 1)));
    best_frame = std::min(best_frame, frames / kFrames);
    best.iterations = static_cast<double>(iterations) / (2 * kFrames);
  }
  best.micros_per_solve = 1e6 * best_solve;
  best.micros_per_iteration = best.micros_per_solve / best.iterations;
  best.frames_per_second = 1 / best_frame;
  return best;
}

}  // namespace

std::string walk_table(const Biped& body) {
  std::string text =
      "ground  mode    us a solve  iterations  us an iteration  frames a second\n"
      "------  ------  ----------  ----------  ---------------  ---------------\n";
  for (const char* name : {"flat", "hills:1"}) {
    const Result<std::unique_ptr<scenes::Terrain>> ground = scenes::make_terrain(name);
    for (const auto& [mode, title] : {std::pair{WalkMode::Half, "half"}, std::pair{WalkMode::Full, "full"},
                                      std::pair{WalkMode::Hybrid, "hybrid"}}) {
      const Cost cost = measure(body, **ground, mode);
      char line[160];
      std::snprintf(line, sizeof line, "%-6s  %-6s  %10.2f  %10.2f  %15.3f  %15.0f\n",
                    name[0] == 'f' ? "flat" : "uneven", title, cost.micros_per_solve, cost.iterations,
                    cost.micros_per_iteration, cost.frames_per_second);
      text += line;
    }
  }
  return text;
}

}  // namespace kine::cli
