#include "kine/io/scene.h"

#include <algorithm>

namespace kine {

Result<JointId> find_joint(const Scene& scene, std::string_view name) {
  Result<JointId> joint = scene.skeleton.find(name);
  const auto alias = std::ranges::find(scene.aliases, name, &Scene::Alias::name);
  if (!joint && alias != scene.aliases.end()) return alias->joint;
  return joint;
}

std::string scene_name(std::string_view path) {
  const std::size_t folder = path.find_last_of("/\\");
  if (folder != std::string_view::npos) path.remove_prefix(folder + 1);
  const std::size_t ending = path.rfind('.');
  if (ending != std::string_view::npos && ending > 0) path = path.substr(0, ending);
  return std::string(path);
}

}  // namespace kine
