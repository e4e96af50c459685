#pragma once

#include <span>

#include "kine/solve/tree/link_tree.h"
#include "kine/solve/tree/point_fit.h"

namespace kine::detail {

/// Turns every link, from the root on and inside its limits, so that what hangs on it comes as near as it can to given
/// points (one per link, in the world, with a weight each). All links are placed when it is done. A link that cannot move
/// the points next below it (they lie on its axis, or on it) goes by the next ones that it can move.
void fit_to_points(LinkTree& tree, std::span<const Vec3> points, std::span<const double> weights,
                   const MoveSettings& settings);

}  // namespace kine::detail
