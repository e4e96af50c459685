#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "kine/batch/arrays.h"
#include "kine/batch/batch.h"
#include "kine/batch/executor.h"
#include "kine/core/scratch.h"
#include "kine/solve/global.h"
#include "kine/solve/goal.h"
#include "kine/solve/jacobian.h"
#include "kine/solve/report.h"

namespace kine {

/// What is wanted of one point of every pose of a batch, in the world: a place, or a reach where there are no orientations.
struct BatchGoal {
  JointId joint = kWorld;
  Vec3 offset{};                           ///< the point that is meant, in the joint's frame
  Vec3Arrays<const double> target{};       ///< a point a pose
  QuatArrays<const double> orientation{};  ///< of the joint, one a pose; empty: it does not matter

  /// The goal of one pose.
  Goal at(std::size_t i) const {
    if (orientation.size() == 0) return reach(joint, target.at(i), {.offset = offset});
    return place(joint, Transform{orientation.at(i), target.at(i)}, {.offset = offset});
  }
};

/// How one solve of a batch went: what Report says of it, but for what stood in the way.
struct BatchReport {
  Status status = Status::BadInput;
  int iterations = 0;
  double position_error = 0;  ///< metres
  double angle_error = 0;     ///< radians
};

/// The memory that solves of a batch need. It also says in how many parts the batch is cut, each of which one thread does at a time.
class BatchScratch {
 public:
  explicit BatchScratch(const Skeleton& skeleton, int parts = 1);
  std::size_t parts() const { return scratch_.size(); }
  Scratch& part(std::size_t i) { return scratch_[i]; }

 private:
  std::vector<Scratch> scratch_;
};

/// solve(skeleton, goal, Global, pose, scratch) for every pose of a batch, bit for bit. Where the seed is near (warm), several
/// are solved at once; the others one by one. `reports` has one for each pose, or none. Allocates nothing.
void solve(const Skeleton& skeleton, const BatchGoal& goal, const Global& method, Batch& poses,
           std::span<BatchReport> reports, BatchScratch& scratch, const BatchRun& run = {});

/// The same with Jacobian. Chains of balls that reach, and limbs of hinges and sliders, are solved several at once.
void solve(const Skeleton& skeleton, const BatchGoal& goal, const Jacobian& method, Batch& poses,
           std::span<BatchReport> reports, BatchScratch& scratch, const BatchRun& run = {});

}  // namespace kine
