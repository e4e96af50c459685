#include "kine/kinematics/chain.h"

#include <algorithm>

#include "kine/model/internal/compiled_skeleton.h"

namespace kine {

Chain::Chain(const Skeleton& skeleton, JointId tip) {
  KINE_ASSERT(tip.index >= 0 && tip.index < skeleton.joint_count(), "a joint of this skeleton");
  for (int i = tip.index; i >= 0; i = skeleton.parent({i}).index) joints_.push_back(i);
  std::reverse(joints_.begin(), joints_.end());
  for (const int i : joints_) {
    const detail::CompiledJoint& joint = skeleton.compiled().joint(i);
    for (int k = 0; k < joint.axis_count; ++k) freedoms_.push_back(skeleton.freedom_of({i}, k));
    if (joint.kind != JointKind::Hinge && joint.kind != JointKind::Euler) continue;
    for (int k = 0; k < joint.value_count; ++k) angle_values_.push_back(joint.first_value + k);
  }
  std::sort(freedoms_.begin(), freedoms_.end());
  freedoms_.erase(std::unique(freedoms_.begin(), freedoms_.end()), freedoms_.end());
  for (const int i : joints_) {
    const detail::CompiledJoint& joint = skeleton.compiled().joint(i);
    for (int k = 0; k < joint.axis_count; ++k) {
      const int freedom = skeleton.freedom_of({i}, k);
      const auto at = std::lower_bound(freedoms_.begin(), freedoms_.end(), freedom);
      columns_.push_back(static_cast<int>(at - freedoms_.begin()));
    }
  }
}

}  // namespace kine
