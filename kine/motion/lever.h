#pragma once

#include <cmath>

#include "kine/math/quat.h"
#include "kine/math/trig.h"
#include "kine/model/limits.h"

namespace kine {

/// Something that is held at one point and turns about an axis: a lever, the knob of a door, a crank.
struct Lever {
  Vec3 centre{};            ///< a point of the axis, in the world, metres
  Vec3 axis = kUnitY;       ///< what it turns about; its length does not matter
  Vec3 at{};                ///< the point that is held, when the angle is zero, in the world
  Range angles{-kPi, kPi};  ///< how far it turns, radians

  /// Where the point that is held is at an angle, which is clamped to the range: what a hand reaches for.
  Vec3 point(double angle) const {
    return centre + rotate(from_axis_angle(normalised(axis), angles.clamp(angle)), at - centre);
  }

  /// The angle at which that point comes nearest to `pulled`, as when a hand drags it there. Of the angles that differ
  /// by whole turns it is the one nearest to `present`, clamped to the range. For a point on the axis it is `present`.
  double angle_towards(const Vec3& pulled, double present) const {
    const Vec3 unit = normalised(axis), arm = at - centre, to = pulled - centre;
    const Vec3 from_axis = arm - unit * dot(arm, unit);
    const double along = dot(to, from_axis), across = dot(to, cross(unit, from_axis));
    if (!(along * along + across * across > 0)) return angles.clamp(present);
    double angle = atan2(across, along);
    angle += kTwoPi * std::floor((present - angle) / kTwoPi + 0.5);
    return angles.clamp(angle);
  }
};

}  // namespace kine
