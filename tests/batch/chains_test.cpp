// Many poses of a chain at once against ChainKernel, one pose after the other: bit for bit.
#include "kine/batch/chains.h"

#include <string>

#include "scenes/random_pose.h"
#include "tests/batch/same_bits.h"
#include "tests/support/allocation_trap.h"
#include "tests/support/random_skeleton.h"

namespace kine {
namespace {

using test::Random;

/// Hinges and sliders, some parallel, some following the first.
Skeleton random_chain(Random& random, int count) {
  std::vector<Joint> joints;
  std::string parent;
  const bool follows = random.chance(0.3);
  for (int i = 0; i < count; ++i) {
    const std::string name = "j" + std::to_string(i);
    const Vec3 axis = i > 0 && random.chance(0.3) ? joints.back().axis : random.direction();
    const Vec3 shift = random.chance(0.2) ? Vec3{} : random.point(0.4);
    joints.push_back(i > 0 && random.chance(0.15) ? slider(name, parent, shift, axis, {-0.3, 0.3})
                                                  : hinge(name, parent, shift, axis, {-3, 3}));
    if (follows && i > 1 && random.chance(0.3))
      joints.back().axes[0].follows = Follow{"j0", 0, random.uniform(0.1, 1), random.uniform(-0.3, 0.3)};
    joints.back().rest.rotation = random.rotation();
    parent = name;
  }
  return Skeleton::build(joints).value();
}

TEST(ManyChains, HaveTheBitsOfSingleOnes) {
  constexpr std::size_t kPoses = 1003;
  test::Backwards backwards;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Random random(seed);
    const Skeleton arm = random_chain(random, 1 + random.below(20));
    const ChainKernel kernel(arm, {arm.joint_count() - 1});
    const Vec3 offset = random.point(0.3);
    const int columns = static_cast<int>(kernel.freedoms().size());
    Batch batch(arm, kPoses);
    std::vector<Pose> poses;
    for (std::size_t i = 0; i < kPoses; ++i) {
      poses.push_back(scenes::random_pose(arm, random));
      if (random.chance(0.05)) poses[i].q[0] = test::kOddNumbers[random.below(test::kOddCount)];
      batch.set(i, poses[i].q);
    }
    Arrays tips(12, kPoses), jacobians(6 * columns, kPoses), only_tips(12, kPoses);
    std::vector<double> jacobian(static_cast<std::size_t>(6 * columns));
    for (const int lanes : test::kLaneWidths) {
      {
        const test::AllocationTrap trap;
        forward(kernel, batch, only_tips, {&backwards, lanes});
        forward_and_jacobian(kernel, batch, offset, tips, jacobians, {nullptr, lanes});
        ASSERT_EQ(trap.count(), 0);
      }
      for (std::size_t i = 0; i < kPoses; ++i) {
        const Affine tip =
            kernel.forward_and_jacobian(poses[i].q, offset, MatrixView<double>(jacobian.data(), 6, columns, 6));
        const Vec3 parts[] = {tip.linear.x, tip.linear.y, tip.linear.z, tip.translation};
        for (int k = 0; k < 12; ++k) {
          ASSERT_TRUE(test::same(tips[k][i], parts[k / 3][k % 3])) << "seed " << seed << ", pose " << i;
          ASSERT_TRUE(test::same(only_tips[k][i], parts[k / 3][k % 3])) << "seed " << seed << ", pose " << i;
        }
        for (int k = 0; k < 6 * columns; ++k)
          ASSERT_TRUE(test::same(jacobians[k][i], jacobian[static_cast<std::size_t>(k)])) << "seed " << seed;
      }
    }
  }
}

TEST(Batch, GivesBackWhatItTook) {
  Random random(1);
  const Skeleton arm = random_chain(random, 5);
  Batch batch(arm, 100);
  EXPECT_EQ(batch.size(), 100u);
  std::vector<double> pose(static_cast<std::size_t>(batch.value_count()));
  batch.get(42, pose);
  EXPECT_EQ(pose, arm.rest_pose().q);
  for (double& value : pose) value = random.uniform(-1, 1);
  batch.set(42, pose);
  std::vector<double> back(pose.size());
  batch.get(42, back);
  EXPECT_EQ(back, pose);
  EXPECT_EQ(batch.values(3)[42], pose[3]);
  batch.get(41, back);
  EXPECT_EQ(back, arm.rest_pose().q);
}

}  // namespace
}  // namespace kine
