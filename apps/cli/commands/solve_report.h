#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "apps/cli/commands/goal_text.h"
#include "kine/model/skeleton.h"
#include "kine/solve/report.h"

/// What kine solve and kine demo print of a solve.
namespace kine::cli {

/// A solve that has been done.
struct Solved {
  const Skeleton& skeleton;
  const GoalList& goals;
  std::span<const double> pose;
  const Report& report;
  std::vector<std::string> held{};  ///< feet that were held without being asked for
};

/// The status, the errors, the joints and the blockers; then the goals one by one, what was held, and the sentence.
void print_solve_json(const Solved& solved);

/// The values of each joint that has any, by its name.
nlohmann::ordered_json json_joints(const Skeleton& skeleton, std::span<const double> pose);

/// A line for each joint that has values.
void print_joint_values(const Skeleton& skeleton, std::span<const double> pose);

/// "reached after 5 iterations, 2.40 µm and 0.0120° off".
std::string outcome_text(const Report& report);

/// A line for each goal: how far it is off.
void print_goals(const Solved& solved);

}  // namespace kine::cli
