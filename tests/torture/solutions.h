#pragma once

#include <functional>
#include <span>
#include <string>

#include "tests/torture/plain_model.h"
#include "tests/torture/run_solve.h"

namespace kine::torture {

/// What of the promises of solutions() is broken for a case of Global, whose solve is `run`; empty: nothing. `broken_pose`
/// says what is wrong with a pose that is handed back, whatever the goals are.
std::string broken_solutions(const Case& source, const Problem& problem, const SolveRun& run, const PlainModel& model,
                             const std::function<std::string(std::span<const double>)>& broken_pose);

}  // namespace kine::torture
