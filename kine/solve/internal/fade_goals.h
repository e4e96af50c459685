#pragma once

#include <cstddef>
#include <span>

#include "kine/core/scratch.h"
#include "kine/model/skeleton.h"
#include "kine/solve/goal.h"
#include "kine/solve/internal/goal_sizes.h"

namespace kine::detail {

/// Goals that fade want only a part of the way from where they are now to where they are wanted. Gives the goals with
/// targets moved accordingly and fade 1; the same span when none fades. Memory comes from `scratch`.
std::span<const Goal> fade_goals(const Skeleton& skeleton, std::span<const Goal> goals, std::span<const double> pose,
                                 Scratch& scratch);

/// The bytes of scratch that takes.
std::size_t fade_goals_bytes(const Skeleton& skeleton, const GoalSizes& sizes);

}  // namespace kine::detail
