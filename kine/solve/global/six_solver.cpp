#include "kine/solve/global/six_solver.h"

#include <algorithm>
#include <cmath>

#include "kine/math/trig.h"

namespace kine::detail {
namespace {

constexpr double kShort = 1e-9;    // square metres: what is shorter has no direction
constexpr double kAtLimit = 1e-9;  // radians: as far outside its limits a value counts as on them

/// The angle with whole turns added: inside the limits and near the seed, if it can be; else as near the limits as it can be.
double with_whole_turns(double angle, double seed, const Range& limits) {
  const bool near_already = std::abs(seed - angle) <= kPi;
  if (near_already && angle >= limits.lower && angle <= limits.upper) return angle;
  const double near = angle + kTwoPi * std::floor((seed - angle) / kTwoPi + 0.5);
  if (near >= limits.lower - kAtLimit && near <= limits.upper + kAtLimit) return near;
  if (near < limits.lower) {
    const double up = near + kTwoPi * std::ceil((limits.lower - kAtLimit - near) / kTwoPi);
    return up - limits.upper <= limits.lower - (up - kTwoPi) ? up : up - kTwoPi;
  }
  const double down = near - kTwoPi * std::ceil((near - limits.upper - kAtLimit) / kTwoPi);
  return limits.lower - down <= down + kTwoPi - limits.upper ? down : down + kTwoPi;
}

}  // namespace

void SixSolver::solve(const ArmFrame& target, int most, SixPoses& poses) {
  most_ = std::min(most, SixPoses::kMost);
  poses_ = &poses;
  short_by_ = 0;
  family_ == Family::Wrist ? solve_wrist(target) : solve_parallel(target);
}

bool SixSolver::set(int k, Unit angle) {
  const SixJoint& at = joint(k);
  const double sine = at.sign * angle.sin;
  const double seed = seed_[static_cast<std::size_t>(at.variable)];
  const double value =
      atan2(sine * at.rest_cos - angle.cos * at.rest_sin, angle.cos * at.rest_cos + sine * at.rest_sin);
  const double fitted = with_whole_turns(value, seed, at.limits);
  const double inside = at.limits.clamp(fitted), outside = std::abs(fitted - inside);
  values_[static_cast<std::size_t>(k)] = outside <= kAtLimit ? inside : fitted;
  return outside <= slack_ + kAtLimit && std::abs(fitted - seed) <= farthest_;
}

Unit SixSolver::turn_of(double cosine, double sine, int k) {
  const double size = std::sqrt(cosine * cosine + sine * sine);
  return size > kShort ? Unit{cosine / size, sine / size} : any_angle(k);
}

Unit SixSolver::any_angle(int k) {
  left_open_ = true;
  const SixJoint& at = joint(k);
  const SinCos value = sin_cos(seed_[static_cast<std::size_t>(at.variable)]);
  return {at.rest_cos * value.cos - at.rest_sin * value.sin,
          at.sign * (at.rest_sin * value.cos + at.rest_cos * value.sin)};
}

}  // namespace kine::detail
