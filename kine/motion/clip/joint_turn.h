#pragma once

#include <span>

#include "kine/kinematics/frames.h"
#include "kine/math/quat.h"
#include "kine/model/skeleton.h"

namespace kine::detail {

/// Gives a joint a rotation from its rest as near as its axes can, whatever its limits say: of equal answers the one
/// nearest to the values in `near`. Writes all values of the joint that turn it.
void fit_joint(const Skeleton& skeleton, JointId joint, const Quat& rotation, std::span<const double> near,
               std::span<double> pose);

/// Gives a joint a rotation from its rest, as near as its axes can: of equal answers the one nearest to the animated
/// values, whole turns included, so that an animation stays as continuous as it was. Limits hold; a value that is
/// animated outside of them goes no farther out. Followers and fixed values stay as they are.
void turn_joint(const Skeleton& skeleton, JointId joint, const Quat& rotation, std::span<const double> animated,
                std::span<double> pose);

/// The same in the figure's world: gives a joint the turn `of_joint` from how it is animated, where what it hangs on was
/// turned by `of_parent`. `frames` are those of the animated pose.
void turn_in_world(const Skeleton& skeleton, JointId joint, const Quat& of_parent, const Quat& of_joint,
                   const Frames& frames, std::span<const double> animated, std::span<double> pose);

}  // namespace kine::detail
