#include "apps/cli/models.h"

#include <string>

#include "kine/core/text.h"

namespace kine::cli {

Result<const scenes::Scene*> find_scene(std::string_view name) {
  if (const scenes::Scene* scene = scenes::find(name)) return scene;
  std::string names;
  for (const scenes::Scene& scene : scenes::all()) {
    if (!names.empty()) names += ", ";
    names += scene.name;
  }
  return Error{"there is no scene " + kine::quoted(name) + "; there are " + names};
}

}  // namespace kine::cli
