#pragma once

#include <cstdint>
#include <span>

#include "kine/model/skeleton.h"

namespace kine::detail {

/// Poses to start again from: the same sequence everywhere for a seed.
class RandomStart {
 public:
  explicit RandomStart(std::uint64_t seed) : state_(seed) {}

  /// A pose with each movable freedom (a flag each) anywhere inside its limits; what has none within half a turn either
  /// way; shifts without limits stay, and so do balls that may not turn about all their axes. Everything else is as in
  /// `like`, to the bit.
  void pose(const Skeleton& skeleton, std::span<const double> like, std::span<const bool> movable,
            std::span<double> out);

 private:
  double between(double lower, double upper);
  Quat rotation(const BallLimits& limits);

  std::uint64_t state_;
};

}  // namespace kine::detail
