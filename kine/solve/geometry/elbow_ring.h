#pragma once

#include <cmath>

#include "kine/math/vec3.h"
#include "kine/solve/geometry/two_bone_kernel.h"

namespace kine::geometry {

/// The circle on which the elbow of a two-bone limb may lie while root and tip stay where they are (Meredith & Maddock,
/// figure 1.3): pole and twist choose a point of it.
template <class T>
struct ElbowRing {
  Vec3T<T> centre{};
  Vec3T<T> normal{};  ///< unit, from the root towards the target: a positive twist turns about it, right-handed
  T radius{};         ///< 0 at full stretch and full fold
  bool reached{};     ///< the target can be touched; else the ring is that of the nearest point that can
};

/// All in one frame. Bones are not negative; a target on the root has no line to turn about: the normal is then zero,
/// and the elbow may be anywhere on the sphere of that radius.
template <class T>
ElbowRing<T> elbow_ring(T upper, T lower, const Vec3T<T>& root, const Vec3T<T>& target) {
  const Vec3T<T> to_target = target - root;
  const T distance = length(to_target);
  using std::abs;
  const bool reached = distance <= upper + lower && distance >= abs(upper - lower);
  if (!(distance > T(0))) return {root, {}, upper, reached};
  const Triangle<T> t = triangle(upper, lower, distance);
  // The kernel's half angle at the root, doubled.
  const T sine = T(2) * t.root_sin * t.root_cos / t.root_squared;
  const T cosine = (t.root_cos - t.root_sin) * (t.root_cos + t.root_sin) / t.root_squared;
  const Vec3T<T> normal = to_target / distance;
  return {root + normal * (upper * cosine), normal, upper * sine, reached};
}

}  // namespace kine::geometry
