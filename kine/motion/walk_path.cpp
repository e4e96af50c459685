#include "kine/motion/walk_path.h"

#include <algorithm>
#include <cmath>

#include "kine/math/trig.h"

namespace kine {
namespace {

double apart(const WalkPath::Point& a, const WalkPath::Point& b) {
  return std::sqrt((a.x - b.x) * (a.x - b.x) + (a.z - b.z) * (a.z - b.z));
}

/// On a circle that starts at the origin along +Z; `side` is +1 to the left.
WalkPath::Point on_circle(double radius, double side, double along) {
  const SinCos turned = sin_cos(along / radius);
  return {side * radius * (1 - turned.cos), radius * turned.sin};
}

}  // namespace

WalkPath WalkPath::straight() { return {}; }

WalkPath WalkPath::circle(double radius) {
  WalkPath path;
  path.kind_ = Kind::Circle;
  path.radius_ = radius;
  return path;
}

WalkPath WalkPath::figure8() {
  WalkPath path = circle(2);
  path.kind_ = Kind::Figure8;
  return path;
}

WalkPath WalkPath::square(double side) {
  WalkPath path = through({{0, 0}, {0, side}, {side, side}, {side, 0}, {0, 0}});
  path.closed_ = true;
  path.length_ = kEndless;
  return path;
}

WalkPath WalkPath::through(std::vector<Point> points) {
  WalkPath path;
  path.kind_ = Kind::Polyline;
  path.points_ = std::move(points);
  for (std::size_t i = 1; i < path.points_.size(); ++i) path.round_ += apart(path.points_[i - 1], path.points_[i]);
  path.length_ = path.round_;
  return path;
}

WalkPath::Point WalkPath::at(double along) const {
  switch (kind_) {
    case Kind::Straight:
      return {0, along};
    case Kind::Circle:
      return on_circle(radius_, 1, along);
    case Kind::Figure8: {
      const double round = 2 * kPi * radius_;
      const double turns = std::floor(along / round);
      const bool left = turns - 2 * std::floor(turns / 2) < 0.5;
      return on_circle(radius_, left ? 1 : -1, along - turns * round);
    }
    case Kind::Polyline:
      break;
  }
  if (points_.empty()) return {};
  if (closed_ && round_ > 0) along -= round_ * std::floor(along / round_);
  for (std::size_t i = 1; i < points_.size(); ++i) {
    const double side = apart(points_[i - 1], points_[i]);
    if (along <= side && side > 0) {
      const double share = std::max<double>(0, along / side);
      const Point &a = points_[i - 1], &b = points_[i];
      return {a.x + share * (b.x - a.x), a.z + share * (b.z - a.z)};
    }
    along -= side;
  }
  return points_.back();
}

Stick follow(const WalkPath& path, const Gait& gait, const Course& course, double& along) {
  const WalkPath::Point here{course.x, course.z};
  // The nearest point of the way, looked for a metre on.
  double nearest = apart(path.at(along), here), best = along;
  for (int i = 1; i <= 50; ++i) {
    const double there = along + 0.02 * i;
    const double away = apart(path.at(there), here);
    if (away < nearest) nearest = away, best = there;
  }
  along = best;
  const double speed = std::abs(course.speeds.forward);
  const double left = path.length() - along;
  if (left < 0.02) return {};
  const WalkPath::Point target = path.at(along + 0.5 + 0.4 * speed);
  const SinCos heading = sin_cos(course.heading);
  const double dx = target.x - here.x, dz = target.z - here.z;
  const double ahead = dx * heading.sin + dz * heading.cos, side = dx * heading.cos - dz * heading.sin;
  const double angle = atan2(side, ahead);
  const double far = std::max<double>(0.04, dx * dx + dz * dz);
  const double bend = 2 * side / far;  // of the arc to there, radians a metre
  // Slower where the way turns off, and in time for its end.
  constexpr double kBrisk = 0.85;  // radians per second
  double wanted = gait.top_speed * std::clamp<double>(1.6 - std::abs(angle), 0.0, 1.0);
  wanted = std::min<double>(wanted, std::max<double>(0.25, kBrisk / std::max<double>(std::abs(bend), 1e-9)));
  wanted = std::min<double>(wanted, std::sqrt(2 * 0.7 * gait.braking * left));
  const double curve = std::abs(angle) < 1.6 ? bend * std::max<double>(speed, 0.3) : 1.5 * angle;
  Stick stick;
  // What a figure cannot do at all is not asked for.
  if (gait.top_speed > 0) stick.forward = std::clamp<double>(wanted / gait.top_speed, 0, 1);
  if (gait.top_turn > 0) stick.turn = std::clamp<double>(curve / gait.top_turn, -1, 1);
  return stick;
}

}  // namespace kine
