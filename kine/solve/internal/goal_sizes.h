#pragma once

#include <cstddef>
#include <span>

#include "kine/kinematics/frames.h"
#include "kine/model/skeleton.h"
#include "kine/solve/goal.h"

namespace kine::detail {

/// What the memory of a solve depends on, beside the skeleton and the method.
struct GoalSizes {
  std::size_t goals = 0;
  std::size_t rows = 0;           ///< of all goals; a hold has one per freedom
  std::size_t rows_of_holds = 0;  ///< how many of them are of holds, which FullBody keeps apart
  bool fades = false;             ///< some goal fades, so that the goals are copied
};

inline GoalSizes sizes_of(const Skeleton& skeleton, std::span<const Goal> goals) {
  GoalSizes sizes{.goals = goals.size()};
  for (const Goal& goal : goals) {
    const auto rows = static_cast<std::size_t>(row_count(skeleton, goal));
    sizes.rows += rows;
    if (goal.kind == GoalKind::Hold) sizes.rows_of_holds += rows;
    sizes.fades |= goal.fade != 1;
  }
  return sizes;
}

/// The most that goals of so many rows can be: one goal a row, all fading. One more goal for a hold that has no row.
inline GoalSizes sizes_at_most(int rows) {
  const auto count = static_cast<std::size_t>(rows > 0 ? rows : 0);
  return {.goals = count + 1, .rows = count, .rows_of_holds = 0, .fades = true};
}

}  // namespace kine::detail
