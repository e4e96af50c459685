#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "kine/core/scratch.h"
#include "kine/model/skeleton.h"
#include "kine/solve/goal.h"
#include "kine/solve/report.h"
#include "kine/solve/tolerance.h"

namespace kine {

/// Which pose is wanted where there are several.
enum class Choice : std::uint8_t {
  Quick,          ///< the first that is found, looking outwards from the seed
  Nearest,        ///< the one nearest to the seed (see distance of ArmSolution)
  Posture,        ///< the one nearest to Global::posture
  FarFromLimits,  ///< the one whose worst joint is farthest from its limits, as a part of its range
  Manipulable,    ///< the one with the largest Yoshikawa manipulability, sqrt(det(J J^T))
};

/// One arm from any seed: a pose inside the limits wherever there is one, however far from where the solve starts.
///
/// Takes one place (6 rows), one reach (3 rows), or a reach and an aim of the same point, whose target then says where the
/// axis points while the tool may spin about it (5 rows). Moves hinges, sliders and Euler joints, with followers and
/// locks. Refused with a sentence: other goals, bounds, fades, balls that may move, scales, and frames that are not above the
/// goal's joint.
///
/// Arms of six or seven hinges whose axes lie well (docs/solvers/global.md) are solved in closed form. Of seven, one is
/// searched: choices other than Quick then look at values 0.35 rad apart and between them around the best. All other
/// arms are solved by descents from many starts, of which a choice takes the best.
struct Global {
  Tolerance tolerance{};
  Choice choice = Choice::Quick;
  int max_starts = 400;   ///< descents from other poses, at the most, >= 0
  JointId from = kWorld;  ///< the first joint that may move; kWorld: all may
  /// Locks for this solve: a flag a freedom, false for what may not move; empty: all may. Make it with FreedomMask. The
  /// caller keeps it alive.
  std::span<const bool> movable{};
  std::span<const double> posture{};  ///< Choice::Posture: a pose of the skeleton; the caller keeps it alive
};

/// The bytes of scratch that a solve takes: with less, it is BadInput and nothing is moved.
std::size_t scratch_bytes(const Skeleton& skeleton, std::span<const Goal> goals, const Global& method);
/// The most that a solve takes with any goals of so many rows: for goals that change from frame to frame.
std::size_t scratch_bytes_for_rows(const Skeleton& skeleton, int rows, const Global& method);

/// Solves from the given pose and writes the best one seen, inside its limits. Bounded, deterministic, no allocation.
Report solve(const Skeleton& skeleton, std::span<const Goal> goals, const Global& method, std::span<double> pose,
             Scratch& scratch);

}  // namespace kine
