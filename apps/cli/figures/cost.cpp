// Cost against the length of a chain, with fitted exponents: counted in visits of a joint, and in time. Meredith &
// Maddock quote O(n^2) for SHAKE.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <string>
#include <vector>

#include "apps/cli/draw/draw.h"
#include "apps/cli/draw/terminal.h"
#include "apps/cli/figures/plots.h"
#include "apps/cli/figures/power_law.h"
#include "apps/cli/figures/problems.h"

namespace kine::cli {

namespace {

constexpr int kLengths[] = {3, 5, 10, 20, 50, 100};
constexpr double kEnough = 0.95;  // solved: with less the cost is that of giving up, and is not fitted

struct Cost {
  double visits = 0;  ///< of a joint: iterations times links, the mean of all problems
  double microseconds = 0;
  double solved = 0;  ///< part of one
};

Cost cost_of(const PlotSet& set, const Method& method, int links, int passes, Scratch& scratch) {
  using Clock = std::chrono::steady_clock;
  MethodSettings settings;
  settings.tolerance.position = 1e-3;
  const auto count = static_cast<double>(set.problems.size());
  Cost cost;
  for (const PlotProblem& problem : set.problems) {
    double least = kInfinity;
    Report report;
    for (int pass = 0; pass < passes; ++pass) {
      Pose pose = problem.start;
      const Clock::time_point begin = Clock::now();
      report = method.solve(set.skeleton, {&problem.goal, 1}, settings, pose, scratch);
      least = std::min(least, std::chrono::duration<double, std::micro>(Clock::now() - begin).count());
    }
    cost.visits += std::max(1, report.iterations) * links / count;
    cost.microseconds += least / count;
    cost.solved += (report.reached() ? 1 : 0) / count;
  }
  return cost;
}

/// A method's line, the part of it that is not solved well enough apart and dashed, and the exponent as its note.
struct Growth {
  Series solved, given_up;
};

Growth growth_of(const Contender& each, int problems, bool timed) {
  Growth growth{{each.name, each.style, {}, {}}, {"", {each.style.colour, Mark::Ring, "2 4"}, {}, {}}};
  for (const int links : kLengths) {
    progress(std::string(timed ? "time: " : "work: ") + each.name + ", " + std::to_string(links) + " links");
    const PlotSet set = chain_problems(links, problems, 4);
    Scratch scratch = scratch_for(set);
    const Cost cost = cost_of(set, *find_method(each.method), links, timed ? 5 : 1, scratch);
    const Point2 point{static_cast<double>(links), timed ? cost.microseconds : cost.visits};
    if (cost.solved >= kEnough) {
      growth.solved.points.push_back(point);
    } else {
      if (growth.given_up.points.empty() && !growth.solved.points.empty()) {
        growth.given_up.points.push_back(growth.solved.points.back());
      }
      growth.given_up.points.push_back(point);
    }
  }
  if (growth.solved.points.size() >= 2) {
    const long hundredths = std::lround(100 * fit_power_law(growth.solved.points).exponent);
    const std::string behind = std::to_string(hundredths % 100);
    const auto last = static_cast<int>(growth.solved.points.back().x);
    growth.solved.note = "N^" + std::to_string(hundredths / 100) + "." + (behind.size() < 2 ? "0" : "") + behind +
                         (last == 100 ? "" : " up to " + std::to_string(last) + " links");
  }
  return growth;
}

void draw_growths(Svg& svg, const Axis& y, std::span<const Growth> all) {
  Axis x{.title = "links N", .from = 2.5, .to = 120, .logarithmic = true};
  for (const int links : kLengths) x.ticks.push_back({static_cast<double>(links), std::to_string(links)});
  Chart chart(svg, {72, 132}, 540, 300, std::move(x), y);
  std::vector<Series> legend;
  for (const Growth& growth : all) {
    chart.draw(growth.given_up);
    chart.draw(growth.solved);
    legend.push_back(growth.solved);
  }
  draw_legend(svg, {640, 140}, legend);
}

std::string caption_of(const char* what, std::span<const Growth> all) {
  std::string text = what;
  for (const Growth& growth : all)
    text += (&growth == &all.front() ? ": " : ", ") + growth.solved.name + " " + growth.solved.note;
  return text;
}

}  // namespace

Picture plot_of_work(int problems) {
  std::vector<Growth> all;
  for (const char* method : {"jacobian", "ccd", "fabrik", "shake"}) {
    all.push_back(growth_of(contender(method), problems, false));
  }
  Svg svg(860, 500, "Counted work against the length of a chain, with fitted exponents");
  const std::string lines[] = {
      "Iterations × links until the tip is within 10⁻³ of the reach: how often a joint is looked at. Mean of " +
          std::to_string(problems) + " problems.",
      "N^p is the power law that fits best. Dotted: fewer than 95 % solved (the cost of giving up), not fitted."};
  draw_heading(svg, "Work against chain length", lines);
  draw_growths(
      svg, {.title = "visits of a joint", .from = 5, .to = 1e6, .logarithmic = true, .ticks = decades(10, 1e6, true)},
      all);
  return {"work.svg", svg.str(), caption_of("visits of a joint", all)};
}

Picture plot_of_times(int problems) {
  std::vector<Growth> all;
  for (const Contender& each : contenders()) all.push_back(growth_of(each, problems, true));
  Svg svg(900, 500, "Time against the length of a chain, with fitted exponents");
  const std::string lines[] = {
      "Until the tip is within 10⁻³ of the reach: measured times of one machine, the best of five passes for each of",
      std::to_string(problems) +
          " problems. N^p is the power law that fits best. Dotted: fewer than 95 % solved, not "
          "fitted.",
  };
  draw_heading(svg, "Time against chain length", lines);
  draw_growths(
      svg, {.title = "µs a solve", .from = 0.1, .to = 1e5, .logarithmic = true, .ticks = decades(0.1, 1e5, true)}, all);
  return {"time.svg", svg.str(), caption_of("time", all)};
}

}  // namespace kine::cli
