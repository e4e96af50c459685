#pragma once

#include "kine/motion/steering.h"

namespace kine::detail {

/// The circle that a course goes round while its speeds stay as they are.
struct CourseCircle {
  bool turns = false;   ///< false: the course is a straight line
  double x = 0, z = 0;  ///< the centre on the map, metres
};

/// How quickly speeds change.
struct SpeedRates {
  double forward, side;  ///< m/s^2
  double turn;           ///< rad/s^2
};

/// Meredith & Maddock's eq. 1.17: the centre lies to the left of the heading, as far as the speed is that of the turn
/// (eq. 1.18); to the right, the radius is below 0. Straight where that is more than a hundred metres.
CourseCircle circle_of(const Course& course);

/// The course after `time` seconds in which each speed goes to its wanted value at its rate and stays there. Closed
/// form in the speeds and the heading; the way is their integral by Gauss' rule over each stretch in which no rate
/// changes, exact to 1e-6 of the way for turns up to a radian a stretch. So it matters little (1e-9 m) how a span of
/// time is cut into frames.
Course advance_course(Course course, const CourseSpeeds& wanted, const SpeedRates& rates, double time);

}  // namespace kine::detail
