#include <gtest/gtest.h>

#include <vector>

#include "kine/kinematics/centre_of_mass.h"
#include "kine/kinematics/forward.h"
#include "kine/kinematics/jacobian.h"
#include "scenes/scenes.h"
#include "tests/support/allocation_trap.h"

namespace kine {
namespace {

using test::AllocationTrap;

TEST(NoAllocation, TheTrapCatchesAnAllocation) {
  const AllocationTrap trap;
  const std::vector<double> caught(3);
  EXPECT_EQ(trap.count(), 1);
}

TEST(NoAllocation, ForwardJacobianAndPoseFunctionsMakeNone) {
  for (const scenes::Scene& scene : scenes::all()) {
    const Skeleton skeleton = scene.build();
    Pose pose = skeleton.rest_pose(), other = pose;
    const Shape shape(skeleton);
    const JointId tip{skeleton.joint_count() - 1};
    const Chain chain(skeleton, tip);
    Frames frames(skeleton);
    const int n = skeleton.freedom_count(), m = static_cast<int>(chain.freedoms().size());
    std::vector<double> numbers(static_cast<std::size_t>(6 * n)), speeds(static_cast<std::size_t>(n), 0.1);
    const AllocationTrap trap;
    forward(skeleton, pose, frames);
    forward(skeleton, chain, pose, frames);
    jacobian(skeleton, chain, frames, {}, {}, {numbers.data(), 6, m});
    jacobian(skeleton, frames, {tip}, {}, {numbers.data(), 6, n});
    jacobian(skeleton, frames, {tip}, {.rows = Rows::Linear, .relative_to = JointId{0}}, {numbers.data(), 3, n});
    centre_of_mass(skeleton, frames);
    centre_of_mass_jacobian(skeleton, frames, false, {numbers.data(), 3, n});
    integrate(skeleton, speeds, 0.1, pose);
    difference(skeleton, pose, other, speeds);
    blend(skeleton, pose, other, 0.5, other);
    clamp_to_limits(skeleton, pose);
    forward(skeleton, pose, shape, frames);
    EXPECT_EQ(trap.count(), 0) << scene.name;
  }
}

}  // namespace
}  // namespace kine
