// What is said to be out of a wrist's reach, against all poses of the first three hinges on a grid.
#include "kine/solve/global/wrist_reach.h"

#include <gtest/gtest.h>

#include <cmath>

#include "kine/math/quat.h"
#include "tests/support/random_skeleton.h"

namespace kine::detail {
namespace {

using test::Random;

constexpr int kGrid = 120;  // angles of a turn

SixJoint random_joint(Random& random) {
  const double special[] = {0, kHalfPi, -kHalfPi, kPi};
  const double twist = random.chance(0.6) ? special[random.below(4)] : random.uniform(-3, 3);
  SixJoint joint;
  joint.a = random.chance(0.4) ? 0 : random.uniform(-0.6, 0.6);
  joint.b = std::abs(std::sin(twist)) < 1e-9 && random.chance(0.5) ? random.uniform(-0.3, 0.3) : 0;
  joint.d = random.chance(0.4) ? 0 : random.uniform(-0.6, 0.6);
  joint.twist_cos = std::cos(twist);
  joint.twist_sin = std::sin(twist);
  return joint;
}

/// Where a point behind a joint is before it.
Vec3 before(const SixJoint& joint, double angle, const Vec3& point) {
  const Vec3 turned{point.x, joint.twist_cos * point.y - joint.twist_sin * point.z,
                    joint.twist_sin * point.y + joint.twist_cos * point.z};
  return rotate(from_axis_angle(kUnitZ, angle), turned + Vec3{joint.a, joint.b, 0}) + Vec3{0, 0, joint.d};
}

/// How near the wrist comes to a point; the first hinge turns it to the point's side.
double nearest_to(const Vec3& point, const SixChain& chain) {
  const double out = std::hypot(point.x, point.y);
  double least = kInfinity;
  for (int i = 0; i < kGrid; ++i) {
    const Vec3 third = before(chain[2], kTwoPi * i / kGrid, {0, 0, chain[3].d});
    for (int k = 0; k < kGrid; ++k) {
      const Vec3 wrist = before(chain[0], 0, before(chain[1], kTwoPi * k / kGrid, third));
      least = std::min(least, std::hypot(wrist.z - point.z, std::hypot(wrist.x, wrist.y) - out));
    }
  }
  return least;
}

TEST(WristReach, ExcludesWhatNoPoseReachesAndNothingElse) {
  int excluded = 0, clearly_out = 0;
  for (int i = 0; i < 200; ++i) {
    Random random(static_cast<std::uint64_t>(i));
    SixChain chain;
    for (SixJoint& joint : chain) joint = random_joint(random);
    ArmFrame target;
    target.at = random.point(2);
    chain[5].d = 0.3;
    const double blur = random.chance(0.5) ? 0 : random.uniform(0, 0.1);
    const Vec3 point = target.at - Vec3{0, 0, chain[5].d};
    const double away = nearest_to(point, chain);
    const bool out = wrist_is_out_of_reach(chain, target, blur);
    excluded += out;
    EXPECT_FALSE(out && away <= blur) << "case " << i << ": " << away << " m away, blur " << blur;
    if (away < blur + 0.09) continue;  // grid and arcs are that coarse
    ++clearly_out;
    EXPECT_TRUE(out) << "case " << i << ": " << away << " m away, blur " << blur;
  }
  EXPECT_GT(excluded, 50);
  EXPECT_GT(clearly_out, 50);
}

}  // namespace
}  // namespace kine::detail
