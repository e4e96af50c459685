// A skeleton is shared by any number of threads: each has its own pose and scratch memory, and all get the same bits. The
// thread sanitizer of make check watches this.
#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "kine/kinematics/forward.h"
#include "kine/solve/ccd.h"
#include "kine/solve/fabrik.h"
#include "kine/solve/full_body.h"
#include "kine/solve/global.h"
#include "kine/solve/hybrid.h"
#include "kine/solve/jacobian.h"
#include "kine/solve/shake.h"
#include "kine/solve/two_bone.h"
#include "kine/solve/velocity.h"
#include "scenes/scenes.h"
#include "tests/support/random_skeleton.h"

namespace kine {
namespace {

using test::Random;

/// Everything that one thread does with the skeleton: all methods, forward kinematics, poses and look-ups.
std::vector<double> use(const Skeleton& skeleton, int rounds) {
  std::vector<double> results;
  Scratch scratch(std::size_t{1} << 21);
  Frames frames(skeleton);
  for (int i = 0; i < rounds; ++i) {
    Random random(static_cast<std::uint64_t>(i));
    const JointId joint = skeleton.find(skeleton.name({random.below(skeleton.joint_count())})).value();
    forward(skeleton, test::random_pose(random, skeleton), frames);
    const Goal goals[] = {reach(joint, frames.position(joint))};
    const Pose start = test::random_pose(random, skeleton);
    const auto solve_by = [&](const auto& method) {
      Pose pose = start;
      const Report report = solve(skeleton, goals, method, pose, scratch);
      results.push_back(report.position_error);
      results.insert(results.end(), pose.begin(), pose.end());
    };
    solve_by(Jacobian{});
    solve_by(Jacobian{.inverse = Inverse::SelectivelyDamped, .max_iterations = 5});
    solve_by(FullBody{.restarts = 1});
    solve_by(Hybrid{});
    solve_by(Ccd{});
    solve_by(Fabrik{});
    solve_by(Shake{.max_iterations = 200});
    solve_by(TwoBone{});
    Pose pose = start;
    std::vector<double> speeds(static_cast<std::size_t>(skeleton.freedom_count()));
    const VelocityConstraint constraint = follow_point(joint, frames.position(joint));
    step(skeleton, {&constraint, 1}, Velocity{}, speeds, pose, scratch);
    results.insert(results.end(), pose.begin(), pose.end());
    results.push_back(static_cast<double>(skeleton.scratch_bytes()));
  }
  return results;
}

TEST(Threads, FourOnOneSkeletonGetTheSameBits) {
  Random random(4);
  for (const Skeleton& skeleton : {scenes::humanoid(), test::random_skeleton(random, {.joints = 12})}) {
    std::vector<std::vector<double>> results(4);
    std::vector<std::thread> threads;
    for (std::vector<double>& mine : results) threads.emplace_back([&] { mine = use(skeleton, 3); });
    for (std::thread& thread : threads) thread.join();
    const std::vector<double> alone = use(skeleton, 3);
    for (const std::vector<double>& theirs : results) EXPECT_EQ(theirs, alone);
  }
}

}  // namespace
}  // namespace kine
