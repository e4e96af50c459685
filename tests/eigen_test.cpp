#include "kine/eigen.h"

#include <gtest/gtest.h>
#include <vector>

#include "kine/kinematics/forward.h"
#include "kine/kinematics/jacobian.h"

namespace kine {
namespace {

const Quat kTurn = normalised(Quat{0.1, -0.7, 0.3, 0.4});
const Transform kPlace{kTurn, {1, 2, 3}};

TEST(Eigen, QuaternionsTurnVectorsTheSameWay) {
  const Vec3 v{0.3, -2, 5};
  EXPECT_LT((to_eigen(kTurn) * to_eigen(v) - to_eigen(rotate(kTurn, v))).norm(), 1e-15 * 10);
  EXPECT_EQ(to_eigen(kTurn).w(), kTurn.w);
  EXPECT_EQ(from_eigen(to_eigen(kTurn)), kTurn);
  EXPECT_EQ(from_eigen(to_eigen(v)), v);
  const Vec3f f{1, 2, 3};
  EXPECT_EQ(from_eigen(to_eigen(f)), f);
}

TEST(Eigen, TransformsMoveVectorsTheSameWay) {
  const Vec3 v{0.3, -2, 5};
  EXPECT_LT((to_eigen(kPlace) * to_eigen(v) - to_eigen(kPlace * v)).norm(), 1e-15 * 10);
  const Transform back = from_eigen(to_eigen(kPlace));
  EXPECT_LT(angle_of(conjugate(back.rotation) * kTurn), 1e-15 * 4);
  EXPECT_EQ(back.translation, kPlace.translation);
  const LocalTransform local{{1, 2, 3}, kTurn, {2, -1, 0.5}};
  EXPECT_LT((to_eigen(local) * to_eigen(v) - to_eigen(to_affine(local) * v)).norm(), 1e-15 * 10);
  const Affine affine = to_affine(local);
  EXPECT_EQ(from_eigen(to_eigen(affine)).linear, affine.linear);
}

TEST(Eigen, MatricesKeepTheirColumns) {
  const Mat3 m{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
  const Eigen::Matrix3d e = to_eigen(m);
  EXPECT_EQ(e(2, 0), 3);
  EXPECT_EQ(e(0, 2), 7);
  EXPECT_EQ(from_eigen(e), m);
  EXPECT_EQ(from_eigen(e.transpose()), transposed(m));
}

TEST(Eigen, ExpressionsAreTaken) {
  const Eigen::Vector3d a(1, 2, 3), b(10, 20, 30);
  EXPECT_EQ(from_eigen(a + b), (Vec3{11, 22, 33}));
}

TEST(Eigen, TwistsInEitherOrder) {
  const Twist twist{{1, 2, 3}, {4, 5, 6}};
  Eigen::Matrix<double, 6, 1> angular, linear;
  angular << 1, 2, 3, 4, 5, 6;
  linear << 4, 5, 6, 1, 2, 3;
  EXPECT_EQ(to_eigen(twist), angular);
  EXPECT_EQ(linear_first(twist), linear);
  EXPECT_EQ(linear_first(angular), linear);
  EXPECT_EQ(angular_first(linear), angular);
  EXPECT_EQ(from_eigen(angular_first(linear)), twist);
}

TEST(Eigen, MapsShareTheirMemory) {
  double numbers[12] = {};
  const MatrixView<double> m(numbers, 2, 3, 4);
  map(m)(1, 2) = 7;
  EXPECT_EQ(numbers[9], 7);
  EXPECT_EQ(map(ConstMatrixView<double>(m))(1, 2), 7);
  Pose pose{{1, 2, 3}};
  map(pose) *= 2;
  EXPECT_EQ(pose.q, (std::vector<double>{2, 4, 6}));
  const Pose& read_only = pose;
  EXPECT_EQ(map(read_only).sum(), 12);
}

TEST(Eigen, ViewsReachBlocksAndRefs) {
  Eigen::MatrixXd m = Eigen::MatrixXd::Zero(5, 4);
  auto block = m.block(1, 1, 3, 2);
  view(block)(2, 1) = 7;
  EXPECT_EQ(m(3, 2), 7);
  Eigen::Ref<Eigen::MatrixXd> ref = m;
  EXPECT_EQ(view(ref)(3, 2), 7);
  const Eigen::MatrixXd& read_only = m;
  EXPECT_EQ(view(read_only)(3, 2), 7);
  Eigen::Vector3d v(1, 2, 3);
  EXPECT_EQ(view(v).rows(), 3);
  EXPECT_EQ(view(v).cols(), 1);
}

TEST(Eigen, JacobianIsWrittenIntoEigensMemory) {
  const Joint joints[] = {hinge("a", "", {}, kUnitZ), slider("b", "a", {1, 0, 0}, kUnitX)};
  const Result<Skeleton> skeleton = Skeleton::build(joints);
  ASSERT_TRUE(skeleton.ok());
  Frames frames(*skeleton);
  forward(*skeleton, std::vector<double>{0.0, 0.5}, frames);
  Eigen::MatrixXd j(6, 2);
  jacobian(*skeleton, frames, {skeleton->joint("b")}, {}, view(j));
  Eigen::MatrixXd expected(6, 2), paper(6, 2);
  expected << 0, 0, 0, 0, 1, 0, 0, 1, 1.5, 0, 0, 0;
  paper << 0, 1, 1.5, 0, 0, 0, 0, 0, 0, 0, 1, 0;
  EXPECT_LT((j - expected).norm(), 1e-15);
  EXPECT_LT((linear_first(j) - paper).norm(), 1e-15);
  EXPECT_LT((linear_first(view(j)) - paper).norm(), 1e-15);
}

}  // namespace
}  // namespace kine
