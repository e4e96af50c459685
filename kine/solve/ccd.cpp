#include "kine/solve/ccd.h"

#include <cmath>

#include "kine/solve/kernel/link_tree.h"
#include "kine/solve/kernel/progress.h"
#include "kine/solve/kernel/sweep.h"

namespace kine {
namespace {

constexpr kernel::Abilities kAbilities{
    .place = true,
    .orient = true,
    .followers = true,
    .refuses_kind = "Ccd takes reach, place and orient goals only",
    .refuses_followers = "",
};

const char* fault_of(const Skeleton& skeleton, std::span<const Goal> goals, const Ccd& method,
                     std::span<const double> pose, const Scratch& scratch) {
  if (!(method.max_turn > 0)) return "max_turn must be positive";
  if (method.shakes < 0) return "shakes must not be negative";
  if (scratch.capacity() - scratch.used() < scratch_bytes(skeleton, goals.size(), method))
    return "the scratch memory is too small: scratch_bytes says how much is needed";
  return kernel::fault_of(skeleton, goals, method.tolerance, method.max_iterations, pose, kAbilities);
}

}  // namespace

std::size_t scratch_bytes(const Skeleton& skeleton, std::size_t goal_count, const Ccd&) {
  return kernel::tree_bytes(skeleton, goal_count);
}

Report solve(const Skeleton& skeleton, std::span<const Goal> goals, const Ccd& method, std::span<double> pose,
             Scratch& scratch) {
  Report report;
  if (const char* fault = fault_of(skeleton, goals, method, pose, scratch)) {
    report.fault = fault;
    return report;
  }
  const Scratch::Scope scope(scratch);
  kernel::LinkTree tree = kernel::make_tree(skeleton, goals, method.tolerance, pose, scratch);
  kernel::Progress progress = kernel::start(tree, method.max_iterations, method.shakes);
  kernel::Give give;
  give.least = 1e-12 * tree.reach;
  give.least_cosine = method.max_turn < kPi ? cos(method.max_turn / 2) : -1;
  bool reached = kernel::all_reached(tree, method.tolerance);
  while (!reached && progress.going()) {
    give.ease = progress.ease();
    if (method.order == Ccd::Order::TipFirst) {
      kernel::sweep_to_root(tree, progress.overshoot(), give);
    } else {
      kernel::sweep_to_tips(tree, progress.overshoot(), give);
    }
    if (tree.has_followers) kernel::move_leaders(tree, give);
    reached = kernel::judge(tree, method.tolerance, progress);
  }
  kernel::restore_values(tree);
  report = kernel::finish(skeleton, tree, method.tolerance, pose);
  report.iterations = progress.iterations();
  return report;
}

}  // namespace kine
