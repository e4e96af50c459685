#pragma once

#include <vector>

#include "tests/support/random_skeleton.h"

namespace kine::test {

/// A skeleton of 5 to 40 freedoms of every kind, with limits 20 to 180 degrees wide on everything that has any.
inline Skeleton limited_skeleton(Random& random) {
  for (;;) {
    std::vector<Joint> joints = random_joints(random, {.joints = 4 + random.below(12),
                                                       .fixed = false,
                                                       .several_roots = false,
                                                       .branching = random.chance(0.5) ? 0.0 : 0.3});
    const auto width = [&] { return radians(random.uniform(20, 180)); };
    for (Joint& joint : joints) {
      if (joint.kind == JointKind::Free) joint.kind = JointKind::Ball;
      const int axes = joint.kind == JointKind::Euler ? joint.euler_count : axis_count(joint.kind);
      for (int k = 0; k < axes; ++k) {
        AxisSettings& axis = joint.axes[static_cast<std::size_t>(k)];
        axis.weight = 1;
        if (axis.follows || joint.kind == JointKind::Ball) continue;
        const double w = width(), middle = random.uniform(-w / 2, w / 2);
        axis.limits = {middle - w / 2, middle + w / 2};
        if (joint.kind == JointKind::Slider) axis.limits = {-0.2, 0.3};
      }
      joint.ball.swing_first = width() / 2;
      joint.ball.swing_second = width() / 2;
      const double twist = width();
      joint.ball.twist = {-twist / 2, twist / 2};
    }
    const Result<Skeleton> skeleton = Skeleton::build(joints);
    if (skeleton && skeleton->freedom_count() >= 5 && skeleton->freedom_count() <= 40) return *skeleton;
  }
}

/// Leaves of the tree: joints nothing hangs on.
inline std::vector<JointId> leaves(const Skeleton& skeleton) {
  std::vector<bool> has_child(static_cast<std::size_t>(skeleton.joint_count()), false);
  for (int i = 0; i < skeleton.joint_count(); ++i)
    if (skeleton.parent({i}).valid()) has_child[static_cast<std::size_t>(skeleton.parent({i}).index)] = true;
  std::vector<JointId> found;
  for (int i = 0; i < skeleton.joint_count(); ++i)
    if (!has_child[static_cast<std::size_t>(i)]) found.push_back({i});
  return found;
}

}  // namespace kine::test
