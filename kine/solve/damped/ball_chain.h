#pragma once

#include <span>

#include "kine/core/scratch.h"
#include "kine/kinematics/frames.h"
#include "kine/solve/damped/limb_step.h"

namespace kine::detail {

/// A chain of balls without limits, weights or rest rotations, such as a rope, a tail or a spine: the quickest case of
/// a limb, with its own text because nothing but the balls' rotations has to be looked at.
struct BallChain {
  struct Link {
    Quat value;  ///< its rotation
    Quat world;  ///< how it is turned now
    Quat kept;   ///< the best rotation so far
    Vec3 at;     ///< where it is now
    Vec3 bone;   ///< to the next link, or the tip, in its own frame
    int place;   ///< the first of its values in the pose
  };
  std::span<Link> links{};
  Vec3 base{};
  double reach = 0;
  double hollow = 0;
};

/// Makes the chain that moves `point`. No links if the joints above it are not such a chain.
BallChain make_ball_chain(const Skeleton& skeleton, const PointOnJoint& point, std::span<const double> pose,
                          Scratch& scratch);

/// Brings the tip to a point as reach_limb does, except that it does not bend a straight chain: it stops, `flat`.
LimbOutcome reach_ball_chain(BallChain& chain, const Vec3& target, const LimbSettings& settings);

void write_pose(const BallChain& chain, std::span<double> pose);

}  // namespace kine::detail
