#pragma once

#include <span>

#include "kine/math/transform.h"
#include "kine/model/shape.h"
#include "kine/model/skeleton.h"

namespace kine {

/// Poses to and from local transforms, as engines and glTF have them: for every joint, in the skeleton's order,
/// parent_from_joint = rest with the joint's motion. A turn makes rotation = rest.rotation * turn, a slide makes
/// translation = rest.translation + rest.rotation * slide, and the scale is that of the rest (or of a Shape).
/// Float and double; all arithmetic is in double. Nothing here allocates.

/// One joint's local transform.
LocalTransform parent_from_joint(const Skeleton& skeleton, std::span<const double> pose, JointId joint);
LocalTransform parent_from_joint(const Skeleton& skeleton, std::span<const double> pose, const Shape& shape,
                                 JointId joint);

/// All of them; `out` has joint_count() places.
void to_local_transforms(const Skeleton& skeleton, std::span<const double> pose, std::span<LocalTransform> out);
void to_local_transforms(const Skeleton& skeleton, std::span<const double> pose, std::span<LocalTransformf> out);
void to_local_transforms(const Skeleton& skeleton, std::span<const double> pose, const Shape& shape,
                         std::span<LocalTransform> out);
void to_local_transforms(const Skeleton& skeleton, std::span<const double> pose, const Shape& shape,
                         std::span<LocalTransformf> out);

/// How far local transforms are from what the joints can do.
struct LocalTransformGap {
  double angle = 0;                 ///< the largest turn left over at any joint, radians, 0 to pi
  double distance = 0;              ///< the largest shift left over at any joint, metres of its parent's frame
  JointId angle_joint = kWorld;     ///< where the largest turn is left over; kWorld: none is
  JointId distance_joint = kWorld;  ///< where the largest shift is left over; kWorld: none is
};

/// Finds the joint values that come nearest to the given local transforms and says what could not be met.
/// `pose` goes in with the present values, for instance those of the frame before, and comes out with the new ones:
/// - Hinge: the twist about its axis, by whole turns nearest to the present angle, so that it runs on past half a turn.
/// - Euler: three angles meet any rotation when neighbouring axes are perpendicular to each other; otherwise, and for two
///   angles, the least turn is left over. Of the two ways to meet it, and of whole turns, the nearest to the present
///   angles. In gimbal lock, where only the sum or difference of the outer angles counts, the last one stays.
/// - Slider: the shift along its axis. Ball, Free: what is given; of q and -q the one nearer to the present one.
/// - A value that follows another is not looked for: it gets its due, and what that leaves is in the gap.
/// Limits are not looked at: clamp_to_limits does that. Scales are left out of account, also negative (mirroring) ones.
/// Rotations need not have unit length. A joint whose transform is not finite, or whose rotation has no length, keeps its
/// values and counts as infinitely far away in both angle and distance. Lock is recognised within 2e-12 rad (double)
/// or 2e-6 rad (float), and adds no more than twice that to the gap.
LocalTransformGap from_local_transforms(const Skeleton& skeleton, std::span<const LocalTransform> locals,
                                        std::span<double> pose);
LocalTransformGap from_local_transforms(const Skeleton& skeleton, std::span<const LocalTransformf> locals,
                                        std::span<double> pose);

/// The same where bones may change their length: translations that no joint makes, and all scales, go into `shape`,
/// so that only turns can be left over.
LocalTransformGap from_local_transforms(const Skeleton& skeleton, std::span<const LocalTransform> locals,
                                        std::span<double> pose, Shape& shape);
LocalTransformGap from_local_transforms(const Skeleton& skeleton, std::span<const LocalTransformf> locals,
                                        std::span<double> pose, Shape& shape);

}  // namespace kine
