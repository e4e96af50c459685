// A solve or a step through the C API gives the very bits of the C++ library, whatever the method, and allocates
// nothing once it has run.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "bindings/scenes/kine_scenes.h"
#include "kine/kinematics/forward.h"
#include "kine/solve/ccd.h"
#include "kine/solve/fabrik.h"
#include "kine/solve/freedom_mask.h"
#include "kine/solve/full_body.h"
#include "kine/solve/global.h"
#include "kine/solve/hybrid.h"
#include "kine/solve/jacobian.h"
#include "kine/solve/shake.h"
#include "kine/solve/two_bone.h"
#include "kine/solve/velocity.h"
#include "scenes/random_pose.h"
#include "scenes/scenes.h"
#include "tests/support/allocation_trap.h"

namespace kine {
namespace {

template <auto Destroy>
struct Destroyer {
  template <class T>
  void operator()(T* handle) const {
    Destroy(handle);
  }
};
using SkeletonHandle = std::unique_ptr<kine_skeleton, Destroyer<kine_skeleton_destroy>>;
using GoalsHandle = std::unique_ptr<kine_goals, Destroyer<kine_goals_destroy>>;
using SolverHandle = std::unique_ptr<kine_solver, Destroyer<kine_solver_destroy>>;
using StepperHandle = std::unique_ptr<kine_stepper, Destroyer<kine_stepper_destroy>>;
using ConstraintsHandle = std::unique_ptr<kine_constraints, Destroyer<kine_constraints_destroy>>;

bool same_bits(std::span<const double> a, std::span<const double> b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size_bytes()) == 0);
}

/// The same goal in the C API.
void add(kine_goals* goals, const Goal& goal) {
  const int i = kine_goals_add(goals, static_cast<int>(goal.kind), goal.joint.index);
  ASSERT_GE(i, 0);
  kine_goals_set_target(goals, i, goal.target.x, goal.target.y, goal.target.z);
  kine_goals_set_orientation(goals, i, goal.orientation.x, goal.orientation.y, goal.orientation.z, goal.orientation.w);
  kine_goals_set_axis(goals, i, goal.axis.x, goal.axis.y, goal.axis.z);
  kine_goals_set_offset(goals, i, goal.offset.x, goal.offset.y, goal.offset.z);
  kine_goals_set_frame(goals, i, goal.frame.index);
  kine_goals_set_weight(goals, i, goal.weight);
  kine_goals_set_priority(goals, i, goal.priority);
  kine_goals_set_fade(goals, i, goal.fade);
  kine_goals_set_pole(goals, i, goal.pole.x, goal.pole.y, goal.pole.z);
  if (goal.kind == GoalKind::Hold) {
    kine_goals_set_posture(goals, i, goal.posture.data(), static_cast<int>(goal.posture.size()));
    kine_goals_set_freedom_weights(goals, i, goal.freedom_weights.data(),
                                   static_cast<int>(goal.freedom_weights.size()));
    return;
  }
  for (int row = 0; row < kine_goals_row_count(goals, i); ++row) {
    const Range& range = goal.bounds[static_cast<std::size_t>(row)];
    kine_goals_set_bounds(goals, i, row, range.lower, range.upper);
  }
}

/// A method in both languages.
struct Both {
  std::string name;
  std::vector<std::pair<const char*, double>> settings;
  Report (*solve)(const Skeleton&, std::span<const Goal>, std::span<double>, Scratch&);
};

const Both kBoth[] = {
    {"jacobian",
     {},
     [](const Skeleton& s, std::span<const Goal> g, std::span<double> p, Scratch& r) {
       return solve(s, g, Jacobian{}, p, r);
     }},
    {"jacobian",
     {{"inverse", KINE_INVERSE_PAPER}, {"max_iterations", 30}, {"step", 0.75}, {"inner_limit", 10}},
     [](const Skeleton& s, std::span<const Goal> g, std::span<double> p, Scratch& r) {
       return solve(s, g, Jacobian{.inverse = Inverse::Paper, .max_iterations = 30, .step = 0.75, .inner_limit = 10}, p,
                    r);
     }},
    {"jacobian",
     {{"inverse", KINE_INVERSE_TRANSPOSE}, {"penultimate", 0}, {"max_iterations", 40}},
     [](const Skeleton& s, std::span<const Goal> g, std::span<double> p, Scratch& r) {
       return solve(s, g, Jacobian{.inverse = Inverse::Transpose, .max_iterations = 40, .penultimate = false}, p, r);
     }},
    {"jacobian",
     {{"inverse", KINE_INVERSE_SELECTIVELY_DAMPED}, {"max_iterations", 10}},
     [](const Skeleton& s, std::span<const Goal> g, std::span<double> p, Scratch& r) {
       return solve(s, g, Jacobian{.inverse = Inverse::SelectivelyDamped, .max_iterations = 10}, p, r);
     }},
    {"two-bone",
     {{"pole_y", 1}, {"twist", 0.25}, {"softness", 0.0625}},
     [](const Skeleton& s, std::span<const Goal> g, std::span<double> p, Scratch& r) {
       return solve(s, g, TwoBone{.pole = {0, 1, 0}, .twist = 0.25, .softness = 0.0625}, p, r);
     }},
    {"ccd",
     {{"tip_first", 1}, {"max_turn", 0.5}, {"max_iterations", 20}, {"shakes", 1}},
     [](const Skeleton& s, std::span<const Goal> g, std::span<double> p, Scratch& r) {
       return solve(s, g, Ccd{.max_iterations = 20, .max_turn = 0.5, .order = Ccd::Order::TipFirst, .shakes = 1}, p, r);
     }},
    {"fabrik",
     {{"tolerance", 1e-6}, {"max_iterations", 30}},
     [](const Skeleton& s, std::span<const Goal> g, std::span<double> p, Scratch& r) {
       return solve(s, g, Fabrik{.tolerance = {.position = 1e-6}, .max_iterations = 30}, p, r);
     }},
    {"distance",
     {{"metres_tolerance", 1e-3}, {"cycle", 10}, {"max_iterations", 200}, {"shakes", 1}},
     [](const Skeleton& s, std::span<const Goal> g, std::span<double> p, Scratch& r) {
       return solve(s, g, Shake{.tolerance = {.metres = 1e-3}, .max_iterations = 200, .cycle = 10, .shakes = 1}, p, r);
     }},
    {"full-body",
     {{"restarts", 1}, {"seed", 7}, {"max_iterations", 5}},
     [](const Skeleton& s, std::span<const Goal> g, std::span<double> p, Scratch& r) {
       return solve(s, g, FullBody{.max_iterations = 5, .restarts = 1, .seed = 7}, p, r);
     }},
    {"hybrid",
     {{"stretch", 0.875}, {"max_iterations", 5}, {"angle_tolerance", 1e-4}},
     [](const Skeleton& s, std::span<const Goal> g, std::span<double> p, Scratch& r) {
       const Tolerance tolerance{.angle = 1e-4};
       return solve(s, g,
                    Hybrid{.body = {.tolerance = tolerance, .max_iterations = 5},
                           .limb = {.tolerance = tolerance},
                           .stretch = 0.875},
                    p, r);
     }},
};

/// Reach alone, a place that fades, and several goals with priorities and bounds.
std::vector<std::vector<Goal>> problems(const Skeleton& skeleton, const Pose& rest, scenes::Random& random) {
  const JointId tip{skeleton.joint_count() - 1}, middle{skeleton.joint_count() / 2};
  Frames frames(skeleton);
  forward(skeleton, scenes::random_pose(skeleton, random), frames);
  const Vec3 target = frames.position(tip);
  std::vector<std::vector<Goal>> out;
  out.push_back({reach(tip, target)});
  out.push_back({place(tip, {frames.rotation(tip), target}, {.fade = 0.75})});
  Goal loose = reach(middle, frames.position(middle), {.weight = 2});
  loose.bounds[1] = {-0.125, 0.25};
  out.push_back({loose, aim(tip, kUnitX, {1, 2, 3}, {.offset = {0.125, 0, 0}, .priority = 1}),
                 distance(tip, {0, 0, 1}, {0.5, 1}, {.frame = middle, .priority = 1}),
                 half_space(middle, {}, {0, 1, 0}), centre_of_mass_at({0, 0.5, 0}, {.priority = 2}),
                 orient(middle, frames.rotation(tip), {.priority = 3}), hold(rest.q, {.priority = 4})});
  return out;
}

Status expect_same(const Skeleton& skeleton, std::span<const Goal> goals, const kine_skeleton* handle, const Both& both,
                   const Pose& start) {
  const SolverHandle solver(kine_solver_create(handle, both.name.c_str(), nullptr, 0));
  for (const auto& [name, value] : both.settings)
    EXPECT_EQ(kine_solver_set(solver.get(), name, value), KINE_OK) << name;
  const GoalsHandle list(kine_goals_create(handle));
  for (const Goal& goal : goals) add(list.get(), goal);
  Pose ours = start, theirs = start, again = start;
  Scratch scratch(std::size_t{16} << 20);
  const Report report = both.solve(skeleton, goals, ours.q, scratch);
  const int size = static_cast<int>(theirs.size());
  EXPECT_EQ(kine_solve(solver.get(), list.get(), theirs.data(), size), KINE_OK);
  EXPECT_TRUE(same_bits(ours.q, theirs.q)) << both.name;
  EXPECT_EQ(kine_solver_outcome(solver.get()), static_cast<int>(report.status)) << both.name << report.fault;
  EXPECT_EQ(kine_solver_position_error(solver.get()), report.position_error);
  EXPECT_EQ(kine_solver_angle_error(solver.get()), report.angle_error);
  EXPECT_EQ(kine_solver_iterations(solver.get()), report.iterations);
  EXPECT_EQ(kine_solver_worst_goal(solver.get()), report.worst_goal);
  EXPECT_EQ(kine_solver_blocker_count(solver.get()), report.blocker_count);
  for (int i = 0; i < report.blocker_count; ++i) {
    const Blocker& blocker = report.blockers[static_cast<std::size_t>(i)];
    double numbers[3];
    kine_solver_blocker_numbers(solver.get(), i, numbers);
    EXPECT_EQ(kine_solver_blocker_joint(solver.get(), i), blocker.joint.index);
    EXPECT_EQ(kine_solver_blocker_axis(solver.get(), i), blocker.component);
    EXPECT_EQ(kine_solver_blocker_ball_part(solver.get(), i), static_cast<int>(blocker.ball));
    EXPECT_EQ(numbers[0], blocker.at);
    EXPECT_EQ(numbers[1], blocker.gain);
  }
  // The same goals told again in the same list, and the same solve: not one allocation.
  const test::AllocationTrap trap;
  kine_goals_clear(list.get());
  for (const Goal& goal : goals) add(list.get(), goal);
  kine_solve(solver.get(), list.get(), again.data(), size);
  EXPECT_EQ(trap.count(), 0) << both.name;
  EXPECT_TRUE(same_bits(again.q, theirs.q)) << both.name;
  return report.status;
}

TEST(CApi, SolvesHaveTheBitsOfTheLibraryAndAllocateNothing) {
  int reached = 0, refused = 0, total = 0;
  for (const scenes::Scene& scene : scenes::all()) {
    const Skeleton skeleton = scene.build();
    const SkeletonHandle handle(kine_scene_build(std::string(scene.name).c_str(), 0, nullptr, 0));
    scenes::Random random(11);
    const Pose rest = skeleton.rest_pose(), start = scenes::random_pose(skeleton, random);
    for (const std::vector<Goal>& goals : problems(skeleton, rest, random)) {
      for (const Both& both : kBoth) {
        SCOPED_TRACE(std::string(scene.name) + ", " + both.name + ", " + std::to_string(goals.size()) + " goals");
        const Status status = expect_same(skeleton, goals, handle.get(), both, start);
        reached += status == Status::Reached;
        refused += status == Status::BadInput;
        ++total;
      }
    }
  }
  // Not by all of them saying no.
  EXPECT_GT(reached, total / 5);
  EXPECT_LT(refused, total / 2);
}

/// A reach, a place with a tool that has a pole, and a hold with a weight per freedom, from a random pose with half of
/// the freedoms locked.
template <class M>
void expect_same_with_locks(const scenes::Scene& scene, const char* name, M method) {
  SCOPED_TRACE(std::string(scene.name) + ", " + name);
  const Skeleton skeleton = scene.build();
  const SkeletonHandle handle(kine_scene_build(std::string(scene.name).c_str(), 0, nullptr, 0));
  const SolverHandle solver(kine_solver_create(handle.get(), name, nullptr, 0));
  scenes::Random random(13);
  const Pose start = scenes::random_pose(skeleton, random);
  Frames frames(skeleton);
  forward(skeleton, scenes::random_pose(skeleton, random), frames);
  const JointId tip{skeleton.joint_count() - 1}, middle{skeleton.joint_count() / 2};
  const Transform joint_from_tool{from_axis_angle(kUnitX, 0.5), {0, 0.125, 0}};
  const Transform target = frames.world_from_joint(tip) * joint_from_tool;
  const Goal placed = place(tip, joint_from_tool, target, {.offset = {0.25, 0, 0}, .pole = {0, 1, 0}});
  std::vector<double> weights;
  FreedomMask mask(skeleton);
  for (int i = 0; i < skeleton.freedom_count(); ++i) {
    weights.push_back(random.between(0.5, 2));
    if (random.between(0, 1) < 0.5) continue;
    mask.lock_freedom(i);
    kine_solver_set_freedom_locked(solver.get(), i, 1);
  }
  method.movable = mask;
  const GoalsHandle list(kine_goals_create(handle.get()));
  const double tool[7] = {0,
                          0.125,
                          0,
                          joint_from_tool.rotation.x,
                          joint_from_tool.rotation.y,
                          joint_from_tool.rotation.z,
                          joint_from_tool.rotation.w};
  Goal told = placed;
  told.offset = {0.25, 0, 0};
  told.orientation = target.rotation;
  add(list.get(), told);
  kine_goals_set_tool(list.get(), 0, tool);
  std::vector<Goal> goals{placed};
  if constexpr (requires { method.restarts; } || requires { method.body; }) {
    goals.push_back(reach(middle, frames.position(middle), {.priority = 1}));
    goals.push_back(hold(start.q, weights, {.priority = 2}));
    for (std::size_t i = 1; i < goals.size(); ++i) add(list.get(), goals[i]);
  }
  Pose ours = start, theirs = start;
  Scratch scratch(std::size_t{16} << 20);
  const Report report = solve(skeleton, goals, method, ours, scratch);
  EXPECT_EQ(kine_solve(solver.get(), list.get(), theirs.data(), static_cast<int>(theirs.size())), KINE_OK);
  EXPECT_TRUE(same_bits(ours.q, theirs.q));
  EXPECT_EQ(kine_solver_outcome(solver.get()), static_cast<int>(report.status)) << report.fault;
  EXPECT_EQ(kine_solver_position_error(solver.get()), report.position_error);
}

TEST(CApi, LocksToolsPolesAndWeightsHaveTheBitsOfTheLibrary) {
  for (const scenes::Scene& scene : scenes::all()) {
    expect_same_with_locks(scene, "jacobian", Jacobian{});
    expect_same_with_locks(scene, "two-bone", TwoBone{});
    expect_same_with_locks(scene, "ccd", Ccd{});
    expect_same_with_locks(scene, "fabrik", Fabrik{});
    expect_same_with_locks(scene, "shake", Shake{});
    expect_same_with_locks(scene, "full-body", FullBody{});
    expect_same_with_locks(scene, "hybrid", Hybrid{});
    expect_same_with_locks(scene, "global", Global{});
  }
}

TEST(CApi, ManyGoalsFindRoom) {
  // 40 places are 240 rows, far more than the 64 that Skeleton::scratch_bytes counts with; and a posture on top, twice.
  const Skeleton skeleton = scenes::ball_chain(40);
  const SkeletonHandle handle(kine_scene_build("ball-chain", 40, nullptr, 0));
  scenes::Random random(5);
  Frames frames(skeleton);
  const Pose there = scenes::random_pose(skeleton, random), rest = skeleton.rest_pose();
  forward(skeleton, there, frames);
  std::vector<Goal> goals;
  for (int i = 0; i < 40; ++i) goals.push_back(place(JointId{i}, frames.world_from_joint({i}), {.fade = 0.5}));
  goals.push_back(hold(rest.q, {.priority = 1}));
  goals.push_back(hold(there.q, {.priority = 2}));
  for (const char* method : {"jacobian", "full-body", "hybrid"}) {
    const GoalsHandle list(kine_goals_create(handle.get()));
    for (const Goal& goal : goals) add(list.get(), goal);
    const SolverHandle solver(kine_solver_create(handle.get(), method, nullptr, 0));
    kine_solver_set(solver.get(), "max_iterations", 1);
    Pose pose = rest;
    ASSERT_EQ(kine_solve(solver.get(), list.get(), pose.data(), static_cast<int>(pose.size())), KINE_OK);
    char sentence[200];
    kine_solver_sentence(solver.get(), sentence, sizeof sentence);
    EXPECT_NE(kine_solver_outcome(solver.get()), KINE_BAD_INPUT) << method << ": " << sentence;
  }
}

TEST(CApi, StepsHaveTheBitsOfTheLibraryAndAllocateNothing) {
  const Skeleton skeleton = scenes::seven_hinge_arm();
  const SkeletonHandle handle(kine_scene_build("seven-hinge-arm", 0, nullptr, 0));
  const JointId tip = skeleton.joint("tip"), elbow = skeleton.joint("elbow");
  const std::vector<VelocityConstraint> constraints{
      follow_point(tip, {0.3, 0.2, 0.5}, {0.125, 0, 0.25}, {.offset = {0, 0, 0.125}}),
      stay_in_plane(elbow, {0, 0, 0.25}, {0, 0.5, 1}, {{0, 0, 0.125}, {}}, {.weight = 0.5, .correct = false})};
  const ConstraintsHandle list(kine_constraints_create(handle.get()));
  const auto fill = [&] {
    const double velocity[6] = {0, 0, 0, 0.125, 0, 0.25}, turning[6] = {0, 0, 0.125, 0, 0, 0};
    kine_constraints_clear(list.get());
    const int point = kine_constraints_add(list.get(), KINE_FOLLOW_POINT, tip.index);
    kine_constraints_set_target(list.get(), point, 0.3, 0.2, 0.5);
    kine_constraints_set_velocity(list.get(), point, velocity);
    kine_constraints_set_offset(list.get(), point, 0, 0, 0.125);
    const int plane = kine_constraints_add(list.get(), KINE_STAY_IN_PLANE, elbow.index);
    kine_constraints_set_target(list.get(), plane, 0, 0, 0.25);
    kine_constraints_set_axis(list.get(), plane, 0, 0.5, 1);
    kine_constraints_set_velocity(list.get(), plane, turning);
    kine_constraints_set_weight(list.get(), plane, 0.5);
    kine_constraints_set_correct(list.get(), plane, 0);
  };
  Scratch scratch(skeleton);
  const int fixed[] = {1};
  for (const VelocityInverse inverse : {VelocityInverse::Plain, VelocityInverse::ByRank, VelocityInverse::Damped}) {
    const Velocity method{
        .h = 0.01, .beta = 0.25, .drift = DriftCorrection::Printed, .inverse = inverse, .fixed = fixed};
    const StepperHandle stepper(kine_stepper_create(handle.get()));
    kine_stepper_set(stepper.get(), "h", 0.01);
    kine_stepper_set(stepper.get(), "beta", 0.25);
    kine_stepper_set(stepper.get(), "printed_drift", 1);
    kine_stepper_set(stepper.get(), "inverse", static_cast<int>(inverse));
    kine_stepper_set_fixed(stepper.get(), 1, 1);
    Pose ours = scenes::ready_pose(skeleton), theirs = ours;
    std::vector<double> our_speeds(7), their_speeds(7);
    for (int i = 0; i < 20; ++i) {
      our_speeds[1] = their_speeds[1] = 0.0625;
      const VelocityReport report = step(skeleton, constraints, method, our_speeds, ours, scratch);
      fill();
      if (i == 0) kine_step(stepper.get(), list.get(), their_speeds.data(), 7, theirs.data(), 7);
      if (i > 0) {
        const test::AllocationTrap trap;
        fill();
        kine_step(stepper.get(), list.get(), their_speeds.data(), 7, theirs.data(), 7);
        EXPECT_EQ(trap.count(), 0);
      }
      EXPECT_TRUE(same_bits(ours.q, theirs.q) && same_bits(our_speeds, their_speeds)) << i;
      EXPECT_EQ(kine_stepper_result(stepper.get(), "scale"), report.scale);
      EXPECT_EQ(kine_stepper_result(stepper.get(), "rank"), report.rank);
      EXPECT_EQ(kine_stepper_outcome(stepper.get()), static_cast<int>(report.status));
    }
  }
}

}  // namespace
}  // namespace kine
