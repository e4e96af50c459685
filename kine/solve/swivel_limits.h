#pragma once

#include <array>
#include <span>

#include "kine/core/result.h"
#include "kine/core/scratch.h"
#include "kine/model/skeleton.h"
#include "kine/solve/goal.h"

namespace kine {

/// Limits in place of an orientation goal (Meredith & Maddock: large turns of the hip look unnatural, so limits that
/// rule them out let the half Jacobian do what would need the full one; "an arm, for example, would prove just as
/// suitable").
///
/// A reach takes three of the four freedoms of a limb with three angles at its root and a hinge in its middle. The
/// fourth is the swivel about the line from root to target: it turns the tip, and nothing but the root's limits holds
/// it. Limits that leave only some swivels make a reach (three rows) turn the tip as a place (six rows) would.
struct SwivelLimits {
  JointId root = kWorld;           ///< the root of the limb, an Euler joint of three angles
  std::array<Range, 3> windows{};  ///< of its angles
};

/// What the angles of the root are while the limb of a place goal has its tip turned as wanted, as nearly as a swivel
/// can do it, or is swivelled by up to `slack` radians to either side of that; never more than their limits. Found in
/// closed form from `pose`, which gives what the limb does not move. Fails where the joint has no such limb.
Result<SwivelLimits> swivel_limits(const Skeleton& skeleton, const Goal& goal, double slack,
                                   std::span<const double> pose, Scratch& scratch);

/// The skeleton with these limits. It builds a skeleton, and allocates: for a reach or a stride, not for every frame.
Result<Skeleton> with_limits(const Skeleton& skeleton, const SwivelLimits& limits);

}  // namespace kine
