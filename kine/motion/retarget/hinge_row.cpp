#include "kine/motion/retarget/hinge_row.h"

#include <algorithm>
#include <cmath>

#include "kine/math/trig.h"

// One hinge at a time, the others held: with the axis a through o, and p the points below it, r = p - o, g = goal - o,
//
//   sum w |rot(a, t) r - g|^2 = const - 2 (A cos t + B sin t),   A = sum w (r . g - (a.r)(a.g)),   B = sum w a . (r x g)
//
// is least at t = atan2(B, A). A limit that is in the way takes the nearer of its two ends by the same cosine. The sum
// never grows, so a pose that starts from the last frame's stays near it.

namespace kine::detail {
namespace {

constexpr int kRounds = 24;
constexpr double kSettled = 1e-7;  // radians: what turns less has come to rest

}  // namespace

void fit_row(const HingeRow& row, const Quat& base, std::span<const Vec3, HingeRow::kPoints> goals,
             std::span<double> pose) {
  const std::size_t count = row.hinges.size();
  std::array<Quat, HingeRow::kMostHinges> turn;
  std::array<Vec3, HingeRow::kMostHinges> origin, axis;
  std::array<Vec3, HingeRow::kPoints> at;
  const auto place = [&](std::size_t from) {
    for (std::size_t i = from; i < count; ++i) {
      const HingeRow::Hinge& hinge = row.hinges[i];
      const Quat above = i == 0 ? base : turn[i - 1];
      origin[i] = (i == 0 ? Vec3{} : origin[i - 1]) + rotate(above, hinge.offset);
      const Quat rest = above * hinge.rest;
      axis[i] = rotate(rest, hinge.axis);
      turn[i] = rest * from_axis_angle(hinge.axis, pose[static_cast<std::size_t>(hinge.value)]);
    }
    for (std::size_t k = 0; k < row.points.size(); ++k) {
      const auto carrier = static_cast<std::size_t>(row.points[k].hinge);
      at[k] = origin[carrier] + rotate(turn[carrier], row.points[k].at);
    }
  };
  place(0);
  for (int round = 0; round < kRounds; ++round) {
    double most = 0;
    for (std::size_t i = count; i-- > 0;) {
      const HingeRow::Hinge& hinge = row.hinges[i];
      double a = 0, b = 0;
      for (std::size_t k = 0; k < row.points.size(); ++k) {
        if (row.points[k].hinge < static_cast<int>(i)) continue;
        const Vec3 r = at[k] - origin[i], g = goals[k] - origin[i];
        a += row.points[k].weight * (dot(r, g) - dot(axis[i], r) * dot(axis[i], g));
        b += row.points[k].weight * dot(axis[i], cross(r, g));
      }
      if (!(a * a + b * b > 0)) continue;
      double& value = pose[static_cast<std::size_t>(hinge.value)];
      const double best = value + atan2(b, a);
      double next = hinge.limits.clamp(best);
      if (next != best) {
        const auto gain = [&](double v) { return cos(v - best); };
        // A whole turn farther the answer may be allowed.
        for (const double other : {best - 2 * kPi, best + 2 * kPi})
          if (hinge.limits.clamp(other) == other) next = other;
        for (const double end : {hinge.limits.lower, hinge.limits.upper})
          if (std::isfinite(end) && hinge.limits.clamp(next) == next && next != best && gain(end) > gain(next))
            next = end;
      }
      most = std::max<double>(most, std::abs(next - value));
      if (next == value) continue;
      value = next;
      place(i);
    }
    if (most < kSettled) break;
  }
}

}  // namespace kine::detail
