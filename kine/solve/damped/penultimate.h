#pragma once

#include "kine/solve/damped/limb_step.h"

namespace kine::detail {

/// True if a place of this limb's tip can be had from a reach: its last link is a ball without limits, which then only
/// has to turn the tip, and which moves at least as willingly as the others.
bool has_free_end(const Limb& limb);
bool has_free_end(const BallChain& chain);

struct PenultimateOutcome {
  LimbOutcome limb{};
  bool reached = false;
  bool proved = false;  ///< the ball's place is out of its reach, so the target cannot be had
};

/// Places the tip by three rows instead of six (Meredith & Maddock, "Using the half- over the full-Jacobian"): the ball
/// is brought to its place, then turned. Where the ball cannot get there this is no good compromise of position and
/// orientation: start again with the full Jacobian.
PenultimateOutcome place_by_penultimate(Limb& limb, const LimbTarget& target, const LimbSettings& settings);
PenultimateOutcome place_by_penultimate(BallChain& chain, const LimbTarget& target, const LimbSettings& settings);

}  // namespace kine::detail
