#include "kine/solve/geometry/aim_kernel.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <limits>

#include "tests/support/allocation_trap.h"
#include "tests/support/random_skeleton.h"

namespace kine::geometry {
namespace {

using test::Random;

Eigen::Vector3d eigen(const Vec3& v) { return {v.x, v.y, v.z}; }
Eigen::Quaterniond eigen(const Quat& q) { return {q.w, q.x, q.y, q.z}; }

/// The shortest turn between two directions.
Eigen::Quaterniond swing(const Eigen::Vector3d& from, const Eigen::Vector3d& to) {
  const Eigen::Vector3d axis = from.cross(to);
  return Eigen::Quaterniond(Eigen::AngleAxisd(std::atan2(axis.norm(), from.dot(to)), axis.normalized()));
}

/// How far the ray from `offset` along `axis` misses the target, radians seen from where it starts.
double miss(const Vec3& position, const Quat& rotation, const Vec3& target, const AimOptions<double>& options) {
  const Eigen::Vector3d eye = eigen(position) + eigen(rotation) * eigen(options.offset);
  const Eigen::Vector3d ray = eigen(rotation) * eigen(options.axis).normalized();
  const Eigen::Vector3d wanted = (eigen(target) - eye).normalized();
  return std::atan2(ray.cross(wanted).norm(), ray.dot(wanted));
}

TEST(AimKernel, FrameAlongHasItsAxesWhereTheyBelong) {
  Random random(1);
  for (int i = 0; i < 5000; ++i) {
    const Vec3 forward = random.direction() * random.uniform(0.01, 10), side = random.direction();
    const auto frame = frame_along(forward, length(forward), side);
    ASSERT_TRUE(frame.has_side);
    EXPECT_NEAR(dot(frame.turn, frame.turn) / (frame.arc_squared * frame.swivel_squared), 1, 1e-14);
    const Eigen::Quaterniond turn = eigen(frame.turn).normalized();
    const Eigen::Vector3d x = eigen(forward).normalized();
    const Eigen::Vector3d y = (eigen(side) - x * x.dot(eigen(side))).normalized();
    EXPECT_LT((turn * Eigen::Vector3d::UnitX() - x).norm(), 1e-14) << i;
    const double sharp = x.cross(eigen(side)).norm();
    EXPECT_LT((turn * Eigen::Vector3d::UnitY() - y).norm(), 1e-14 / sharp) << i;
  }
}

TEST(AimKernel, FrameAlongStandsEveryAxis) {
  for (const Vec3& forward : {kUnitX, -kUnitX, kUnitY, -kUnitY, kUnitZ, -kUnitZ}) {
    for (const Vec3& side : {kUnitX, -kUnitX, kUnitY, -kUnitY, kUnitZ, -kUnitZ, Vec3{}}) {
      const auto frame = frame_along(forward, 1.0, side);
      EXPECT_EQ(frame.has_side, dot(forward, side) == 0 && side != Vec3{});
      const Quat turn = normalised(frame.turn);
      EXPECT_LT(length(rotate(turn, kUnitX) - forward), 1e-15);
      if (frame.has_side) {
        EXPECT_LT(length(rotate(turn, kUnitY) - side), 1e-15);
      }
    }
  }
}

TEST(AimKernel, TurnsTheShortestWay) {
  Random random(2);
  for (int i = 0; i < 3000; ++i) {
    const Vec3 position = random.point(2), target = random.point(2);
    const Quat present = random.rotation();
    const AimOptions<double> options{.axis = random.direction() * random.uniform(0.1, 5)};
    const auto s = aim(position, present, target, options);
    EXPECT_TRUE(s.reached);
    EXPECT_LT(miss(position, s.rotation, target, options), 1e-13) << i;
    const Eigen::Quaterniond expected =
        swing(eigen(present) * eigen(options.axis), eigen(target - position)) * eigen(present);
    EXPECT_LT(expected.angularDistance(eigen(s.rotation)), 1e-7) << i;
  }
}

TEST(AimKernel, TurnsUpToUp) {
  Random random(3);
  for (int i = 0; i < 3000; ++i) {
    const Vec3 position = random.point(2), target = position + random.direction() * random.uniform(0.5, 5);
    const AimOptions<double> options{
        .axis = random.direction(), .up_axis = random.direction(), .up = random.direction() * 7.0};
    const auto s = aim(position, random.rotation(), target, options);
    EXPECT_LT(miss(position, s.rotation, target, options), 1e-13) << i;
    // Of all turns about the line of sight none brings up_axis nearer to up: both lie in one half plane with it.
    const Vec3 line = normalised(target - position);
    const auto beside = [&](const Vec3& v) { return normalised(v - line * dot(v, line)); };
    EXPECT_GT(dot(beside(rotate(s.rotation, options.up_axis)), beside(options.up)), 1 - 1e-9) << i;
  }
}

TEST(AimKernel, LooksFromWhereTheEyeIs) {
  Random random(4);
  for (int i = 0; i < 3000; ++i) {
    const Vec3 position = random.point(1), target = position + random.direction() * random.uniform(0.3, 5);
    AimOptions<double> options{.axis = random.direction(), .offset = random.point(0.29)};
    if (i % 2) options.up_axis = random.direction(), options.up = random.direction();
    const auto s = aim(position, random.rotation(), target, options);
    EXPECT_TRUE(s.reached) << i;
    EXPECT_LT(miss(position, s.rotation, target, options), 1e-12) << i;
  }
  // A target nearer than the eye's line passes cannot be looked at; it is turned towards.
  const AimOptions<double> options{.axis = kUnitX, .offset = {0, 0.5, 0}};
  const auto s = aim<double>({}, {}, {0.1, 0, 0}, options);
  EXPECT_FALSE(s.reached);
  EXPECT_NEAR(length(s.rotation), 1, 1e-14);
  // One that the eye is in front of already: the eye comes as near to it as it can.
  const AimOptions<double> beyond{.axis = kUnitX, .offset = {0.5, 0.1, 0}};
  const Vec3 target = random.direction() * 0.3;
  const auto behind = aim<double>({}, random.rotation(), target, beyond);
  EXPECT_FALSE(behind.reached);
  EXPECT_LT(length(cross(normalised(rotate(behind.rotation, beyond.offset)), normalised(target))), 1e-14);
}

TEST(AimKernel, TwistAndWeight) {
  Random random(5);
  for (int i = 0; i < 500; ++i) {
    const Vec3 target = random.direction();
    const Quat present = random.rotation();
    const AimOptions<double> plain{.axis = kUnitY}, twisted{.axis = kUnitY, .twist = sin_cos(0.7)};
    const Quat whole = aim<double>({}, present, target, plain).rotation;
    const Quat expected = from_axis_angle(target, 0.7) * whole;
    EXPECT_LT(angle_of(conjugate(expected) * aim<double>({}, present, target, twisted).rotation), 2e-7) << i;
    const Quat none = aim<double>({}, present, target, {.axis = kUnitY, .weight = 0}).rotation;
    EXPECT_EQ(none, present);
    const Quat half = aim<double>({}, present, target, {.axis = kUnitY, .weight = 0.5}).rotation;
    EXPECT_LT(angle_of(conjugate(slerp(present, whole, 0.5)) * half), 1e-7) << i;
  }
}

TEST(AimKernel, BlendStaysNearConstantSpeed) {
  double worst = 0;
  for (double angle = 0.1; angle <= kPi; angle += 0.1)
    for (double t = 0.05; t < 1; t += 0.05) {
      const Quat to = from_axis_angle(kUnitZ, angle);
      worst = std::fmax(worst, std::abs(angle_of(blend_short(Quat{}, to, t)) - angle * t));
    }
  EXPECT_LT(worst, radians(8.2));
  EXPECT_EQ(blend_short(Quat{}, from_axis_angle(kUnitX, 1.0), 1.0), from_axis_angle(kUnitX, 1.0));
}

TEST(AimKernel, StandsWhatIsDegenerate) {
  Random random(6);
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  const Quat present = random.rotation();
  const Vec3 position{1, 2, 3};
  EXPECT_EQ(aim<double>(position, present, position).rotation, present);  // the target on the joint
  for (const double bad : {nan, infinity, -infinity, 1e200})
    EXPECT_EQ(aim<double>(position, present, {bad, 0, 0}).rotation, present);
  // Half a turn away, with up on the line of sight, with no axis at all.
  const Vec3 ahead = rotate(present, kUnitX);
  for (const Vec3& target : {position + ahead, position - ahead}) {
    for (const Vec3& up : {ahead, Vec3{}, kUnitY}) {
      for (const Vec3& axis : {kUnitX, Vec3{}}) {
        const AimOptions<double> options{.axis = axis, .up_axis = kUnitY, .up = up};
        const auto s = aim(position, present, target, options);
        EXPECT_LT(miss(position, s.rotation, target, {}), 1e-13);
      }
    }
  }
}

TEST(AimKernel, WorksInFloatAndAllocatesNothing) {
  Random random(7);
  for (int i = 0; i < 1000; ++i) {
    const Vec3 direction = random.direction();
    const Vec3f target{static_cast<float>(direction.x), static_cast<float>(direction.y),
                       static_cast<float>(direction.z)};
    const Quatf present = quat_cast<float>(random.rotation());
    const AimOptions<float> options{.axis = {0, 0, 1}, .up_axis = {0, 1, 0}, .up = {0, 1, 0}};
    const test::AllocationTrap trap;
    const auto s = aim<float>({}, present, target, options);
    EXPECT_EQ(trap.count(), 0);
    EXPECT_LT(length(rotate(s.rotation, Vec3f{0, 0, 1}) - target), 2e-6f);
  }
}

}  // namespace
}  // namespace kine::geometry
