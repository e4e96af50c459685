/// Rigid displacements, screws, lines and twists, as van den Bergen's slides have them. Part of <kine_c/kine.h>.
///
/// Everything is an array of doubles:
///   transform  7   translation x y z, rotation x y z w: a_from_b takes b's coordinates to a's
///   twist      6   angular x y z, then linear x y z of the point that is at the origin
///   line       6   direction x y z (of unit length), then moment x y z = point x direction (Pluecker coordinates)
///   screw      8   the axis, a line, then the angle about it (radians) and the distance along it (metres)
///   dual quat  8   real x y z w, then dual x y z w
/// Rotations are taken as unit quaternions. `out` may be one of the arrays that go in. NULL gives KINE_NULL.
#ifndef KINE_C_KINE_SCREW_H_
#define KINE_C_KINE_SCREW_H_

#include "kine.h"

#ifdef __cplusplus
extern "C" {
#endif

/// a_from_c = a_from_b * b_from_c.
kine_status kine_transform_multiply(const double* a_from_b, const double* b_from_c, double* out);
/// b_from_a.
kine_status kine_transform_inverse(const double* a_from_b, double* out);
/// The point x y z of b in a's coordinates: out[3].
kine_status kine_transform_point(const double* a_from_b, const double* point, double* out);
/// The displacement after one second of a constant twist; any angle.
kine_status kine_transform_exp(const double* twist, double* out);
/// The twist that makes a displacement in one second, the short way.
kine_status kine_transform_log(const double* displacement, double* out);
/// Between two displacements along the one screw that joins them: t = 0 gives a, t = 1 gives b.
kine_status kine_transform_blend(const double* a, const double* b, double t, double* out);

/// The screw of a displacement (Chasles): the angle is 0 to pi, the distance may have either sign. Of a pure
/// translation the axis goes through the origin; of no displacement it is z.
kine_status kine_screw_of(const double* displacement, double* out);
/// The screw that leads from one pose to another, in the world: out * from = to.
kine_status kine_screw_between(const double* from, const double* to, double* out);
/// The displacement of a part of a screw: t = 0 is none, t = 1 the whole.
kine_status kine_screw_transform(const double* screw, double t, double* out);

/// The unit dual quaternion of a transform, and back.
kine_status kine_dual_quat_of(const double* transform, double* out);
kine_status kine_dual_quat_transform(const double* dual_quat, double* out);
/// a * b: b first, then a.
kine_status kine_dual_quat_multiply(const double* a, const double* b, double* out);
/// The nearest unit one.
kine_status kine_dual_quat_normalise(const double* dual_quat, double* out);
/// A line carried by the sandwich q l q*, and a twist likewise.
kine_status kine_dual_quat_line(const double* dual_quat, const double* line, double* out);
kine_status kine_dual_quat_twist(const double* dual_quat, const double* twist, double* out);

/// The line through a point along a direction of any length but zero.
kine_status kine_line_through(const double* point, const double* direction, double* out);
/// Its point that is nearest to `point`: out[3].
kine_status kine_line_closest_point(const double* line, const double* point, double* out);
/// How the second line is turned and shifted against the first: out[0] the angle, out[1] the distance along their
/// common normal, out[2..4] and out[5..7] where they are nearest each other.
kine_status kine_line_between(const double* first, const double* second, double* out);

/// The velocity of the point of a body that moves by a twist: out[3].
kine_status kine_twist_velocity_at(const double* twist, const double* point, double* out);

#ifdef __cplusplus
}
#endif

#endif  // KINE_C_KINE_SCREW_H_
