#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "kine/core/scratch.h"
#include "kine/kinematics/frames.h"
#include "kine/kinematics/jacobian.h"
#include "kine/model/skeleton.h"

namespace kine {

/// How readily a point moves in each direction: the axes of the manipulability ellipsoid (Yoshikawa, "Manipulability of
/// robotic mechanisms", 1985), which are the singular values of its Jacobian and their left singular vectors.
struct Manipulability {
  /// Metres (or radians, of Rows::Angular) a second that the point moves along each direction when the freedoms move at
  /// speeds whose squares add up to one. Falling; one that vanishes is a direction that is lost.
  std::array<double, 3> values{};
  std::array<Vec3, 3> directions{};  ///< unit, in the world, perpendicular to each other

  /// Yoshikawa's measure: the product of the three. 0 in a singular pose.
  double measure() const { return values[0] * values[1] * values[2]; }
};

/// The bytes of scratch that takes.
std::size_t manipulability_bytes(const Skeleton& skeleton);

/// Of a point, or with Rows::Angular of the orientation of its joint. Fixed freedoms count for nothing; freedoms count
/// alike whatever their weight. Nothing where the frames are not finite. `rows` is Rows::Linear or Rows::Angular.
std::optional<Manipulability> manipulability(const Skeleton& skeleton, const Frames& frames, const PointOnJoint& point,
                                             Rows rows, Scratch& scratch);

}  // namespace kine
