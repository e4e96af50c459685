// Problems for arms: targets that are planted inside the limits, and seeds drawn apart from them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "kine/kinematics/forward.h"
#include "kine/model/pose.h"
#include "kine/model/skeleton.h"
#include "scenes/random_pose.h"

namespace kine::bench {

struct ArmSet {
  std::string name;
  Skeleton skeleton;
  JointId tip;
  std::vector<Transform> targets{};
  std::vector<Pose> cold{}, warm{};
};

inline ArmSet planted(std::string name, Skeleton skeleton, JointId tip, int problems, scenes::Random& random) {
  ArmSet set{std::move(name), std::move(skeleton), tip};
  Frames frames(set.skeleton);
  for (int i = 0; i < problems; ++i) {
    const Pose pose = scenes::random_pose(set.skeleton, random);
    forward(set.skeleton, pose, frames);
    set.targets.push_back(frames.world_from_joint(tip));
    set.cold.push_back(scenes::random_pose(set.skeleton, random));
    Pose near = pose;
    for (double& value : near.q) value += random.between(-0.17, 0.17);  // as wide as a normal deviation of 0.1
    clamp_to_limits(set.skeleton, near);
    set.warm.push_back(near);
  }
  return set;
}

/// What a generated chain is like.
enum class ChainShape { Free, Limited, SphericalWrist, ParallelTriple, MeetingPairs };
inline const char* to_string(ChainShape shape) {
  constexpr const char* kNames[] = {"free", "limited", "wrist", "parallel", "pairs"};
  return kNames[static_cast<int>(shape)];
}

/// A chain of `count` joints: links of 0 to 0.5 m, some sliders where there is no structure, limits 90 to 360 degrees wide
/// (all 360 for Free).
inline Skeleton generated_chain(ChainShape shape, int count, scenes::Random& random) {
  const auto direction = [&] {
    Vec3 v;
    do v = {random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)};
    while (length(v) > 1 || length(v) < 0.1);
    return normalised(v);
  };
  const bool bare = shape == ChainShape::Free || shape == ChainShape::Limited;
  std::vector<Joint> joints;
  Vec3 axis;
  std::string parent;
  for (int i = 0; i < count; ++i) {
    Vec3 shift = direction() * random.between(0, 0.5);
    const int from_end = count - 1 - i;
    const bool in_wrist = shape == ChainShape::SphericalWrist && from_end < 2;
    const bool parallel = shape == ChainShape::ParallelTriple && (i == 2 || i == 3);
    const bool meets = shape == ChainShape::MeetingPairs && i % 2 == 1;
    if (in_wrist || meets) shift = {};
    if (!parallel) axis = direction();
    const double width = shape == ChainShape::Free ? kTwoPi : random.between(kHalfPi, kTwoPi);
    const double middle = shape == ChainShape::Free ? 0 : random.between(-1, 1);
    const bool slides = bare && random.between(0, 1) < 0.1;
    const std::string name = "j" + std::to_string(i);
    const Range limits{middle - width / 2, middle + width / 2};
    joints.push_back(slides ? slider(name, parent, shift, axis, {-0.25, 0.25})
                            : hinge(name, parent, shift, axis, limits));
    parent = name;
  }
  joints.push_back(fixed_joint("tip", parent, direction() * random.between(0, 0.3)));
  return Skeleton::build(joints).value();
}

}  // namespace kine::bench
