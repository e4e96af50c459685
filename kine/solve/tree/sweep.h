#pragma once

#include "kine/solve/tree/link_tree.h"
#include "kine/solve/tree/point_fit.h"

namespace kine::detail {

// One round of cyclic coordinate descent. The cost of a round is that of one look at each link and each tip below it:
// a tip is carried along with each turn instead of being found anew by forward kinematics. Tips aim beyond their
// targets by `overshoot` times what is missing (see Progress). Links that lead or follow others are left out:
// move_leaders does them.

/// From the tips to the root, then forward kinematics.
void sweep_to_root(LinkTree& tree, double overshoot, const MoveSettings& settings);

/// From the root to the tips; forward kinematics is done on the way.
void sweep_to_tips(LinkTree& tree, double overshoot, const MoveSettings& settings);

/// Moves each amount that others follow, by one guarded Newton step on all tips.
void move_leaders(LinkTree& tree, const MoveSettings& settings);

/// What a tip pulls at a link: the point itself, and its orientation as points at this distance.
double turn_arm(const TreeTip& tip);

}  // namespace kine::detail
