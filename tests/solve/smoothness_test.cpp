// No flips, pops or jitter: how joints move when a target moves steadily.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <vector>

#include "kine/kinematics/forward.h"
#include "kine/kinematics/jacobian.h"
#include "kine/model/pose.h"
#include "kine/solve/full_body.h"
#include "kine/solve/jacobian.h"
#include "scenes/scenes.h"
#include "tests/support/random_skeleton.h"

namespace kine {
namespace {

using test::Random;

double largest(const std::vector<double>& numbers) {
  double most = 0;
  for (const double v : numbers) most = std::max(most, std::abs(v));
  return most;
}

double norm(const std::vector<double>& numbers) {
  double sum = 0;
  for (const double v : numbers) sum += v * v;
  return std::sqrt(sum);
}

/// A smooth closed curve through the space that a chain of reach one can touch, away from the root and from full
/// stretch.
struct Path {
  Vec3 centre;
  Vec3 swing[3];
  double phase[3];

  explicit Path(Random& random) : centre(random.direction() * random.uniform(0.45, 0.6)) {
    for (int k = 0; k < 3; ++k) {
      swing[k] = random.direction() * random.uniform(0.02, 0.1);
      phase[k] = random.uniform(0, kTwoPi);
    }
  }
  Vec3 at(double t) const {
    Vec3 p = centre;
    for (int k = 0; k < 3; ++k) p += swing[k] * std::sin((k + 1) * kTwoPi * t + phase[k]);
    return p;
  }
};

/// The smallest joint change that moves the tip by `step` to first order, by Eigen's pseudo-inverse.
double least_change(const Skeleton& skeleton, const Pose& pose, JointId tip, const Vec3& step) {
  Frames frames(skeleton);
  forward(skeleton, pose, frames);
  Eigen::MatrixXd j(3, skeleton.freedom_count());
  jacobian(skeleton, frames, {tip}, {.rows = Rows::Linear}, {j.data(), 3, skeleton.freedom_count()});
  return j.completeOrthogonalDecomposition().solve(Eigen::Vector3d(step.x, step.y, step.z)).norm();
}

TEST(Smoothness, JointsMoveHardlyMoreThanTheyMust) {
  double worst = 0;
  for (int path_index = 0; path_index < 100; ++path_index) {
    Random random(static_cast<std::uint64_t>(path_index));
    const Skeleton skeleton = scenes::ball_chain(3 + path_index % 8);
    const JointId tip = skeleton.joint("tip");
    const Path path(random);
    Scratch scratch(skeleton);
    Pose pose = skeleton.rest_pose();
    for (int i = 0; i < 5; ++i) {
      const Goal settle[] = {reach(tip, path.at(0))};
      solve(skeleton, settle, Jacobian{.tolerance = {.position = 1e-9}}, pose, scratch);
    }
    std::vector<double> change(static_cast<std::size_t>(skeleton.freedom_count()));
    for (int frame = 1; frame <= 1000; ++frame) {
      const Vec3 target = path.at(frame / 1000.0);
      const Goal goals[] = {reach(tip, target)};
      const Pose before = pose;
      const double least = least_change(skeleton, before, tip, target - path.at((frame - 1) / 1000.0));
      ASSERT_TRUE(solve(skeleton, goals, Jacobian{.tolerance = {.position = 1e-6}}, pose, scratch).reached());
      difference(skeleton, before, pose, change);
      if (least > 1e-5) worst = std::max(worst, norm(change) / least);
    }
  }
  std::printf("  at most %.2f times the least change\n", worst);
  EXPECT_LE(worst, 3);
}

TEST(Smoothness, AClosedPathWithAPostureToHoldComesBackToTheSameJoints) {
  for (const bool arm : {false, true}) {
    const Skeleton skeleton = arm ? scenes::seven_hinge_arm() : scenes::ball_chain(8);
    const JointId tip{skeleton.joint_count() - 1};
    Scratch scratch(skeleton);
    Pose pose = arm ? scenes::ready_pose(skeleton) : skeleton.rest_pose();
    const Pose posture = pose;
    Frames frames(skeleton);
    forward(skeleton, posture, frames);
    const Vec3 centre = arm ? frames.position(tip) : Vec3{0.5, 0.2, 0.1};
    Pose after_two;
    std::vector<double> change(static_cast<std::size_t>(skeleton.freedom_count()));
    for (int round = 1; round <= 100; ++round) {
      for (int frame = 0; frame < 60; ++frame) {
        const double angle = kTwoPi * frame / 60;
        const Vec3 target = centre + Vec3{0, 0.1 * std::cos(angle), 0.1 * std::sin(angle)};
        const Goal goals[] = {reach(tip, target), hold(posture, {.priority = 1})};
        ASSERT_TRUE(solve(skeleton, goals, FullBody{}, pose, scratch).reached());
      }
      if (round == 2) after_two = pose;
      if (round <= 2) continue;
      difference(skeleton, after_two, pose, change);
      EXPECT_LE(degrees(largest(change)), 0.5) << "round " << round;
    }
  }
}

}  // namespace
}  // namespace kine
