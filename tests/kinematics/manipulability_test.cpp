#include "kine/kinematics/manipulability.h"

#include <gtest/gtest.h>

#include <Eigen/SVD>
#include <limits>
#include <vector>

#include "kine/kinematics/forward.h"
#include "scenes/random_pose.h"
#include "scenes/scenes.h"
#include "tests/support/allocation_trap.h"

namespace kine {
namespace {

TEST(Manipulability, AgreesWithEigen) {
  for (const scenes::Scene& scene : scenes::all()) {
    const Skeleton skeleton = scene.build();
    scenes::Random random(3);
    Frames frames(skeleton);
    Scratch scratch(manipulability_bytes(skeleton));
    for (int i = 0; i < 20; ++i) {
      forward(skeleton, scenes::random_pose(skeleton, random), frames);
      const PointOnJoint point{{skeleton.joint_count() - 1}, {0.1, 0.05, -0.2}};
      for (const Rows rows : {Rows::Linear, Rows::Angular}) {
        Eigen::MatrixXd matrix(3, skeleton.freedom_count());
        jacobian(skeleton, frames, point, {.rows = rows}, {matrix.data(), 3, skeleton.freedom_count()});
        const Eigen::JacobiSVD<Eigen::MatrixXd> svd(matrix, Eigen::ComputeThinU);
        const std::optional<Manipulability> found = manipulability(skeleton, frames, point, rows, scratch);
        ASSERT_TRUE(found);
        for (int k = 0; k < 3; ++k) {
          const double value = k < svd.singularValues().size() ? svd.singularValues()[k] : 0;
          EXPECT_NEAR(found->values[static_cast<std::size_t>(k)], value, 1e-12 * (1 + svd.singularValues()[0]));
        }
        const Vec3& along = found->directions[0];
        const double agree =
            along.x * svd.matrixU()(0, 0) + along.y * svd.matrixU()(1, 0) + along.z * svd.matrixU()(2, 0);
        if (found->values[1] < 0.99 * found->values[0]) {
          EXPECT_NEAR(std::abs(agree), 1, 1e-9);
        }
      }
    }
  }
}

TEST(Manipulability, VanishesInASingularPoseAndAllocatesNothing) {
  const Skeleton arm = scenes::planar_arm();
  Frames frames(arm);
  forward(arm, Pose{{0, 0}}, frames);  // straight along x
  Scratch scratch(manipulability_bytes(arm));
  const test::AllocationTrap trap;
  const std::optional<Manipulability> found = manipulability(arm, frames, {arm.joint("hand")}, Rows::Linear, scratch);
  EXPECT_EQ(trap.count(), 0);
  ASSERT_TRUE(found);
  EXPECT_GT(found->values[0], 0.5);
  EXPECT_LT(found->values[1], 1e-12);
  EXPECT_NEAR(std::abs(found->directions[0].y), 1, 1e-12);
  EXPECT_LT(found->measure(), 1e-20);
}

}  // namespace
}  // namespace kine
