#include "kine/axes.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "kine/math/mat3.h"
#include "kine/math/screw.h"
#include "tests/math/math_testing.h"

namespace kine {
namespace {

using namespace testing_math;

/// What each program's own documentation calls up, forward and right, in its own numbers, and a metre.
struct Program {
  const char* name;
  AxisConvention convention;
  Vec3 up, forward, right;
  double metre;
  bool left_handed;
};

const Program kPrograms[] = {
    {"glTF", kGltf, {0, 1, 0}, {0, 0, 1}, {-1, 0, 0}, 1, false},
    {"Unity", kUnity, {0, 1, 0}, {0, 0, 1}, {1, 0, 0}, 1, true},
    {"Unreal", kUnreal, {0, 0, 1}, {1, 0, 0}, {0, 1, 0}, 100, true},
    {"Godot", kGodot, {0, 1, 0}, {0, 0, -1}, {1, 0, 0}, 1, false},
    {"Blender", kBlender, {0, 0, 1}, {0, -1, 0}, {-1, 0, 0}, 1, false},
    {"ROS", kRos, {0, 0, 1}, {1, 0, 0}, {0, -1, 0}, 1, false},
};

const Vec3 kUp = kUnitY, kForward = kUnitZ, kRight = -kUnitX;

rc::Gen<Program> program() {
  return rc::gen::elementOf(std::vector<Program>(std::begin(kPrograms), std::end(kPrograms)));
}

/// Any of the 48 signed permutations, with any unit.
rc::Gen<AxisConvention> any_convention() {
  const auto axis = rc::gen::element(SignedAxis::PlusX, SignedAxis::MinusX, SignedAxis::PlusY, SignedAxis::MinusY,
                                     SignedAxis::PlusZ, SignedAxis::MinusZ);
  return rc::gen::suchThat(rc::gen::construct<AxisConvention>(axis, axis, axis, number(0.01, 100)), is_valid);
}

rc::Gen<LocalTransform> local_transform() { return rc::gen::construct<LocalTransform>(vec3(), unit_quat(), vec3()); }

TEST(Axes, UpForwardAndRightMeanTheSame) {
  for (const Program& p : kPrograms) {
    EXPECT_EQ(direction_to(p.convention, kUp), p.up) << p.name;
    EXPECT_EQ(direction_to(p.convention, kForward), p.forward) << p.name;
    EXPECT_EQ(direction_to(p.convention, kRight), p.right) << p.name;
    EXPECT_EQ(direction_from(p.convention, p.up), kUp) << p.name;
    EXPECT_EQ(direction_from(p.convention, p.forward), kForward) << p.name;
    EXPECT_EQ(direction_from(p.convention, p.right), kRight) << p.name;
    EXPECT_EQ(to(p.convention, kForward), p.forward * p.metre) << p.name;
    EXPECT_EQ(from(p.convention, p.forward * p.metre), kForward) << p.name;
    EXPECT_EQ(is_mirrored(p.convention), p.left_handed) << p.name;
  }
}

TEST(Axes, ATurnFromForwardToRightDoesSoEverywhere) {
  const Quat turn_right = from_axis_angle(kUp, -kPi / 2);
  const Quat look_up = shortest_arc(kForward, kUp);
  ASSERT_LT(apart(rotate(turn_right, kForward), kRight), 1e-15);
  for (const Program& p : kPrograms) {
    const Quat theirs = to(p.convention, turn_right);
    EXPECT_LT(apart(rotate(theirs, p.forward), p.right), 1e-15) << p.name;
    EXPECT_LT(apart(rotate(theirs, p.right), -p.forward), 1e-15) << p.name;
    EXPECT_LT(apart(rotate(theirs, p.up), p.up), 1e-15) << p.name;
    EXPECT_LT(apart(rotate(to(p.convention, look_up), p.forward), p.up), 1e-15) << p.name;
  }
}

// Figures from the programs themselves: a yaw of +90 degrees as the program writes it, and where it takes forward.
TEST(Axes, TheProgramsOwnYawsComeOutRight) {
  const double h = std::sqrt(0.5);
  // Unity: Quaternion.Euler(0, 90, 0) turns to the right.
  EXPECT_LT(apart(rotate(from(kUnity, Quat{0, h, 0, h}), kForward), kRight), 1e-15);
  // Unreal: FRotator(0, 90, 0), a yaw about Z, turns to the right.
  EXPECT_LT(apart(rotate(from(kUnreal, Quat{0, 0, h, h}), kForward), kRight), 1e-15);
  // Godot: rotation.y = 90 degrees turns to the left.
  EXPECT_LT(apart(rotate(from(kGodot, Quat{0, h, 0, h}), kForward), -kRight), 1e-15);
  // Blender and ROS: about Z, counter-clockwise seen from above, so to the left.
  EXPECT_LT(apart(rotate(from(kBlender, Quat{0, 0, h, h}), kForward), -kRight), 1e-15);
  EXPECT_LT(apart(rotate(from(kRos, Quat{0, 0, h, h}), kForward), -kRight), 1e-15);
}

RC_GTEST_PROP(Axes, RoundTrips, ()) {
  const AxisConvention c =
      *rc::gen::oneOf(any_convention(), rc::gen::map(program(), [](const Program& p) { return p.convention; }));
  const Vec3 v = *vec3(), w = *vec3();
  const Quat q = *unit_quat();
  const Transform t{q, v};
  const LocalTransform local = *local_transform();
  RC_ASSERT(apart(from(c, to(c, v)), v) < 1e-15);
  RC_ASSERT(apart(to(c, from(c, v)), v) < 1e-15);
  RC_ASSERT(direction_from(c, direction_to(c, v)) == v);
  RC_ASSERT(angular_from(c, angular_to(c, v)) == v);
  RC_ASSERT(scale_from(c, scale_to(c, v)) == v);
  RC_ASSERT(from(c, to(c, q)) == q);
  RC_ASSERT(to(c, from(c, q)) == q);
  RC_ASSERT(moved_apart(from(c, to(c, t)), t) < 1e-15);
  RC_ASSERT(from(c, to(c, local)).rotation == local.rotation);
  RC_ASSERT(from(c, to(c, local)).scale == local.scale);
  RC_ASSERT(apart(from(c, to(c, local)).translation, local.translation) < 1e-15);
  RC_ASSERT(apart(from(c, to(c, Twist{v, w})), Twist{v, w}) < 1e-15);
}

RC_GTEST_PROP(Axes, ProductsStayProducts, ()) {
  const AxisConvention c = *any_convention();
  const double unit = c.units_per_metre;
  const Transform a = *transform(), b = *transform();
  const Vec3 p = *vec3();
  RC_ASSERT(apart(to(c, rotate(a.rotation, p)), rotate(to(c, a.rotation), to(c, p))) < 1e-14 * unit);
  RC_ASSERT(apart(to(c, a.rotation * b.rotation), to(c, a.rotation) * to(c, b.rotation)) < 1e-15);
  RC_ASSERT(apart(to(c, a * p), to(c, a) * to(c, p)) < 1e-14 * unit);
  RC_ASSERT(apart(to(c, a * b).translation, (to(c, a) * to(c, b)).translation) < 1e-14 * unit);
  RC_ASSERT(turned_apart(to(c, inverse(a)).rotation, inverse(to(c, a)).rotation) < 1e-15);
}

RC_GTEST_PROP(Axes, LocalTransformsWithScaleActAlike, ()) {
  const AxisConvention c = *any_convention();
  const LocalTransform local = *local_transform();
  const Vec3 p = *vec3();
  RC_ASSERT(apart(to(c, to_affine(local) * p), to_affine(to(c, local)) * to(c, p)) < 1e-14 * c.units_per_metre);
}

RC_GTEST_PROP(Axes, TwistsMovePointsAlike, ()) {
  const AxisConvention c = *any_convention();
  const Twist x{*vec3(), *vec3()};
  const Vec3 p = *vec3();
  RC_ASSERT(apart(to(c, velocity_at(x, p)), velocity_at(to(c, x), to(c, p))) < 1e-14 * c.units_per_metre);
  RC_ASSERT(apart(to(c, exp(x)).translation, exp(to(c, x)).translation) < 1e-13 * c.units_per_metre);
  RC_ASSERT(turned_apart(to(c, exp(x)).rotation, exp(to(c, x)).rotation) < 1e-14);
}

// The quaternion against the conjugated matrix, by Eigen: M R M^T with M the signed permutation.
RC_GTEST_PROP(Axes, QuaternionsTurnAsTheConjugatedMatrix, ()) {
  const AxisConvention c = *any_convention();
  const Quat q = *unit_quat();
  Eigen::Matrix3d m;
  m << eigen(direction_to(c, kUnitX)), eigen(direction_to(c, kUnitY)), eigen(direction_to(c, kUnitZ));
  RC_ASSERT(is_mirrored(c) == (m.determinant() < 0));
  const Eigen::Matrix3d expected = m * eigen(q).toRotationMatrix() * m.transpose();
  RC_ASSERT((eigen(to_matrix(to(c, q))) - expected).cwiseAbs().maxCoeff() < 1e-14);
}

TEST(Axes, KnowsConventionsThatAreNone) {
  EXPECT_FALSE(is_valid({SignedAxis::PlusX, SignedAxis::MinusX, SignedAxis::PlusZ, 1}));
  EXPECT_FALSE(is_valid({SignedAxis::PlusX, SignedAxis::PlusY, SignedAxis::PlusZ, 0}));
  EXPECT_FALSE(is_valid({SignedAxis::PlusX, SignedAxis::PlusY, SignedAxis::PlusZ, -1}));
  EXPECT_FALSE(is_valid({.units_per_metre = std::numeric_limits<double>::infinity()}));
  EXPECT_FALSE(is_valid({.units_per_metre = std::numeric_limits<double>::quiet_NaN()}));
  EXPECT_TRUE(is_valid({SignedAxis::MinusZ, SignedAxis::MinusX, SignedAxis::PlusY, 39.37}));
}

TEST(Axes, WorksInFloats) {
  EXPECT_EQ(to(kUnreal, Vec3f{1, 2, 3}), (Vec3f{300, -100, 200}));
  EXPECT_EQ(from(kUnreal, Vec3f{300, -100, 200}), (Vec3f{1, 2, 3}));
  EXPECT_EQ(to(kUnity, Quatf{0.1f, 0.2f, 0.3f, 0.9f}), (Quatf{0.1f, -0.2f, -0.3f, 0.9f}));
}

}  // namespace
}  // namespace kine
