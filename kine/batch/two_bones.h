#pragma once

#include <span>

#include "kine/batch/arrays.h"
#include "kine/batch/executor.h"
#include "kine/solve/geometry/two_bone_kernel.h"

namespace kine {

/// Many two-bone limbs with their targets, as structure of arrays. All arrays have one size; those that say so may be empty.
struct TwoBones {
  std::span<const double> upper, lower;  ///< lengths of the bones of each limb
  Quat upper_frame{}, lower_frame{};     ///< of all limbs: see geometry::TwoBoneLimb
  bool frames_are_plain = true;          ///< both frames are the identity

  Vec3Arrays<const double> root{};           ///< in the world; empty: the origin
  QuatArrays<const double> root_rotation{};  ///< the present pose, world_from_root; empty: unturned
  QuatArrays<const double> mid_rotation{};   ///< the present pose, root_from_mid; empty: unturned
  Vec3Arrays<const double> target{};         ///< in the world
  Vec3Arrays<const double> pole{};           ///< as TwoBoneOptions::pole; empty: none
};

/// Where the answers go: arrays of the same size.
struct TwoBoneAnswers {
  QuatArrays<double> root_rotation{};  ///< world_from_root
  QuatArrays<double> mid_rotation{};   ///< root_from_mid
  std::span<bool> reached{};           ///< the target can be touched; empty: nobody asks
};

/// geometry::solve_two_bone for every limb, bit for bit, several limbs at once. `options` are those of all limbs but for the pole.
/// The answers may be written over the present pose. Allocates nothing.
void solve_two_bones(const TwoBones& limbs, const geometry::TwoBoneOptions<double>& options,
                     const TwoBoneAnswers& answers, const BatchRun& run = {});

}  // namespace kine
