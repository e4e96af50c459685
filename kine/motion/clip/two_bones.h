#pragma once

#include <optional>
#include <span>

#include "kine/kinematics/frames.h"
#include "kine/math/transform.h"
#include "kine/model/skeleton.h"

namespace kine::detail {

/// A limb of two bones whose ends turn any way: a leg or an arm.
struct TwoBones {
  JointId upper = kWorld, lower = kWorld, end = kWorld;  ///< hip, knee and ankle; or shoulder, elbow and wrist
  Vec3 axis{};  ///< what the middle bends about, + bent, in the frame of `upper`
};

/// What is asked of it, in the figure's world.
struct TwoBonesGoal {
  Transform base_moved{};      ///< how what it hangs on was moved from where it is animated
  Vec3 end{};                  ///< where its end should be
  Quat turn{};                 ///< turns the end from how it is animated
  std::optional<Vec3> pole{};  ///< the middle points there; else it is where the animation has it
};

/// Brings the end of a limb to its place: writes its three joints. `frames` are those of the animated pose. Returns how far
/// the end is from the goal, metres: 0 but for rounding where the limb is long enough and no joint has limits.
double place_two_bones(const Skeleton& skeleton, const TwoBones& limb, const TwoBonesGoal& goal, const Frames& frames,
                       std::span<const double> animated, std::span<double> pose);

}  // namespace kine::detail
