#pragma once

#include <cstddef>
#include <span>

#include "kine/core/scratch.h"
#include "kine/solve/global.h"
#include "kine/solve/global/arm.h"
#include "kine/solve/global/arm_search.h"
#include "kine/solve/global/arm_wish.h"
#include "kine/solve/global/descent.h"
#include "kine/solve/internal/judge.h"

namespace kine::detail {

/// One problem on one arm, with all that it takes from scratch.
struct GlobalProblem {
  /// The pose must be tidy; the wish and what `method` points to must outlive it.
  GlobalProblem(const Skeleton& skeleton, std::span<const Goal> goals, const ArmWish& wish, const Global& method,
                std::span<const double> pose, Scratch& scratch);
  static std::size_t bytes(const Skeleton& skeleton, JointId joint);

  /// Why there is no such problem, if there is none; what can be checked without touching the pose.
  static Fault fault_of(const Skeleton& skeleton, std::span<const Goal> goals, const ArmWish& wish,
                        const Global& method, std::span<const double> pose, const Scratch& scratch);

  /// The variables of the arm, with their values in a pose, inside their limits.
  std::span<double> variables_of(std::span<const double> pose, Scratch& scratch) const;
  void write(std::span<const double> x, std::span<double> pose) const;

  /// By how much a pose that reaches may miss the target.
  Allowed tip_allowed() const;

  /// Errors and status of the pose `x`, where a descent ended. `proved`: nothing reaches.
  void judge(const DescentOutcome& end, std::span<const double> x, bool proved, Report& report);

  /// Names the limits at which the pose `x` ended and that one which reaches would leave.
  void name_limits(const Skeleton& skeleton, std::span<const double> x, std::span<const double> outside,
                   Report& report) const;

  /// By how much the pose `x`, where a descent ended, is turned off.
  double angle_of_turn(const DescentOutcome& end, std::span<const double> x);

  const ArmWish& wish;
  Arm arm;
  ArmTarget target;
  Allowed allowed;
  ArmDescent descent;
  std::span<const double> seed, near;
};

}  // namespace kine::detail
