// The two experiments of the ASF/AMC homework, "effects of step" and "effects of distance_epsilon", on its own loop
// theta += step * J^+ V, and on kine's Jacobian, which has both as settings.
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "apps/cli/draw/draw.h"
#include "apps/cli/draw/terminal.h"
#include "apps/cli/figures/plots.h"
#include "apps/cli/figures/problems.h"
#include "kine/kinematics/forward.h"
#include "kine/kinematics/jacobian.h"
#include "kine/math/dense/pseudo_inverse.h"
#include "kine/solve/jacobian.h"

namespace kine::cli {

namespace {

constexpr int kMost = 200;  // iterations

struct Run {
  double error = 0;  ///< metres, at the end
  int iterations = 0;
  bool arrived = false;
};

/// The homework's loop: neither limits nor damping, and the last pose counts, not the best.
Run run_homework(const PlotSet& set, const PlotProblem& problem, double step, double epsilon) {
  const int n = set.skeleton.freedom_count();
  Pose pose = problem.start;
  Frames frames(set.skeleton);
  std::vector<double> numbers(static_cast<std::size_t>(3 * n)), change(static_cast<std::size_t>(n));
  std::vector<double> scratch(static_cast<std::size_t>(pseudo_inverse_scratch_size(3, n)));
  const MatrixView<double> j(numbers.data(), 3, n);
  Run run;
  for (;; ++run.iterations) {
    forward(set.skeleton, pose, frames);
    const Vec3 missing = problem.goal.target - frames.position(problem.goal.joint);
    run.error = length(missing);
    run.arrived = run.error <= epsilon;
    if (run.arrived || run.iterations == kMost) return run;
    jacobian(set.skeleton, frames, {problem.goal.joint}, {.rows = Rows::Linear}, j);
    const double wanted[] = {missing.x, missing.y, missing.z};
    pseudo_inverse_apply<double>(j, 1e-9, wanted, std::span<double>(change), scratch);
    integrate(set.skeleton, change, step, pose);
  }
}

Run run_kine(const PlotSet& set, const PlotProblem& problem, const Jacobian& how, double epsilon, Scratch& scratch) {
  Jacobian method = how;
  method.tolerance.metres = epsilon;
  method.max_iterations = kMost;
  Pose pose = problem.start;
  const Report report = kine::solve(set.skeleton, {&problem.goal, 1}, method, pose, scratch);
  return {report.position_error, report.iterations, report.reached()};
}

/// What all problems of a set come to.
struct Summary {
  double missed_percent = 0;
  double error_median = 0;  ///< of the reach
  double iterations_median = 0;
};

template <class Solve>
Summary summary(const PlotSet& set, Solve solve) {
  std::vector<double> errors, iterations;
  int missed = 0;
  for (const PlotProblem& problem : set.problems) {
    const Run run = solve(problem);
    missed += run.arrived ? 0 : 1;
    errors.push_back(run.error / set.reach);
    iterations.push_back(run.iterations);
  }
  const double count = static_cast<double>(set.problems.size());
  return {100 * missed / count, median(std::move(errors)), median(std::move(iterations))};
}

/// A line for the left panel and one for the right.
struct Pair {
  Series left, right;
};

Pair make_pair_of(std::string name, const Style& style) { return {{name, style, {}, {}}, {name, style, {}, {}}}; }

Pair against_step(std::string name, const Style& style, const PlotSet& set, std::optional<Inverse> inverse,
                  Scratch& scratch) {
  progress("step: " + name);
  const double epsilon = 1e-4 * set.reach;
  Pair pair = make_pair_of(std::move(name), style);
  for (int tenths = 1; tenths <= (inverse ? 10 : 24); tenths += 1) {
    const double step = tenths / 10.0;
    const Summary s = summary(set, [&](const PlotProblem& problem) {
      return inverse ? run_kine(set, problem, {.inverse = *inverse, .step = step}, epsilon, scratch)
                     : run_homework(set, problem, step, epsilon);
    });
    pair.left.points.push_back({step, s.missed_percent});
    pair.right.points.push_back({step, s.iterations_median});
  }
  return pair;
}

Pair against_epsilon(std::string name, const Style& style, const PlotSet& set, double step,
                     std::optional<Inverse> inverse, Scratch& scratch) {
  progress("epsilon: " + name);
  Pair pair = make_pair_of(std::move(name), style);
  for (const double epsilon : {1e-6, 3e-6, 1e-5, 3e-5, 1e-4, 3e-4, 1e-3, 3e-3, 1e-2, 3e-2, 1e-1}) {
    const Summary s = summary(set, [&](const PlotProblem& problem) {
      return inverse ? run_kine(set, problem, {.inverse = *inverse, .step = step}, epsilon * set.reach, scratch)
                     : run_homework(set, problem, step, epsilon * set.reach);
    });
    pair.left.points.push_back({epsilon, s.error_median});
    pair.right.points.push_back({epsilon, s.iterations_median});
  }
  return pair;
}

void draw_pairs(Svg& svg, Chart& left, Chart& right, std::span<const Pair> all) {
  std::vector<Series> legend;
  for (const Pair& pair : all) {
    left.draw(pair.left);
    right.draw(pair.right);
    legend.push_back(pair.left);
  }
  draw_legend(svg, {850, 150}, legend);
}

constexpr Style kHomeworkStyle{colour::kPink, Mark::Triangle};

/// What both experiments show on the right.
Axis iterations_axis() {
  return {.title = "iterations, median",
          .from = 1,
          .to = 250,
          .logarithmic = true,
          .ticks = {{1, "1"}, {2, "2"}, {5, "5"}, {10, "10"}, {20, "20"}, {50, "50"}, {100, "100"}, {200, "200"}}};
}

}  // namespace

Picture plot_of_step(int problems) {
  const PlotSet chain = chain_problems(10, problems, 5);
  const PlotSet arm = arm_problems(problems, 6, false);
  Scratch scratch = scratch_for(chain);
  const Pair all[] = {
      against_step("homework, chain", kHomeworkStyle, chain, std::nullopt, scratch),
      against_step("homework, arm", {colour::kRight, Mark::Square}, arm, std::nullopt, scratch),
      against_step("kine Damped, chain", {colour::kLeft, Mark::Disc}, chain, Inverse::Damped, scratch),
      against_step("kine Damped, arm", {colour::kTeal, Mark::Ring, "6 4"}, arm, Inverse::Damped, scratch),
  };
  Svg svg(1060, 500, "What a larger step does: the homework's loop diverges");
  const std::string lines[] = {
      "θ += step · J⁺V until 10⁻⁴ of the reach is left, 200 iterations at the most; " + std::to_string(problems) +
          " problems on a chain of 10 balls and on the arm of 7 hinges.",
      "kine's Jacobian takes a step back that made things worse, keeps the limits, and refuses a step above 1."};
  draw_heading(svg, "Divergence against step", lines);
  const Axis x{.title = "step", .from = 0, .to = 2.4, .ticks = steps(0, 2.4, 0.4)};
  Chart left(svg, {72, 132}, 330, 300, x,
             {.title = "not there in the end", .from = 0, .to = 100, .ticks = steps(0, 100, 20, " %")});
  Chart right(svg, {486, 132}, 330, 300, x, iterations_axis());
  draw_pairs(svg, left, right, all);
  return {"step.svg", svg.str(), "the homework's first experiment: divergence against step"};
}

Picture plot_of_epsilon(int problems) {
  const PlotSet chain = chain_problems(10, problems, 7);
  Scratch scratch = scratch_for(chain);
  const Pair all[] = {
      against_epsilon("homework, step 0.1", kHomeworkStyle, chain, 0.1, std::nullopt, scratch),
      against_epsilon("homework, step 0.5", {colour::kRight, Mark::Square}, chain, 0.5, std::nullopt, scratch),
      against_epsilon("homework, step 1", {colour::kYellow, Mark::Diamond}, chain, 1, std::nullopt, scratch),
      against_epsilon("kine Damped", {colour::kLeft, Mark::Disc}, chain, 1, Inverse::Damped, scratch),
      against_epsilon("kine Transpose", {colour::kMuted, Mark::Ring}, chain, 1, Inverse::Transpose, scratch),
  };
  Svg svg(1060, 500, "What a larger distance_epsilon does: the error grows with it");
  const std::string lines[] = {
      "distance_epsilon is when to stop. Median of " + std::to_string(problems) +
          " problems on a chain of 10 balls, 200 iterations at the most.",
      "Small steps end just below epsilon. Newton's steps end far below it: near the end each one doubles the digits."};
  draw_heading(svg, "Error against distance_epsilon", lines);
  const Axis x{.title = "distance_epsilon, of the reach",
               .from = 1e-6,
               .to = 1e-1,
               .logarithmic = true,
               .ticks = decades(1e-6, 1e-1)};
  Chart left(svg, {72, 132}, 330, 300, x,
             {.title = "error left, of the reach",
              .from = 1e-10,
              .to = 1,
              .logarithmic = true,
              .ticks = {{1e-10, "10⁻¹⁰"}, {1e-8, "10⁻⁸"}, {1e-6, "10⁻⁶"}, {1e-4, "10⁻⁴"}, {1e-2, "10⁻²"}, {1, "1"}}});
  left.guide({1e-6, 1e-6}, {1e-1, 1e-1});
  left.note({1e-4, 1e-4}, {-8, -14}, "error = epsilon", Anchor::End);
  Chart right(svg, {486, 132}, 330, 300, x, iterations_axis());
  draw_pairs(svg, left, right, all);
  return {"epsilon.svg", svg.str(), "the homework's second experiment: error against distance_epsilon"};
}

}  // namespace kine::cli
