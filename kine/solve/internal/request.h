#pragma once

#include <cstddef>
#include <span>

#include "kine/core/scratch.h"
#include "kine/kinematics/frames.h"
#include "kine/model/skeleton.h"
#include "kine/solve/goal.h"
#include "kine/solve/report.h"
#include "kine/solve/tolerance.h"

namespace kine::detail {

/// Why a solve cannot start, if it cannot: what every method checks first.
Fault fault_of_request(const Skeleton& skeleton, std::span<const Goal> goals, std::span<const double> pose);
Fault fault_of(const Tolerance& tolerance);

/// The report of a solve that did not start; the pose is as it was.
Report bad_input(Fault fault);

/// Goals that fade want only a part of the way from where they are now to where they are wanted. Gives the goals with
/// targets moved accordingly and fade 1; the same span when none fades. Memory comes from `scratch`.
std::span<const Goal> faded(const Skeleton& skeleton, std::span<const Goal> goals, std::span<const double> pose,
                            Scratch& scratch);
/// The bytes of scratch that takes.
std::size_t faded_bytes(const Skeleton& skeleton, std::span<const Goal> goals);

/// The sum of the bone lengths from the root of the goal's joint to its point, metres: the size against which errors
/// are judged. Never zero: a figure without length counts as one metre.
double reach_of(const Skeleton& skeleton, const Goal& goal);

/// The tolerance in metres of a goal.
double metres_of(const Tolerance& tolerance, double reach);

/// Where the farthest and the nearest point are that a goal's point can be brought to, by the lengths of the bones
/// alone. Known only when the goal is a reach or place in the world and nothing slides above the point.
struct Shell {
  bool known = false;
  Vec3 centre{};
  double inner = 0, outer = 0;
};
Shell shell_of(const Skeleton& skeleton, const Frames& frames, const Goal& goal, JointId from);

/// Measures every goal on the frames of a pose and fills in errors and status (Reached, NotFound or, where the shell
/// proves it, Unreachable).
void judge(const Skeleton& skeleton, std::span<const Goal> goals, const Frames& frames, std::span<const double> pose,
           const Tolerance& tolerance, JointId from, Report& report);

}  // namespace kine::detail
