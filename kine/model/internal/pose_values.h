#pragma once

#include <cmath>
#include <span>

#include "kine/math/quat.h"
#include "kine/model/internal/compiled_skeleton.h"
#include "kine/model/skeleton.h"

namespace kine::detail {

/// True for joints whose first four values are a quaternion.
inline bool has_quaternion(JointKind kind) { return kind == JointKind::Ball || kind == JointKind::Free; }

inline Quat read_quat(std::span<const double> pose, int first_value) {
  const double* q = pose.data() + first_value;
  return {q[0], q[1], q[2], q[3]};
}

inline void write_quat(const Quat& rotation, int first_value, std::span<double> pose) {
  double* q = pose.data() + first_value;
  q[0] = rotation.x;
  q[1] = rotation.y;
  q[2] = rotation.z;
  q[3] = rotation.w;
}

/// How far rounding leaves the square of a unit length from one.
inline constexpr double kUnitRounding = 4e-15;

/// True if `q` has unit length but for rounding. False for NaN.
inline bool has_unit_length(const Quat& q) { return std::abs(dot(q, q) - 1) <= kUnitRounding; }

/// `q` with unit length; one that has it but for rounding keeps its bits.
inline Quat with_unit_length(const Quat& q) { return has_unit_length(q) ? q : normalised(q); }

/// Gives every follower the value that its leader asks for.
inline void write_followers(const Skeleton& skeleton, std::span<double> pose) {
  if (!skeleton.has_followers()) return;
  const std::span<const ValueSource> sources = skeleton.compiled().sources;
  for (std::size_t v = 0; v < sources.size(); ++v) {
    const ValueSource& source = sources[v];
    if (source.value != static_cast<int>(v))
      pose[v] = source.factor * pose[static_cast<std::size_t>(source.value)] + source.offset;
  }
}

/// Tidies the pose and returns true, if it is usable (kine/model/pose.h says what both mean); else leaves it as it is. One
/// look at the pose where it is tidy already.
bool tidy_if_usable(const Skeleton& skeleton, std::span<double> pose);

}  // namespace kine::detail
