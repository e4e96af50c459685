#include "kine/solve/explain.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "kine/model/pose.h"
#include "kine/solve/jacobian.h"

namespace kine {
namespace {

constexpr double kWidest = kPi;        // a limit that must give way by more is not what is in the way
constexpr double kFine = kPi / 18000;  // a hundredth of a degree

void widen(Range& range, double at, double amount) {
  if (std::abs(at - range.lower) < std::abs(at - range.upper)) {
    range.lower -= amount;
  } else {
    range.upper += amount;
  }
}

bool reaches(const Skeleton& skeleton, std::span<const Goal> goals, const FullBody& method, const Blocker& blocker,
             double amount, std::span<const double> pose) {
  const Result<Skeleton> wider = relaxed(skeleton, blocker, amount);
  if (!wider) return false;
  Pose moved{std::vector<double>(pose.begin(), pose.end())};
  Scratch scratch(*wider);
  return solve(*wider, goals, method, moved, scratch).reached();
}

/// The smallest amount that reaches, to a hundredth of a degree; 0 if none does.
double smallest_relaxation(const Skeleton& skeleton, std::span<const Goal> goals, const FullBody& method,
                           const Blocker& blocker, double shortfall, std::span<const double> pose) {
  double upper = blocker.gain > 0 ? std::clamp(1.05 * shortfall / blocker.gain, kFine, kWidest) : kFine;
  double lower = 0;
  while (!reaches(skeleton, goals, method, blocker, upper, pose)) {
    if (upper >= kWidest) return 0;
    lower = upper;
    upper = std::min(kWidest, upper * 1.5);
  }
  while (upper - lower > kFine) {
    const double middle = lower + (upper - lower) / 2;
    (reaches(skeleton, goals, method, blocker, middle, pose) ? upper : lower) = middle;
  }
  return upper;
}

/// Fills in how far each blocker must give way.
Report with_relaxations(const Skeleton& skeleton, std::span<const Goal> goals, const FullBody& method,
                        std::span<const double> pose, Report report) {
  for (int i = 0; i < report.blocker_count; ++i) {
    Blocker& blocker = report.blockers[static_cast<std::size_t>(i)];
    if (blocker.joint == kWorld) continue;
    blocker.relax = smallest_relaxation(skeleton, goals, method, blocker, report.position_error, pose);
  }
  return report;
}

constexpr int kRestarts = 20;  // before a limit is blamed

/// Who reaches the goals inside all limits from here or from elsewhere; nullptr: nobody that was asked.
const char* reached_by(const Skeleton& skeleton, std::span<const Goal> goals, FullBody method,
                       std::span<const double> pose) {
  const auto reaches = [&](const auto& how, std::span<const double> start) {
    Pose moved{std::vector<double>(start.begin(), start.end())};
    Scratch scratch(scratch_bytes(skeleton, goals, how));
    return solve(skeleton, goals, how, moved, scratch).reached();
  };
  method.restarts = 0;
  if (reaches(method, pose)) return "full-body";
  const Jacobian jacobian{.tolerance = method.tolerance, .from = method.from, .movable = method.movable};
  Pose rest = skeleton.rest_pose();
  if (method.from != kWorld || !method.movable.empty()) rest.q.assign(pose.begin(), pose.end());
  if (reaches(jacobian, pose) || reaches(jacobian, rest)) return "jacobian";
  method.restarts = kRestarts;
  if (reaches(method, pose)) return "full-body with restarts";
  return nullptr;
}

}  // namespace

Result<Skeleton> relaxed(const Skeleton& skeleton, const Blocker& blocker, double amount) {
  std::vector<Joint> joints;
  for (int i = 0; i < skeleton.joint_count(); ++i) joints.push_back(skeleton.description({i}));
  Joint& joint = joints[static_cast<std::size_t>(blocker.joint.index)];
  switch (blocker.ball) {
    case BallPart::Swing:
      joint.ball.swing_first += amount;
      joint.ball.swing_second += amount;
      break;
    case BallPart::Twist:
      widen(joint.ball.twist, blocker.at, amount);
      break;
    case BallPart::None:
      widen(joint.axes[static_cast<std::size_t>(blocker.component)].limits, blocker.at, amount);
      break;
  }
  return Skeleton::build(joints);
}

Report explain(const Skeleton& skeleton, std::span<const Goal> goals, const FullBody& method,
               std::span<const double> pose, Report report) {
  if (report.status != Status::NotFound || report.blocker_count == 0) return report;
  if (reached_by(skeleton, goals, method, pose)) {
    report.blocker_count = 0;
    return report;
  }
  return with_relaxations(skeleton, goals, method, pose, report);
}

Explanation explain(const Skeleton& skeleton, std::span<const Goal> goals, const Tolerance& tolerance, JointId from,
                    std::span<const bool> movable, std::span<const double> pose, const Report& report) {
  Explanation out{report};
  if (report.status != Status::NotFound) return out;
  const FullBody method{.tolerance = tolerance, .from = from, .movable = movable};
  Pose there{std::vector<double>(pose.begin(), pose.end())};
  Scratch scratch(scratch_bytes(skeleton, goals, method));
  const Report again = solve(skeleton, goals, method, there, scratch);
  if (again.status == Status::Unreachable) {
    out.report.status = again.status;
    out.report.wrist = again.wrist;
    return out;
  }
  out.reached_by = again.reached() ? "full-body" : reached_by(skeleton, goals, method, there);
  if (out.reached_by) {
    out.report.blocker_count = 0;
    return out;
  }
  const Report why = with_relaxations(skeleton, goals, method, there, again);
  out.report.blocker_count = why.blocker_count;
  out.report.blockers = why.blockers;
  return out;
}

std::string sentence(const Skeleton& skeleton, const Explanation& explanation) {
  std::string text = sentence(skeleton, explanation.report);
  if (explanation.reached_by) text += std::string("; from there, the method ") + explanation.reached_by + " reaches";
  return text;
}

}  // namespace kine
