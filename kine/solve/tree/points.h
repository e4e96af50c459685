#pragma once

#include <span>

#include "kine/core/scratch.h"
#include "kine/solve/tree/link_tree.h"
#include "kine/solve/tree/progress.h"

namespace kine::detail {

/// The joints of a tree as points that hang on one another by bones of fixed length. Links at one place share a point.
struct PointTree {
  struct Point {
    double length = 0;      ///< of the bone to the point above
    double weight = 0;      ///< of all tips at or below it
    double tip_weight = 0;  ///< of those at it
    Vec3 wanted{};          ///< the weighted mean of what its tips want
    Vec3 aim{};             ///< where this round brings them
    int above = -1;         ///< -1: it is pinned where it is
  };
  std::span<Point> points{};
  std::span<int> point_of{};  ///< of each link
  std::span<int> bone_of{};   ///< of each link: the link at the end of its bone; -1: it has none
  std::span<Vec3> now{}, best{}, back{}, sum{};
  bool plain = false;  ///< one chain: each point hangs on the one before
};

std::size_t point_tree_bytes(const Skeleton& skeleton, std::size_t goal_count);

/// False if the links cannot be seen so: only balls without limits will do, each with one bone.
bool make_points(const LinkTree& tree, Scratch& scratch, PointTree& out);

/// FABRIK on points: there and back until all tips are reached. `now` ends as the best seen. Gives the rounds taken.
int reach_by_points(const LinkTree& tree, int max_iterations, int shakes, PointTree& points);

/// Turns each ball by the least turn that brings its bone along its points. All links are placed when it is done.
void turn_to_points(LinkTree& tree, const PointTree& points);

}  // namespace kine::detail
