#pragma once

#include <vector>

#include "bindings/python/src/convert.h"
#include "kine/solve/goal.h"

namespace kine::python {

/// A goal as Python holds it: joints by name until it meets a skeleton, postures its own.
struct NamedGoal {
  Goal goal{};
  JointRef joint{}, frame{};
  std::vector<double> posture{}, freedom_weights{};
};

/// Goals of one solve, and what keeps their spans alive.
class GoalList {
 public:
  /// One goal or any iterable of them. A ValueError for joints that the skeleton does not have.
  GoalList(const NamedSkeleton& skeleton, const py::object& goals);

  std::span<const Goal> goals() const { return goals_; }

 private:
  void add(const NamedSkeleton& skeleton, const Ref<NamedGoal>& named);

  std::vector<Ref<NamedGoal>> owners_;
  std::vector<Goal> goals_;
};

}  // namespace kine::python
