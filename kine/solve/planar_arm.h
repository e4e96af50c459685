#pragma once

#include <cmath>
#include <cstdint>

#include "kine/math/trig.h"

/// Two bones in a plane: J. Lander's column "Oh My God, I Inverted Kine!" (Game Developer, September 1998), with what
/// its formulas left out put right (docs/errata.md). The root is at the origin; the first bone is turned by `root` from
/// the x axis, the second by `elbow` from the first, counter-clockwise.
namespace kine {

/// Two elbows reach the same point. Seen from the root along the line to the target, Up has the elbow on the left of it
/// (above, when the target lies along +x), which is a negative elbow angle; Down, on the right, is the column's.
enum class Elbow : std::uint8_t { Down, Up };

enum class Reachability : std::uint8_t {
  Reachable,
  TooFar,   ///< farther than the sum of the bones
  TooNear,  ///< nearer than their difference
};

template <class T>
struct PlanarPoint {
  T x{}, y{};
};

template <class T>
struct PlanarArm {
  T upper{1}, lower{1};  ///< lengths, not negative
};

template <class T>
struct PlanarSolution {
  T root{}, elbow{};  ///< radians; for a target that is not reachable they lead to the nearest point that is
  Reachability reachability{};

  bool reached() const { return reachability == Reachability::Reachable; }
};

/// The column's equation 2.
template <class T>
PlanarPoint<T> tip_of(const PlanarArm<T>& arm, T root, T elbow) {
  const SinCosT<T> a = sin_cos(root), b = sin_cos(root + elbow);
  return {arm.upper * a.cos + arm.lower * b.cos, arm.upper * a.sin + arm.lower * b.sin};
}

template <class T>
Reachability reachability(const PlanarArm<T>& arm, T distance) {
  if (!(distance <= arm.upper + arm.lower)) return Reachability::TooFar;
  return distance < std::abs(arm.upper - arm.lower) ? Reachability::TooNear : Reachability::Reachable;
}

namespace detail {

/// How much larger than zero; nothing is when the difference is only rounding or the point out of reach.
template <class T>
T at_least_zero(T x) {
  return x > T(0) ? x : T(0);
}

/// The sides of the triangle of the two bones and the line to the target, as Heron's four factors. Their differences
/// are taken between the two longest sides first, which is exact where they are small (W. Kahan, "Miscalculating Area
/// and Angles of a Needle-like Triangle").
template <class T>
struct PlanarTriangle {
  T distance;    ///< the nearest one that the bones can make
  T far_slack;   ///< upper + lower - distance
  T perimeter;   ///< upper + lower + distance
  T upper_less;  ///< distance - upper + lower
  T lower_less;  ///< distance + upper - lower
};

template <class T>
PlanarTriangle<T> planar_triangle(const PlanarArm<T>& arm, T distance) {
  const bool long_upper = arm.upper >= arm.lower;
  const T big = long_upper ? arm.upper : arm.lower, small = long_upper ? arm.lower : arm.upper;
  const T sum = big + small, gap = big - small;
  const T near_slack = at_least_zero(distance < small ? distance - gap : small - (big - distance));
  const T d = distance > sum ? sum : distance < gap ? gap : distance;
  const T wide = d + gap;
  return {d, at_least_zero(small - (distance - big)), sum + d, long_upper ? near_slack : wide,
          long_upper ? wide : near_slack};
}

/// The column's equations 4 and 5 without the cosine: that would leave half of the digits near full stretch.
template <class T>
T planar_elbow(const PlanarTriangle<T>& t) {
  return T(2) * atan2(std::sqrt(t.far_slack * t.perimeter), std::sqrt(t.upper_less * t.lower_less));
}

/// The length of a vector that may be as small or large as a number can be.
template <class T>
T planar_length(const PlanarPoint<T>& p) {
  const T larger = std::abs(p.x) > std::abs(p.y) ? std::abs(p.x) : std::abs(p.y);
  if (!(larger > T(0))) return std::abs(p.x) + std::abs(p.y);  // zero, or not a number
  const T x = p.x / larger, y = p.y / larger;
  return larger * std::sqrt(x * x + y * y);
}

}  // namespace detail

/// The column's algebraic strategy (its equations 3 to 6 and listing 1). The root angle is the arc tangent of two sums,
/// in which L1 + L2 cos(elbow) is written (L1 - L2) + 2 L2 cos^2(elbow / 2), so that a folded arm loses nothing either;
/// sine and cosine come from the triangle, not from the angle.
template <class T>
PlanarSolution<T> solve_algebraic(const PlanarArm<T>& arm, const PlanarPoint<T>& target, Elbow side = Elbow::Down) {
  const T distance = detail::planar_length(target);
  const detail::PlanarTriangle<T> t = detail::planar_triangle(arm, distance);
  const T elbow = side == Elbow::Down ? detail::planar_elbow(t) : -detail::planar_elbow(t);
  const T sin_squared = t.far_slack * t.perimeter, cos_squared = t.upper_less * t.lower_less;  // of elbow / 2, times
  const T scale = sin_squared + cos_squared;                                                   // this
  const T bend = scale > T(0) ? T(2) * arm.lower / scale : T(0);
  const T sine = bend * std::sqrt(sin_squared * cos_squared);  // L2 sin(elbow)
  const T across = side == Elbow::Down ? sine : -sine;
  const T along = scale > T(0) ? (arm.upper - arm.lower) + bend * cos_squared : arm.upper + arm.lower;
  const T root = atan2(along * target.y - across * target.x, along * target.x + across * target.y);
  return {root, elbow, reachability(arm, distance)};
}

/// The column's geometric strategy (its figure 4): the angle to the target, less or more the angle of the triangle at
/// the root, which comes by its half like the elbow's.
template <class T>
PlanarSolution<T> solve_geometric(const PlanarArm<T>& arm, const PlanarPoint<T>& target, Elbow side = Elbow::Down) {
  const T distance = detail::planar_length(target);
  const detail::PlanarTriangle<T> t = detail::planar_triangle(arm, distance);
  const T inner =
      T(2) * atan2(std::sqrt(t.far_slack * t.upper_less), std::sqrt(t.perimeter * t.lower_less));  // theta 4
  const T direction = atan2(target.y, target.x);                                                   // theta 3
  const T elbow = detail::planar_elbow(t);
  if (side == Elbow::Down) return {direction - inner, elbow, reachability(arm, distance)};
  return {direction + inner, -elbow, reachability(arm, distance)};
}

}  // namespace kine
