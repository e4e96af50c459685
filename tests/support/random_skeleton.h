#pragma once

#include <cstdint>
#include <vector>

#include "kine/model/pose.h"
#include "kine/model/skeleton.h"
#include "scenes/random_pose.h"

namespace kine::test {

/// The scenes' generator, with what random skeletons need beside.
class Random : public scenes::Random {
 public:
  /// Neighbouring seeds give unrelated sequences (SplitMix64 itself only shifts: its first number is the new seed).
  explicit Random(std::uint64_t seed) : scenes::Random(scenes::Random(seed).bits()) {}

  double uniform(double low, double high) { return between(low, high); }
  /// A whole number in [0, count).
  int below(int count);
  bool chance(double probability) { return uniform(0, 1) < probability; }
  Vec3 direction();
  Vec3 point(double radius) { return direction() * uniform(0, radius); }
  Quat rotation();
};

struct SkeletonRecipe {
  int joints = 12;
  bool scales = false;    ///< some joints get scales, unequal ones too
  bool followers = true;  ///< some values follow others
  bool fixed = true;      ///< some freedoms are fixed
  bool several_roots = true;
  bool limits = true;
  double branching = 0.3;  ///< how often a joint hangs on any joint instead of on the one before it
};

/// A tree of joints of every kind, with skewed axes, turned rests and masses.
std::vector<Joint> random_joints(Random& random, const SkeletonRecipe& recipe);
Skeleton random_skeleton(Random& random, const SkeletonRecipe& recipe = {});

/// Values all over the place, quaternions normalised, limits not looked at.
Pose random_pose(Random& random, const Skeleton& skeleton);

/// Speeds between -1 and 1.
std::vector<double> random_speeds(Random& random, const Skeleton& skeleton);

}  // namespace kine::test
