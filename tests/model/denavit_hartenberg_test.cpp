#include "kine/model/denavit_hartenberg.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>
#include <Eigen/Geometry>
#include <cmath>
#include <limits>
#include <vector>

#include "kine/kinematics/forward.h"
#include "tests/math/math_testing.h"

namespace kine {
namespace {

using testing_math::eigen;
using testing_math::number;

Eigen::Matrix4d turn_x(double angle) {
  Eigen::Matrix4d m = Eigen::Matrix4d::Identity();
  m.block<2, 2>(1, 1) << std::cos(angle), -std::sin(angle), std::sin(angle), std::cos(angle);
  return m;
}

Eigen::Matrix4d turn_z(double angle) {
  Eigen::Matrix4d m = Eigen::Matrix4d::Identity();
  m.block<2, 2>(0, 0) << std::cos(angle), -std::sin(angle), std::sin(angle), std::cos(angle);
  return m;
}

Eigen::Matrix4d shift(double x, double y, double z) {
  Eigen::Matrix4d m = Eigen::Matrix4d::Identity();
  m.block<3, 1>(0, 3) << x, y, z;
  return m;
}

/// The textbook's matrix of a row, with the joint at q.
Eigen::Matrix4d row_matrix(const DhRow& row, DhConvention convention, double q) {
  const double theta = row.theta + (row.kind == JointKind::Hinge ? q : 0);
  const double d = row.d + (row.kind == JointKind::Slider ? q : 0);
  if (convention == DhConvention::Classic)
    return turn_z(theta) * shift(0, 0, d) * shift(row.a, 0, 0) * turn_x(row.alpha);
  return turn_x(row.alpha) * shift(row.a, 0, 0) * turn_z(theta) * shift(0, 0, d);
}

Eigen::Matrix4d matrix(const Transform& t) { return eigen(t).matrix(); }

double apart(const Transform& t, const Eigen::Matrix4d& m) { return (matrix(t) - m).cwiseAbs().maxCoeff(); }

Skeleton built(const std::vector<DhRow>& rows, DhConvention convention, const DhEnds& ends = {}) {
  const Result<std::vector<Joint>> joints = from_dh(rows, convention, ends);
  EXPECT_TRUE(joints.ok()) << joints.error();
  Result<Skeleton> skeleton = Skeleton::build(*joints);
  EXPECT_TRUE(skeleton.ok()) << skeleton.error();
  return *skeleton;
}

Frames frames_at(const Skeleton& skeleton, const std::vector<double>& q) {
  Frames frames(skeleton);
  forward(skeleton, q, frames);
  return frames;
}

std::vector<DhRow> random_table() {
  std::vector<DhRow> rows(static_cast<std::size_t>(*rc::gen::inRange(1, 9)));
  for (DhRow& row : rows) {
    row.a = *number(1);
    row.alpha = *number(4);
    row.d = *number(1);
    row.theta = *number(4);
    row.kind = *rc::gen::element(JointKind::Hinge, JointKind::Slider, JointKind::Fixed);
  }
  return rows;
}

RC_GTEST_PROP(DenavitHartenberg, TipStandsWhereThePlainMatrixProductPutsIt, ()) {
  const std::vector<DhRow> rows = random_table();
  const auto convention = *rc::gen::element(DhConvention::Classic, DhConvention::Modified);
  DhEnds ends;
  ends.parent_from_base = *testing_math::transform();
  const Skeleton skeleton = built(rows, convention, ends);
  std::vector<double> q;
  Eigen::Matrix4d product = matrix(ends.parent_from_base);
  for (const DhRow& row : rows) {
    const double value = *number(3);
    if (row.kind != JointKind::Fixed) q.push_back(value);
    product = product * row_matrix(row, convention, value);
  }
  const Frames frames = frames_at(skeleton, q);
  RC_ASSERT(apart(frames.world_from_joint(skeleton.joint("tip")), product) < 1e-13);
}

RC_GTEST_PROP(DenavitHartenberg, ModifiedJointsStandInTheTablesOwnFrames, ()) {
  const std::vector<DhRow> rows = random_table();
  const Skeleton skeleton = built(rows, DhConvention::Modified);
  std::vector<double> q;
  std::vector<Eigen::Matrix4d> products;
  Eigen::Matrix4d product = Eigen::Matrix4d::Identity();
  for (const DhRow& row : rows) {
    const double value = *number(3);
    if (row.kind != JointKind::Fixed) q.push_back(value);
    products.push_back(product = product * row_matrix(row, DhConvention::Modified, value));
  }
  const Frames frames = frames_at(skeleton, q);
  for (int i = 0; i < static_cast<int>(rows.size()); ++i)
    RC_ASSERT(apart(frames.world_from_joint({i}), products[static_cast<std::size_t>(i)]) < 1e-13);
}

RC_GTEST_PROP(DenavitHartenberg, ClassicJointsTurnAboutZOfTheFrameBefore, ()) {
  const std::vector<DhRow> rows = random_table();
  const Skeleton skeleton = built(rows, DhConvention::Classic);
  const std::vector<double> q(static_cast<std::size_t>(skeleton.value_count()), 0.0);
  const Frames frames = frames_at(skeleton, q);
  Eigen::Matrix4d product = Eigen::Matrix4d::Identity();
  for (int i = 0; i < static_cast<int>(rows.size()); ++i) {
    RC_ASSERT(apart(frames.world_from_joint({i}), product) < 1e-13);  // at zero the joint's own motion is none
    product = product * row_matrix(rows[static_cast<std::size_t>(i)], DhConvention::Classic, 0);
  }
}

std::vector<DhRow> ur5() {
  return {{.name = "shoulder_pan", .alpha = kHalfPi, .d = 0.089159},
          {.name = "shoulder_lift", .a = -0.425},
          {.name = "elbow", .a = -0.39225},
          {.name = "wrist_1", .alpha = kHalfPi, .d = 0.10915},
          {.name = "wrist_2", .alpha = -kHalfPi, .d = 0.09465},
          {.name = "wrist_3", .d = 0.0823}};
}

TEST(DenavitHartenberg, Ur5FromItsClassicTable) {
  const Skeleton arm = built(ur5(), DhConvention::Classic);
  ASSERT_EQ(arm.value_count(), 6);
  const Transform tip = frames_at(arm, std::vector<double>(6, 0.0)).world_from_joint(arm.joint("tip"));
  // Stretched along -x: x = a2 + a3, y = -(d4 + d6), z = d1 - d5.
  EXPECT_NEAR(tip.translation.x, -0.81725, 1e-15);
  EXPECT_NEAR(tip.translation.y, -0.19145, 1e-15);
  EXPECT_NEAR(tip.translation.z, -0.005491, 1e-15);
  // Its z points along -y, its y along z.
  EXPECT_LT(testing_math::apart(rotate(tip.rotation, kUnitZ), {0, -1, 0}), 1e-15);
  EXPECT_LT(testing_math::apart(rotate(tip.rotation, kUnitY), {0, 0, 1}), 1e-15);
  EXPECT_LT(testing_math::apart(rotate(tip.rotation, kUnitX), {1, 0, 0}), 1e-15);
}

TEST(DenavitHartenberg, Ur5StandsUprightWithItsShoulderLifted) {
  const Skeleton arm = built(ur5(), DhConvention::Classic);
  const Transform tip = frames_at(arm, {0, -kHalfPi, 0, -kHalfPi, 0, 0}).world_from_joint(arm.joint("tip"));
  EXPECT_NEAR(tip.translation.x, 0, 1e-15);
  EXPECT_NEAR(tip.translation.y, -0.10915 - 0.0823, 1e-15);
  EXPECT_NEAR(tip.translation.z, 0.089159 + 0.425 + 0.39225 + 0.09465, 1e-15);
}

TEST(DenavitHartenberg, PandaFromItsModifiedTable) {
  const std::vector<DhRow> rows = {{.name = "panda_joint1", .d = 0.333},
                                   {.name = "panda_joint2", .alpha = -kHalfPi},
                                   {.name = "panda_joint3", .alpha = kHalfPi, .d = 0.316},
                                   {.name = "panda_joint4", .a = 0.0825, .alpha = kHalfPi},
                                   {.name = "panda_joint5", .a = -0.0825, .alpha = -kHalfPi, .d = 0.384},
                                   {.name = "panda_joint6", .alpha = kHalfPi},
                                   {.name = "panda_joint7", .a = 0.088, .alpha = kHalfPi},
                                   {.name = "flange", .d = 0.107, .kind = JointKind::Fixed}};
  const Skeleton arm = built(rows, DhConvention::Modified);
  ASSERT_EQ(arm.value_count(), 7);
  const Frames frames = frames_at(arm, std::vector<double>(7, 0.0));
  const Transform flange = frames.world_from_joint(arm.joint("flange"));
  EXPECT_NEAR(flange.translation.x, 0.088, 1e-15);
  EXPECT_NEAR(flange.translation.y, 0, 1e-15);
  EXPECT_NEAR(flange.translation.z, 0.333 + 0.316 + 0.384 - 0.107, 1e-15);
  EXPECT_LT(testing_math::apart(rotate(flange.rotation, kUnitZ), {0, 0, -1}), 1e-15);
  EXPECT_LT(testing_math::apart(rotate(flange.rotation, kUnitX), {1, 0, 0}), 1e-15);
  EXPECT_EQ(frames.world_from_joint(arm.joint("tip")), flange);
}

TEST(DenavitHartenberg, KeepsNamesSettingsAndTheJointItHangsOn) {
  std::vector<DhRow> rows(2);
  rows[0].settings.limits = {-1, 2};
  rows[0].settings.max_speed = 3;
  rows[1].name = "lift";
  rows[1].kind = JointKind::Slider;
  const Result<std::vector<Joint>> joints =
      from_dh(rows, DhConvention::Classic, {.tip = "gripper", .parent = "torso", .parent_from_base = {}});
  ASSERT_TRUE(joints.ok());
  ASSERT_EQ(joints->size(), 3u);
  EXPECT_EQ((*joints)[0].name, "joint1");
  EXPECT_EQ((*joints)[0].parent, "torso");
  EXPECT_EQ((*joints)[0].axes[0].limits, (Range{-1, 2}));
  EXPECT_EQ((*joints)[0].axes[0].max_speed, 3);
  EXPECT_EQ((*joints)[1].name, "lift");
  EXPECT_EQ((*joints)[1].kind, JointKind::Slider);
  EXPECT_EQ((*joints)[1].parent, "joint1");
  EXPECT_EQ((*joints)[2].name, "gripper");
  EXPECT_EQ((*joints)[2].kind, JointKind::Fixed);
}

TEST(DenavitHartenberg, RefusesWhatIsNoTableWithASentence) {
  EXPECT_EQ(from_dh({}, DhConvention::Classic).error(), "the Denavit-Hartenberg table has no rows");
  std::vector<DhRow> rows(3);
  rows[1].alpha = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(from_dh(rows, DhConvention::Modified).error(),
            "row 2 of the Denavit-Hartenberg table: alpha is not a finite number");
  rows[1].alpha = 0;
  rows[2].kind = JointKind::Ball;
  EXPECT_EQ(from_dh(rows, DhConvention::Modified).error(), "row 3 of the Denavit-Hartenberg table is of kind " +
                                                               std::string(to_string(JointKind::Ball)) +
                                                               "; it can be Hinge, Slider or Fixed");
}

}  // namespace
}  // namespace kine
