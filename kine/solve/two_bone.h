#pragma once

#include <cstddef>
#include <span>

#include "kine/core/fault.h"
#include "kine/core/scratch.h"
#include "kine/model/skeleton.h"
#include "kine/solve/geometry/two_bone_kernel.h"
#include "kine/solve/goal.h"
#include "kine/solve/report.h"
#include "kine/solve/tolerance.h"

namespace kine {

using geometry::OnUnreachable;

/// Two bones that reach for a point, in closed form: an arm or a leg without iterations. J. Lander, "Oh My God, I
/// Inverted Kine!", Game Developer, September 1998, in space and with all digits
/// (kine/solve/geometry/two_bone_kernel.h).
///
/// Takes one reach or place goal. What qualifies: a root that turns every way (Ball, or Euler of three) and below it a
/// mid joint that bends (Hinge, Euler, Ball); or two hinges about parallel axes. Everything else between root and point
/// is held as it is, and so are fixed freedoms. A place goal also turns the joint below the mid joint that carries the
/// point, as far as it can.
///
/// Limits hold. A mid joint that may not bend as wanted gives the nearest distance it can and the root aims again; a
/// root that may not turn there is swivelled about the line to the target until it may; what is then left is reported.
struct TwoBone {
  JointId root = kWorld;  ///< where the upper bone starts; kWorld: root and mid are found, see two_bone_joints
  JointId mid = kWorld;   ///< where the lower bone starts
  Vec3 pole{};            ///< direction in the world, any length, to which the mid joint points from the line between
                          ///< root and tip; zero, or on that line: the limb swings there the shortest way
  Vec3 bend_axis{};  ///< in the mid joint's frame: the limb bends positively about it, where it has the choice; zero:
                     ///< as it is bent now
  double twist = 0;  ///< radians: turns the limb about the line from root to tip, after the pole
  double softness = 0;  ///< 0 to 1, usually up to 0.1: the part of its length over which a limb that straightens
                        ///< slows down. More is smoother, and falls short of far targets sooner
  double fade = 1;      ///< 0 to 1: how much of the way from the given pose to the solution is gone, joint by joint
  OnUnreachable on_unreachable = OnUnreachable::Nearest;  ///< Keep: a pose that does not reach is not taken
  Tolerance tolerance{};
  /// Locks for this solve: a flag a freedom, false for what may not move; empty: all may. Make it with FreedomMask. The
  /// caller keeps it alive.
  std::span<const bool> movable{};
};

/// The joints of a two-bone limb.
struct TwoBoneJoints {
  JointId root = kWorld, mid = kWorld;
  JointId end = kWorld;  ///< below mid: takes the orientation of a place goal; kWorld: none can
  Fault fault{};         ///< why there is no such limb

  bool found() const { return !fault; }
};

/// The nearest joints above `tip` that make a two-bone limb: from the tip up, the first joint that can bend whose next
/// moving joint above can be a root. What moves in between is held.
/// `movable`: a flag a freedom, as in TwoBone; empty: all may move.
TwoBoneJoints two_bone_joints(const Skeleton& skeleton, JointId tip, std::span<const bool> movable = {});
bool two_bone_qualifies(const Skeleton& skeleton, JointId tip);

/// The bytes of scratch that a solve takes: with less, it is BadInput and nothing is moved.
std::size_t scratch_bytes(const Skeleton& skeleton, std::span<const Goal> goals, const TwoBone& method);
/// The most that a solve takes with any goals of so many rows (a reach has 3, a place 6, a hold one per freedom): for
/// goals that change from frame to frame.
std::size_t scratch_bytes_for_rows(const Skeleton& skeleton, int rows, const TwoBone& method);

/// Solves from the given pose, inside its limits. Deterministic, no allocation; Report::iterations is the number of
/// poses looked at: 1 unless limits stand in the way, and at the worst some hundreds (24 swivels for each way in which the
/// mid joint can bend, 20 halvings between two of them, and twice all of it for a place).
Report solve(const Skeleton& skeleton, std::span<const Goal> goals, const TwoBone& method, std::span<double> pose,
             Scratch& scratch);

}  // namespace kine
