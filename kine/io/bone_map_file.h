#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kine/core/result.h"

namespace kine {

/// A line of a bone map: this bone of the body is that joint; an empty joint says that the figure has no such bone.
struct BoneMapLine {
  std::string bone;
  std::string joint;
};

/// Reads a bone map: a JSON object whose members are bones of the body and whose values are names of joints, or null
/// for a bone that is not there: {"left_thigh": "hip_yaw_L", "head": null}. Which names there are is not looked at
/// here. Anything else is refused with its line.
Result<std::vector<BoneMapLine>> read_bone_map(std::string_view text, std::string_view name);

}  // namespace kine
