// Error against iterations: each method stopped after k iterations, for many k.
#include <algorithm>
#include <string>
#include <vector>

#include "apps/cli/draw/draw.h"
#include "apps/cli/draw/terminal.h"
#include "apps/cli/figures/plots.h"
#include "apps/cli/figures/problems.h"

namespace kine::cli {

namespace {

constexpr int kCounts[] = {1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 30, 50, 80, 130, 200};
constexpr double kFloor = 1e-12;  // of the reach: no method is asked for more

/// The median error after so many iterations. Nothing where the method refuses such goals.
std::vector<Point2> errors_by_iterations(const PlotSet& set, const Method& method, Scratch& scratch) {
  std::vector<Point2> points;
  MethodSettings settings;
  settings.tolerance = {.position = kFloor, .angle = kFloor};
  for (const int count : kCounts) {
    settings.max_iterations = count;
    std::vector<double> errors;
    for (const PlotProblem& problem : set.problems) {
      Pose pose = problem.start;
      const Report report = method.solve(set.skeleton, {&problem.goal, 1}, settings, pose, scratch);
      if (report.status == Status::BadInput) return {};
      errors.push_back(error_of(report, set));
    }
    points.push_back({static_cast<double>(count), median(std::move(errors))});
    if (points.back().y <= kFloor) break;
  }
  return points;
}

std::vector<Series> all_series(const PlotSet& set, const char* what) {
  Scratch scratch = scratch_for(set);
  std::vector<Series> all;
  for (const Contender& each : contenders()) {
    progress(std::string("convergence: ") + what + ", " + each.name);
    std::vector<Point2> points = errors_by_iterations(set, *find_method(each.method), scratch);
    if (!points.empty()) all.push_back({each.name, each.style, std::move(points)});
  }
  return all;
}

std::vector<Tick> every_second(const std::vector<Tick>& ticks) {
  std::vector<Tick> some;
  for (std::size_t i = 0; i < ticks.size(); i += 2) some.push_back(ticks[i]);
  return some;
}

void draw_panel(Svg& svg, Point2 corner, double width, const std::string& title, const std::vector<Series>& all) {
  Chart chart(svg, corner, width, 300,
              {.title = "iterations",
               .from = 1,
               .to = 200,
               .logarithmic = true,
               .ticks = {{1, "1"}, {2, "2"}, {5, "5"}, {10, "10"}, {20, "20"}, {50, "50"}, {100, "100"}, {200, "200"}}},
              {.title = title, .from = 1e-12, .to = 1, .logarithmic = true, .ticks = every_second(decades(1e-12, 1))});
  for (const Series& series : all) chart.draw(series);
}

}  // namespace

Picture plot_of_convergence(int problems) {
  const std::vector<Series> chain = all_series(chain_problems(10, problems, 1), "chain");
  const std::vector<Series> arm = all_series(arm_problems(problems, 2, true), "arm");
  Svg svg(1100, 500, "Error against iterations, all methods");
  const std::string lines[] = {"Median error of " + std::to_string(problems) +
                                   " problems when a method is stopped after so many iterations (Ccd, Fabrik, "
                                   "Shake: rounds; Velocity: steps).",
                               "TwoBone and the limbs of Hybrid are closed formulas: nothing to iterate."};
  draw_heading(svg, "Error against iterations", lines);
  draw_panel(svg, {72, 132}, 340, "chain of 10 balls, reach: of its length", chain);
  draw_panel(svg, {482, 132}, 340, "arm of 7 hinges with limits, place: of its length, or rad", arm);
  draw_legend(svg, {846, 150}, chain);
  svg.text({846, 366}, "Shake knows no", {.size = 12, .colour = colour::kMuted});
  svg.text({846, 382}, "orientations.", {.size = 12, .colour = colour::kMuted});
  return {"convergence.svg", svg.str(), "error against iterations, all methods"};
}

}  // namespace kine::cli
