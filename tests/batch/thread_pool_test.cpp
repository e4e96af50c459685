// The pool does every piece once, and a batch in its threads has the bits of one thread.
#include "kine/batch/thread_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <vector>

#include "kine/batch/chains.h"
#include "kine/batch/solve.h"
#include "kine/batch/tbb_executor.h"
#include "kine/kinematics/forward.h"
#include "scenes/scenes.h"
#include "tests/batch/same_bits.h"
#include "tests/support/random_skeleton.h"

namespace kine {
namespace {

using test::Random;

void expect_every_piece_once(Executor& executor) {
  for (const std::size_t count : {0u, 1u, 2u, 1000u}) {
    std::vector<std::atomic<int>> done(count);
    const auto piece = [&](std::size_t i) { ++done[i]; };
    executor.run(
        count, [](const void* data, std::size_t i) { (*static_cast<const decltype(piece)*>(data))(i); }, &piece);
    for (const auto& times : done) ASSERT_EQ(times, 1);
  }
}

TEST(ThreadPool, DoesEveryPieceOnce) {
  for (const int threads : {1, 2, 5}) {
    ThreadPool pool(threads);
    EXPECT_EQ(pool.threads(), threads);
    for (int round = 0; round < 20; ++round) expect_every_piece_once(pool);
  }
}

#ifdef KINE_HAVE_TBB
TEST(TbbExecutor, DoesEveryPieceOnce) {
  TbbExecutor executor;
  expect_every_piece_once(executor);
}
#endif

/// What a batch leaves behind: poses, errors, tips and Jacobians.
std::vector<double> results(Executor* executor) {
  constexpr std::size_t kPoses = 3000;
  const Skeleton arm = scenes::seven_hinge_arm();
  const JointId tip{arm.joint_count() - 1};
  Random random(9);
  Batch batch(arm, kPoses);
  Arrays targets(7, kPoses);
  Frames frames(arm);
  for (std::size_t i = 0; i < kPoses; ++i) {
    Pose pose = scenes::random_pose(arm, random);
    forward(arm, pose, frames);
    targets.vectors(0).set(i, frames.position(tip));
    targets.quaternions(3).set(i, frames.rotation(tip));
    for (double& value : pose.q) value += random.uniform(-0.2, 0.2);
    batch.set(i, pose.q);
  }
  const BatchGoal goal{.joint = tip, .target = targets.vectors(0), .orientation = targets.quaternions(3)};
  std::vector<BatchReport> reports(kPoses);
  BatchScratch scratch(arm, 16);
  solve(arm, goal, Global{.max_starts = 4}, batch, reports, scratch, {.executor = executor});
  const ChainKernel kernel(arm, tip);
  Arrays tips(12, kPoses), jacobians(42, kPoses);
  forward_and_jacobian(kernel, batch, {}, tips, jacobians, {.executor = executor});
  solve(arm, goal, Jacobian{}, batch, {}, scratch, {.executor = executor});
  std::vector<double> out;
  for (std::size_t i = 0; i < kPoses; ++i) {
    for (int v = 0; v < batch.value_count(); ++v) out.push_back(batch.values(v)[i]);
    for (int k = 0; k < 12; ++k) out.push_back(tips[k][i]);
    for (int k = 0; k < 42; ++k) out.push_back(jacobians[k][i]);
    out.push_back(reports[i].position_error);
  }
  return out;
}

TEST(ThreadPool, GivesTheBitsOfOneThread) {
  const std::vector<double> one = results(nullptr);
  for (const int threads : {1, 2, 4}) {
    ThreadPool pool(threads);
    const std::vector<double> many = results(&pool);
    ASSERT_EQ(many.size(), one.size());
    for (std::size_t i = 0; i < one.size(); ++i) ASSERT_TRUE(test::same(many[i], one[i])) << threads << " threads";
  }
}

}  // namespace
}  // namespace kine
