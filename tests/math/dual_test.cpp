#include "kine/math/dual.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/math/math_testing.h"

namespace kine {
namespace {

using namespace testing_math;

/// f at a dual number, by the value and the central difference of the library's function f: nothing of ours.
template <class F>
Dual by_difference(F f, const Dual& a) {
  const double h = 1e-5;
  return {f(a.real), a.dual * (f(a.real + h) - f(a.real - h)) / (2 * h)};
}

rc::Gen<Dual> dual(double bound = 1) { return rc::gen::construct<Dual>(number(bound), number(bound)); }

RC_GTEST_PROP(Dual, IsACommutativeRing, ()) {
  const Dual a = *dual(), b = *dual(), c = *dual();
  RC_ASSERT(a * b == b * a);
  RC_ASSERT(apart((a * b) * c, a * (b * c)) < 1e-15);
  RC_ASSERT(apart(a * (b + c), a * b + a * c) < 1e-15);
  RC_ASSERT(a - a == Dual(0));
  RC_ASSERT(a + -a == Dual(0));
  RC_ASSERT(a * 1.0 == a);
}

RC_GTEST_PROP(Dual, DivisionUndoesMultiplication, ()) {
  const Dual a = *dual(), b = *dual();
  RC_PRE(std::abs(b.real) > 0.1);
  RC_ASSERT(apart(a * b / b, a) < 1e-13);
  Dual c = a;
  c += b;
  c -= b;
  c *= b;
  c /= b;
  RC_ASSERT(apart(c, a) < 1e-13);
}

TEST(Dual, TheDualUnitSquaresToNothing) { EXPECT_EQ(Dual(0, 1) * Dual(0, 1), Dual(0, 0)); }

RC_GTEST_PROP(Dual, FunctionsCarryTheirDerivative, ()) {
  const Dual a = *dual(3);
  RC_ASSERT(apart(sin(a), by_difference([](double x) { return std::sin(x); }, a)) < 1e-9);
  RC_ASSERT(apart(cos(a), by_difference([](double x) { return std::cos(x); }, a)) < 1e-9);
  RC_ASSERT(sin_cos(a).sin == sin(a));
  RC_ASSERT(sin_cos(a).cos == cos(a));
  const Dual positive{0.5 + std::abs(a.real), a.dual};
  RC_ASSERT(apart(sqrt(positive), by_difference([](double x) { return std::sqrt(x); }, positive)) < 1e-8);
  RC_ASSERT(apart(sqrt(positive) * sqrt(positive), positive) < 1e-14);
}

RC_GTEST_PROP(Dual, Atan2UndoesSineAndCosine, ()) {
  const Dual a = *dual(3);
  const double radius = *number(0.5, 2);
  RC_ASSERT(apart(atan2(sin(a) * radius, cos(a) * radius), a) < 1e-14);
}

TEST(Dual, EdgesOfSqrtAndAbs) {
  EXPECT_EQ(sqrt(Dual(0, 0)), Dual(0, 0));
  EXPECT_EQ(abs(Dual(-2, 3)), Dual(2, -3));
  EXPECT_EQ(abs(Dual(2, 3)), Dual(2, 3));
}

TEST(Dual, OrderIsThatOfTheRealParts) {
  EXPECT_TRUE(Dual(1, 9) < Dual(2, 0));
  EXPECT_TRUE(Dual(2, 0) > Dual(1, 9));
  EXPECT_TRUE(Dual(1, 9) <= Dual(1, 0));
  EXPECT_TRUE(Dual(1, 0) >= Dual(1, 9));
  EXPECT_FALSE(Dual(1, 9) == Dual(1, 0));
}

TEST(DualAngle, AddsAndScales) {
  const DualAngle a{1, 2}, b{0.5, -1};
  EXPECT_EQ(a + b, (DualAngle{1.5, 1}));
  EXPECT_EQ(a - b, (DualAngle{0.5, 3}));
  EXPECT_EQ(a * 2.0, (DualAngle{2, 4}));
  EXPECT_EQ(2.0 * a, (DualAngle{2, 4}));
  EXPECT_EQ(to_dual(a), Dual(1, 2));
}

}  // namespace
}  // namespace kine
