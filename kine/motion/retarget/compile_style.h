#pragma once

#include <string>
#include <vector>

#include "kine/motion/retarget/retarget_model.h"

namespace kine::detail {

/// The spine above the pelvis: joints that carry the pelvis too are none of it.
std::vector<JointId> spine_above_pelvis(const Skeleton& skeleton, const BoneMap& map);

/// Says which turns of a model its style acts on. `turn_of` has the turn of each joint that carries a bone, or -1. What
/// is returned is the style's fault, empty where it has none.
std::string compile_style(const std::vector<int>& turn_of, RetargetModel& model);

}  // namespace kine::detail
