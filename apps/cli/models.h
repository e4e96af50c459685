#pragma once

#include <string_view>

#include "kine/core/result.h"
#include "scenes/scenes.h"

namespace kine::cli {

/// The scene of that name, or a sentence with the names there are.
Result<const scenes::Scene*> find_scene(std::string_view name);

}  // namespace kine::cli
