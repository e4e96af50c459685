// The families of arms that Global solves in closed form, with all their poses for one target.
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "apps/cli/draw/chart.h"
#include "apps/cli/draw/draw.h"
#include "apps/cli/draw/svg.h"
#include "apps/cli/figures/plots.h"
#include "kine/kinematics/forward.h"
#include "kine/solve/global.h"

namespace kine::cli {

namespace {

struct HingeAt {
  Vec3 shift, axis;
  bool slides = false;
};

/// An arm, a pose of it that says where its tip shall be, and which of its axes make it special.
struct FamilyPanel {
  std::string name;
  std::vector<HingeAt> hinges;
  std::vector<double> planted;
  int first, last;  ///< of the three axes
};

Skeleton build(const std::vector<HingeAt>& hinges, const Range& limits) {
  std::vector<Joint> joints;
  std::string parent;
  for (std::size_t i = 0; i < hinges.size(); ++i) {
    const HingeAt& at = hinges[i];
    const std::string name = "j" + std::to_string(i);
    joints.push_back(at.slides ? slider(name, parent, at.shift, at.axis, {-0.3, 0.3})
                               : hinge(name, parent, at.shift, normalised(at.axis), limits));
    parent = name;
  }
  joints.push_back(fixed_joint("tip", parent, {0, 0, 0.12}));
  return Skeleton::build(joints).value();
}

std::vector<FamilyPanel> panels() {
  return {{"three axes meet at the tip",
           {{{0, 0, 0.3}, kUnitZ},
            {{0.1, 0, 0}, kUnitY},
            {{0, 0, 0.45}, kUnitY},
            {{0, 0, 0.4}, kUnitZ},
            {{}, kUnitY},
            {{}, kUnitZ}},
           {0.5, 0.3, 1.3, 0.7, 0.9, 0.2},
           3,
           5},
          {"three axes are parallel",
           {{{0, 0, 0.15}, kUnitZ},
            {{0, 0.14, 0}, kUnitY},
            {{0, -0.12, 0.43}, kUnitY},
            {{0, 0, 0.39}, kUnitY},
            {{0, 0.1, 0}, kUnitZ},
            {{0, 0, 0.1}, kUnitY}},
           {0.5, 0.4, 1.2, -0.8, 1.0, 0.2},
           1,
           3},
          {"seven: three meet, one is searched",
           {{{0, 0, 0.36}, kUnitZ},
            {{}, kUnitY},
            {{}, kUnitZ},
            {{0, 0, 0.42}, kUnitY},
            {{0, 0, 0.4}, kUnitZ},
            {{}, kUnitY},
            {{}, kUnitZ}},
           {0.4, 0.6, 0.3, 1.4, 0.5, 0.9, 0.1},
           0,
           2},
          {"three meet, askew: a quartic",
           {{{0, 0, 0.3}, kUnitZ},
            {{0.15, 0.05, 0}, {1, 1, 0.3}},
            {{0, 0.1, 0.4}, {0.2, 1, -0.5}},
            {{0.35, 0, 0.1}, {1, 0.2, 0.1}},
            {{}, {0, 1, 0.2}},
            {{}, {1, 0, 0.4}}},
           {-0.1, -1.0, 1.3, 1.9, -1.2, -2.5},
           3,
           5},
          {"parallel, askew: a quartic",
           {{{0, 0, 0.2}, {0.1, 0.2, 1}},
            {{0.15, 0.05, 0}, kUnitY},
            {{0.1, 0.1, 0.4}, kUnitY},
            {{0.1, 0, 0.35}, kUnitY},
            {{0, 0.1, 0.1}, {1, 0.3, 1}},
            {{0.1, 0.1, 0}, {0.3, 1, -0.4}}},
           {-2.6, 0.4, -2.3, 0.6, 1.0, -1.9},
           1,
           3},
          {"six on a rail, which is searched",
           {{{}, kUnitY, true},
            {{0, 0, 0.25}, kUnitZ},
            {{0.1, 0, 0}, kUnitY},
            {{0, 0, 0.45}, kUnitY},
            {{0, 0, 0.4}, kUnitZ},
            {{}, kUnitY},
            {{}, kUnitZ}},
           {0.1, 0.5, 0.3, 1.3, 0.7, 0.9, 0.2},
           4,
           6}};
}

void draw_pose(const Skeleton& arm, std::span<const double> pose, const Camera& camera, std::string_view colour,
               double width, double opacity, Svg& svg) {
  Frames frames(arm);
  forward(arm, pose, frames);
  std::vector<Point2> points{camera({})};
  for (int i = 0; i < arm.joint_count(); ++i) points.push_back(camera(frames.position(JointId{i})));
  svg.polyline(points, {.stroke = colour, .width = width, .opacity = opacity});
  for (const Point2& point : points) svg.circle(point, width * 0.7, {.fill = colour, .opacity = opacity});
}

/// The axes that make the arm special, as lines through their joints.
void draw_axes(const FamilyPanel& panel, const Skeleton& arm, std::span<const double> pose, const Camera& camera,
               Svg& svg) {
  Frames frames(arm);
  forward(arm, pose, frames);
  for (int i = panel.first; i <= panel.last; ++i) {
    const Vec3 along = rotate(frames.rotation({i}), arm.description({i}).axis) * 0.22, at = frames.position(JointId{i});
    svg.line(camera(at - along), camera(at + along), {.stroke = colour::kPink, .width = 2, .dash = "5 3"});
  }
}

}  // namespace

Picture picture_of_families(int) {
  constexpr std::string_view kColours[] = {colour::kTeal, colour::kLeft,  colour::kRight, colour::kYellow,
                                           colour::kBone, colour::kMuted, colour::kPink,  colour::kFlesh};
  Svg svg(1000, 860, "All poses of six arms for one target each");
  const std::string heading[] = {
      "Dashed: the axes that allow a closed form. Bright: the pose nearest to rest; the others are all there are."};
  draw_heading(svg, "Every pose of an arm", heading);
  int count = 0;
  for (const FamilyPanel& panel : panels()) {
    const Skeleton arm = build(panel.hinges, panel.hinges.size() == 7 ? Range{-2.4, 2.4} : Range{-3.1, 3.1});
    const JointId tip = arm.joint("tip");
    Frames frames(arm);
    forward(arm, panel.planted, frames);
    const Goal goal = place(tip, frames.world_from_joint(tip));
    Scratch scratch(solutions_scratch_bytes(arm, {&goal, 1}, Global{}));
    ArmSolutions all(arm, 32);
    solutions(arm, {&goal, 1}, Global{}, arm.rest_pose(), all, scratch);
    const int column = count % 3, row = count / 3;
    const double x = 170 + 320.0 * column, y = 400.0 * row;
    ++count;
    const Camera camera = Camera::z_up(80, 20, {}, {x + 70, y + 372}, 300);
    for (int i = all.count(); i-- > 0;)
      draw_pose(arm, all.pose(i), camera, kColours[std::min(i, 7)], i == 0 ? 6 : 3, i == 0 ? 1 : 0.55, svg);
    if (all.count() > 0) draw_axes(panel, arm, all.pose(0), camera, svg);
    svg.circle(camera(frames.position(tip)), 6, {.stroke = colour::kText, .width = 2});
    svg.text({x, y + 430}, panel.name, {.size = 15, .colour = colour::kText, .anchor = Anchor::Middle, .bold = true});
    svg.text({x, y + 450}, std::to_string(all.count()) + (panel.hinges.size() == 7 ? " intervals" : " poses"),
             {.size = 13, .colour = colour::kMuted, .anchor = Anchor::Middle});
  }
  return {"families.svg", svg.str(), "all poses of arms that Global solves in closed form"};
}

}  // namespace kine::cli
