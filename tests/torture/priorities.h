#pragma once

#include <string>

#include "tests/torture/plain_model.h"
#include "tests/torture/run_solve.h"

namespace kine::torture {

/// FullBody: whether the goals of the last priority cost those of earlier ones anything: the same solve without them must
/// not be better. A sentence; empty: they did not.
std::string broken_priority(const Case& source, const Problem& problem, const SolveRun& run, const PlainModel& model);

}  // namespace kine::torture
