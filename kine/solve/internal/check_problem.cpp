#include "kine/solve/internal/check_problem.h"

#include "kine/model/pose.h"

namespace kine::detail {

Fault fault_of_goals(const Skeleton& skeleton, std::span<const Goal> goals, std::span<const double> pose) {
  if (static_cast<int>(pose.size()) != skeleton.value_count()) return "the pose is not one of this skeleton";
  for (const Goal& goal : goals)
    if (const Fault fault = kine::fault_of(skeleton, goal)) return fault;
  return {};
}

Fault fault_of_problem(const Skeleton& skeleton, std::span<const Goal> goals, std::span<const double> pose) {
  if (const Fault fault = fault_of_goals(skeleton, goals, pose)) return fault;
  return is_usable(skeleton, pose) ? Fault{} : Fault{kPoseUnusable};
}

Fault fault_of(const Tolerance& tolerance) {
  const bool good = tolerance.position >= 0 && tolerance.angle >= 0 && tolerance.metres >= 0;  // false for NaN
  return good ? Fault{} : Fault{"a tolerance must be a number, and not negative"};
}

Report bad_input(Fault fault) {
  Report report;
  report.status = Status::BadInput;
  report.fault = fault;
  return report;
}

}  // namespace kine::detail
