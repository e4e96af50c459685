/// Two bones in closed form, without a skeleton: Lander's planar arm, and a limb in space. Part of <kine_c/kine.h>.
#ifndef KINE_C_KINE_LIMB_H_
#define KINE_C_KINE_LIMB_H_

#include "kine.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- in the plane: J. Lander, "Oh My God, I Inverted Kine!" ---------------------------------------------------------
// The root is at the origin; the first bone is turned by the root angle from the x axis, the second by the elbow angle
// from the first, counter-clockwise. Lengths are not negative.

typedef enum kine_strategy {
  KINE_ALGEBRAIC = 0,  ///< equations 3 to 6
  KINE_GEOMETRIC = 1   ///< figure 4
} kine_strategy;

/// Which of the two elbows: seen from the root along the line to the target, down is on its right.
typedef enum kine_elbow { KINE_ELBOW_DOWN = 0, KINE_ELBOW_UP = 1 } kine_elbow;

typedef enum kine_reachability {
  KINE_REACHABLE = 0,
  KINE_TOO_FAR = 1,  ///< farther than the sum of the bones
  KINE_TOO_NEAR = 2  ///< nearer than their difference
} kine_reachability;

/// The angles that bring the tip to (x, y), or to the nearest point that can be reached, and what they come from:
/// out[0] root, out[1] elbow; out[2] the distance to the target, out[3] the elbow's cosine, out[4] the direction of the
/// target (theta 3) and out[5] the triangle's angle at the root (theta 4, not negative).
/// A kine_reachability; -1 for NULL, an unknown strategy or elbow, or numbers that are not finite or negative lengths.
int kine_planar_solve(int strategy, int elbow, double upper, double lower, double x, double y, double* out);
/// Equation 2: out[4] gets where the tip is, x y, and where the elbow is, x y.
kine_status kine_planar_tip(double upper, double lower, double root, double elbow, double* out);

// ---- in space ------------------------------------------------------------------------------------------------------
// Both bones lie along x of their joints, the mid joint bends about z. Points are x, y, z in the world.

/// Turns root and mid joint so that the tip comes to `target` or, out of reach, as near as can be. `pole` (may be NULL)
/// is the direction to which the mid joint points from the line between root and tip; without one the limb swings there
/// the shortest way from its rest along x. `twist`, radians, turns it about that line last; `softness`: 0 to 1.
/// out[14] gets the root's rotation in the world and the mid joint's relative to it, x y z w each, then where the mid
/// joint and the tip are. 1 if the target can be touched, 0 if not, -1 for misuse.
int kine_two_bone(double upper, double lower, const double* root, const double* target, const double* pole,
                  double twist, double softness, double* out);

/// The circle on which the mid joint may lie while root and tip stay: out[7] gets its centre x y z, its normal x y z
/// (from root to target; zero where both are one point) and its radius. 1 if the target can be touched, 0 if not, -1
/// for misuse.
int kine_elbow_ring(double upper, double lower, const double* root, const double* target, double* out);

/// The nearest joints above `tip` that make a two-bone limb: out[3] gets root, mid and the joint below that takes an
/// orientation (-1: none can). KINE_BAD_VALUE and a sentence where there is no such limb.
kine_status kine_skeleton_limb(const kine_skeleton* skeleton, int tip, int* out, char* message, size_t message_size);

#ifdef __cplusplus
}
#endif

#endif  // KINE_C_KINE_LIMB_H_
