#include <algorithm>
#include <cmath>

#include "kine/model/pose.h"
#include "kine/solve/internal/movable.h"
#include "kine/solve/priority/random_start.h"

namespace kine::detail {

double RandomStart::between(double lower, double upper) {
  // Steele, Lea and Flood's SplitMix64.
  std::uint64_t z = (state_ += 0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  z ^= z >> 31;
  return lower + (upper - lower) * (static_cast<double>(z >> 11) * 0x1p-53);
}

Quat RandomStart::rotation(const BallLimits& limits) {
  double u = 1, v = 1;
  while (u * u + v * v > 1) {
    u = between(-1, 1);
    v = between(-1, 1);
  }
  const double first = std::min<double>(limits.swing_first, kPi), second = std::min<double>(limits.swing_second, kPi);
  const Range twist{std::max<double>(limits.twist.lower, -kPi), std::min<double>(limits.twist.upper, kPi)};
  return from_ball_angles(limits, {u * first, v * second, between(twist.lower, twist.upper)});
}

void RandomStart::pose(const Skeleton& skeleton, std::span<const double> like, std::span<const bool> movable,
                       std::span<double> out) {
  std::copy(like.begin(), like.end(), out.begin());
  for (int f = 0; f < skeleton.freedom_count(); ++f) {
    if (!movable[static_cast<std::size_t>(f)]) continue;
    const Skeleton::Freedom& freedom = skeleton.freedom(f);
    const bool whole_ball = skeleton.kind(freedom.joint) == JointKind::Ball && freedom.component == 0 &&
                            movable[static_cast<std::size_t>(f + 1)] && movable[static_cast<std::size_t>(f + 2)];
    if (whole_ball)
      set_joint_rotation(skeleton, freedom.joint, rotation(skeleton.description(freedom.joint).ball), out);
    if (freedom.value < 0) continue;
    const bool endless = freedom.limits.width() == kInfinity;
    if (endless && skeleton.slides(freedom.joint, freedom.component)) continue;
    const double lower = std::max<double>(freedom.limits.lower, std::min<double>(-kPi, freedom.limits.upper - kTwoPi));
    const double upper = std::min<double>(freedom.limits.upper, std::max<double>(kPi, freedom.limits.lower + kTwoPi));
    out[static_cast<std::size_t>(freedom.value)] = between(lower, upper);
  }
  bring_inside(skeleton, movable, out);
}

}  // namespace kine::detail
