#pragma once

#include "kine/solve/jacobian.h"

namespace kine::detail {

/// The bytes of scratch that the two functions below take, with so many rows.
std::size_t general_bytes(const Skeleton& skeleton, std::size_t rows, Inverse inverse);

/// The Jacobian method on any skeleton, with any number and kind of goals and any inverse: all rows in one dense
/// matrix. The request has been checked.
Report solve_general(const Skeleton& skeleton, std::span<const Goal> goals, const Jacobian& method,
                     std::span<double> pose, Scratch& scratch);

/// Moves the pose by `method.ease` of the way to `method.posture`, in what freedom the goals leave: they stay where
/// they are, to first order.
void ease_general(const Skeleton& skeleton, std::span<const Goal> goals, const Jacobian& method, std::span<double> pose,
                  Scratch& scratch);

}  // namespace kine::detail
