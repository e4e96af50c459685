#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kine/core/result.h"
#include "kine/io/scene.h"
#include "scenes/scenes.h"

namespace kine::cli {

/// The scene of that name, or a sentence with the names there are.
Result<const scenes::Scene*> find_scene(std::string_view name);

/// The scenes, a line each, for help texts.
std::string list_of_scenes();

/// Names that make one model together: the name of a scene, or files.
struct ModelNames {
  std::string title;  ///< to call it by
  std::vector<std::string> names;
};

/// Takes names apart into models: motions (AMC) go with the one skeleton (ASF) that is named, or with the last before
/// them; every other name is a model of its own.
std::vector<ModelNames> group(std::span<const std::string> names);

/// A scene by its name, or what files hold. A name that is neither is refused with a sentence.
Result<kine::Scene> load_model(std::span<const std::string> names, const LoadOptions& options = {});

}  // namespace kine::cli
