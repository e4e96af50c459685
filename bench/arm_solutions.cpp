// Is every pose of an arm found? Targets are planted, and the planted pose is looked for among all that solutions() gives: as it
// is for six joints, by the interval of the locked joint for seven. Near-singular poses are counted apart. Then 300 random starts
// of Jacobian, which knows nothing of structure, on 50 of the targets: do they find a pose that is not among all?
//
//   bench_arm_solutions [TARGETS [CHAINS]]
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "bench/arm_sets.h"
#include "kine/kinematics/jacobian.h"
#include "kine/math/dense/svd.h"
#include "kine/solve/freedom_mask.h"
#include "kine/solve/global.h"
#include "kine/solve/jacobian.h"

namespace {

using namespace kine;

constexpr double kSingular = 1e-3;  // the smallest singular value of a Jacobian near a singular pose
constexpr double kSame = 1e-4;      // radians

struct HingeText {
  Vec3 shift, axis;
};
Skeleton chain(const std::vector<HingeText>& hinges, Range limits) {
  std::vector<Joint> joints;
  std::string parent;
  for (std::size_t i = 0; i < hinges.size(); ++i) {
    joints.push_back(hinge("j" + std::to_string(i), parent, hinges[i].shift, hinges[i].axis, limits));
    parent = joints.back().name;
  }
  joints.push_back(fixed_joint("tip", parent, {0.03, 0.1, 0.12}));
  return Skeleton::build(joints).value();
}

double least_singular_value(const Skeleton& arm, const Frames& frames, JointId tip) {
  const int columns = arm.freedom_count();
  Matrix<double, 7, 6> transposed{};
  Matrix<double, 6, 7> j{};
  jacobian(arm, frames, {tip}, {}, MatrixView<double>(j.data(), 6, columns, 6));
  for (int r = 0; r < 6; ++r)
    for (int c = 0; c < columns; ++c) transposed(c, r) = j(r, c);
  std::array<double, 6> sigma{};
  Matrix<double, 7, 6> u{};
  Matrix<double, 6, 6> v{};
  std::array<double, 42> scratch{};
  svd(MatrixView<const double>(transposed.data(), columns, 6, 7), std::span<double>(sigma),
      MatrixView<double>(u.data(), columns, 6, 7), MatrixView<double>(v.data(), 6, 6),
      std::span<double>(scratch).first(static_cast<std::size_t>(svd_scratch_size(columns, 6))));
  return sigma[5];
}

bool holds(const ArmSolutions& all, std::span<const double> pose) {
  for (int i = 0; i < all.count(); ++i) {
    double most = 0;
    for (std::size_t v = 0; v < pose.size(); ++v)
      most = std::max(most, std::abs(std::remainder(all.pose(i)[v] - pose[v], kTwoPi)));
    if (most < kSame) return true;
  }
  return false;
}

/// True if the planted pose is among all, or on one of their intervals.
bool finds(const Skeleton& arm, const Goal& goal, const Pose& planted, const Pose& seed, ArmSolutions& all,
           Scratch& scratch) {
  solutions(arm, {&goal, 1}, Global{}, seed.q, all, scratch);
  const JointId locked = arm_structure(arm, goal.joint).locked;
  if (!locked.valid()) return holds(all, planted.q);
  const double value = planted[static_cast<std::size_t>(arm.first_value(locked))];
  bool inside = false;
  for (int i = 0; i < all.count(); ++i)
    inside |= all[i].interval.lower - kSame <= value && value <= all[i].interval.upper + kSame;
  if (!inside) return false;
  FreedomMask mask(arm);
  mask.lock(locked);
  solutions(arm, {&goal, 1}, Global{.movable = mask}, planted.q, all, scratch);
  return holds(all, planted.q);
}

/// Poses of other starts that are not among all, near-singular ones left out.
int count_new(const Skeleton& arm, const Goal& goal, scenes::Random& random, ArmSolutions& all, Scratch& scratch) {
  constexpr int kStarts = 300;
  Frames frames(arm);
  int found = 0;
  for (int i = 0; i < kStarts; ++i) {
    const Pose seed = scenes::random_pose(arm, random);
    Pose pose = seed;
    const Jacobian method{.tolerance = {.position = 1e-9, .angle = 1e-9}};
    if (!solve(arm, {&goal, 1}, method, pose, scratch).reached()) continue;
    forward(arm, pose, frames);
    if (least_singular_value(arm, frames, goal.joint) < kSingular) continue;
    found += !finds(arm, goal, pose, seed, all, scratch);
  }
  return found;
}

void measure(const std::string& name, const Skeleton& arm, int targets) {
  const JointId tip = arm.joint("tip");
  Scratch scratch(solutions_scratch_bytes(arm, std::vector{place(tip, {})}, Global{}));
  ArmSolutions all(arm, 256);
  Frames frames(arm);
  scenes::Random random(7);
  int missed = 0, singular = 0, missed_singular = 0;
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < targets; ++i) {
    const Pose planted = scenes::random_pose(arm, random), seed = scenes::random_pose(arm, random);
    forward(arm, planted, frames);
    const bool found = finds(arm, place(tip, frames.world_from_joint(tip)), planted, seed, all, scratch);
    const bool is_singular = least_singular_value(arm, frames, tip) < kSingular;
    singular += is_singular;
    (is_singular ? missed_singular : missed) += !found;
  }
  const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - begin;
  constexpr int kAskedAgain = 50;
  int others = 0;
  for (int i = 0; i < kAskedAgain; ++i) {
    forward(arm, scenes::random_pose(arm, random), frames);
    const Goal goal = place(tip, frames.world_from_joint(tip));
    others += count_new(arm, goal, random, all, scratch);
  }
  std::printf(
      "%-16s %8d targets  missed %d  near-singular %d, of them missed %d  %8.1f us a target; new in other starts %d\n",
      name.c_str(), targets, missed, singular, missed_singular, took.count() / targets, others);
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  const int targets = argc > 1 ? std::max(1, std::atoi(argv[1])) : 1000, chains = argc > 2 ? std::atoi(argv[2]) : 10;
  const Range wide{-kPi, kPi}, limits{-2.6, 2.6};
  measure("ur5",
          chain({{{0, 0, 0.089159}, kUnitZ},
                 {{0, 0.13585, 0}, kUnitY},
                 {{0, -0.1197, 0.425}, kUnitY},
                 {{0, 0, 0.39225}, kUnitY},
                 {{0, 0.093, 0}, kUnitZ},
                 {{0, 0, 0.09465}, kUnitY}},
                wide),
          targets);
  measure("spherical wrist",
          chain({{{0, 0, 0.4}, kUnitZ},
                 {{0.15, 0, 0}, kUnitY},
                 {{0, 0, 0.6}, kUnitY},
                 {{0.64, 0, 0.2}, kUnitX},
                 {{}, kUnitY},
                 {{}, kUnitX}},
                wide),
          targets);
  measure("iiwa",
          chain({{{0, 0, 0.36}, kUnitZ},
                 {{}, kUnitY},
                 {{}, kUnitZ},
                 {{0, 0, 0.42}, kUnitY},
                 {{0, 0, 0.4}, kUnitZ},
                 {{}, kUnitY},
                 {{}, kUnitZ}},
                limits),
          targets);
  measure("panda",
          chain({{{0, 0, 0.333}, kUnitZ},
                 {{}, kUnitY},
                 {{0, 0, 0.316}, kUnitZ},
                 {{0.0825, 0, 0}, -kUnitY},
                 {{-0.0825, 0, 0.384}, kUnitZ},
                 {{}, -kUnitY},
                 {{0.088, 0, 0}, -kUnitZ}},
                limits),
          targets);
  scenes::Random random(11);
  for (int i = 0; i < chains; ++i) {
    const bench::ChainShape shape = i % 2 == 0 ? bench::ChainShape::SphericalWrist : bench::ChainShape::ParallelTriple;
    measure("generated " + std::to_string(i), bench::generated_chain(shape, 6, random), targets);
  }
  return 0;
}
