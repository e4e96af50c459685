// Moves that leave the goals where they are, to first order: z - W J^T (J W J^T)^-1 J z, with z any change.
#include <algorithm>
#include <cmath>

#include "kine/model/pose.h"
#include "kine/solve/damped/bends.h"
#include "kine/solve/damped/dense_solver.h"
#include "kine/solve/internal/movable.h"

namespace kine::detail {
namespace {

constexpr double kLittle = 1e-9;  // damping, of the trace: a straight limb's matrix has no inverse

}  // namespace

/// Tries bends that leave the goals where they are to first order.
bool DenseSolver::bend() {
  if (!flat_) return false;
  const double before = error_squared_, size = largest_bend(before);
  std::copy(pose_.begin(), pose_.end(), start_.begin());
  for (const Vec3& axis : {kUnitZ, kUnitY, kUnitX}) {
    const double all = bend_about(axis);
    for (const double share : kBends) {
      if (!(all > 0) || !std::isfinite(all)) break;
      move(share * size / all);
      measure();
      if (error_squared_ < kBent * before) return true;
      std::copy(start_.begin(), start_.end(), pose_.begin());
      measure();
    }
  }
  return false;
}

/// Puts a bend into change_: z is a turn of every joint, balls about `axis`, others towards the middle of their range.
/// Returns the sum of the sizes.
double DenseSolver::bend_about(const Vec3& axis) {
  for (int c = 0; c < jacobian_.cols(); ++c) {
    const auto i = static_cast<std::size_t>(c);
    const Skeleton::Freedom& freedom = skeleton_.freedom(c);
    const auto a = static_cast<std::size_t>(skeleton_.first_axis(freedom.joint) + freedom.component);
    change_[i] = 0;
    if (!(weights_[i] > 0) || slides(freedom)) continue;
    if (freedom.value < 0) {
      change_[i] = dot(axis, frames_.axes()[a]);
    } else {
      const double now = pose_[static_cast<std::size_t>(freedom.value)];
      change_[i] = 2 * now > freedom.limits.lower + freedom.limits.upper ? -1 : 1;
    }
  }
  if (!project()) return 0;
  double all = 0;
  for (const double change : change_) all += std::abs(change);
  return all;
}

/// Takes out of change_ what moves the goals. False if that cannot be told.
bool DenseSolver::project() {
  for (int r = 0; r < rows_; ++r) {
    double sum = 0;
    for (int c = 0; c < jacobian_.cols(); ++c) sum += jacobian_(r, c) * change_[static_cast<std::size_t>(c)];
    error_[static_cast<std::size_t>(r)] = sum;
  }
  make_normal();
  if (!solve_damped(kLittle * trace())) return false;
  for (int c = 0; c < jacobian_.cols(); ++c) {
    const auto i = static_cast<std::size_t>(c);
    if (weights_[i] > 0) change_[i] -= weights_[i] * along(c, y_);
  }
  return true;
}

void DenseSolver::ease_towards(std::span<const double> posture, double share) {
  bring_inside(skeleton_, movable_, pose_);
  weigh_freedoms();
  measure();
  std::copy(pose_.begin(), pose_.end(), best_.begin());
  difference(skeleton_, pose_, posture, change_);
  for (std::size_t i = 0; i < change_.size(); ++i) change_[i] *= weights_[i] > 0 ? share : 0;
  bool found = project();
  for (const double change : change_) found = found && std::isfinite(change);
  if (found) move(1);
}

}  // namespace kine::detail
