#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "tests/torture/case.h"

namespace kine::torture {

/// One call of the library and all that it gave back.
struct SolveRun {
  Report report{};            ///< of Velocity: status and fault only
  VelocityReport velocity{};  ///< of Velocity
  std::vector<double> pose{};
  std::vector<double> speeds{};
  int allocations = 0;
  bool wrote_beyond_scratch = false;
  double seconds = 0;
  std::string assertion{};  ///< the first that failed
};

/// Solves with exactly as many bytes of scratch memory as scratch_bytes asks for, all of them `fill` at first; without one
/// they are left as they come, which valgrind knows to be nothing yet.
SolveRun run_solve(const Problem& problem, std::optional<std::byte> fill);

/// True if two calls gave back the same bits.
bool is_same(const SolveRun& a, const SolveRun& b);

}  // namespace kine::torture
