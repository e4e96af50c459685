#include "kine/model/skeleton.h"

#include <algorithm>
#include <cmath>

#include "kine/core/internal/nearest_name.h"
#include "kine/core/internal/text.h"
#include "kine/model/detail/skeleton_builder.h"
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

bool Skeleton::is_above(JointId ancestor, JointId id) const {
  while (id.index > ancestor.index) id = parent(id);
  return id == ancestor;
}

int Skeleton::freedom_of(JointId id, int component) const {
  KINE_ASSERT(component >= 0 && component < axis_count(id), "an axis of this joint");
  return axes_[static_cast<std::size_t>(first_axis(id) + component)].freedom;
}

Pose Skeleton::rest_pose() const {
  Pose pose{std::vector<double>(static_cast<std::size_t>(value_count_), 0.0)};
  for (const Part& part : parts_) {
    if (detail::has_quaternion(part.kind)) pose.q[static_cast<std::size_t>(part.first_value) + 3] = 1;
  }
  clamp_to_limits(*this, pose);
  return pose;
}

}  // namespace kine
