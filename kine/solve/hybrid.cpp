#include "kine/solve/hybrid.h"

#include <algorithm>
#include <cmath>

#include "kine/kinematics/forward.h"
#include "kine/model/pose.h"
#include "kine/solve/internal/check_problem.h"
#include "kine/solve/internal/fade_goals.h"
#include "kine/solve/internal/judge.h"

namespace kine {
namespace {

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
        start_(scratch.take<double>(pose.size())) {}

  static std::size_t bytes(const Skeleton& skeleton, std::span<const Goal> goals, std::size_t values) {
    return Frames::bytes(skeleton) + goals.size() * (sizeof(LimbGoal) + 1 + sizeof(Goal)) + sizeof(Goal) +
           values * sizeof(double) + 8 * alignof(std::max_align_t);
  }

  Report run() {
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
      solve(skeleton_, goals_.subspan(g, 1), limb, pose_, scratch_);
    }
    forward(skeleton_, pose_, frames_);
    detail::judge(skeleton_, goals_, frames_, pose_, method_.body.tolerance, method_.body.from, report);
    if (report.reached()) return report;
    const int so_far = report.iterations;
    report = solve(skeleton_, goals_, method_.body, pose_, scratch_);
    report.iterations += so_far;
    return report;
  }

 private:
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
      const TwoBoneJoints joints = two_bone_joints(skeleton_, goals_[g].joint);
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

  bool needs_trunk() const {
    for (std::size_t g = 0; g < goals_.size(); ++g) {
      if (goals_[g].kind == GoalKind::Hold) continue;
      if (!is_limb_[g]) return true;
      if (!allowed(g).contains(length(goals_[g].target - frames_.position(limbs_[g].joints.root)))) return true;
    }
    return false;
  }

  /// Limbs are asked only to hang near enough to their targets; everything else as it is; and the body stays as it was
  /// where nothing asks for more.
  int move_trunk() {
    int last = 0;
    for (std::size_t g = 0; g < goals_.size(); ++g) {
      trunk_goals_[g] = goals_[g];
      last = std::max(last, goals_[g].priority);
      if (!is_limb_[g]) continue;
      GoalOptions options;
      options.weight = goals_[g].weight;
      options.priority = goals_[g].priority;
      trunk_goals_[g] = distance(limbs_[g].joints.root, goals_[g].target, allowed(g), options);
    }
    trunk_goals_[goals_.size()] = hold(start_, {.priority = last + 1});
    return solve(skeleton_, trunk_goals_, method_.body, pose_, scratch_).iterations;
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
};

}  // namespace

Report solve(const Skeleton& skeleton, std::span<const Goal> goals, const Hybrid& method, std::span<double> pose,
             Scratch& scratch) {
  if (const char* fault = detail::fault_of_problem(skeleton, goals, pose)) return detail::bad_input(fault);
  if (!(method.stretch > 0 && method.stretch <= 1))
    return detail::bad_input("the stretch must lie above 0 and at most be 1");
  const std::size_t needed =
      detail::fade_goals_bytes(skeleton, goals) + HybridSolver::bytes(skeleton, goals, pose.size());
  if (scratch.free() < needed) return detail::bad_input(detail::kScratchTooSmall);
  const Scratch::Scope scope(scratch);
  goals = detail::fade_goals(skeleton, goals, pose, scratch);
  return HybridSolver(skeleton, goals, method, pose, scratch).run();
}

}  // namespace kine
