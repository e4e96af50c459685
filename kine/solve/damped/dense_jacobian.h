#pragma once

#include "kine/solve/jacobian.h"

namespace kine::detail {

/// The Jacobian method on any skeleton, with any number and kind of goals and any inverse: all rows in one dense
/// matrix. The request has been checked.
Report solve_general(const Skeleton& skeleton, std::span<const Goal> goals, const Jacobian& method,
                     std::span<double> pose, Scratch& scratch);

/// Moves the pose by `method.ease` of the way to `method.posture`, in what freedom the goals leave: they stay where
/// they are, to first order. False, and nothing is moved, if the scratch memory is too small.
bool ease_general(const Skeleton& skeleton, std::span<const Goal> goals, const Jacobian& method, std::span<double> pose,
                  Scratch& scratch);

}  // namespace kine::detail
