#include "apps/cli/commands/bone_map_text.h"

#include <cstdio>
#include <nlohmann/json.hpp>
#include <vector>

#include "apps/cli/draw/terminal.h"
#include "apps/cli/files.h"
#include "apps/cli/outcome.h"

namespace kine::cli {

std::vector<BoneMapLine> load_bone_map(const std::string& path, const FileAccess& access) {
  if (path.empty()) return {};
  return value_or_bad_file(read_bone_map(read_file(path, access, "--map-file"), path), "--map-file: ");
}

Result<BoneMap> find_bones(const kine::Scene& scene, std::span<const BoneMapLine> lines) {
  std::vector<BoneOverride> overrides;
  for (const BoneMapLine& line : lines) {
    BoneOverride own{line.bone, line.joint};
    if (!line.joint.empty()) {
      const Result<JointId> joint = find_joint(scene, line.joint);
      if (!joint) return Error{line.bone + ": " + joint.error()};
      own.joint = scene.skeleton.name(*joint);
    }
    overrides.push_back(own);
  }
  return kine::find_bones(scene.skeleton, to_vector(scene.up), overrides);
}

void print_map(const Skeleton& skeleton, const BoneMap& map) {
  for (const std::string_view name : bone_names()) {
    const BoneSegment segment = bone(map, name);
    std::string joints = segment.valid() ? skeleton.name(segment.first) : "-";
    if (segment.last != segment.first) joints += " .. " + skeleton.name(segment.last);
    std::printf("%-16s %s\n", std::string(name).c_str(), printable(joints).c_str());
    if (name != "pelvis") continue;
    std::string spine;
    for (const JointId id : map.spine) spine += (spine.empty() ? "" : ", ") + skeleton.name(id);
    std::printf("%-16s %s\n", "spine", spine.empty() ? "-" : printable(spine).c_str());
  }
  std::printf("%-16s %.3g %.3g %.3g\n", "faces", map.forward.x + 0.0, map.forward.y + 0.0, map.forward.z + 0.0);
  for (const std::string& note : map.notes) std::printf("note: %s\n", printable(note).c_str());
}

nlohmann::ordered_json json_map(const Skeleton& skeleton, const BoneMap& map) {
  using Json = nlohmann::ordered_json;
  Json out = Json::object();
  for (const std::string_view name : bone_names()) {
    const BoneSegment segment = bone(map, name);
    Json joints;
    if (segment.valid()) joints = skeleton.name(segment.first);
    if (segment.last != segment.first)
      joints = Json::array({skeleton.name(segment.first), skeleton.name(segment.last)});
    out[std::string(name)] = joints;
    if (name != "pelvis") continue;
    out["spine"] = Json::array();
    for (const JointId id : map.spine) out["spine"].push_back(skeleton.name(id));
  }
  out["forward"] = {map.forward.x, map.forward.y, map.forward.z};
  out["notes"] = map.notes;
  return out;
}

}  // namespace kine::cli
