#pragma once

#include "kine/core/result.h"
#include "kine/model/clip.h"

namespace kine {

/// Where a clip does the same again. Frames count from 0.
struct Cycle {
  int from = 0;
  int to = 0;        ///< the frame that shows the pose of `from` again
  double apart = 0;  ///< how far joints are from where they were, against the root, metres (root mean square)
};

/// How a cycle is found and closed.
struct LoopSettings {
  double shortest = 0.4;  ///< seconds; no step of people and animals takes less for both feet
  double longest = 4;     ///< seconds
  double blend = 0.3;     ///< seconds after and before the seam in which speeds are made equal
  bool in_place = false;  ///< without the way over the ground: the last frame is the first one, to the bit
};

/// The shortest cycle among those that close best: it leaves its first pose and comes back to it, with the speeds that it
/// had there. Poses are compared by where joints are, against the root's place on the ground and the way it faces; `up` is a
/// direction in the figure's world. Refused with a sentence: a clip that never comes back.
Result<Cycle> find_cycle(const Skeleton& skeleton, const Vec3& up, const Clip& clip, const LoopSettings& settings = {});

/// The frames of a cycle as a clip that goes on for ever: what it shows at its end is what it shows at its beginning,
/// moved by the way of one cycle over the ground (looked at by looped()). Half of what the ends are apart is made up for
/// before the seam and half after it, spread over the cycle; speeds go through the seam as well. Refused with a sentence:
/// frames that the clip does not have, and cycles of less than two frames.
Result<Clip> loop_clip(const Skeleton& skeleton, const Vec3& up, const Clip& clip, const Cycle& cycle,
                       const LoopSettings& settings = {});

}  // namespace kine
