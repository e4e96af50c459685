#include "kine/solve/hybrid.h"

#include <algorithm>
#include <cmath>

#include "kine/kinematics/forward.h"
#include "kine/model/internal/pose_values.h"
#include "kine/model/pose.h"
#include "kine/solve/internal/check_problem.h"
#include "kine/solve/internal/fade_goals.h"
#include "kine/solve/internal/goal_sizes.h"
#include "kine/solve/internal/judge.h"
#include "kine/solve/internal/movable.h"

namespace kine {
namespace {

constexpr double kAway = 1e-3;  // radians or metres that the trunk may be off a posture before it moves

/// A goal that a limb can see to by itself.
struct LimbGoal {
  TwoBoneJoints joints;
  double upper, lower;  ///< lengths of its two bones
};

class HybridSolver {
 public:
  HybridSolver(const Skeleton& skeleton, std::span<const Goal> goals, const Hybrid& method, std::span<double> pose,
               Scratch& scratch)
      : skeleton_(skeleton),
        goals_(goals),
        method_(method),
        pose_(pose),
        scratch_(scratch),
        frames_(skeleton, scratch),
        limbs_(scratch.take<LimbGoal>(goals.size())),
        is_limb_(scratch.take<bool>(goals.size())),
        trunk_goals_(scratch.take<Goal>(goals.size() + 1)),
        start_(scratch.take<double>(pose.size())),
        away_(scratch.take<double>(static_cast<std::size_t>(skeleton.freedom_count()))),
        movable_(scratch.take<bool>(static_cast<std::size_t>(skeleton.freedom_count()))) {
    detail::find_movable(skeleton, goals, {method.body.from, method.movable}, movable_);
  }

  static std::size_t bytes(const Skeleton& skeleton, std::size_t goals) {
    return Frames::bytes(skeleton) + goals * (sizeof(LimbGoal) + 1 + sizeof(Goal)) + sizeof(Goal) +
           static_cast<std::size_t>(skeleton.value_count()) * sizeof(double) +
           static_cast<std::size_t>(skeleton.freedom_count()) * (sizeof(double) + 1) + 5 * alignof(double);
  }

  Report run() {
    detail::bring_inside(skeleton_, movable_, pose_);
    std::copy(pose_.begin(), pose_.end(), start_.begin());
    forward(skeleton_, pose_, frames_);
    find_limbs();
    Report report;
    if (needs_trunk()) report.iterations = move_trunk();
    for (std::size_t g = 0; g < goals_.size(); ++g) {
      if (!is_limb_[g]) continue;
      TwoBone limb = method_.limb;
      limb.root = limbs_[g].joints.root;
      limb.mid = limbs_[g].joints.mid;
      limb.movable = movable_;
      solve(skeleton_, goals_.subspan(g, 1), limb, pose_, scratch_);
    }
    forward(skeleton_, pose_, frames_);
    detail::judge(skeleton_, goals_, frames_, pose_, method_.body.tolerance, {method_.body.from, method_.movable},
                  report);
    report.outside_limits = detail::count_outside_limits(skeleton_, movable_, pose_);
    if (report.reached()) return report;
    Report whole = solve(skeleton_, goals_, body(), pose_, scratch_);
    if (whole.status == Status::BadInput) return report;  // sliders have gone beyond what a pose may hold
    whole.iterations += report.iterations;
    return whole;
  }

 private:
  FullBody body() const {
    FullBody body = method_.body;
    body.movable = movable_;
    return body;
  }

  static bool wants_a_point(const Goal& goal) {
    const bool kind = goal.kind == GoalKind::Reach || goal.kind == GoalKind::Place;
    return kind && goal.frame == kWorld &&
           std::all_of(goal.bounds.begin(), goal.bounds.end(), [](const Range& r) { return r == Goal::kExact; });
  }

  /// Two goals must not pull at one limb, and no goal may hang on the limb of another.
  bool is_alone(std::size_t g, const TwoBoneJoints& joints) const {
    for (std::size_t other = 0; other < goals_.size(); ++other)
      if (other != g && goals_[other].joint.valid() && skeleton_.is_above(joints.root, goals_[other].joint))
        return false;
    return true;
  }

  void find_limbs() {
    for (std::size_t g = 0; g < goals_.size(); ++g) {
      is_limb_[g] = false;
      if (!wants_a_point(goals_[g])) continue;
      const TwoBoneJoints joints = two_bone_joints(skeleton_, goals_[g].joint, movable_);
      if (!joints.found() || !is_alone(g, joints)) continue;
      const Vec3 root = frames_.position(joints.root), mid = frames_.position(joints.mid);
      const Vec3 point = frames_.position({goals_[g].joint, goals_[g].offset});
      limbs_[g] = {joints, length(mid - root), length(point - mid)};
      is_limb_[g] = true;
    }
  }

  Range allowed(std::size_t g) const {
    const double longest = limbs_[g].upper + limbs_[g].lower, shortest = std::abs(limbs_[g].upper - limbs_[g].lower);
    return {std::min<double>(shortest / std::max<double>(method_.stretch, 1e-3), longest * method_.stretch),
            longest * method_.stretch};
  }

  /// True if a freedom of the trunk is away from the posture of a hold: what hangs on a limb's root belongs to the
  /// limb.
  bool is_away(const Goal& hold) {
    difference(skeleton_, pose_, hold.posture, away_);
    for (int f = 0; f < skeleton_.freedom_count(); ++f) {
      const auto i = static_cast<std::size_t>(f);
      if (movable_[i] && std::abs(away_[i]) > kAway && !is_of_limb(skeleton_.freedom(f).joint)) return true;
    }
    return false;
  }

  bool is_of_limb(JointId joint) const {
    for (std::size_t g = 0; g < goals_.size(); ++g)
      if (is_limb_[g] && skeleton_.is_above(limbs_[g].joints.root, joint)) return true;
    return false;
  }

  bool needs_trunk() {
    for (std::size_t g = 0; g < goals_.size(); ++g) {
      if (goals_[g].kind == GoalKind::Hold) {
        if (is_away(goals_[g])) return true;
        continue;
      }
      if (!is_limb_[g]) return true;
      if (!allowed(g).contains(length(goals_[g].target - frames_.position(limbs_[g].joints.root)))) return true;
    }
    return false;
  }

  /// Limbs are asked only to hang near enough to their targets; everything else as it is; and where neither that nor a
  /// hold asks for more, the body stays as it was.
  int move_trunk() {
    for (std::size_t g = 0; g < goals_.size(); ++g) {
      trunk_goals_[g] = goals_[g];
      if (is_limb_[g]) trunk_goals_[g] = distance(limbs_[g].joints.root, goals_[g].target, allowed(g));
      trunk_goals_[g].weight = goals_[g].weight;
      trunk_goals_[g].priority = goals_before(goals_[g].priority);
    }
    trunk_goals_[goals_.size()] = hold(start_, {.priority = static_cast<int>(goals_.size())});
    return solve(skeleton_, trunk_goals_, body(), pose_, scratch_).iterations;
  }

  /// How many goals have an earlier priority: numbers in the same order, with room for one behind them (the greatest
  /// int may be among the priorities).
  int goals_before(int priority) const {
    return static_cast<int>(std::ranges::count_if(goals_, [&](const Goal& goal) { return goal.priority < priority; }));
  }

  const Skeleton& skeleton_;
  std::span<const Goal> goals_;
  const Hybrid& method_;
  std::span<double> pose_;
  Scratch& scratch_;
  Frames frames_;
  std::span<LimbGoal> limbs_;
  std::span<bool> is_limb_;
  std::span<Goal> trunk_goals_;
  std::span<double> start_;
  std::span<double> away_;   // working room, one number per freedom
  std::span<bool> movable_;  // a flag a freedom: internal/movable.h
};

/// The body has the goals and a posture to stay near; a limb has one of them.
std::size_t bytes_of(const Skeleton& skeleton, const detail::GoalSizes& sizes, const Hybrid& method) {
  // A hold has no rows there, but every goal must find its place in the lists.
  const int rows = static_cast<int>(std::max<std::size_t>(sizes.rows - sizes.rows_of_holds, sizes.goals));
  return detail::fade_goals_bytes(skeleton, sizes) + HybridSolver::bytes(skeleton, sizes.goals) +
         std::max<std::size_t>(scratch_bytes_for_rows(skeleton, rows, method.body),
                               scratch_bytes_for_rows(skeleton, rows, method.limb));
}

}  // namespace

std::size_t scratch_bytes(const Skeleton& skeleton, std::span<const Goal> goals, const Hybrid& method) {
  return bytes_of(skeleton, detail::sizes_of(skeleton, goals), method);
}

std::size_t scratch_bytes_for_rows(const Skeleton& skeleton, int rows, const Hybrid& method) {
  return bytes_of(skeleton, detail::sizes_at_most(rows), method);
}

Report solve(const Skeleton& skeleton, std::span<const Goal> goals, const Hybrid& method, std::span<double> pose,
             Scratch& scratch) {
  if (const Fault fault = detail::fault_of_goals(skeleton, goals, pose)) return detail::bad_input(fault);
  if (const Fault fault = detail::fault_of(skeleton, detail::MovePermission{method.body.from, method.movable}))
    return detail::bad_input(fault);
  if (const Fault fault = detail::fault_of(skeleton, method.body)) return detail::bad_input(fault);
  if (const Fault fault = detail::fault_of(method.limb)) return detail::bad_input(fault);
  if (!method.body.movable.empty() || !method.limb.movable.empty())
    return detail::bad_input("locks of the hybrid method belong into its own movable, not into those of body and limb");
  if (!(method.stretch > 0 && method.stretch <= 1))
    return detail::bad_input("the stretch must lie above 0 and at most be 1");
  if (scratch.free() < scratch_bytes(skeleton, goals, method)) return detail::bad_input(detail::kScratchTooSmall);
  const Scratch::Scope scope(scratch);
  if (!detail::tidy_if_usable(skeleton, pose)) return detail::bad_input(detail::kPoseUnusable);
  goals = detail::fade_goals(skeleton, goals, pose, scratch);
  return HybridSolver(skeleton, goals, method, pose, scratch).run();
}

}  // namespace kine
