#include "kine/math/quat.h"

#include <limits>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "kine/math/mat3.h"
#include "tests/math/math_testing.h"

namespace kine {
namespace {

using namespace testing_math;

RC_GTEST_PROP(Quat, MultipliesLikeEigen, ()) {
  const Quat a = *unit_quat(), b = *unit_quat();
  RC_ASSERT(apart(a * b, from_eigen(eigen(a) * eigen(b))) < 1e-15);
  RC_ASSERT(apart(conjugate(a), from_eigen(eigen(a).conjugate())) == 0);
  RC_ASSERT(apart(a * conjugate(a), Quat{}) < 1e-15);
}

RC_GTEST_PROP(Quat, RotatesLikeEigenAndLikeTheSandwich, ()) {
  const Quat q = *unit_quat();
  const Vec3 v = *vec3();
  RC_ASSERT(apart(rotate(q, v), from_eigen(eigen(q).toRotationMatrix() * eigen(v))) < 1e-14);
  RC_ASSERT(apart(rotate(q, v), (q * pure(v) * conjugate(q)).vector()) < 1e-14);
  RC_ASSERT(rotate(-q, v) == rotate(q, v));
}

RC_GTEST_PROP(Quat, AxisAndAngleLikeEigen, ()) {
  const Vec3 axis = *unit_vec3();
  const double angle = *number(10);
  const Quat q = from_axis_angle(axis, angle);
  RC_ASSERT(apart(q, from_eigen(Eigen::Quaterniond(Eigen::AngleAxisd(angle, eigen(axis))))) < 1e-15);
}

RC_GTEST_PROP(Quat, LogUndoesExpUpToNearPi, ()) {
  const Vec3 axis = *unit_vec3();
  // 1e-12 near 0 and near pi, and evenly between.
  const double tiny = std::pow(10.0, *number(-18, -1));
  for (const double angle : {tiny, kPi - tiny, *number(0, 3.14)}) {
    if (angle > kPi - 1e-14) continue;  // within rounding of pi the other sense is as right
    const Vec3 x = axis * angle;
    RC_ASSERT(apart(log(exp(x)), x) < 1e-14 + 4e-15 * angle);
    RC_ASSERT(apart(log(-exp(x)), x) < 1e-14 + 4e-15 * angle);
  }
}

TEST(Quat, LogKeepsEveryDigitOfTinyTurns) {
  for (double angle = 1e-3; angle > 1e-300; angle /= 7) {
    const Vec3 x = Vec3{0.6, 0, -0.8} * angle;
    EXPECT_LT(apart(log(exp(x)), x), 1e-15 * angle) << angle;
  }
  EXPECT_EQ(log(Quat{}), Vec3{});
  EXPECT_EQ(exp(Vec3{}), Quat{});
}

TEST(Quat, ExpIsSmoothWhereItsSeriesBegins) {
  for (double angle = 0.9e-4; angle < 1.1e-4; angle += 1e-7) {
    EXPECT_LT(apart(exp(kUnitY * angle), Quat{0, std::sin(angle / 2), 0, std::cos(angle / 2)}), 2e-16);
  }
}

TEST(Quat, LogOfHalfATurnIsOneOfTheTwoSenses) {
  EXPECT_LT(apart(log(Quat{0, 1, 0, 0}), kUnitY * kPi), 1e-15);
  EXPECT_LT(apart(log(Quat{0, -1, 0, 0}), -kUnitY * kPi), 1e-15);
}

RC_GTEST_PROP(Quat, AngleIsTheLengthOfTheLogAndLikeEigen, ()) {
  const Quat q = *unit_quat();
  RC_ASSERT(std::abs(angle_of(q) - length(log(q))) < 1e-14);
  RC_ASSERT(std::abs(angle_of(q) - eigen(q).angularDistance(Eigen::Quaterniond::Identity())) < 1e-14);
}

RC_GTEST_PROP(Quat, ShortestDifferenceIgnoresTheSignOfEither, ()) {
  const Quat a = *unit_quat(), b = *unit_quat();
  const Quat d = shortest_difference(a, b);
  RC_ASSERT(d.w >= 0);
  RC_ASSERT(turned_apart(d * a, b) < 1e-15);
  // Exactly, not only about: the sign is taken out of the result, not added to it.
  RC_ASSERT(shortest_difference(-a, b) == d);
  RC_ASSERT(shortest_difference(a, -b) == d);
  RC_ASSERT(shortest_difference(-a, -b) == d);
}

RC_GTEST_PROP(Quat, ShortestArcTurnsFromOntoTo, ()) {
  const Vec3 from = *unit_vec3(), to = *unit_vec3();
  const Quat q = shortest_arc(from, to);
  RC_ASSERT(apart(rotate(q, from), to) < 1e-15 * 4);
  RC_ASSERT(std::abs(dot(q.vector(), from)) < 1e-15 * 2);  // the least turn: its axis is perpendicular to both
  RC_ASSERT(q.w >= 0);
}

RC_GTEST_PROP(Quat, ShortestArcOfNearlyOppositeVectorsKeepsItsDigits, ()) {
  const Vec3 from = *unit_vec3();
  const double tiny = std::pow(10.0, *number(-18, -2));
  const Vec3 to = normalised(any_perpendicular(from) * tiny - from);
  const Quat q = shortest_arc(from, to);
  RC_ASSERT(apart(rotate(q, from), to) < 1e-15 * 4);
  RC_ASSERT(std::abs(length(q) - 1) < 1e-15);
}

RC_GTEST_PROP(Quat, ShortestArcOfNearlyEqualVectorsKeepsItsDigits, ()) {
  const Vec3 from = *unit_vec3();
  const double tiny = std::pow(10.0, *number(-18, -2));
  const Vec3 to = normalised(from + any_perpendicular(from) * tiny);
  RC_ASSERT(apart(rotate(shortest_arc(from, to), from), to) < 1e-15 * 4);
}

TEST(Quat, ShortestArcOfOppositeAndEqualVectors) {
  for (const Vec3& v : {kUnitX, -kUnitX, kUnitY, -kUnitY, kUnitZ, -kUnitZ, normalised(Vec3{1, -2, 3})}) {
    const Quat half_turn = shortest_arc(v, -v);
    EXPECT_LT(apart(rotate(half_turn, v), -v), 1e-15);
    EXPECT_NEAR(half_turn.w, 0, 1e-16);
    EXPECT_LT(apart(shortest_arc(v, v), Quat{}), 1e-15);
  }
}

RC_GTEST_PROP(Quat, SlerpLikeEigen, ()) {
  const Quat a = *unit_quat(), b = *unit_quat();
  const double t = *number(0, 1);
  const Quat ours = slerp(a, b, t);
  // At nearly half a turn the way is a matter of rounding.
  RC_PRE(std::abs(dot(a, b)) > 1e-6);
  RC_ASSERT(turned_apart(ours, from_eigen(eigen(a).slerp(t, eigen(b)))) < 1e-14);
  RC_ASSERT(turned_apart(slerp(a, -b, t), ours) < 1e-14);
}

RC_GTEST_PROP(Quat, SlerpEndsWhereItShouldAndNearbyTurnsToo, ()) {
  const Quat a = *unit_quat();
  const Quat b = *rc::gen::element(a, -a, a * exp(*vec3(1e-9)), *unit_quat());
  RC_ASSERT(apart(slerp(a, b, 0.0), a) < 1e-15);
  RC_ASSERT(turned_apart(slerp(a, b, 1.0), b) < 1e-14);
  const double half = angle_of(conjugate(a) * slerp(a, b, 0.5));
  RC_ASSERT(std::abs(2 * half - angle_of(conjugate(a) * b)) < 1e-14);
}

RC_GTEST_PROP(Quat, SwingTwistRecomposes, ()) {
  const Quat q = *unit_quat();
  const Vec3 axis = *unit_vec3();
  const SwingTwist<double> parts = swing_twist(q, axis);
  RC_ASSERT(turned_apart(parts.swing * parts.twist, q) < 1e-15);
  RC_ASSERT(std::abs(dot(parts.swing.vector(), axis)) < 1e-15);  // no turn about the axis is left
  RC_ASSERT(length(cross(parts.twist.vector(), axis)) < 1e-15);  // and about nothing else in the twist
  RC_ASSERT(parts.twist.w >= 0);                                 // the short way
  RC_ASSERT(std::abs(length(parts.twist) - 1) < 1e-15);
}

TEST(Quat, SwingByHalfATurnHasNoTwist) {
  const Quat q = from_axis_angle(kUnitY, kPi);
  const SwingTwist<double> parts = swing_twist(Quat{q.x, q.y, q.z, 0}, kUnitX);
  EXPECT_EQ(parts.twist, Quat{});
  EXPECT_LT(turned_apart(parts.swing, q), 1e-15);
}

TEST(Quat, NormalisesZeroToTheIdentity) {
  EXPECT_EQ(normalised(Quat{0, 0, 0, 0}), Quat{});
  EXPECT_EQ(normalised(Quat{0, 0, 0, -4}), -Quat{});
}

TEST(Quat, CastsAndKnowsFiniteNumbers) {
  EXPECT_EQ(quat_cast<float>(Quat{1, 2, 3, 4}), (Quatf{1, 2, 3, 4}));
  EXPECT_TRUE(is_finite(Quat{}));
  EXPECT_FALSE(is_finite(Quat{0, 0, 0, std::numeric_limits<double>::infinity()}));
  EXPECT_FALSE(is_finite(Quat{0, std::numeric_limits<double>::quiet_NaN(), 0, 1}));
}

TEST(Quat, WorksInFloats) {
  const Vec3f axis{0, 0, 1};
  const Quatf q = from_axis_angle(axis, 1.0f);
  EXPECT_NEAR(log(q).z, 1.0f, 1e-6f);
  EXPECT_NEAR(rotate(q, Vec3f{1, 0, 0}).y, std::sin(1.0f), 1e-6f);
  const Quatf arc = shortest_arc(Vec3f{1, 0, 0}, Vec3f{-1, 1e-7f, 0});
  EXPECT_NEAR(rotate(arc, Vec3f{1, 0, 0}).x, -1.0f, 1e-6f);
}

}  // namespace
}  // namespace kine
