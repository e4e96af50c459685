#include "kine/io/bone_map_file.h"

#include <cstddef>

#include "kine/core/internal/text.h"
#include "kine/io/text/json.h"

namespace kine {

Result<std::vector<BoneMapLine>> read_bone_map(std::string_view text, std::string_view name) {
  const Result<json::Value> root = json::parse(text, name);
  if (!root) return Error{root.error()};
  const auto where = [&](const json::Value& value) {
    return std::string(name) + ':' + std::to_string(value.line()) + ": ";
  };
  if (!root->is_object()) return Error{where(*root) + R"(a bone map is an object such as {"head": "Head01"})"};
  std::vector<BoneMapLine> lines;
  for (std::size_t i = 0; i < root->size(); ++i) {
    const json::Value& joint = root->at(i);
    const std::string& bone = root->keys()[i];
    if (joint.kind() != json::Kind::Null && (!joint.is_string() || joint.text().empty()))
      return Error{where(joint) + quoted(bone) + " should be the name of a joint, or null"};
    lines.push_back({bone, joint.text()});
  }
  return lines;
}

}  // namespace kine
