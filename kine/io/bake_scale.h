#pragma once

#include "kine/core/result.h"
#include "kine/io/scene.h"

namespace kine {

/// The scene without scales, for formats that have none (BVH, ASF) and programs that do not want them.
///
/// Every joint keeps its name, its kind, its rotations and its place at rest: the scales go into the offsets. Joints
/// that shift (free joints, sliders, translation tracks) and joints below animated scales keep their distance to their
/// parent in every frame, the latter by translation tracks. Where all scales are even, all joints are where they were
/// in every frame, too. A scale that differs by axis makes bones longer in one direction than in another, and a rigid
/// bone cannot do that: a note says how far a joint is off at most. A glTF document does not fit any more and is left
/// out. A scene without scales comes back as it is.
Result<Scene> bake_scale(const Scene& scene);

}  // namespace kine
