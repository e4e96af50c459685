#pragma once

#include <array>
#include <span>

#include "kine/math/transform.h"
#include "kine/model/skeleton.h"

namespace kine::detail {

/// The limits, and so far as that value lies.
inline Range including(const Range& limits, double value) {
  return {value < limits.lower ? value : limits.lower, value > limits.upper ? value : limits.upper};
}

/// A leg as people have it: three hinges at the hip, one at the knee, two at the ankle, each joint next below the one
/// before it. Six angles for the six numbers of a foot, so nothing is left open, and a step of Newton's method on its
/// Jacobian is a 3 x 3 system with a fourth unknown: see hinge_leg.cpp. Everything that a solve needs is in one place.
struct HingeLeg {
  static constexpr std::size_t kHinges = 6, kAnkle = 4;

  bool valid = false;  ///< false: the leg is not like this
  int pelvis_value = 0;
  std::array<int, kHinges> values{};  ///< in the pose
  std::array<Range, kHinges> limits{};
  std::array<Quat, kHinges> rest{};        ///< above_from_hinge at zero,
  std::array<Quat, kHinges> rest_axis{};   ///< that times the axis,
  std::array<Vec3, kHinges> axis_above{};  ///< and the axis in the frame above
  Transform pelvis_rest{};
  Vec3 hip{}, knee{}, ankle{};  ///< where the joints are, each in the frame of the joint above
  double least_volume = 0;      ///< of the matrix of the position: below it the leg is straight
  std::array<Vec3, 3>
      ankle_in_shank{};  ///< the first and the second axis of the ankle and the one perpendicular to both,
  std::array<Vec3, 3> ankle_in_foot{};  ///< in the shank's frame with the ankle at zero, and in the foot's
  std::array<std::size_t, 4> order{};   ///< the three hinges above the ankle that only bring it to its place, and the
                                        ///< one of the hip that is held while they do so: it turns the thigh
  static HingeLeg of(const Skeleton& skeleton, JointId thigh, JointId shank, JointId foot, int held_value);
};

/// What a quick solve found.
struct QuickLeg {
  bool solved = false;  ///< inside the tolerances and the limits, and written into the pose; else nothing is
  double position_error = 0, angle_error = 0;
  int iterations = 0;
};

/// How near a foot must come.
struct LegTolerance {
  double metres, radians;
};

/// The full Jacobian: position and orientation of the foot, from the values in the pose.
QuickLeg place_quickly(const HingeLeg& leg, const Transform& world_from_foot, const LegTolerance& tolerance,
                       std::span<double> pose);

/// The same inside limits that are as wide as another pose is: that which is animated.
QuickLeg place_quickly_as_animated(const HingeLeg& leg, const Transform& world_from_foot, const LegTolerance& tolerance,
                                   std::span<const double> animated, std::span<double> pose);

/// The half Jacobian: the position of the ankle by the hinges above it, one of which is held, while what it is held at
/// moves until the ankle's two angles, which follow from the rest, can do what is left of the orientation.
QuickLeg reach_quickly(const HingeLeg& leg, const Transform& world_from_foot, const LegTolerance& tolerance,
                       std::span<double> pose);

}  // namespace kine::detail
