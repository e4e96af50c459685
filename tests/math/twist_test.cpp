#include "kine/math/twist.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <Eigen/Geometry>

#include "kine/math/screw.h"
#include "tests/math/math_testing.h"

namespace kine {
namespace {

using namespace testing_math;

rc::Gen<Line> line() {
  return rc::gen::map(rc::gen::tuple(vec3(), unit_vec3()),
                      [](const auto& t) { return line_through(std::get<0>(t), std::get<1>(t)); });
}

rc::Gen<Twist> twist() { return rc::gen::construct<Twist>(vec3(), vec3()); }

Eigen::ParametrizedLine<double, 3> eigen_line(const Vec3& point, const Vec3& direction) {
  return {eigen(point), eigen(direction)};
}

RC_GTEST_PROP(Line, IsTheSameFromAnyOfItsPoints, ()) {
  const Vec3 point = *vec3(), direction = *unit_vec3();
  const double along = *number(3);
  const Line l = line_through(point, direction);
  RC_ASSERT(apart(line_through(point + direction * along, direction), l) < 1e-14);
  RC_ASSERT(apart(line_through(point, direction * 7.0), l) < 1e-15);
  RC_ASSERT(apart(line_through_points(point, point + direction * 2.0), l) < 1e-14);
  RC_ASSERT(std::abs(dot(l.direction, l.moment)) < 1e-15);
  RC_ASSERT(apart(-l, line_through(point, -direction)) < 1e-15);
}

TEST(Line, FromEqualPointsIsZero) {
  const Line l = line_through_points(Vec3{1, 2, 3}, Vec3{1, 2, 3});
  EXPECT_EQ(l.direction, Vec3{});
  EXPECT_EQ(l.moment, Vec3{});
}

RC_GTEST_PROP(Line, DistanceAndFootOfAPointLikeEigen, ()) {
  const Vec3 start = *vec3(), direction = *unit_vec3(), point = *vec3();
  const Line l = line_through(start, direction);
  const auto e = eigen_line(start, direction);
  RC_ASSERT(apart(closest_point(l, point), from_eigen(e.projection(eigen(point)))) < 1e-14);
  RC_ASSERT(std::abs(distance(l, point) - e.distance(eigen(point))) < 1e-14);
  RC_ASSERT(apart(closest_to_origin(l), from_eigen(e.projection(Eigen::Vector3d::Zero()))) < 1e-14);
}

RC_GTEST_PROP(Line, ClosestPointsLieOnTheLinesAndTheirGapIsSquareToBoth, ()) {
  const Line a = *line(), b = *line();
  RC_PRE(length(cross(a.direction, b.direction)) > 0.05);
  const auto [on_a, on_b] = closest_points(a, b);
  RC_ASSERT(distance(a, on_a) < 1e-12);
  RC_ASSERT(distance(b, on_b) < 1e-12);
  RC_ASSERT(std::abs(dot(on_b - on_a, a.direction)) < 1e-12);
  RC_ASSERT(std::abs(dot(on_b - on_a, b.direction)) < 1e-12);
  RC_ASSERT(std::abs(distance(a, b) - length(on_b - on_a)) < 1e-12);
}

RC_GTEST_PROP(Line, DualAngleIsTheScrewAboutTheCommonNormalThatJoinsThem, ()) {
  const Line a = *line(), b = *line();
  RC_PRE(length(cross(a.direction, b.direction)) > 0.05);
  const DualAngle between = dual_angle(a, b);
  const Line normal = line_through(closest_points(a, b).on_first, cross(a.direction, b.direction));
  RC_ASSERT(apart(to_transform(screw_about(normal, between)) * a, b) < 1e-12);
  RC_ASSERT(between.angle >= 0 && between.angle <= kPi);
  // The principle of transference: the dot product of lines is the cosine of their dual angle.
  const Dual cosine = cos(to_dual(between));
  RC_ASSERT(std::abs(dot(a, b).real - cosine.real) < 1e-14);
  RC_ASSERT(std::abs(dot(a, b).dual - cosine.dual) < 1e-13);
}

RC_GTEST_PROP(Line, ParallelLinesHaveTheirPlainDistance, ()) {
  const Vec3 point = *vec3(), direction = *unit_vec3();
  const double gap = *number(0.1, 2), along = *number(2);
  const Vec3 across = any_perpendicular(direction) * gap;
  const Line a = line_through(point, direction);
  const Line same = line_through(point + across + direction * along, direction);
  const Line opposite = -same;
  RC_ASSERT(std::abs(dual_angle(a, same).angle) < 1e-14);
  RC_ASSERT(std::abs(dual_angle(a, same).distance - gap) < 1e-14);
  RC_ASSERT(std::abs(dual_angle(a, opposite).angle - kPi) < 1e-14);
  RC_ASSERT(std::abs(dual_angle(a, opposite).distance - gap) < 1e-14);
  RC_ASSERT(std::abs(distance(a, same) - gap) < 1e-14);
  const auto [on_a, on_b] = closest_points(a, opposite);
  RC_ASSERT(distance(a, on_a) < 1e-14);
  RC_ASSERT(distance(opposite, on_b) < 1e-14);
  RC_ASSERT(std::abs(length(on_b - on_a) - gap) < 1e-14);
}

TEST(Line, LinesThatMeetHaveDistanceZero) {
  const Line a = line_through(Vec3{1, 1, 1}, kUnitX), b = line_through(Vec3{1, 1, 1}, kUnitY);
  EXPECT_NEAR(distance(a, b), 0, 1e-15);
  EXPECT_NEAR(dual_angle(a, b).angle, kPi / 2, 1e-15);
  EXPECT_LT(apart(closest_points(a, b).on_first, {1, 1, 1}), 1e-15);
  // The sign: y lies 2 above x along x cross y = z.
  EXPECT_NEAR(dual_angle(line_through(Vec3{}, kUnitX), line_through(Vec3{0, 0, 2}, kUnitY)).distance, 2, 1e-15);
  EXPECT_NEAR(dual_angle(line_through(Vec3{}, kUnitX), line_through(Vec3{0, 0, -2}, kUnitY)).distance, -2, 1e-15);
}

RC_GTEST_PROP(Twist, OfAHingeMovesPointsOnCirclesAboutItsLine, ()) {
  const Vec3 pivot = *vec3(), direction = *unit_vec3(), point = *vec3();
  const Line axis = line_through(pivot, direction);
  const Twist t = hinge_twist(axis);
  RC_ASSERT(apart(velocity_at(t, pivot), {}) < 1e-15);
  RC_ASSERT(std::abs(length(velocity_at(t, point)) - distance(axis, point)) < 1e-14);
  // Against a turn about the line that Eigen makes, by central difference.
  const auto turned = [&](double angle) {
    const Eigen::Vector3d arm = eigen(point) - eigen(pivot);
    return from_eigen(Eigen::AngleAxisd(angle, eigen(direction)) * arm + eigen(pivot));
  };
  RC_ASSERT(apart(velocity_at(t, point), (turned(1e-5) - turned(-1e-5)) / 2e-5) < 1e-9);
}

RC_GTEST_PROP(Twist, OfASliderMovesAllPointsAlike, ()) {
  const Vec3 direction = *unit_vec3(), point = *vec3();
  RC_ASSERT(velocity_at(slider_twist(direction), point) == direction);
}

RC_GTEST_PROP(Twist, AtAPointHasThatPointsVelocity, ()) {
  const Vec3 point = *vec3(), angular = *vec3(), linear = *vec3(), other = *vec3();
  const Twist t = twist_at(point, angular, linear);
  RC_ASSERT(apart(velocity_at(t, point), linear) < 1e-15);
  // "The linear velocity at an arbitrary point x is v + w x (x - p)."
  const Eigen::Vector3d expected = eigen(linear) + eigen(angular).cross(eigen(other) - eigen(point));
  RC_ASSERT(apart(velocity_at(t, other), from_eigen(expected)) < 1e-14);
}

RC_GTEST_PROP(Twist, AdjointTellsTheSameMotionInAnotherFrame, ()) {
  const Transform a_from_b = *transform();
  const Twist in_b = *twist();
  const Vec3 point_in_b = *vec3();
  const Twist in_a = a_from_b * in_b;
  RC_ASSERT(apart(velocity_at(in_a, a_from_b * point_in_b), rotate(a_from_b.rotation, velocity_at(in_b, point_in_b))) <
            1e-14);
  // Against the 6x6 matrix made with Eigen.
  const Eigen::Isometry3d e = eigen(a_from_b);
  Eigen::Matrix3d shift;
  shift << 0, -e.translation().z(), e.translation().y(), e.translation().z(), 0, -e.translation().x(),
      -e.translation().y(), e.translation().x(), 0;
  Eigen::Matrix<double, 6, 6> adjoint = Eigen::Matrix<double, 6, 6>::Zero();
  adjoint.topLeftCorner<3, 3>() = e.linear();
  adjoint.bottomRightCorner<3, 3>() = e.linear();
  adjoint.bottomLeftCorner<3, 3>() = shift * e.linear();
  RC_ASSERT((eigen(in_a) - adjoint * eigen(in_b)).cwiseAbs().maxCoeff() < 1e-14);
}

RC_GTEST_PROP(Twist, AdjointPreservesTheDualMagnitude, ()) {
  const Transform t = *transform();
  const Twist x = *twist();
  const Dual before = dot(x, x), after = dot(t * x, t * x);
  RC_ASSERT(std::abs(before.real - after.real) < 1e-14);
  RC_ASSERT(std::abs(before.dual - after.dual) < 1e-13);
}

RC_GTEST_PROP(Line, MovesWithItsPoints, ()) {
  const Transform t = *transform();
  const Vec3 p = *vec3(), q = *vec3();
  RC_PRE(length(p - q) > 0.1);
  RC_ASSERT(apart(t * line_through_points(p, q), line_through_points(t * p, t * q)) < 1e-13);
}

TEST(Twist, AddsAndScales) {
  const Twist a{{1, 2, 3}, {4, 5, 6}};
  Twist b = a * 2.0 - a;
  EXPECT_EQ(b, a);
  b += a;
  EXPECT_EQ(b, 2.0 * a);
  EXPECT_EQ(a + -a, Twist{});
}

}  // namespace
}  // namespace kine
