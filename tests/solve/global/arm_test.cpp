// The compiled arm: where its tip is, and how it moves, against forward kinematics and finite differences.
#include "kine/solve/global/arm.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <vector>

#include "kine/kinematics/forward.h"
#include "kine/math/dense/ldlt.h"
#include "kine/math/internal/counted.h"
#include "kine/solve/global/descent.h"
#include "scenes/random_pose.h"
#include "tests/support/random_skeleton.h"

namespace kine::detail {
namespace {

using test::Random;

Skeleton random_arm(Random& random, bool follows) {
  std::vector<Joint> joints;
  std::string parent;
  for (int i = 0; i < 7; ++i) {
    const std::string name = "j" + std::to_string(i);
    const bool slides = random.chance(0.2);
    joints.push_back(slides ? slider(name, parent, random.point(0.4), random.direction(), {-0.5, 0.5})
                            : hinge(name, parent, random.point(0.4), random.direction(), {-3, 3}));
    joints.back().rest.rotation = random.rotation();
    if (follows && i == 4) joints.back().axes[0].follows = Follow{"j1", 0, 0.7, 0.1};
    parent = name;
  }
  joints.push_back(fixed_joint("tip", parent, random.point(0.3)));
  return Skeleton::build(joints).value();
}

/// Columns by central differences of forward kinematics: turns, then shifts in reaches, for a step of one unit.
Eigen::MatrixXd differences(const Skeleton& skeleton, const Arm& arm, const Pose& pose, JointId tip) {
  constexpr double kStep = 1e-6;
  Frames low(skeleton), high(skeleton);
  Eigen::MatrixXd j(6, static_cast<Eigen::Index>(arm.variables.size()));
  for (std::size_t v = 0; v < arm.variables.size(); ++v) {
    const ArmVariable& variable = arm.variables[v];
    Pose down = pose, up = pose;
    down[static_cast<std::size_t>(variable.value)] -= kStep * variable.unit;
    up[static_cast<std::size_t>(variable.value)] += kStep * variable.unit;
    tidy(skeleton, down.q);
    tidy(skeleton, up.q);
    forward(skeleton, down, low);
    forward(skeleton, up, high);
    const Vec3 turn = log(high.rotation(tip) * conjugate(low.rotation(tip))) / (2 * kStep);
    const Vec3 shift = (high.position(tip) - low.position(tip)) / (2 * kStep * arm.reach);
    j.col(static_cast<Eigen::Index>(v)) << turn.x, turn.y, turn.z, shift.x, shift.y, shift.z;
  }
  return j;
}

TEST(Arm, IsWhereForwardKinematicsSaysAndMovesAsDifferencesDo) {
  for (int i = 0; i < 100; ++i) {
    Random random(static_cast<std::uint64_t>(i));
    const Skeleton skeleton = random_arm(random, i % 2 == 0);
    const JointId tip = skeleton.joint("tip");
    Pose pose = scenes::random_pose(skeleton, random);
    tidy(skeleton, pose.q);
    Scratch scratch(std::size_t{1} << 16);
    // With a mask it is built joint by joint, without one copied from what the skeleton has aligned.
    std::vector<char> all(static_cast<std::size_t>(skeleton.freedom_count()), 1);
    const std::span<const bool> mask(reinterpret_cast<const bool*>(all.data()), all.size());
    for (const bool masked : {false, true}) {
      const Arm arm =
          make_arm(skeleton, {.joint = tip}, {kWorld, masked ? mask : std::span<const bool>{}}, pose, scratch);
      std::vector<double> x;
      for (const ArmVariable& variable : arm.variables) x.push_back(pose[static_cast<std::size_t>(variable.value)]);
      Frames frames(skeleton);
      forward(skeleton, pose, frames);
      const ArmTarget target = target_of(arm, frames.position(tip), frames.rotation(tip));
      ArmDescent descent(arm, target, true, {1e-9, 1e-9}, scratch);
      const DescentOutcome there = descent.measure(x);
      EXPECT_LE(there.position_error, 1e-14) << i;
      EXPECT_LE(there.turn_error, 1e-14) << i;
      if (arm.variables.size() < 6) continue;
      const Eigen::MatrixXd j = differences(skeleton, arm, pose, tip);
      EXPECT_NEAR(descent.manipulability(), std::sqrt((j * j.transpose()).determinant()), 1e-6) << i;
    }
  }
}

using Number = kine::Counted;

long operations_of(const auto& work) {
  const FlopTally before = flop_tally();
  work();
  return flop_tally().flops() - before.flops();
}

/// The arithmetic limit that docs/performance.md compares instructions with: one damped step of seven hinges.
TEST(Arm, OperationsOfADampedStepAreCounted) {
  constexpr int kJoints = 7;
  Scratch scratch(std::size_t{1} << 14);
  Random random(1);
  const Skeleton skeleton = random_arm(random, false);
  const Arm arm = make_arm(skeleton, {.joint = skeleton.joint("tip")}, {}, skeleton.rest_pose().q, scratch);
  ArmFrameT<Number> frame;
  const long place = operations_of([&] {
    for (int i = 0; i < kJoints; ++i) pass<Number>(arm.links[0], 0.6, 0.8, 0, frame);
    frame.shift(0.1, 0.2, 0.3);
  });
  const long columns = operations_of([&] {
    for (int i = 0; i < kJoints; ++i) frame.at = cross(frame.z, frame.at - frame.x) * Number(0.5);
  });
  Matrix<Number, 6, 6> system;
  std::array<Number, 6> wanted;
  wanted.fill(1);
  const long solved = operations_of([&] {
    for (int row = 0; row < 6; ++row)
      for (int column = 0; column <= row; ++column) {
        system(row, column) = row == column ? 1 : 0;
        for (int i = 0; i < kJoints; ++i) system(row, column) += Number(0.1 * row) * Number(0.1 * column);
      }
    ldlt_factor_definite(system);
    ldlt_solve_definite(system, wanted);
    for (int i = 0; i < 6 * kJoints; ++i) wanted[0] += Number(0.1) * Number(0.2);  // the step is J^T of that
  });
  EXPECT_EQ(place, 445);
  EXPECT_EQ(columns, 105);
  EXPECT_EQ(solved, 537);
}

}  // namespace
}  // namespace kine::detail
