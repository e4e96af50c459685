// Figures 1.4 and 1.5: the stride of eq. 1.15, and the two stages of a step.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "apps/cli/draw/chart.h"
#include "apps/cli/figures/paper/paper.h"
#include "kine/math/trig.h"
#include "kine/motion/walk/paper_gait.h"

namespace kine::cli {

namespace {

/// The frames of one stride: while its foot is in the air.
struct Stride {
  std::size_t first = 0, last = 0;
  int foot = 0;
  double climb = 0;
};

std::vector<Stride> strides_of(const PaperWalk& walk) {
  std::vector<Stride> all;
  bool was_up = false;
  for (std::size_t k = 0; k < walk.states.size(); ++k) {
    const WalkState& state = walk.states[k];
    const int foot = state.stepping_foot;
    const bool up = state.in_air(foot);
    if (up && !was_up) all.push_back({k, k, foot, 0});
    if (up) {
      all.back().last = k;
      all.back().climb = state.landing.point.y - state.plants[foot].point.y;
    }
    was_up = up;
  }
  if (!all.empty()) all.pop_back();  // the last one may not have landed
  return all;
}

/// The heel's height over the stride, from where the stride starts.
Series heel_curve(const PaperWalk& walk, const Stride& stride, std::string name, std::string_view shown) {
  Series series{std::move(name), {shown, Mark::None}, {}};
  const double ground = walk.states[stride.first].plants[stride.foot].point.y;
  for (std::size_t k = stride.first; k <= stride.last; ++k)
    series.points.push_back({walk.states[k].swing_phase, walk.at(k, stride.foot, "heel").y - ground});
  return series;
}

void draw_equation(Svg& svg) {
  Chart chart(
      svg, {70, 130}, 300, 240,
      {.title = "x", .from = 0, .to = 3 * kPi, .ticks = {{0, "0"}, {kPi, "π"}, {2 * kPi, "2π"}, {3 * kPi, "3π"}}},
      {.title = "Y", .from = 0, .to = 2.2, .ticks = steps(0, 2, 0.5)});
  Series curve{"", {colour::kTeal, Mark::None}, {}};
  for (int i = 0; i <= 120; ++i) curve.points.push_back({3 * kPi * i / 120, 2 * detail::stride_height(i / 120.0)});
  chart.draw(curve);
  chart.guide({kPi, 0}, {kPi, 2.2});
  chart.note({kPi, 0.25}, {-6, 0}, "1 − cos x", Anchor::End);
  chart.note({kPi, 0.25}, {8, 0}, "1 − cos (π + x)/2");
}

}  // namespace

Picture paper_figure_1_4(int) {
  Svg svg(900, 450, "The stride of equation 1.15, and the heels of a walk that follows it");
  const std::string lines[] = {
      "Left: eq. 1.15. Right: the height of the heel in strides of a walk, by forward kinematics. The curve lies on "
      "the",
      "line from the lifted heel to the ground where it lands; over the edge of a stair the foot goes up before "
      "ahead."};
  draw_heading(svg, "Figure 1.4: the stride", lines);
  draw_equation(svg);
  const PaperWalk flat = paper_walk("flat", {1, 0, 0}, 5), hills = paper_walk("hills:2", {1, 0, 0}, 12),
                  stairs = paper_walk("stairs", {1, 0, 0}, 11);
  const std::vector<Stride> on_hills = strides_of(hills), on_stairs = strides_of(stairs);
  const auto steeper = [](const Stride& a, const Stride& b) { return a.climb < b.climb; };
  const Series all[] = {
      heel_curve(flat, strides_of(flat)[4], "on the flat", colour::kTeal),
      heel_curve(hills, *std::max_element(on_hills.begin(), on_hills.end(), steeper), "uphill", colour::kYellow),
      heel_curve(hills, *std::min_element(on_hills.begin(), on_hills.end(), steeper), "downhill", colour::kRight),
      heel_curve(stairs, *std::max_element(on_stairs.begin(), on_stairs.end(), steeper), "up two stairs",
                 colour::kPink)};
  Chart chart(svg, {460, 130}, 280, 240,
              {.title = "part of the stride", .from = 0, .to = 1, .ticks = steps(0, 1, 0.25)},
              {.title = "metres", .from = -0.2, .to = 0.8, .ticks = steps(-0.2, 0.8, 0.2)});
  for (const Series& series : all) chart.draw(series);
  draw_legend(svg, {762, 150}, all);
  return {"figure-1-4.svg", svg.str(), "the stride of eq. 1.15, and heels that follow it"};
}

namespace {

void draw_stage(const PaperWalk& walk, std::size_t frame, std::size_t until, double x, const char* name, Svg& svg) {
  const Vec3 hips = walk.plans[frame].hips.translation;
  const Camera camera = side_view({0, 0, hips.z}, {x, 470}, 205);
  draw_humanoid(walk.skeleton, walk.frames_of(frame), camera, svg);
  const WalkPlan& plan = walk.plans[frame];
  for (int foot = 0; foot < 2; ++foot) {
    // What comes down or lifts at this very moment counts as planted.
    const WalkPlan& after = walk.plans[frame + 1];
    if (plan.heel_down[foot] || after.heel_down[foot]) draw_plant(camera(plan.heel_at[foot]), svg);
    if (plan.toe_down[foot] || after.toe_down[foot]) draw_plant(camera(plan.toe_at[foot]), svg);
    // The way of what moves until the stage ends.
    for (const char* part : {"heel", "toe_tip"}) {
      std::vector<Point2> way;
      for (std::size_t k = frame; k <= until; k += 2) way.push_back(camera(walk.at(k, foot, part)));
      double gone = 0;
      for (const Point2& point : way) gone = std::max(gone, length(point - way.front()));
      if (gone < 4 || (part[0] == 't' && gone > 40)) continue;
      svg.polyline(way, {.stroke = colour::kTeal, .width = 2});
      svg.arrow(way[way.size() - 2], way.back() + (way.back() - way[way.size() - 2]) * 0.5, colour::kTeal, 2);
    }
  }
  const Point2 middle = camera(hips);
  svg.arrow(middle, camera(walk.plans[until].hips.translation) + Point2{14, 0}, colour::kYellow, 3);
  svg.text({x, 510}, name, {.size = 14, .colour = colour::kText, .anchor = Anchor::Middle});
}

}  // namespace

Picture paper_figure_1_5(int) {
  const PaperWalk walk = paper_walk("flat", {1, 0, 0}, 6);
  std::vector<Stride> strides = strides_of(walk);
  // A stride of the right foot, well under way.
  std::size_t pick = 5;
  while (strides[pick].foot != 1) ++pick;
  const Stride &one = strides[pick], &next = strides[pick + 1];
  Svg svg(900, 540, "The two stages of a step, with plants and what moves until the next picture");
  const std::string lines[] = {
      "Triangles: points that stand. Green: the way of a heel or of toes until the next picture; yellow: of the hips.",
      "(a) the right heel makes its stride; (b) the right toes come down; (c) the left foot's turn."};
  draw_heading(svg, "Figure 1.5: the two stages of a step", lines);
  svg.line({30, 470}, {870, 470}, {.stroke = colour::kGrid, .width = 2});
  draw_stage(walk, one.first - 1, one.last + 1, 140, "(a) the stride begins", svg);
  draw_stage(walk, one.last + 1, next.first - 1, 440, "(b) the toes come down", svg);
  draw_stage(walk, next.first - 1, next.last + 1, 710, "(c) the other foot", svg);
  return {"figure-1-5.svg", svg.str(), "the two stages of a step"};
}

}  // namespace kine::cli
