#pragma once

#include "kine/math/dense/ldlt.h"
#include "kine/solve/damped/limb.h"

namespace kine::detail {

/// What a limb is asked for: its tip at a point, and perhaps turned a certain way.
struct LimbTarget {
  Vec3 position{};
  Quat rotation{};
};

/// How a solve of a limb is done.
struct LimbSettings {
  double position_tolerance;  ///< metres
  double angle_tolerance;     ///< radians; ignored where only a position is asked for
  int max_iterations;
  double step = 1;  ///< how much of each step is taken
};

struct LimbOutcome {
  int iterations = 0;
  double position_error = 0;
  double angle_error = 0;
  bool flat = false;  ///< ended where no small turn helps, as in a straight chain with the target on its line
};

/// Brings the tip of a limb to a point (3 rows) by damped least squares with hard limits; the links end at the best
/// values seen. The damping needs no tuning: see limb_step.cpp.
LimbOutcome reach_limb(Limb& limb, const Vec3& target, const LimbSettings& settings);

/// The same for position and orientation (6 rows).
LimbOutcome place_limb(Limb& limb, const LimbTarget& target, const LimbSettings& settings);

}  // namespace kine::detail
