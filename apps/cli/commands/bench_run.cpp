#include "apps/cli/commands/bench_run.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <span>
#include <string>

#ifdef __linux__
#include <sched.h>
#endif

#include "kine/model/pose.h"
#include "kine/solve/geometry/two_bone_kernel.h"

namespace kine::cli {

namespace {

using Clock = std::chrono::steady_clock;

double microseconds(Clock::duration time) { return std::chrono::duration<double, std::micro>(time).count(); }

/// What reading the clock twice costs at the least: no part of a solve, so it is taken off.
double clock_cost() {
  static const double cost = [] {
    double least = 1;
    for (int i = 0; i < 10000; ++i) {
      const Clock::time_point begin = Clock::now();
      least = std::min(least, microseconds(Clock::now() - begin));
    }
    return least;
  }();
  return cost;
}

/// Gathers the problems of one pass, in order.
class Pass {
 public:
  Pass(const Trial& trial, Outcome& outcome) : trial_(trial), outcome_(outcome), first_(outcome.times_us.empty()) {
    if (!first_) return;
    outcome.times_us.assign(trial.set.count, kInfinity);
    outcome.reached.resize(trial.set.count);
  }

  /// Does the work of `problems` problems and takes the time of each.
  template <class Work>
  void time(std::size_t problems, Work work) {
    const Clock::time_point begin = Clock::now();
    work();
    const double whole = microseconds(Clock::now() - begin) - clock_cost();
    time_ = std::max(0.0, whole) / static_cast<double>(problems);
  }

  /// Solves one problem from the pose, timed.
  Report solve(const Skeleton& skeleton, std::span<const Goal> goals, const MethodSettings& settings,
               std::span<double> pose, Scratch& scratch) {
    Report report;
    time(1, [&] { report = trial_.method.solve(skeleton, goals, settings, pose, scratch); });
    return report;
  }

  /// Keeps what came of problem `i`. `flag`: a row ends with 1 or 0, reached or not.
  void keep(std::size_t i, const Report& report, std::span<const double> pose, bool flag) {
    outcome_.times_us[i] = std::min(outcome_.times_us[i], time_);
    iterations_ += report.iterations;
    const std::size_t width = pose.size() + (flag ? 1 : 0);
    if (first_) {
      outcome_.width = width;
      outcome_.reached[i] = report.reached();
      outcome_.solutions.insert(outcome_.solutions.end(), pose.begin(), pose.end());
      if (flag) outcome_.solutions.push_back(report.reached() ? 1 : 0);
    } else if (!std::equal(pose.begin(), pose.end(),
                           outcome_.solutions.begin() + static_cast<std::ptrdiff_t>(i * width))) {
      fail(i, "another pass came to another pose");
    }
    if (report.status == Status::BadInput) fail(i, report.fault.sentence());
  }

  Result<bool> finish() {
    if (error_) return *error_;
    if (first_) outcome_.iterations_mean = iterations_ / static_cast<double>(trial_.set.count);
    return true;
  }
  bool failed() const { return error_.has_value(); }
  void fail(std::size_t i, const std::string& why) {
    if (!error_)
      error_ = Error{"problem " + std::to_string(i + 1) + " with " + std::string(trial_.method.name) + ": " + why};
  }

 private:
  const Trial& trial_;
  Outcome& outcome_;
  bool first_;
  double time_ = 0;
  double iterations_ = 0;
  std::optional<Error> error_;
};

MethodSettings settings_of(const Trial& trial) {
  MethodSettings settings;
  settings.tolerance.angle = trial.tolerance;
  if (trial.set.kind == ProblemKind::TwoBone) {
    settings.tolerance.position = trial.tolerance;
  } else {
    settings.tolerance.metres = trial.tolerance;
  }
  return settings;
}

std::vector<Goal> goals_of(const ProblemSet& set) {
  std::vector<Goal> goals;
  goals.reserve(set.tips.size());
  for (const JointId tip : set.tips) {
    goals.push_back(set.kind == ProblemKind::Arm ? place(tip, Transform{}) : reach(tip, Vec3{}));
  }
  return goals;
}

void aim_goals_at(std::span<const Transform> targets, std::span<Goal> goals) {
  for (std::size_t k = 0; k < goals.size(); ++k) {
    goals[k].target = targets[k].translation;
    goals[k].orientation = targets[k].rotation;
  }
}

/// A track follows on from its own solutions; first it settles on the first target, which does not count.
void settle(const Trial& trial, std::span<Goal> goals, std::span<double> pose, Scratch& scratch) {
  constexpr int kTries = 10;
  aim_goals_at(trial.set.targets_of(0), goals);
  for (int i = 0; i < kTries; ++i) {
    if (trial.method.solve(trial.set.skeleton.front(), goals, settings_of(trial), pose, scratch).reached()) return;
  }
}

void solve_poses(const Trial& trial, Pass& pass) {
  const ProblemSet& set = trial.set;
  const Skeleton& skeleton = set.skeleton.front();
  const MethodSettings settings = settings_of(trial);
  std::vector<Goal> goals = goals_of(set);
  Scratch scratch(trial.method.scratch_bytes(skeleton, goals, settings));
  std::vector<double> pose(set.start_of(0).begin(), set.start_of(0).end());
  const bool follows_on = set.kind == ProblemKind::Track;
  if (follows_on) settle(trial, goals, pose, scratch);
  for (std::size_t i = 0; i < set.count && !pass.failed(); ++i) {
    if (!follows_on) std::ranges::copy(trial.warm ? set.warm_start_of(i) : set.start_of(i), pose.begin());
    aim_goals_at(set.targets_of(i), goals);
    const Report report = pass.solve(skeleton, goals, settings, pose, scratch);
    pass.keep(i, report, pose, false);
  }
}

/// Two-bone problems with a method for any skeleton: each problem's own limb.
void solve_limbs(const Trial& trial, Pass& pass) {
  const MethodSettings settings = settings_of(trial);
  std::optional<Scratch> scratch;
  for (std::size_t i = 0; i < trial.set.count && !pass.failed(); ++i) {
    const TwoBoneProblem& problem = trial.set.two_bones[i];
    const Result<Skeleton> limb = two_bone_skeleton(problem);
    if (!limb) return pass.fail(i, limb.error());
    const Quat root = problem.world_from_root.rotation, mid = from_axis_angle(kUnitZ, problem.bend);
    double pose[] = {root.x, root.y, root.z, root.w, mid.x, mid.y, mid.z, mid.w};
    const Goal goal = reach(limb->joint("end"), problem.target);
    if (!scratch) scratch.emplace(trial.method.scratch_bytes(*limb, {&goal, 1}, settings));
    const Report report = pass.solve(*limb, {&goal, 1}, settings, pose, *scratch);
    pass.keep(i, report, pose, true);
  }
}

/// Two-bone problems with the kernel, which needs no skeleton. It is too quick for a clock, so that a block of problems
/// is timed as one and each gets its share.
void solve_by_kernel(const Trial& trial, Pass& pass) {
  struct Call {
    geometry::TwoBoneLimb<double> limb;
    geometry::TwoBonePose<double> present;
    geometry::TwoBoneOptions<double> options;
    Vec3 target;
    geometry::TwoBoneSolution<double> solution;
  };
  std::vector<Call> block(kKernelBlock);
  for (std::size_t first = 0; first < trial.set.count; first += block.size()) {
    const std::size_t size = std::min(block.size(), trial.set.count - first);
    for (std::size_t k = 0; k < size; ++k) {
      const TwoBoneProblem& problem = trial.set.two_bones[first + k];
      block[k].limb = {.upper = problem.upper, .lower = problem.lower};
      block[k].present = {problem.world_from_root.translation, problem.world_from_root.rotation,
                          from_axis_angle(kUnitZ, problem.bend)};
      block[k].options = {.pole = problem.pole};
      block[k].target = problem.target;
    }
    pass.time(size, [&] {
      for (std::size_t k = 0; k < size; ++k) {
        Call& call = block[k];
        call.solution = geometry::solve_two_bone(call.limb, call.present, call.target, call.options);
      }
    });
    for (std::size_t k = 0; k < size; ++k) {
      const Quat root = block[k].solution.root_rotation, mid = block[k].solution.mid_rotation;
      Report report;
      report.status = block[k].solution.reached ? Status::Reached : Status::Unreachable;
      report.iterations = 1;
      const double pose[] = {root.x, root.y, root.z, root.w, mid.x, mid.y, mid.z, mid.w};
      pass.keep(first + k, report, pose, true);
    }
  }
}

}  // namespace

bool by_kernel(const Trial& trial) { return trial.set.kind == ProblemKind::TwoBone && trial.method.name == "two-bone"; }

Result<bool> run_pass(const Trial& trial, Outcome& outcome) {
  Pass pass(trial, outcome);
  if (by_kernel(trial)) {
    solve_by_kernel(trial, pass);
  } else if (trial.set.kind == ProblemKind::TwoBone) {
    solve_limbs(trial, pass);
  } else {
    solve_poses(trial, pass);
  }
  return pass.finish();
}

int pin_thread() {
#ifdef __linux__
  const int processor = sched_getcpu();
  cpu_set_t only;
  CPU_ZERO(&only);
  if (processor < 0 || processor >= CPU_SETSIZE) return -1;
  CPU_SET(processor, &only);
  return sched_setaffinity(0, sizeof only, &only) == 0 ? processor : -1;
#else
  return -1;
#endif
}

}  // namespace kine::cli
