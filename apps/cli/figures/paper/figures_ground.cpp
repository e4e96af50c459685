// Figures 1.6 to 1.8: turning, and walking over uneven ground.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "apps/cli/draw/chart.h"
#include "apps/cli/figures/paper/paper.h"
#include "kine/math/trig.h"
#include "kine/motion/walk/course_motion.h"

namespace kine::cli {

namespace {

constexpr std::string_view kGreen = "#7ee081";

void draw_circle(const Vec3& centre, double radius, const Camera& camera, std::string_view shown, std::string_view dash,
                 Svg& svg) {
  svg.circle(camera(centre), radius * camera.scale(), {.stroke = shown, .width = 1.4, .dash = dash});
}

/// One half of figure 1.6: the centre beside a figure that faces `heading`.
void draw_centre(double turn, double heading, Point2 middle, std::string_view shown, Svg& svg) {
  const Course course{0, 0, heading, {0.6, 0, turn}};
  const detail::CourseCircle circle = detail::circle_of(course);
  const Camera camera = top_view({}, middle, 120);
  const Vec3 centre{circle.x, 0, circle.z}, ahead = rotate(from_axis_angle(kUnitY, heading), kUnitZ);
  draw_circle(centre, std::abs(0.6 / turn), camera, shown, "5 4", svg);
  svg.line(camera({}), camera(centre), {.stroke = shown, .width = 1.6});
  svg.arrow(camera({}), camera(0.55 * ahead), colour::kYellow, 3);
  svg.arrow(camera({}), camera(0.55 * kUnitZ), colour::kMuted, 1.5);
  svg.circle(camera({}), 5, {.fill = colour::kYellow});
  svg.circle(camera(centre), 4, {.fill = shown});
  svg.text(camera(0.5 * centre) + Point2{6, -6}, turn > 0 ? "r" : "r < 0", {.size = 14, .colour = shown});
  svg.text(camera(centre) + Point2{8, 16}, "C", {.size = 14, .colour = shown});
  svg.text(camera(0.6 * kUnitZ) + Point2{-4, 0}, "Z", {.size = 13, .colour = colour::kMuted});
  std::vector<Point2> angle;
  for (int i = 0; i <= 12; ++i)
    angle.push_back(camera(0.3 * rotate(from_axis_angle(kUnitY, heading * i / 12), kUnitZ)));
  svg.polyline(angle, {.stroke = colour::kMuted, .width = 1.2});
  svg.text(camera(0.38 * rotate(from_axis_angle(kUnitY, 0.5 * heading), kUnitZ)) - Point2{4, 0}, "θ",
           {.size = 14, .colour = colour::kMuted});
}

}  // namespace

Picture paper_figure_1_6(int) {
  Svg svg(860, 440, "The centre of a turn to the left and to the right");
  const std::string lines[] = {
      "Seen from above. C = (X + r cos θ, Z − r sin θ), with θ the heading from the Z axis by its two components (an",
      "arc sine loses the quadrant past 90°) and r = speed / turn, below 0 to the right (negating θ mirrors the "
      "heading)."};
  draw_heading(svg, "Figure 1.6: the centre of rotation", lines);
  draw_centre(0.75, 0.6, {320, 240}, colour::kLeft, svg);
  draw_centre(-0.75, 0.6, {580, 300}, colour::kRight, svg);
  svg.text({240, 420}, "to the left", {.size = 14, .colour = colour::kText, .anchor = Anchor::Middle});
  svg.text({660, 420}, "to the right", {.size = 14, .colour = colour::kText, .anchor = Anchor::Middle});
  return {"figure-1-6.svg", svg.str(), "the centre of a turn"};
}

namespace {

void draw_footprint(const Foothold& sole, std::string_view shown, const Camera& camera, Svg& svg) {
  const auto on = [&](double x, double z) { return camera(sole.point + rotate(sole.rotation, {x, 0, z})); };
  svg.capsule(on(0, -0.03), 0.034 * camera.scale(), on(0, 0.15), 0.045 * camera.scale(),
              {.fill = shown, .stroke = colour::kEdge, .width = 0.8, .opacity = 0.55});
}

/// One turn of figure 1.7: a walk from above, with the circles that its hips and heels should be on.
void draw_turn(const Stick& stick, Point2 middle, std::string_view shown, Svg& svg) {
  const PaperWalk walk = paper_walk("flat", stick, 9, 60);
  const std::size_t begin = walk.frame_at(3);
  const detail::CourseCircle circle = detail::circle_of(walk.states[begin].course);
  const Vec3 centre{circle.x, 0, circle.z};
  const Camera camera = top_view(centre, middle, 105);
  const CourseSpeeds& v = walk.states[begin].course.speeds;
  const double radius = std::abs(v.forward / v.turn), width = 0.5 * Gait::paper().step_width;
  draw_circle(centre, radius, camera, colour::kYellow, "", svg);
  draw_circle(centre, radius - width, camera, shown, "3 4", svg);
  draw_circle(centre, radius + width, camera, shown, "3 4", svg);
  svg.circle(camera(centre), 3, {.fill = shown});
  std::uint8_t before = 9;
  for (std::size_t k = begin; k < walk.states.size(); ++k) {
    const WalkState& state = walk.states[k];
    if (state.stepping_foot == before) continue;
    before = state.stepping_foot;
    const int landed = 1 - state.stepping_foot;
    draw_footprint(state.plants[landed], landed == 0 ? colour::kLeft : colour::kRight, camera, svg);
  }
  std::vector<Point2> hips;
  for (std::size_t k = begin; k < walk.states.size(); k += 3)
    hips.push_back(camera({walk.states[k].course.x, 0, walk.states[k].course.z}));
  svg.polyline(hips, {.stroke = colour::kText, .width = 2});
  for (int foot = 0; foot < 2; ++foot) {
    std::vector<Point2> heel;
    for (std::size_t k = begin; k < walk.states.size(); ++k) {
      const bool up = walk.states[k].in_air(foot);
      if (up) heel.push_back(camera(walk.at(k, foot, "foot")));
      if (up || heel.size() < 2) continue;
      svg.polyline(heel, {.stroke = foot == 0 ? colour::kLeft : colour::kRight, .width = 1.3});
      heel.clear();
    }
  }
}

}  // namespace

Picture paper_figure_1_7(int) {
  Svg svg(900, 480, "Walks to the right and to the left, with the circles of hips and feet");
  const std::string lines[] = {
      "A walk from above: hips (white), ankles in the air (blue, orange), footprints. Hips and feet go round one "
      "centre,",
      "the feet's circles (dotted) wider or narrower by half the step's width: an offset, not a factor."};
  draw_heading(svg, "Figure 1.7: arcs of hips and feet", lines);
  draw_turn({1, -0.4, 0}, {240, 285}, colour::kPink, svg);
  draw_turn({1, 0.4, 0}, {650, 285}, colour::kLeft, svg);
  return {"figure-1-7.svg", svg.str(), "arcs of hips and feet"};
}

namespace {

void draw_pyramid(const Vec3& at, std::string_view shown, const Camera& camera, Svg& svg) {
  constexpr double kHalf = 0.06, kTall = 0.16;
  const Vec3 tip = at + Vec3{0, kTall, 0};
  const Vec3 base[] = {{-kHalf, 0, -kHalf}, {kHalf, 0, -kHalf}, {kHalf, 0, kHalf}, {-kHalf, 0, kHalf}};
  for (int i = 0; i < 4; ++i) {
    const Point2 side[] = {camera(tip), camera(at + base[i]), camera(at + base[(i + 1) % 4])};
    svg.polygon(side, {.fill = shown, .stroke = colour::kEdge, .width = 0.8, .opacity = 0.75});
  }
}

/// Lines along and across, on the ground.
void draw_ground(const scenes::Terrain& ground, const Vec3& centre, double half, double step, const Camera& camera,
                 Svg& svg) {
  const int lines = static_cast<int>(std::floor(half / step + 0.5));
  for (const bool along : {true, false}) {
    for (int i = -lines; i <= lines; ++i) {
      std::vector<Point2> line;
      for (int j = -lines; j <= lines; ++j) {
        const double x = centre.x + step * (along ? i : j), z = centre.z + step * (along ? j : i);
        line.push_back(camera(ground.at(x, z).point));
      }
      svg.polyline(line, {.stroke = "#3a4d78", .width = 1});
    }
  }
}

}  // namespace

Picture paper_figure_1_8(int) {
  Svg svg(900, 560, "A walk over hills, with pyramids where the feet are meant to be");
  const std::string lines[] = {
      "The figure on hills:2, steered by a stick that turns. Green: where the leading heel is meant to be just now and",
      "where it will land; red: the toes of the foot that trails. Footprints: what it has trodden on."};
  draw_heading(svg, "Figure 1.8: over uneven ground", lines);
  const PaperWalk walk = paper_walk("hills:2", {1, 0.12, 0}, 9);
  const auto ground = *scenes::make_terrain("hills:2");
  // In the air, a third of the stride over.
  std::size_t frame = walk.frame_at(8);
  while (frame > 0 && !(walk.states[frame].in_air(walk.states[frame].stepping_foot) &&
                        walk.states[frame].swing_phase > 0.3 && walk.states[frame].swing_phase < 0.36))
    --frame;
  const WalkState& state = walk.states[frame];
  const Vec3 hips = walk.plans[frame].hips.translation;
  const Camera camera = Camera::y_up(62, 22, {hips.x, hips.y - 0.9, hips.z}, {520, 440}, 205);
  draw_ground(*ground, hips, 3, 0.25, camera, svg);
  std::uint8_t before = 9;
  for (std::size_t k = 0; k < frame; ++k) {
    if (walk.states[k].stepping_foot == before) continue;
    before = walk.states[k].stepping_foot;
    draw_footprint(walk.states[k].plants[1 - before], before == 1 ? colour::kLeft : colour::kRight, camera, svg);
  }
  const int leading = state.stepping_foot, trailing = 1 - leading;
  draw_pyramid(state.landing.point, kGreen, camera, svg);
  draw_humanoid(walk.skeleton, walk.frames_of(frame), camera, svg);
  draw_pyramid(walk.at(frame, leading, "heel"), kGreen, camera, svg);
  draw_pyramid(walk.plans[frame].toe_at[trailing], colour::kPink, camera, svg);
  return {"figure-1-8.svg", svg.str(), "over uneven ground, with where the feet are meant to be"};
}

namespace {

/// Where the figure is every so often, from `from` over `span` metres, with the lowest ground at `bottom` of the page.
void draw_strip(const std::string& terrain, double from, double span, double bottom, Svg& svg) {
  constexpr double kScale = 118, kBetween = 0.55, kSlowest = 0.3;
  const PaperWalk walk = paper_walk(terrain, {1, 0, 0}, 3 + (from + span) / kSlowest, 60);
  const auto ground = *scenes::make_terrain(terrain);
  double low = 1e9;
  for (int i = 0; i <= 400; ++i) low = std::min(low, ground->at(0, from + span * i / 400).point.y);
  const Camera camera = side_view({0, low, from}, {70, bottom}, kScale);
  std::vector<Point2> line;
  for (int i = -20; i <= 420; ++i) line.push_back(camera(ground->at(0, from + span * i / 400).point));
  svg.polyline(line, {.stroke = colour::kMuted, .width = 2});
  double next = from;
  for (std::size_t k = 0; k < walk.states.size() && next <= from + span; ++k) {
    if (walk.states[k].course.z < next) continue;
    next += kBetween;
    draw_bones(walk.skeleton, walk.frames_of(k), camera, 1.8, svg);
    for (int foot = 0; foot < 2; ++foot) {
      const WalkPlan& plan = walk.plans[k];
      if (plan.heel_down[foot]) svg.circle(camera(plan.heel_at[foot]), 2.2, {.fill = colour::kPink});
      if (plan.toe_down[foot]) svg.circle(camera(plan.toe_at[foot]), 2.2, {.fill = colour::kPink});
    }
  }
}

}  // namespace

Picture paper_strips(int) {
  Svg svg(900, 1560, "Contact strips of the gait of the paper on the flat, up and down stairs and on hills");
  const std::string lines[] = {"Where the figure is every 0.55 m, seen from its right; pink points are planted."};
  draw_heading(svg, "The gait of the paper from the side", lines);
  draw_strip("flat", 0, 6.3, 320, svg);
  draw_strip("stairs", 2, 6.3, 800, svg);
  draw_strip("stairs", 8.1, 6.3, 1240, svg);
  draw_strip("hills:2", 3, 6.3, 1510, svg);
  return {"strips.svg", svg.str(), "the gait of the paper from the side, on three grounds"};
}

}  // namespace kine::cli
