#include "kine/solve/swivel_limits.h"

#include <algorithm>
#include <vector>

#include "kine/kinematics/forward.h"
#include "kine/model/pose.h"
#include "kine/solve/internal/check_problem.h"
#include "kine/solve/two_bone.h"

namespace kine {
namespace {

constexpr double kRoom = 0.005;  // radians: the angles do not change evenly between the swivels that are looked at

bool has_three_angles(const Skeleton& skeleton, JointId joint) {
  return skeleton.kind(joint) == JointKind::Euler && skeleton.description(joint).euler_count == 3;
}

}  // namespace

Result<SwivelLimits> swivel_limits(const Skeleton& skeleton, const Goal& goal, double slack,
                                   std::span<const double> pose, Scratch& scratch) {
  if (const Fault fault = detail::fault_of_problem(skeleton, {&goal, 1}, pose)) return Error{fault.sentence()};
  if (goal.kind != GoalKind::Place || goal.frame != kWorld) return Error{"a place goal in the world is needed"};
  if (!(slack > 0 && slack < kPi)) return Error{"the slack must lie between 0 and half a turn"};
  const TwoBoneJoints limb = two_bone_joints(skeleton, goal.joint);
  if (!limb.found()) return Error{limb.fault.sentence()};
  if (!has_three_angles(skeleton, limb.root)) return Error{"the root of the limb has no three angles"};
  Frames frames(skeleton);
  forward(skeleton, pose, frames);
  // Where the middle joint would be with the tip turned as wanted: the swivel points it there.
  const PointOnJoint point{goal.joint, goal.offset};
  const Vec3 lower_in_tip =
      rotate(conjugate(frames.rotation(goal.joint)), frames.position(point) - frames.position(limb.mid));
  TwoBone method;
  method.root = limb.root;
  method.mid = limb.mid;
  method.pole = goal.target - rotate(normalised(goal.orientation), lower_in_tip) - frames.position(limb.root);
  const Goal point_goal[] = {reach(goal.joint, goal.target, {.offset = goal.offset})};
  const Joint& root = skeleton.description(limb.root);
  const auto first = static_cast<std::size_t>(skeleton.first_value(limb.root));
  SwivelLimits found{limb.root, {}};
  for (const double swivel : {0.0, -slack, slack}) {
    std::vector<double> swivelled(pose.begin(), pose.end());
    method.twist = swivel;
    const Report report = solve(skeleton, point_goal, method, swivelled, scratch);
    if (report.status == Status::BadInput) return Error{report.fault.sentence()};
    for (std::size_t k = 0; k < 3; ++k) {
      const double at = swivelled[first + k];
      Range& window = found.windows[k];
      if (swivel == 0) window = {at - kRoom, at + kRoom};
      window = {std::min<double>(window.lower, at - kRoom), std::max<double>(window.upper, at + kRoom)};
    }
  }
  for (std::size_t k = 0; k < 3; ++k) {
    const Range& limits = root.axes[k].limits;
    found.windows[k] = {limits.clamp(found.windows[k].lower), limits.clamp(found.windows[k].upper)};
  }
  return found;
}

Result<Skeleton> with_limits(const Skeleton& skeleton, const SwivelLimits& limits) {
  const JointId root = limits.root;
  if (root.index < 0 || root.index >= skeleton.joint_count() || !has_three_angles(skeleton, root))
    return Error{"swivel limits need a joint of three angles"};
  std::vector<Joint> joints;
  for (int i = 0; i < skeleton.joint_count(); ++i) joints.push_back(skeleton.description({i}));
  for (std::size_t k = 0; k < 3; ++k) joints[static_cast<std::size_t>(root.index)].axes[k].limits = limits.windows[k];
  return Skeleton::build(joints);
}

}  // namespace kine
