#pragma once

namespace kine {

/// What the player asks for: each -1 to 1, times the gait's top speed.
struct Stick {
  double forward = 0;  ///< + ahead, - back
  double turn = 0;     ///< + to the left
  double side = 0;     ///< + to the left
};

namespace walking {

/// Speeds in the frame of the walker: metres and radians a second.
struct Speeds {
  double forward = 0;
  double side = 0;  ///< + to the left
  double turn = 0;  ///< + to the left
  bool operator==(const Speeds&) const = default;
};

/// The point on the map that the figure goes by, and how it moves. Seen from above with Z ahead and X to the left, the
/// heading turns from Z to X.
struct Course {
  double x = 0, z = 0;
  double heading = 0;
  Speeds speeds{};
};

/// The circle that a course goes round while its speeds stay as they are.
struct Circle {
  bool turns = false;  ///< else it is a straight line
  double x = 0, z = 0;
};

/// How quickly speeds change: metres or radians a second, squared.
struct SpeedRates {
  double forward, side, turn;
};

/// Meredith & Maddock's eq. 1.17: the centre lies to the left of the heading, as far as the speed is that of the turn
/// (eq. 1.18); to the right, the radius is below 0. Straight where that is more than a hundred metres.
Circle circle_of(const Course& course);

/// The course after `time` seconds in which each speed goes to its wanted value at its rate and stays there. Closed
/// form in the speeds and the heading; the way is their integral by Gauss' rule over each stretch in which no rate
/// changes, exact to 1e-6 of the way for turns up to a radian a stretch. So it matters little (1e-9 m) how a span of
/// time is cut into frames.
Course advance(Course course, const Speeds& wanted, const SpeedRates& rates, double time);

}  // namespace walking
}  // namespace kine
