#pragma once

#include <span>

#include "kine/batch/solve.h"
#include "kine/solve/global/arm.h"
#include "kine/solve/internal/judge.h"

namespace kine::detail {

/// Global on one arm, of which all problems of a batch have the same.
struct ArmBatch {
  static constexpr int kMostLinks = 16;  ///< what lanes have room for

  const BatchGoal& goal;
  const Arm& arm;
  Allowed allowed;
  double largest;  ///< squared error from which the seed's own descent does not set out
  int iterations;  ///< that it takes at the most
  Batch& poses;
  std::span<BatchReport> reports;
};

}  // namespace kine::detail
