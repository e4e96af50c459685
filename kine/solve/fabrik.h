#pragma once

#include <cstddef>
#include <span>

#include "kine/core/scratch.h"
#include "kine/model/skeleton.h"
#include "kine/solve/goal.h"
#include "kine/solve/report.h"
#include "kine/solve/tolerance.h"

namespace kine {

/// Forward and backward reaching: the joints are points that are pulled along straight lines, from the targets to the
/// root and back again, each bone keeping its length. Aristidou and Lasenby, "FABRIK: A fast, iterative solver for the
/// inverse kinematics problem", 2011; with limits and several goals after Aristidou, Chrysanthou and Lasenby,
/// "Extending FABRIK with model constraints", 2016.
///
/// Takes reach and place goals, any number of them, measured in the world; all joints, limits, weights and fixed
/// freedoms. Balls without limits are solved on the points alone and turned at the end, each by the least turn. With
/// anything else the way back from the root turns the joints themselves, inside their limits, so that every round ends
/// in a true pose. Refused with a sentence: other goals, bounds, priorities, skeletons with scales, and links that
/// follow one another.
struct Fabrik {
  Tolerance tolerance{};
  int max_iterations = 500;  ///< rounds there and back, >= 0
  int shakes = 6;  ///< how often a pose that is stuck is shaken to try again, >= 0; more solves more and gives up later
  /// Locks for this solve: a flag a freedom, false for what may not move; empty: all may. Make it with FreedomMask. The
  /// caller keeps it alive.
  std::span<const bool> movable{};
};

/// The bytes of scratch that a solve takes: with less, it is BadInput and nothing is moved.
std::size_t scratch_bytes(const Skeleton& skeleton, std::span<const Goal> goals, const Fabrik& method);
/// The most that a solve takes with any goals of so many rows (a reach has 3, a place 6, a hold one per freedom): for
/// goals that change from frame to frame.
std::size_t scratch_bytes_for_rows(const Skeleton& skeleton, int rows, const Fabrik& method);

/// Solves from the given pose and writes the best one seen, inside its limits. Bounded, deterministic, no allocation.
/// At the worst max_iterations rounds, each over all joints on the way to a goal and their goals. It gives up earlier: 12
/// rounds that leave 98 % of the squared error shake the pose, or end the solve when `shakes` are used up.
Report solve(const Skeleton& skeleton, std::span<const Goal> goals, const Fabrik& method, std::span<double> pose,
             Scratch& scratch);

}  // namespace kine
