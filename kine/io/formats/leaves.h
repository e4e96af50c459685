#pragma once

#include <span>
#include <string>

#include "kine/core/result.h"
#include "kine/io/scene.h"

namespace kine {

/// A point to be added to a skeleton as a fixed joint that nothing hangs on.
struct Leaf {
  std::string name;
  JointId parent;
  Vec3 offset{};  ///< in the parent's frame, metres
};

/// The scene with leaves added behind its other joints: poses and clips stay as they are. A glTF document gets a node
/// for each. Refused: names that are taken.
Result<Scene> with_leaves(const Scene& scene, std::span<const Leaf> leaves);

}  // namespace kine
