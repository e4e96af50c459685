#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "kine/core/result.h"
#include "kine/io/bone_map_file.h"
#include "kine/io/scene.h"
#include "kine/motion/bone_map.h"

/// Bone maps of files: which joint is what bone of a body.
namespace kine::cli {

/// The lines of a bone map's file; none for an empty path. A file that is not right ends the command.
std::vector<BoneMapLine> load_bone_map(const std::string& path, const FileAccess& access);

/// The map of a scene's skeleton. The lines may name joints by their other names too (a URDF's links).
Result<BoneMap> find_bones(const kine::Scene& scene, std::span<const BoneMapLine> lines);

/// A line for each bone.
void print_map(const Skeleton& skeleton, const BoneMap& map);

/// Each bone with the name of its joint, or of its first and last in a list; null where there is none.
nlohmann::ordered_json json_map(const Skeleton& skeleton, const BoneMap& map);

}  // namespace kine::cli
