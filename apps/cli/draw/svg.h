#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kine/math/vec3.h"

/// A small writer of SVG pictures: plain shapes on a card with a background of its own, so that they look the same on
/// a white and on a dark page. Numbers are written with fixed digits and no locale: the same picture has the same
/// bytes.
namespace kine::cli {

/// A point on the page: x to the right, y down, in pixels.
struct Point2 {
  double x = 0, y = 0;

  friend constexpr Point2 operator+(Point2 a, Point2 b) { return {a.x + b.x, a.y + b.y}; }
  friend constexpr Point2 operator-(Point2 a, Point2 b) { return {a.x - b.x, a.y - b.y}; }
  friend constexpr Point2 operator*(Point2 a, double s) { return {a.x * s, a.y * s}; }
};

double length(Point2 a);

/// How a shape is painted. Colours are `#rrggbb`; an empty one is not painted.
struct Paint {
  std::string_view fill{};
  std::string_view stroke{};
  double width = 1.5;  ///< of the stroke, pixels
  double opacity = 1;
  std::string_view dash{};  ///< as in SVG: "4 3"
};

enum class Anchor { Start, Middle, End };

struct Lettering {
  double size = 14;
  std::string_view colour{};
  Anchor anchor = Anchor::Start;
  bool bold = false;
  bool mono = false;
};

class Svg {
 public:
  /// An empty card. The title is what screen readers say.
  Svg(double width, double height, std::string_view title);

  void line(Point2 a, Point2 b, const Paint& paint);
  void polyline(std::span<const Point2> points, const Paint& paint);
  void polygon(std::span<const Point2> points, const Paint& paint);
  void circle(Point2 centre, double radius, const Paint& paint);
  void rectangle(Point2 corner, double width, double height, double rounding, const Paint& paint);
  /// The outline of two circles and the band around both: a bone with some flesh.
  void capsule(Point2 a, double radius_a, Point2 b, double radius_b, const Paint& paint);
  /// From `a` to `b`, with a head at `b`.
  void arrow(Point2 a, Point2 b, std::string_view colour, double width);
  void text(Point2 at, std::string_view words, const Lettering& lettering);

  /// The whole file.
  std::string str() const;

 private:
  std::string body_;
  double width_, height_;
};

/// Looks at the world from far away (parallel projection): points in metres to points on the page.
class Camera {
 public:
  /// `forward` is where it looks, `up` which way is up; the world's `centre` comes to lie at `middle` of the page.
  Camera(const Vec3& forward, const Vec3& up, const Vec3& centre, Point2 middle, double pixels_per_metre);

  /// The camera that stands `yaw` degrees to the left and `pitch` degrees above, for scenes with Y up (facing +Z) ...
  static Camera y_up(double yaw, double pitch, const Vec3& centre, Point2 middle, double pixels_per_metre);
  /// ... and with Z up (facing +X).
  static Camera z_up(double yaw, double pitch, const Vec3& centre, Point2 middle, double pixels_per_metre);

  Point2 operator()(const Vec3& point) const;
  /// How far away a point is; larger is farther.
  double depth(const Vec3& point) const { return dot(point - centre_, forward_); }
  double scale() const { return scale_; }

 private:
  Vec3 right_, up_, forward_, centre_;
  Point2 middle_;
  double scale_;
};

}  // namespace kine::cli
