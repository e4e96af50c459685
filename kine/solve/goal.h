#pragma once

#include <array>
#include <cstdint>
#include <ranges>
#include <span>
#include <type_traits>

#include "kine/core/fault.h"
#include "kine/kinematics/frames.h"
#include "kine/math/transform.h"
#include "kine/model/limits.h"
#include "kine/model/skeleton.h"

namespace kine {

/// What a goal measures. Each kind is a few *rows*; a row is met when its number lies between its two bounds.
///
/// kind         | rows        | the rows' numbers
/// Reach        | 3           | where the point is, less where it should be, along x, y, z of the frame (metres)
/// Orient       | 3           | the turn from the wanted to the present orientation, as a rotation vector in the frame (radians)
/// Place        | 6           | Orient's three, then Reach's three
/// Aim          | 2           | how far the axis points off the target, about two lines perpendicular to it (radians)
/// Hold         | 1 a freedom | the difference from a posture (radians, metres)
/// CentreOfMass | 3           | as Reach, of the centre of all masses
/// Distance     | 1           | from the point to the target point (metres)
/// HalfSpace    | 1           | how far the point is in front of a plane (metres)
enum class GoalKind : std::uint8_t { Reach, Orient, Place, Aim, Hold, CentreOfMass, Distance, HalfSpace };

/// What every goal can be told beside what it wants.
struct GoalOptions {
  Vec3 offset{};           ///< the point that is meant, in the joint's frame
  JointId frame = kWorld;  ///< measure in this joint's frame (along its axes, from its origin); kWorld: in the world
  double weight = 1;       ///< against other goals of the same priority, > 0
  int priority = 0;        ///< 0 comes first; a goal of a later priority never costs an earlier one anything
  double fade = 1;         ///< 0 to 1: how much of the way from where it is to where it is wanted
  Vec3 pole{};             ///< TwoBone, Hybrid: where the middle of the limb that carries the point points to, as
                           ///< TwoBone::pole, for this goal alone; zero: the method's
};

/// What is wanted of a point of a joint, measured in a frame. Make it by one of the functions below.
struct Goal {
  GoalKind kind = GoalKind::Reach;
  JointId joint = kWorld;
  Vec3 offset{};
  JointId frame = kWorld;
  Vec3 target{};                      ///< a point, in the frame (HalfSpace: a point of the plane)
  Quat orientation{};                 ///< Place, Orient: the joint's wanted orientation in the frame
  Vec3 axis{};                        ///< Aim: the pointing axis in the joint's frame; HalfSpace: the plane's normal
  Vec3 pole{};                        ///< see GoalOptions::pole
  std::span<const double> posture{};  ///< Hold: a pose; the caller keeps it alive
  std::span<const double>
      freedom_weights{};  ///< Hold: one weight per freedom, > 0, times `weight`; empty: all alike. The
                          ///< caller keeps it alive
  std::array<Range, 6> bounds{kExact, kExact, kExact,
                              kExact, kExact, kExact};  ///< a row's number must lie in its range
  double weight = 1;
  int priority = 0;
  double fade = 1;

  static constexpr Range kExact{0, 0};
  static constexpr Range kAnything{};
};

/// How many rows a goal has on this skeleton.
int row_count(const Skeleton& skeleton, const Goal& goal);

/// The point comes to `target`.
Goal reach(JointId joint, const Vec3& target, const GoalOptions& options = {});
/// The point comes to `target.translation` and the joint is turned as `target.rotation`.
Goal place(JointId joint, const Transform& target, const GoalOptions& options = {});
/// The same for a tool that is fixed to the joint, shifted and turned by `joint_from_tool` (whose rotation may have any
/// length but zero): the tool's frame comes to `target`. `options.offset` is then a point in the tool's frame.
Goal place(JointId joint, const Transform& joint_from_tool, const Transform& target, const GoalOptions& options = {});
/// The joint is turned as `orientation`; where it is does not matter.
Goal orient(JointId joint, const Quat& orientation, const GoalOptions& options = {});
/// The ray from the point along `axis` (in the joint's frame, any length) goes through `target`.
Goal aim(JointId joint, const Vec3& axis, const Vec3& target, const GoalOptions& options = {});
/// Every freedom near its value in `posture`, which must outlive the goal. A hold is a wish: it never decides the
/// status of a solve, nor is it among the errors of its report, which has a `hold_error` of its own.
Goal hold(std::span<const double> posture, const GoalOptions& options = {});
/// The same with one weight per freedom, each > 0: a freedom of ten times the weight gives way a tenth as much. Both spans
/// must outlive the goal.
Goal hold(std::span<const double> posture, std::span<const double> freedom_weights, const GoalOptions& options = {});

/// True for arrays that end with the expression they are made in, such as `arm.rest_pose()`.
template <class Array>
concept TemporaryArray =
    !std::is_lvalue_reference_v<Array> && std::ranges::range<Array> && !std::ranges::borrowed_range<Array>;
template <TemporaryArray Array>
Goal hold(Array&& posture, const GoalOptions& options = {}) = delete;  // it would be gone before the solve
template <TemporaryArray Array>
Goal hold(Array&& posture, std::span<const double> freedom_weights, const GoalOptions& options = {}) = delete;
template <TemporaryArray Array>
Goal hold(std::span<const double> posture, Array&& freedom_weights, const GoalOptions& options = {}) = delete;
/// The centre of all masses comes to `target`; widen `bounds` for what does not matter (height, for one).
Goal centre_of_mass_at(const Vec3& target, const GoalOptions& options = {});
/// The point keeps its distance to `target` within a range.
Goal distance(JointId joint, const Vec3& target, Range range, const GoalOptions& options = {});
/// The point stays in front of the plane through `point_of_plane` with `normal` (any length).
Goal half_space(JointId joint, const Vec3& point_of_plane, const Vec3& normal, const GoalOptions& options = {});
/// A closed loop: the point of one joint coincides with a point of another.
Goal coincide(const PointOnJoint& a, const PointOnJoint& b, GoalOptions options = {});
/// A closed loop that is rigid: joint a keeps the given place and orientation in the frame of joint b.
Goal relative(JointId a, JointId b, const Transform& b_from_a, GoalOptions options = {});

/// Why a goal cannot be used on this skeleton, if it cannot. Numbers must be finite, joints there, weights positive.
Fault fault_of(const Skeleton& skeleton, const Goal& goal);

/// How far a goal is missed, measured on frames: metres for rows of length, radians for rows of angle; 0 within bounds.
struct GoalError {
  double position = 0;
  double angle = 0;
};
GoalError measure(const Skeleton& skeleton, const Frames& frames, std::span<const double> pose, const Goal& goal);

}  // namespace kine
