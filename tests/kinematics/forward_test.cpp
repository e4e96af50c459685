#include "kine/kinematics/forward.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <vector>

#include "tests/support/random_skeleton.h"

namespace kine {
namespace {

using test::Random;

Eigen::Vector3d eigen(const Vec3& v) { return {v.x, v.y, v.z}; }
Eigen::Quaterniond eigen(const Quat& q) { return {q.w, q.x, q.y, q.z}; }

/// What a joint does, by Eigen's matrices and straight from the description.
Eigen::Affine3d motion(const Skeleton& skeleton, const Pose& pose, JointId id) {
  const Joint& joint = skeleton.description(id);
  Eigen::Affine3d m = Eigen::Affine3d::Identity();
  const double* v = pose.data() + skeleton.first_value(id);
  switch (joint.kind) {
    case JointKind::Fixed:
      break;
    case JointKind::Hinge:
      m.rotate(Eigen::AngleAxisd(joint_value(skeleton, pose, id), eigen(joint.axis)));
      break;
    case JointKind::Slider:
      m.translate(eigen(joint.axis) * joint_value(skeleton, pose, id));
      break;
    case JointKind::Euler:
      for (int k = 0; k < joint.euler_count; ++k)
        m.rotate(Eigen::AngleAxisd(joint_value(skeleton, pose, id, k),
                                   eigen(joint.euler_axes[static_cast<std::size_t>(k)])));
      break;
    case JointKind::Free:
      m.translate(Eigen::Vector3d(v[4], v[5], v[6]));
      [[fallthrough]];
    case JointKind::Ball:
      m.rotate(Eigen::Quaterniond(v[3], v[0], v[1], v[2]));
      break;
  }
  return m;
}

TEST(Forward, AgreesWithProductsOfMatrices) {
  double worst = 0;
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    Random random(seed);
    const Skeleton skeleton = random_skeleton(random, {.joints = 12, .scales = seed % 2 == 0});
    const Pose pose = random_pose(random, skeleton);
    Frames frames(skeleton);
    forward(skeleton, pose, frames);
    std::vector<Eigen::Affine3d> world;
    std::vector<Eigen::Matrix3d> turn;
    for (int i = 0; i < skeleton.joint_count(); ++i) {
      const Joint& joint = skeleton.description({i});
      const int parent = skeleton.parent({i}).index;
      Eigen::Affine3d local = Eigen::Affine3d::Identity();
      local.translate(eigen(joint.rest.translation));
      local.rotate(eigen(joint.rest.rotation));
      local = local * motion(skeleton, pose, {i});
      const Eigen::Matrix3d local_turn = local.linear();
      local.scale(eigen(joint.rest.scale));
      world.push_back(parent < 0 ? local : world[static_cast<std::size_t>(parent)] * local);
      turn.push_back(parent < 0 ? local_turn : Eigen::Matrix3d(turn[static_cast<std::size_t>(parent)] * local_turn));
      const Vec3 offset = random.point(1);
      worst = std::max(worst, (world.back() * eigen(offset) - eigen(frames.position({{i}, offset}))).norm());
      worst = std::max(worst, (turn.back() - eigen(frames.rotation({i})).toRotationMatrix()).norm());
    }
  }
  EXPECT_LE(worst, 1e-11);
}

TEST(Forward, AShapeReplacesRestTranslationsAndScales) {
  Random random(3);
  std::vector<Joint> joints = random_joints(random, {.joints = 10, .scales = true});
  const Skeleton skeleton = *Skeleton::build(joints);
  Shape shape(skeleton);
  for (std::size_t i = 0; i < joints.size(); ++i) {
    joints[i].rest.translation = shape.translation[i] = random.point(1);
    joints[i].rest.scale = shape.scale[i] = {random.uniform(0.5, 2), random.uniform(0.5, 2), random.uniform(0.5, 2)};
  }
  const Skeleton other = *Skeleton::build(joints);
  const Pose pose = random_pose(random, skeleton);
  Frames frames(skeleton), expected(other);
  forward(skeleton, pose, shape, frames);
  forward(other, pose, expected);
  for (int i = 0; i < skeleton.joint_count(); ++i) {
    EXPECT_EQ(frames.position(JointId{i}), expected.position(JointId{i}));
    EXPECT_EQ(frames.affine({i}).linear, expected.affine({i}).linear);
  }
}

TEST(Forward, UnequalScaleAboveATurnedJointShearsItAsInGltf) {
  std::vector<Joint> joints{fixed_joint("wide", "", {}), hinge("turned", "wide", {}, kUnitZ),
                            fixed_joint("tip", "turned", {1, 0, 0})};
  joints[0].rest.scale = {2, 1, 1};
  const Skeleton skeleton = *Skeleton::build(joints);
  Frames frames(skeleton);
  forward(skeleton, std::vector<double>{radians(45.0)}, frames);
  EXPECT_NEAR(frames.position(skeleton.joint("tip")).x, 2 * std::sqrt(0.5), 1e-15);
  EXPECT_NEAR(frames.position(skeleton.joint("tip")).y, std::sqrt(0.5), 1e-15);
}

TEST(Forward, AQuaternionOfAnyLengthIsTheSameTurn) {
  const Joint joints[] = {ball("ball", "", {}), fixed_joint("tip", "ball", {1, 2, 3})};
  const Skeleton skeleton = *Skeleton::build(joints);
  Frames a(skeleton), b(skeleton);
  forward(skeleton, std::vector<double>{0.5, 0.5, 0.5, 0.5}, a);
  forward(skeleton, std::vector<double>{8, 8, 8, 8}, b);
  EXPECT_EQ(a.position(JointId{1}), b.position(JointId{1}));
}

TEST(Forward, AThousandJointsDeepStaysRigid) {
  std::vector<Joint> joints{hinge("0", "", {}, kUnitZ)};
  for (int i = 1; i < 1000; ++i)
    joints.push_back(hinge(std::to_string(i), std::to_string(i - 1), {0.01, 0, 0}, {1, 2, 3}));
  const Skeleton skeleton = *Skeleton::build(joints);
  Random random(1);
  Frames frames(skeleton);
  forward(skeleton, random_pose(random, skeleton), frames);
  for (int i = 1; i < 1000; ++i) {
    EXPECT_NEAR(length(frames.position(JointId{i}) - frames.position(JointId{i - 1})), 0.01, 1e-14);
    EXPECT_NEAR(length(frames.rotation({i})), 1, 1e-12);
  }
}

}  // namespace
}  // namespace kine
