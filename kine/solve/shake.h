#pragma once

#include <cstddef>
#include <span>

#include "kine/core/scratch.h"
#include "kine/model/skeleton.h"
#include "kine/solve/goal.h"
#include "kine/solve/report.h"
#include "kine/solve/tolerance.h"

namespace kine {

/// Joints as point masses held apart by distances: the tip is put on its target, and each bone in turn pulls or pushes
/// its two ends until all have their length again. Tang, Cavazza, Mountain and Earnshaw, "A constrained inverse
/// kinematics technique for real-time motion capture animation", 1999, on the SHAKE algorithm of Ryckaert, Ciccotti and
/// Berendsen, "Numerical integration of the Cartesian equations of motion of a system with constraints", 1977. It is
/// what Meredith and Maddock compare the Jacobian with; it is here for that comparison.
///
/// Takes reach goals, any number of them, measured in the world. A limit of an angle becomes a shortest and a longest
/// distance between the joints on either side; what that leaves open is clamped when the points become a pose. Refused
/// with a sentence: other goals, bounds, priorities, skeletons with scales, and links that follow one another.
struct Shake {
  Tolerance tolerance{};
  int max_iterations = 5000;     ///< rounds over all distances, >= 0; long chains need many: see docs/solvers/shake.md
  int cycle = 40;                ///< rounds after which the points become a pose, at the latest, >= 1
  double bone_tolerance = 1e-3;  ///< of a bone's length, > 0: within this the points become a pose earlier
  int shakes = 6;  ///< how often a pose that is stuck is shaken to try again, >= 0; more solves more and gives up later
  /// Locks for this solve: a flag a freedom, false for what may not move; empty: all may. Make it with FreedomMask. The
  /// caller keeps it alive.
  std::span<const bool> movable{};
};

/// The bytes of scratch that a solve takes: with less, it is BadInput and nothing is moved.
std::size_t scratch_bytes(const Skeleton& skeleton, std::span<const Goal> goals, const Shake& method);
/// The most that a solve takes with any goals of so many rows (a reach has 3, a place 6, a hold one per freedom): for
/// goals that change from frame to frame.
std::size_t scratch_bytes_for_rows(const Skeleton& skeleton, int rows, const Shake& method);

/// Solves from the given pose and writes the best one seen, inside its limits. Bounded, deterministic, no allocation.
/// At the worst max_iterations rounds, each over all bones on the way to a goal. It gives up earlier: bones that do not
/// settle within 40 rounds are taken as they are, and 12 poses that leave 98 % of the squared error shake the pose, or end
/// the solve when `shakes` are used up.
Report solve(const Skeleton& skeleton, std::span<const Goal> goals, const Shake& method, std::span<double> pose,
             Scratch& scratch);

}  // namespace kine
