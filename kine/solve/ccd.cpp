#include "kine/solve/ccd.h"

#include <cmath>

#include "kine/solve/detail/request.h"
#include "kine/solve/kernel/link_tree.h"
#include "kine/solve/kernel/progress.h"
#include "kine/solve/kernel/sweep.h"

namespace kine {
namespace {

constexpr kernel::Abilities kAbilities{
    .place = true,
    .orient = true,
    .refuses_kind = "Ccd takes reach, place and orient goals only",
};

const char* fault_of(const Skeleton& skeleton, std::span<const Goal> goals, const Ccd& method,
                     std::span<const double> pose, const Scratch& scratch) {
  if (!(method.max_turn > 0)) return "max_turn must be positive";
  if (method.shakes < 0) return "shakes must not be negative";
  if (scratch.free() < scratch_bytes(skeleton, goals, method))
    return "the scratch memory is too small: scratch_bytes says how much is needed";
  return kernel::fault_of(skeleton, goals, method.tolerance, method.max_iterations, pose, kAbilities);
}

}  // namespace

std::size_t scratch_bytes(const Skeleton& skeleton, std::span<const Goal> goals, const Ccd&) {
  return kernel::tree_bytes(skeleton, goals.size());
}

Report solve(const Skeleton& skeleton, std::span<const Goal> goals, const Ccd& method, std::span<double> pose,
             Scratch& scratch) {
  if (const char* fault = fault_of(skeleton, goals, method, pose, scratch)) return detail::bad_input(fault);
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
  Report report = kernel::finish(skeleton, tree, method.tolerance, pose);
  report.iterations = progress.iterations();
  return report;
}

}  // namespace kine
