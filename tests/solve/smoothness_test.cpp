// No flips, pops or jitter: how joints move when a target moves steadily.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <vector>

#include "kine/io/formats/problem_set.h"
#include "kine/kinematics/forward.h"
#include "kine/kinematics/jacobian.h"
#include "kine/model/pose.h"
#include "kine/solve/full_body.h"
#include "kine/solve/jacobian.h"
#include "scenes/scenes.h"
#include "tests/support/random_skeleton.h"
#include "tests/support/shared_data.h"

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

/// The largest turn of a ball or hinge from one pose to another.
double largest_turn(const Skeleton& skeleton, const Pose& before, const Pose& after) {
  double most = 0;
  for (int i = 0; i < skeleton.joint_count(); ++i) {
    if (skeleton.kind({i}) == JointKind::Ball)
      most = std::max(
          most, angle_of(conjugate(joint_rotation(skeleton, before, {i})) * joint_rotation(skeleton, after, {i})));
    if (skeleton.kind({i}) != JointKind::Hinge) continue;
    const auto v = static_cast<std::size_t>(skeleton.first_value({i}));
    most = std::max(most, std::abs(after[v] - before[v]));
  }
  return most;
}

/// What came of a straight path walked at constant speed.
struct Walk {
  double largest = 0;      // of a joint in a frame
  double worst_error = 0;  // of the reach
  bool ends_reached = false;
  bool told_true = true;
};

Walk walk(const Skeleton& skeleton, Pose pose, const Vec3& from, const Vec3& to, const Jacobian& method) {
  const JointId tip{skeleton.joint_count() - 1};
  Scratch scratch(skeleton);
  Frames frames(skeleton);
  Walk walk;
  for (int i = 0; i < 5; ++i) {
    const Goal settle[] = {reach(tip, from)};
    solve(skeleton, settle, Jacobian{}, pose, scratch);
  }
  for (int frame = 0; frame <= 300; ++frame) {
    const Vec3 target = from + (to - from) * (std::min(frame, 200) / 200.0);  // the last third stands still
    const Goal goals[] = {reach(tip, target)};
    const Pose before = pose;
    const Report report = solve(skeleton, goals, method, pose, scratch);
    walk.largest = std::max(walk.largest, largest_turn(skeleton, before, pose));
    forward(skeleton, pose, frames);
    const double error = length(frames.position(tip) - target);
    walk.told_true &= std::abs(report.position_error - error) < 1e-12 && (report.reached() == (error <= 1e-5));
    walk.worst_error = std::max(walk.worst_error, error);
    walk.ends_reached = report.reached();
  }
  return walk;
}

TEST(Smoothness, ThroughSingularPosesJointsTurnATenthOfARadianAFrameAndTheErrorIsTold) {
  double free_largest = 0, largest = 0, worst_error = 0;
  int jumps = 0;
  for (int path = 0; path < 200; ++path) {
    SCOPED_TRACE(path);
    Random random(static_cast<std::uint64_t>(path) + 77);
    const Skeleton chain = scenes::ball_chain(2 + path % 4);  // one metre of it
    Pose start = chain.rest_pose();
    const Vec3 side = random.direction(), along = any_perpendicular(side);
    // Through the root, or near it; to full stretch, along it and back inside.
    const bool through_root = path % 2 == 0;
    const double off = path % 6 < 2 ? 0 : random.uniform(0, 0.02);
    const Vec3 from = through_root ? side * 0.6 + along * off : side * 0.999 - along * 0.5;
    const Vec3 to = through_root ? side * -0.6 + along * off : side * (0.999 - off) + along * 0.3;
    const Walk free = walk(chain, start, from, to, Jacobian{});
    const Walk held = walk(chain, start, from, to, Jacobian{.max_change = 0.1});
    EXPECT_LE(held.largest, 0.1 + 1e-9);
    EXPECT_TRUE(held.told_true);
    EXPECT_TRUE(free.told_true);
    if (free.ends_reached) {
      EXPECT_TRUE(held.ends_reached);
    }
    jumps += free.largest > 0.1;
    free_largest = std::max(free_largest, free.largest);
    largest = std::max(largest, held.largest);
    worst_error = std::max(worst_error, held.worst_error);
  }
  std::printf(
      "  held: %.3f rad a frame, %.3f of the reach off at worst; free: %.3f rad, above 0.1 on %d of 200 paths\n",
      largest, worst_error, free_largest, jumps);
  EXPECT_GT(jumps, 20);  // or the paths are too tame to show anything
}

double median(std::vector<double> numbers) {
  std::ranges::nth_element(numbers, numbers.begin() + static_cast<std::ptrdiff_t>(numbers.size() / 2));
  return numbers[numbers.size() / 2];
}

/// Follows targets with the defaults: the largest joint change of a frame against the median one.
double largest_against_median(const Skeleton& skeleton, JointId tip, Pose pose, std::span<const Vec3> targets) {
  Scratch scratch(skeleton);
  std::vector<double> changes;
  for (int i = 0; i < 10; ++i) {
    const Goal settle[] = {reach(tip, targets[0])};
    solve(skeleton, settle, Jacobian{.tolerance = {.metres = 5e-6}}, pose, scratch);
  }
  for (const Vec3& target : targets.subspan(1)) {
    const Pose before = pose;
    const Goal goals[] = {reach(tip, target)};
    EXPECT_TRUE(solve(skeleton, goals, Jacobian{.tolerance = {.metres = 5e-6}}, pose, scratch).reached());
    changes.push_back(largest_turn(skeleton, before, pose));
  }
  return largest(changes) / median(changes);
}

TEST(Smoothness, TheLargestChangeOfATrackIsAtMostTwiceTheMedian) {
  for (const int links : {3, 10, 20}) {
    const Skeleton chain = scenes::ball_chain(links);
    // A circle about a tilted axis: constant speed, and about the same for the joints all along.
    const Vec3 axis = normalised(Vec3{0.3, 0.2, 1}), across = any_perpendicular(axis), up = cross(axis, across);
    std::vector<Vec3> targets;
    for (int frame = 0; frame < 1000; ++frame) {
      const double angle = kTwoPi * frame / 500;
      targets.push_back(axis * 0.55 + across * (0.15 * std::cos(angle)) + up * (0.15 * std::sin(angle)));
    }
    const double ratio = largest_against_median(chain, chain.joint("tip"), chain.rest_pose(), targets);
    std::printf("  %d links: %.2f\n", links, ratio);
    EXPECT_LE(ratio, 2);
  }
}

TEST(Smoothness, TheLargestChangeOfTheTrackSetsIsAtMostTwiceTheMedian) {
  for (const char* name : {"track_3.txt", "track_10.txt", "track_20.txt"}) {
    const std::filesystem::path path = testing::shared_data().parent_path() / "problems" / name;
    if (!std::filesystem::exists(path)) {
      std::printf("left out: ../shared/problems/%s is not here\n", name);
      continue;
    }
    const Result<ProblemSet> set = read_problem_set(path.string());
    ASSERT_TRUE(set) << set.error();
    std::vector<Vec3> targets;
    for (const Transform& target : set->targets) targets.push_back(target.translation);
    Pose start = set->skeleton.front().rest_pose();
    std::ranges::copy(set->start_of(0), start.begin());
    const double ratio = largest_against_median(set->skeleton.front(), set->tips[0], start, targets);
    std::printf("  %s: %.2f\n", name, ratio);
    EXPECT_LE(ratio, 2);
  }
}

/// Walks a circle 100 times and gives how far, in degrees, any joint ever is from where it was after round two.
double drift_of_tracking(const Skeleton& skeleton, Pose pose, const Vec3& centre, const Jacobian& method) {
  const JointId tip{skeleton.joint_count() - 1};
  Scratch scratch(skeleton);
  Pose after_two;
  std::vector<double> change(static_cast<std::size_t>(skeleton.freedom_count()));
  double most = 0;
  for (int round = 1; round <= 100; ++round) {
    for (int frame = 0; frame < 60; ++frame) {
      const double angle = kTwoPi * frame / 60;
      const Goal goals[] = {reach(tip, centre + Vec3{0, 0.1 * std::cos(angle), 0.1 * std::sin(angle)})};
      EXPECT_TRUE(solve(skeleton, goals, method, pose, scratch).reached());
    }
    if (round == 2) after_two = pose;
    if (round <= 2) continue;
    difference(skeleton, after_two, pose, change);
    most = std::max(most, degrees(largest(change)));
  }
  return most;
}

TEST(Smoothness, TrackingAClosedPathNearAPostureComesBackToTheSameJoints) {
  for (const bool arm : {false, true}) {
    const Skeleton skeleton = arm ? scenes::seven_hinge_arm() : scenes::ball_chain(8);
    const Pose posture = arm ? scenes::ready_pose(skeleton) : skeleton.rest_pose();
    Frames frames(skeleton);
    forward(skeleton, posture, frames);
    const Vec3 centre = arm ? frames.position(JointId{skeleton.joint_count() - 1}) : Vec3{0.5, 0.2, 0.1};
    const double with = drift_of_tracking(skeleton, posture, centre, Jacobian{.posture = posture});
    const double without = drift_of_tracking(skeleton, posture, centre, Jacobian{});
    std::printf("  %s: %.3f degrees with a posture, %.1f without\n", arm ? "arm" : "chain", with, without);
    EXPECT_LE(with, 0.5);
    EXPECT_GT(without, 0.5);  // or there is nothing to show
  }
}

}  // namespace
}  // namespace kine
