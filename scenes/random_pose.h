#pragma once

#include <cstdint>
#include <span>

#include "kine/model/pose.h"
#include "kine/model/skeleton.h"

namespace kine::scenes {

/// A small random generator with the same numbers everywhere (Steele, Lea and Flood's SplitMix64).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t bits();
  /// Evenly between `lower` and `upper`.
  double between(double lower, double upper);

 private:
  std::uint64_t state_;
};

/// A pose inside the limits, every value anywhere in its range. What has no limit: angles within half a turn either
/// way, distances within 1 m, rotations evenly.
Pose random_pose(const Skeleton& skeleton, Random& random);

/// A fingerprint of numbers that changes when one bit of one of them does (64-bit FNV-1a). Chain it by `start`.
inline constexpr std::uint64_t kHashStart = 0xcbf29ce484222325;
std::uint64_t hash(std::span<const double> numbers, std::uint64_t start = kHashStart);

/// The fingerprint of where the joints are (rotations and positions) in `count` random poses of a skeleton.
std::uint64_t hash_of_poses(const Skeleton& skeleton, int count, std::uint64_t seed);

}  // namespace kine::scenes
