#include <algorithm>
#include <cmath>

#include "kine/solve/priority/level_step.h"

namespace kine::detail {

/// The active set method (Nocedal and Wright, "Numerical Optimization", 16.5). It starts from no step at all, which
/// breaks nothing, and goes towards the optimum for what it holds on to, as far as the first inequality in the way;
/// that one it then holds on to as well. When nothing is in the way, it lets go of the first thing that holds it back
/// from its own side. Of several the first is taken each time (Bland's rule). False if a system has no solution.
bool LevelStep::walk(int first_of_level, int rows, double mu, std::span<const double> pose) {
  careful_ = true;
  for (int c = 0; c < problem_.freedom_count(); ++c)
    if (held_[static_cast<std::size_t>(c)] != kOff) flip(c, rows, pose);
  for (int k = 0; k < cone_count_; ++k) cones_[static_cast<std::size_t>(k)].on = false;
  choose_rows(rows);
  std::fill(at_.begin(), at_.end(), 0.0);
  for (std::size_t r = 0; r < lacks_.size(); ++r) {
    const BodyProblem::Row& row = problem_.rows()[r];
    const bool of_level = static_cast<int>(r) >= first_of_level && static_cast<int>(r) < counted_rows_;
    lacks_[r] = of_level ? std::clamp(row.value, row.lower, row.upper) - row.value : 0;
  }
  const int most = 6 * (problem_.freedom_count() + rows + cone_count_) + 10;
  for (int pass = 0; pass < most; ++pass) {
    if (!solve_system(first_of_level, mu)) return false;
    const Block block = first_block(rows, pose);
    go(block.part, first_of_level);
    const int change = block.code >= 0 ? block.code : first_wrong_multiplier(rows);
    if (change < 0) break;
    flip(change, rows, pose);
  }
  std::copy(at_.begin(), at_.end(), x_.begin());
  return true;
}

/// The first inequality on the way from where the walk is to x.
LevelStep::Block LevelStep::first_block(int rows, std::span<const double> pose) const {
  const int n = problem_.freedom_count();
  Block block;
  const auto meet = [&](int code, double from, double to, double lower, double upper) {
    if (to >= lower - touching_ && to <= upper + touching_) return;
    const double bound = to > upper ? upper : lower;
    const double part = std::clamp((bound - from) / (to - from), 0.0, 1.0);
    if (part < block.part) block = {code, part};
  };
  for (int c = 0; c < n; ++c) {
    const auto i = static_cast<std::size_t>(c);
    const Skeleton::Freedom& freedom = problem_.skeleton().freedom(c);
    const double scale = problem_.scale(c);
    if (freedom.value < 0 || !(scale > 0) || held_[i] != kOff) continue;
    const double now = pose[static_cast<std::size_t>(freedom.value)];
    meet(c, now + at_[i] * scale, now + x_[i] * scale, freedom.limits.lower, freedom.limits.upper);
  }
  for (int r = 0; r < counted_rows_; ++r) {
    const auto i = static_cast<std::size_t>(r);
    const BodyProblem::Row& row = problem_.rows()[i];
    if (side_[i] != kOff) continue;
    meet(n + r, row.value + row_along(r, at_) + lacks_[i], row.value + row_along(r, x_), row.lower, row.upper);
  }
  for (int k = 0; k < cone_count_; ++k) {
    const Cone& cone = cones_[static_cast<std::size_t>(k)];
    if (!cone.on) meet(n + rows + k, cone_along(cone, at_), cone_along(cone, x_), -kInfinity, cone.slack);
  }
  return block;
}

/// Goes a part of the way to x.
void LevelStep::go(double part, int first_of_level) {
  for (int r = first_of_level; r < counted_rows_; ++r) {
    const auto i = static_cast<std::size_t>(r);
    const BodyProblem::Row& row = problem_.rows()[i];
    double then = 0;
    if (side_[i] != kOff) then = (side_[i] == kAtUpper ? row.upper : row.lower) - row.value - row_along(r, x_);
    lacks_[i] += part * (then - lacks_[i]);
  }
  for (std::size_t c = 0; c < at_.size(); ++c) at_[c] = part < 1 ? at_[c] + part * (x_[c] - at_[c]) : x_[c];
}

/// What holds the step back from its own side, as in wrong_, or -1.
int LevelStep::first_wrong_multiplier(int rows) const {
  const int n = problem_.freedom_count();
  for (int c = 0; c < n; ++c) {
    const auto i = static_cast<std::size_t>(c);
    if (held_[i] == kOff) continue;
    const double past = near_[i] + wish(c) - start_[i];
    if (held_[i] == kAtUpper ? past < -touching_ : past > touching_) return c;
  }
  for (int j = 0; j < listed_ + cones_on_; ++j) {
    const int at = list_[static_cast<std::size_t>(j)];
    const double y = y_[static_cast<std::size_t>(j)];
    const Side side = j < listed_ ? side_[static_cast<std::size_t>(at)] : kAtUpper;
    if (side == kEqual) continue;
    if (side == kAtUpper ? y > touching_ : y < -touching_) return j < listed_ ? n + at : n + rows + at;
  }
  return -1;
}

}  // namespace kine::detail
