#include "kine/solve/planar_arm.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/support/random_skeleton.h"

namespace kine {
namespace {

using test::Random;

template <class T>
T miss(const PlanarArm<T>& arm, const PlanarSolution<T>& s, const PlanarPoint<T>& wanted) {
  const PlanarPoint<T> tip = tip_of(arm, s.root, s.elbow);
  return std::hypot(tip.x - wanted.x, tip.y - wanted.y);
}

/// Lander's listing 1, as printed.
struct Printed {
  bool solved;
  double root, elbow;
};
Printed as_printed(double l1, double l2, double x, double y) {
  const double cos2 = (x * x + y * y - l1 * l1 - l2 * l2) / (2 * l1 * l2);
  if (!(cos2 >= -1 && cos2 <= 1)) return {false, 0, 0};
  const double angle2 = std::acos(cos2), sin2 = std::sin(angle2);
  const double angle1 = (-(l2 * sin2 * x) + (l1 + l2 * cos2) * y) / (l2 * sin2 * y + (l1 + l2 * cos2) * x);
  return {true, angle1, angle2};
}

// Lander, eq. 6 and listing 1: the ratio is assigned to the angle; the equation also divides by 2 L1 L2 and has L1
// where L2 belongs.
TEST(Errata, LandersRootAngleIsAnArcTangentNotTheRatio) {
  const PlanarArm<double> arm{0.3, 0.25};
  double worst_equation6 = 0;
  for (const PlanarPoint<double>& target : {PlanarPoint<double>{0.1, 0.4}, {-0.3, 0.2}, {-0.2, -0.35}, {0.35, -0.25}}) {
    const Printed printed = as_printed(arm.upper, arm.lower, target.x, target.y);
    ASSERT_TRUE(printed.solved);
    EXPECT_GT(miss(arm, {printed.root, printed.elbow, {}}, target), 0.01);
    const double equation6 = (-(arm.upper * std::sin(printed.elbow)) * target.x +
                              (arm.upper + arm.lower * std::cos(printed.elbow)) * target.y) /
                             (2 * arm.upper * arm.lower);
    worst_equation6 = std::fmax(worst_equation6, miss(arm, {equation6, printed.elbow, {}}, target));
    EXPECT_LT(miss(arm, solve_algebraic(arm, target), target), 1e-15);
    EXPECT_LT(miss(arm, solve_geometric(arm, target), target), 1e-15);
  }
  EXPECT_GT(worst_equation6, 0.5);
}

// Lander, eqs. 4 and 5: acos of a cosine near 1 has half of the digits only, and so has atan2(sqrt(1 - c^2), c).
TEST(Errata, LandersArcCosineLosesHalfTheDigitsNearFullStretch) {
  const PlanarArm<double> arm{0.3, 0.25};
  double worst_acos = 0, worst_atan2 = 0, worst_ours = 0;
  for (int i = 0; i < 1000; ++i) {
    const double distance = (arm.upper + arm.lower) - 1e-14 * (1 + i);
    const long double l1 = arm.upper, l2 = arm.lower, d = distance;
    const long double exact =
        2 * std::atan2(std::sqrt((l1 + l2 - d) * (l1 + l2 + d)), std::sqrt((d - (l1 - l2)) * (d + (l1 - l2))));
    const double c =
        (distance * distance - arm.upper * arm.upper - arm.lower * arm.lower) / (2 * arm.upper * arm.lower);
    const double clamped = std::fmin(c, 1.0);
    const auto error = [&](double angle) { return static_cast<double>(std::abs((angle - exact) / exact)); };
    worst_acos = std::fmax(worst_acos, error(std::acos(clamped)));
    worst_atan2 = std::fmax(worst_atan2, error(std::atan2(std::sqrt(1 - clamped * clamped), clamped)));
    worst_ours = std::fmax(worst_ours, error(solve_algebraic(arm, {distance, 0.0}).elbow));
  }
  EXPECT_GT(worst_acos, 1e-4);
  EXPECT_GT(worst_atan2, 1e-4);
  EXPECT_LT(worst_ours, 1e-15);
}

// Lander: "the distance to the goal point is less than or equal to the sum of the lengths".
TEST(Errata, LandersReachabilityTestForgetsThatTheTargetCanBeTooNear) {
  const PlanarArm<double> arm{0.5, 0.2};
  const PlanarPoint<double> target{0.1, 0.05};  // the bones differ by 0.3
  const double distance = std::hypot(target.x, target.y);
  EXPECT_LE(distance, arm.upper + arm.lower) << "the printed test calls it reachable";
  EXPECT_EQ(reachability(arm, distance), Reachability::TooNear);
  EXPECT_GT(miss(arm, solve_algebraic(arm, target), target), 0.15);  // and no pose reaches it
  EXPECT_EQ(solve_algebraic(arm, target).reachability, Reachability::TooNear);
}

TEST(Errata, LandersArcCosineGivesOneOfTwoElbows) {
  const PlanarArm<double> arm{0.3, 0.25};
  const PlanarPoint<double> target{0.4, 0.1};
  const PlanarSolution<double> down = solve_algebraic(arm, target), up = solve_algebraic(arm, target, Elbow::Up);
  EXPECT_NEAR(down.elbow, as_printed(arm.upper, arm.lower, target.x, target.y).elbow, 1e-12);
  EXPECT_GT(down.elbow, 0.1);
  EXPECT_LT(up.elbow, -0.1);
  EXPECT_LT(miss(arm, up, target), 1e-15);
  EXPECT_LT(miss(arm, down, target), 1e-15);
  EXPECT_GT(arm.upper * std::sin(up.root), arm.upper * std::sin(down.root));  // up is above
}

TEST(PlanarArm, AlgebraAndGeometryReachEveryPointWithBothElbows) {
  Random random(7);
  for (int i = 0; i < 20000; ++i) {
    const double unit = std::pow(10, random.uniform(-6, 6));
    const PlanarArm<double> arm{unit * random.uniform(0.1, 1), unit * random.uniform(0.1, 1)};
    const double angle = random.uniform(-kPi, kPi);
    const double gap = std::abs(arm.upper - arm.lower), sum = arm.upper + arm.lower;
    const double distance = i % 10 == 0   ? sum * (1 - 1e-12)
                            : i % 10 == 1 ? gap * (1 + 1e-12) + 1e-14 * unit
                                          : random.uniform(gap, sum);
    const PlanarPoint<double> target{distance * std::cos(angle), distance * std::sin(angle)};
    for (const Elbow side : {Elbow::Down, Elbow::Up}) {
      const PlanarSolution<double> a = solve_algebraic(arm, target, side), g = solve_geometric(arm, target, side);
      EXPECT_TRUE(a.reached() && g.reached()) << i;
      EXPECT_LT(miss(arm, a, target), 4e-15 * unit) << i;
      EXPECT_LT(miss(arm, g, target), 4e-15 * unit) << i;
      EXPECT_EQ(a.elbow, g.elbow);
      EXPECT_TRUE(side == Elbow::Down ? a.elbow >= 0 : a.elbow <= 0);
    }
  }
}

TEST(PlanarArm, LosesNoDigitsWhenFolded) {
  double worst_elbow = 0, worst_root = 0;
  for (int i = 1; i < 1000; ++i) {
    const PlanarArm<double> arm{0.7, i % 2 ? 0.1 : 0.7 - 1e-9 * i};
    const double distance = (arm.upper - arm.lower) * (1 + 1e-9) + 1e-13 * i;
    const long double a = arm.upper, b = arm.lower, d = distance;
    const long double missing =  // to half a turn
        2 * std::atan2(std::sqrt((d - (a - b)) * (d + (a - b))), std::sqrt((a + b - d) * (a + b + d)));
    const long double inner =
        2 * std::atan2(std::sqrt((a + b - d) * (d - (a - b))), std::sqrt((a + b + d) * (d + (a - b))));
    const PlanarSolution<double> s = solve_algebraic(arm, {distance, 0.0}), g = solve_geometric(arm, {distance, 0.0});
    // The angle is near pi, so it has only the digits of pi left; they must all be right.
    worst_elbow = std::fmax(worst_elbow, static_cast<double>(std::abs((acosl(-1.0L) - s.elbow) - missing)));
    worst_root = std::fmax(worst_root, static_cast<double>(std::abs(-g.root - inner) / inner));
    worst_root = std::fmax(worst_root, static_cast<double>(std::abs(-s.root - inner) / inner));
    EXPECT_LT(miss(arm, s, {distance, 0.0}), 1e-15);
  }
  EXPECT_LT(worst_elbow, 1e-15);
  EXPECT_LT(worst_root, 1e-14);
}

TEST(PlanarArm, GivesTheNearestPointWhenOutOfReach) {
  const PlanarArm<double> arm{0.5, 0.2};
  for (const double angle : {0.0, 1.0, 2.5, -1.2}) {
    const PlanarPoint<double> along{std::cos(angle), std::sin(angle)};
    for (const auto& [distance, nearest, expected] :
         {std::tuple{1.5, 0.7, Reachability::TooFar}, {0.1, 0.3, Reachability::TooNear}}) {
      const PlanarSolution<double> s = solve_algebraic(arm, {along.x * distance, along.y * distance});
      EXPECT_EQ(s.reachability, expected);
      EXPECT_LT(miss(arm, s, {along.x * nearest, along.y * nearest}), 1e-15);
      const PlanarSolution<double> g = solve_geometric(arm, {along.x * distance, along.y * distance}, Elbow::Up);
      EXPECT_EQ(g.reachability, expected);
      EXPECT_LT(miss(arm, g, {along.x * nearest, along.y * nearest}), 1e-15);
    }
  }
  EXPECT_EQ(solve_algebraic<double>(arm, {1.5, 0}).elbow, 0);
}

TEST(PlanarArm, StandsTheEnds) {
  const PlanarArm<double> even{0.4, 0.4};
  const PlanarSolution<double> folded = solve_algebraic<double>(even, {0, 0});  // the target on the root
  EXPECT_TRUE(folded.reached());
  EXPECT_NEAR(folded.elbow, kPi, 1e-15);
  EXPECT_LT(miss(even, folded, {0, 0}), 1e-15);
  EXPECT_LT(miss(even, solve_geometric<double>(even, {0, 0}), {0, 0}), 1e-15);
  const PlanarArm<double> stump{0.4, 0};  // a bone without length
  EXPECT_LT(miss(stump, solve_algebraic<double>(stump, {0, 0.4}), {0, 0.4}), 1e-15);
  EXPECT_LT(miss(stump, solve_geometric<double>(stump, {0, 0.4}), {0, 0.4}), 1e-15);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(solve_algebraic<double>(even, {nan, 0}).reached());
  EXPECT_FALSE(solve_algebraic<double>(even, {kInfinity, 0}).reached());
}

TEST(PlanarArm, WorksInFloat) {
  Random random(9);
  const PlanarArm<float> arm{0.3f, 0.25f};
  for (int i = 0; i < 2000; ++i) {
    const double distance = random.uniform(0.0501, 0.5499), angle = random.uniform(-kPi, kPi);
    const PlanarPoint<float> target{static_cast<float>(distance * std::cos(angle)),
                                    static_cast<float>(distance * std::sin(angle))};
    EXPECT_LT(miss(arm, solve_algebraic(arm, target), target), 3e-7f);
    EXPECT_LT(miss(arm, solve_geometric(arm, target, Elbow::Up), target), 3e-7f);
  }
}

}  // namespace
}  // namespace kine
