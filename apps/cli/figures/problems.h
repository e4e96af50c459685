#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "apps/cli/draw/chart.h"
#include "apps/cli/methods.h"
#include "kine/model/pose.h"
#include "kine/model/skeleton.h"
#include "kine/solve/goal.h"
#include "kine/solve/report.h"

/// Problems of our own for the plots, drawn from a seed, and who solves them.
namespace kine::cli {

struct PlotProblem {
  Pose start;
  Goal goal;
};

struct PlotSet {
  Skeleton skeleton;
  double reach;  ///< metres
  std::vector<PlotProblem> problems;
};

/// A chain of balls, of unit length, each turned by up to 30 degrees to begin with; a point to reach in any direction, at 0.2
/// to 0.95 of the reach.
PlotSet chain_problems(int links, int count, std::uint64_t seed);

/// The arm with seven hinges and its limits; a place that a pose inside the limits has, from a pose in which each joint
/// is off by up to half a radian. `turned`: the orientation counts too.
PlotSet arm_problems(int count, std::uint64_t seed, bool turned);

/// A method as all plots show it.
struct Contender {
  std::string name;
  std::string_view method;  ///< as on the command line
  Style style;
};
std::span<const Contender> contenders();
const Contender& contender(std::string_view method);

/// Memory that is enough for any method on that set.
Scratch scratch_for(const PlotSet& set);

/// The error of a report: metres of the reach, or radians, whichever is more.
double error_of(const Report& report, const PlotSet& set);

double median(std::vector<double> values);

}  // namespace kine::cli
