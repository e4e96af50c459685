#pragma once

#include <cstddef>
#include <span>

#include "kine/core/fault.h"
#include "kine/core/scratch.h"
#include "kine/math/mat3.h"
#include "kine/model/internal/aligned_axes.h"
#include "kine/model/skeleton.h"
#include "kine/solve/goal.h"
#include "kine/solve/internal/movable.h"
#include "kine/solve/internal/reach.h"

/// The form of a chain of hinges and sliders that Global reads: a link turns and slides along the z axis of the frame before
/// it, and what is constant behind it is a shift and a turn about x (kine/model/internal/aligned_axes.h), so that a hinge costs
/// two plane rotations. How axes lie to each other can be read off: parallel where sin(twist) = 0, meeting where a = b = 0.
namespace kine::detail {

struct ArmLink : AxisLink {
  double factor = 1, offset = 0;  ///< its angle or slide is factor * variable + offset
  int variable = 0;
  bool slides = false;
};

/// What can be chosen: a freedom of the skeleton.
struct ArmVariable {
  Range limits{};
  double weight = 1;
  double unit = 1;  ///< what a step of one means: a radian, or the arm's reach
  int value = 0;    ///< in the pose
  int freedom = 0;
  bool turns = false;  ///< what it moves is after a whole turn where it was
  bool wraps = false;  ///< its limits hold a whole turn: what leaves them at one end comes in at the other

  /// Inside the limits: turned back where it wraps, else as near as they let it come.
  double inside(double x) const {
    if (wraps && !limits.contains(x)) x += x < limits.lower ? kTwoPi : -kTwoPi;
    return limits.clamp(x);
  }
};

struct Arm {
  std::span<ArmLink> links{};
  std::span<ArmVariable> variables{};
  Mat3 world_from_base{};  ///< the frame before the first link; "world" is the frame of the goal
  Vec3 base{};
  Mat3 last_from_tip{};  ///< how the tip is turned in the frame behind the last link
  Vec3 tip{};            ///< its point there
  ReachRange range{};    ///< how far from the base the tip can be; not known if something slides
  double reach = 1;      ///< the sum of all lengths, metres; an arm without length counts as one metre
  bool follows = false;  ///< some variable moves several links, or moves one by another amount than its own
};

/// How the point of a goal is carried.
struct ArmTip {
  JointId joint = kWorld;
  Vec3 offset{};
  JointId frame = kWorld;  ///< what the base of the arm stands on: kWorld, or a joint above the tip
  Vec3 spin{};             ///< in the joint's frame: the tool may spin about it, by a link of its own; zero: it may not
};

/// Why an arm cannot be made of what carries a point, if it cannot.
Fault fault_of_arm(const Skeleton& skeleton, const ArmTip& tip, const MovePermission& allowed);

std::size_t arm_bytes(const Skeleton& skeleton, JointId tip);

/// The arm that carries a point; what may not move stays as the (tidy) pose has it.
Arm make_arm(const Skeleton& skeleton, const ArmTip& tip, const MovePermission& allowed, std::span<const double> pose,
             Scratch& scratch);

}  // namespace kine::detail
