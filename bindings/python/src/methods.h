#pragma once

#include <memory>
#include <span>
#include <vector>

#include "bindings/python/src/convert.h"
#include "kine/batch/solve.h"
#include "kine/core/scratch.h"
#include "kine/solve/global.h"
#include "kine/solve/goal.h"
#include "kine/solve/report.h"

namespace kine::python {

/// A method whose joints have been found on a skeleton: needs nothing of Python's any more.
struct ReadyMethod {
  virtual ~ReadyMethod() = default;
  virtual std::size_t scratch_bytes(const Skeleton& skeleton, std::span<const Goal> goals) const = 0;
  virtual Report solve(const Skeleton& skeleton, std::span<const Goal> goals, std::span<double> pose,
                       Scratch& scratch) const = 0;
  /// Many poses at once (kine/batch/solve.h); false, with nothing done, by the methods that have no such call.
  virtual bool solve(const Skeleton& skeleton, const BatchGoal& goal, Batch& poses, std::span<BatchReport> reports,
                     BatchScratch& scratch) const = 0;
  virtual const Tolerance& tolerance() const = 0;
  virtual JointId from() const = 0;
  virtual std::span<const bool> movable() const = 0;
  /// The settings of Global; nullptr for others.
  virtual const Global* global() const { return nullptr; }
};

/// The base of the methods as Python sees them.
struct Method {
  std::vector<JointRef> lock{};
  std::vector<char> movable{};

  virtual ~Method() = default;
  /// A ValueError for joints that are not there and for arrays of another size than the skeleton's.
  virtual std::unique_ptr<ReadyMethod> ready(const NamedSkeleton& skeleton) const = 0;
};

}  // namespace kine::python
