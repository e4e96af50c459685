#include "kine/math/mat3.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <Eigen/LU>

#include "tests/math/math_testing.h"

namespace kine {
namespace {

using namespace testing_math;

rc::Gen<Mat3> any_matrix() { return rc::gen::construct<Mat3>(vec3(), vec3(), vec3()); }

RC_GTEST_PROP(Mat3, MultipliesLikeEigen, ()) {
  const Mat3 a = *any_matrix(), b = *any_matrix();
  const Vec3 v = *vec3();
  RC_ASSERT(apart(a * v, from_eigen(eigen(a) * eigen(v))) < 1e-15);
  RC_ASSERT((eigen(a * b) - eigen(a) * eigen(b)).cwiseAbs().maxCoeff() < 1e-15);
  RC_ASSERT(eigen(transposed(a)) == eigen(a).transpose());
  RC_ASSERT(std::abs(determinant(a) - eigen(a).determinant()) < 1e-14);
  RC_ASSERT((eigen(scaled_columns(a, v)) - eigen(a) * eigen(v).asDiagonal()).cwiseAbs().maxCoeff() < 1e-15);
}

RC_GTEST_PROP(Mat3, OfAQuaternionIsEigens, ()) {
  const Quat q = *unit_quat();
  RC_ASSERT((eigen(to_matrix(q)) - eigen(q).toRotationMatrix()).cwiseAbs().maxCoeff() < 1e-15);
}

RC_GTEST_PROP(Mat3, ToQuatUndoesToMatrix, ()) {
  const Quat q = *unit_quat();
  RC_ASSERT(turned_apart(to_quat(to_matrix(q)), q) < 4e-15);
  RC_ASSERT(turned_apart(to_quat(to_matrix(q)), from_eigen(Eigen::Quaterniond(eigen(to_matrix(q))))) < 4e-15);
}

// One rotation for each branch of to_quat: w, x, y and z largest, near the places where the branches meet as well.
TEST(Mat3, ToQuatIsRightInAllFourBranches) {
  const double tiny = 1e-9;
  for (const Quat& q :
       {Quat{0.1, 0.2, 0.3, 0.9}, Quat{0.9, 0.2, 0.3, 0.1}, Quat{0.2, 0.9, 0.3, 0.1}, Quat{0.3, 0.2, 0.9, 0.1},
        Quat{1, 0, 0, 0}, Quat{0, 1, 0, 0}, Quat{0, 0, 1, 0}, Quat{0, 0, 0, 1}, Quat{1, 1, 0, 0}, Quat{0, 1, 1, 0},
        Quat{1, 0, 1, 0}, Quat{1, 1, 1, 0}, Quat{1, 1, 1, 1}, Quat{1, 1, 1, 1 - tiny}, Quat{1, 1 + tiny, 1, tiny},
        Quat{-0.9, 0.2, 0.3, -0.1}, Quat{0.2, -0.9, 0.3, -0.1}, Quat{0.3, 0.2, -0.9, -0.1}}) {
    const Quat unit = normalised(q);
    const Quat back = to_quat(to_matrix(unit));
    EXPECT_LT(turned_apart(back, unit), 1e-15) << q.x << " " << q.y << " " << q.z << " " << q.w;
    EXPECT_NEAR(length(back), 1, 1e-15);
  }
}

RC_GTEST_PROP(Mat3, SolvesLikeEigen, ()) {
  const Mat3 m = *any_matrix();
  const Vec3 b = *vec3();
  RC_PRE(std::abs(determinant(m)) > 0.01);
  RC_ASSERT(apart(m * solve(m, b), b) < 1e-12);
  RC_ASSERT(apart(solve(m, b), from_eigen(eigen(m).fullPivLu().solve(eigen(b)))) < 1e-11);
}

TEST(Mat3, SolvingASingularMatrixGivesZero) {
  EXPECT_EQ(solve(Mat3{{1, 0, 0}, {0, 1, 0}, {1, 1, 0}}, Vec3{1, 2, 3}), Vec3{});
}

}  // namespace
}  // namespace kine
