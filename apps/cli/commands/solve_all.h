#pragma once

#include <span>

#include "apps/cli/commands/goal_text.h"
#include "apps/cli/methods.h"
#include "kine/model/skeleton.h"

namespace kine::cli {

/// All poses of an arm (kine solve --all): prints them and gives the exit code.
int solve_all(const Skeleton& skeleton, const GoalList& goals, const MethodSettings& how, std::span<const double> start,
              bool json);

}  // namespace kine::cli
