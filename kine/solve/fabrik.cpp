#include "kine/solve/fabrik.h"

#include <algorithm>
#include <cmath>

#include "kine/solve/internal/check_problem.h"
#include "kine/solve/internal/goal_sizes.h"
#include "kine/solve/tree/fit_links.h"
#include "kine/solve/tree/link_tree.h"
#include "kine/solve/tree/points.h"
#include "kine/solve/tree/sweep.h"

namespace kine {
namespace {

using detail::LinkTree;
using detail::Motion;
using detail::TreeLink;
using detail::TreeTip;

constexpr detail::Abilities kAbilities{
    .place = true,
    .orient = false,
    .refuses_kind = "Fabrik takes reach and place goals only",
};

constexpr double kLittle = 0.95;  // a round that leaves more than this of the error got little done
constexpr int kHandOver = 3;      // after so many of them rounds of Ccd take over

std::size_t index(int i) { return static_cast<std::size_t>(i); }

Fault fault_of(const Skeleton& skeleton, std::span<const Goal> goals, const Fabrik& method,
               std::span<const double> pose, const Scratch& scratch) {
  if (method.shakes < 0) return "shakes must not be negative";
  if (scratch.free() < scratch_bytes(skeleton, goals, method)) return detail::kScratchTooSmall;
  return detail::fault_of(skeleton, goals, method.tolerance, method.max_iterations, method.movable, pose, kAbilities);
}

/// Rounds that turn the joints on the way back: what limits, hinges, sliders and several bones on one link need.
class JointRounds {
 public:
  JointRounds(LinkTree& tree, Scratch& scratch)
      : tree_(tree), points_(scratch.take<Vec3>(tree.links.size())), weights_(scratch.take<double>(tree.links.size())) {
    settings_.least = 1e-12 * tree.reach;
  }

  int run(const Fabrik& method) {
    detail::Progress progress = detail::start(tree_, method.max_iterations, method.shakes);
    bool reached = detail::all_reached(tree_);
    int little = 0;  // rounds that got little done
    while (!reached && progress.going()) {
      settings_.ease = progress.ease();
      if (little >= kHandOver) {
        detail::sweep_to_tips(tree_, progress.overshoot(), settings_);
      } else {
        there(progress.overshoot());
        detail::fit_to_points(tree_, points_, weights_, settings_);
      }
      reached = detail::judge(tree_, progress);
      if (progress.left() > kLittle) ++little;
    }
    detail::restore_values(tree_);
    return progress.iterations();
  }

 private:
  /// From the targets to the root: where each link should be.
  void there(double overshoot) {
    for (std::size_t k = 0; k < tree_.links.size(); ++k) {
      points_[k] = {};
      weights_[k] = 0;
    }
    for (const TreeTip& tip : tree_.tips) {
      points_[index(tip.link)] = tip.wanted + (tip.wanted - tip.at) * overshoot;
      weights_[index(tip.link)] = tip.weight;
    }
    for (std::size_t k = tree_.links.size(); k-- > 0;) {
      const TreeLink& link = tree_.links[k];
      if (link.motion != Motion::End) points_[k] = points_[k] * (1 / weights_[k]);
      if (link.above < 0) continue;
      const auto above = index(link.above);
      points_[above] += place_above(link, points_[k]) * weights_[k];
      weights_[above] += weights_[k];
    }
  }

  /// Where the link above should be for this one to be at `point`.
  Vec3 place_above(const TreeLink& link, const Vec3& point) const {
    const TreeLink& above = tree_.links[index(link.above)];
    if (link.motion == Motion::End) {
      const TreeTip& tip = tree_.tips[index(link.first_tip)];
      if (tip.has_turn) return point - rotate(tip.wanted_turn * conjugate(link.rest), link.offset);
    }
    const Vec3 d = above.at - point;
    const double distance = length(d);
    if (!(distance > settings_.least)) return point - rotate(above.world, link.seat());
    const detail::BoneLength bone = detail::bone_length(link);
    return point + d * (std::min<double>(std::max<double>(distance, bone.least), bone.most) / distance);
  }

  LinkTree& tree_;
  std::span<Vec3> points_;
  std::span<double> weights_;
  detail::MoveSettings settings_;
};

}  // namespace

namespace {

std::size_t bytes_of(const Skeleton& skeleton, const detail::GoalSizes& sizes) {
  const std::size_t links = index(skeleton.axis_count()) + sizes.goals;
  return detail::tree_bytes(skeleton, sizes) + detail::point_tree_bytes(skeleton, sizes.goals) +
         links * (sizeof(Vec3) + sizeof(double)) + 2 * alignof(std::max_align_t);
}

}  // namespace

std::size_t scratch_bytes(const Skeleton& skeleton, std::span<const Goal> goals, const Fabrik&) {
  return bytes_of(skeleton, detail::sizes_of(skeleton, goals));
}

std::size_t scratch_bytes_for_rows(const Skeleton& skeleton, int rows, const Fabrik&) {
  return bytes_of(skeleton, detail::sizes_at_most(rows));
}

Report solve(const Skeleton& skeleton, std::span<const Goal> goals, const Fabrik& method, std::span<double> pose,
             Scratch& scratch) {
  if (const Fault fault = fault_of(skeleton, goals, method, pose, scratch)) return detail::bad_input(fault);
  const Scratch::Scope scope(scratch);
  LinkTree tree = detail::make_tree(skeleton, goals, method.tolerance, method.movable, pose, scratch);
  if (tree.has_followers)
    return detail::bad_input(
        "Fabrik takes no joints that follow one another on the way to a goal: use Ccd or FullBody");
  detail::PointTree points;
  int iterations = 0;
  if (detail::make_points(tree, scratch, points)) {
    iterations = detail::reach_by_points(tree, method.max_iterations, method.shakes, points);
    if (iterations > 0 || tree.tips[0].too_far()) detail::turn_to_points(tree, points);
  } else {
    iterations = JointRounds(tree, scratch).run(method);
  }
  Report report = detail::finish(skeleton, tree, pose);
  report.iterations = iterations;
  return report;
}

}  // namespace kine
