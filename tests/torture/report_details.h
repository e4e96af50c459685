#pragma once

#include <string>

#include "tests/torture/plain_model.h"
#include "tests/torture/run_solve.h"

namespace kine::torture {

/// What is wrong in what a report says beside its status and its errors: how far postures are missed, and which limits
/// and goals stood in the way. Empty: nothing.
std::string broken_in_details(const Case& source, const Problem& problem, const SolveRun& run, const PlainModel& model);

}  // namespace kine::torture
