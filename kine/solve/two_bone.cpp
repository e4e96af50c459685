#include "kine/solve/two_bone.h"

#include <algorithm>
#include <cmath>

#include "kine/kinematics/forward.h"
#include "kine/model/internal/compiled_skeleton.h"
#include "kine/model/internal/pose_values.h"
#include "kine/model/pose.h"
#include "kine/solve/internal/check_problem.h"
#include "kine/solve/internal/fade_goals.h"
#include "kine/solve/internal/goal_sizes.h"
#include "kine/solve/internal/judge.h"
#include "kine/solve/internal/movable.h"
#include "kine/solve/internal/reach.h"
#include "kine/solve/internal/turning.h"
#include "kine/solve/internal/two_bone_limb.h"

namespace kine {

Fault detail::fault_of(const TwoBone& method) {
  if (!is_finite(method.pole) || !is_finite(method.bend_axis) || !std::isfinite(method.twist))
    return "a setting of the two-bone method is not finite";
  if (!(method.softness >= 0 && method.softness < 1)) return "the softness must be at least 0 and less than 1";
  if (!(method.fade >= 0 && method.fade <= 1)) return "the fade must lie between 0 and 1";
  return fault_of(method.tolerance);
}

namespace {

/// True if everything above the mid joint keeps its shape as the joints turn: scales must be even there.
bool is_even(const Skeleton& skeleton, JointId mid) {
  if (!skeleton.has_scale()) return true;
  for (JointId joint = skeleton.parent(mid); joint.valid(); joint = skeleton.parent(joint)) {
    const Vec3& scale = skeleton.compiled().joint(joint).rest_scale;
    if (scale.x != scale.y || scale.x != scale.z) return false;
  }
  return true;
}

/// True if one of the joint's angles can bend a limb.
bool can_bend(const Skeleton& skeleton, JointId joint, std::span<const bool> unlocked) {
  const JointKind kind = skeleton.kind(joint);
  if (kind == JointKind::Ball) return detail::turns_freely(skeleton, joint, unlocked);
  if (kind != JointKind::Hinge && kind != JointKind::Euler) return false;
  for (int k = 0; k < skeleton.axis_count(joint); ++k)
    if (detail::is_independent(skeleton, joint, k, unlocked)) return true;
  return false;
}

/// True if two hinges turn about parallel axes, whatever their values: nothing but fixed joints is between them.
bool are_parallel(const Skeleton& skeleton, JointId root, JointId mid, std::span<const bool> unlocked) {
  if (skeleton.kind(mid) != JointKind::Hinge || skeleton.kind(root) != JointKind::Hinge) return false;
  Vec3 axis = rotate(skeleton.compiled().joint(mid).rest_rotation, skeleton.compiled().joint(mid).axis);
  for (JointId joint = skeleton.parent(mid); joint != root; joint = skeleton.parent(joint)) {
    if (skeleton.kind(joint) != JointKind::Fixed) return false;
    axis = rotate(skeleton.compiled().joint(joint).rest_rotation, axis);
  }
  return length(cross(axis, skeleton.compiled().joint(root).axis)) < 1e-9 &&
         detail::turns_freely(skeleton, root, unlocked);
}

/// Why these two joints are no limb, if they are none.
Fault fault_of(const Skeleton& skeleton, JointId root, JointId mid, std::span<const bool> unlocked) {
  if (!can_bend(skeleton, mid, unlocked))
    return "the mid joint of a two-bone limb must be a hinge, an Euler joint or a ball that may move";
  if (!detail::turns_every_way(skeleton, root, unlocked) && !are_parallel(skeleton, root, mid, unlocked))
    return "the root of a two-bone limb must turn every way (a ball or three Euler angles, all free), or be a hinge "
           "parallel to the mid joint";
  if (!is_even(skeleton, mid)) return "the bones of a two-bone limb change their length under uneven scales";
  return {};
}

JointId next_mover(const Skeleton& skeleton, JointId from, std::span<const bool> unlocked) {
  while (from.valid() && !detail::can_move(skeleton, from, unlocked)) from = skeleton.parent(from);
  return from;
}

/// From `from` up, the first joint that can move and is not at the very point that it should move.
JointId next_apart(const Skeleton& skeleton, JointId from, bool apart, std::span<const bool> unlocked) {
  for (; from.valid(); from = skeleton.parent(from)) {
    if (apart && detail::can_move(skeleton, from, unlocked)) return from;
    apart |= skeleton.compiled().joint(from).rest_translation != Vec3{};
  }
  return kWorld;
}

/// The nearest limb that moves the origin of `tip` (or, with an offset, a point beside it).
TwoBoneJoints find_limb(const Skeleton& skeleton, JointId tip, bool has_offset, std::span<const bool> unlocked) {
  JointId mid = next_apart(skeleton, tip, has_offset, unlocked);
  while (mid.valid()) {
    const bool apart = skeleton.compiled().joint(mid).rest_translation != Vec3{};
    const JointId root = next_apart(skeleton, skeleton.parent(mid), apart, unlocked);
    if (!root.valid()) break;
    if (!fault_of(skeleton, root, mid, unlocked)) return {root, mid, kWorld, {}};
    mid = root;
  }
  return {kWorld, kWorld, kWorld,
          "no two-bone limb carries this point: it needs a joint that bends and above it one that turns every way"};
}

/// The joint below mid that takes the orientation of the goal's joint, the nearest one to it.
JointId end_of(const Skeleton& skeleton, JointId tip, JointId mid, std::span<const bool> unlocked) {
  for (JointId joint = tip; joint.valid() && joint != mid; joint = skeleton.parent(joint))
    if (detail::can_move(skeleton, joint, unlocked))
      return detail::turns_freely(skeleton, joint, unlocked) ? joint : kWorld;
  return kWorld;
}

TwoBoneJoints given_limb(const Skeleton& skeleton, const TwoBone& method, JointId tip) {
  const auto is_joint = [&](JointId id) { return id.valid() && id.index < skeleton.joint_count(); };
  TwoBoneJoints joints{method.root, method.mid, kWorld, {}};
  if (!is_joint(joints.root) || !is_joint(joints.mid)) {
    joints.fault = "a two-bone limb needs both its root and its mid joint, or neither to have them found";
  } else if (joints.root == joints.mid || !skeleton.is_above(joints.root, joints.mid) ||
             !skeleton.is_above(joints.mid, tip)) {
    joints.fault = "the joints of a two-bone limb must lie above each other: root, mid, and the goal's joint";
  } else {
    joints.fault = fault_of(skeleton, joints.root, joints.mid, method.movable);
  }
  return joints;
}

TwoBoneJoints joints_for(const Skeleton& skeleton, const TwoBone& method, const Goal& goal) {
  const bool wants_turn = goal.kind == GoalKind::Place;
  TwoBoneJoints joints;
  if (method.root.valid() || method.mid.valid()) {
    joints = given_limb(skeleton, method, goal.joint);
  } else {
    joints = find_limb(skeleton, goal.joint, goal.offset != Vec3{}, method.movable);
    const JointId nearest = next_mover(skeleton, goal.joint, method.movable);
    if (wants_turn && nearest.valid() &&
        detail::turns_freely(skeleton, nearest, method.movable)) {  // this one takes the orientation
      const TwoBoneJoints above = find_limb(skeleton, nearest, false, method.movable);
      if (above.found()) joints = above;
    }
  }
  if (joints.found() && wants_turn) joints.end = end_of(skeleton, goal.joint, joints.mid, method.movable);
  return joints;
}

Fault fault_of(const Skeleton& skeleton, std::span<const Goal> goals, const TwoBone& method,
               std::span<const double> pose) {
  if (const Fault fault = detail::fault_of_goals(skeleton, goals, pose)) return fault;
  if (goals.size() != 1 || (goals[0].kind != GoalKind::Reach && goals[0].kind != GoalKind::Place))
    return "the two-bone method takes one goal, a reach or a place";
  if (const Fault fault = detail::fault_of(skeleton, detail::MovePermission{kWorld, method.movable})) return fault;
  return detail::fault_of(method);
}

/// Where the goal wants its point and its joint, in the world.
Transform wanted_in_world(const Skeleton& skeleton, const Goal& goal, std::span<const double> pose) {
  Transform wanted{normalised(goal.orientation), goal.target};
  const std::size_t first = goal.kind == GoalKind::Place ? 3 : 0;  // bounds that leave zero out move the target
  for (int k = 0; k < 3; ++k) wanted.translation[k] += goal.bounds[first + static_cast<std::size_t>(k)].clamp(0);
  return goal.frame == kWorld ? wanted : detail::locate(skeleton, pose, {goal.frame}) * wanted;
}

/// Position and orientation: the end joint's origin goes where the point will be right once it has turned; if it cannot
/// turn all the way, the limb reaches again with it as it is.
void solve_place(const Skeleton& skeleton, const Goal& goal, const Transform& wanted, JointId end, double good,
                 detail::TwoBoneSolver& solver, std::span<double> pose) {
  const Transform world_from_end = detail::locate(skeleton, pose, {end});
  const Transform tip = detail::locate(skeleton, pose, {goal.joint, goal.offset});
  const Quat end_from_tip = conjugate(world_from_end.rotation) * tip.rotation;
  const Vec3 point_in_end = rotate(conjugate(world_from_end.rotation), tip.translation - world_from_end.translation);
  const Quat wanted_end = wanted.rotation * conjugate(end_from_tip);
  solver.reach({end}, wanted.translation - rotate(wanted_end, point_in_end), good);
  const Quat above = detail::locate(skeleton, pose, {end}).rotation * conjugate(detail::turn_of(skeleton, pose, end));
  if (detail::set_turn(skeleton, end, conjugate(above) * wanted_end, pose)) return;
  solver.reach({goal.joint, goal.offset}, wanted.translation, good);
}

}  // namespace

TwoBoneJoints two_bone_joints(const Skeleton& skeleton, JointId tip, std::span<const bool> movable) {
  if (!tip.valid() || tip.index >= skeleton.joint_count())
    return {kWorld, kWorld, kWorld, "the skeleton does not have this joint"};
  TwoBoneJoints joints = find_limb(skeleton, tip, false, movable);
  if (joints.found()) joints.end = end_of(skeleton, tip, joints.mid, movable);
  return joints;
}

bool two_bone_qualifies(const Skeleton& skeleton, JointId tip) { return two_bone_joints(skeleton, tip).found(); }

namespace {

std::size_t bytes_of(const Skeleton& skeleton, const detail::GoalSizes& sizes) {
  const auto values = static_cast<std::size_t>(skeleton.value_count());
  const auto freedoms = static_cast<std::size_t>(skeleton.freedom_count());
  return 4 * (values * sizeof(double) + alignof(double)) + freedoms + Frames::bytes(skeleton) +
         detail::fade_goals_bytes(skeleton, sizes);
}

}  // namespace

std::size_t scratch_bytes(const Skeleton& skeleton, std::span<const Goal> goals, const TwoBone&) {
  return bytes_of(skeleton, detail::sizes_of(skeleton, goals));
}

std::size_t scratch_bytes_for_rows(const Skeleton& skeleton, int rows, const TwoBone&) {
  return bytes_of(skeleton, detail::sizes_at_most(rows));
}

namespace {

/// A flag a freedom: the limb turns by it.
void mark_limb(const Skeleton& skeleton, const TwoBoneJoints& joints, std::span<const bool> unlocked,
               std::span<bool> movable) {
  std::fill(movable.begin(), movable.end(), false);
  for (const JointId joint : {joints.root, joints.mid, joints.end})
    for (int k = 0; joint.valid() && k < skeleton.axis_count(joint); ++k)
      if (detail::is_independent(skeleton, joint, k, unlocked))
        movable[static_cast<std::size_t>(skeleton.freedom_of(joint, k))] = true;
}

}  // namespace

Report solve(const Skeleton& skeleton, std::span<const Goal> goals, const TwoBone& method, std::span<double> pose,
             Scratch& scratch) {
  if (const Fault fault = fault_of(skeleton, goals, method, pose)) return detail::bad_input(fault);
  const TwoBoneJoints joints = joints_for(skeleton, method, goals[0]);
  if (!joints.found()) return detail::bad_input(joints.fault);
  if (goals[0].frame != kWorld && skeleton.is_above(joints.root, goals[0].frame))
    return detail::bad_input("the goal is measured in a joint that the limb itself moves");
  if (scratch.free() < scratch_bytes(skeleton, goals, method)) return detail::bad_input(detail::kScratchTooSmall);
  const Scratch::Scope scope(scratch);
  if (!detail::tidy_if_usable(skeleton, pose)) return detail::bad_input(detail::kPoseUnusable);
  goals = detail::fade_goals(skeleton, goals, pose, scratch);
  const Goal& goal = goals[0];
  const auto take_pose = [&] { return scratch.take<double>(pose.size()); };
  const std::span<double> start = take_pose(), solved = take_pose(), trial = take_pose(), best = take_pose();
  Frames frames(skeleton, scratch);
  const std::span<bool> movable = scratch.take<bool>(static_cast<std::size_t>(skeleton.freedom_count()));
  mark_limb(skeleton, joints, method.movable, movable);
  std::copy(pose.begin(), pose.end(), start.begin());
  detail::bring_inside(skeleton, movable, start);
  std::copy(start.begin(), start.end(), solved.begin());

  const double reach = detail::reach_of(skeleton, goal);
  const double allowed = detail::allowed_of(method.tolerance, reach).metres;
  const double good = std::min<double>(allowed, 1e-9 * reach);
  const Transform wanted = wanted_in_world(skeleton, goal, start);
  TwoBone settings = method;
  if (goal.pole != Vec3{}) settings.pole = goal.pole;
  detail::TwoBoneSolver solver(skeleton, joints, settings, solved, trial, best);
  if (joints.end.valid()) {
    solve_place(skeleton, goal, wanted, joints.end, good, solver, solved);
  } else {
    solver.reach({goal.joint, goal.offset}, wanted.translation, good);
  }
  Report report;
  report.iterations = solver.tries();
  const bool refused = !solver.in_reach() || solver.error() > allowed;
  const bool keep = method.on_unreachable == OnUnreachable::Keep && refused;
  const auto miss = [&](std::span<const double> at) {
    return length(detail::locate(skeleton, at, {goal.joint, goal.offset}).translation - wanted.translation);
  };
  // Limits can make the answer worse than where it started.
  if (keep || (solver.error() > allowed && miss(start) < miss(solved))) {
    std::copy(start.begin(), start.end(), solved.begin());
  } else if (method.fade < 1) {
    blend(skeleton, start, solved, method.fade, solved);
    detail::keep_unmovable(skeleton, movable, start, solved);
    detail::bring_inside(skeleton, movable, solved);
  }
  std::copy(solved.begin(), solved.end(), pose.begin());
  forward(skeleton, pose, frames);
  detail::judge(skeleton, goals, frames, pose, method.tolerance, {joints.root, method.movable}, report);
  report.outside_limits = detail::count_outside_limits(skeleton, movable, pose);
  if (!report.reached() && solver.error() > allowed) solver.name_blockers(report);
  return report;
}

}  // namespace kine
