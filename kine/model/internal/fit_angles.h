#pragma once

#include <array>

#include "kine/math/quat.h"
#include "kine/math/vec3.h"

namespace kine::detail {

/// The angle that differs from `angle` by whole turns and is nearest to `near`; half a turn away, the upper one.
/// An angle that is nearest already keeps its bits.
double nearest_turn(double angle, double near);

/// The fits below give the angles that bring a joint as near as can be to the rotation `wanted` (unit): the angle that
/// is then left over is the least possible. Of equal answers they give the one nearest to the `present` angles. Where
/// the rotation leaves an angle open (gimbal lock) the last angle stays at its present value. `blur` is the size below
/// which a component of a quaternion is taken for rounding: it decides when that is so.

/// One angle about `axis`: that of the twist in swing * twist.
double fit_hinge(const Quat& wanted, const Vec3& axis, double present, double blur);

/// Two angles, with a fixed turn between them: wanted ~ exp(first a) * middle * exp(last b).
std::array<double, 2> fit_pair(const Quat& wanted, const Vec3& first, const Quat& middle, const Vec3& last,
                               const std::array<double, 2>& present, double blur);

/// Three angles about any three axes: wanted ~ exp(axes[0] a) * exp(axes[1] b) * exp(axes[2] c). If neighbouring axes
/// are perpendicular to each other (every Euler and Tait-Bryan order, turned as a whole or not) every rotation is met exactly.
std::array<double, 3> fit_triple(const Quat& wanted, const std::array<Vec3, 3>& axes,
                                 const std::array<double, 3>& present, double blur);

/// Quick forms of the two for axes that are perpendicular to each other (no check), nothing between them, and the answer with
/// the middle angle within a quarter turn. They say nothing about gimbal lock: there the outer angles are anything.
std::array<double, 2> fit_square_pair(const Quat& wanted, const Vec3& first, const Vec3& last);
std::array<double, 3> fit_square_triple(const Quat& wanted, const std::array<Vec3, 3>& axes);

}  // namespace kine::detail
