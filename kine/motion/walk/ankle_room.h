#pragma once

#include <algorithm>
#include <cmath>

#include "kine/math/transform.h"
#include "kine/motion/walk/targets.h"

/// How far a foot can be pitched under a hip, by the lengths of the leg and what its ankle allows.
namespace kine::detail {

/// Radians that plans leave between an ankle and its limit upwards. Limit of a rule: joints stay inside their limits.
inline constexpr double kAnkleSpare = 0.025;

/// A foot in the air, for a leg of length 1.
inline constexpr double kReachBlend = 0.007;  ///< it comes this softly to where the leg is stretched the most
inline constexpr double kFoldSpare = 0.02;    ///< it stays this much farther from the hip than the knee lets it come,
inline constexpr double kFoldBlend = 0.05;    ///< and comes there this softly
/// Its ankle, radians.
inline constexpr double kAirSpareDown = 0.02;  ///< left to the limit downwards; upwards it is kAnkleSpare and more
inline constexpr double kAirBlend = 0.1;       ///< within which it gives way to its limits
inline constexpr double kHangs = 0.15;         ///< to the side, beyond which the foot hangs from the shank instead
inline constexpr double kHangsBlend = 0.1;     ///< within which it begins to

/// The lesser of two, rounded off within `blend` of each other, and never more than either.
inline double soft_min(double a, double b, double blend) {
  const double gap = std::abs(a - b);
  const double least = std::min<double>(a, b);
  if (gap >= blend) return least;
  const double over = blend - gap;
  return least - over * over / (4 * blend);
}

/// True only if the angle of (x, y) from the x axis is less than `angle`, a little less at least; false may be wrong.
/// Far from a limit that spares the arc tangent: tan a >= a + a^3 / 3.
inline bool is_surely_below(double y, double x, double angle) {
  constexpr double kSteepest = 1.5;   // radians, below a right angle, up to which the tangent is used
  constexpr double kLess = 1 - 1e-9;  // for rounding
  return x > 0 && angle > 0 && angle < kSteepest && y < kLess * angle * (1 + angle * angle / 3) * x;
}

/// How far the shank leans ahead against the sole's normal, with the hip where it is, when shank and foot end at
/// `pivot` as one bone that goes `ahead` and `down` from the knee: thigh and that bone are a two-bone limb.
double lean_of(const LegMeasures& leg, const Foothold& sole, const Vec3& hip, const Vec3& pivot, double ahead,
               double down);

/// The pitch of a foot on the ground, less where the ankle would have to bend more than it can: the heel rises sooner
/// or the sole comes down sooner.
double heeded_pitch(const LegMeasures& leg, const Foothold& sole, const Vec3& hip, double pitch);

/// The least pitch that makes no difference: whatever is more, below 0, a foot that its ankle makes rise on its toes
/// does the same.
double least_heeded_pitch(const LegMeasures& leg, const Foothold& sole, const Vec3& hip);

/// The pitch on the toes at which the ankle comes within `reach` of the hip: it goes round the ball, so a heel is
/// pulled up as far as the leg is too short, and no farther than the ankle points down. Above 0 where the leg is long
/// enough for a flat foot.
double pitch_at_reach(const LegMeasures& leg, const Foothold& sole, const Vec3& hip, double reach);

/// The most that a foot on this sole can be pitched up under these hips before its ankle is bent to the full.
double most_pitch(const BipedMeasures& build, const Transform& hips, const Foothold& sole, int foot);

/// How far the lowest point of a foot lies below the plane of a sole.
double depth_below(const FootShape& shape, const FootPose& pose, const Foothold& sole);

}  // namespace kine::detail
