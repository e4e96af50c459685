#pragma once

#include <cstddef>
#include <span>

#include "kine/batch/arrays.h"
#include "kine/model/pose.h"
#include "kine/model/skeleton.h"

namespace kine {

/// Many poses of one skeleton, as structure of arrays: value v of all poses is an array of its own.
class Batch {
 public:
  /// So many rest poses.
  Batch(const Skeleton& skeleton, std::size_t size);

  std::size_t size() const { return values_.size(); }
  int value_count() const { return values_.count(); }

  /// A value of all poses.
  std::span<double> values(int value) { return values_[value]; }
  std::span<const double> values(int value) const { return values_[value]; }

  /// The quaternion of a ball or free joint, by the first of its values.
  QuatArrays<double> quaternions(int first_value) { return values_.quaternions(first_value); }
  QuatArrays<const double> quaternions(int first_value) const { return values_.quaternions(first_value); }

  /// One pose: value_count() numbers.
  void set(std::size_t i, std::span<const double> pose);
  void get(std::size_t i, std::span<double> pose) const;

 private:
  Arrays values_;
};

}  // namespace kine
