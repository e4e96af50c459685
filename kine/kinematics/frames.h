#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "kine/core/scratch.h"
#include "kine/math/transform.h"
#include "kine/model/skeleton.h"

namespace kine {

/// A point fixed to a joint: `offset` in the joint's frame, from its origin. Scales act on it.
struct PointOnJoint {
  JointId joint;
  Vec3 offset{};
};

/// Where every joint is, in the world: filled by `forward`. Sized once for its skeleton; filling it allocates nothing.
///
/// Scales compose as in glTF: a joint's scale acts on its own frame and on all that hangs below, and unequal scales
/// above a turned joint shear it. Positions follow exactly that. The *rotation* of a joint is the product of the turns
/// above it, which a scale does not change.
class Frames {
 public:
  explicit Frames(const Skeleton& skeleton);
  /// The same over scratch memory, for callers that may not allocate; it must not outlive what it took.
  Frames(const Skeleton& skeleton, Scratch& scratch);
  /// The bytes of scratch that takes.
  static std::size_t bytes(const Skeleton& skeleton);

  Frames(Frames&&) noexcept = default;
  Frames& operator=(Frames&&) noexcept = default;

  int joint_count() const { return static_cast<int>(joints_.size()); }

  /// The rotation and position of a joint.
  const Transform& world_from_joint(JointId id) const { return joints_[static_cast<std::size_t>(id.index)]; }
  const Vec3& position(JointId id) const { return world_from_joint(id).translation; }
  const Quat& rotation(JointId id) const { return world_from_joint(id).rotation; }
  std::span<const Transform> joints() const { return joints_; }

  /// The joint's whole map, scale and shear included.
  Affine affine(JointId id) const;

  /// A point of a joint in the world.
  Vec3 position(const PointOnJoint& point) const;

  /// The direction of each axis of the skeleton in the world: what a hinge turns about and a slider slides along, with
  /// scales left out. The Jacobian is made of these.
  std::span<const Vec3> axes() const { return axes_; }

  /// True if some joint has a scale, so that `linear` counts.
  bool stretched() const { return stretched_; }
  /// The linear part (turn, scale, shear) of each joint's map; only when `stretched`.
  std::span<const Mat3> linear() const { return linear_; }

 private:
  friend struct ForwardPass;
  std::unique_ptr<Scratch> owned_;  // its own memory, unless it lives on somebody else's
  std::span<Transform> joints_;
  std::span<Vec3> axes_;
  std::span<Mat3> linear_;
  std::span<double> half_angles_, half_sines_, half_cosines_;  // working room of forward
  bool stretched_ = false;
};

}  // namespace kine
