#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "kine/core/result.h"
#include "kine/io/asf_amc.h"
#include "kine/io/formats/asf_rig.h"
#include "kine/io/formats/rest_frames.h"

namespace kine {

// What the readers and writers of ASF and AMC share.

inline constexpr std::array<Vec3, 3> kAsfAxes{kUnitX, kUnitY, kUnitZ};

/// Letters of AsfRig::Bone::dofs.
constexpr bool is_turn(char dof) { return dof >= 'x' && dof <= 'z'; }
constexpr std::size_t axis_of(char dof) { return static_cast<std::size_t>(dof - 'x'); }

/// Columns that suit a skeleton: for each joint an axis C and dofs that turn about the joint's own axes, C as near to
/// none as can be. Joints whose axes are not perpendicular to each other, and balls, get rx ry rz. The first bone is the root:
/// the skeleton's only root if it is Free, else no joint, and all roots hang on it.
AsfRig asf_rig(const Skeleton& skeleton);

/// A bone as it is written.
struct AsfBone {
  std::string name;
  int parent = -1;      ///< among the bones; -1: the root
  JointId joint{};      ///< none for the root of several and for links
  Quat axis{};          ///< C
  std::string dofs{};   ///< as AsfRig::Bone has them
  bool direct = false;  ///< its columns are the joint's own values, the last one first
  Vec3 vector{};        ///< from its start to its end at rest, metres
};

struct AsfPlan {
  RestFrames rest;
  std::vector<AsfBone> bones;  ///< the root first, parents before children
  double unit = 1;             ///< metres
};

/// All that the writers need; refused is what the format cannot hold.
Result<AsfPlan> asf_plan(const Skeleton& skeleton, const AsfOptions& options);

}  // namespace kine
