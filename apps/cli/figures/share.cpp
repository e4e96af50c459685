// How the motion is shared out among the joints of a chain, by method. Meredith & Maddock object to Ccd that earlier
// joints move much more than later ones.
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "apps/cli/draw/draw.h"
#include "apps/cli/draw/terminal.h"
#include "apps/cli/figures/plots.h"
#include "apps/cli/figures/problems.h"
#include "kine/math/quat.h"
#include "kine/solve/ccd.h"

namespace kine::cli {

namespace {

constexpr int kLinks = 10;

using Solve = std::function<Report(const PlotSet&, const PlotProblem&, Pose&, Scratch&)>;

Solve by_name(std::string_view name) {
  return [method = find_method(name)](const PlotSet& set, const PlotProblem& problem, Pose& pose, Scratch& scratch) {
    MethodSettings settings;
    settings.tolerance.position = 1e-4;
    return method->solve(set.skeleton, {&problem.goal, 1}, settings, pose, scratch);
  };
}

Solve by_ccd(Ccd method) {
  method.tolerance.position = 1e-4;
  return [method](const PlotSet& set, const PlotProblem& problem, Pose& pose, Scratch& scratch) {
    return kine::solve(set.skeleton, {&problem.goal, 1}, method, pose, scratch);
  };
}

/// Each joint's part of all turning in percent, and all turning of a problem in the mean.
Series share(std::string name, const Style& style, const PlotSet& set, const Solve& solve, Scratch& scratch) {
  progress("share: " + name);
  std::vector<double> turned(kLinks, 0.0);
  double all = 0;
  for (const PlotProblem& problem : set.problems) {
    Pose pose = problem.start;
    solve(set, problem, pose, scratch);
    for (std::size_t joint = 0; joint < kLinks; ++joint) {
      const auto rotation = [&](const Pose& p) {
        return Quat{p[4 * joint], p[4 * joint + 1], p[4 * joint + 2], p[4 * joint + 3]};
      };
      const double angle = angle_of(conjugate(rotation(problem.start)) * rotation(pose));
      turned[joint] += angle;
      all += angle;
    }
  }
  Series series{std::move(name), style, {}};
  for (std::size_t joint = 0; joint < kLinks; ++joint) {
    series.points.push_back({static_cast<double>(joint + 1), 100 * turned[joint] / all});
  }
  const long tenths = std::lround(10 * all / static_cast<double>(set.problems.size()));
  series.note = std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " rad in all";
  return series;
}

}  // namespace

Picture plot_of_share(int problems) {
  const PlotSet set = chain_problems(kLinks, problems, 3);
  Scratch scratch = scratch_for(set);
  std::vector<Series> all;
  const auto add = [&](std::string_view method) {
    const Contender& each = contender(method);
    all.push_back(share(each.name, each.style, set, by_name(method), scratch));
  };
  add("jacobian");
  const Style ccd = contender("ccd").style;
  all.push_back(share("Ccd, root first", ccd, set, by_ccd({}), scratch));
  all.push_back(share("Ccd, tip first (as in books)", {ccd.colour, Mark::Ring, "6 4"}, set,
                      by_ccd({.order = Ccd::Order::TipFirst}), scratch));
  all.push_back(share("Ccd, max_turn 0.1", {colour::kRight, Mark::Square}, set, by_ccd({.max_turn = 0.1}), scratch));
  add("fabrik");
  add("shake");
  add("full-body");

  Svg svg(960, 500, "Share of the motion of each joint, by method");
  const std::string lines[] = {
      "Which joints of a chain of 10 balls do the turning, in the mean of " + std::to_string(problems) + " problems.",
      "Below each name: how far all joints turn together in a problem."};
  draw_heading(svg, "Share of motion per joint", lines);
  Chart chart(svg, {72, 132}, 540, 300,
              {.title = "joint, from the root (1) to the tip (10)", .from = 0.7, .to = 10.3, .ticks = steps(1, 10, 1)},
              {.title = "share of all turning", .from = 0, .to = 25, .ticks = steps(0, 25, 5, " %")});
  chart.guide({0.7, 10}, {10.3, 10});
  chart.note({10.3, 10}, {7, 4.5}, "all alike");
  for (const Series& series : all) chart.draw(series);
  draw_legend(svg, {700, 150}, all);
  return {"share.svg", svg.str(), "share of the motion per joint, by method"};
}

}  // namespace kine::cli
