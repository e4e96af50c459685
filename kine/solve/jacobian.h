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

/// How the Jacobian is inverted.
enum class Inverse : std::uint8_t {
  Damped,     ///< damped least squares that tunes itself: the default, for everything
  Paper,      ///< the right pseudo-inverse with the error test of Meredith & Maddock, eqs. 1.6 and 1.7, to the letter
  Transpose,  ///< J^T with the best step along it: no inverse at all, many cheap steps
  SelectivelyDamped,  ///< Buss & Kim: each singular direction damped by how far it would throw the joints
};

/// Inverse kinematics by the Jacobian (Meredith & Maddock, "Real-Time Inverse Kinematics: The Return of the Jacobian").
/// Half or full Jacobian is decided by the goals: reach has 3 rows, place 6. Goals all count at once, by their weights;
/// priorities and bounds are the business of FullBody.
struct Jacobian {
  Inverse inverse = Inverse::Damped;
  Tolerance tolerance{};
  int max_iterations = 200;  ///< outer loop; the paper's limit too
  double step = 1;           ///< 0 to 1: how much of each step is taken (the ASF/AMC homework's `step`)
  JointId from = kWorld;     ///< the first joint that may move (the homework's start bone); kWorld: all may
  /// Locks for this solve: a flag a freedom, false for what may not move; empty: all may. Make it with FreedomMask. The
  /// caller keeps it alive.
  std::span<const bool> movable{};
  /// Damped: where the last joint above the tip is a ball without limits, a place is solved as a reach of that ball and
  /// a turn of it, by three rows instead of six (the paper's use of the half Jacobian). Quicker; the ball then turns as
  /// far as it must, where the full Jacobian spreads the turn over all joints.
  bool penultimate = true;
  /// The most that any joint may change in one solve, radians (a slider: reaches); counted from the start pose once
  /// that is inside its limits. A solve that would need more goes that far towards what it found, all joints in step,
  /// and reports the error that is left. For tracking through singular poses, where joints would have to jump. A bound
  /// on speed: most change a second = max_change * frames per second.
  double max_change = kInfinity;
  /// A pose to stay near in what freedom the goals leave; empty: none. The caller keeps it alive. Without one, joints
  /// of a limb that has freedom to spare drift when a path is walked again and again; with one, they come back.
  std::span<const double> posture{};
  double ease = 0.3;     ///< 0 to 1: how much of the way to `posture` is gone in each solve
  int inner_limit = 20;  ///< Paper: how often dX is halved at the most
  double inverse_error =
      1e-3;  ///< Paper: the largest |(1 - J J^-1) dX| let through, of the reach. The paper names none
};

/// The bytes of scratch that a solve takes: with less, it is BadInput and nothing is moved.
std::size_t scratch_bytes(const Skeleton& skeleton, std::span<const Goal> goals, const Jacobian& method);
/// The most that a solve takes with any goals of so many rows (a reach has 3, a place 6, a hold one per freedom): for
/// goals that change from frame to frame.
std::size_t scratch_bytes_for_rows(const Skeleton& skeleton, int rows, const Jacobian& method);

/// Solves from the given pose and writes the best one seen, inside its limits. Bounded, deterministic, no allocation.
/// At the worst max_iterations steps, twice that with a posture. A step of one reach or place goes over the joints of its
/// limb; of anything else it takes rows^2 * freedoms + rows^3 operations. SelectivelyDamped needs singular values, up to 42
/// sweeps of rows^3, or of freedoms^3 where they are fewer: seconds with a hold on three hundred freedoms, each of which is a row. It gives up earlier: Damped after
/// 12 steps in a row that hardly help, Transpose and SelectivelyDamped after 40 and all others after 200 steps that leave
/// 99 % of the squared error.
Report solve(const Skeleton& skeleton, std::span<const Goal> goals, const Jacobian& method, std::span<double> pose,
             Scratch& scratch);

}  // namespace kine
