#pragma once

#include <cmath>

#include "kine/math/quat.h"
#include "kine/math/trig.h"
#include "kine/model/limits.h"

namespace kine {

/// A handle that moves on an arc: a lever, the knob of a door, a crank.
struct Handle {
  Vec3 centre{};            ///< a point of the axis, in the world
  Vec3 axis = kUnitY;       ///< what it turns about, any length
  Vec3 at{};                ///< where the handle is at angle zero
  Range angles{-kPi, kPi};  ///< how far it turns

  /// Where it is at an angle (held inside its range): what a hand reaches for.
  Vec3 point(double angle) const {
    return centre + rotate(from_axis_angle(normalised(axis), angles.clamp(angle)), at - centre);
  }

  /// The angle at which it comes nearest to `pulled`, as when a hand drags it there: of all angles, the one nearest to
  /// `present` by whole turns, held inside the range. A point on the axis leaves it where it is.
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
