#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "apps/cli/draw/draw.h"
#include "apps/cli/draw/svg.h"
#include "apps/cli/figures/pictures.h"
#include "kine/kinematics/forward.h"
#include "kine/kinematics/jacobian.h"
#include "scenes/scenes.h"

namespace kine::cli {

namespace {

/// An arc around `centre` from one direction to another, angles in the plane, radians, with a wedge of colour.
void draw_angle(const Camera& camera, const Vec3& centre, double from, double to, double radius,
                std::string_view colour, Svg& svg) {
  std::vector<Point2> wedge{camera(centre)};
  for (int i = 0; i <= 24; ++i) {
    const SinCos t = sin_cos(from + (to - from) * i / 24);
    wedge.push_back(camera(centre + Vec3{t.cos, t.sin, 0} * radius));
  }
  svg.polygon(wedge, {.fill = colour, .opacity = 0.22});
  svg.polyline(std::span(wedge).subspan(1), {.stroke = colour, .width = 2});
}

/// Four decimals; what rounds to zero has no sign.
std::string fixed(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4f", std::abs(value) < 0.5e-4 ? 0.0 : value);
  return text;
}

/// The two columns and what they mean, on the right of the picture.
void write_columns(const Matrix<double, 3, 2>& j, const Vec3& tip, Point2 at, Svg& svg) {
  svg.text(at, "Where is the hand?", {.size = 16, .colour = colour::kText, .bold = true});
  svg.text(at + Point2{0, 26}, "x " + fixed(tip.x) + " m   y " + fixed(tip.y) + " m",
           {.size = 14, .colour = colour::kMuted, .mono = true});
  svg.text(at + Point2{0, 72}, "Which way would it go?", {.size = 16, .colour = colour::kText, .bold = true});
  svg.text(at + Point2{0, 98}, "One column of the Jacobian a joint:", {.size = 14, .colour = colour::kMuted});
  svg.text(at + Point2{0, 118}, "the hand's speed when that joint", {.size = 14, .colour = colour::kMuted});
  svg.text(at + Point2{0, 138}, "turns at one radian a second.", {.size = 14, .colour = colour::kMuted});
  constexpr std::string_view kNames[] = {"shoulder", "elbow"};
  constexpr std::string_view kColours[] = {colour::kRight, colour::kTeal};
  for (int column = 0; column < 2; ++column) {
    const Point2 corner = at + Point2{130.0 * column, 172};
    svg.text(corner, kNames[column], {.size = 14, .colour = kColours[column], .bold = true});
    for (int row = 0; row < 3; ++row) {
      std::string number = fixed(j(row, column));
      if (number[0] != '-') number = ' ' + number;
      svg.text(corner + Point2{0, 26 + 22.0 * row}, number, {.size = 15, .colour = kColours[column], .mono = true});
    }
  }
  svg.text(at + Point2{0, 284}, "Each arrow stands square to the line", {.size = 14, .colour = colour::kMuted});
  svg.text(at + Point2{0, 304}, "from its joint to the hand.", {.size = 14, .colour = colour::kMuted});
}

}  // namespace

Picture picture_of_planar_arm() {
  const Skeleton arm = scenes::planar_arm();
  Pose pose = arm.rest_pose();
  pose[0] = radians(28.0);
  pose[1] = radians(68.0);
  Frames frames(arm);
  forward(arm, pose, frames);
  const JointId elbow = arm.joint("elbow"), hand = arm.joint("hand");
  const Vec3 shoulder_at = frames.position(arm.joint("shoulder"));
  const Vec3 elbow_at = frames.position(elbow), tip = frames.position(hand);

  Svg svg(820, 460, "A two-bone arm and the columns of its Jacobian as arrows at the hand");
  const Camera camera(-kUnitZ, kUnitY, {0, 0, 0}, {120, 376}, 740);
  for (int i = -1; i <= 4; ++i) {  // every ten centimetres
    const double x = 0.1 * i;
    svg.line(camera({x, -0.06, 0}), camera({x, 0.46, 0}), {.stroke = colour::kGrid, .width = 1});
  }
  for (int i = 0; i <= 4; ++i) {
    const double y = 0.1 * i;
    svg.line(camera({-0.12, y, 0}), camera({0.45, y, 0}), {.stroke = colour::kGrid, .width = 1});
  }
  svg.line(camera({-0.12, 0, 0}), camera({0.45, 0, 0}), {.stroke = colour::kMuted, .width = 1.2});
  svg.line(camera({0, -0.06, 0}), camera({0, 0.46, 0}), {.stroke = colour::kMuted, .width = 1.2});
  svg.text(camera({0.42, -0.035, 0}), "x", {.size = 14, .colour = colour::kMuted});
  svg.text(camera({-0.028, 0.435, 0}), "y", {.size = 14, .colour = colour::kMuted});
  svg.text(camera({0.095, -0.035, 0}), "0.1 m", {.size = 12, .colour = colour::kMuted, .anchor = Anchor::Middle});

  draw_angle(camera, shoulder_at, 0, pose[0], 0.085, colour::kRight, svg);
  const Vec3 onward = elbow_at + normalised(elbow_at) * 0.12;
  svg.line(camera(elbow_at), camera(onward), {.stroke = colour::kMuted, .width = 1.2, .dash = "4 4"});
  draw_angle(camera, elbow_at, pose[0], pose[0] + pose[1], 0.07, colour::kTeal, svg);
  svg.line(camera(shoulder_at), camera(tip), {.stroke = colour::kMuted, .width = 1.1, .dash = "2 5"});
  draw_arm(arm, frames, camera, 0.020, svg);
  svg.text(camera({0.098, 0.018, 0}), "28°", {.size = 14, .colour = colour::kRight, .bold = true});
  svg.text(camera({0.312, 0.2, 0}), "68°", {.size = 14, .colour = colour::kTeal, .bold = true});
  svg.text(camera({-0.012, -0.042, 0}), "shoulder", {.size = 14, .colour = colour::kText, .anchor = Anchor::End});
  svg.text(camera({0.285, 0.115, 0}), "elbow", {.size = 14, .colour = colour::kText});

  Matrix<double, 3, 2> j;
  jacobian(arm, frames, {hand}, {.rows = Rows::Linear}, j);
  constexpr std::string_view kColours[] = {colour::kRight, colour::kTeal};
  for (int column = 0; column < 2; ++column) {
    const Vec3 speed{j(0, column), j(1, column), j(2, column)};
    svg.arrow(camera(tip), camera(tip + speed * 0.3), kColours[column], 3.4);
  }
  svg.circle(camera(tip), 5, {.fill = colour::kYellow});
  svg.text(camera(tip + Vec3{0.018, 0.008, 0}), "hand", {.size = 14, .colour = colour::kYellow, .bold = true});
  write_columns(j, tip, {520, 66}, svg);
  return {"planar-arm.svg", svg.str(), "a two-bone arm and the columns of its Jacobian"};
}

Picture picture_of_robot_arm() {
  const Skeleton arm = scenes::seven_hinge_arm();
  Frames frames(arm);
  forward(arm, scenes::ready_pose(arm), frames);
  Svg svg(820, 520, "A robot arm with seven hinges, their axes and the ellipsoid of the speeds that its tip can reach");
  const Camera camera = Camera::z_up(-58, 22, {0.25, 0.08, 0.38}, {330, 282}, 520);
  draw_floor({0.2, 0, 0}, kUnitY, kUnitX, 0.6, 0.15, camera, svg);
  draw_arm(arm, frames, camera, 0.062, svg);
  constexpr Point2 kLabels[] = {{-38, 0}, {-38, 6}, {-36, -14}, {-2, -46}, {-4, -46}, {42, -14}, {40, 36}};
  int number = 0;
  for (int i = 0; i < arm.joint_count(); ++i) {
    const JointId id{i};
    if (arm.axis_count(id) == 0) continue;
    const Vec3 axis = frames.axes()[static_cast<std::size_t>(arm.first_axis(id))];
    const Vec3 at = frames.position(id);
    svg.arrow(camera(at - axis * 0.11), camera(at + axis * 0.13), colour::kRight, 2.2);
    const Point2 label = camera(at) + kLabels[number];
    svg.circle(label, 10, {.fill = "#131c31", .stroke = colour::kRight, .width = 1.2});
    svg.text(label + Point2{0, 4.5}, std::to_string(++number),
             {.size = 13, .colour = colour::kRight, .anchor = Anchor::Middle, .bold = true});
  }
  const JointId tip = arm.joint("tip");
  draw_speed_ellipsoid(arm, frames, tip, 0.16, camera, svg);
  svg.circle(camera(frames.position(tip)), 5, {.fill = colour::kYellow});

  const Point2 at{566, 76};
  svg.text(at, "Seven hinges", {.size = 16, .colour = colour::kText, .bold = true});
  const char* const lines[] = {"Each axis is a line in the world,", "a column of the Jacobian."};
  for (std::size_t i = 0; i < 2; ++i) {
    svg.text(at + Point2{0, 26 + 20.0 * static_cast<double>(i)}, lines[i], {.size = 14, .colour = colour::kMuted});
  }
  svg.text(at + Point2{0, 92}, "How fast can the tip go?", {.size = 16, .colour = colour::kTeal, .bold = true});
  const char* const more[] = {"The singular values of the",     "Jacobian are the half-axes of",
                              "this ellipsoid: fast along the", "long one, slowly along the",
                              "short one. A flat ellipsoid is", "a singular pose."};
  for (std::size_t i = 0; i < 6; ++i) {
    svg.text(at + Point2{0, 118 + 20.0 * static_cast<double>(i)}, more[i], {.size = 14, .colour = colour::kMuted});
  }
  return {"seven-hinge-arm.svg", svg.str(), "a robot arm, its axes and the speeds its tip can reach"};
}

}  // namespace kine::cli
