// The same chain, the same start and the same target: how each method bends it, round by round.
#include <cmath>
#include <string>
#include <vector>

#include "apps/cli/draw/draw.h"
#include "apps/cli/figures/plots.h"
#include "apps/cli/figures/problems.h"
#include "kine/kinematics/forward.h"
#include "kine/solve/ccd.h"
#include "scenes/scenes.h"

namespace kine::cli {

namespace {

constexpr int kLinks = 10;

struct Panel {
  std::string_view name, colour;
  const Method* method;
  Ccd::Order order = Ccd::Order::RootFirst;
};

Report solve_panel(const Panel& panel, const Skeleton& chain, const Goal& goal, int most, Pose& pose,
                   Scratch& scratch) {
  if (panel.order == Ccd::Order::TipFirst) {
    return kine::solve(chain, {&goal, 1}, Ccd{.max_iterations = most, .order = panel.order}, pose, scratch);
  }
  MethodSettings settings;
  settings.max_iterations = most;
  return panel.method->solve(chain, {&goal, 1}, settings, pose, scratch);
}

void draw_chain(const Skeleton& chain, const Pose& pose, const Camera& camera, std::string_view colour, double width,
                double opacity, bool dots, Svg& svg) {
  Frames frames(chain);
  forward(chain, pose, frames);
  std::vector<Point2> points;
  for (int i = 0; i < chain.joint_count(); ++i) points.push_back(camera(frames.position(JointId{i})));
  svg.polyline(points, {.stroke = colour, .width = width, .opacity = opacity});
  if (!dots) return;
  for (const Point2& point : points) svg.circle(point, 3, {.fill = "#131c31", .stroke = colour, .width = 1.6});
}

}  // namespace

Picture picture_of_bends(int) {
  const Skeleton chain = scenes::ball_chain(kLinks);
  const Goal goal = kine::reach(chain.joint("tip"), {0.05, 0.52, 0});
  Pose start = chain.rest_pose();
  std::vector<double> turns(static_cast<std::size_t>(chain.freedom_count()), 0.0);
  for (std::size_t i = 0; i < kLinks; ++i) turns[3 * i + 2] = i % 2 == 0 ? 0.12 : -0.10;
  integrate(chain, turns, 1, start);
  const Panel panels[] = {
      {"Jacobian", colour::kLeft, find_method("jacobian")},
      {"FullBody", "#a5e65f", find_method("full-body")},
      {"Fabrik", colour::kTeal, find_method("fabrik")},
      {"Ccd, root first", colour::kPink, find_method("ccd")},
      {"Ccd, tip first", colour::kRight, nullptr, Ccd::Order::TipFirst},
      {"Shake", colour::kYellow, find_method("shake")},
  };
  Svg svg(960, 556, "How each method bends the same chain to the same target");
  const std::string lines[] = {
      "Ten balls, from the nearly straight start (grey) to the target (yellow). Thin: after 1, 2 and 3 iterations. "
      "Bold: "
      "the end."};
  draw_heading(svg, "One chain, one target, six ways", lines);
  Scratch scratch(std::size_t{4} << 20);
  for (std::size_t p = 0; p < 6; ++p) {
    const Panel& panel = panels[p];
    const std::size_t column = p % 3, row = p / 3;
    const Point2 corner{24 + 308.0 * static_cast<double>(column), 84 + 228.0 * static_cast<double>(row)};
    svg.rectangle(corner, 296, 216, 8, {.fill = "#0f1729", .opacity = 0.55});
    const Camera camera(-kUnitZ, kUnitY, {}, corner + Point2{80, 166}, 196);
    draw_chain(chain, start, camera, colour::kMuted, 1.8, 0.55, false, svg);
    for (const int most : {1, 2, 3}) {
      Pose pose = start;
      solve_panel(panel, chain, goal, most, pose, scratch);
      draw_chain(chain, pose, camera, panel.colour, 1.2, 0.2 + 0.15 * most, false, svg);
    }
    Pose pose = start;
    const Report report = solve_panel(panel, chain, goal, 2000, pose, scratch);
    draw_chain(chain, pose, camera, panel.colour, 2.6, 1, true, svg);
    svg.circle(camera(goal.target), 7, {.stroke = colour::kYellow, .width = 1.8});
    svg.circle(camera(goal.target), 2.2, {.fill = colour::kYellow});
    std::vector<double> change(turns.size());
    difference(chain, start, pose, change);
    double all = 0;
    for (std::size_t i = 0; i < kLinks; ++i) {
      all += length(Vec3{change[3 * i], change[3 * i + 1], change[3 * i + 2]});
    }
    const long tenths = std::lround(10 * all);
    svg.text(corner + Point2{14, 26}, panel.name, {.size = 15, .colour = panel.colour, .bold = true});
    svg.text(corner + Point2{14, 202},
             std::to_string(report.iterations) + " iterations, " + std::to_string(tenths / 10) + "." +
                 std::to_string(tenths % 10) + " rad of turning",
             {.size = 12.5, .colour = colour::kMuted});
  }
  return {"bends.svg", svg.str(), "how each method bends the same chain"};
}

}  // namespace kine::cli
