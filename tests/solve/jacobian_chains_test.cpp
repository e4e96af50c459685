// Chains of free balls, as in a rope or a tail: N links of length 1/N, targets anywhere in reach, starts from nearly
// straight to crumpled. All of them have a solution, and the default method finds it.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>

#include "kine/solve/jacobian.h"
#include "scenes/scenes.h"
#include "tests/support/random_skeleton.h"

namespace kine {
namespace {

using test::Random;

/// A number of mean 0 and variance 1, nearly normal: the sum of twelve even ones (Irwin and Hall).
double normal(Random& random) {
  double sum = -6;
  for (int i = 0; i < 12; ++i) sum += random.uniform(0, 1);
  return sum;
}

struct ChainProblem {
  Vec3 target;
  Pose start;
};

/// The target at 0.2 to 1 of the reach, in any direction; every joint turned by a rotation vector whose three numbers
/// have the given deviation, radians.
ChainProblem draw_problem(Random& random, const Skeleton& chain, double deviation) {
  ChainProblem problem{random.direction() * random.uniform(0.2, 1), chain.rest_pose()};
  for (int i = 0; i + 1 < chain.joint_count(); ++i) {
    const Vec3 turn{normal(random), normal(random), normal(random)};
    set_joint_rotation(chain, {i}, exp(turn * deviation), problem.start);
  }
  return problem;
}

/// 10,000, or what the variable KINE_CHAIN_PROBLEMS says.
int problem_count() {
  const char* text = std::getenv("KINE_CHAIN_PROBLEMS");
  return text ? std::atoi(text) : 10000;
}

TEST(JacobianChains, EveryTargetInReachIsReached) {
  constexpr int kLinks[] = {3, 4, 5, 7, 10, 15, 20, 30, 50, 100};
  constexpr double kDeviations[] = {0.05, 0.5, 3};  // nearly straight, bent, crumpled
  const int each = (problem_count() + 29) / 30;
  for (const double deviation : kDeviations) {
    int problems = 0, steps = 0, most = 0;
    for (const int links : kLinks) {
      const Skeleton chain = scenes::ball_chain(links);
      const JointId tip = chain.joint("tip");
      Scratch scratch(chain);
      Random random(static_cast<std::uint64_t>(links));
      for (int i = 0; i < each; ++i) {
        ChainProblem problem = draw_problem(random, chain, deviation);
        const Goal goals[] = {reach(tip, problem.target)};
        const Report report = solve(chain, goals, Jacobian{}, problem.start, scratch);
        EXPECT_TRUE(report.reached()) << links << " links, deviation " << deviation << ", problem " << i << ": "
                                      << sentence(chain, report);
        ++problems;
        steps += report.iterations;
        most = std::max(most, report.iterations);
      }
    }
    std::printf("  %d chains turned by %.2f rad: %.2f steps in the mean, %d at the most\n", problems, deviation,
                static_cast<double>(steps) / problems, most);
  }
}

/// Links that all lie on one line, some of them folded back, and a target on that line: no small turn brings the tip
/// nearer. Bends lead on from nearly all such places; with the least noise, from all.
TEST(JacobianChains, LinesThatAreFoldedBackAreLedOn) {
  for (const double noise : {0.0, 1e-3}) {
    int problems = 0, reached = 0;
    for (const int links : {3, 5, 10, 30, 100}) {
      const Skeleton chain = scenes::ball_chain(links);
      Scratch scratch(chain);
      Random random(static_cast<std::uint64_t>(links));
      for (int i = 0; i < 200; ++i) {
        ChainProblem problem = draw_problem(random, chain, noise);
        for (int k = 0; k < links; ++k) {
          const Quat turn = joint_rotation(chain, problem.start, {k});
          if (random.chance(0.3)) set_joint_rotation(chain, {k}, from_axis_angle(kUnitZ, kPi) * turn, problem.start);
        }
        const double away = random.uniform(links == 3 ? 0.34 : 0.2, 1);
        const Goal goals[] = {reach(chain.joint("tip"), {random.chance(0.5) ? away : -away, 0, 0})};
        ++problems;
        reached += solve(chain, goals, Jacobian{}, problem.start, scratch).reached();
      }
    }
    std::printf("  of %d folded lines with %.0e rad of noise %d are led on\n", problems, noise, reached);
    EXPECT_GE(reached, noise > 0 ? problems : 0.97 * problems);
  }
}

}  // namespace
}  // namespace kine
