// kine walk --table: what the solves of a walk cost, as in table 1.4 of Meredith & Maddock.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>
#include <vector>

#include "apps/cli/commands/walk.h"
#include "kine/motion/body/leg_solve.h"

namespace kine::cli {

namespace {

struct Cost {
  double micros_per_solve = 0, iterations = 0, micros_per_iteration = 0, frames_per_second = 0;
};

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

constexpr std::size_t kFrames = 600;

/// Seconds a call of call(1), call(2) … call(kFrames): of each stretch of frames the best of some passes, which leaves
/// out what the machine did besides.
template <class Call>
double best_seconds(Call call) {
  constexpr std::size_t kStretch = 20;
  constexpr int kPasses = 10;
  double sum = 0;
  for (std::size_t first = 1; first <= kFrames; first += kStretch) {
    double best = 1e9;
    for (int pass = 0; pass < kPasses; ++pass) {
      const auto start = std::chrono::steady_clock::now();
      for (std::size_t k = first; k < first + kStretch; ++k) call(k);
      best = std::min(best, seconds_since(start));
    }
    sum += best;
  }
  return sum / kFrames;
}

/// Walks ten seconds at 60 frames per second. Then the frames are timed again, each from the state before it, and the
/// solves of the same frames alone.
Cost measure(const Biped& body, const Gait& gait, const scenes::Terrain& ground, WalkMode mode) {
  constexpr Stick kAhead{1, 0, 0};
  const detail::BipedModel& model = detail::model_of(body);
  std::vector<double> pose(body.standing().begin(), body.standing().end());
  Scratch scratch(body);
  std::vector<WalkState> states(1);
  std::vector<WalkReport> reports(1);
  std::vector<std::vector<double>> poses = {pose};
  long iterations = 0;
  for (std::size_t k = 1; k <= kFrames; ++k) {
    states.push_back(states.back());
    reports.push_back(walk(body, gait, ground, kAhead, 1.0 / 60, mode, states.back(), pose, scratch));
    poses.push_back(pose);
    for (const LegReport& leg : reports.back().legs) iterations += leg.iterations;
  }
  const double frame = best_seconds([&](std::size_t k) {
    WalkState state = states[k - 1];
    walk(body, gait, ground, kAhead, 1.0 / 60, mode, state, pose, scratch);
  });
  const double solve =
      0.5 * best_seconds([&](std::size_t k) {
        pose = poses[k];
        for (int side = 0; side < 2; ++side) {
          const detail::BipedLeg& leg = model.leg(side);
          for (int i = 0; i < leg.value_count; ++i) {
            const auto value = static_cast<std::size_t>(leg.first_value + i);
            pose[value] = poses[k - 1][value];
          }
          detail::solve_leg(model, side, reports[k].plan.feet[side], reports[k].legs[side].full, pose, scratch);
        }
      });
  const double each = static_cast<double>(iterations) / (2 * kFrames);
  return {1e6 * solve, each, 1e6 * solve / each, 1 / frame};
}

}  // namespace

std::string walk_table(const Biped& body, const Gait& gait) {
  std::string text =
      "ground  mode    us a solve  iterations  us an iteration  frames a second\n"
      "------  ------  ----------  ----------  ---------------  ---------------\n";
  for (const char* name : {"flat", "hills:1"}) {
    const Result<std::unique_ptr<scenes::Terrain>> ground = scenes::make_terrain(name);
    double half = 0, full = 0;
    for (const auto& [mode, title] : {std::pair{WalkMode::Half, "half"}, std::pair{WalkMode::Full, "full"},
                                      std::pair{WalkMode::Hybrid, "hybrid"}}) {
      const Cost cost = measure(body, gait, **ground, mode);
      char line[160];
      std::snprintf(line, sizeof line, "%-6s  %-6s  %10.2f  %10.2f  %15.3f  %15.0f\n",
                    name[0] == 'f' ? "flat" : "uneven", title, cost.micros_per_solve, cost.iterations,
                    cost.micros_per_iteration, cost.frames_per_second);
      text += line;
      if (mode == WalkMode::Half) half = cost.micros_per_iteration;
      if (mode == WalkMode::Full) full = cost.micros_per_iteration;
    }
    char line[120];
    std::snprintf(line, sizeof line, "        an iteration of full takes %.2f times one of half\n", full / half);
    text += line;
  }
  return text;
}

}  // namespace kine::cli
