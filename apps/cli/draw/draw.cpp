#include "apps/cli/draw/draw.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "kine/kinematics/centre_of_mass.h"
#include "kine/kinematics/jacobian.h"
#include "kine/math/dense/svd.h"
#include "kine/math/trig.h"
#include "kine/motion/body/bone_names.h"

namespace kine::cli {

namespace {

/// A part of the body between two joints, with its radii in metres.
struct Limb {
  std::string from, to;
  double radius_from, radius_to;
};

std::vector<Limb> limbs() {
  std::vector<Limb> parts = {
      {"left_thigh", "right_thigh", 0.088, 0.088},
      {"pelvis", "abdomen", 0.09, 0.105},
      {"abdomen", "chest", 0.105, 0.115},
      {"chest", "left_upper_arm", 0.115, 0.055},
      {"chest", "right_upper_arm", 0.115, 0.055},
      {"left_upper_arm", "right_upper_arm", 0.05, 0.05},
      {"chest", "head", 0.10, 0.055},
  };
  for (const std::string side : {"left_", "right_"}) {
    parts.push_back({side + "upper_arm", side + "forearm", 0.052, 0.040});
    parts.push_back({side + "forearm", side + "hand", 0.041, 0.028});
    parts.push_back({side + "hand", side + "hand_tip", 0.030, 0.015});
    parts.push_back({side + "thigh", side + "shank", 0.085, 0.054});
    parts.push_back({side + "shank", side + "foot", 0.055, 0.035});
    parts.push_back({side + "foot", side + "toes", 0.038, 0.026});
    parts.push_back({side + "heel", side + "toes", 0.018, 0.022});
    parts.push_back({side + "toes", side + "toe_tip", 0.024, 0.012});
  }
  return parts;
}

/// The colour of flesh, darker behind (1) than in front (-1).
std::string shade(double depth) {
  const double t = depth < -1 ? 0 : depth > 1 ? 1 : (depth + 1) / 2;
  constexpr int kNear[] = {0x52, 0x68, 0x9e}, kFar[] = {0x2d, 0x3c, 0x62};
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text = "#";
  for (int i = 0; i < 3; ++i) {
    const auto value = static_cast<unsigned>(std::lround(kNear[i] + (kFar[i] - kNear[i]) * t));
    text += kDigits[value / 16];
    text += kDigits[value % 16];
  }
  return text;
}

std::string_view side_colour(std::string_view name) {
  if (name.starts_with("left_")) return colour::kLeft;
  if (name.starts_with("right_")) return colour::kRight;
  return colour::kBone;
}

void draw_body(const Skeleton& humanoid, const Frames& frames, const Camera& camera, Svg& svg) {
  struct Shape {
    double depth;
    std::size_t place;
    Vec3 a, b;
    double radius_a, radius_b;
  };
  std::vector<Shape> shapes;
  const auto add = [&](const Vec3& a, const Vec3& b, double radius_a, double radius_b) {
    shapes.push_back({camera.depth((a + b) * 0.5), shapes.size(), a, b, radius_a, radius_b});
  };
  for (const Limb& limb : limbs()) {
    add(frames.position(humanoid.joint(limb.from)), frames.position(humanoid.joint(limb.to)), limb.radius_from,
        limb.radius_to);
  }
  const JointId head = humanoid.joint("head");
  add(frames.position(head), frames.position({head, {0, 0.10, 0.01}}), 0.055, 0.06);
  add(frames.position({head, {0, 0.105, 0.03}}), frames.position({head, {0, 0.145, 0.015}}), 0.075, 0.095);
  std::sort(shapes.begin(), shapes.end(),
            [](const Shape& x, const Shape& y) { return x.depth != y.depth ? x.depth > y.depth : x.place < y.place; });
  const double s = camera.scale();
  for (const Shape& shape : shapes) {
    const std::string fill = shade(shape.depth / 0.25);
    svg.capsule(camera(shape.a), s * shape.radius_a, camera(shape.b), s * shape.radius_b,
                {.fill = fill, .stroke = colour::kEdge, .width = 0.8});
  }
}

}  // namespace

std::vector<std::string_view> bone_colours(const Skeleton& skeleton) {
  std::vector<std::string_view> colours;
  for (int i = 0; i < skeleton.joint_count(); ++i) {
    const detail::BoneLabel label = detail::read_bone_name(skeleton.name(JointId{i}));
    const std::string_view own = label.side == detail::BodySide::Left    ? colour::kLeft
                                 : label.side == detail::BodySide::Right ? colour::kRight
                                                                         : colour::kBone;
    colours.push_back(skeleton.parent(JointId{i}).valid() && !label.helper ? own : std::string_view{});
  }
  return colours;
}

void draw_humanoid(const Skeleton& humanoid, const Frames& frames, const Camera& camera, Svg& svg) {
  draw_body(humanoid, frames, camera, svg);
  for (int i = 0; i < humanoid.joint_count(); ++i) {
    const JointId id{i};
    const JointId parent = humanoid.parent(id);
    if (!parent.valid()) continue;
    svg.line(camera(frames.position(parent)), camera(frames.position(id)),
             {.stroke = side_colour(humanoid.name(id)), .width = 2.2});
  }
  for (int i = 0; i < humanoid.joint_count(); ++i) {
    const JointId id{i};
    const bool moves = humanoid.kind(id) != JointKind::Fixed;
    svg.circle(camera(frames.position(id)), moves ? 3.2 : 2,
               {.fill = moves ? std::string_view("#131c31") : side_colour(humanoid.name(id)),
                .stroke = side_colour(humanoid.name(id)),
                .width = 1.8});
  }
  const Point2 centre = camera(centre_of_mass(humanoid, frames));
  svg.circle(centre, 6, {.fill = colour::kPink, .opacity = 0.35});
  svg.circle(centre, 3, {.fill = colour::kPink});
}

void draw_arm(const Skeleton& arm, const Frames& frames, const Camera& camera, double thickness, Svg& svg) {
  const double radius = camera.scale() * thickness;
  std::vector<JointId> order;
  for (int i = 0; i < arm.joint_count(); ++i) {
    if (arm.parent(JointId{i}).valid()) order.push_back(JointId{i});
  }
  const auto middle_depth = [&](JointId id) {
    return camera.depth((frames.position(id) + frames.position(arm.parent(id))) * 0.5);
  };
  std::sort(order.begin(), order.end(), [&](JointId a, JointId b) {
    const double depth_a = middle_depth(a), depth_b = middle_depth(b);
    return depth_a != depth_b ? depth_a > depth_b : a.index < b.index;
  });
  for (const JointId id : order) {
    const double thinner = 1 - 0.45 * id.index / arm.joint_count();
    svg.capsule(camera(frames.position(arm.parent(id))), radius * thinner, camera(frames.position(id)),
                radius * thinner * 0.94, {.fill = colour::kFlesh, .stroke = colour::kEdge, .width = 1});
  }
  for (const JointId id : order) {
    svg.line(camera(frames.position(arm.parent(id))), camera(frames.position(id)),
             {.stroke = colour::kBone, .width = 2.4});
  }
  for (int i = 0; i < arm.joint_count(); ++i) {
    const JointId id{i};
    const bool moves = arm.kind(id) != JointKind::Fixed;
    svg.circle(camera(frames.position(id)), moves ? 4.2 : 3,
               {.fill = moves ? std::string_view("#131c31") : colour::kBone, .stroke = colour::kBone, .width = 2});
  }
}

void draw_speed_ellipsoid(const Skeleton& arm, const Frames& frames, JointId tip, double scale, const Camera& camera,
                          Svg& svg) {
  const int n = arm.freedom_count();
  std::vector<double> numbers(static_cast<std::size_t>(3 * n)), scratch(numbers.size());
  const MatrixView<double> j(numbers.data(), 3, n);
  jacobian(arm, frames, {tip}, {.rows = Rows::Linear}, j);
  std::array<double, 3> sigma{};
  Matrix<double, 3, 3> u;
  svd<double>(j, std::span<double>(sigma), u.view(), {}, scratch);

  const Vec3 centre = frames.position(tip);
  std::array<Point2, 3> half_axes;
  for (int k = 0; k < 3; ++k) {
    const Vec3 axis = Vec3{u(0, k), u(1, k), u(2, k)} * (scale * sigma[static_cast<std::size_t>(k)]);
    half_axes[static_cast<std::size_t>(k)] = camera(centre + axis) - camera(centre);
  }
  // The outline of the projected ellipsoid: with M the three half-axes on the page, points L (cos t, sin t) where
  // L L^T = M M^T.
  double xx = 0, xy = 0, yy = 0;
  for (const Point2& h : half_axes) {
    xx += h.x * h.x;
    xy += h.x * h.y;
    yy += h.y * h.y;
  }
  const double l11 = std::sqrt(xx), l21 = xy / l11, l22 = std::sqrt(yy - l21 * l21);
  std::vector<Point2> outline;
  for (int i = 0; i < 72; ++i) {
    const SinCos t = sin_cos(radians(5.0 * i));
    outline.push_back(camera(centre) + Point2{l11 * t.cos, l21 * t.cos + l22 * t.sin});
  }
  svg.polygon(outline, {.fill = colour::kTeal, .opacity = 0.22});
  svg.polygon(outline, {.stroke = colour::kTeal, .width = 1.8});
  for (const Point2& h : half_axes) {
    svg.line(camera(centre) - h, camera(centre) + h, {.stroke = colour::kTeal, .width = 1.2, .dash = "3 3"});
  }
}

void draw_floor(const Vec3& centre, const Vec3& right, const Vec3& forward, double size, double step,
                const Camera& camera, Svg& svg) {
  const int lines = static_cast<int>(std::floor(size / step + 0.5));
  for (int i = -lines; i <= lines; ++i) {
    const double t = i * step;
    svg.line(camera(centre + right * t - forward * size), camera(centre + right * t + forward * size),
             {.stroke = colour::kGrid, .width = 1});
    svg.line(camera(centre + forward * t - right * size), camera(centre + forward * t + right * size),
             {.stroke = colour::kGrid, .width = 1});
  }
}

}  // namespace kine::cli
