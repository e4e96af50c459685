#include "apps/cli/draw/svg.h"

#include <cmath>

#include "apps/cli/draw/terminal.h"
#include "kine/math/trig.h"

namespace kine::cli {

namespace {

/// A number with at most one decimal, without the help of printf, whose decimal point a locale may change.
std::string number(double value) {
  const auto tenths = std::llround(value * 10);
  const auto size = tenths < 0 ? -tenths : tenths;
  std::string text;
  if (tenths < 0) text += '-';
  text += std::to_string(size / 10);
  if (size % 10 != 0) text.append(".").append(std::to_string(size % 10));
  return text;
}

std::string hundredths(double value) {
  const auto size = std::llround(value * 100);
  return std::to_string(size / 100) + '.' + (size % 100 < 10 ? "0" : "") + std::to_string(size % 100);
}

std::string escaped(std::string_view words) {
  std::string text;
  for (const char c : printable(words)) {
    if (c == '&') {
      text += "&amp;";
    } else if (c == '<') {
      text += "&lt;";
    } else {
      text += c;
    }
  }
  return text;
}

std::string attribute(std::string_view name, std::string_view value) {
  std::string text = " ";
  return text.append(name).append("=\"").append(value).append("\"");
}

std::string attributes(const Paint& paint) {
  std::string text = attribute("fill", paint.fill.empty() ? "none" : paint.fill);
  if (!paint.stroke.empty()) {
    text += attribute("stroke", paint.stroke) + attribute("stroke-width", number(paint.width));
  }
  if (!paint.dash.empty()) text += attribute("stroke-dasharray", paint.dash);
  if (paint.opacity < 1) text += attribute("opacity", hundredths(paint.opacity));
  return text;
}

std::string list(std::span<const Point2> points) {
  std::string text;
  for (const Point2& p : points) {
    if (!text.empty()) text += ' ';
    text += number(p.x) + ',' + number(p.y);
  }
  return text;
}

}  // namespace

double length(Point2 a) { return std::sqrt(a.x * a.x + a.y * a.y); }

Svg::Svg(double width, double height, std::string_view title) : width_(width), height_(height) {
  body_ = "<title>" + escaped(title) + "</title>\n";
  body_ +=
      "<defs><linearGradient id=\"card\" x1=\"0\" y1=\"0\" x2=\"0\" y2=\"1\"><stop offset=\"0\" "
      "stop-color=\"#131c31\"/><stop offset=\"1\" stop-color=\"#1d2a47\"/></linearGradient></defs>\n";
  rectangle({0, 0}, width, height, 14, {.fill = "url(#card)"});
}

void Svg::line(Point2 a, Point2 b, const Paint& paint) {
  body_ += "<line" + attribute("x1", number(a.x)) + attribute("y1", number(a.y)) + attribute("x2", number(b.x)) +
           attribute("y2", number(b.y)) + attributes(paint) + "/>\n";
}

void Svg::polyline(std::span<const Point2> points, const Paint& paint) {
  body_ += "<polyline" + attribute("points", list(points)) + attributes(paint) + "/>\n";
}

void Svg::polygon(std::span<const Point2> points, const Paint& paint) {
  body_ += "<polygon" + attribute("points", list(points)) + attributes(paint) + "/>\n";
}

void Svg::circle(Point2 centre, double radius, const Paint& paint) {
  body_ += "<circle" + attribute("cx", number(centre.x)) + attribute("cy", number(centre.y)) +
           attribute("r", number(radius)) + attributes(paint) + "/>\n";
}

void Svg::rectangle(Point2 corner, double width, double height, double rounding, const Paint& paint) {
  body_ += "<rect" + attribute("x", number(corner.x)) + attribute("y", number(corner.y)) +
           attribute("width", number(width)) + attribute("height", number(height)) + attribute("rx", number(rounding)) +
           attributes(paint) + "/>\n";
}

void Svg::capsule(Point2 a, double radius_a, Point2 b, double radius_b, const Paint& paint) {
  const Point2 along = b - a;
  const double distance = length(along);
  if (distance <= std::abs(radius_a - radius_b)) {  // one circle holds the other
    return radius_a > radius_b ? circle(a, radius_a, paint) : circle(b, radius_b, paint);
  }
  // The common tangents touch both circles in the directions n = u cos + v sin with cos = (ra - rb) / distance.
  const Point2 u = along * (1 / distance);
  const double cosine = (radius_a - radius_b) / distance;
  const double sine = std::sqrt(1 - cosine * cosine);
  const Point2 n1{u.x * cosine - u.y * sine, u.y * cosine + u.x * sine};
  const Point2 n2{u.x * cosine + u.y * sine, u.y * cosine - u.x * sine};
  const auto point = [](Point2 p) { return number(p.x) + ' ' + number(p.y); };
  const auto arc = [&](double radius, bool large, Point2 to) {
    return "A" + number(radius) + ' ' + number(radius) + (large ? " 0 1 0 " : " 0 0 0 ") + point(to);
  };
  // Seen along u, the arc at the far end spans twice the angle of n: more than half a circle where b is the larger.
  body_ += "<path" +
           attribute("d", "M" + point(b + n1 * radius_b) + arc(radius_b, radius_b > radius_a, b + n2 * radius_b) + "L" +
                              point(a + n2 * radius_a) + arc(radius_a, radius_a > radius_b, a + n1 * radius_a) + "Z") +
           attributes(paint) + "/>\n";
}

void Svg::arrow(Point2 a, Point2 b, std::string_view colour, double width) {
  const double distance = length(b - a);
  if (distance <= 0) return;
  const Point2 u = (b - a) * (1 / distance);
  const Point2 v{-u.y, u.x};
  const double head = 4.2 * width < distance ? 4.2 * width : distance;
  const Point2 neck = b - u * head;
  line(a, neck, {.stroke = colour, .width = width});
  const Point2 corners[] = {b, neck + v * (head * 0.45), neck - v * (head * 0.45)};
  polygon(corners, {.fill = colour});
}

void Svg::text(Point2 at, std::string_view words, const Lettering& lettering) {
  constexpr std::string_view kAnchors[] = {"start", "middle", "end"};
  body_ += "<text" + attribute("x", number(at.x)) + attribute("y", number(at.y)) +
           attribute("font-size", number(lettering.size)) + attribute("fill", lettering.colour);
  if (lettering.anchor != Anchor::Start) {
    body_ += attribute("text-anchor", kAnchors[static_cast<int>(lettering.anchor)]);
  }
  if (lettering.bold) body_ += attribute("font-weight", "700");
  if (lettering.mono) body_ += attribute("font-family", "ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace");
  body_ += " xml:space=\"preserve\">" + escaped(words) + "</text>\n";
}

std::string Svg::str() const {
  return "<svg xmlns=\"http://www.w3.org/2000/svg\"" + attribute("width", number(width_)) +
         attribute("height", number(height_)) + attribute("viewBox", "0 0 " + number(width_) + ' ' + number(height_)) +
         " role=\"img\" stroke-linecap=\"round\" stroke-linejoin=\"round\""
         " font-family=\"Inter,'Segoe UI',Roboto,Helvetica,Arial,'DejaVu Sans',sans-serif\">\n" +
         body_ + "</svg>\n";
}

Camera::Camera(const Vec3& forward, const Vec3& up, const Vec3& centre, Point2 middle, double pixels_per_metre)
    : right_(normalised(cross(forward, up))),
      up_(cross(right_, normalised(forward))),
      forward_(normalised(forward)),
      centre_(centre),
      middle_(middle),
      scale_(pixels_per_metre) {}

Camera Camera::y_up(double yaw, double pitch, const Vec3& centre, Point2 middle, double pixels_per_metre) {
  const SinCos side = sin_cos(radians(yaw));
  const SinCos above = sin_cos(radians(pitch));
  const Vec3 eye{side.sin * above.cos, above.sin, side.cos * above.cos};
  return {-eye, kUnitY, centre, middle, pixels_per_metre};
}

Camera Camera::z_up(double yaw, double pitch, const Vec3& centre, Point2 middle, double pixels_per_metre) {
  const SinCos side = sin_cos(radians(yaw));
  const SinCos above = sin_cos(radians(pitch));
  const Vec3 eye{side.cos * above.cos, side.sin * above.cos, above.sin};
  return {-eye, kUnitZ, centre, middle, pixels_per_metre};
}

Point2 Camera::operator()(const Vec3& point) const {
  const Vec3 p = point - centre_;
  return {middle_.x + scale_ * dot(p, right_), middle_.y - scale_ * dot(p, up_)};
}

}  // namespace kine::cli
