// Rows of docs/errata.md that concern the foundation: each shows what the printed formula gives and what is right.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <vector>

#include "kine/kinematics/forward.h"
#include "kine/kinematics/jacobian.h"

namespace kine {
namespace {

// Meredith & Maddock, eq. 1.13, and the ASF/AMC homework's listing take a joint's axes from the columns of its final
// matrix.
TEST(Errata, EulerAxesAreNotTheColumnsOfTheFinalMatrix) {
  const Joint joints[] = {euler("hip", "", {}, "ZYX"), fixed_joint("foot", "hip", {0, -0.9, 0.1})};
  const Skeleton skeleton = *Skeleton::build(joints);
  const JointId hip = skeleton.joint("hip"), foot = skeleton.joint("foot");
  const std::vector<double> pose{0.4, -0.7, 0.9};
  Frames frames(skeleton);
  forward(skeleton, pose, frames);
  Matrix<double, 3, 3> j;
  jacobian(skeleton, frames, {foot}, {.rows = Rows::Linear}, j);
  const Mat3 turned = to_matrix(frames.rotation(hip));
  const Vec3 columns[] = {turned.z, turned.y, turned.x};  // of the axes Z, Y, X
  for (int k = 0; k < 3; ++k) {
    std::vector<double> before = pose, after = pose;
    before[static_cast<std::size_t>(k)] -= 1e-5;
    after[static_cast<std::size_t>(k)] += 1e-5;
    Frames moved(skeleton);
    forward(skeleton, before, moved);
    const Vec3 from = moved.position(foot);
    forward(skeleton, after, moved);
    const Vec3 measured = (moved.position(foot) - from) / 2e-5;
    const Vec3 ours{j(0, k), j(1, k), j(2, k)};
    const Vec3 printed = cross(columns[k], frames.position(foot) - frames.position(hip));
    EXPECT_LT(length(ours - measured), 1e-9);
    if (k < 2) {
      EXPECT_GT(length(printed - measured), 0.1) << "axis " << k;
    } else {
      EXPECT_LT(length(printed - measured), 1e-9);  // the innermost one is right
    }
  }
}

// The ASF/AMC homework inverts by (J^T J)^-1 J^T, which a chain with more freedoms than rows does not have.
TEST(Errata, TheLeftInverseOfARedundantChainIsSingular) {
  std::vector<Joint> joints;
  for (int i = 0; i < 5; ++i)
    joints.push_back(
        hinge("h" + std::to_string(i), i ? "h" + std::to_string(i - 1) : "", {0.2, 0, 0}, i % 2 ? kUnitY : kUnitZ));
  joints.push_back(fixed_joint("tip", "h4", {0.2, 0, 0}));
  const Skeleton skeleton = *Skeleton::build(joints);
  Frames frames(skeleton);
  forward(skeleton, std::vector<double>{0.1, 0.5, -0.4, 0.7, 0.3}, frames);
  Eigen::Matrix<double, 3, 5> j;
  jacobian(skeleton, frames, {skeleton.joint("tip")}, {.rows = Rows::Linear}, {j.data(), 3, 5});
  EXPECT_EQ(Eigen::FullPivLU<Eigen::MatrixXd>(j.transpose() * j).rank(), 3);  // of 5: no inverse
  const Eigen::Vector3d wanted(0.1, -0.2, 0.3);
  const Eigen::VectorXd right = j.transpose() * (j * j.transpose()).inverse() * wanted;
  EXPECT_LT((j * right - wanted).norm(), 1e-12);
}

}  // namespace
}  // namespace kine
