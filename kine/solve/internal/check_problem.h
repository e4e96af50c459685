#pragma once

#include <span>

#include "kine/core/fault.h"
#include "kine/model/skeleton.h"
#include "kine/solve/goal.h"
#include "kine/solve/report.h"
#include "kine/solve/tolerance.h"

namespace kine {
struct FullBody;
struct Jacobian;
struct TwoBone;
}  // namespace kine

namespace kine::detail {

/// Why a solve cannot start, if it cannot: what every method checks first. Methods that tidy the pose before anything else
/// leave its values to tidy_if_usable, their last check; the others ask for all of it.
Fault fault_of_goals(const Skeleton& skeleton, std::span<const Goal> goals, std::span<const double> pose);
Fault fault_of_problem(const Skeleton& skeleton, std::span<const Goal> goals, std::span<const double> pose);
inline constexpr const char* kPoseUnusable = "the pose has a number that is not finite, or beyond 1e100";
Fault fault_of(const Tolerance& tolerance);
/// Why the settings of a method make no sense, if they do not: what Hybrid and batches must know before they move anything.
Fault fault_of(const Skeleton& skeleton, const Jacobian& method);
Fault fault_of(const Skeleton& skeleton, const FullBody& method);
Fault fault_of(const TwoBone& method);

/// What every method says when scratch.free() is less than its scratch_bytes.
inline constexpr const char* kScratchTooSmall =
    "the scratch memory is too small: scratch_bytes says how much is needed";

/// The report of a solve that did not start; the pose is as it was.
Report bad_input(Fault fault);

}  // namespace kine::detail
