#include <span>
#include <string>
#include <vector>

#include "apps/cli/draw/draw.h"
#include "apps/cli/draw/svg.h"
#include "apps/cli/figures/pictures.h"
#include "kine/model/limits.h"

namespace kine::cli {

namespace {

constexpr BallLimits kLimits{.twist_axis = kUnitX,
                             .first_axis = kUnitY,
                             .swing_first = 50.0 / 180 * kPi,
                             .swing_second = 28.0 / 180 * kPi,
                             .twist = {-0.7, 0.7}};

/// Where the bone points after a swing, the twist left out.
Vec3 bone_after(double first, double second) {
  return rotate(from_ball_angles(kLimits, {.first = first, .second = second, .twist = 0}), kLimits.twist_axis);
}

/// The rim of the cone: where the bone's tip is when the swing lies on its ellipse.
std::vector<Vec3> rim(double share) {
  std::vector<Vec3> points;
  for (int i = 0; i < 72; ++i) {
    const SinCos t = sin_cos(radians(5.0 * i));
    points.push_back(bone_after(share * kLimits.swing_first * t.cos, share * kLimits.swing_second * t.sin));
  }
  return points;
}

void draw_cone(const Camera& camera, Svg& svg) {
  const std::vector<Vec3> edge = rim(1);
  std::vector<Point2> outline;
  for (const Vec3& point : edge) outline.push_back(camera(point));
  for (std::size_t i = 0; i < edge.size(); ++i) {  // the mantle as thin triangles: their overlap shades it
    const Point2 corners[] = {camera({}), outline[i], outline[(i + 1) % outline.size()]};
    svg.polygon(corners, {.fill = colour::kLeft, .opacity = 0.08});
  }
  svg.polygon(outline, {.fill = colour::kLeft, .opacity = 0.12});
  svg.polygon(outline, {.stroke = colour::kLeft, .width = 2.4});
  for (const double share : {0.33, 0.67}) {
    std::vector<Point2> ring;
    for (const Vec3& point : rim(share)) ring.push_back(camera(point));
    svg.polygon(ring, {.stroke = colour::kLeft, .width = 0.9, .opacity = 0.6});
  }
  for (std::size_t i = 0; i < edge.size(); i += 6) {
    svg.line(camera({}), outline[i], {.stroke = colour::kLeft, .width = 0.8, .opacity = 0.45});
  }
}

void draw_bone(const Camera& camera, const Vec3& tip, std::string_view fill, double opacity, Svg& svg) {
  svg.capsule(camera({}), 11, camera(tip), 6.5,
              {.fill = fill, .stroke = colour::kEdge, .width = 1, .opacity = opacity});
}

/// The same limits as a plain ellipse of two angles.
void draw_ellipse(Point2 centre, double pixels_per_degree, const BallAngles& asked, const BallAngles& got, Svg& svg) {
  const auto at = [&](double first, double second) {
    return centre + Point2{degrees(first) * pixels_per_degree, -degrees(second) * pixels_per_degree};
  };
  svg.line(at(radians(-82.0), 0), at(radians(82.0), 0), {.stroke = colour::kMuted, .width = 1.1});
  svg.line(at(0, radians(-48.0)), at(0, radians(48.0)), {.stroke = colour::kMuted, .width = 1.1});
  std::vector<Point2> ellipse;
  for (int i = 0; i < 72; ++i) {
    const SinCos t = sin_cos(radians(5.0 * i));
    ellipse.push_back(at(kLimits.swing_first * t.cos, kLimits.swing_second * t.sin));
  }
  svg.polygon(ellipse, {.fill = colour::kLeft, .opacity = 0.15});
  svg.polygon(ellipse, {.stroke = colour::kLeft, .width = 2.2});
  const Point2 from = at(asked.first, asked.second), to = at(got.first, got.second);
  svg.line(from, to, {.stroke = colour::kText, .width = 1.4, .dash = "3 4"});
  svg.circle(from, 5, {.fill = colour::kPink});
  svg.circle(to, 5, {.fill = colour::kYellow});
  svg.text(at(kLimits.swing_first, 0) + Point2{4, 16}, "50°", {.size = 12, .colour = colour::kMuted});
  svg.text(at(0, kLimits.swing_second) + Point2{6, -6}, "28°", {.size = 12, .colour = colour::kMuted});
  svg.text(at(radians(82.0), 0) + Point2{2, -8}, "swing 1",
           {.size = 12, .colour = colour::kMuted, .anchor = Anchor::End});
  svg.text(at(0, radians(48.0)) + Point2{6, 4}, "swing 2", {.size = 12, .colour = colour::kMuted});
}

}  // namespace

Picture picture_of_ball_joint() {
  const BallAngles asked{.first = radians(44.0), .second = radians(36.0), .twist = 0};
  const Quat inside = clamp_to_limits(kLimits, from_ball_angles(kLimits, asked));
  const BallAngles got = ball_angles(kLimits, inside);

  Svg svg(820, 440, "A ball joint: the cone that its bone may swing in, and the ellipse of its two angles");
  const Camera camera({-0.62, -0.28, -0.75}, kUnitY, {}, {90, 240}, 290);
  draw_bone(camera, bone_after(asked.first, asked.second), colour::kPink, 0.38, svg);
  draw_cone(camera, svg);
  svg.line(camera({}), camera(kUnitX * 1.16), {.stroke = colour::kMuted, .width = 1.3, .dash = "5 5"});
  svg.text(camera(kUnitX * 1.19) + Point2{0, 4}, "rest", {.size = 14, .colour = colour::kMuted});
  draw_bone(camera, bone_after(got.first, got.second), colour::kYellow, 1, svg);
  svg.circle(camera({}), 15, {.fill = "#131c31", .stroke = colour::kBone, .width = 3});
  svg.text(camera(bone_after(asked.first, asked.second)) + Point2{10, 4}, "asked",
           {.size = 14, .colour = colour::kPink, .bold = true});
  svg.text(camera(bone_after(got.first, got.second)) + Point2{12, 6}, "allowed",
           {.size = 14, .colour = colour::kYellow, .bold = true});

  const Point2 at{480, 62};
  svg.text(at, "A ball joint turns any way,", {.size = 16, .colour = colour::kText, .bold = true});
  svg.text(at + Point2{0, 22}, "without gimbal lock.", {.size = 16, .colour = colour::kText, .bold = true});
  svg.text(at + Point2{0, 50}, "Its swing must stay in an ellipse of two", {.size = 14, .colour = colour::kMuted});
  svg.text(at + Point2{0, 70}, "half-angles; its twist has limits of its own.", {.size = 14, .colour = colour::kMuted});
  draw_ellipse({625, 280}, 1.95, asked, got, svg);
  svg.text({625, 405}, "what is outside goes to the nearest point inside",
           {.size = 13, .colour = colour::kMuted, .anchor = Anchor::Middle});
  return {"ball-joint.svg", svg.str(), "a ball joint's cone and the ellipse of its swing"};
}

}  // namespace kine::cli
