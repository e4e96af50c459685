#include "kine/solve/tree/progress.h"

#include <algorithm>
#include <cmath>

namespace kine::detail {
namespace {

constexpr int kPatience = 12;       // rounds in which the merit must fall ...
constexpr double kEnough = 0.98;    // ... to this part of itself
constexpr double kNothing = 1e-10;  // a round that changes less than this part got nothing done
constexpr double kMostOvershoot = 1000;
constexpr double kMostEase = 1e12;

}  // namespace

bool Progress::judge(double merit) {
  ++iterations_;
  const bool better = merit < best_;
  if (better) best_ = merit;
  left_ = last_ > 0 ? std::sqrt(merit / last_) : 0;
  const bool dead = std::abs(merit - last_) <= kNothing * last_;
  last_ = merit;
  set_overshoot();
  if (best_ < kEnough * mark_) {  // no progress where both are nothing, or both infinite
    mark_ = best_;
    since_mark_ = 0;
  } else if (++since_mark_ >= kPatience || dead) {
    help();
  }
  return better;
}

void Progress::set_overshoot() {
  if (left_ < 0.5) {
    overshoot_ *= 0.5;
  } else if (left_ < 1) {
    overshoot_ = std::min<double>(1.5 * overshoot_ + left_, kMostOvershoot);
  } else {
    overshoot_ = 0;
  }
}

/// First the reluctant joints are asked to do more, then the best pose so far is shaken, each time harder.
void Progress::help() {
  since_mark_ = 0;
  mark_ = best_;
  overshoot_ = 0;
  if (settings_.has_shares && ease_ < kMostEase) {
    ease_ *= 100;
  } else if (settings_.hopeless || shakes_left_ == 0) {
    stuck_ = true;
  } else {
    wants_shake_ = true;
  }
}

void Progress::shaken(double merit) {
  wants_shake_ = false;
  --shakes_left_;
  ++round_;
  last_ = merit;
}

}  // namespace kine::detail
