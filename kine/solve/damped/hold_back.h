#pragma once

#include <span>

#include "kine/core/scratch.h"
#include "kine/model/skeleton.h"

namespace kine::detail {

/// The bytes of scratch that hold_back takes.
std::size_t hold_back_bytes(const Skeleton& skeleton);

/// Where some joint has changed more than `most` (radians; sliders: times `reach`) from one pose to another, the second
/// is brought back towards the first, all joints in step, until none has. True if it had to. What has not moved keeps
/// its bits. Changes count from `before` with what may move (a flag a freedom) brought inside its limits; the result is
/// inside them.
bool hold_back(const Skeleton& skeleton, std::span<const bool> movable, std::span<const double> before, double most,
               double reach, std::span<double> pose, Scratch& scratch);

}  // namespace kine::detail
