#pragma once

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

inline constexpr int kLimitPasses = 4;  ///< of taking links at limits out, in one step
inline constexpr double kHelped =
    0.9;  ///< of the squared error left by a step: after less the next one is not looked at twice

struct LimbOutcome {
  int iterations = 0;
  double position_error = 0;  ///< metres
  double angle_error = 0;     ///< radians; 0 where only a position is asked for
};

/// Brings the tip of a limb to a point (3 rows) by damped least squares with hard limits; the links end at the best
/// values seen. The damping needs no tuning: see damped_search.h.
LimbOutcome reach_limb(Limb& limb, const Vec3& target, const LimbSettings& settings);
LimbOutcome reach_limb(BallChain& chain, const Vec3& target, const LimbSettings& settings);

/// The same for position and orientation (6 rows).
LimbOutcome place_limb(Limb& limb, const LimbTarget& target, const LimbSettings& settings);
LimbOutcome place_limb(BallChain& chain, const LimbTarget& target, const LimbSettings& settings);

}  // namespace kine::detail
