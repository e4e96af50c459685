#include "kine/batch/solve.h"

#include "kine/batch/internal/arm_batch.h"
#include "kine/batch/internal/lane_kernels.h"
#include "kine/batch/internal/run_parts.h"
#include "kine/core/assert.h"
#include "kine/model/internal/compiled_skeleton.h"
#include "kine/model/internal/pose_values.h"
#include "kine/solve/damped/limb.h"
#include "kine/solve/global/arm_search.h"
#include "kine/solve/global/global_problem.h"
#include "kine/solve/internal/check_problem.h"

namespace kine {
namespace {

using detail::Part;

std::size_t bytes_of_a_pose(const Skeleton& skeleton) {
  return static_cast<std::size_t>(skeleton.value_count()) * sizeof(double) + alignof(double);
}

/// True if every value of a pose is a hinge's or slider's own: then a pose needs no tidying.
bool has_plain_values(const Skeleton& skeleton) {
  if (skeleton.has_followers()) return false;
  for (const detail::CompiledJoint& joint : skeleton.compiled().joints)
    if (detail::has_quaternion(joint.kind)) return false;
  return true;
}

/// True if all that moves the goal's joint are hinges and sliders that may move: then a batch has one arm, whatever its poses.
bool is_one_arm(const Skeleton& skeleton, JointId joint) {
  return has_plain_values(skeleton) &&
         skeleton.compiled().aligned_joints[static_cast<std::size_t>(joint.index)].aligned;
}

bool has_joint(const Skeleton& skeleton, const BatchGoal& goal) {
  return goal.joint.index >= 0 && goal.joint.index < skeleton.joint_count();
}

/// Any goal of the batch: of its targets lanes look at each.
Goal any_goal(const BatchGoal& goal) { return place(goal.joint, Transform{}, {.offset = goal.offset}); }

/// True if lanes serve this batch.
bool lanes_serve(const Skeleton& skeleton, const BatchGoal& goal, const Global& method, Scratch& scratch) {
  if (!has_joint(skeleton, goal) || !is_one_arm(skeleton, goal.joint)) return false;
  if (method.choice != Choice::Quick || method.from != kWorld || !method.movable.empty()) return false;
  if (skeleton.compiled().joint(goal.joint).path_axes > detail::ArmBatch::kMostLinks) return false;
  const Goal any = any_goal(goal);
  const Scratch::Scope scope(scratch);
  const std::span<double> pose = scratch.take<double>(static_cast<std::size_t>(skeleton.value_count()));
  // What is wrong with all of them each says by itself.
  return !detail::GlobalProblem::fault_of(skeleton, {&any, 1}, detail::wish_of({&any, 1}), method, pose, scratch);
}

/// True if every quaternion of the skeleton is one of the balls that carry the joint.
bool is_only_balls(const Skeleton& skeleton, JointId joint) {
  int quaternions = 0;
  for (const detail::CompiledJoint& each : skeleton.compiled().joints)
    quaternions += detail::has_quaternion(each.kind) ? 1 : 0;
  return detail::is_ball_chain(skeleton, joint, kWorld) && skeleton.compiled().joint(joint).path_balls == quaternions;
}

bool lanes_serve(const Skeleton& skeleton, const BatchGoal& goal, const Jacobian& method, Scratch&) {
  if (!has_joint(skeleton, goal) || !detail::has_limbs(skeleton)) return false;
  const bool balls = goal.orientation.size() == 0 && is_only_balls(skeleton, goal.joint);
  if (!balls && !is_one_arm(skeleton, goal.joint)) return false;
  if (method.inverse != Inverse::Damped || method.from != kWorld || !method.movable.empty()) return false;
  if (method.max_change != kInfinity || !method.posture.empty()) return false;
  return !fault_of(skeleton, any_goal(goal)) && !detail::fault_of(skeleton, method);
}

/// Solves pose i of a batch as if it were alone.
template <class Method>
struct Alone {
  const Skeleton& skeleton;
  const BatchGoal& goal;
  const Method& method;
  Batch& poses;
  std::span<BatchReport> reports;
  Scratch& scratch;

  void operator()(std::size_t i) const {
    const Scratch::Scope scope(scratch);
    const std::span<double> pose = scratch.take<double>(static_cast<std::size_t>(skeleton.value_count()));
    poses.get(i, pose);
    const Goal wanted = goal.at(i);
    const Report report = solve(skeleton, {&wanted, 1}, method, pose, scratch);
    if (report.status != Status::BadInput) poses.set(i, pose);
    if (!reports.empty()) reports[i] = {report.status, report.iterations, report.position_error, report.angle_error};
  }
};

/// Calls work(part, its scratch) for all parts of a batch.
template <class Work>
void run_with_scratch(const BatchRun& run, std::size_t size, BatchScratch& scratch, const Work& work) {
  const std::size_t parts = scratch.parts();
  const auto piece = [&](std::size_t index) {
    work(Part{size * index / parts, size * (index + 1) / parts}, scratch.part(index));
  };
  if (!run.executor || parts == 1) {
    for (std::size_t index = 0; index < parts; ++index) piece(index);
    return;
  }
  run.executor->run(
      parts, [](const void* data, std::size_t index) { (*static_cast<const decltype(piece)*>(data))(index); }, &piece);
}

void solve_in_lanes(const detail::LaneKernels& kernels, const Alone<Global>& a, Part part,
                    const detail::AloneCall& alone) {
  const detail::Arm arm = detail::make_arm(a.skeleton, {a.goal.joint, a.goal.offset}, {}, {}, a.scratch);
  const detail::FirstDescent first = detail::ArmSearch::first_descent(a.method.max_starts);
  const detail::ArmBatch batch{.goal = a.goal,
                               .arm = arm,
                               .allowed = detail::allowed_of(a.method.tolerance, a.skeleton, a.goal.at(part.first)),
                               .largest = first.largest,
                               .iterations = first.iterations,
                               .poses = a.poses,
                               .reports = a.reports};
  kernels.arms(batch, part, alone);
}

void solve_in_lanes(const detail::LaneKernels& kernels, const Alone<Jacobian>& a, Part part,
                    const detail::AloneCall& alone) {
  const PointOnJoint point{a.goal.joint, a.goal.offset};
  const detail::Allowed allowed = detail::allowed_of(a.method.tolerance, a.skeleton, a.goal.at(part.first));
  const detail::LimbSettings settings{allowed.metres, allowed.radians, a.method.max_iterations, a.method.step};
  const std::span<double> pose = a.scratch.take<double>(static_cast<std::size_t>(a.skeleton.value_count()));
  a.poses.get(part.first, pose);  // any pose: the lanes bring their own values
  const auto batch_of = [&](const auto& limb) {
    return detail::LimbBatch{a.goal, limb, settings, allowed, a.poses, a.reports, a.scratch};
  };
  if (is_only_balls(a.skeleton, point.joint) && a.goal.orientation.size() == 0) {
    kernels.balls(batch_of(detail::make_ball_chain(a.skeleton, point, kWorld, pose, a.scratch)), part, alone);
  } else {
    kernels.hinges(batch_of(detail::make_limb(a.skeleton, point, kWorld, pose, a.scratch)), part, alone);
  }
}

template <class Method>
void solve_batch(const Skeleton& skeleton, const BatchGoal& goal, const Method& method, Batch& poses,
                 std::span<BatchReport> reports, BatchScratch& scratch, const BatchRun& run) {
  KINE_ASSERT(goal.target.size() == poses.size(), "a target a pose");
  KINE_ASSERT(goal.orientation.size() == 0 || goal.orientation.size() == poses.size(),
              "an orientation a pose, or none");
  KINE_ASSERT(reports.empty() || reports.size() == poses.size(), "a report a pose, or none");
  const detail::LaneKernels& kernels = detail::lane_kernels(run.most_lanes);
  const bool in_lanes = lanes_serve(skeleton, goal, method, scratch.part(0));
  run_with_scratch(run, poses.size(), scratch, [&](Part part, Scratch& its) {
    const Alone<Method> alone{skeleton, goal, method, poses, reports, its};
    if (part.first == part.end) return;
    if (!in_lanes) {
      for (std::size_t i = part.first; i < part.end; ++i) alone(i);
      return;
    }
    const Scratch::Scope scope(its);
    solve_in_lanes(kernels, alone, part,
                   {[](const void* data, std::size_t i) { (*static_cast<const Alone<Method>*>(data))(i); }, &alone});
  });
}

}  // namespace

BatchScratch::BatchScratch(const Skeleton& skeleton, int parts) {
  const auto links = static_cast<std::size_t>(skeleton.axis_count());
  const std::size_t in_lanes = skeleton.scratch_bytes() + detail::bytes_in_lanes(links);
  for (int i = 0; i < parts; ++i)
    scratch_.emplace_back(in_lanes + skeleton.scratch_bytes() + 2 * bytes_of_a_pose(skeleton));
}

void solve(const Skeleton& skeleton, const BatchGoal& goal, const Global& method, Batch& poses,
           std::span<BatchReport> reports, BatchScratch& scratch, const BatchRun& run) {
  solve_batch(skeleton, goal, method, poses, reports, scratch, run);
}

void solve(const Skeleton& skeleton, const BatchGoal& goal, const Jacobian& method, Batch& poses,
           std::span<BatchReport> reports, BatchScratch& scratch, const BatchRun& run) {
  solve_batch(skeleton, goal, method, poses, reports, scratch, run);
}

}  // namespace kine
