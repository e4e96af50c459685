// Every method ends by itself where it gets no nearer, whatever number of iterations it is allowed.
#include <gtest/gtest.h>

#include <climits>
#include <vector>

#include "kine/kinematics/forward.h"
#include "kine/solve/ccd.h"
#include "kine/solve/fabrik.h"
#include "kine/solve/full_body.h"
#include "kine/solve/global.h"
#include "kine/solve/hybrid.h"
#include "kine/solve/jacobian.h"
#include "kine/solve/shake.h"
#include "tests/support/random_skeleton.h"

namespace kine {
namespace {

using test::Random;

constexpr int kEndless = INT_MAX;
constexpr int kSeconds = 5000000;  // iterations that end while one waits; Shake's, over a few bones, are the most

template <class Visit>
void for_each_method(const Tolerance& tolerance, Visit visit) {
  visit("full body", FullBody{.tolerance = tolerance, .max_iterations = kEndless});
  visit("hybrid", Hybrid{.body = {.tolerance = tolerance, .max_iterations = kEndless}});
  visit("jacobian", Jacobian{.tolerance = tolerance, .max_iterations = kEndless});
  for (const Inverse inverse : {Inverse::Paper, Inverse::Transpose, Inverse::SelectivelyDamped})
    visit("jacobian with another inverse",
          Jacobian{.inverse = inverse, .tolerance = tolerance, .max_iterations = kEndless, .inner_limit = kEndless});
  visit("ccd", Ccd{.tolerance = tolerance, .max_iterations = kEndless});
  visit("fabrik", Fabrik{.tolerance = tolerance, .max_iterations = kEndless});
  visit("shake",
        Shake{.tolerance = tolerance, .max_iterations = kEndless, .cycle = kEndless, .bone_tolerance = 1e-300});
}

/// Solves with each method from a random pose; gives the most iterations that any of them took.
int most_iterations(const Skeleton& skeleton, const std::vector<Goal>& goals, const Tolerance& tolerance,
                    const Pose& start) {
  int most = 0;
  for_each_method(tolerance, [&](const char* name, const auto& method) {
    Pose pose = start;
    Scratch scratch(scratch_bytes(skeleton, goals, method));
    const Report report = solve(skeleton, goals, method, pose, scratch);
    EXPECT_FALSE(report.reached()) << name;
    most = std::max(most, report.iterations);
  });
  return most;
}

// Two points of one joint, or the same point twice, wanted in places that no pose has both.
TEST(Stall, GoalsThatContradictEachOtherEndEveryMethod) {
  int most = 0;
  for (int i = 0; i < 40; ++i) {
    Random random(static_cast<std::uint64_t>(i));
    const Skeleton skeleton =
        test::random_skeleton(random, {.joints = 6 + random.below(8), .followers = false, .fixed = false});
    const JointId tip{skeleton.joint_count() - 1};
    const std::vector<Goal> goals = {reach(tip, random.point(1)), reach(tip, random.point(1) + Vec3{2, 0, 0})};
    most = std::max(most, most_iterations(skeleton, goals, {}, test::random_pose(random, skeleton)));
  }
  std::printf("  at most %d iterations\n", most);
  EXPECT_LT(most, kSeconds);
}

// Targets that can be had, but never to the last bit.
TEST(Stall, AToleranceOfZeroEndsEveryMethod) {
  for (int i = 0; i < 40; ++i) {
    Random random(static_cast<std::uint64_t>(100 + i));
    const Skeleton skeleton = test::random_skeleton(random, {.joints = 4 + random.below(8), .followers = false});
    const JointId tip{skeleton.joint_count() - 1};
    Frames frames(skeleton);
    forward(skeleton, test::random_pose(random, skeleton), frames);
    const Goal goals[] = {reach(tip, frames.position(tip))};
    for_each_method({.position = 0, .angle = 0}, [&](const char* name, const auto& method) {
      Pose pose = test::random_pose(random, skeleton);
      Scratch scratch(scratch_bytes(skeleton, goals, method));
      EXPECT_LT(solve(skeleton, goals, method, pose, scratch).iterations, kSeconds) << name << ", seed " << i;
    });
  }
}

// Errors whose squares are nothing, or nothing divided by nothing.
TEST(Stall, VanishingSizesEndEveryMethod) {
  for (const double size : {1e-100, 1e-150, 1e-155, 1e-160, 1e-170, 1e-300}) {
    const Joint joints[] = {ball("a", "", {}), hinge("b", "a", {size, 0, 0}, kUnitZ, {0.1, 1}),
                            fixed_joint("tip", "b", {0, size, 0})};
    const Skeleton skeleton = Skeleton::build(joints).value();
    for (const double away : {size, 3 * size, 1.0, 1e99}) {
      const Goal goals[] = {reach(skeleton.joint("tip"), {away, away / 2, 0}, {.offset = {0, 0, size}})};
      for_each_method({.position = 0, .angle = 0}, [&](const char* name, const auto& method) {
        Pose pose = skeleton.rest_pose();
        Scratch scratch(scratch_bytes(skeleton, goals, method));
        EXPECT_LT(solve(skeleton, goals, method, pose, scratch).iterations, kSeconds) << name << ", " << size;
      });
    }
  }
}

}  // namespace
}  // namespace kine
