#include "kine/model/skeleton.h"

#include <algorithm>
#include <cmath>

#include "kine/core/internal/nearest_name.h"
#include "kine/core/internal/text.h"
#include "kine/model/detail/skeleton_builder.h"
#include "kine/model/internal/compiled_skeleton.h"
#include "kine/model/internal/pose_values.h"
#include "kine/model/pose.h"

namespace kine {
Result<Skeleton> Skeleton::build(std::span<const Joint> joints) {
  SkeletonBuilder builder;
  return builder.build(joints);
}

JointId Skeleton::joint(std::string_view name) const {
  const int index = names_->find(name);
  KINE_ASSERT(index >= 0, "the skeleton has no joint of that name");
  return {index};
}

Result<JointId> Skeleton::find(std::string_view name) const {
  const int index = names_->find(name);
  if (index >= 0) return JointId{index};
  NearestName nearest(name);
  for (const Joint& joint : descriptions_) nearest.offer(joint.name);
  return Error{"there is no joint " + quoted(name) + nearest.question()};
}

const Joint& Skeleton::description(JointId id) const {
  KINE_ASSERT(id.index >= 0 && id.index < joint_count(), "a joint of this skeleton");
  return descriptions_[static_cast<std::size_t>(id.index)];
}

JointKind Skeleton::kind(JointId id) const { return compiled_->joint(id).kind; }
JointId Skeleton::parent(JointId id) const { return {compiled_->joint(id).parent}; }
int Skeleton::first_value(JointId id) const { return compiled_->joint(id).first_value; }
int Skeleton::value_count(JointId id) const { return compiled_->joint(id).value_count; }
int Skeleton::first_axis(JointId id) const { return compiled_->joint(id).first_axis; }
int Skeleton::axis_count(JointId id) const { return compiled_->joint(id).axis_count; }

bool Skeleton::is_above(JointId ancestor, JointId id) const {
  while (id.index > ancestor.index) id = parent(id);
  return id == ancestor;
}

int Skeleton::freedom_of(JointId id, int component) const {
  KINE_ASSERT(component >= 0 && component < axis_count(id), "an axis of this joint");
  return compiled_->axis(first_axis(id) + component).freedom;
}

bool Skeleton::slides(JointId id, int component) const {
  KINE_ASSERT(component >= 0 && component < axis_count(id), "an axis of this joint");
  return compiled_->axis(first_axis(id) + component).slides;
}

Pose Skeleton::rest_pose() const {
  Pose pose{std::vector<double>(static_cast<std::size_t>(value_count_), 0.0)};
  for (const detail::CompiledJoint& joint : compiled_->joints) {
    if (detail::has_quaternion(joint.kind)) pose.q[static_cast<std::size_t>(joint.first_value) + 3] = 1;
  }
  clamp_to_limits(*this, pose);
  return pose;
}

}  // namespace kine
