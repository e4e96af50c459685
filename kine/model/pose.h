#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "kine/math/quat.h"
#include "kine/model/skeleton.h"

namespace kine {

/// The joint values: one flat array of doubles, joint after joint (JointKind says what each kind has).
/// Functions take poses as spans, so an array of your own serves as well.
///
/// A ball or free joint has more values than freedoms, so poses move by `integrate` and are compared by `difference`,
/// never by plain addition. A value that follows another is read from the other; the number stored for it is only a
/// record, which these functions keep true.
struct Pose {
  std::vector<double> q;

  double* data() { return q.data(); }
  const double* data() const { return q.data(); }
  std::size_t size() const { return q.size(); }
  auto begin() { return q.begin(); }
  auto end() { return q.end(); }
  auto begin() const { return q.begin(); }
  auto end() const { return q.end(); }
  double& operator[](std::size_t i) { return q[i]; }
  double operator[](std::size_t i) const { return q[i]; }
  friend bool operator==(const Pose&, const Pose&) = default;
};

/// An angle or distance of a joint, followers resolved: what forward kinematics uses.
double joint_value(const Skeleton& skeleton, std::span<const double> pose, JointId joint, int component = 0);

/// The quaternion of a Ball or Free joint, normalised.
Quat joint_rotation(const Skeleton& skeleton, std::span<const double> pose, JointId joint);

/// The shift of a Free joint from its rest, along its rest axes, metres.
Vec3 joint_translation(const Skeleton& skeleton, std::span<const double> pose, JointId joint);

/// Turns a Ball or Free joint: its rotation from rest, of any length but zero. Limits are not looked at.
void set_rotation(const Skeleton& skeleton, JointId joint, const Quat& rotation, std::span<double> pose);

/// Shifts a Free joint: where it is from its rest, along its rest axes, metres. Limits are not looked at.
void set_translation(const Skeleton& skeleton, JointId joint, const Vec3& translation, std::span<double> pose);

/// The name that set_rotation had in 0.1.
inline void set_joint_rotation(const Skeleton& skeleton, JointId joint, const Quat& rotation, std::span<double> pose) {
  set_rotation(skeleton, joint, rotation, pose);
}

/// Moves a pose along `speeds` (one per freedom) for `dt` seconds. Turns of balls and free joints are taken about their
/// own axes by the exponential map, so any speed gives a proper rotation. Limits are not looked at.
void integrate(const Skeleton& skeleton, std::span<const double> speeds, double dt, std::span<double> pose);

/// The speeds (one per freedom) that lead from one pose to another in one second, balls the short way round:
/// integrate(from, difference, 1) = to.
void difference(const Skeleton& skeleton, std::span<const double> from, std::span<const double> to,
                std::span<double> speeds);

/// Between two poses: t = 0 gives a, t = 1 gives b; balls and free joints the short way at constant speed.
/// Angles are taken as they are: a hinge at 350 degrees blends down to 10 through 180.
void blend(const Skeleton& skeleton, std::span<const double> a, std::span<const double> b, double t,
           std::span<double> out);

/// The nearest pose inside the limits; values inside keep their bits. Quaternions that do not have unit length are normalised.
/// Returns true if anything moved.
bool clamp_to_limits(const Skeleton& skeleton, std::span<double> pose);

/// How far the pose is outside its limits: the largest angle (radians) or distance (metres) of any joint; 0 inside.
double limit_violation(const Skeleton& skeleton, std::span<const double> pose);

/// Writes every follower's value and normalises quaternions: one of unit length but for rounding keeps its bits, so that a
/// tidy pose stays as it is; zero quaternions become unturned.
void tidy(const Skeleton& skeleton, std::span<double> pose);

/// True if every value is finite, none is so large (1e100) that squares of it are not, what followers are due either, and
/// every quaternion has a length to speak of.
bool is_usable(const Skeleton& skeleton, std::span<const double> pose);

}  // namespace kine
