#pragma once

#include <cstddef>
#include <vector>

#include "kine/math/vec3.h"
#include "kine/model/skeleton.h"
#include "kine/motion/body/bone_names.h"

/// What finding bones needs to know of a skeleton: its tree, its names taken apart and where its joints are at rest.
namespace kine::detail {

/// Ends this far up, a share of the figure's height, are still near the ground: tips of feet, not hands.
constexpr double kLowShare = 0.12;

struct BoneTree {
  BoneTree(const Skeleton& the_skeleton, const Vec3& the_up);

  const Skeleton* skeleton;
  Vec3 up;
  std::vector<Vec3> at;  ///< in the world, every value 0
  std::vector<BoneLabel> labels;
  std::vector<std::vector<JointId>> children;
  std::vector<double> reach;  ///< the longest way along the bones to an end below, metres
  std::vector<JointId> end;   ///< that end
  double lowest = 0, highest = 0;

  static std::size_t place(JointId id) { return static_cast<std::size_t>(id.index); }
  const Vec3& position(JointId id) const { return at[place(id)]; }
  const BoneLabel& label(JointId id) const { return labels[place(id)]; }
  double height(JointId id) const { return dot(position(id), up); }
  bool is_leaf(JointId id) const { return children[place(id)].empty(); }
  bool moves(JointId id) const { return skeleton->kind(id) != JointKind::Fixed; }
  /// Near the ground, as the tips of feet are.
  bool is_low(JointId id) const { return height(id) <= lowest + kLowShare * (highest - lowest); }

  /// The joint deepest down that is above both; kWorld when they are of different trees.
  JointId above_both(JointId a, JointId b) const;
  /// The child of `from` on the way to `to`, which is below it.
  JointId towards(JointId from, JointId to) const;
  /// From `root` to the end that is farthest along the bones; thumbs and helpers only where there is nothing else.
  std::vector<JointId> chain(JointId root) const;
};

/// The limbs that stand on the ground, each by its topmost joint. One may touch the ground at heel and toes.
std::vector<JointId> standing_limbs(const BoneTree& tree);

/// Where a limb split into its two long bones and its end (foot or hand): places in its chain, -1 where unknown.
struct LimbSplit {
  int upper = -1, lower = -1, end = -1;
};

/// Completes what names have told: the two bones are of like length and together most of the limb. `end` may stay
/// unknown where the limb has no joint for it.
void split_limb(const BoneTree& tree, const std::vector<JointId>& chain, LimbSplit& split);

}  // namespace kine::detail
