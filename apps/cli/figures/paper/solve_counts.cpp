// Why the paper's full solver ran 180 of 200 iterations: the feet of one walk, asked of the paper's solver and of ours.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "apps/cli/draw/chart.h"
#include "apps/cli/figures/paper/paper.h"
#include "kine/motion/body/biped_model.h"
#include "kine/solve/jacobian.h"
#include "scenes/scenes.h"

namespace kine::cli {

namespace {

/// What is asked of a foot.
enum class Ask {
  Ankle,    ///< three rows: where its ankle is
  Planned,  ///< six: as planned, which heeds what the ankle can do
  Level,    ///< six: level and facing ahead, its heel where it is planned
};

struct Question {
  const char* name;
  const char* note;
  Ask ask;
  Inverse inverse;
  bool hinged;  ///< the ankle bends and does nothing else
};

constexpr Question kQuestions[] = {
    {"Paper, half", "the ankle alone", Ask::Ankle, Inverse::Paper, false},
    {"Paper, full", "the foot as planned", Ask::Planned, Inverse::Paper, false},
    {"Paper, full", "the foot level and facing ahead", Ask::Level, Inverse::Paper, false},
    {"Paper, full", "as planned, an ankle of one freedom", Ask::Planned, Inverse::Paper, true},
    {"Damped, full", "the foot as planned", Ask::Planned, Inverse::Damped, false},
    {"Damped, full", "the foot level and facing ahead", Ask::Level, Inverse::Damped, false},
    {"Damped, full", "as planned, an ankle of one freedom", Ask::Planned, Inverse::Damped, true},
};

/// The humanoid with ankles that bend and do nothing else: five freedoms a leg.
Skeleton with_hinged_ankles(const Skeleton& body) {
  std::vector<Joint> joints;
  for (int i = 0; i < body.joint_count(); ++i) {
    Joint joint = body.description(JointId{i});
    if (joint.name.ends_with("_foot")) {
      joint.kind = JointKind::Hinge;
      joint.axis = joint.euler_axes[0];
      joint.euler_count = 0;
    }
    joints.push_back(std::move(joint));
  }
  return *Skeleton::build(joints);
}

bool is_of_leg(const std::string& name) {
  return name.ends_with("_thigh") || name.ends_with("_shank") || name.ends_with("_foot");
}

/// Where a foot should be, by what is asked.
Goal goal_of(const Biped& body, const PaperWalk& walk, std::size_t frame, int side, Ask ask) {
  const detail::BipedLeg& leg = detail::model_of(body).leg(side);
  const WalkPlan& plan = walk.plans[frame];
  const FootPose& foot = plan.feet[side];
  if (ask == Ask::Ankle) return reach(leg.foot, foot.ankle);
  if (ask == Ask::Planned) return place(leg.foot, {foot.rotation * leg.standing_foot, foot.ankle});
  const Vec3 heel = foot.ankle + rotate(foot.rotation, body.measures().legs[side].foot.heel);
  const Quat level = from_axis_angle(kUnitY, plan.heading);
  return place(leg.foot, {level * leg.standing_foot, heel - rotate(level, body.measures().legs[side].foot.heel)});
}

/// The body as it walked, with its legs or without: those carry on from the frame before.
void follow_body(const PaperWalk& walk, std::size_t frame, const Skeleton& skeleton, bool legs,
                 std::vector<double>& pose) {
  for (int i = 0; i < skeleton.joint_count(); ++i) {
    const JointId id{i};
    if (!legs && is_of_leg(skeleton.name(id))) continue;
    for (int k = 0; k < skeleton.value_count(id); ++k)
      pose[static_cast<std::size_t>(skeleton.first_value(id) + k)] =
          walk.poses[frame][static_cast<std::size_t>(walk.skeleton.first_value(id) + k)];
  }
}

Jacobian method_of(const Question& question, const BipedLegJoints& leg) {
  Jacobian method;
  method.inverse = question.inverse;
  method.from = leg.thigh;
  method.tolerance.position = 1e-4;
  method.tolerance.angle = 1e-3;
  return method;
}

SolveCounts count(const Question& question, const Biped& body, const PaperWalk& walk) {
  const Skeleton hinged = with_hinged_ankles(walk.skeleton);
  const Skeleton& skeleton = question.hinged ? hinged : walk.skeleton;
  SolveCounts counts{question.name, question.note, {}, 0};
  std::vector<double> pose = skeleton.rest_pose().q;
  Scratch scratch(std::size_t{1} << 20);
  for (std::size_t k = 0; k < walk.poses.size(); ++k) {
    // Straight legs, as in the rest pose, have no inverse: the paper's solver would not get away from there.
    follow_body(walk, k, skeleton, k == 0, pose);
    for (int side = 0; side < 2; ++side) {
      const Goal goal = goal_of(body, walk, k, side, question.ask);
      const Report report = solve(skeleton, {&goal, 1}, method_of(question, body.leg(side)), pose, scratch);
      counts.iterations.push_back(report.iterations);
      counts.failed += report.reached() ? 0 : 1;
    }
  }
  std::sort(counts.iterations.begin(), counts.iterations.end());
  return counts;
}

Biped body_of(const PaperWalk& walk) { return *Biped::build(walk.skeleton, scenes::standing_pose(walk.skeleton).q); }

/// The share of solves that ended within so many iterations.
Series share_curve(const SolveCounts& counts, std::string_view shown, std::string_view dash) {
  Series series{counts.name, {shown, Mark::None, dash}, {}, counts.note};
  const auto total = static_cast<double>(counts.iterations.size());
  for (int n = 1; n <= 200; n += n < 30 ? 1 : 5) {
    const auto end = std::upper_bound(counts.iterations.begin(), counts.iterations.end(), n);
    series.points.push_back(
        {static_cast<double>(n), 100 * static_cast<double>(end - counts.iterations.begin()) / total});
  }
  return series;
}

}  // namespace

double SolveCounts::mean() const {
  return std::accumulate(iterations.begin(), iterations.end(), 0.0) / static_cast<double>(iterations.size());
}
double SolveCounts::failed_percent() const { return 100.0 * failed / static_cast<double>(iterations.size()); }

std::vector<SolveCounts> count_solves() {
  const PaperWalk walk = paper_walk("stairs", {1, 0, 0}, 12, 60);
  const Biped body = body_of(walk);
  std::vector<SolveCounts> all;
  for (const Question& question : kQuestions) all.push_back(count(question, body, walk));
  return all;
}

Picture paper_iterations(int) {
  const std::vector<SolveCounts> all = count_solves();
  Svg svg(960, 520, "The share of solves that ended within so many iterations, for the paper's solver and ours");
  const std::string lines[] = {
      "The feet of one walk in the paper's gait (flat, then stairs; 60 frames a second), each solve from the frame "
      "before.",
      "An orientation that the leg cannot give has no solution, so the paper's loop runs to its limit of 200; ours "
      "sees that",
      "nothing is gained any more and stops. Asked for what the ankle can do, both need two iterations."};
  draw_heading(svg, "Why 180 of 200 iterations", lines);
  constexpr std::string_view kColours[] = {colour::kTeal,   colour::kYellow, colour::kRight, colour::kPink,
                                           colour::kYellow, colour::kRight,  colour::kPink};
  Axis x{.title = "iterations", .from = 1, .to = 220, .logarithmic = true};
  for (const int n : {1, 2, 5, 10, 20, 50, 100, 200}) x.ticks.push_back({static_cast<double>(n), std::to_string(n)});
  Chart chart(svg, {80, 140}, 540, 310, std::move(x),
              {.title = "of all solves", .from = 0, .to = 105, .ticks = steps(0, 100, 20, " %")});
  std::vector<Series> legend;
  for (std::size_t i = 0; i < all.size(); ++i) {
    Series series = share_curve(all[i], kColours[i], i < 4 ? "" : "5 4");
    chart.draw(series);
    legend.push_back(std::move(series));
  }
  draw_legend(svg, {648, 156}, legend);
  return {"iterations.svg", svg.str(), "why the paper's full solver ran to its limit, and what mends it"};
}

IterationTimes time_paper_iterations() {
  using Clock = std::chrono::steady_clock;
  constexpr int kIterations = 50, kPasses = 7;
  const PaperWalk walk = paper_walk("flat", {1, 0, 0}, 4, 60);
  const Biped body = body_of(walk);
  Scratch scratch(std::size_t{1} << 20);
  IterationTimes times{1e9, 1e9};
  for (int pass = 0; pass < kPasses; ++pass) {
    for (const bool full : {false, true}) {
      long iterations = 0;
      double seconds = 0;
      for (std::size_t k = 1; k < walk.poses.size(); ++k) {
        for (int side = 0; side < 2; ++side) {
          std::vector<double> pose = walk.poses[k - 1];
          const Goal goal = goal_of(body, walk, k, side, full ? Ask::Level : Ask::Ankle);
          Jacobian method = method_of(kQuestions[0], body.leg(side));
          // Never content, so that each solve makes as many.
          method.tolerance.position = method.tolerance.angle = 0;
          method.max_iterations = kIterations;
          const Clock::time_point start = Clock::now();
          const Report report = solve(walk.skeleton, {&goal, 1}, method, pose, scratch);
          seconds += std::chrono::duration<double>(Clock::now() - start).count();
          iterations += report.iterations;
        }
      }
      double& best = full ? times.full : times.half;
      best = std::min(best, seconds / static_cast<double>(std::max(1L, iterations)));
    }
  }
  return times;
}

}  // namespace kine::cli
