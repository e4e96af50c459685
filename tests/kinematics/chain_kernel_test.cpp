// ChainKernel against forward and jacobian, on random chains of hinges, sliders, Euler joints and followers.
#include "kine/kinematics/chain_kernel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "kine/kinematics/chain.h"
#include "kine/kinematics/forward.h"
#include "kine/kinematics/jacobian.h"
#include "scenes/random_pose.h"
#include "scenes/scenes.h"
#include "tests/support/allocation_trap.h"
#include "tests/support/random_skeleton.h"

namespace kine {
namespace {

using test::Random;

Skeleton random_chain(Random& random, int count) {
  std::vector<Joint> joints;
  std::string parent;
  for (int i = 0; i < count; ++i) {
    const std::string name = "j" + std::to_string(i);
    const bool parallel = i > 0 && random.chance(0.3);
    const Vec3 axis = parallel ? joints.back().axis : random.direction();
    const Vec3 shift = random.chance(0.2) ? Vec3{} : random.point(0.4);
    if (random.chance(0.15)) {
      joints.push_back(slider(name, parent, shift, axis, {-0.3, 0.3}));
    } else if (random.chance(0.1)) {
      joints.push_back(fixed_joint(name, parent, shift));
      joints.back().axis = axis;
    } else {
      joints.push_back(hinge(name, parent, shift, axis, {-3, 3}));
      if (i > 1 && random.chance(0.2) && joints[0].kind == JointKind::Hinge)
        joints.back().axes[0].follows = Follow{"j0", 0, random.uniform(-1, 1) + 0.1, random.uniform(-0.3, 0.3)};
    }
    if (!parallel) joints.back().rest.rotation = random.rotation();
    parent = name;
  }
  return Skeleton::build(joints).value();
}

TEST(ChainKernel, IsForwardAndJacobian) {
  for (int i = 0; i < 300; ++i) {
    Random random(static_cast<std::uint64_t>(i));
    const Skeleton arm = random_chain(random, 1 + random.below(40));
    const JointId tip{arm.joint_count() - 1};
    ASSERT_FALSE(ChainKernel::fault_of(arm, tip));
    const ChainKernel kernel(arm, tip);
    const Chain chain(arm, tip);
    ASSERT_TRUE(std::ranges::equal(kernel.freedoms(), chain.freedoms()));
    const Pose pose = scenes::random_pose(arm, random);
    const Vec3 offset = random.point(0.3);
    Frames frames(arm);
    forward(arm, pose, frames);
    const int columns = static_cast<int>(chain.freedoms().size());
    std::vector<double> theirs(static_cast<std::size_t>(6 * columns)), ours(theirs.size(), 7.0);
    jacobian(arm, chain, frames, offset, {}, MatrixView<double>(theirs.data(), 6, columns, 6));
    const test::AllocationTrap trap;
    const Affine at = kernel.forward_and_jacobian(pose.q, offset, MatrixView<double>(ours.data(), 6, columns, 6));
    EXPECT_EQ(trap.count(), 0);
    EXPECT_LT(length(at.translation - frames.position(tip)), 1e-12);
    EXPECT_LT(length(at * offset - frames.position({tip, offset})), 1e-12);
    EXPECT_EQ(kernel.forward(pose.q).translation, at.translation);
    for (std::size_t k = 0; k < ours.size(); ++k) EXPECT_NEAR(ours[k], theirs[k], 1e-11) << "chain " << i;
  }
}

TEST(ChainKernel, SaysWhatItDoesNotTake) {
  const Skeleton balls = scenes::ball_chain(3);
  EXPECT_TRUE(ChainKernel::fault_of(balls, balls.joint("tip")));
  EXPECT_TRUE(ChainKernel::fault_of(balls, kWorld));
}

}  // namespace
}  // namespace kine
