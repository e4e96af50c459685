#pragma once

#include <cstddef>
#include <span>

#include "kine/solve/full_body.h"
#include "kine/solve/two_bone.h"

namespace kine {

/// Analytic limbs and a numerical trunk (Shin, Lee, Gleicher and Shin, "Computer Puppetry: An Importance-Based
/// Approach", 2001, which Meredith & Maddock name as the hybrid way). A reach or place goal on a hand or foot whose
/// limb qualifies as two bones is solved in closed form. The trunk moves only if a limb cannot reach from where it
/// hangs, or if a hold goal wants it elsewhere: FullBody then brings the limbs' roots near enough, with all other
/// goals, and the limbs do the rest. Where that fails, FullBody solves everything. Without a hold a figure that has
/// bent down for a low target stays bent; with one it rises again as soon as the targets let it. Each limb can have a
/// pole of its own: GoalOptions::pole.
struct Hybrid {
  FullBody body{};        ///< for the trunk, and for all that is no limb
  TwoBone limb{};         ///< for the limbs; its root and mid are found for each goal
  double stretch = 0.98;  ///< 0 to 1: how far a limb may be stretched before the trunk helps, of its length
  /// Locks for this solve, of body and limbs alike (whose own `movable` must be empty): a flag a freedom, false for
  /// what may not move; empty: all may. Make it with FreedomMask. The caller keeps it alive.
  std::span<const bool> movable{};
};

/// The bytes of scratch that a solve takes: with less, it is BadInput and nothing is moved.
std::size_t scratch_bytes(const Skeleton& skeleton, std::span<const Goal> goals, const Hybrid& method);
/// The most that a solve takes with any goals of so many rows (a reach has 3, a place 6, a hold one per freedom): for
/// goals that change from frame to frame.
std::size_t scratch_bytes_for_rows(const Skeleton& skeleton, int rows, const Hybrid& method);

/// Solves from the given pose, inside its limits. `Report::iterations` counts the trunk's. Deterministic, no
/// allocation. At the worst two solves by FullBody and one by TwoBone for each limb.
Report solve(const Skeleton& skeleton, std::span<const Goal> goals, const Hybrid& method, std::span<double> pose,
             Scratch& scratch);

}  // namespace kine
