#include "kine/model/internal/fit_angles.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>

#include "scenes/random_pose.h"

namespace kine {
namespace {

using Eigen::AngleAxisd;

Eigen::Vector3d eigen(const Vec3& v) { return {v.x, v.y, v.z}; }
Quat from_eigen(const Eigen::Quaterniond& q) { return {q.x(), q.y(), q.z(), q.w()}; }

/// Three axes perpendicular to each other, turned as a whole, right-handed or left-handed.
std::array<Vec3, 3> square_axes(scenes::Random& random) {
  const Quat turn = normalised(Quat{random.between(-1, 1), random.between(-1, 1), random.between(-1, 1), 0.3});
  const double side = random.between(-1, 1) < 0 ? -1 : 1;
  return {rotate(turn, kUnitX), rotate(turn, side * kUnitY), rotate(turn, kUnitZ)};
}

TEST(FitAngles, OfSquareAxesAreTheAnglesThatEigenTurnedBy) {
  scenes::Random random(3);
  for (int i = 0; i < 300; ++i) {
    const std::array<Vec3, 3> axes = square_axes(random);
    const double angles[] = {random.between(-3, 3), random.between(-1.5, 1.5), random.between(-3, 3)};
    const Eigen::Quaterniond pair = AngleAxisd(angles[0], eigen(axes[0])) * AngleAxisd(angles[1], eigen(axes[1]));
    const Eigen::Quaterniond triple = pair * AngleAxisd(angles[2], eigen(axes[2]));
    for (const double sign : {1.0, -1.0}) {
      const auto two = detail::fit_square_pair(from_eigen(pair) * sign, axes[0], axes[1]);
      const auto three = detail::fit_square_triple(from_eigen(triple) * sign, axes);
      for (std::size_t k = 0; k < 2; ++k) EXPECT_NEAR(two[k], angles[k], 1e-13);
      for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(three[k], angles[k], 1e-12);
    }
  }
}

// A pair cannot do every turn: the quick form must be as near as the general one.
TEST(FitAngles, OfASquarePairLeaveNoMoreOverThanTheGeneralFit) {
  scenes::Random random(4);
  for (int i = 0; i < 300; ++i) {
    const std::array<Vec3, 3> axes = square_axes(random);
    const Quat wanted = normalised(Quat{random.between(-1, 1), random.between(-1, 1), random.between(-1, 1), 0.5});
    const auto left = [&](const std::array<double, 2>& fit) {
      return angle_of(conjugate(from_axis_angle(axes[0], fit[0]) * from_axis_angle(axes[1], fit[1])) * wanted);
    };
    const auto general = detail::fit_pair(wanted, axes[0], {}, axes[1], {0, 0}, 1e-14);
    EXPECT_NEAR(left(detail::fit_square_pair(wanted, axes[0], axes[1])), left(general), 1e-12);
  }
}

}  // namespace
}  // namespace kine
