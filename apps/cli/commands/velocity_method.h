#pragma once

#include <cstddef>
#include <span>

#include "apps/cli/methods.h"

/// Velocity knows speeds and no goals. Here it is made to solve reach and place goals, so that it can be compared with
/// the others: steps whose drift correction wants all of what is missing (beta 1), one after the other until it is
/// there, 200 at the most.
namespace kine::cli {

Report solve_by_velocity(const Skeleton& skeleton, std::span<const Goal> goals, const MethodSettings& settings,
                         std::span<double> pose, Scratch& scratch);
std::size_t velocity_bytes(const Skeleton& skeleton, std::span<const Goal> goals, const MethodSettings& settings);

}  // namespace kine::cli
