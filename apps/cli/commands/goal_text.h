#pragma once

#include <deque>
#include <span>
#include <string>
#include <vector>

#include "kine/io/scene.h"
#include "kine/solve/goal.h"

/// Goals as texts: kine solve --goal "reach left_hand 0.3,1.2,0.4 priority=1".
namespace kine::cli {

/// The goals of a solve, each with the words it came from.
struct GoalList {
  std::vector<Goal> goals{};
  std::vector<std::string> words{};
  std::deque<std::vector<double>> postures{}, weights{};  ///< what goals of the kind hold point to

  void add(const Goal& goal, std::string text);
};

/// Adds the goal that a text describes. `start` is the pose that `hold` and `hold start` mean. A text that makes no
/// sense ends the command with a sentence that shows it.
void add_goal_text(const kine::Scene& scene, const std::string& text, std::span<const double> start, GoalList& list);

/// How goals are written, for the help of kine solve.
extern const char* const kGoalHelp;

}  // namespace kine::cli
