#include "kine/math/dual_quat.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "kine/math/screw.h"
#include "tests/math/math_testing.h"

namespace kine {
namespace {

using namespace testing_math;

/// The principle of transference: a quaternion of dual numbers is a dual quaternion, worked by the text of quat.h.
QuatT<Dual> transferred(const DualQuat& q) {
  return {{q.real.x, q.dual.x}, {q.real.y, q.dual.y}, {q.real.z, q.dual.z}, {q.real.w, q.dual.w}};
}
DualQuat transferred(const QuatT<Dual>& q) {
  return {{q.x.real, q.y.real, q.z.real, q.w.real}, {q.x.dual, q.y.dual, q.z.dual, q.w.dual}};
}
Vec3T<Dual> transferred(const Twist& t) {
  return {{t.angular.x, t.linear.x}, {t.angular.y, t.linear.y}, {t.angular.z, t.linear.z}};
}
Twist transferred(const Vec3T<Dual>& v) { return {{v.x.real, v.y.real, v.z.real}, {v.x.dual, v.y.dual, v.z.dual}}; }

rc::Gen<DualQuat> any_dual_quat() {
  const auto quat = rc::gen::construct<Quat>(number(), number(), number(), number());
  return rc::gen::construct<DualQuat>(quat, quat);
}

RC_GTEST_PROP(DualQuat, AgreesWithEigensMatricesTo1em14, ()) {
  const Transform a = *transform(), b = *transform();
  const Vec3 p = *vec3();
  const DualQuat product = to_dual_quat(a) * to_dual_quat(b);
  RC_ASSERT(apart(to_transform(product), eigen(a) * eigen(b)) < 1e-14);
  RC_ASSERT(apart(sandwich(product, p), from_eigen(eigen(a) * eigen(b) * eigen(p))) < 1e-14);
  RC_ASSERT(apart(to_transform(conjugate(to_dual_quat(a))), eigen(a).inverse()) < 1e-14);
}

RC_GTEST_PROP(DualQuat, ComesBackFromATransform, ()) {
  const Transform t = *transform();
  RC_ASSERT(to_transform(to_dual_quat(t)).rotation == t.rotation);
  RC_ASSERT(apart(to_transform(to_dual_quat(t)).translation, t.translation) < 1e-15);
}

RC_GTEST_PROP(DualQuat, IsAQuaternionOfDualNumbers, ()) {
  const DualQuat a = *any_dual_quat(), b = *any_dual_quat();
  RC_ASSERT(apart(a * b, transferred(transferred(a) * transferred(b))) < 1e-15);
  RC_ASSERT(conjugate(a) == transferred(conjugate(transferred(a))));
  RC_ASSERT(a + b == transferred(transferred(a) + transferred(b)));
  RC_ASSERT(a - b == transferred(transferred(a) - transferred(b)));
  RC_PRE(length(a.real) > 0.1);
  RC_ASSERT(apart(normalised(a), transferred(normalised(transferred(a)))) < 1e-12);
  const Dual n = length(transferred(a));
  RC_ASSERT(std::abs(norm(a).real - n.real) < 1e-15);
  RC_ASSERT(std::abs(norm(a).dual - n.dual) < 1e-14);
}

RC_GTEST_PROP(DualQuat, SandwichOnLinesAndTwists, ()) {
  const Transform t = *transform();
  const DualQuat q = to_dual_quat(t);
  const Twist x{*vec3(), *vec3()};
  const Line l = line_through(*vec3(), *unit_vec3());
  // With the products that cancel written out, ...
  const DualQuat full = q * DualQuat{pure(x.angular), pure(x.linear)} * conjugate(q);
  RC_ASSERT(apart(sandwich(q, x), Twist{full.real.vector(), full.dual.vector()}) < 1e-14);
  RC_ASSERT(std::abs(full.real.w) + std::abs(full.dual.w) < 1e-14);
  // ... by the text of quat.h on dual numbers, and by the adjoint of the transform.
  RC_ASSERT(apart(sandwich(q, x), transferred(rotate(transferred(q), transferred(x)))) < 1e-14);
  RC_ASSERT(apart(sandwich(q, x), t * x) < 1e-14);
  RC_ASSERT(apart(sandwich(q, l), t * l) < 1e-14);
  RC_ASSERT(apart(sandwich(-q, l), t * l) < 1e-14);
}

RC_GTEST_PROP(DualQuat, SandwichOnPointsIsThatOfOnePlusPointE, ()) {
  const DualQuat q = to_dual_quat(*transform());
  const Vec3 p = *vec3();
  const DualQuat full = q * DualQuat{{}, pure(p)} * full_conjugate(q);
  RC_ASSERT(apart(full.real, Quat{}) < 1e-15);
  RC_ASSERT(std::abs(full.dual.w) < 1e-15);
  RC_ASSERT(apart(full.dual.vector(), sandwich(q, p)) < 1e-14);
  RC_ASSERT(full_conjugate(q) == dual_conjugate(conjugate(q)));
}

RC_GTEST_PROP(DualQuat, OfADisplacementIsUnitAndNormalisingMakesItSoAgain, ()) {
  const DualQuat q = to_dual_quat(*transform());
  RC_ASSERT(std::abs(norm(q).real - 1) < 1e-15);
  RC_ASSERT(std::abs(norm(q).dual) < 1e-15);
  // A common dual factor is what drift looks like, and all that normalising takes out.
  const double size = *number(0.5, 2), skew = *number();
  const DualQuat drifted{q.real * size, q.dual * size + q.real * skew};
  RC_ASSERT(apart(normalised(drifted), q) < 1e-14);
}

TEST(DualQuat, NormalisingAZeroRealPartGivesTheIdentity) {
  EXPECT_EQ(normalised(DualQuat{{0, 0, 0, 0}, {1, 2, 3, 4}}), DualQuat{});
}

RC_GTEST_PROP(DualQuat, ShortestDifferenceTurnsBothSignsTogether, ()) {
  const Transform from = *transform(), to = *transform();
  const DualQuat f = to_dual_quat(from), t = to_dual_quat(to);
  const DualQuat d = shortest_difference(f, t);
  RC_ASSERT(d.real.w >= 0);
  RC_ASSERT(moved_apart(to_transform(d * f), to) < 1e-14);
  RC_ASSERT(shortest_difference(-f, t) == d);
  RC_ASSERT(shortest_difference(f, -t) == d);
  RC_ASSERT(shortest_difference(-f, -t) == d);
}

RC_GTEST_PROP(DualQuat, TheLogOfQuaternionsOnDualNumbersIsTheTwist, ()) {
  const Transform t = *transform();
  RC_PRE(angle_of(t.rotation) > 0.1 && angle_of(t.rotation) < 3.1);
  const Twist x = log(t);
  RC_ASSERT(apart(transferred(log(transferred(to_dual_quat(t)))), x) < 1e-12);
  const Transform back = to_transform(transferred(exp(transferred(x))));
  RC_ASSERT(moved_apart(back, t) < 1e-13);
}

}  // namespace
}  // namespace kine
