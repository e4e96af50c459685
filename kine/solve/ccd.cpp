#include "kine/solve/ccd.h"

#include <cmath>

#include "kine/solve/internal/check_problem.h"
#include "kine/solve/internal/goal_sizes.h"
#include "kine/solve/tree/link_tree.h"
#include "kine/solve/tree/progress.h"
#include "kine/solve/tree/sweep.h"

namespace kine {
namespace {

constexpr detail::Abilities kAbilities{
    .place = true,
    .orient = true,
    .refuses_kind = "Ccd takes reach, place and orient goals only",
};

Fault fault_of(const Skeleton& skeleton, std::span<const Goal> goals, const Ccd& method, std::span<const double> pose,
               const Scratch& scratch) {
  if (!(method.max_turn > 0)) return "max_turn must be positive";
  if (method.shakes < 0) return "shakes must not be negative";
  if (scratch.free() < scratch_bytes(skeleton, goals, method)) return detail::kScratchTooSmall;
  return detail::fault_of(skeleton, goals, method.tolerance, method.max_iterations, method.movable, pose, kAbilities);
}

}  // namespace

std::size_t scratch_bytes(const Skeleton& skeleton, std::span<const Goal> goals, const Ccd&) {
  return detail::tree_bytes(skeleton, detail::sizes_of(skeleton, goals));
}

std::size_t scratch_bytes_for_rows(const Skeleton& skeleton, int rows, const Ccd&) {
  return detail::tree_bytes(skeleton, detail::sizes_at_most(rows));
}

Report solve(const Skeleton& skeleton, std::span<const Goal> goals, const Ccd& method, std::span<double> pose,
             Scratch& scratch) {
  if (const Fault fault = fault_of(skeleton, goals, method, pose, scratch)) return detail::bad_input(fault);
  const Scratch::Scope scope(scratch);
  detail::LinkTree tree = detail::make_tree(skeleton, goals, method.tolerance, method.movable, pose, scratch);
  detail::Progress progress = detail::start(tree, method.max_iterations, method.shakes);
  detail::MoveSettings settings;
  settings.least = 1e-12 * tree.reach;
  settings.least_cosine = method.max_turn < kPi ? cos(method.max_turn / 2) : -1;
  bool reached = detail::all_reached(tree);
  while (!reached && progress.going()) {
    settings.ease = progress.ease();
    if (method.order == Ccd::Order::TipFirst) {
      detail::sweep_to_root(tree, progress.overshoot(), settings);
    } else {
      detail::sweep_to_tips(tree, progress.overshoot(), settings);
    }
    if (tree.has_followers) detail::move_leaders(tree, settings);
    reached = detail::judge(tree, progress);
  }
  detail::restore_values(tree);
  Report report = detail::finish(skeleton, tree, pose);
  report.iterations = progress.iterations();
  return report;
}

}  // namespace kine
