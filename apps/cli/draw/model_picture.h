#pragma once

#include <string>

#include "kine/io/scene.h"

namespace kine::cli {

/// A model in its rest pose as SVG: its bones seen from above and aside, its joints with numbers and axes, and a list
/// of the joints that move with their limits. For robots and all else that has no motion.
std::string model_picture(const kine::Scene& scene);

}  // namespace kine::cli
