#include "kine/solve/internal/rows.h"

#include <gtest/gtest.h>

#include <vector>

#include "kine/kinematics/forward.h"
#include "tests/support/random_skeleton.h"

namespace kine {
namespace {

using test::Random;

Goal random_goal(Random& random, const Skeleton& skeleton, GoalKind kind, const Frames& frames, const Pose& posture) {
  const JointId joint{random.below(skeleton.joint_count())};
  GoalOptions options;
  options.offset = random.point(0.5);
  if (random.chance(0.5)) options.frame = {random.below(skeleton.joint_count())};
  switch (kind) {
    case GoalKind::Reach:
      return reach(joint, random.point(1), options);
    case GoalKind::Orient:
    case GoalKind::Place: {
      // The rows of a turn are linear near zero: ask for where it already is.
      Quat present = frames.rotation(joint);
      if (options.frame != kWorld) present = conjugate(frames.rotation(options.frame)) * present;
      if (kind == GoalKind::Orient) return orient(joint, present, options);
      return place(joint, {present, random.point(1)}, options);
    }
    case GoalKind::Aim: {
      Transform frame{};
      if (options.frame != kWorld) frame = frames.world_from_joint(options.frame);
      const Vec3 axis = random.direction();
      const Vec3 ahead = frames.position({joint, options.offset}) + rotate(frames.rotation(joint), axis) * 1.5;
      return aim(joint, axis, inverse(frame) * ahead, options);
    }
    case GoalKind::Hold:
      return hold(posture, options);
    case GoalKind::CentreOfMass:
      return centre_of_mass_at(random.point(1), options);
    case GoalKind::Distance:
      return distance(joint, random.point(3), {0, 1}, options);
    case GoalKind::HalfSpace:
      return half_space(joint, random.point(1), random.direction(), options);
  }
  return {};
}

std::vector<double> values_at(const Skeleton& skeleton, const Pose& pose, const Goal& goal, Frames& frames,
                              std::vector<double>& jacobian) {
  const int rows = row_count(skeleton, goal), n = skeleton.freedom_count();
  std::vector<double> values(static_cast<std::size_t>(rows)), room(static_cast<std::size_t>(6 * n));
  jacobian.assign(static_cast<std::size_t>(rows * n), 0.0);
  forward(skeleton, pose, frames);
  detail::evaluate_rows(skeleton, frames, pose, goal, values, {jacobian.data(), rows, n}, {room.data(), 6, n});
  return values;
}

TEST(Rows, JacobiansAgreeWithCentralDifferences) {
  const GoalKind kinds[] = {GoalKind::Reach, GoalKind::Orient,       GoalKind::Place,    GoalKind::Aim,
                            GoalKind::Hold,  GoalKind::CentreOfMass, GoalKind::Distance, GoalKind::HalfSpace};
  for (const GoalKind kind : kinds) {
    double worst = 0;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
      Random random(seed);
      const Skeleton skeleton = random_skeleton(random, {.joints = 9, .scales = seed % 3 == 0, .fixed = false});
      if (skeleton.mass() == 0 || skeleton.freedom_count() == 0) continue;
      const Pose pose = random_pose(random, skeleton), posture = pose;
      Frames frames(skeleton);
      forward(skeleton, pose, frames);
      const Goal goal = random_goal(random, skeleton, kind, frames, posture);
      ASSERT_FALSE(fault_of(skeleton, goal));
      const std::vector<double> speeds = random_speeds(random, skeleton);
      std::vector<double> jacobian, unused;
      values_at(skeleton, pose, goal, frames, jacobian);
      const double h = 1e-5;
      Pose before = pose, after = pose;
      integrate(skeleton, speeds, -h, before);
      integrate(skeleton, speeds, h, after);
      const std::vector<double> a = values_at(skeleton, before, goal, frames, unused);
      const std::vector<double> b = values_at(skeleton, after, goal, frames, unused);
      for (std::size_t r = 0; r < a.size(); ++r) {
        double product = 0;
        for (std::size_t c = 0; c < speeds.size(); ++c) product += jacobian[r + c * a.size()] * speeds[c];
        const double measured = (b[r] - a[r]) / (2 * h);
        worst = std::max(worst, std::abs(product - measured) / (1 + std::abs(measured)));
      }
    }
    EXPECT_LE(worst, 1e-6) << "kind " << static_cast<int>(kind);
  }
}

TEST(Rows, AndMeasureAgreeOnHowFarAGoalIsMissed) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Random random(seed);
    const Skeleton skeleton = random_skeleton(random, {.joints = 9});
    const Pose pose = random_pose(random, skeleton);
    const Goal goal = reach({random.below(skeleton.joint_count())}, random.point(1), {.offset = random.point(0.3)});
    Frames frames(skeleton);
    std::vector<double> jacobian;
    const std::vector<double> values = values_at(skeleton, pose, goal, frames, jacobian);
    EXPECT_NEAR(measure(skeleton, frames, pose, goal).position, length(Vec3{values[0], values[1], values[2]}), 1e-14);
  }
}

}  // namespace
}  // namespace kine
