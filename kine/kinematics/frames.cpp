#include "kine/kinematics/frames.h"

namespace kine {

Frames::Frames(const Skeleton& skeleton)
    : joints_(static_cast<std::size_t>(skeleton.joint_count())),
      axes_(static_cast<std::size_t>(skeleton.axis_count())),
      linear_(static_cast<std::size_t>(skeleton.joint_count())),
      half_angles_(skeleton.angle_values().size()),
      half_sines_(skeleton.angle_values().size()),
      half_cosines_(skeleton.angle_values().size()) {}

Affine Frames::affine(JointId id) const {
  const Transform& t = world_from_joint(id);
  return {stretched_ ? linear_[static_cast<std::size_t>(id.index)] : to_matrix(t.rotation), t.translation};
}

Vec3 Frames::position(const PointOnJoint& point) const {
  if (stretched_) return affine(point.joint) * point.offset;
  return world_from_joint(point.joint) * point.offset;
}

}  // namespace kine
