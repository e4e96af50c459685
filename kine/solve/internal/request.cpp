#include <algorithm>
#include <cmath>

#include "kine/kinematics/centre_of_mass.h"
#include "kine/kinematics/forward.h"
#include "kine/model/pose.h"
#include "kine/solve/internal/request.h"
#include "kine/solve/internal/wrist.h"

namespace kine::detail {

Fault fault_of_request(const Skeleton& skeleton, std::span<const Goal> goals, std::span<const double> pose) {
  if (static_cast<int>(pose.size()) != skeleton.value_count()) return "the pose is not one of this skeleton";
  if (!is_usable(skeleton, pose)) return "the pose has a number that is not finite, or beyond 1e100";
  for (const Goal& goal : goals)
    if (const Fault fault = kine::fault_of(skeleton, goal)) return fault;
  return {};
}

Fault fault_of(const Tolerance& tolerance) {
  const bool good = tolerance.position >= 0 && tolerance.angle >= 0 && tolerance.metres >= 0;  // false for NaN
  return good ? Fault{} : Fault{"a tolerance must be a number, and not negative"};
}

Report bad_input(Fault fault) {
  Report report;
  report.status = Status::BadInput;
  report.fault = fault;
  return report;
}

namespace {

/// A range widened towards `value` so that only `fade` of the way is left to go.
Range widened(const Range& range, double value, double fade) {
  if (value < range.lower) return {value + fade * (range.lower - value), range.upper};
  if (value > range.upper) return {range.lower, value + fade * (range.upper - value)};
  return range;
}

Goal faded(const Skeleton& skeleton, const Frames& frames, Goal goal) {
  const double fade = goal.fade;
  goal.fade = 1;
  if (fade == 1) return goal;
  if (goal.kind == GoalKind::Hold) {
    goal.weight *= std::max<double>(fade, 1e-12);
    return goal;
  }
  const Transform frame_from_world = goal.frame == kWorld ? Transform{} : inverse(frames.world_from_joint(goal.frame));
  const bool of_masses = goal.kind == GoalKind::CentreOfMass;
  const Vec3 point =
      frame_from_world * (of_masses ? centre_of_mass(skeleton, frames) : frames.position({goal.joint, goal.offset}));
  const Quat present = of_masses ? Quat{} : frame_from_world.rotation * frames.rotation(goal.joint);
  switch (goal.kind) {
    case GoalKind::Place:
      goal.orientation = slerp(present, normalised(goal.orientation), fade);
      [[fallthrough]];
    case GoalKind::Reach:
    case GoalKind::CentreOfMass:
      goal.target = point + (goal.target - point) * fade;
      break;
    case GoalKind::Orient:
      goal.orientation = slerp(present, normalised(goal.orientation), fade);
      break;
    case GoalKind::Aim: {
      const Vec3 along = rotate(present, normalised(goal.axis)), to_target = goal.target - point;
      const Vec3 turn = log(shortest_arc(along, normalised(to_target, along)));
      goal.target = point + rotate(exp(turn * fade), along) * length(to_target);
      break;
    }
    case GoalKind::Distance:
      goal.bounds[0] = widened(goal.bounds[0], length(point - goal.target), fade);
      break;
    case GoalKind::HalfSpace:
      goal.bounds[0] = widened(goal.bounds[0], dot(point - goal.target, normalised(goal.axis)), fade);
      break;
    case GoalKind::Hold:
      break;
  }
  return goal;
}

}  // namespace

std::size_t faded_bytes(const Skeleton& skeleton, std::span<const Goal> goals) {
  for (const Goal& goal : goals)
    if (goal.fade != 1) return goals.size() * sizeof(Goal) + alignof(Goal) + Frames::bytes(skeleton);
  return 0;
}

std::span<const Goal> faded(const Skeleton& skeleton, std::span<const Goal> goals, std::span<const double> pose,
                            Scratch& scratch) {
  if (faded_bytes(skeleton, goals) == 0) return goals;
  const std::span<Goal> out = scratch.take<Goal>(goals.size());
  const Scratch::Scope scope(scratch);
  Frames frames(skeleton, scratch);
  forward(skeleton, pose, frames);
  for (std::size_t i = 0; i < goals.size(); ++i) out[i] = faded(skeleton, frames, goals[i]);
  return out;
}

double reach_of(const Skeleton& skeleton, const Goal& goal) {
  double sum = length(goal.offset);
  if (goal.joint.valid()) {
    for (int i = goal.joint.index; skeleton.part({i}).parent >= 0; i = skeleton.part({i}).parent)
      sum += length(skeleton.part({i}).rest_translation);
  } else {
    for (const Skeleton::Part& part : skeleton.parts())
      if (part.parent >= 0) sum = std::max<double>(sum, length(part.rest_translation));
  }
  return sum > 0 ? sum : 1;
}

double metres_of(const Tolerance& tolerance, double reach) {
  return tolerance.metres > 0 ? tolerance.metres : tolerance.position * reach;
}

Shell shell_of(const Skeleton& skeleton, const Frames& frames, const Goal& goal, JointId from) {
  const bool wants_position = goal.kind == GoalKind::Reach || goal.kind == GoalKind::Place;
  const std::size_t first_linear = goal.kind == GoalKind::Place ? 3 : 0;
  Shell shell;
  if (!wants_position || goal.frame != kWorld || goal.fade != 1 || frames.stretched()) return shell;
  for (std::size_t k = 0; k < 3; ++k)
    if (goal.bounds[first_linear + k] != Goal::kExact) return shell;
  double longest = 0, segment = 0;
  const auto close_segment = [&] {
    shell.outer += segment;
    longest = std::max<double>(longest, segment);
  };
  // From the tip up: joints that cannot move lengthen the bone they are part of. The distance between two neighbouring
  // joints never changes unless one slides.
  Vec3 end = frames.position({goal.joint, goal.offset});
  for (int i = goal.joint.index; i >= 0; i = skeleton.part({i}).parent) {
    const Skeleton::Part& part = skeleton.part({i});
    bool moves = false;
    for (int a = part.first_axis; a < part.first_axis + part.axis_count; ++a) {
      const Skeleton::Axis& axis = skeleton.axes()[static_cast<std::size_t>(a)];
      if (axis.fixed) continue;
      if (axis.slides) return {};
      moves = true;
    }
    if (moves) {
      segment = length(end - frames.position(JointId{i}));
      close_segment();
      end = frames.position(JointId{i});
      shell.centre = end;
      shell.known = true;
    }
    if (i == from.index) break;
  }
  if (from != kWorld && !skeleton.is_above(from, goal.joint)) shell.known = false;
  shell.inner = std::max<double>(0, 2 * longest - shell.outer);
  return shell;
}

void judge(const Skeleton& skeleton, std::span<const Goal> goals, const Frames& frames, std::span<const double> pose,
           const Tolerance& tolerance, JointId from, Report& report) {
  report.position_error = report.angle_error = report.hold_error = 0;
  report.worst_goal = -1;
  report.status = Status::Reached;
  double worst = 0;
  for (std::size_t g = 0; g < goals.size(); ++g) {
    const GoalError error = measure(skeleton, frames, pose, goals[g]);
    if (goals[g].kind == GoalKind::Hold) {  // a posture is a wish: it is never met exactly
      report.hold_error = std::max<double>(report.hold_error, error.angle);
      continue;
    }
    const double allowed = metres_of(tolerance, reach_of(skeleton, goals[g]));
    report.position_error = std::max<double>(report.position_error, error.position);
    report.angle_error = std::max<double>(report.angle_error, error.angle);
    const double excess = std::max<double>(error.position / std::max<double>(allowed, 1e-300),
                                           error.angle / std::max<double>(tolerance.angle, 1e-300));
    if (excess > worst) {
      worst = excess;
      report.worst_goal = static_cast<int>(g);
    }
    if (error.position <= allowed && error.angle <= tolerance.angle) continue;
    if (report.status == Status::Reached) report.status = Status::NotFound;
    const Shell shell = shell_of(skeleton, frames, goals[g], from);
    const double away = length(goals[g].target - shell.centre);
    if (shell.known && (away > shell.outer + allowed || away < shell.inner - allowed)) {
      report.status = Status::Unreachable;
    } else if (const WristProof proof = prove_by_wrist(skeleton, frames, goals[g], from, tolerance); proof.proved()) {
      report.status = Status::Unreachable;
      report.wrist = proof;
    }
  }
}

}  // namespace kine::detail
