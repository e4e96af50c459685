// In the words of six_wrist.cpp the first three hinges must bring e to p, where for each t3
//   height:    s v + c fz = p.z                                s, c: of the first twist
//   distance:  2 a1 u + 2 b1 c v = K = |p|^2 - a1^2 - b1^2 - |f|^2 + 2 b1 s fz
//   circle:    u^2 + v^2 = fx^2 + fy^2
// All t3 within an arc have an f within half the arc's length of that in its middle. What the equations may be off by is reckoned
// with there; where they contradict each other all the same, no t3 of the arc will do.
#include "kine/solve/global/wrist_reach.h"

#include <algorithm>
#include <cmath>

#include "kine/math/trig.h"

namespace kine::detail {
namespace {

constexpr int kArcs = 8;            // of a whole turn, to begin with
constexpr int kHalved = 7;          // at the most: 0.3 % of the reach are left open
constexpr double kInexact = 1e-5;   // of the unit: what counts as meeting makes of the wrist's point (Structure::exact)
constexpr double kRounding = 1e-9;  // of the lengths that are added up

class WristReach {
 public:
  WristReach(const SixChain& chain, const ArmFrame& target, double blur)
      : j1_(chain[0]), j2_(chain[1]), point_(target.at - target.z * chain[5].d - Vec3{0, 0, j1_.d}) {
    const SixJoint &j3 = chain[2], &j4 = chain[3];
    h_ = {j3.a, j3.b - j3.twist_sin * j4.d, j3.d + j3.twist_cos * j4.d};
    far_ = length(point_);
    blur_ = blur + kInexact + kRounding * (1 + far_ + length(target.at));
  }

  /// True if no angle of the third hinge within `half` of `middle` will do.
  bool excludes(double middle, double half, int halved = 0) const {
    if (contradicts(sin_cos(middle), half)) return true;
    if (halved == kHalved) return false;
    return excludes(middle - half / 2, half / 2, halved + 1) && excludes(middle + half / 2, half / 2, halved + 1);
  }

 private:
  bool contradicts(SinCos third, double half) const {
    const double gx = third.cos * h_.x - third.sin * h_.y, gy = third.sin * h_.x + third.cos * h_.y;
    const double fx = j2_.a + gx, fy = j2_.b + j2_.twist_cos * gy - j2_.twist_sin * h_.z;
    const double fz = j2_.d + j2_.twist_sin * gy + j2_.twist_cos * h_.z;
    const double arc = half * std::sqrt(h_.x * h_.x + h_.y * h_.y);
    const double radius = std::sqrt(fx * fx + fy * fy), most = radius + arc, least = std::max<double>(radius - arc, 0);
    const double size_of_f = std::sqrt(radius * radius + fz * fz);
    const double sine = std::abs(j1_.twist_sin), a = std::abs(j1_.a), b = std::abs(j1_.b);

    const double height = std::abs(point_.z - j1_.twist_cos * fz), height_off = blur_ + arc;
    if (height - height_off > sine * most) return true;

    const double distance =
        std::abs(far_ * far_ - a * a - b * b - size_of_f * size_of_f + 2 * j1_.b * j1_.twist_sin * fz);
    double distance_off = (2 * far_ + blur_) * blur_ + (2 * size_of_f + arc) * arc + 2 * b * sine * arc;
    if (distance - distance_off > 2 * std::sqrt(a * a + b * b) * most) return true;

    // b is zero but between nearly parallel axes, where the height says nothing of v.
    distance_off += 2 * b * most;
    const auto square = [](double x) { return x * x; };
    const double near_u = (distance - distance_off) / (2 * a), far_u = (distance + distance_off) / (2 * a);
    const double near_v = (height - height_off) / sine, far_v = (height + height_off) / sine;
    if (square(std::max<double>(near_u, 0)) + square(std::max<double>(near_v, 0)) > square(most)) return true;
    return square(std::min<double>(far_u, most)) + square(std::min<double>(far_v, most)) < square(least);
  }

  const SixJoint &j1_, &j2_;
  Vec3 point_, h_{};
  double far_ = 0, blur_ = 0;
};

}  // namespace

bool wrist_is_out_of_reach(const SixChain& chain, const ArmFrame& target, double blur) {
  const WristReach reach(chain, target, blur);
  const double half = kPi / kArcs;
  for (int arc = 0; arc < kArcs; ++arc)
    if (!reach.excludes((2 * arc + 1) * half, half)) return false;
  return true;
}

}  // namespace kine::detail
