#include "kine/kinematics/jacobian.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "kine/kinematics/centre_of_mass.h"
#include "kine/kinematics/forward.h"
#include "tests/support/random_skeleton.h"

namespace kine {
namespace {

using test::Random;

/// Where a point is and how its joint is turned, as seen from a joint or the world.
Transform seen_from(const Frames& frames, const PointOnJoint& point, JointId base) {
  const Transform in_world{frames.rotation(point.joint), frames.position(point)};
  return base == kWorld ? in_world : inverse(frames.world_from_joint(base)) * in_world;
}

/// The velocity of a point by central differences, with Richardson's step from h and h/2: the error falls with h^4.
struct Motion {
  Vec3 angular, linear;
};
Motion measured(const Skeleton& skeleton, const Pose& pose, const std::vector<double>& speeds,
                const PointOnJoint& point, JointId base, Frames& frames) {
  const auto central = [&](double h) {
    Pose before = pose, after = pose;
    integrate(skeleton, speeds, -h, before);
    integrate(skeleton, speeds, h, after);
    forward(skeleton, before, frames);
    const Transform a = seen_from(frames, point, base);
    forward(skeleton, after, frames);
    const Transform b = seen_from(frames, point, base);
    return Motion{log(b.rotation * conjugate(a.rotation)) / (2 * h), (b.translation - a.translation) / (2 * h)};
  };
  const double h = 2e-3;
  const Motion coarse = central(h), fine = central(h / 2);
  return {(fine.angular * 4.0 - coarse.angular) / 3.0, (fine.linear * 4.0 - coarse.linear) / 3.0};
}

double distance(const Vec3& a, const Vec3& b) { return length(a - b); }

struct Differences {
  double worst = 0;
  int skeletons = 0;
};

/// Each column of the Jacobian beside the motion measured when that freedom alone moves.
void compare_columns(Random& random, const Skeleton& skeleton, bool relative, Differences& differences) {
  const Pose pose = random_pose(random, skeleton);
  const PointOnJoint point{{random.below(skeleton.joint_count())}, random.point(0.5)};
  const JointId base = relative ? JointId{random.below(skeleton.joint_count())} : kWorld;
  Frames frames(skeleton), moved(skeleton);
  forward(skeleton, pose, frames);
  const int freedoms = skeleton.freedom_count();
  std::vector<double> numbers(static_cast<std::size_t>(6 * freedoms));
  const MatrixView<double> jacobian_view(numbers.data(), 6, freedoms);
  jacobian(skeleton, frames, point, {.relative_to = base, .with_fixed = true}, jacobian_view);
  for (int f = 0; f < freedoms; ++f) {
    std::vector<double> speeds(static_cast<std::size_t>(freedoms), 0.0);
    speeds[static_cast<std::size_t>(f)] = 1;
    const Motion motion = measured(skeleton, pose, speeds, point, base, moved);
    const double* column = &jacobian_view(0, f);
    const Vec3 angular{column[0], column[1], column[2]}, linear{column[3], column[4], column[5]};
    const double scale = 1 + length(motion.linear) + length(motion.angular);
    differences.worst =
        std::max(differences.worst, (distance(angular, motion.angular) + distance(linear, motion.linear)) / scale);
  }
  ++differences.skeletons;
}

TEST(Jacobian, AgreesWithCentralDifferencesOnAThousandSkeletons) {
  Differences differences;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    Random random(seed);
    const Skeleton skeleton =
        random_skeleton(random, {.joints = 1 + random.below(14), .scales = seed % 3 == 0, .followers = seed % 2 == 0});
    compare_columns(random, skeleton, /*relative=*/seed % 4 >= 2, differences);
  }
  EXPECT_EQ(differences.skeletons, 1000);
  EXPECT_LE(differences.worst, 1e-7);
  std::printf("  worst relative difference: %.2g\n", differences.worst);
}

TEST(Jacobian, TimesSpeedsIsTheVelocityOfIntegrate) {
  double worst = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed);
    const Skeleton skeleton = random_skeleton(random, {.joints = 12, .scales = seed % 2 == 0});
    const Pose pose = random_pose(random, skeleton);
    const std::vector<double> speeds = random_speeds(random, skeleton);
    const PointOnJoint point{{random.below(skeleton.joint_count())}, random.point(0.5)};
    Frames frames(skeleton);
    forward(skeleton, pose, frames);
    std::vector<double> numbers(static_cast<std::size_t>(6 * skeleton.freedom_count()));
    const MatrixView<double> view(numbers.data(), 6, skeleton.freedom_count());
    jacobian(skeleton, frames, point, {.with_fixed = true}, view);
    double product[6] = {};
    for (int c = 0; c < view.cols(); ++c)
      for (int r = 0; r < 6; ++r) product[r] += view(r, c) * speeds[static_cast<std::size_t>(c)];
    const Motion motion = measured(skeleton, pose, speeds, point, kWorld, frames);
    const double scale = 1 + length(motion.linear) + length(motion.angular);
    worst = std::max(worst, distance({product[0], product[1], product[2]}, motion.angular) / scale);
    worst = std::max(worst, distance({product[3], product[4], product[5]}, motion.linear) / scale);
  }
  EXPECT_LE(worst, 1e-7);
}

TEST(Jacobian, HalvesAreTheRowsOfTheWhole) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Random random(seed);
    const Skeleton skeleton =
        random_skeleton(random, {.joints = 10, .scales = seed % 2 == 0, .followers = seed % 3 == 0});
    const int n = skeleton.freedom_count();
    Frames frames(skeleton);
    forward(skeleton, random_pose(random, skeleton), frames);
    const PointOnJoint point{{skeleton.joint_count() - 1}, random.point(0.5)};
    for (const JointId base : {kWorld, JointId{0}}) {
      std::vector<double> full(static_cast<std::size_t>(6 * n)), linear(full.size() / 2), angular(full.size() / 2);
      jacobian(skeleton, frames, point, {.rows = Rows::Full, .relative_to = base}, {full.data(), 6, n});
      jacobian(skeleton, frames, point, {.rows = Rows::Linear, .relative_to = base}, {linear.data(), 3, n});
      jacobian(skeleton, frames, point, {.rows = Rows::Angular, .relative_to = base}, {angular.data(), 3, n});
      for (std::size_t c = 0; c < static_cast<std::size_t>(n); ++c) {
        for (std::size_t r = 0; r < 3; ++r) {
          EXPECT_EQ(full[6 * c + r], angular[3 * c + r]);
          EXPECT_EQ(full[6 * c + 3 + r], linear[3 * c + r]);
        }
      }
    }
  }
}

TEST(Jacobian, FixedFreedomsHaveNoColumnUnlessAskedFor) {
  std::vector<Joint> joints{hinge("a", "", {}, kUnitZ), hinge("b", "a", {1, 0, 0}, kUnitZ),
                            fixed_joint("tip", "b", {1, 0, 0})};
  joints[0].axes[0].fixed = true;
  const Skeleton skeleton = *Skeleton::build(joints);
  Frames frames(skeleton);
  forward(skeleton, skeleton.rest_pose(), frames);
  Matrix<double, 3, 2> j;
  jacobian(skeleton, frames, {skeleton.joint("tip")}, {.rows = Rows::Linear}, j);
  EXPECT_EQ(j(1, 0), 0);
  EXPECT_EQ(j(1, 1), 1);
  jacobian(skeleton, frames, {skeleton.joint("tip")}, {.rows = Rows::Linear, .with_fixed = true}, j);
  EXPECT_EQ(j(1, 0), 2);
}

TEST(Jacobian, RelativeToItselfOrToAnAncestorsBodyIsTheRestOfTheChain) {
  Random random(7);
  const Skeleton skeleton = random_skeleton(random, {.joints = 8, .followers = false, .branching = 0});
  Frames frames(skeleton);
  forward(skeleton, random_pose(random, skeleton), frames);
  const int n = skeleton.freedom_count();
  std::vector<double> numbers(static_cast<std::size_t>(6 * n), 1.0);
  const JointId joint{5};
  jacobian(skeleton, frames, {joint, {1, 2, 3}}, {.relative_to = joint, .with_fixed = true}, {numbers.data(), 6, n});
  for (const double number : numbers) EXPECT_EQ(number, 0);
}

TEST(Jacobian, ChainColumnsAreThoseOfTheWhole) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Random random(seed);
    const Skeleton skeleton =
        random_skeleton(random, {.joints = 15, .scales = seed % 2 == 0, .followers = seed % 3 != 0});
    const Pose pose = random_pose(random, skeleton);
    const JointId tip{random.below(skeleton.joint_count())};
    const Chain chain(skeleton, tip);
    Frames whole(skeleton), part(skeleton);
    forward(skeleton, pose, whole);
    forward(skeleton, chain, pose, part);
    for (const int i : chain.joints())
      EXPECT_EQ(whole.joints()[static_cast<std::size_t>(i)], part.joints()[static_cast<std::size_t>(i)]);
    const int n = skeleton.freedom_count(), m = static_cast<int>(chain.freedoms().size());
    std::vector<double> all(static_cast<std::size_t>(6 * n)), few(static_cast<std::size_t>(6 * m) + 1);
    const Vec3 offset = random.point(1);
    jacobian(skeleton, whole, {tip, offset}, {}, {all.data(), 6, n});
    jacobian(skeleton, chain, part, offset, {}, {few.data(), 6, m});
    std::vector<bool> moved(static_cast<std::size_t>(n), false);
    for (int c = 0; c < m; ++c) {
      const int f = chain.freedoms()[static_cast<std::size_t>(c)];
      moved[static_cast<std::size_t>(f)] = true;
      for (int r = 0; r < 6; ++r) {
        const double a = all[static_cast<std::size_t>(6 * f + r)], b = few[static_cast<std::size_t>(6 * c + r)];
        EXPECT_NEAR(a, b, 1e-12);
      }
    }
    for (int f = 0; f < n; ++f)
      for (int r = 0; r < 6; ++r)
        if (!moved[static_cast<std::size_t>(f)]) {
          EXPECT_EQ(all[static_cast<std::size_t>(6 * f + r)], 0);
        }
  }
}

TEST(CentreOfMass, JacobianAgreesWithCentralDifferences) {
  double worst = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
    const Skeleton skeleton = random_skeleton(random, {.joints = 10, .scales = seed % 2 == 0});
    if (skeleton.mass() == 0) continue;
    const Pose pose = random_pose(random, skeleton);
    const std::vector<double> speeds = random_speeds(random, skeleton);
    Frames frames(skeleton);
    forward(skeleton, pose, frames);
    std::vector<double> numbers(static_cast<std::size_t>(3 * skeleton.freedom_count()));
    const MatrixView<double> view(numbers.data(), 3, skeleton.freedom_count());
    centre_of_mass_jacobian(skeleton, frames, true, view);
    Vec3 velocity{};
    for (int c = 0; c < view.cols(); ++c)
      velocity += Vec3{view(0, c), view(1, c), view(2, c)} * speeds[static_cast<std::size_t>(c)];
    const auto central = [&](double h) {
      Pose before = pose, after = pose;
      integrate(skeleton, speeds, -h, before);
      integrate(skeleton, speeds, h, after);
      forward(skeleton, before, frames);
      const Vec3 a = centre_of_mass(skeleton, frames);
      forward(skeleton, after, frames);
      return (centre_of_mass(skeleton, frames) - a) / (2 * h);
    };
    const Vec3 measured_velocity = (central(1e-3) * 4.0 - central(2e-3)) / 3.0;
    worst = std::max(worst, distance(velocity, measured_velocity) / (1 + length(velocity)));
  }
  EXPECT_LE(worst, 1e-7);
}

TEST(CentreOfMass, WithoutMassIsTheOriginAndMovesWithNothing) {
  const Joint joints[] = {hinge("a", "", {1, 2, 3}, kUnitZ)};
  const Skeleton skeleton = *Skeleton::build(joints);
  Frames frames(skeleton);
  forward(skeleton, skeleton.rest_pose(), frames);
  EXPECT_EQ(centre_of_mass(skeleton, frames), Vec3{});
  Matrix<double, 3, 1> j;
  j(0, 0) = 5;
  centre_of_mass_jacobian(skeleton, frames, true, j);
  EXPECT_EQ(j(0, 0), 0);
}

}  // namespace
}  // namespace kine
