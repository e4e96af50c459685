#include "kine/batch/batch.h"

#include "kine/core/assert.h"

namespace kine {

Batch::Batch(const Skeleton& skeleton, std::size_t size) : values_(skeleton.value_count(), size) {
  const Pose rest = skeleton.rest_pose();
  for (int v = 0; v < value_count(); ++v)
    for (double& value : values_[v]) value = rest.q[static_cast<std::size_t>(v)];
}

void Batch::set(std::size_t i, std::span<const double> pose) {
  KINE_ASSERT(static_cast<int>(pose.size()) == value_count() && i < size(), "a pose of this skeleton, in the batch");
  for (int v = 0; v < value_count(); ++v) values_[v][i] = pose[static_cast<std::size_t>(v)];
}

void Batch::get(std::size_t i, std::span<double> pose) const {
  KINE_ASSERT(static_cast<int>(pose.size()) == value_count() && i < size(), "a pose of this skeleton, in the batch");
  for (int v = 0; v < value_count(); ++v) pose[static_cast<std::size_t>(v)] = values_[v][i];
}

}  // namespace kine
