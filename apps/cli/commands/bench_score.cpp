#include "apps/cli/commands/bench_score.h"

#include <algorithm>
#include <cmath>

#include "kine/kinematics/forward.h"
#include "kine/model/pose.h"

namespace kine::cli {

namespace {

/// Limits in files have so many digits and no more; the scorer that comes with the sets allows as much.
constexpr double kLimitSlack = 1e-6;

struct Judged {
  double error = 0;  ///< metres or radians, whichever is more; TwoBone: of the sum of the bones
  bool inside = true;
};

std::vector<Judged> judge_poses(const Trial& trial, const Outcome& outcome) {
  const ProblemSet& set = trial.set;
  const Skeleton& skeleton = set.skeleton.front();
  Frames frames(skeleton);
  std::vector<Judged> all;
  for (std::size_t i = 0; i < set.count; ++i) {
    const auto pose = std::span(outcome.solutions).subspan(i * outcome.width, outcome.width);
    const std::span<const Transform> targets = set.targets_of(i);
    Judged judged{0, limit_violation(skeleton, pose) <= kLimitSlack};
    forward(skeleton, pose, frames);
    for (std::size_t k = 0; k < targets.size(); ++k) {
      const Transform& there = frames.world_from_joint(set.tips[k]);
      double error = length(there.translation - targets[k].translation);
      if (set.kind == ProblemKind::Arm) {
        error = std::max(error, angle_of(conjugate(there.rotation) * targets[k].rotation));
      }
      judged.error = is_usable(skeleton, pose) ? std::max(judged.error, error) : kInfinity;
    }
    all.push_back(judged);
  }
  return all;
}

Vec3 square_to(const Vec3& v, const Vec3& unit) { return v - unit * dot(v, unit); }

struct JudgedLimb {
  double error;
  double pole_degrees;  ///< NaN where it does not count
};

JudgedLimb judge_limb(const TwoBoneProblem& problem, std::span<const double> row) {
  const Vec3 root = problem.world_from_root.translation;
  const Quat upper = normalised(Quat{row[0], row[1], row[2], row[3]});
  const Quat lower = normalised(Quat{row[4], row[5], row[6], row[7]});
  const Vec3 mid = root + rotate(upper, Vec3{problem.upper, 0, 0});
  const Vec3 end = mid + rotate(upper * lower, Vec3{problem.lower, 0, 0});
  const double whole = problem.upper + problem.lower;
  const Vec3 towards = problem.target - root;
  const double distance = length(towards);
  const double nearest = std::clamp(distance, std::abs(problem.upper - problem.lower), whole);
  JudgedLimb judged{length(end - (root + towards * (nearest / distance))) / whole, std::nan("")};
  if (problem.reachable) {
    const Vec3 along = towards * (1 / distance);
    const Vec3 bent = square_to(mid - root, along), wanted = square_to(problem.pole, along);
    // A limb that is all but straight points nowhere.
    if (length(bent) > 0.02 * problem.upper) {
      judged.pole_degrees = degrees(atan2(length(cross(bent, wanted)), dot(bent, wanted)));
    }
  }
  return judged;
}

std::vector<Judged> judge_limbs(const Trial& trial, const Outcome& outcome, Score& score) {
  std::vector<Judged> all;
  std::size_t right = 0;
  for (std::size_t i = 0; i < trial.set.count; ++i) {
    const auto row = std::span(outcome.solutions).subspan(i * outcome.width, outcome.width);
    const JudgedLimb judged = judge_limb(trial.set.two_bones[i], row);
    all.push_back({judged.error, true});
    right += (row.back() == 1) == trial.set.two_bones[i].reachable ? 1 : 0;
    if (!std::isnan(judged.pole_degrees)) {
      score.pole_error_max_degrees = std::max(score.pole_error_max_degrees.value_or(0), judged.pole_degrees);
    }
  }
  score.reached_flag_right_percent = 100.0 * static_cast<double>(right) / static_cast<double>(trial.set.count);
  return all;
}

}  // namespace

Score score(const Trial& trial, const Outcome& outcome) {
  Score score;
  const bool limbs = trial.set.kind == ProblemKind::TwoBone;
  const std::vector<Judged> all = limbs ? judge_limbs(trial, outcome, score) : judge_poses(trial, outcome);
  std::size_t solved = 0, inside = 0;
  std::vector<double> errors;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const bool met = all[i].error <= trial.tolerance;
    solved += met && all[i].inside ? 1 : 0;
    inside += all[i].inside ? 1 : 0;
    // The report judges by the same measure; the last bits of it may differ.
    score.reported_wrongly += outcome.reached[i] && !(all[i].error <= trial.tolerance * (1 + 1e-6)) ? 1 : 0;
    errors.push_back(std::isnan(all[i].error) ? kInfinity : all[i].error);  // NaNs cannot be sorted
  }
  std::ranges::sort(errors);
  const auto count = static_cast<double>(all.size());
  score.solved_percent = 100.0 * static_cast<double>(solved) / count;
  score.within_limits_percent = 100.0 * static_cast<double>(inside) / count;
  score.error_median = errors[errors.size() / 2];
  score.error_max = errors.back();
  return score;
}

double mean(std::span<const double> values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

double percentile(std::span<const double> ascending, double percent) {
  const double rank = std::ceil(percent / 100 * static_cast<double>(ascending.size()));
  return ascending[static_cast<std::size_t>(std::max(1.0, rank)) - 1];
}

}  // namespace kine::cli
