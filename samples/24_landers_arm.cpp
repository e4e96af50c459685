// Two bones reach for a point, from the law of cosines to the library's own function: the lesson on Lander's arm.
#include <cmath>
#include <cstdio>
#include <optional>

#include "kine/kine.h"

namespace {

// [cosines]
struct Angles {
  double shoulder, elbow;  // radians, counter-clockwise; the elbow's from the upper bone on
};

/// The angles that bring the hand to (x, y); nothing where no pose does.
std::optional<Angles> by_cosines(double upper, double lower, double x, double y) {
  const double cosine = (x * x + y * y - upper * upper - lower * lower) / (2 * upper * lower);
  if (cosine < -1 || cosine > 1) return std::nullopt;  // too near or too far
  const double elbow = std::acos(cosine);              // or -elbow: the same triangle, flipped over
  const double shoulder = std::atan2(y, x) - std::atan2(lower * std::sin(elbow), upper + lower * std::cos(elbow));
  return Angles{shoulder, elbow};
}
// [/cosines]

// [sides]
/// The elbow's angle from the three sides, with all digits; the upper bone is the longer one.
double by_sides(double upper, double lower, double distance) {
  const double far = lower - (distance - upper), near = distance - (upper - lower);  // what is left to either limit
  return 2 * std::atan2(std::sqrt(far * (upper + lower + distance)), std::sqrt(near * (distance + (upper - lower))));
}
// [/sides]

}  // namespace

int main() {
  constexpr double kUpper = 0.30, kLower = 0.25;  // metres
  const double x = 0.20, y = 0.35;

  const std::optional<Angles> found = by_cosines(kUpper, kLower, x, y);
  if (!found) return 1;

  // [library]
  const kine::PlanarArm<double> arm{kUpper, kLower};
  const kine::PlanarSolution<double> down = kine::solve_algebraic(arm, {x, y});
  const kine::PlanarSolution<double> up = kine::solve_algebraic(arm, {x, y}, kine::Elbow::Up);
  const kine::PlanarPoint<double> hand = kine::tip_of(arm, up.root, up.elbow);
  std::printf("shoulder %.2f, elbow %.2f degrees, or %.2f and %.2f; the hand is at %.3f, %.3f m\n",
              kine::degrees(down.root), kine::degrees(down.elbow), kine::degrees(up.root), kine::degrees(up.elbow),
              hand.x, hand.y);
  // [/library]

  // A nanometre short of full stretch: half of the digits of the first way are gone.
  const double stretched = kUpper + kLower - 1e-9;
  const double cosines = by_cosines(kUpper, kLower, stretched, 0)->elbow, sides = by_sides(kUpper, kLower, stretched);
  std::printf("a nanometre short of full stretch the cosine's angle is off by %.0e of itself\n", cosines / sides - 1);

  const bool same = std::abs(found->elbow - down.elbow) < 1e-12 && std::abs(found->shoulder - down.root) < 1e-12;
  const bool there = std::abs(hand.x - x) < 1e-12 && std::abs(hand.y - y) < 1e-12;
  const bool exact = std::abs(sides - kine::solve_algebraic(arm, {stretched, 0.0}).elbow) < 1e-15 && sides != cosines;
  return same && there && exact && !by_cosines(kUpper, kLower, 0.6, 0) && !by_cosines(kUpper, kLower, 0.01, 0) ? 0 : 1;
}
