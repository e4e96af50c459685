#include "kine/solve/full_body.h"

#include <gtest/gtest.h>

#include <fstream>
#include <vector>

#include "kine/kinematics/forward.h"
#include "kine/model/pose.h"
#include "scenes/scenes.h"
#include "tests/solve/degenerate.h"
#include "tests/solve/limited_skeleton.h"
#include "tests/support/random_skeleton.h"

namespace kine {
namespace {

using test::Random;

TEST(FullBody, StandsTheDegenerateList) { test::run_degenerate_list(FullBody{}); }

// Straight legs on planted feet are a singular pose at a limit: steps of later levels bring the feet off, and Newton's
// way back gains only a few times a step there. The head is free all the same.
TEST(FullBody, TurnsTheHeadOfAFigureThatStandsOnStraightLegs) {
  const Skeleton figure = scenes::humanoid();
  const Pose standing = scenes::standing_pose(figure);
  Frames frames(figure);
  forward(figure, standing, frames);
  const JointId left = figure.joint("left_foot"), right = figure.joint("right_foot"), pelvis = figure.joint("pelvis");
  Goal upright = orient(pelvis, frames.rotation(pelvis));
  upright.bounds[0] = upright.bounds[1] = {-0.2, 0.2};
  const Goal goals[] = {place(left, frames.world_from_joint(left)), reach(right, frames.position(right)), upright,
                        aim(figure.joint("head"), kUnitZ, {0.5, 1.4, 2}, {.priority = 1})};
  Pose pose = standing;
  Scratch scratch(figure);
  const Report report = solve(figure, goals, FullBody{}, pose, scratch);
  EXPECT_TRUE(report.reached());
  EXPECT_LE(report.iterations, 10);
}

TEST(FullBody, ReachesInsideTightLimits) {
  const int problems = 3000;
  int solved = 0, at_once = 0;
  double worst_violation = 0;
  for (int i = 0; i < problems; ++i) {
    Random random(static_cast<std::uint64_t>(i % 1000 + 100000 * (i / 1000)));
    const Skeleton skeleton = test::limited_skeleton(random);
    const Pose wanted = scenes::random_pose(skeleton, random);
    Frames frames(skeleton);
    forward(skeleton, wanted, frames);
    std::vector<Goal> goals;
    for (const JointId leaf : test::leaves(skeleton)) {
      const Vec3 offset = random.point(0.3);
      goals.push_back(reach(leaf, frames.position({leaf, offset}), {.offset = offset}));
      if (goals.size() == 3) break;
    }
    Pose pose = skeleton.rest_pose();
    Scratch scratch(skeleton);
    at_once += solve(skeleton, goals, FullBody{}, pose, scratch).reached();
    worst_violation = std::max(worst_violation, limit_violation(skeleton, pose));
    pose = skeleton.rest_pose();
    const Report report = solve(skeleton, goals, FullBody{.restarts = 10}, pose, scratch);
    solved += report.reached();
    worst_violation = std::max(worst_violation, limit_violation(skeleton, pose));
  }
  std::printf("  %.2f %% at once, %.2f %% with at most ten restarts\n", 100.0 * at_once / problems,
              100.0 * solved / problems);
  EXPECT_GE(solved, 2997);
  EXPECT_LE(worst_violation, 1e-9);
}

// Where several starts lead to a solution, the one nearest to the given pose is kept, by the weighted joint distance.
// With the one of the least error instead, the mean is 2.50 radians.
TEST(FullBody, KeepsTheNearestOfSeveralSolutions) {
  int again = 0;
  double sum = 0;
  for (int i = 0; i < 2000; ++i) {
    Random random(static_cast<std::uint64_t>(i));
    const Skeleton skeleton = test::limited_skeleton(random);
    Frames frames(skeleton);
    forward(skeleton, scenes::random_pose(skeleton, random), frames);
    const JointId leaf = test::leaves(skeleton).front();
    const Goal goals[] = {reach(leaf, frames.position(leaf))};
    const Pose start = scenes::random_pose(skeleton, random);
    Scratch scratch(skeleton);
    Pose pose = start;
    if (solve(skeleton, goals, FullBody{.try_again = false}, pose, scratch).reached()) continue;
    pose = start;
    if (!solve(skeleton, goals, FullBody{.try_again = false, .restarts = 10}, pose, scratch).reached()) continue;
    std::vector<double> moved(static_cast<std::size_t>(skeleton.freedom_count()));
    difference(skeleton, start, pose, moved);
    double squares = 0;
    for (std::size_t f = 0; f < moved.size(); ++f)
      squares += moved[f] * moved[f] / skeleton.freedom(static_cast<int>(f)).weight;
    sum += std::sqrt(squares);
    ++again;
  }
  std::printf("  %d solved by starting again, %.2f radians away in the mean\n", again, sum / again);
  EXPECT_GE(again, 50);
  EXPECT_LT(sum / again, 2.3);
}

}  // namespace
}  // namespace kine
