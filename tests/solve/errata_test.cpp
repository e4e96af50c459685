// Rows of docs/errata.md that concern the Jacobian method: each shows what the printed text gives and what is right.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <array>
#include <vector>

#include "kine/kinematics/forward.h"
#include "kine/kinematics/jacobian.h"
#include "kine/math/dense/paper_inverse.h"
#include "kine/solve/jacobian.h"

namespace kine {
namespace {

// Meredith & Maddock, equation 1.6 with appendix C: (J Jᵀ)⁻¹ by 1/det. A straight leg is where every stride begins.
TEST(Errata, ThePapersInverseDoesNotMoveAStraightLegAndOursDoes) {
  const Joint joints[] = {euler("hip", "", {0, 0.9, 0}, "XZY"), hinge("knee", "hip", {0, -0.45, 0}, kUnitX, {0, 2.5}),
                          fixed_joint("heel", "knee", {0, -0.45, 0})};
  const Skeleton leg = Skeleton::build(joints).value();
  const JointId heel = leg.joint("heel");
  Frames frames(leg);
  forward(leg, leg.rest_pose(), frames);
  Matrix<double, 3, 4> j;
  jacobian(leg, frames, {heel}, {.rows = Rows::Linear}, j);
  Matrix<double, 3, 3> jjt, inverse;
  paper_jjt<double, 3>(j, jjt);
  const Eigen::Map<const Eigen::Matrix3d> m(jjt.data());
  EXPECT_EQ(Eigen::FullPivLU<Eigen::Matrix3d>(m).rank(), 2);  // the heel cannot move along the leg
  paper_inverse3(jjt, inverse);
  bool finite = true;
  for (const double value : inverse.values) finite = finite && std::isfinite(value);
  EXPECT_FALSE(finite);

  Scratch scratch(leg);
  const Goal lifted[] = {reach(heel, {0, 0.2, 0.1})};
  Pose pose = leg.rest_pose();
  const Report paper = solve(leg, lifted, Jacobian{.inverse = Inverse::Paper}, pose, scratch);
  EXPECT_EQ(paper.status, Status::NotFound);
  EXPECT_EQ(pose, leg.rest_pose());
  const Report ours = solve(leg, lifted, Jacobian{}, pose, scratch);
  EXPECT_EQ(ours.status, Status::Reached);
  // Even straight above, on the leg's own line, where J Jᵀ cannot be damped into moving at all.
  const Goal on_its_line[] = {reach(heel, {0, 0.3, 0})};
  pose = leg.rest_pose();
  EXPECT_EQ(solve(leg, on_its_line, Jacobian{}, pose, scratch).status, Status::Reached);
}

// The ASF/AMC homework fills the Jacobian's columns by a counter, one for each angle a bone has, but reads the angles
// back at offset + axis (x 0, y 1, z 2).
TEST(Errata, AnglesReadFromOffsetPlusAxisAreOthersAngles) {
  // From the tip to the root, as the listing walks: a wrist with y and z only, then a shoulder with all three.
  const Joint joints[] = {euler("shoulder", "", {}, "XYZ"), euler("wrist", "shoulder", {0.3, 0, 0}, "YZ"),
                          fixed_joint("finger", "wrist", {0.2, 0.05, 0.02})};
  const Skeleton arm = Skeleton::build(joints).value();
  const JointId finger = arm.joint("finger");
  const std::vector<double> pose{0.2, -0.4, 0.5, 0.3, -0.6};  // shoulder x y z, wrist y z
  Frames frames(arm);
  forward(arm, pose, frames);
  Eigen::Matrix<double, 3, 5> ours;
  jacobian(arm, frames, {finger}, {.rows = Rows::Linear}, {ours.data(), 3, 5});
  Eigen::Matrix<double, 3, 5> listing;  // its columns: wrist y, wrist z, shoulder x, y, z
  const int value_of_column[] = {3, 4, 0, 1, 2};
  for (int c = 0; c < 5; ++c) listing.col(c) = ours.col(value_of_column[c]);

  const Eigen::Vector3d wanted(1e-4, -2e-4, 1.5e-4);
  const Eigen::VectorXd step = listing.transpose() * (listing * listing.transpose()).inverse() * wanted;
  const auto move_of = [&](const std::array<int, 5>& read) {  // where each of the columns' angles is read from
    std::vector<double> moved = pose;
    for (std::size_t c = 0; c < 5; ++c) moved[static_cast<std::size_t>(value_of_column[c])] += step(read[c]);
    Frames after(arm);
    forward(arm, moved, after);
    const Vec3 by = after.position(finger) - frames.position(finger);
    return Eigen::Vector3d(by.x, by.y, by.z);
  };
  const int wrist = 0, shoulder = 2;  // dofInc
  const std::array<int, 5> printed{wrist + 1, wrist + 2, shoulder + 0, shoulder + 1, shoulder + 2};
  const std::array<int, 5> right{0, 1, 2, 3, 4};
  EXPECT_LT((move_of(right) - wanted).norm(), 1e-2 * wanted.norm());
  EXPECT_GT((move_of(printed) - wanted).norm(), 0.2 * wanted.norm());
  EXPECT_EQ(printed[1], 2);  // the wrist's z is the shoulder's x
}

}  // namespace
}  // namespace kine
