#pragma once

#include <vector>

#include "kine/model/pose.h"
#include "kine/model/skeleton.h"

namespace kine::detail {

/// Every value 0, balls and free joints unturned: the figure as its file describes it, whatever limits say.
inline std::vector<double> zero_pose(const Skeleton& skeleton) {
  std::vector<double> pose(static_cast<std::size_t>(skeleton.value_count()), 0.0);
  for (int j = 0; j < skeleton.joint_count(); ++j) {
    const JointKind kind = skeleton.kind(JointId{j});
    if (kind == JointKind::Ball || kind == JointKind::Free) set_rotation(skeleton, JointId{j}, Quat{}, pose);
  }
  return pose;
}

}  // namespace kine::detail
