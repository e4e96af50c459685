#include "kine/model/skeleton.h"

#include <algorithm>
#include <cmath>

#include "kine/core/internal/text.h"
#include "kine/model/detail/skeleton_builder.h"
#include "kine/model/pose.h"

namespace kine {
namespace {

/// How many letters must be added, dropped or exchanged to turn one name into the other (Levenshtein).
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0u : 1u)});
      diagonal = above;
    }
  }
  return row[b.size()];
}

}  // namespace

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
  std::string sentence = "there is no joint " + quoted(name);
  const Joint* nearest = nullptr;
  std::size_t least = name.size() / 2 + 1;  // farther than that is no likely slip of the pen
  for (const Joint& joint : descriptions_) {
    const std::size_t distance = edit_distance(name, joint.name);
    if (distance < least) {
      least = distance;
      nearest = &joint;
    }
  }
  if (nearest) sentence += "; did you mean " + quoted(nearest->name) + "?";
  return Error{sentence};
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
    const bool turns_freely = part.kind == JointKind::Ball || part.kind == JointKind::Free;
    if (turns_freely) pose.q[static_cast<std::size_t>(part.first_value) + 3] = 1;
  }
  clamp_to_limits(*this, pose);
  return pose;
}

}  // namespace kine
