#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "kine/core/scratch.h"
#include "kine/math/trig.h"
#include "kine/model/skeleton.h"
#include "kine/solve/goal.h"
#include "kine/solve/report.h"
#include "kine/solve/tolerance.h"

namespace kine {

/// Cyclic coordinate descent: one joint after the other is turned so that the points of the goals come as near to their
/// targets as this one joint can bring them. Wang and Chen, "A combined optimization method for solving the inverse
/// kinematics problem of mechanical manipulators", 1991; Welman, "Inverse kinematics and geometric constraints for
/// articulated figure manipulation", 1993.
///
/// Takes reach, place and orient goals, any number of them, measured in the world; all joints, limits, weights (a joint
/// of half the weight takes half of each turn), fixed freedoms and followers. Refused with a sentence: other goals,
/// bounds, priorities and skeletons with scales.
struct Ccd {
  /// Which joint is turned first in a round. The first ones move most.
  enum class Order : std::uint8_t {
    RootFirst,  ///< the base swings first; a few rounds even for chains of a hundred links
    TipFirst,   ///< the one of the books: the end curls up first; long chains take many more rounds
  };

  Tolerance tolerance{};
  int max_iterations = 300;  ///< rounds over all joints, >= 0
  double max_turn = kPi;     ///< radians in one round, > 0: less moves all joints more alike and takes more rounds
  Order order = Order::RootFirst;
  int shakes = 6;  ///< how often a pose that is stuck is shaken to try again, >= 0; more solves more and gives up later
  /// Locks for this solve: a flag a freedom, false for what may not move; empty: all may. Make it with FreedomMask. The
  /// caller keeps it alive.
  std::span<const bool> movable{};
};

/// The bytes of scratch that a solve takes: with less, it is BadInput and nothing is moved.
std::size_t scratch_bytes(const Skeleton& skeleton, std::span<const Goal> goals, const Ccd& method);
/// The most that a solve takes with any goals of so many rows (a reach has 3, a place 6, a hold one per freedom): for
/// goals that change from frame to frame.
std::size_t scratch_bytes_for_rows(const Skeleton& skeleton, int rows, const Ccd& method);

/// Solves from the given pose and writes the best one seen, inside its limits. Bounded, deterministic, no allocation.
/// At the worst max_iterations rounds, each over all joints on the way to a goal times the goals below each. It gives up
/// earlier: 12 rounds that leave 98 % of the squared error shake the pose, or end the solve when `shakes` are used up.
Report solve(const Skeleton& skeleton, std::span<const Goal> goals, const Ccd& method, std::span<double> pose,
             Scratch& scratch);

}  // namespace kine
