// Many solves at once against one after the other: bit for bit, poses and reports.
#include "kine/batch/solve.h"

#include <string>
#include <vector>

#include "bench/arm_sets.h"
#include "scenes/scenes.h"
#include "tests/batch/same_bits.h"
#include "tests/support/allocation_trap.h"
#include "tests/support/random_skeleton.h"

namespace kine {
namespace {

using test::Random;

/// Many problems of one skeleton.
struct Problems {
  Skeleton skeleton;
  JointId tip;
  Vec3 offset{};
  bool turned = true;
  std::vector<Transform> targets{};
  std::vector<Pose> seeds{};

  Goal goal(std::size_t i) const {
    return turned ? place(tip, targets[i], {.offset = offset}) : reach(tip, targets[i].translation, {.offset = offset});
  }
};

/// Seeds a little and far away from poses that reach, at limits and outside them; targets that cannot be reached, and numbers that
/// are too large or none.
void fill(int count, Random& random, Problems& problems) {
  const Skeleton& skeleton = problems.skeleton;
  Frames frames(skeleton);
  for (int i = 0; i < count; ++i) {
    Pose pose = scenes::random_pose(skeleton, random);
    forward(skeleton, pose, frames);
    const Transform& at = frames.world_from_joint(problems.tip);
    problems.targets.push_back({at.rotation, at * problems.offset});
    const double away = random.chance(0.8) ? 0.15 : 2;
    for (double& value : pose.q) value += random.uniform(-away, away);
    if (!random.chance(0.1)) clamp_to_limits(skeleton, pose);
    Transform& target = problems.targets.back();
    if (random.chance(0.03)) target.translation = target.translation * random.uniform(1, 4);
    if (random.chance(0.03)) target.rotation = target.rotation * random.uniform(-2, 2);
    if (random.chance(0.02)) target.translation[random.below(3)] = test::kOddNumbers[random.below(test::kOddCount)];
    if (random.chance(0.02)) target.rotation.y = test::kOddNumbers[random.below(test::kOddCount)];
    if (random.chance(0.02)) pose.q.back() = test::kOddNumbers[random.below(test::kOddCount)];
    problems.seeds.push_back(pose);
  }
}

template <class Method>
void expect_same_bits(const std::string& what, const Problems& problems, const Method& method) {
  const std::size_t count = problems.seeds.size();
  const Skeleton& skeleton = problems.skeleton;
  Arrays targets(7, count);
  for (std::size_t i = 0; i < count; ++i) {
    targets.vectors(0).set(i, problems.targets[i].translation);
    targets.quaternions(3).set(i, problems.targets[i].rotation);
  }
  BatchGoal goal{.joint = problems.tip, .offset = problems.offset, .target = targets.vectors(0)};
  if (problems.turned) goal.orientation = targets.quaternions(3);
  std::vector<Pose> poses = problems.seeds;
  std::vector<Report> alone(count);
  Scratch scratch(skeleton);
  for (std::size_t i = 0; i < count; ++i) {
    const Goal one = problems.goal(i);
    alone[i] = solve(skeleton, {&one, 1}, method, poses[i].q, scratch);
  }
  test::Backwards backwards;
  std::vector<BatchReport> reports(count);
  for (Executor* executor : {static_cast<Executor*>(nullptr), static_cast<Executor*>(&backwards)})
    for (const int lanes : test::kLaneWidths) {
      Batch batch(skeleton, count);
      for (std::size_t i = 0; i < count; ++i) batch.set(i, problems.seeds[i].q);
      BatchScratch parts(skeleton, executor ? 7 : 1);
      {
        const test::AllocationTrap trap;
        solve(skeleton, goal, method, batch, reports, parts, {executor, lanes});
        EXPECT_EQ(trap.count(), 0) << what;
      }
      int different = 0;
      for (std::size_t i = 0; i < count; ++i) {
        bool same = reports[i].status == alone[i].status && reports[i].iterations == alone[i].iterations &&
                    test::same(reports[i].position_error, alone[i].position_error) &&
                    test::same(reports[i].angle_error, alone[i].angle_error);
        for (int v = 0; v < batch.value_count(); ++v)
          same &= test::same(batch.values(v)[i], poses[i].q[static_cast<std::size_t>(v)]);
        if (!same && different++ == 0)
          ADD_FAILURE() << what << ", " << lanes << " lanes: problem " << i << " is another one alone";
      }
      EXPECT_EQ(different, 0) << what;
    }
}

TEST(ManyGlobals, HaveTheBitsOfSingleOnes) {
  Random random(1);
  for (const bool turned : {true, false})
    for (const bench::ChainShape shape : {bench::ChainShape::Limited, bench::ChainShape::Free,
                                          bench::ChainShape::SphericalWrist, bench::ChainShape::ParallelTriple}) {
      const int joints = 6 + random.below(2);
      Skeleton arm = bench::generated_chain(shape, joints, random);
      Problems problems{arm, {arm.joint_count() - 1}, random.point(0.1), turned};
      fill(shape == bench::ChainShape::Free ? 6001 : 1501, random, problems);
      const std::string what = std::string(to_string(shape)) + (turned ? ", place" : ", reach");
      expect_same_bits(what, problems, Global{.max_starts = 4});
      expect_same_bits(what + ", once", problems, Global{.max_starts = 0});
    }
}

TEST(ManyGlobals, OnesThatLanesDoNotServeAreSolvedAlone) {
  Random random(5);
  Problems problems{scenes::seven_hinge_arm(), {7}};
  problems.tip = {problems.skeleton.joint_count() - 1};
  fill(40, random, problems);
  expect_same_bits("nearest", problems, Global{.choice = Choice::Nearest, .max_starts = 2});
  expect_same_bits("from a joint", problems, Global{.max_starts = 2, .from = {2}});
  expect_same_bits("bad settings", problems, Global{.max_starts = -1});
  problems.tip = {99};
  expect_same_bits("no such joint", problems, Global{.max_starts = 2});
}

TEST(ManyJacobians, OfArmsHaveTheBitsOfSingleOnes) {
  Random random(2);
  for (const bool turned : {true, false})
    for (const bench::ChainShape shape : {bench::ChainShape::Limited, bench::ChainShape::Free}) {
      Skeleton arm = bench::generated_chain(shape, 4 + random.below(4), random);
      Problems problems{arm, {arm.joint_count() - 1}, random.point(0.1), turned};
      fill(4001, random, problems);
      const std::string what = std::string(to_string(shape)) + (turned ? ", place" : ", reach");
      expect_same_bits(what, problems, Jacobian{});
      expect_same_bits(what + ", few steps", problems, Jacobian{.max_iterations = 4, .step = 0.7});
    }
}

TEST(ManyJacobians, OfBallsHaveTheBitsOfSingleOnes) {
  Random random(3);
  for (const int links : {1, 2, 3, 10, 40}) {
    Problems problems{scenes::ball_chain(links), {}, {}, false};
    problems.tip = {problems.skeleton.joint_count() - 1};
    fill(links > 10 ? 501 : 6001, random, problems);
    for (std::size_t i = 0; i < problems.seeds.size();
         i += 7)  // straight, or crumpled: where bends and unfolding begin
      problems.seeds[i] = i % 2 == 0 ? problems.skeleton.rest_pose() : test::random_pose(random, problems.skeleton);
    expect_same_bits("chain of " + std::to_string(links), problems, Jacobian{});
    expect_same_bits("half steps", problems, Jacobian{.max_iterations = 9, .step = 0.5});
  }
}

TEST(ManyJacobians, OnesThatLanesDoNotServeAreSolvedAlone) {
  Random random(5);
  for (const bool turned : {true, false}) {
    Problems problems{scenes::humanoid(), {}, {}, turned};
    problems.tip = {problems.skeleton.joint_count() - 1};
    fill(40, random, problems);
    expect_same_bits("person", problems, Jacobian{});
    expect_same_bits("bad settings", problems, Jacobian{.step = -1});
  }
  Problems problems{scenes::ball_chain(5), {5}};
  fill(40, random, problems);
  expect_same_bits("turned balls", problems, Jacobian{});
  problems.turned = false;
  expect_same_bits("held back", problems, Jacobian{.max_change = 0.2});
}

}  // namespace
}  // namespace kine
