#include "kine/solve/global/six_solver.h"

#include <algorithm>
#include <cmath>

#include "kine/math/trig.h"
#include "kine/solve/global/starts.h"

namespace kine::detail {
namespace {

constexpr double kShort = 1e-9;           // squared, in the unit of the chain: what is shorter has no direction
constexpr double kClearlyOutside = 1e-8;  // of a cosine: more than kAtLimit and rounding make of it

}  // namespace

void SixSolver::solve(const ArmFrame& target, int most, SixPoses& poses) {
  most_ = std::min(most, SixPoses::kMost);
  poses_ = &poses;
  short_by_ = 0;
  if (misses_) misses_->fill(kInfinity);
  family_ == Family::Wrist ? solve_wrist(target) : solve_parallel(target);
}

bool SixSolver::set(int k, Unit angle) {
  const SixJoint& at = joint(k);
  const double sine = at.sign * angle.sin;
  const double value_cos = angle.cos * at.rest_cos + sine * at.rest_sin;
  const double value_sin = sine * at.rest_cos - angle.cos * at.rest_sin;
  if (slack_ == 0) {
    outside_ = at.half_cos - (value_cos * at.middle_cos + value_sin * at.middle_sin);
    if (outside_ > kClearlyOutside) return false;
  }
  const double seed = seed_[static_cast<std::size_t>(at.variable)];
  const double value = atan2(value_sin, value_cos);
  const double fitted = with_whole_turns(value, seed, at.limits);
  const double inside = at.limits.clamp(fitted);
  outside_ = std::abs(fitted - inside);
  values_[static_cast<std::size_t>(k)] = outside_ <= kAtLimit ? inside : fitted;
  return outside_ <= slack_ + kAtLimit && std::abs(fitted - seed) <= farthest_;
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

WaveZeros SixSolver::zeros_at(int k, const Wave& wave) {
  WaveZeros zeros = zeros_of(wave);
  if (!zeros.any) return zeros;
  zeros.at[0] = any_angle(k);
  zeros.count = 1;
  return zeros;
}

}  // namespace kine::detail
