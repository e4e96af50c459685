#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "kine/kinematics/forward.h"
#include "kine/model/pose.h"
#include "kine/solve/full_body.h"
#include "kine/solve/internal/rows.h"
#include "tests/solve/dense_reference.h"
#include "tests/solve/limited_skeleton.h"

namespace kine {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using test::Random;

/// Three levels that contradict each other on a figure with tight limits; every second one is out of reach at the top.
struct Conflict {
  Skeleton skeleton;
  std::vector<Goal> goals;

  Conflict(Random& random, bool out_of_reach) : skeleton(test::limited_skeleton(random)) {
    Frames frames(skeleton);
    forward(skeleton, scenes::random_pose(skeleton, random), frames);
    const JointId tip = test::leaves(skeleton).back();
    const Vec3 there = frames.position(tip);
    goals.push_back(reach(tip, out_of_reach ? there * 3.0 + random.direction() : there, {.priority = 0}));
    goals.push_back(reach({random.below(skeleton.joint_count())}, random.point(1), {.priority = 1}));
    goals.push_back(orient({random.below(skeleton.joint_count())}, random.rotation(), {.priority = 2}));
  }

  GoalError error_of(std::size_t goal, const Pose& pose) const {
    Frames frames(skeleton);
    forward(skeleton, pose, frames);
    return measure(skeleton, frames, pose, goals[goal]);
  }
};

TEST(Priorities, LaterGoalsCostEarlierOnesNothing) {
  double worst = 0;
  int infeasible = 0, at_limits = 0;
  for (int i = 0; i < 1000; ++i) {
    Random random(static_cast<std::uint64_t>(i) + 5000);
    const Conflict conflict(random, i % 2 == 0);
    const Skeleton& skeleton = conflict.skeleton;
    Scratch scratch(skeleton);
    std::vector<Pose> poses;  // with one, two and three levels
    for (std::size_t levels = 1; levels <= 3; ++levels) {
      poses.push_back(skeleton.rest_pose());
      solve(skeleton, std::span(conflict.goals).first(levels), FullBody{}, poses.back(), scratch);
      EXPECT_LE(limit_violation(skeleton, poses.back()), 1e-9);
    }
    infeasible += conflict.error_of(0, poses[0]).position > 1e-3;
    for (const Skeleton::Freedom& freedom : skeleton.freedoms()) {
      if (freedom.value < 0) continue;
      const double value = poses[2][static_cast<std::size_t>(freedom.value)];
      at_limits += value <= freedom.limits.lower + 1e-9 || value >= freedom.limits.upper - 1e-9;
    }
    const auto changed = [&](std::size_t goal, const Pose& with) {
      const double alone = conflict.error_of(goal, poses[goal]).position;
      return std::abs(conflict.error_of(goal, with).position - alone) / skeleton.size();
    };
    worst = std::max({worst, changed(0, poses[1]), changed(0, poses[2]), changed(1, poses[2])});
  }
  std::printf("  worst change of an earlier residual %.2g of the reach; %d of 1000 infeasible at the top, %d limits\n",
              worst, infeasible, at_limits);
  EXPECT_LE(worst, 1e-9);
  EXPECT_GE(infeasible, 400);
  EXPECT_GE(at_limits, 1000);
}

/// A goal with bounds may be brought nearer by the goals of the next priority, which is free to do so; those of the one
/// after must not take that back. Searches that are cut short leave much to be brought nearer.
TEST(Priorities, WhatEarlierGoalsGainOnTheWayIsKept) {
  double worst = 0;
  int gained = 0;
  for (int i = 0; i < 500; ++i) {
    Random random(static_cast<std::uint64_t>(i) + 9000);
    Conflict conflict(random, false);
    const Skeleton& skeleton = conflict.skeleton;
    const Vec3 there = conflict.goals[0].target;
    conflict.goals[0] = half_space(test::leaves(skeleton).back(), there * 4.0, there, {.priority = 0});
    conflict.goals[2] = reach(test::leaves(skeleton).back(), random.point(1), {.priority = 2});
    Scratch scratch(skeleton);
    std::vector<double> errors;  // of the first goal, with one, two and three levels
    for (std::size_t levels = 1; levels <= 3; ++levels) {
      Pose pose = skeleton.rest_pose();
      solve(skeleton, std::span(conflict.goals).first(levels), FullBody{.max_iterations = 2}, pose, scratch);
      errors.push_back(conflict.error_of(0, pose).position / skeleton.size());
    }
    gained += errors[1] < errors[0] - 1e-3;
    worst = std::max({worst, errors[1] - errors[0], errors[2] - errors[1]});
  }
  std::printf("  worst loss of an earlier goal %.2g of the reach; %d of 500 had gained\n", worst, gained);
  EXPECT_LE(worst, 1e-9);
  EXPECT_GE(gained, 50);
}

/// The conditions of an optimum at a pose, level by level: no direction in which the level's error falls is left that
/// keeps the limits and the levels before. So the slope of its squared error is made up of normals of limits that are
/// touched, outwards, and of rows of the levels before, in either direction.
class Optimum {
 public:
  Optimum(const Conflict& conflict, const Pose& pose) : conflict_(conflict), pose_(pose), frames_(conflict.skeleton) {
    forward(conflict.skeleton, pose, frames_);
    touch_limits();
  }

  /// What is left over of the slope, of the slope it would have with nothing in the way.
  double left_over(std::size_t level) const {
    const auto [values, jacobian] = rows_of(conflict_.goals[level]);
    VectorXd slope = -jacobian.transpose() * values;
    std::vector<VectorXd> forces = outwards_;
    for (std::size_t earlier = 0; earlier < level; ++earlier) {
      const MatrixXd rows = rows_of(conflict_.goals[earlier]).second;
      for (Eigen::Index r = 0; r < rows.rows(); ++r) {
        forces.push_back(rows.row(r).transpose());
        forces.push_back(-rows.row(r).transpose());
      }
    }
    MatrixXd all(slope.size(), static_cast<Eigen::Index>(forces.size()));
    for (std::size_t i = 0; i < forces.size(); ++i) all.col(static_cast<Eigen::Index>(i)) = forces[i];
    const VectorXd left = forces.empty() ? slope : VectorXd(slope - all * test::non_negative_least_squares(all, slope));
    return left.norm() / std::max(1e-12, jacobian.norm() * values.norm());
  }

 private:
  std::pair<VectorXd, MatrixXd> rows_of(const Goal& goal) const {
    const int rows = row_count(conflict_.skeleton, goal), n = conflict_.skeleton.freedom_count();
    std::vector<double> values(static_cast<std::size_t>(rows)), jacobian(static_cast<std::size_t>(rows * n)),
        room(static_cast<std::size_t>(6 * n));
    detail::evaluate_rows(conflict_.skeleton, frames_, pose_, goal, values, {jacobian.data(), rows, n},
                          {room.data(), 6, n});
    return {Eigen::Map<VectorXd>(values.data(), rows), Eigen::Map<MatrixXd>(jacobian.data(), rows, n)};
  }

  void touch_limits() {
    const Skeleton& skeleton = conflict_.skeleton;
    for (int f = 0; f < skeleton.freedom_count(); ++f) {
      const Skeleton::Freedom& freedom = skeleton.freedom(f);
      if (freedom.value < 0) continue;
      const double value = pose_[static_cast<std::size_t>(freedom.value)];
      if (value >= freedom.limits.upper - kTouch) outwards_.push_back(VectorXd::Unit(skeleton.freedom_count(), f));
      if (value <= freedom.limits.lower + kTouch) outwards_.push_back(-VectorXd::Unit(skeleton.freedom_count(), f));
    }
    for (int i = 0; i < skeleton.joint_count(); ++i)
      if (skeleton.kind({i}) == JointKind::Ball) touch_ball({i});
  }

  /// How far outside a ball is, by its swing ellipse, by its twist above and below.
  static std::array<double, 3> outside(const BallLimits& limits, const Quat& rotation) {
    const BallAngles at = ball_angles(limits, rotation);
    return {std::hypot(at.first / limits.swing_first, at.second / limits.swing_second) - 1,
            at.twist - limits.twist.upper, limits.twist.lower - at.twist};
  }

  void touch_ball(JointId joint) {
    const Skeleton& skeleton = conflict_.skeleton;
    const BallLimits& limits = skeleton.description(joint).ball;
    const Quat now = joint_rotation(skeleton, pose_, joint);
    for (std::size_t part = 0; part < 3; ++part) {
      if (outside(limits, now)[part] < -kTouch) continue;
      VectorXd normal = VectorXd::Zero(skeleton.freedom_count());
      for (int k = 0; k < 3; ++k) {
        Vec3 turn{};
        turn[k] = 1e-6;
        normal[skeleton.freedom_of(joint) + k] =
            (outside(limits, now * exp(turn))[part] - outside(limits, now * exp(-turn))[part]) / 2e-6;
      }
      outwards_.push_back(normal.normalized());
    }
  }

  static constexpr double kTouch = 1e-7;
  const Conflict& conflict_;
  const Pose& pose_;
  Frames frames_;
  std::vector<VectorXd> outwards_;
};

TEST(Priorities, EachLevelEndsAtAnOptimumUnderThoseBefore) {
  std::vector<double> left;
  for (int i = 0; i < 300; ++i) {
    Random random(static_cast<std::uint64_t>(i) + 9000);
    Conflict conflict(random, i % 2 == 0);
    conflict.goals.pop_back();  // the rows of a turn are a slope only where it is small
    Scratch scratch(conflict.skeleton);
    Pose pose = conflict.skeleton.rest_pose();
    solve(conflict.skeleton, conflict.goals, FullBody{.max_iterations = 1000}, pose, scratch);
    const Optimum optimum(conflict, pose);
    for (std::size_t level = 0; level < 2; ++level)
      if (conflict.error_of(level, pose).position > 1e-3) left.push_back(optimum.left_over(level));
  }
  std::sort(left.begin(), left.end());
  const auto share = [&](double part) {
    return left[static_cast<std::size_t>(part * static_cast<double>(left.size() - 1))];
  };
  std::printf("  %zu levels that lack something: slope left over %.2g in the median, %.2g in 90 %%, %.2g at most\n",
              left.size(), share(0.5), share(0.9), share(1));
  EXPECT_GE(left.size(), 200u);
  EXPECT_LE(share(0.5), 1e-5);
  EXPECT_LE(share(0.9), 1e-2);
}

}  // namespace
}  // namespace kine
