#pragma once

#include <optional>

#include "kine/motion/ground.h"
#include "kine/motion/steering.h"

namespace kine::detail {

/// The height of the ground at the place where a figure starts, metres. With a start height it is that of the highest
/// ground not more than `above` metres over it; without one, of the highest ground of all. Nothing where there is none
/// within 100 km of the world's origin.
std::optional<double> start_ground(const Ground& ground, const Course& course,
                                   const std::optional<double>& start_height, double above);

}  // namespace kine::detail
