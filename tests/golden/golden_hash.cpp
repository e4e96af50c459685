// Prints a fingerprint of results for each of five skeletons: 200 random poses each, with every joint's frame, the full
// Jacobian of the last joint in the world and as seen from the first, the centre of mass and the pose moved and
// clamped. Every compiler, optimisation level and platform must print the same lines (expected.txt). It uses no test
// framework, so that it builds wherever kine does.
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "kine/batch/chains.h"
#include "kine/batch/solve.h"
#include "kine/batch/two_bones.h"
#include "kine/kinematics/centre_of_mass.h"
#include "kine/kinematics/chain_kernel.h"
#include "kine/kinematics/forward.h"
#include "kine/kinematics/jacobian.h"
#include "kine/math/screw.h"
#include "kine/solve/full_body.h"
#include "kine/solve/global.h"
#include "kine/solve/jacobian.h"
#include "scenes/random_pose.h"
#include "scenes/scenes.h"

namespace {

using namespace kine;

class Fingerprint {
 public:
  void add(std::span<const double> numbers) { value_ = scenes::hash(numbers, value_); }
  void add(const Vec3& v) {
    const double numbers[] = {v.x, v.y, v.z};
    add(numbers);
  }
  void add(const Transform& t) {
    const double numbers[] = {t.rotation.x, t.rotation.y, t.rotation.z, t.rotation.w};
    add(numbers);
    add(t.translation);
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = scenes::kHashStart;
};

void add_pose(const Skeleton& skeleton, Pose pose, scenes::Random& random, Frames& frames, Fingerprint& print) {
  forward(skeleton, pose, frames);
  for (const Transform& joint : frames.joints()) print.add(joint);
  for (const Vec3& axis : frames.axes()) print.add(axis);

  const int freedoms = skeleton.freedom_count();
  std::vector<double> numbers(static_cast<std::size_t>(6 * freedoms));
  const JointId last{skeleton.joint_count() - 1};
  for (const JointId base : {kWorld, JointId{0}}) {
    jacobian(skeleton, frames, {last, {0.1, 0.2, 0.3}}, {.relative_to = base}, {numbers.data(), 6, freedoms});
    print.add(numbers);
  }
  print.add(centre_of_mass(skeleton, frames));
  const Twist twist = log(frames.world_from_joint(last));
  print.add(twist.angular);
  print.add(twist.linear);

  std::vector<double> speeds(static_cast<std::size_t>(freedoms));
  for (double& speed : speeds) speed = random.between(-3, 3);
  integrate(skeleton, speeds, 0.5, pose);
  clamp_to_limits(skeleton, pose);
  print.add(pose);
}

/// The last joint reaches for where it is in other poses.
std::uint64_t solves_of(const Skeleton& skeleton) {
  scenes::Random random(7);
  Frames frames(skeleton);
  Scratch scratch(skeleton);
  Fingerprint print;
  const JointId last{skeleton.joint_count() - 1};
  Pose by_jacobian = skeleton.rest_pose(), by_body = by_jacobian;
  const Pose rest = by_jacobian;
  for (int i = 0; i < 20; ++i) {
    forward(skeleton, scenes::random_pose(skeleton, random), frames);
    const Goal goals[] = {reach(last, frames.position(last)), hold(rest, {.priority = 1})};
    solve(skeleton, std::span(goals).first(1), Jacobian{}, by_jacobian, scratch);
    solve(skeleton, goals, FullBody{}, by_body, scratch);
    print.add(by_jacobian);
    print.add(by_body);
  }
  return print.value();
}

/// Arms from seeds that are far away: in closed form and by descents, with every choice, all poses, and with targets that most
/// often nothing reaches.
std::uint64_t arms_of(const Skeleton& skeleton) {
  scenes::Random random(9);
  Frames frames(skeleton);
  Fingerprint print;
  const JointId last{skeleton.joint_count() - 1};
  ArmSolutions all(skeleton, 64);
  for (int i = 0; i < 10; ++i) {
    forward(skeleton, scenes::random_pose(skeleton, random), frames);
    const Goal goal = place(last, frames.world_from_joint(last));
    const Pose seed = scenes::random_pose(skeleton, random);
    Scratch scratch(solutions_scratch_bytes(skeleton, {&goal, 1}, Global{}));
    for (const Choice choice : {Choice::Quick, Choice::Nearest, Choice::FarFromLimits, Choice::Manipulable}) {
      Pose pose = seed;
      solve(skeleton, {&goal, 1}, Global{.choice = choice}, pose, scratch);
      print.add(pose);
    }
    Goal farther = goal;
    farther.target = goal.target * 1.3;
    Pose pose = seed;
    solve(skeleton, {&farther, 1}, Global{.max_starts = 20}, pose, scratch);
    print.add(pose);
    solutions(skeleton, {&goal, 1}, Global{.max_starts = 20, .turns = true}, seed.q, all, scratch);
    for (int k = 0; k < all.count(); ++k) print.add(Pose{{all.pose(k).begin(), all.pose(k).end()}});
  }
  return print.value();
}

/// Tips and Jacobians without the frames between.
std::uint64_t kernels_of(const Skeleton& skeleton) {
  scenes::Random random(11);
  Fingerprint print;
  const ChainKernel kernel(skeleton, JointId{skeleton.joint_count() - 1});
  std::vector<double> j(6 * kernel.freedoms().size());
  for (int i = 0; i < 50; ++i) {
    const Pose pose = scenes::random_pose(skeleton, random);
    const MatrixView<double> out(j.data(), 6, static_cast<int>(kernel.freedoms().size()), 6);
    print.add(kernel.forward_and_jacobian(pose.q, {0.1, 0.2, 0.3}, out).translation);
    print.add(j);
  }
  return print.value();
}

/// Six hinges of which the last three meet, and the first three lie askew: roots of a quartic.
Skeleton skew_arm() {
  const Joint joints[] = {hinge("a", "", {0, 0, 0.3}, kUnitZ),
                          hinge("b", "a", {0.2, 0.05, 0}, normalised(Vec3{1, 1, 0.3})),
                          hinge("c", "b", {0, 0.1, 0.5}, normalised(Vec3{0.2, 1, -0.5})),
                          hinge("d", "c", {0.4, 0, 0.1}, kUnitX),
                          hinge("e", "d", {}, kUnitY),
                          hinge("f", "e", {}, kUnitX),
                          fixed_joint("tip", "f", {0.03, 0.1, 0.12})};
  return Skeleton::build(joints).value();
}

/// Six hinges of which three in the middle are parallel.
Skeleton parallel_arm() {
  const Joint joints[] = {hinge("a", "", {0, 0, 0.09}, kUnitZ),      hinge("b", "a", {0, 0.14, 0}, kUnitY),
                          hinge("c", "b", {0, -0.12, 0.43}, kUnitY), hinge("d", "c", {0, 0, 0.39}, kUnitY),
                          hinge("e", "d", {0, 0.09, 0}, kUnitZ),     hinge("f", "e", {0, 0, 0.1}, kUnitY),
                          fixed_joint("tip", "f", {0.03, 0.1, 0.12})};
  return Skeleton::build(joints).value();
}

/// Many at once, in the lanes that there are: tips and Jacobians, and solves by both methods from near seeds.
std::uint64_t batches_of(const Skeleton& skeleton) {
  constexpr std::size_t kPoses = 101;
  const JointId tip{skeleton.joint_count() - 1};
  scenes::Random random(2026);
  Batch batch(skeleton, kPoses);
  Arrays targets(7, kPoses);
  Frames frames(skeleton);
  for (std::size_t i = 0; i < kPoses; ++i) {
    Pose pose = scenes::random_pose(skeleton, random);
    forward(skeleton, pose, frames);
    targets.vectors(0).set(i, frames.position(tip));
    targets.quaternions(3).set(i, frames.rotation(tip));
    for (double& value : pose.q) value += random.between(-0.1, 0.1);
    batch.set(i, pose.q);
  }
  Fingerprint print;
  const auto add = [&](const Arrays& arrays) {
    for (int k = 0; k < arrays.count(); ++k) print.add(arrays[k]);
  };
  if (!ChainKernel::fault_of(skeleton, tip)) {
    const ChainKernel chain(skeleton, tip);
    Arrays tips(12, kPoses), jacobians(6 * static_cast<int>(chain.freedoms().size()), kPoses);
    forward_and_jacobian(chain, batch, {}, tips, jacobians);
    add(tips);
    add(jacobians);
  }
  BatchScratch scratch(skeleton);
  BatchGoal goal{.joint = tip, .target = targets.vectors(0)};
  solve(skeleton, goal, Jacobian{.max_iterations = 3}, batch, {}, scratch);
  goal.orientation = targets.quaternions(3);
  solve(skeleton, goal, Jacobian{.max_iterations = 2}, batch, {}, scratch);
  solve(skeleton, goal, Global{.max_starts = 2}, batch, {}, scratch);
  for (int v = 0; v < batch.value_count(); ++v) print.add(batch.values(v));
  return print.value();
}

/// The same of limbs of two bones.
std::uint64_t two_bones_of() {
  constexpr std::size_t kLimbs = 101;
  scenes::Random random(2026);
  Arrays in(8, kLimbs), out(8, kLimbs);
  for (int k = 0; k < in.count(); ++k)
    for (double& x : in[k]) x = k < 2 ? random.between(0.2, 1) : random.between(-1, 1);
  const TwoBones limbs{.upper = in[0], .lower = in[1], .target = in.vectors(2), .pole = in.vectors(5)};
  solve_two_bones(limbs, {.softness = 0.05}, {.root_rotation = out.quaternions(0), .mid_rotation = out.quaternions(4)});
  Fingerprint print;
  for (int k = 0; k < out.count(); ++k) print.add(out[k]);
  return print.value();
}

}  // namespace

int main() {
  const char* const names[] = {"seven-hinge-arm", "slider-arm", "humanoid", "hand", "mixed"};
  for (const char* name : names) {
    const scenes::Scene* scene = scenes::find(name);
    if (!scene) {
      std::fprintf(stderr, "there is no scene %s\n", name);
      return 1;
    }
    const Skeleton skeleton = scene->build();
    scenes::Random random(2026);
    Frames frames(skeleton);
    Fingerprint print;
    for (int i = 0; i < 200; ++i) add_pose(skeleton, scenes::random_pose(skeleton, random), random, frames, print);
    std::printf("%s %016llx\n", name, static_cast<unsigned long long>(print.value()));
    std::printf("%s solved %016llx\n", name, static_cast<unsigned long long>(solves_of(skeleton)));
  }
  const auto print_arm = [](const char* name, const Skeleton& skeleton) {
    std::printf("%s by Global %016llx\n", name, static_cast<unsigned long long>(arms_of(skeleton)));
    std::printf("%s by ChainKernel %016llx\n", name, static_cast<unsigned long long>(kernels_of(skeleton)));
  };
  print_arm("seven-hinge-arm", scenes::find("seven-hinge-arm")->build());
  print_arm("slider-arm", scenes::find("slider-arm")->build());
  print_arm("skew-arm", skew_arm());
  print_arm("parallel-arm", parallel_arm());
  const auto print_batches = [](const char* name, std::uint64_t value) {
    std::printf("%s many at once %016llx\n", name, static_cast<unsigned long long>(value));
  };
  print_batches("seven-hinge-arm", batches_of(scenes::find("seven-hinge-arm")->build()));
  print_batches("ball-chain", batches_of(scenes::ball_chain(10)));
  print_batches("two-bones", two_bones_of());
  return 0;
}
