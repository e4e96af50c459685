#include "kine/motion/walk/course_motion.h"

#include <algorithm>
#include <cmath>

#include "kine/math/trig.h"

namespace kine::detail {
namespace {

/// One speed on its way to the wanted one.
struct Ramp {
  double speed, change, time_left;  ///< change a second, until time_left is over

  Ramp(double from, double to, double rate)
      : speed(from), change(to > from ? rate : -rate), time_left(from == to ? 0 : std::abs(to - from) / rate) {}
};

/// A stretch in which every speed changes at a constant rate.
struct Stretch {
  CourseSpeeds speeds, changes;

  double forward(double t) const { return speeds.forward + changes.forward * t; }
  double side(double t) const { return speeds.side + changes.side * t; }
  double turned(double t) const { return t * (speeds.turn + 0.5 * changes.turn * t); }
};

void travel(Course& course, const Stretch& stretch, double time) {
  // Gauss' rule with three points: exact for polynomials of degree five.
  constexpr double kNode = 0.38729833462074170;  // half of sqrt(3/5)
  constexpr double kNodes[] = {0.5 - kNode, 0.5, 0.5 + kNode};
  constexpr double kWeights[] = {5.0 / 18, 8.0 / 18, 5.0 / 18};
  double x = 0, z = 0;
  const bool straight = stretch.speeds.turn == 0 && stretch.changes.turn == 0;
  SinCos heading{};
  for (int i = 0; i < 3; ++i) {
    const double t = kNodes[i] * time;
    if (i == 0 || !straight) heading = sin_cos(course.heading + stretch.turned(t));
    const double forward = stretch.forward(t), side = stretch.side(t);
    // Ahead is (sin, cos) in (x, z), the left is (cos, -sin).
    x += kWeights[i] * (forward * heading.sin + side * heading.cos);
    z += kWeights[i] * (forward * heading.cos - side * heading.sin);
  }
  course.x += x * time;
  course.z += z * time;
  course.heading += stretch.turned(time);
}

}  // namespace

CourseCircle circle_of(const Course& course) {
  constexpr double kStraight = 100;  // metres: wider circles are straight lines,
  constexpr double kTurns = 1e-3;    // and so is what turns more slowly than this, rad/s
  const CourseSpeeds& v = course.speeds;
  const double speed = std::sqrt(v.forward * v.forward + v.side * v.side);
  if (!(std::abs(v.turn) > kTurns) || speed > kStraight * std::abs(v.turn)) return {};
  const SinCos heading = sin_cos(course.heading);
  const double left = v.forward / v.turn, back = v.side / v.turn;
  return {true, course.x + left * heading.cos - back * heading.sin, course.z - left * heading.sin - back * heading.cos};
}

Course advance_course(Course course, const CourseSpeeds& wanted, const SpeedRates& rates, double time) {
  Ramp forward(course.speeds.forward, wanted.forward, rates.forward);
  Ramp side(course.speeds.side, wanted.side, rates.side);
  Ramp turn(course.speeds.turn, wanted.turn, rates.turn);
  while (time > 0) {
    double span = time;
    for (const Ramp* ramp : {&forward, &side, &turn})
      if (ramp->time_left > 0) span = std::min<double>(span, ramp->time_left);
    const auto change_of = [](const Ramp& ramp) { return ramp.time_left > 0 ? ramp.change : 0.0; };
    travel(course, {course.speeds, {change_of(forward), change_of(side), change_of(turn)}}, span);
    const auto move = [span](Ramp& ramp, double goal, double& speed) {
      if (ramp.time_left <= 0) return;
      ramp.time_left -= span;
      // The last stretch ends on the wanted value itself, whatever rounding did before.
      speed = ramp.time_left > 0 ? speed + ramp.change * span : goal;
    };
    move(forward, wanted.forward, course.speeds.forward);
    move(side, wanted.side, course.speeds.side);
    move(turn, wanted.turn, course.speeds.turn);
    time -= span;
  }
  return course;
}

}  // namespace kine::detail
