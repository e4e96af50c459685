#pragma once

#include "kine/motion/gait.h"
#include "kine/motion/walk/step.h"

/// How feet roll in a step and where the one in the air is: by the step alone, whatever the hips do.
namespace kine::detail {

/// The part of the swing, below 0 while the foot still bears.
double swing_part(const Step& step, double part);

/// The part of the swing, and of the step, when the last decision about the landing is taken.
inline constexpr double kLateSwing = 0.55;
double late_part(const Step& step);

bool is_in_air(const Step& step, int foot, double part);

/// The pitch of a foot in this step, by its part.
double pitch_of(const Gait& gait, const Step& step, int foot, double part);
double pitch_rate_of(const Gait& gait, const Step& step, int foot, double part);

/// How freely the foot turns at part s of its swing: not at its ends, where it rolls as on the ground.
double loose_of(double s);

/// How much `raise` number k counts at part s of the swing: cubic B-splines a tenth apart, which end level.
inline constexpr int kRaises = 7;
inline constexpr double kRaiseSpacing = 0.1;  ///< parts of a swing
constexpr double raise_share(int k, double s) {
  const double from = 10 * s - (k + 2), off = from < 0 ? -from : from;
  if (off >= 2) return 0;
  if (off >= 1) return (2 - off) * (2 - off) * (2 - off) / 6;
  return (4 - 3 * off * off * (2 - off)) / 6;
}

/// How much higher the sole is for all of them.
inline double raised_by(const Swing& swing, double s) {
  double higher = 0;
  for (int k = 0; k < kRaises; ++k)
    if (swing.raise[k] != 0) higher += swing.raise[k] * raise_share(k, s);
  return higher;
}

/// The sole of the stepping foot, by the part of its swing; and its height alone, which takes less time.
double swing_height(const Gait& gait, const Swing& swing, double s);
Foothold swing_sole(const Gait& gait, const Swing& swing, double s);

}  // namespace kine::detail
