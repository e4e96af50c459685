#pragma once

#include "kine/motion/walk/swing_way.h"

/// The height that a swing needs to clear the ground, with the least bend.
namespace kine::detail {

/// How much higher a swing should be at each of its moments.
struct RaiseTask {
  int first_sample;       ///< of the moments that are still to come,
  int first_raise;        ///< and of the raises that change nothing before that
  const double* missing;  ///< metres, kSwingSamples of them
  double enough;          ///< metres that may still be missing then
};

/// The share of each raise at each moment of a swing.
struct RaiseShares {
  double at[kSwingSamples][kRaises]{};

  constexpr RaiseShares() {
    for (int i = 0; i < kSwingSamples; ++i)
      for (int k = 0; k < kRaises; ++k) at[i][k] = raise_share(k, swing_moment(i));
  }
};
inline constexpr RaiseShares kRaiseShares;

/// How much each of the kRaises raises would add to the bend of the height's curve as it is.
void note_bend(const Gait& gait, const Swing& swing, double share, double* bend);

/// What must be added to the raises so that nothing is missing any more, with the least bend (the integral of the
/// square of the second derivative): a quadratic program, by Hildreth's method, which takes its conditions in turn.
void least_raise(const RaiseTask& task, const double* bend, double* more);

}  // namespace kine::detail
