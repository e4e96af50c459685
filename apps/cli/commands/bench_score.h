#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "apps/cli/commands/bench_run.h"

/// Judges solutions by forward kinematics of the joint values alone, as a reader of the written files would.
namespace kine::cli {

struct Score {
  double solved_percent = 0;         ///< within the tolerance, and inside the limits
  double within_limits_percent = 0;  ///< inside the limits, solved or not
  double error_median = 0, error_max = 0;
  std::size_t reported_wrongly = 0;  ///< reports that say "reached" of a pose that is not
  // TwoBone only:
  std::optional<double> pole_error_max_degrees{};  ///< of those that can be reached and are not all but straight
  std::optional<double> reached_flag_right_percent{};
};

Score score(const Trial& trial, const Outcome& outcome);

/// What times tell: the mean, and the value that so many of a hundred do not exceed.
double mean(std::span<const double> values);
double percentile(std::span<const double> ascending, double percent);

}  // namespace kine::cli
