#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kine/core/result.h"
#include "kine/math/quat.h"
#include "kine/math/vec3.h"
#include "kine/model/skeleton.h"

namespace kine {

/// A skeleton as formats without turned rest frames see it (BVH, ASF): every joint's frame is turned so that it lies
/// along the world's axes when all values are zero, and scales go into the offsets. With W for the frame of such a
/// format and G for our own, W = G * conjugate(turn), the same points are at the same place in the world.
struct RestFrames {
  std::vector<Quat> turn;      ///< world_from_joint at rest, one per joint
  std::vector<double> scale;   ///< of all that hangs on the joint: the product of its own and those above it
  std::vector<Vec3> offset;    ///< from the parent's origin to the joint's at rest, world axes, metres
  std::vector<Vec3> position;  ///< of the joint at rest in the world
  double size = 0;             ///< the largest extent of the figure at rest, metres

  /// The turn that takes what stands for the parent: none for a root.
  Quat parent_turn(const Skeleton& skeleton, JointId joint) const {
    const JointId parent = skeleton.parent(joint);
    return parent.valid() ? turn[static_cast<std::size_t>(parent.index)] : Quat{};
  }
  double parent_scale(const Skeleton& skeleton, JointId joint) const {
    const JointId parent = skeleton.parent(joint);
    return parent.valid() ? scale[static_cast<std::size_t>(parent.index)] : 1;
  }
};

/// A scale as one number, where its three differ by 1e-6 of the largest or less (files in 32-bit floats have such);
/// else nothing.
std::optional<double> even_scale(const Vec3& scale);

/// Refused: a rest scale that differs by axis, which would need sheared frames.
Result<RestFrames> rest_frames(const Skeleton& skeleton);

/// 0, 1 or 2 where `v` is that unit axis to the last bit, else -1.
int unit_axis(const Vec3& v);

/// The children of each joint, in their order; the last entry has the roots.
std::vector<std::vector<int>> children_of(const Skeleton& skeleton);

}  // namespace kine
