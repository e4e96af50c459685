#pragma once

#include <vector>

#include "kine/motion/gait.h"
#include "kine/motion/steering.h"

namespace kine {

/// A path to walk along on the map, metres: x to the left, z ahead. Paths start at the origin and face +Z.
class WalkPath {
 public:
  struct Point {
    double x = 0, z = 0;
  };

  /// Along +Z without end.
  static WalkPath straight();
  /// Round and round to the left.
  static WalkPath circle(double radius);
  /// Two circles of 2 m radius, the first to the left, the second to the right, for ever.
  static WalkPath figure8();
  /// Four sides of that length with corners to the left, for ever.
  static WalkPath square(double side);
  /// From point to point, then it ends; the first is where it starts. Fewer than two points are a path that ends at
  /// once.
  static WalkPath through(std::vector<Point> points);

  /// The point of the path after so many metres; after its end, its last point.
  Point at(double along) const;
  /// Its length, metres; kEndless where it goes round or has no end.
  double length() const { return length_; }
  static constexpr double kEndless = 1e300;

 private:
  enum class Kind { Straight, Circle, Figure8, Polyline };
  Kind kind_ = Kind::Straight;
  double radius_ = 0;
  bool closed_ = false;
  double round_ = 0;  ///< of a polyline: its whole length
  double length_ = kEndless;
  std::vector<Point> points_;
};

/// What the stick must do to follow a path from where the figure is: it pursues a point some way ahead, slows down for
/// corners and stops at the end. `gait` is in metres and seconds of the figure itself. `along` is how far along the
/// path the walk has come, metres; it starts at 0 and is carried from call to call.
Stick follow(const WalkPath& path, const Gait& gait, const Course& course, double& along);

}  // namespace kine
