#pragma once

#include <vector>

#include "kine/math/vec3.h"
#include "kine/model/skeleton.h"

namespace kine {

/// The translations and scales of the joints at one moment, in place of the rest ones, for skeletons whose bones change
/// their length while they move (glTF can animate both). A solve takes them as known.
struct Shape {
  std::vector<Vec3> translation;  ///< one per joint, in the parent's frame
  std::vector<Vec3> scale;        ///< one per joint

  /// The rest shape of a skeleton.
  explicit Shape(const Skeleton& skeleton);
};

}  // namespace kine
