// Many poses of one arm at once: lanes on one core, and pieces of the batch in the threads of a pool.
#include <cstdio>

#include "kine/batch/thread_pool.h"
#include "kine/kine.h"

using namespace kine;

namespace {

/// Angle v of pose i, radians: poses that are all a little different.
double some_angle(std::size_t i, int v) {
  const std::size_t spread = (i * 7919 + static_cast<std::size_t>(v) * 31) % 1000;
  return (v == 3 ? -1.2 : 0.2) + 0.0004 * static_cast<double>(spread);
}

}  // namespace

int main() {
  const Joint joints[] = {hinge("base", "", {0, 0, 0.33}, kUnitZ, {-2.9, 2.9}),
                          hinge("shoulder", "base", {}, kUnitY, {-1.7, 1.7}),
                          hinge("twist", "shoulder", {0, 0, 0.32}, kUnitZ, {-2.9, 2.9}),
                          hinge("elbow", "twist", {0.08, 0, 0}, kUnitY, {-3, 0}),
                          hinge("forearm", "elbow", {-0.08, 0, 0.38}, kUnitZ, {-2.9, 2.9}),
                          hinge("wrist", "forearm", {}, kUnitY, {-1.6, 2}),
                          hinge("flange", "wrist", {0.09, 0, 0}, kUnitZ, {-2.9, 2.9}),
                          fixed_joint("tool", "flange", {0, 0, 0.1})};
  const Result<Skeleton> built = Skeleton::build(joints);
  if (!built) return std::fprintf(stderr, "%s\n", built.error().c_str()), 1;
  const Skeleton& arm = *built;
  const JointId tool = arm.joint("tool");
  constexpr std::size_t kCount = 10'000;

  // [forward]
  Batch poses(arm, kCount);  // rest poses; values(v) is value v of all of them
  for (std::size_t i = 0; i < kCount; ++i)
    for (int v = 0; v < poses.value_count(); ++v) poses.values(v)[i] = some_angle(i, v);
  const ChainKernel chain(arm, tool);
  Arrays tips(12, kCount), jacobians(6 * poses.value_count(), kCount);
  forward_and_jacobian(chain, poses, {}, tips, jacobians);
  const Vec3 first = tips.vectors(9).at(0);  // where the first tool is
  // [/forward]

  // [solve]
  Arrays targets(3, kCount);  // every tool two centimetres higher
  for (std::size_t i = 0; i < kCount; ++i) targets.vectors(0).set(i, tips.vectors(9).at(i) + Vec3{0, 0, 0.02});
  const BatchGoal goal{.joint = tool, .target = targets.vectors(0)};

  ThreadPool pool;                // the caller's threads; without one all is done in this thread
  BatchScratch scratch(arm, 64);  // in 64 parts, of which each thread does one at a time
  std::vector<BatchReport> reports(kCount);
  solve(arm, goal, Global{}, poses, reports, scratch, {.executor = &pool});
  // [/solve]

  std::size_t reached = 0;
  for (const BatchReport& report : reports) reached += report.status == Status::Reached ? 1u : 0u;
  std::printf("%zu of %zu tools are two centimetres higher; the first was at %.3f %.3f %.3f\n", reached, kCount,
              first.x, first.y, first.z);

  // One alone has the same bits.
  std::vector<double> of_batch(static_cast<std::size_t>(poses.value_count()));
  poses.get(0, of_batch);
  Pose alone = arm.rest_pose();
  for (int v = 0; v < arm.value_count(); ++v) alone[static_cast<std::size_t>(v)] = some_angle(0, v);
  Scratch its(arm);
  const Goal one = goal.at(0);
  solve(arm, {&one, 1}, Global{}, alone, its);
  return reached == kCount && alone.q == of_batch ? 0 : 1;
}
