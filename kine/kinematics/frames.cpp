#include "kine/kinematics/frames.h"

#include <cstddef>
#include <utility>

#include "kine/model/internal/compiled_skeleton.h"

namespace kine {

std::size_t Frames::bytes(const Skeleton& skeleton) {
  const std::size_t joints = static_cast<std::size_t>(skeleton.joint_count());
  return joints * (sizeof(Transform) + sizeof(Mat3)) + static_cast<std::size_t>(skeleton.axis_count()) * sizeof(Vec3) +
         skeleton.compiled().angle_values.size() * 3 * sizeof(double) + 6 * alignof(std::max_align_t);
}

Frames::Frames(const Skeleton& skeleton, Scratch& scratch)
    : joints_(scratch.take<Transform>(static_cast<std::size_t>(skeleton.joint_count()))),
      axes_(scratch.take<Vec3>(static_cast<std::size_t>(skeleton.axis_count()))),
      linear_(scratch.take<Mat3>(static_cast<std::size_t>(skeleton.joint_count()))),
      half_angles_(scratch.take<double>(skeleton.compiled().angle_values.size())),
      half_sines_(scratch.take<double>(skeleton.compiled().angle_values.size())),
      half_cosines_(scratch.take<double>(skeleton.compiled().angle_values.size())) {
  for (Transform& joint : joints_) joint = {};
  for (Vec3& axis : axes_) axis = {};
  for (Mat3& linear : linear_) linear = {};
}

Frames::Frames(const Skeleton& skeleton) {
  auto memory = std::make_unique<Scratch>(bytes(skeleton));
  *this = Frames(skeleton, *memory);
  owned_ = std::move(memory);
}

Affine Frames::affine(JointId id) const {
  const Transform& t = world_from_joint(id);
  return {stretched_ ? linear_[static_cast<std::size_t>(id.index)] : to_matrix(t.rotation), t.translation};
}

Vec3 Frames::position(const PointOnJoint& point) const {
  if (stretched_) return affine(point.joint) * point.offset;
  return world_from_joint(point.joint) * point.offset;
}

}  // namespace kine
