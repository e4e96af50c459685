// How much quicker are many problems at once than one after the other, on one core? Best of many rounds; the numbers of a row
// are measured in turn in one run.
//
//   bench_batch [--threads N] [FILE.ik | FILE.txt …]     problem sets of arms (warm seeds) and chains; --threads: how much
//                                                        quicker N threads are than one, in the widest lanes
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>
#include <vector>

#include "kine/batch/chains.h"
#include "kine/batch/solve.h"
#include "kine/batch/thread_pool.h"
#include "kine/batch/two_bones.h"
#include "kine/io/formats/problem_set.h"
#include "scenes/random_pose.h"
#include "scenes/scenes.h"

namespace {

using namespace kine;

constexpr int kProblems = 1024;
constexpr int kRounds = 500;

int g_threads = 1;

/// Keeps a result from being optimised away.
volatile double g_sink;

struct Times {
  double alone = 1e30, lanes2 = 1e30, lanes4 = 1e30, lanes8 = 1e30, threads = 1e30;  // nanoseconds a problem
};

template <class Reset, class Call>
double nanoseconds(int problems, const Reset& reset, const Call& call) {
  reset();
  const auto start = std::chrono::steady_clock::now();
  call();
  const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - start;
  return took.count() / problems;
}

/// alone() does all problems one after the other, many(run) as a batch; reset(), which is not timed, makes them anew.
template <class Reset, class Alone, class Many>
void measure(const char* what, int problems, int rounds, const Reset& reset, const Alone& alone, const Many& many) {
  Times best;
  ThreadPool pool(g_threads);
  for (int round = 0; round < rounds; ++round) {
    best.alone = std::min(best.alone, nanoseconds(problems, reset, alone));
    best.lanes2 = std::min(best.lanes2, nanoseconds(problems, reset, [&] { many(BatchRun{nullptr, 2}); }));
    best.lanes4 = std::min(best.lanes4, nanoseconds(problems, reset, [&] { many(BatchRun{nullptr, 4}); }));
    best.lanes8 = std::min(best.lanes8, nanoseconds(problems, reset, [&] { many(BatchRun{nullptr, 8}); }));
    if (g_threads > 1)
      best.threads = std::min(best.threads, nanoseconds(problems, reset, [&] { many(BatchRun{&pool, 8}); }));
  }
  std::printf("%-32s %9.1f %9.1f %9.1f %9.1f %8.1f %6.1f %6.1f\n", what, best.alone, best.lanes2, best.lanes4,
              best.lanes8, best.alone / best.lanes2, best.alone / best.lanes4, best.alone / best.lanes8);
  if (g_threads > 1)
    std::printf("  (%d threads: %.1f ns, %.2f times as fast as one)\n", g_threads, best.threads,
                best.lanes8 / best.threads);
}

void two_bones() {
  scenes::Random random(1);
  Arrays in(11, kProblems), out(8, kProblems);
  std::vector<char> reached(kProblems);
  for (int k = 0; k < in.count(); ++k)
    for (double& x : in[k]) x = k < 2 ? random.between(0.2, 1) : random.between(-1, 1);
  const TwoBones limbs{
      .upper = in[0], .lower = in[1], .root = in.vectors(2), .target = in.vectors(5), .pole = in.vectors(8)};
  const TwoBoneAnswers answers{.root_rotation = out.quaternions(0), .mid_rotation = out.quaternions(4)};
  std::vector<geometry::TwoBoneLimb<double>> limb(kProblems);
  std::vector<geometry::TwoBonePose<double>> pose(kProblems);
  std::vector<geometry::TwoBoneOptions<double>> options(kProblems);
  std::vector<geometry::TwoBoneSolution<double>> solved(kProblems);
  std::vector<Vec3> target(kProblems);
  for (std::size_t i = 0; i < kProblems; ++i) {
    limb[i].upper = in[0][i];
    limb[i].lower = in[1][i];
    pose[i].root = limbs.root.at(i);
    target[i] = limbs.target.at(i);
    options[i].pole = limbs.pole.at(i);
  }
  measure(
      "two bones", kProblems, kRounds, [] {},
      [&] {
        for (std::size_t i = 0; i < kProblems; ++i)
          solved[i] = geometry::solve_two_bone(limb[i], pose[i], target[i], options[i]);
        g_sink = solved[7].root_rotation.x;
      },
      [&](const BatchRun& run) {
        solve_two_bones(limbs, {}, answers, run);
        g_sink = out[0][7];
      });
}

void seven_hinges() {
  const Skeleton arm = scenes::seven_hinge_arm();
  const ChainKernel kernel(arm, {arm.joint_count() - 1});
  scenes::Random random(1);
  Batch batch(arm, kProblems);
  std::vector<Pose> poses;
  for (std::size_t i = 0; i < kProblems; ++i) {
    poses.push_back(scenes::random_pose(arm, random));
    batch.set(i, poses[i].q);
  }
  Arrays tips(12, kProblems), jacobians(42, kProblems);
  std::vector<Affine> tip(kProblems);
  std::vector<Matrix<double, 6, 7>> jacobian(kProblems);
  measure(
      "7 hinges, tip", kProblems, kRounds, [] {},
      [&] {
        for (std::size_t i = 0; i < kProblems; ++i) tip[i] = kernel.forward(poses[i].q);
        g_sink = tip[7].translation.x;
      },
      [&](const BatchRun& run) {
        forward(kernel, batch, tips, run);
        g_sink = tips[9][7];
      });
  measure(
      "7 hinges, tip and Jacobian", kProblems, kRounds, [] {},
      [&] {
        for (std::size_t i = 0; i < kProblems; ++i) tip[i] = kernel.forward_and_jacobian(poses[i].q, {}, jacobian[i]);
        g_sink = tip[7].translation.x;
      },
      [&](const BatchRun& run) {
        forward_and_jacobian(kernel, batch, {}, tips, jacobians, run);
        g_sink = tips[9][7];
      });
}

/// The problems of a file, from warm seeds if it has such.
template <class Method>
void problems(const std::string& what, const ProblemSet& set, const Method& method) {
  constexpr int kSolveRounds = 30;
  const Skeleton& skeleton = set.skeleton.front();
  const std::size_t count = set.count * (g_threads > 1 ? 16 : 1);  // enough that waking threads does not count
  const bool turned = set.kind == ProblemKind::Arm;
  std::vector<Goal> goals;
  std::vector<Pose> poses(count);
  Arrays targets(7, count);
  Batch seeds(skeleton, count), batch(skeleton, count);
  const auto seed_of = [&](std::size_t i) {
    return turned ? set.warm_start_of(i % set.count) : set.start_of(i % set.count);
  };
  for (std::size_t i = 0; i < count; ++i) {
    const Transform& target = set.targets_of(i % set.count).front();
    goals.push_back(turned ? place(set.tips.front(), target) : reach(set.tips.front(), target.translation));
    targets.vectors(0).set(i, target.translation);
    targets.quaternions(3).set(i, target.rotation);
    seeds.set(i, seed_of(i));
    poses[i].q.assign(seed_of(i).begin(), seed_of(i).end());
  }
  BatchGoal goal{.joint = set.tips.front(), .target = targets.vectors(0)};
  if (turned) goal.orientation = targets.quaternions(3);
  Scratch scratch(skeleton);
  BatchScratch batch_scratch(skeleton, 32 * g_threads);
  std::vector<BatchReport> reports(count);
  std::vector<Report> own(count);
  measure(
      what.c_str(), static_cast<int>(count), kSolveRounds,
      [&] {
        for (std::size_t i = 0; i < count; ++i) std::ranges::copy(seed_of(i), poses[i].q.begin());
        for (int v = 0; v < batch.value_count(); ++v) std::ranges::copy(seeds.values(v), batch.values(v).begin());
      },
      [&] {
        for (std::size_t i = 0; i < count; ++i) own[i] = solve(skeleton, {&goals[i], 1}, method, poses[i].q, scratch);
      },
      [&](const BatchRun& run) { solve(skeleton, goal, method, batch, reports, batch_scratch, run); });
  // The last round of the batch made the seeds anew for both.
  for (std::size_t i = 0; i < count; ++i) {
    std::ranges::copy(seed_of(i), poses[i].q.begin());
    own[i] = solve(skeleton, {&goals[i], 1}, method, poses[i].q, scratch);
  }
  std::size_t same = 0, reached = 0;
  for (std::size_t i = 0; i < count; ++i) {
    bool is_same = reports[i].iterations == own[i].iterations && reports[i].position_error == own[i].position_error;
    for (int v = 0; v < batch.value_count(); ++v)
      is_same &= batch.values(v)[i] == poses[i].q[static_cast<std::size_t>(v)];
    same += is_same ? 1u : 0u;
    reached += own[i].reached() ? 1u : 0u;
  }
  if (same != count) std::printf("  only %zu of %zu have the same bits\n", same, count);
  std::printf("  (%zu of %zu reached)\n", reached, count);
}

}  // namespace

int main(int argc, char** argv) {
  int first_file = 1;
  if (argc > 2 && std::string(argv[1]) == "--threads") {
    g_threads = std::stoi(argv[2]);
    first_file = 3;
  }
  std::printf("%-32s %9s %9s %9s %9s   times as fast\n", "nanoseconds a problem, one core", "alone", "2 lanes",
              "4 lanes", "8 lanes");
  if (g_threads == 1) two_bones();
  if (g_threads == 1) seven_hinges();
  for (int i = first_file; i < argc; ++i) {
    const std::string path = argv[i], name = path.substr(path.rfind('/') + 1);
    const Result<ProblemSet> set = read_problem_set(path);
    if (!set) {
      std::fprintf(stderr, "%s\n", set.error().c_str());
      return 3;
    }
    if (set->kind == ProblemKind::Arm) problems(name + ", Global", *set, Global{});
    if (set->kind == ProblemKind::Arm || set->kind == ProblemKind::Chain)
      problems(name + ", Jacobian", *set, Jacobian{});
  }
  return 0;
}
