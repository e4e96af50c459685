#include "kine/model/limits.h"

#include <algorithm>
#include <cmath>

namespace kine {
namespace {

struct Point2 {
  double x, y;
};

// Radians: half-angles beyond these count as these, so that the fourth powers below are numbers.
constexpr double kNarrowest = 1e-60, kWidest = 1e60;
constexpr int kMostSteps = 400;  // log(pi / kNarrowest) / log(1.5) of them reach any root

/// The point of the ellipse (x/a)^2 + (y/b)^2 = 1 nearest to (x, y), which lies outside. The nearest point is
/// (a^2 x / (a^2 + t), b^2 y / (b^2 + t)) for the one t > 0 at which it lies on the ellipse. The left-hand side falls
/// and is convex in t, so Newton's steps from t = 0 climb towards the root and never pass it. Far below it each step makes
/// a^2 + t half as large again: a dozen steps for a joint's limits, kMostSteps for the narrowest ellipse.
Point2 nearest_on_ellipse(double a, double b, double x, double y) {
  a = std::clamp(a, kNarrowest, kWidest);
  b = std::clamp(b, kNarrowest, kWidest);
  const double a2 = a * a, b2 = b * b;
  double t = 0;
  for (int i = 0; i < kMostSteps; ++i) {
    const double u = a * x / (a2 + t), v = b * y / (b2 + t);
    const double excess = u * u + v * v - 1;
    const double slope = -2 * (u * u / (a2 + t) + v * v / (b2 + t));
    const double next = t - excess / slope;
    if (!(next > t)) break;
    t = next;
  }
  return {a2 * x / (a2 + t), b2 * y / (b2 + t)};
}

/// A point of the ellipse, drawn in by a few units in the last place so that the round trip through a quaternion stays
/// inside.
constexpr double kJustInside = 1 - 1e-13;

bool swing_is_inside(const BallLimits& limits, const BallAngles& at) {
  if (!limits.has_swing()) return true;
  const double u = at.first / limits.swing_first, v = at.second / limits.swing_second;
  return u * u + v * v <= 1;
}

Point2 nearest_swing(const BallLimits& limits, const BallAngles& at) {
  const Point2 p = nearest_on_ellipse(limits.swing_first, limits.swing_second, at.first, at.second);
  return {p.x * kJustInside, p.y * kJustInside};
}

double wrapped_to_nearest_end(const Range& range, double angle) {
  // Outside the range the nearer end may lie the other way round the circle.
  if (range.contains(angle)) return angle;
  const auto turn_distance = [](double a, double b) {
    const double d = std::abs(a - b);
    return d > kPi ? kTwoPi - d : d;
  };
  return turn_distance(angle, range.lower) <= turn_distance(angle, range.upper) ? range.lower : range.upper;
}

/// True only if a rotation is inside, and not close to the edge; false may be wrong. It asks for no angles: of half
/// angles, tan h >= h + h^3 / 3 and cos h <= 1 - h^2 / 2 + h^4 / 24.
bool is_surely_inside(const BallLimits& limits, const Quat& rotation) {
  const double sign = rotation.w < 0 ? -1 : 1, w = sign * rotation.w;
  const double along = sign * dot(rotation.vector(), limits.twist_axis);
  const double lower = 0.5 * limits.twist.lower, upper = 0.5 * limits.twist.upper;
  const auto tangent = [](double h) { return (1 - 1e-9) * h * (1 + h * h / 3); };
  if (!(lower < 0 && upper > 0 && w > 0 && along > tangent(lower) * w && along < tangent(upper) * w)) return false;
  const double h = 0.5 * std::min<double>(limits.swing_first, limits.swing_second), h2 = h * h;
  const double cosine = (1 + 1e-9) * (1 - h2 * (0.5 - h2 / 24));
  return h2 > 2.4 ? !limits.has_swing() : along * along + w * w > cosine * cosine;
}

}  // namespace

BallAngles ball_angles(const BallLimits& limits, const Quat& rotation) {
  const auto [swing, twist] = swing_twist(rotation, limits.twist_axis);
  const Vec3 swing_vector = log(swing);
  return {dot(swing_vector, limits.first_axis), dot(swing_vector, cross(limits.twist_axis, limits.first_axis)),
          2 * atan2(dot(twist.vector(), limits.twist_axis), twist.w)};
}

Quat from_ball_angles(const BallLimits& limits, const BallAngles& angles) {
  const Vec3 second_axis = cross(limits.twist_axis, limits.first_axis);
  return exp(limits.first_axis * angles.first + second_axis * angles.second) *
         from_axis_angle(limits.twist_axis, angles.twist);
}

Quat clamp_to_limits(const BallLimits& limits, const Quat& rotation) {
  if ((!limits.has_swing() && !limits.has_twist()) || is_surely_inside(limits, rotation)) return rotation;
  BallAngles at = ball_angles(limits, rotation);
  bool moved = false;
  if (!swing_is_inside(limits, at)) {
    const Point2 p = nearest_swing(limits, at);
    at.first = p.x;
    at.second = p.y;
    moved = true;
  }
  if (limits.has_twist() && !limits.twist.contains(at.twist)) {
    at.twist = wrapped_to_nearest_end(limits.twist, at.twist);
    const double middle = limits.twist.lower + limits.twist.width() / 2;
    at.twist = middle + (at.twist - middle) * kJustInside;
    moved = true;
  }
  return moved ? from_ball_angles(limits, at) : rotation;
}

double limit_violation(const BallLimits& limits, const Quat& rotation) {
  if (!limits.has_swing() && !limits.has_twist()) return 0;
  const BallAngles at = ball_angles(limits, rotation);
  double violation = 0;
  if (!swing_is_inside(limits, at)) {
    const Point2 p = nearest_on_ellipse(limits.swing_first, limits.swing_second, at.first, at.second);
    violation = std::sqrt((at.first - p.x) * (at.first - p.x) + (at.second - p.y) * (at.second - p.y));
  }
  if (limits.has_twist()) {
    const double out = std::abs(wrapped_to_nearest_end(limits.twist, at.twist) - at.twist);
    violation = std::max<double>(violation, out > kPi ? kTwoPi - out : out);
  }
  return violation;
}

}  // namespace kine
