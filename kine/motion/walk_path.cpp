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

// How a path is followed: a point ahead of the figure is pursued, on the arc that leads there.
constexpr int kLooks = 50;              // for the nearest point of the way,
constexpr double kBetweenLooks = 0.02;  // metres apart
constexpr double kAtEnd = 0.02;         // metres that may be left when it has come to the end
constexpr double kAhead = 0.5;          // metres ahead that the point is which is pursued,
constexpr double kMoreAhead = 0.4;      // and seconds more at the speed that the figure has
constexpr double kNearest = 0.04;       // m^2: no arc is laid to a point that is nearer than 0.2 m
constexpr double kBrisk = 0.85;         // rad/s: it goes so fast that curves turn it no faster than this,
constexpr double kSlowest = 0.25;       // but not slower than this for them, m/s
constexpr double kOff = 1.6;        // radians, more than a right angle: when it faces that far off it stops and turns,
constexpr double kTurning = 1.5;    // by so many rad/s for each radian that it is off
constexpr double kStarting = 0.3;   // m/s: who is slower turns as if it were this fast
constexpr double kGently = 0.7;     // of what Gait::braking allows, for the end
constexpr double kStraight = 1e-9;  // rad/m: arcs that are bent less are taken for this

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
  for (int i = 1; i <= kLooks; ++i) {
    const double there = along + kBetweenLooks * i;
    const double away = apart(path.at(there), here);
    if (away < nearest) nearest = away, best = there;
  }
  along = best;
  const double speed = std::abs(course.speeds.forward);
  const double left = path.length() - along;
  if (left < kAtEnd) return {};
  const WalkPath::Point target = path.at(along + kAhead + kMoreAhead * speed);
  const SinCos heading = sin_cos(course.heading);
  const double dx = target.x - here.x, dz = target.z - here.z;
  const double ahead = dx * heading.sin + dz * heading.cos, side = dx * heading.cos - dz * heading.sin;
  const double angle = atan2(side, ahead);
  const double far = std::max<double>(kNearest, dx * dx + dz * dz);
  const double bend = 2 * side / far;  // of the arc to there, radians a metre
  // Slower where the way turns off, and in time for its end.
  double wanted = gait.top_speed * std::clamp<double>(kOff - std::abs(angle), 0.0, 1.0);
  wanted = std::min<double>(wanted, std::max<double>(kSlowest, kBrisk / std::max<double>(std::abs(bend), kStraight)));
  wanted = std::min<double>(wanted, std::sqrt(2 * kGently * gait.braking * left));
  const double curve = std::abs(angle) < kOff ? bend * std::max<double>(speed, kStarting) : kTurning * angle;
  Stick stick;
  // What a figure cannot do at all is not asked for.
  if (gait.top_speed > 0) stick.forward = std::clamp<double>(wanted / gait.top_speed, 0, 1);
  if (gait.top_turn > 0) stick.turn = std::clamp<double>(curve / gait.top_turn, -1, 1);
  return stick;
}

}  // namespace kine
