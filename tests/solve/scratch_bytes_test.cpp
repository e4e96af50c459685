// scratch_bytes says exactly what a solve takes: with so much it works, with one byte less it is BadInput and nothing
// moves. scratch_bytes_for_rows bounds it for any goals of so many rows, and Scratch(skeleton) is enough for all.
#include <gtest/gtest.h>

#include <string_view>
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
#include "scenes/random_pose.h"
#include "scenes/scenes.h"
#include "tests/support/random_skeleton.h"

namespace kine {
namespace {

using test::Random;

template <class Visit>
void for_each_method(std::span<const double> posture, Visit visit) {
  visit("full body", FullBody{.restarts = 1});
  visit("hybrid", Hybrid{});
  visit("jacobian", Jacobian{});
  visit("jacobian, paper", Jacobian{.inverse = Inverse::Paper});
  visit("jacobian, transpose", Jacobian{.inverse = Inverse::Transpose, .max_iterations = 5});
  visit("jacobian, selectively damped", Jacobian{.inverse = Inverse::SelectivelyDamped, .max_iterations = 5});
  visit("jacobian, held back", Jacobian{.max_change = 0.01});
  visit("jacobian near a posture", Jacobian{.posture = posture});
  visit("ccd", Ccd{});
  visit("fabrik", Fabrik{});
  visit("shake", Shake{});
  visit("global", Global{.max_starts = 5});
  visit("two bones", TwoBone{});
}

std::vector<Goal> random_goals(Random& random, const Skeleton& skeleton, const Pose& posture) {
  Frames frames(skeleton);
  forward(skeleton, test::random_pose(random, skeleton), frames);
  std::vector<Goal> goals;
  const int count = 1 + random.below(3);
  for (int i = 0; i < count; ++i) {
    const JointId joint{random.below(skeleton.joint_count())};
    const GoalOptions options{.priority = random.below(2), .fade = random.chance(0.2) ? 0.5 : 1};
    if (random.chance(0.5)) {
      goals.push_back(reach(joint, frames.position(joint), options));
    } else {
      goals.push_back(place(joint, frames.world_from_joint(joint), options));
    }
  }
  if (random.chance(0.2)) goals.push_back(hold(posture, {.priority = 3}));
  return goals;
}

int rows_of(const Skeleton& skeleton, const std::vector<Goal>& goals) {
  int rows = 0;
  for (const Goal& goal : goals) rows += row_count(skeleton, goal);
  return rows;
}

TEST(ScratchBytes, AreExactForEveryMethod) {
  int solved = 0;
  for (int i = 0; i < 150; ++i) {
    Random random(static_cast<std::uint64_t>(i));
    const Skeleton skeleton = test::random_skeleton(
        random, {.joints = 2 + random.below(14), .scales = i % 5 == 0, .followers = i % 2 == 0, .fixed = i % 3 == 0});
    const Pose posture = skeleton.rest_pose(), start = test::random_pose(random, skeleton);
    const std::vector<Goal> goals = random_goals(random, skeleton, posture);
    for_each_method(posture, [&](const char* name, const auto& method) {
      const std::size_t bytes = scratch_bytes(skeleton, goals, method);
      EXPECT_LE(bytes, scratch_bytes_for_rows(skeleton, rows_of(skeleton, goals), method)) << name << i;
      // Wherever the memory starts: a byte off, too.
      std::vector<std::byte> memory(bytes + 1);
      Scratch enough(std::span<std::byte>(memory).subspan(1)), plenty(std::size_t{1} << 22);
      Pose by_enough = start, by_plenty = start;
      const Report report = solve(skeleton, goals, method, by_enough, enough);
      const Report reference = solve(skeleton, goals, method, by_plenty, plenty);
      EXPECT_EQ(report.status, reference.status) << name << ", seed " << i << ": " << report.fault;
      EXPECT_EQ(by_enough, by_plenty) << name << ", seed " << i;
      EXPECT_EQ(enough.used(), 0u);
      if (reference.status == Status::BadInput) return;
      ++solved;
      Scratch short_of_one(bytes - 1);
      Pose untouched = start;
      const Report refused = solve(skeleton, goals, method, untouched, short_of_one);
      EXPECT_EQ(refused.status, Status::BadInput) << name << ", seed " << i;
      EXPECT_NE(std::string_view(refused.fault).find("scratch memory is too small"), std::string_view::npos) << name;
      EXPECT_EQ(untouched, start) << name;
    });
  }
  EXPECT_GT(solved, 800);
}

TEST(ScratchBytes, OfASkeletonAreEnoughForAllMethods) {
  for (const scenes::Scene& scene : scenes::all()) {
    const Skeleton skeleton = scene.build();
    const int rows = std::min(64, 6 * skeleton.joint_count());
    const std::size_t bytes = skeleton.scratch_bytes();
    for_each_method({}, [&](const char* name, const auto& method) {
      EXPECT_LE(scratch_bytes_for_rows(skeleton, rows, method), bytes) << name << " on " << scene.name;
    });
    EXPECT_LE(scratch_bytes_for_rows(skeleton, rows, Velocity{}), bytes) << scene.name;
  }
}

TEST(ScratchBytes, AreFew) {
  const Skeleton arm = scenes::seven_hinge_arm();
  const JointId tip{arm.joint_count() - 1};
  const Goal one[] = {place(tip, {})};
  EXPECT_LT(scratch_bytes(arm, one, Jacobian{}), 16000u);
  const Skeleton body = scenes::humanoid();
  const Pose standing = scenes::standing_pose(body);
  std::vector<Goal> goals = {hold(standing, {.priority = 2})};
  for (const char* name : {"left_hand", "right_hand", "left_foot", "right_foot"})
    goals.push_back(place(body.joint(name), {}, {.priority = 1}));
  goals.push_back(centre_of_mass_at({}));
  EXPECT_LT(scratch_bytes(body, goals, FullBody{}), 200000u);
  const Joint hinges[] = {hinge("a", "", {}, kUnitZ), hinge("b", "a", {1, 0, 0}, kUnitZ)};
  const Skeleton two = Skeleton::build(hinges).value();
  std::printf(
      "  seven hinges by Jacobian %zu, a body by FullBody %zu; Scratch(skeleton): two hinges %zu, seven %zu, a body "
      "%zu\n",
      scratch_bytes(arm, one, Jacobian{}), scratch_bytes(body, goals, FullBody{}), two.scratch_bytes(),
      arm.scratch_bytes(), body.scratch_bytes());
}

// It may be asked before the goals are checked.
TEST(ScratchBytes, AreToldForGoalsThatMakeNoSense) {
  const Skeleton arm = scenes::planar_arm();
  const Pose rest = arm.rest_pose();
  for (const int wrong : {1000000, -1, -2})
    for (const Goal& goal : {reach({wrong}, {}), place({wrong}, {}), aim({wrong}, kUnitX, {})})
      for_each_method(rest.q, [&](const char* name, const auto& method) {
        Scratch scratch(scratch_bytes(arm, {&goal, 1}, method));
        Pose pose = rest;
        EXPECT_EQ(solve(arm, {&goal, 1}, method, pose, scratch).status, Status::BadInput) << name;
      });
}

}  // namespace
}  // namespace kine
