#pragma once

#include <vector>

#include "kine/core/result.h"
#include "kine/math/transform.h"
#include "kine/model/clip.h"

namespace kine {

/// What is taken out of a clip that is put in place.
struct RootSettings {
  bool turn = true;  ///< which way the figure faces as well, not only where it is
  /// Seconds over which the way is smoothed: with 0 the root's own way goes, to the bit; with one cycle of a walk the
  /// hips keep their sway and surge.
  double smooth = 0;
};

/// The way of a figure over the ground.
struct RootMotion {
  double rate = 0;  ///< frames per second
  Vec3 up{};        ///< of the figure's world
  /// Of each frame: displacements of the figure's world, level and about `up`; the first one is none.
  std::vector<Transform> world_from_start{};
};

/// The way of a clip's root over the ground. `up` is a direction in the figure's world. Refused with a sentence: a skeleton
/// without a joint that is free to move about.
Result<RootMotion> root_motion(const Skeleton& skeleton, const Vec3& up, const Clip& clip,
                               const RootSettings& settings = {});

/// The clip in place: without that way. Heights, tilts and all joints but the root stay.
Result<Clip> put_in_place(const Skeleton& skeleton, const Clip& clip, const RootMotion& motion);

/// The clip with a way over the ground: puts back what put_in_place() took. Both are refused with a sentence where clip and way have
/// different numbers of frames or different rates.
Result<Clip> put_back(const Skeleton& skeleton, const Clip& clip, const RootMotion& motion);

}  // namespace kine
