#include "apps/cli/models.h"

#include <cstddef>
#include <filesystem>
#include <system_error>

#include "kine/core/internal/text.h"
#include "kine/io/load.h"
#include "kine/io/text/file_name.h"

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

std::string list_of_scenes() {
  std::string text = "Scenes:\n";
  for (const scenes::Scene& scene : scenes::all()) {
    std::string line = "  ";
    line += scene.name;
    line.resize(22, ' ');
    line += scene.description;
    text += line + '\n';
  }
  return text;
}

std::vector<ModelNames> group(std::span<const std::string> names) {
  std::vector<ModelNames> models;
  std::vector<std::string> early;  // motions that come before the skeleton
  std::size_t skeleton = 0;
  bool has_skeleton = false;
  for (const std::string& name : names) {
    const std::string ending = file_ending(name);
    if (ending == "amc") {
      if (has_skeleton) {
        models[skeleton].names.push_back(name);
      } else {
        early.push_back(name);
      }
      continue;
    }
    models.push_back({name, {name}});
    if (ending != "asf") continue;
    skeleton = models.size() - 1;
    has_skeleton = true;
    models.back().names.insert(models.back().names.end(), early.begin(), early.end());
    early.clear();
  }
  for (const std::string& motion : early) models.push_back({motion, {motion}});
  return models;
}

Result<kine::Scene> load_model(std::span<const std::string> names, const LoadOptions& options) {
  if (names.size() == 1) {
    if (const scenes::Scene* scene = scenes::find(names[0])) {
      kine::Scene model{.name = std::string(scene->name), .skeleton = scene->build(), .notes = {}};
      model.up = options.up ? *options.up : static_cast<Up>(scene->up - 'x');
      return model;
    }
    std::error_code error;
    const bool is_file = std::filesystem::exists(names[0], error) || !file_ending(names[0]).empty() ||
                         names[0].find('/') != std::string::npos;
    if (!is_file) return Error{find_scene(names[0]).error() + ", and there is no such file"};
  }
  return load_scene(names, options);
}

}  // namespace kine::cli
