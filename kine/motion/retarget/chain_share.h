#pragma once

#include <span>
#include <vector>

#include "kine/model/skeleton.h"
#include "kine/motion/bone_map.h"

namespace kine::detail {

/// Joints one below the other as bones that turn: hinges that follow each other are one, up to three; what does not move
/// is none.
std::vector<BoneSegment> turning_segments(const Skeleton& skeleton, std::span<const JointId> joints);

/// Where along a chain the middle of each of its bones is, by the length of the way; 1 is that of the last bone, 0 where
/// the chain begins. `at` are the places of the bones' joints, and last of the chain's end.
std::vector<double> places_along(std::span<const Vec3> at);

/// Which bones of a chain share a bone of another one: between `from` and `from + 1`, where -1 is what the chain hangs
/// on.
struct ChainShare {
  int from = -1;
  double share = 1;  ///< of the second
};

/// One for each bone of the target. As many bones as there are in the source go one to one; others by their places.
std::vector<ChainShare> share_chain(std::span<const double> source, std::span<const double> target);

}  // namespace kine::detail
