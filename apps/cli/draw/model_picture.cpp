#include "apps/cli/draw/model_picture.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "apps/cli/draw/chart.h"
#include "apps/cli/draw/draw.h"
#include "apps/cli/limits_text.h"
#include "kine/kinematics/forward.h"
#include "kine/math/trig.h"
#include "kine/model/pose.h"

namespace kine::cli {

namespace {

constexpr double kWidth = 1180, kHeight = 700;                     // of the card, pixels
constexpr double kLeft = 30, kTop = 90, kWide = 700, kHigh = 570;  // of the model on it
constexpr double kListLeft = 760, kLine = 17;                      // of the list of joints
constexpr std::size_t kMostLines = 34;
constexpr double kYaw = 35, kPitch = 22;  // where we look from, degrees
constexpr double kAxisLength = 22;        // pixels on each side of a joint

/// A camera that looks at a middle, for any up axis.
Camera camera_at(Up up, const Vec3& centre, Point2 middle, double scale) {
  if (up == Up::Y) return Camera::y_up(kYaw, kPitch, centre, middle, scale);
  if (up == Up::Z) return Camera::z_up(kYaw, kPitch, centre, middle, scale);
  const SinCos side = sin_cos(radians(kYaw)), above = sin_cos(radians(kPitch));
  const Vec3 eye{above.sin, side.sin * above.cos, side.cos * above.cos};
  return {-eye, kUnitX, centre, middle, scale};
}

/// The box around points, on the page or in the world.
struct Box {
  Vec3 low{kInfinity, kInfinity, kInfinity}, high{-kInfinity, -kInfinity, -kInfinity};
  void add(const Vec3& p) {
    for (int k = 0; k < 3; ++k) {
      low[k] = std::min<double>(low[k], p[k]);
      high[k] = std::max<double>(high[k], p[k]);
    }
  }
};

class ModelPicture {
 public:
  explicit ModelPicture(const kine::Scene& scene)
      : scene_(scene), skeleton_(scene.skeleton), frames_(scene.skeleton), camera_(aim_camera()) {}

  std::string draw() {
    Svg svg(kWidth, kHeight, scene_.name + ": a model");
    const std::string lines[] = {
        "A single pose, at rest. Hinges turn about the green lines, sliders go along the yellow arrows, balls are "
        "rings."};
    draw_heading(svg, scene_.name, lines);
    draw_ground(svg);
    draw_bones(svg);
    for (int i = 0; i < skeleton_.joint_count(); ++i) draw_joint(JointId{i}, svg);
    draw_list(svg);
    return svg.str();
  }

 private:
  Camera aim_camera() {
    forward(skeleton_, skeleton_.rest_pose(), frames_);
    for (const Transform& joint : frames_.joints()) box_.add(joint.translation);
    const Vec3 centre = (box_.low + box_.high) * 0.5;
    const Camera unit = camera_at(scene_.up, centre, {}, 1);
    Box page;
    for (const Transform& joint : frames_.joints()) {
      const Point2 p = unit(joint.translation);
      page.add({p.x, p.y, 0});
    }
    const Vec3 size = page.high - page.low;
    const double scale =
        std::min((kWide - 80) / std::max<double>(size.x, 1e-3), (kHigh - 60) / std::max<double>(size.y, 1e-3));
    const Vec3 middle = (page.low + page.high) * (0.5 * scale);
    return camera_at(scene_.up, centre, {kLeft + kWide / 2 - middle.x, kTop + kHigh / 2 - middle.y}, scale);
  }

  void draw_ground(Svg& svg) const {
    const Vec3 up = to_vector(scene_.up);
    Vec3 centre = (box_.low + box_.high) * 0.5;
    centre += up * (dot(box_.low, up) - dot(centre, up));
    const Vec3 right = scene_.up == Up::X ? kUnitY : kUnitX, ahead = scene_.up == Up::Z ? kUnitY : kUnitZ;
    const Vec3 size = box_.high - box_.low;
    const double wide = std::max({dot(size, right), dot(size, ahead), 0.2 * dot(size, up)}) * 0.45 + 1e-3;
    double step = 1e-3;
    for (int i = 0; wide / step > 6 && i < 40; ++i) step *= i % 3 == 1 ? 2.5 : 2;
    draw_floor(centre, right, ahead, std::round(wide / step) * step, step, camera_, svg);
  }

  Point2 at(JointId joint) const { return camera_(frames_.position(joint)); }

  void draw_bones(Svg& svg) const {
    const std::vector<std::string_view> colours = bone_colours(skeleton_);
    for (int i = 0; i < skeleton_.joint_count(); ++i) {
      const JointId parent = skeleton_.parent(JointId{i});
      if (!parent.valid() || length(at(JointId{i}) - at(parent)) < 0.5) continue;
      svg.line(at(parent), at(JointId{i}), {.stroke = colour::kFlesh, .width = 9});
      svg.line(at(parent), at(JointId{i}),
               {.stroke = colours[static_cast<std::size_t>(i)].empty() ? colour::kMuted
                                                                       : colours[static_cast<std::size_t>(i)],
                .width = 2});
    }
  }

  void draw_joint(JointId joint, Svg& svg) {
    const JointKind kind = skeleton_.kind(joint);
    if (kind == JointKind::Fixed) {
      svg.circle(at(joint), 2, {.fill = colour::kMuted});
      return;
    }
    for (int k = 0; k < skeleton_.axis_count(joint) &&
                    (kind == JointKind::Hinge || kind == JointKind::Slider || kind == JointKind::Euler);
         ++k) {
      const auto place = static_cast<std::size_t>(skeleton_.first_axis(joint) + k);
      const Vec3 direction = normalised(frames_.axes()[place], kUnitZ);
      const Vec3 reach = direction * (kAxisLength / camera_.scale());
      const Vec3& centre = frames_.position(joint);
      if (skeleton_.slides(joint, k)) {
        svg.arrow(camera_(centre - reach), camera_(centre + reach), colour::kYellow, 2.2);
      } else {
        svg.line(camera_(centre - reach), camera_(centre + reach), {.stroke = colour::kTeal, .width = 2.2});
      }
    }
    const bool ring = kind == JointKind::Ball || kind == JointKind::Free;
    svg.circle(at(joint), ring ? 5 : 3.6,
               {.fill = "#131c31", .stroke = kind == JointKind::Free ? colour::kPink : colour::kBone, .width = 1.8});
    ++moving_;
    label(at(joint), std::to_string(moving_), svg);
  }

  /// Beside the joint, where no other number stands.
  void label(Point2 joint, const std::string& words, Svg& svg) {
    const double half = 3.6 * static_cast<double>(words.size()) + 2, high = 12;
    constexpr Point2 kOffsets[] = {{13, -7}, {-13, -7}, {13, 15},  {-13, 15},  {0, -16}, {0, 24},
                                   {28, 4},  {-28, 4},  {28, -16}, {-28, -16}, {28, 24}, {-28, 24}};
    for (const Point2& offset : kOffsets) {
      const Point2 place = joint + offset;
      const bool taken = std::ranges::any_of(labels_, [&](const Label& other) {
        return std::abs(other.at.x - place.x) < half + other.half && std::abs(other.at.y - place.y) < high;
      });
      if (taken) continue;
      labels_.push_back({place, half});
      svg.text(place, words, {.size = 11, .colour = colour::kText, .anchor = Anchor::Middle});
      return;
    }
  }

  void draw_list(Svg& svg) const {
    double y = kTop;
    std::size_t number = 0;
    for (int i = 0; i < skeleton_.joint_count(); ++i) {
      const JointId joint{i};
      if (skeleton_.kind(joint) == JointKind::Fixed) continue;
      if (++number > kMostLines) continue;
      const std::string limits = short_limits_text(skeleton_, joint);
      svg.text({kListLeft + 22, y}, std::to_string(number),
               {.size = 11, .colour = colour::kMuted, .anchor = Anchor::End});
      svg.text({kListLeft + 30, y}, skeleton_.name(joint), {.size = 11.5, .colour = colour::kText});
      svg.text({kWidth - 24, y}, std::string(to_string(skeleton_.kind(joint))) + (limits.empty() ? "" : ", " + limits),
               {.size = 11, .colour = colour::kMuted, .anchor = Anchor::End});
      y += kLine;
    }
    if (number > kMostLines)
      svg.text({kListLeft + 30, y}, "and " + std::to_string(number - kMostLines) + " more",
               {.size = 11.5, .colour = colour::kMuted});
  }

  struct Label {
    Point2 at;
    double half;  ///< of its width
  };

  const kine::Scene& scene_;
  const Skeleton& skeleton_;
  Frames frames_;
  Box box_{};
  Camera camera_;
  std::vector<Label> labels_{};
  int moving_ = 0;  // joints that have been numbered
};

}  // namespace

std::string model_picture(const kine::Scene& scene) { return ModelPicture(scene).draw(); }

}  // namespace kine::cli
