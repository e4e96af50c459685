#include "kine/motion/clip/root_joint.h"

#include <cstddef>

#include "kine/kinematics/forward.h"
#include "kine/model/pose.h"

namespace kine::detail {
namespace {

Mat3 inverse_of(const Mat3& m) { return {solve(m, kUnitX), solve(m, kUnitY), solve(m, kUnitZ)}; }

int joints_on(const Skeleton& skeleton, JointId joint) {
  int count = 0;
  for (int j = joint.index; j < skeleton.joint_count(); ++j) count += skeleton.is_above(joint, JointId{j}) ? 1 : 0;
  return count;
}

}  // namespace

RootJoint root_at(const Skeleton& skeleton, JointId joint, const Frames& frames) {
  const JointId above = skeleton.parent(joint);
  const Mat3 linear = above.valid() ? frames.affine(above).linear : Mat3{};
  return {joint, inverse_of(linear * to_matrix(skeleton.description(joint).rest.rotation))};
}

std::optional<RootJoint> find_root(const Skeleton& skeleton) {
  JointId best = kWorld;
  int most = 0;
  for (int j = 0; j < skeleton.joint_count(); ++j) {
    if (skeleton.kind(JointId{j}) != JointKind::Free) continue;
    const int count = joints_on(skeleton, JointId{j});
    if (count <= most) continue;
    most = count;
    best = JointId{j};
  }
  if (!best.valid()) return std::nullopt;
  Frames frames(skeleton);
  forward(skeleton, skeleton.rest_pose(), frames);
  return root_at(skeleton, best, frames);
}

void shift_root(const Skeleton& skeleton, const RootJoint& root, const Vec3& shift, std::span<double> pose) {
  const Vec3 own = root.own_from_world * shift;
  const auto first = static_cast<std::size_t>(skeleton.first_value(root.joint)) + 4;
  pose[first] += own.x;
  pose[first + 1] += own.y;
  pose[first + 2] += own.z;
}

void move_root(const Skeleton& skeleton, const RootJoint& root, const Transform& new_from_old,
               const Transform& root_before, std::span<double> pose) {
  // world_from_root = above * own: what is above keeps its place, so the joint's own turn takes all of it.
  const Quat before = joint_rotation(skeleton, pose, root.joint);
  const Quat above = root_before.rotation * conjugate(before);
  const Quat turned = conjugate(above) * new_from_old.rotation * root_before.rotation;
  set_rotation(skeleton, root.joint, dot(turned, before) < 0 ? -turned : turned, pose);
  shift_root(skeleton, root, new_from_old * root_before.translation - root_before.translation, pose);
}

}  // namespace kine::detail
