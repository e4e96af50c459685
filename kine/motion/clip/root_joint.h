#pragma once

#include <optional>
#include <span>

#include "kine/kinematics/frames.h"
#include "kine/math/mat3.h"
#include "kine/math/transform.h"
#include "kine/model/skeleton.h"

namespace kine::detail {

/// The free joint that carries a whole figure about.
struct RootJoint {
  JointId joint = kWorld;
  Mat3 own_from_world{};  ///< from a shift in the world to the joint's own values
};

/// Takes a free joint for the root. `frames` are those of any pose: what is above the joint does not move.
RootJoint root_at(const Skeleton& skeleton, JointId joint, const Frames& frames);

/// The free joint that most others hang on; nothing where none is free.
std::optional<RootJoint> find_root(const Skeleton& skeleton);

/// Shifts the whole figure in its own world.
void shift_root(const Skeleton& skeleton, const RootJoint& root, const Vec3& shift, std::span<double> pose);

/// Moves the whole figure to another place in its own world. `root_before` is where its root is in the pose.
void move_root(const Skeleton& skeleton, const RootJoint& root, const Transform& new_from_old,
               const Transform& root_before, std::span<double> pose);

}  // namespace kine::detail
