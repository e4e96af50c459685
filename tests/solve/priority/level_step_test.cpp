#include "kine/solve/priority/level_step.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "kine/model/pose.h"
#include "kine/solve/full_body.h"
#include "tests/solve/dense_reference.h"
#include "tests/support/random_skeleton.h"

namespace kine {
namespace {

using detail::BodyProblem;
using detail::LevelStep;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using test::Random;

std::span<const bool> all_movable(const Skeleton& skeleton, Scratch& scratch) {
  const std::span<bool> flags = scratch.take<bool>(static_cast<std::size_t>(skeleton.freedom_count()));
  std::fill(flags.begin(), flags.end(), true);
  return flags;
}

/// A tree of sliders along any axes, all limited: every row is linear in it, so one step is the whole hierarchy.
Skeleton slider_tree(Random& random) {
  std::vector<Joint> joints;
  const int count = 5 + random.below(8);
  for (int i = 0; i < count; ++i) {
    const int parent = random.chance(0.3) ? random.below(i + 1) - 1 : i - 1;
    const double width = random.uniform(0.2, 1.5), lower = -random.uniform(0, 1) * width;
    joints.push_back(slider("s" + std::to_string(i), parent < 0 ? "" : "s" + std::to_string(parent),
                            random.direction() * 0.3, random.direction(), {lower, lower + width}));
    joints.back().axes[0].weight = random.chance(0.3) ? random.uniform(0.1, 10) : 1;
  }
  return *Skeleton::build(joints);
}

/// Goals on two to four levels: points that should be somewhere or within a box, and planes to keep in front of.
std::vector<Goal> linear_goals(Random& random, const Skeleton& skeleton, bool too_far) {
  std::vector<Goal> goals;
  const int levels = 2 + random.below(3);
  for (int level = 0; level < levels; ++level) {
    const int count = 1 + random.below(2);
    for (int i = 0; i < count; ++i) {
      const JointId joint{skeleton.joint_count() - 1 - random.below(skeleton.joint_count() / 2 + 1)};
      const GoalOptions options{.weight = random.uniform(0.1, 10), .priority = level};
      const double far = level == 0 ? (too_far ? 8 : 0.4) : 1.5;
      if (random.chance(0.2)) {
        goals.push_back(half_space(joint, random.point(far), random.direction(), options));
        continue;
      }
      goals.push_back(reach(joint, random.direction() * far, options));
      if (!random.chance(0.4)) continue;
      for (std::size_t k = 0; k < 3; ++k)
        if (random.chance(0.6)) goals.back().bounds[k] = {-random.uniform(0, 0.5), random.uniform(0.01, 0.5)};
    }
  }
  return goals;
}

/// The step of one level as a dense problem, in the units of the solver: x, then what each row of the level still
/// lacks.
test::DenseProblem dense_problem(const BodyProblem& problem, int level, double damping, const Pose& pose) {
  const int n = problem.freedom_count(), first = problem.level_end(level - 1), end = problem.level_end(level);
  const int lacks = end - first;
  const auto row_of = [&](int r) {
    VectorXd row = VectorXd::Zero(n + lacks);
    for (int c = 0; c < n; ++c)
      if (problem.scale(c) > 0) row[c] = problem.jacobian()(r, c);
    if (r >= first) row[n + r - first] = 1;
    return row;
  };
  std::vector<VectorXd> equations, inequalities;
  std::vector<double> f, h;
  for (int r = 0; r < end; ++r) {
    const BodyProblem::Row& row = problem.rows()[static_cast<std::size_t>(r)];
    if (row.equal()) {
      equations.push_back(row_of(r));
      f.push_back(row.lower - row.value);
      continue;
    }
    if (std::isfinite(row.upper)) inequalities.push_back(row_of(r)), h.push_back(row.upper - row.value);
    if (std::isfinite(row.lower)) inequalities.push_back(-row_of(r)), h.push_back(row.value - row.lower);
  }
  for (int c = 0; c < n; ++c) {
    const Skeleton::Freedom& freedom = problem.skeleton().freedom(c);
    VectorXd unit = VectorXd::Zero(n + lacks);
    unit[c] = 1;
    if (!(problem.scale(c) > 0)) {
      equations.push_back(unit);
      f.push_back(0);
      continue;
    }
    if (freedom.value < 0) continue;
    const double now = pose[static_cast<std::size_t>(freedom.value)];
    if (std::isfinite(freedom.limits.upper))
      inequalities.push_back(unit), h.push_back((freedom.limits.upper - now) / problem.scale(c));
    if (std::isfinite(freedom.limits.lower))
      inequalities.push_back(-unit), h.push_back((now - freedom.limits.lower) / problem.scale(c));
  }
  double trace = 0;
  for (int r = first; r < end; ++r)
    for (int c = 0; c < n; ++c)
      if (problem.scale(c) > 0) trace += problem.jacobian()(r, c) * problem.jacobian()(r, c);
  test::DenseProblem dense;
  dense.a = MatrixXd::Zero(n + lacks, n + lacks);
  dense.b = VectorXd::Zero(n + lacks);
  for (int c = 0; c < n; ++c) dense.a(c, c) = std::sqrt(damping * trace);
  for (int r = first; r < end; ++r)
    dense.a(n + r - first, n + r - first) = std::sqrt(problem.rows()[static_cast<std::size_t>(r)].weight);
  const auto stack = [&](const std::vector<VectorXd>& rows) {
    MatrixXd m(static_cast<Eigen::Index>(rows.size()), n + lacks);
    for (std::size_t i = 0; i < rows.size(); ++i) m.row(static_cast<Eigen::Index>(i)) = rows[i].transpose();
    return m;
  };
  dense.e = stack(equations);
  dense.f = Eigen::Map<VectorXd>(f.data(), static_cast<Eigen::Index>(f.size()));
  dense.g = stack(inequalities);
  dense.h = Eigen::Map<VectorXd>(h.data(), static_cast<Eigen::Index>(h.size()));
  return dense;
}

/// A point that breaks nothing: stay, and lack what is lacking.
VectorXd standing(const BodyProblem& problem, int level) {
  const int n = problem.freedom_count(), first = problem.level_end(level - 1), end = problem.level_end(level);
  VectorXd start = VectorXd::Zero(n + end - first);
  for (int r = first; r < end; ++r) {
    const BodyProblem::Row& row = problem.rows()[static_cast<std::size_t>(r)];
    start[n + r - first] = std::clamp(row.value, row.lower, row.upper) - row.value;
  }
  return start;
}

/// What the rows of a level lack after a step, root of the weighted squares.
double residual_after(const BodyProblem& problem, int level, const VectorXd& x) {
  double sum = 0;
  for (int r = problem.level_end(level - 1); r < problem.level_end(level); ++r) {
    BodyProblem::Row row = problem.rows()[static_cast<std::size_t>(r)];
    for (int c = 0; c < problem.freedom_count(); ++c)
      if (problem.scale(c) > 0) row.value += problem.jacobian()(r, c) * x[c];
    sum += row.weight * row.violation() * row.violation();
  }
  return std::sqrt(sum);
}

void freeze(BodyProblem& problem, int level) {
  for (int r = problem.level_end(level - 1); r < problem.level_end(level); ++r) {
    BodyProblem::Row& row = problem.rows()[static_cast<std::size_t>(r)];
    if (row.equal()) {
      row.lower = row.upper = row.value;
    } else {
      row.lower = std::min(row.lower, row.value);
      row.upper = std::max(row.upper, row.value);
    }
  }
}

struct Agreement {
  double residual = 0, step = 0, kept = 0, kkt = 0;
  int levels = 0, lacking_at_the_top = 0, at_limits = 0, off = 0, no_step = 0;
};

/// One level against the reference.
bool compare(const BodyProblem& problem, LevelStep& step, int level, double damping, const Pose& pose,
             Agreement& worst) {
  const int n = problem.freedom_count();
  const test::DenseAnswer reference =
      test::solve_dense_reference(dense_problem(problem, level, damping, pose), standing(problem, level));
  if (!step.make(level, damping, false, pose)) {
    ++worst.no_step;
    return false;
  }
  VectorXd x(n);
  for (int c = 0; c < n; ++c) {
    const double scale = problem.scale(c);
    x[c] = scale > 0 ? step.changes()[static_cast<std::size_t>(c)] / scale : 0;
    const Skeleton::Freedom& freedom = problem.skeleton().freedom(c);
    if (freedom.value < 0 || !(scale > 0)) continue;
    const double then = pose[static_cast<std::size_t>(freedom.value)] + x[c] * scale;
    worst.at_limits += then <= freedom.limits.lower + 1e-12 || then >= freedom.limits.upper - 1e-12;
  }
  const double ours = residual_after(problem, level, x), theirs = residual_after(problem, level, reference.x.head(n));
  const double before = residual_after(problem, level, VectorXd::Zero(n));
  const double off = std::abs(ours - theirs) / std::max(before, 1e-3);
  worst.residual = std::max(worst.residual, off);
  worst.off += off > 1e-9;
  worst.step = std::max(worst.step, (x - reference.x.head(n)).norm() / (1 + reference.x.head(n).norm()));
  for (int earlier = 0; earlier < level; ++earlier)
    worst.kept = std::max(worst.kept, residual_after(problem, earlier, x));
  worst.kkt = std::max(worst.kkt, reference.kkt);
  ++worst.levels;
  if (level == 0) worst.lacking_at_the_top += theirs > 1e-3;
  return off <= 1e-9 && reference.kkt <= 1e-9;
}

/// The hierarchy solved by the reference alone, level after level, each by steps until they are nothing: what each
/// level lacks at the end.
std::vector<double> lexicographic_reference(const Skeleton& skeleton, const std::vector<Goal>& goals, Pose pose) {
  Scratch scratch(std::size_t{1} << 20);
  BodyProblem problem(skeleton, goals, all_movable(skeleton, scratch), scratch);
  std::vector<double> lacking;
  for (int level = 0; level < problem.level_count(); ++level) {
    for (int i = 0; i < 60; ++i) {
      problem.evaluate(pose);
      const VectorXd x =
          test::solve_dense_reference(dense_problem(problem, level, 1e-3, pose), standing(problem, level)).x;
      for (int c = 0; c < problem.freedom_count(); ++c)
        pose[static_cast<std::size_t>(skeleton.freedom(c).value)] += x[c] * problem.scale(c);
      if (x.head(problem.freedom_count()).norm() < 1e-12) break;
    }
    problem.evaluate(pose);
    lacking.push_back(residual_after(problem, level, VectorXd::Zero(problem.freedom_count())));
    freeze(problem, level);
  }
  return lacking;
}

TEST(LevelStep, AgreesWithADenseReferenceOnLinearHierarchies) {
  Agreement worst;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    Random random(i + 70000);
    const Skeleton skeleton = slider_tree(random);
    const std::vector<Goal> goals = linear_goals(random, skeleton, i % 2 == 0);
    Pose pose = scenes::random_pose(skeleton, random);
    const double damping = std::pow(10.0, random.uniform(-5, -1));
    Scratch scratch(std::size_t{1} << 20);
    BodyProblem problem(skeleton, goals, all_movable(skeleton, scratch), scratch);
    LevelStep step(problem, scratch);
    for (int level = 0; level < problem.level_count(); ++level) {
      problem.evaluate(pose);
      if (!compare(problem, step, level, damping, pose, worst)) break;
      integrate(skeleton, step.changes(), 1, pose);
      clamp_to_limits(skeleton, pose);
      problem.evaluate(pose);
      freeze(problem, level);
    }
  }
  std::printf(
      "  %d levels, %d lacking at the top, %d freedoms at limits: residual within %.2g (%d off, %d without a step), "
      "step %.2g, kept %.2g; "
      "reference proved to %.2g\n",
      worst.levels, worst.lacking_at_the_top, worst.at_limits, worst.residual, worst.off, worst.no_step, worst.step,
      worst.kept, worst.kkt);
  EXPECT_LE(worst.kkt, 1e-9);
  EXPECT_LE(worst.off, 3);  // those have kept rows that nearly depend on each other
  EXPECT_LE(worst.residual, 1e-8);
  EXPECT_LE(worst.kept, 1e-9);
  EXPECT_EQ(worst.no_step, 0);
  EXPECT_GE(worst.lacking_at_the_top, 400);
}

/// Joints of every kind but limited balls, whose limits are bent: one step of one level, the others kept as they are.
TEST(LevelStep, AgreesWithADenseReferenceOnFigures) {
  Agreement worst;
  for (std::uint64_t i = 0; i < 300; ++i) {
    Random random(i + 80000);
    std::vector<Joint> joints =
        random_joints(random, {.joints = 5 + random.below(6), .fixed = true, .several_roots = false, .branching = 0.2});
    for (Joint& joint : joints) joint.ball = {};
    const Skeleton skeleton = *Skeleton::build(joints);
    std::vector<Goal> goals;
    for (int level = 0; level < 3; ++level) {
      const GoalOptions options{.weight = random.uniform(0.1, 10), .priority = level};
      goals.push_back(reach({skeleton.joint_count() - 1 - random.below(3)}, random.point(2), options));
      if (random.chance(0.5))
        goals.push_back(orient({random.below(skeleton.joint_count())}, random.rotation(), options));
    }
    Pose pose = scenes::random_pose(skeleton, random);
    clamp_to_limits(skeleton, pose);
    Scratch scratch(std::size_t{1} << 20);
    BodyProblem problem(skeleton, goals, all_movable(skeleton, scratch), scratch);
    LevelStep step(problem, scratch);
    problem.evaluate(pose);
    for (int level = 0; level < problem.level_count(); ++level) {
      if (problem.level_end(level) > problem.level_end(level - 1)) compare(problem, step, level, 1e-2, pose, worst);
      freeze(problem, level);
    }
  }
  std::printf(
      "  %d steps, %d freedoms at limits: residual within %.2g (%d off, %d without a step), kept %.2g; reference "
      "proved to %.2g\n",
      worst.levels, worst.at_limits, worst.residual, worst.off, worst.no_step, worst.kept, worst.kkt);
  EXPECT_LE(worst.kkt, 1e-9);
  EXPECT_LE(worst.residual, 1e-9);
  EXPECT_LE(worst.kept, 1e-9);
}

/// The whole solver on hierarchies in which every row is linear: each level ends where the reference does.
TEST(LevelStep, FullBodyEndsWhereTheReferenceDoes) {
  double worst = 0;
  int levels = 0, off = 0;
  for (std::uint64_t i = 0; i < 100; ++i) {
    Random random(i + 90000);
    const Skeleton skeleton = slider_tree(random);
    const std::vector<Goal> goals = linear_goals(random, skeleton, i % 2 == 0);
    Pose pose = scenes::random_pose(skeleton, random);
    const std::vector<double> reference = lexicographic_reference(skeleton, goals, pose);
    Scratch scratch(std::size_t{1} << 20);
    solve(skeleton, goals, FullBody{.tolerance = {.position = 1e-13}, .max_iterations = 1000}, pose, scratch);
    BodyProblem problem(skeleton, goals, all_movable(skeleton, scratch), scratch);
    problem.evaluate(pose);
    for (int level = 0; level < problem.level_count(); ++level) {
      const double ours = residual_after(problem, level, VectorXd::Zero(problem.freedom_count()));
      const double apart = std::abs(ours - reference[static_cast<std::size_t>(level)]);
      worst = std::max(worst, apart);
      off += apart > 1e-6;
      ++levels;
    }
  }
  std::printf("  %d levels: residual within %.2g of the reach (%d off by more than 1e-6)\n", levels, worst, off);
  EXPECT_LE(off, 3);
}

}  // namespace
}  // namespace kine
