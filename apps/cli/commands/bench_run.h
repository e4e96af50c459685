#pragma once

#include <cstddef>
#include <vector>

#include "apps/cli/methods.h"
#include "kine/core/result.h"
#include "kine/io/formats/problem_set.h"

/// Solves the problems of a set and takes the times of it.
namespace kine::cli {

/// What to solve and how.
struct Trial {
  const ProblemSet& set;
  const Method& method;
  bool warm = false;     ///< Arm: from the warm seeds
  double tolerance = 0;  ///< metres and radians; TwoBone: of the sum of the bones
};

/// What came of it.
struct Outcome {
  std::size_t width = 0;          ///< numbers a problem in `solutions`
  std::vector<double> solutions;  ///< the poses, problem after problem; TwoBone: with the reached flag behind each
  std::vector<bool> reached;      ///< what the reports say
  std::vector<double> times_us;   ///< the least of all passes, a problem each
  double iterations_mean = 0;
};

/// One pass over all problems: fills all of `outcome` the first time, and betters its times after that. An error where
/// the method cannot do such problems, or does not come to the same poses again.
Result<bool> run_pass(const Trial& trial, Outcome& outcome);

/// True if the problems are solved by the two-bone kernel itself, timed in blocks of `kKernelBlock`.
bool by_kernel(const Trial& trial);
inline constexpr std::size_t kKernelBlock = 32;

/// Ties this thread to the processor it runs on. The processor's number, or -1 where that cannot be done.
int pin_thread();

}  // namespace kine::cli
