#include "kine/math/screw.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <unsupported/Eigen/MatrixFunctions>

#include "tests/math/math_testing.h"

namespace kine {
namespace {

using namespace testing_math;

Eigen::Matrix4d twist_matrix(const Twist& t) {
  Eigen::Matrix4d m = Eigen::Matrix4d::Zero();
  m(0, 1) = -t.angular.z, m(0, 2) = t.angular.y, m(1, 2) = -t.angular.x;
  m(1, 0) = t.angular.z, m(2, 0) = -t.angular.y, m(2, 1) = t.angular.x;
  m.block<3, 1>(0, 3) = eigen(t.linear);
  return m;
}

/// An angle as small as 1e-18, as near pi as 1e-9, or anything between.
rc::Gen<double> telling_angle() {
  return rc::gen::oneOf(rc::gen::map(number(-18, -1), [](double e) { return std::pow(10.0, e); }),
                        rc::gen::map(number(-9, -1), [](double e) { return kPi - std::pow(10.0, e); }),
                        number(0, 3.14));
}

RC_GTEST_PROP(Screw, ExpIsTheMatrixExponential, ()) {
  const Twist x{*unit_vec3() * *telling_angle(), *vec3()};
  RC_ASSERT((eigen(exp(x)).matrix() - twist_matrix(x).exp()).cwiseAbs().maxCoeff() < 1e-14);
}

RC_GTEST_PROP(Screw, ExpOfSeveralTurnsToo, ()) {
  const Twist x{*unit_vec3() * *number(20), *vec3()};
  RC_ASSERT((eigen(exp(x)).matrix() - twist_matrix(x).exp()).cwiseAbs().maxCoeff() < 1e-12);
}

RC_GTEST_PROP(Screw, LogUndoesExpTo1em12NearZeroAndNearPi, ()) {
  const Twist x{*unit_vec3() * *telling_angle(), *vec3()};
  RC_ASSERT(apart(log(exp(x)), x) < 1e-13);
  Transform negated = exp(x);
  negated.rotation = -negated.rotation;
  RC_ASSERT(apart(log(negated), x) < 1e-13);
}

RC_GTEST_PROP(Screw, ExpUndoesLog, ()) {
  const Transform t = *transform();
  RC_ASSERT(moved_apart(exp(log(t)), t) < 1e-14);
}

TEST(Screw, LogAndExpAreSmoothWhereTheirSeriesBegin) {
  // Both formulas are held against the matrix exponential on either side of the switch at x^2 = 0.04.
  for (double angle = 0.199; angle < 0.201; angle += 1e-5) {
    const Twist x{Vec3{0.48, -0.6, 0.64} * angle, {1, 2, 3}};
    EXPECT_LT((eigen(exp(x)).matrix() - twist_matrix(x).exp()).cwiseAbs().maxCoeff(), 3e-15);
    EXPECT_LT(apart(log(exp(x)), x), 3e-15);
  }
}

TEST(Screw, LogKeepsEveryDigitOfTinyTwists) {
  for (double size = 1; size > 1e-300; size /= 7) {
    const Twist x = Twist{{0.3, -0.2, 0.1}, {0.1, 0.2, 0.3}} * size;
    EXPECT_LT(apart(log(exp(x)), x), 1e-15 * size) << size;
  }
  EXPECT_EQ(log(Transform{}), Twist{});
  EXPECT_EQ(exp(Twist{}), Transform{});
}

TEST(Screw, LogOfHalfATurn) {
  // About the line through (1, 0, 0) along z, with a travel of 3.
  const Twist x = log(Transform{{0, 0, 1, 0}, {2, 0, 3}});
  EXPECT_LT(apart(x.angular, kUnitZ * kPi), 1e-15);
  EXPECT_LT(apart(velocity_at(x, {1, 0, 0}), {0, 0, 3}), 1e-15);
}

RC_GTEST_PROP(Screw, ChaslesScrewMakesTheDisplacement, ()) {
  const Transform t = *transform();
  const Screw s = screw_of(t);
  RC_ASSERT(s.angle >= 0 && s.angle <= kPi);
  RC_ASSERT(std::abs(length(s.axis.direction) - 1) < 1e-15);
  RC_ASSERT(moved_apart(to_transform(s), t) < 1e-14);
  RC_ASSERT(apart(to_transform(to_dual_quat(s)), eigen(t)) < 1e-13);
  // What makes it the screw: a point of the axis only travels along the axis. (Small turns put the axis far away.)
  RC_PRE(s.angle > 0.1);
  const Vec3 on_axis = closest_to_origin(s.axis);
  RC_ASSERT(std::abs(dot(s.axis.direction, s.axis.moment)) < 1e-13);
  RC_ASSERT(apart(t * on_axis, on_axis + s.axis.direction * s.distance) < 1e-12);
}

RC_GTEST_PROP(Screw, ComesBackFromItsTransform, ()) {
  const Line axis = line_through(*vec3(), *unit_vec3());
  const Screw s{axis, *number(1e-3, kPi - 1e-6), *number()};
  const Screw back = screw_of(to_transform(s));
  RC_ASSERT(apart(back.axis, s.axis) < 1e-12);
  RC_ASSERT(std::abs(back.angle - s.angle) < 1e-14);
  RC_ASSERT(std::abs(back.distance - s.distance) < 1e-14);
}

RC_GTEST_PROP(Screw, IsTheTwistOfTheLog, ()) {
  const Transform t = *transform();
  RC_ASSERT(apart(to_twist(screw_of(t)), log(t)) < 1e-13);
  const Screw s = screw_of(log(t));
  RC_ASSERT(moved_apart(to_transform(s), t) < 1e-13);
}

RC_GTEST_PROP(Screw, IgnoresTheSignOfTheQuaternion, ()) {
  const Transform t = *transform();
  RC_ASSERT(screw_of(Transform{-t.rotation, t.translation}) == screw_of(t));
}

RC_GTEST_PROP(Screw, OfAPureTranslationGoesThroughTheOriginAlongTheTravel, ()) {
  const Vec3 travel = *vec3() * std::pow(10.0, *number(-200, 3));
  RC_PRE(travel != Vec3{});
  for (const Quat& none : {Quat{}, -Quat{}, Quat{0, 1e-17, 0, 1}}) {
    const Screw s = screw_of(Transform{none, travel});
    RC_ASSERT(s.angle == 0);
    RC_ASSERT(s.axis.moment == Vec3{});
    RC_ASSERT(std::abs(length(s.axis.direction) - 1) < 1e-15);
    RC_ASSERT(s.distance > 0);
    RC_ASSERT(apart(s.axis.direction * s.distance, travel) <= 1e-15 * s.distance);
    RC_ASSERT(to_transform(s).rotation == Quat{});
  }
}

TEST(Screw, OfTheIdentityIsNoMotionAboutZ) {
  EXPECT_EQ(screw_of(Transform{}), (Screw{{kUnitZ, {}}, 0, 0}));
  EXPECT_EQ(screw_of(Transform{-Quat{}, {}}), Screw{});
  EXPECT_EQ(screw_of(Twist{}), Screw{});
  EXPECT_EQ(to_transform(Screw{}), Transform{});
  EXPECT_EQ(to_twist(Screw{}), Twist{});
  EXPECT_EQ(to_dual_quat(Screw{}), DualQuat{});
}

RC_GTEST_PROP(Screw, OfHalfATurn, ()) {
  const Line axis = line_through(*vec3(), *unit_vec3());
  const double travel = *number();
  const Vec3 u = axis.direction;
  // A half turn takes a point to the other side of the line: that needs no trigonometry.
  const Vec3 image_of_origin = closest_to_origin(axis) * 2.0 + u * travel;
  const Screw s = screw_of(Transform{pure(u), image_of_origin});
  RC_ASSERT(std::abs(s.angle - kPi) < 1e-15);
  RC_ASSERT(apart(s.axis, axis) < 1e-14);
  RC_ASSERT(std::abs(s.distance - travel) < 1e-14);
  RC_ASSERT(moved_apart(to_transform(s), {pure(u), image_of_origin}) < 1e-14);
}

RC_GTEST_PROP(Screw, OfATinyTurnHasItsAxisFarAwayAndLosesNothing, ()) {
  const double angle = std::pow(10.0, *number(-15, -3));
  const Transform t{from_axis_angle(*unit_vec3(), angle), *vec3()};
  const Screw s = screw_of(t);
  RC_ASSERT(std::abs(s.angle - angle) < 1e-15 * angle + 1e-30);
  RC_ASSERT(moved_apart(to_transform(s), t) < 1e-15);
}

RC_GTEST_PROP(Screw, OfATwistIsWhatItDoes, ()) {
  const Twist x{*vec3(6), *vec3()};
  RC_PRE(length(x.angular) > 0.1);
  const Screw s = screw_of(x);
  RC_ASSERT(moved_apart(to_transform(s), exp(x)) < 1e-13);
  RC_ASSERT(apart(to_twist(s), x) < 1e-14);
  RC_ASSERT(dual_angle(s) == (DualAngle{s.angle, s.distance}));
}

RC_GTEST_PROP(TwistBetween, LeadsFromOneToTheOther, ()) {
  const Transform from = *transform(), to = *transform();
  const Twist x = twist_between(from, to);
  RC_ASSERT(moved_apart(exp(x) * from, to) < 1e-13);
  RC_ASSERT(length(x.angular) <= kPi + 1e-15);
  // The sign of either quaternion changes nothing at all.
  RC_ASSERT(twist_between(Transform{-from.rotation, from.translation}, to) == x);
  RC_ASSERT(twist_between(from, Transform{-to.rotation, to.translation}) == x);
}

// Erratum: the vector part of (2/h) q_t q_n*, as printed, is 2 sin(angle/2) long; the logarithm is `angle` long.
TEST(TwistBetween, ThePrintedApproximationIs36PercentShortAtHalfATurn) {
  const Transform from{normalised(Quat{1, 2, 3, 4}), {0.1, 0.2, 0.3}};
  const auto printed = [](const Transform& a, const Transform& b) {
    return (b.rotation * conjugate(a.rotation)).vector() * 2.0;
  };
  const auto turned = [&](double angle) { return Transform{from_axis_angle(kUnitY, angle), {}} * from; };
  for (const double angle : {0.01, 0.5, 1.0, 2.0, 3.0, kPi - 1e-9}) {
    const Transform to = turned(angle);
    EXPECT_NEAR(length(twist_between(from, to).angular), angle, 1e-14);
    EXPECT_NEAR(length(printed(from, to)), 2 * std::sin(angle / 2), 1e-14);
  }
  const double shortfall = 1 - length(printed(from, turned(kPi))) / length(twist_between(from, turned(kPi)).angular);
  EXPECT_NEAR(shortfall, 0.3634, 1e-4);
  // The dual form falls short alike: a half turn with a travel of one metre gives 2 of pi radians.
  const DualQuat d = shortest_difference(to_dual_quat(from), to_dual_quat(turned(kPi)));
  EXPECT_NEAR(length(d.real.vector() * 2.0), 2, 1e-14);
}

RC_GTEST_PROP(Sclerp, RunsAlongOneScrewAtConstantSpeed, ()) {
  const Transform a = *transform(), b = *transform();
  const double t = *number(0, 1);
  RC_ASSERT(moved_apart(sclerp(a, b, 0.0), a) < 1e-15);
  RC_ASSERT(moved_apart(sclerp(a, b, 1.0), b) < 1e-14);
  const Transform between = sclerp(a, b, t);
  RC_ASSERT(apart(twist_between(a, between), twist_between(a, b) * t) < 1e-13);
  RC_ASSERT(turned_apart(between.rotation, slerp(a.rotation, b.rotation, t)) < 1e-14);
  RC_ASSERT(moved_apart(sclerp(a, Transform{-b.rotation, b.translation}, t), between) < 1e-14);
}

RC_GTEST_PROP(Sclerp, IsThePowerOfTheDualQuaternion, ()) {
  // Two halves make the whole: the way that needs no logarithm.
  const Transform a = *transform(), b = *transform();
  const Transform half = sclerp(a, b, 0.5);
  const DualQuat step = conjugate(to_dual_quat(a)) * to_dual_quat(half);
  RC_ASSERT(moved_apart(to_transform(to_dual_quat(a) * step * step), b) < 1e-13);
}

TEST(Sclerp, OfPureTranslationsIsStraight) {
  const Transform a{{}, {1, 2, 3}}, b{{}, {3, 2, -1}};
  EXPECT_EQ(sclerp(a, b, 0.25), (Transform{{}, {1.5, 2, 2}}));
}

RC_GTEST_PROP(DhAngles, MakeTheTextbookMatrices, ()) {
  const double theta = *number(kPi), d = *number(), alpha = *number(kPi), a = *number();
  const DhAngles row = dh_angles(theta, d, alpha, a);
  RC_ASSERT(row == (DhAngles{{theta, d}, {alpha, a}}));
  const double ct = std::cos(theta), st = std::sin(theta), ca = std::cos(alpha), sa = std::sin(alpha);
  Eigen::Matrix4d classic, modified;
  classic << ct, -st * ca, st * sa, a * ct,  //
      st, ct * ca, -ct * sa, a * st,         //
      0, sa, ca, d,                          //
      0, 0, 0, 1;
  modified << ct, -st, 0, a,           //
      st * ca, ct * ca, -sa, -d * sa,  //
      st * sa, ct * sa, ca, d * ca,    //
      0, 0, 0, 1;
  RC_ASSERT((eigen(dh_classic(row)).matrix() - classic).cwiseAbs().maxCoeff() < 1e-14);
  RC_ASSERT((eigen(dh_modified(row)).matrix() - modified).cwiseAbs().maxCoeff() < 1e-14);
}

RC_GTEST_PROP(DhAngles, TheLinksDualAngleIsThatBetweenNeighbouringJointAxes, ()) {
  const double theta = *number(kPi), d = *number(), alpha = *number(0.1, 3.0), a = *number();
  const Line z{};
  const DualAngle between = dual_angle(z, dh_classic(dh_angles(theta, d, alpha, a)) * z);
  RC_ASSERT(std::abs(between.angle - alpha) < 1e-14);
  RC_ASSERT(std::abs(between.distance - a) < 1e-13);
}

TEST(Screw, WorksInFloats) {
  const TransformT<float> t = exp(TwistT<float>{{0.1f, 0.2f, 0.3f}, {1, 2, 3}});
  const TwistT<float> back = log(t);
  EXPECT_NEAR(back.angular.z, 0.3f, 1e-6f);
  EXPECT_NEAR(back.linear.z, 3.0f, 1e-5f);
  EXPECT_NEAR(to_transform(screw_of(t)).translation.x, t.translation.x, 1e-5f);
  EXPECT_NEAR(to_transform(to_dual_quat(t)).translation.x, t.translation.x, 1e-5f);
}

}  // namespace
}  // namespace kine
