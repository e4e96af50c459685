#include "kine/solve/velocity.h"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "kine/kinematics/forward.h"
#include "kine/model/pose.h"
#include "scenes/scenes.h"
#include "tests/solve/velocity/velocity_support.h"
#include "tests/support/allocation_trap.h"
#include "tests/support/random_skeleton.h"

namespace kine {
namespace {

using namespace test;

TEST(Velocity, IndependentPartsAreSolvedByThemselves) {
  const Skeleton body = scenes::humanoid();
  const Pose pose = scenes::reach_pose(body);
  std::vector<int> trunk;  // everything but arms and legs stands still
  for (int f = 0; f < body.freedom_count(); ++f) {
    const std::string& name = body.name(body.freedom(f).joint);
    if (name == "pelvis" || name == "abdomen" || name == "chest" || name == "head") trunk.push_back(f);
  }
  std::vector<VelocityConstraint> constraints;
  for (const char* name : {"left_hand", "right_hand", "left_foot", "right_foot"})
    constraints.push_back(follow_point(body.joint(name), {}, {0.02, 0.03, -0.01}, {.correct = false}));
  constraints.push_back(turn_about(body.joint("left_forearm"), kUnitY));
  Velocity method{.fixed = trunk};
  const Stepped parts = stepped(body, constraints, method, pose);
  method.separate = false;
  const Stepped whole = stepped(body, constraints, method, pose);
  ASSERT_EQ(parts.report.scale, 1);
  ASSERT_EQ(whole.report.scale, 1);
  EXPECT_EQ(parts.report.parts, 4);
  EXPECT_EQ(whole.report.parts, 1);
  EXPECT_EQ(parts.report.rows, 14);
  EXPECT_EQ(parts.report.largest_rows, 5);
  EXPECT_EQ(whole.report.largest_rows, 14);
  EXPECT_EQ(whole.report.largest_columns, parts.report.columns);
  EXPECT_LE(parts.report.largest_columns, 7);
  EXPECT_EQ(parts.report.rank, whole.report.rank);
  std::printf("%d rows by %d: parts at most %d by %d, speeds differ by %.2g\n", whole.report.largest_rows,
              whole.report.largest_columns, parts.report.largest_rows, parts.report.largest_columns,
              (vector_of(parts.speeds) - vector_of(whole.speeds)).norm() / vector_of(whole.speeds).norm());
  EXPECT_LT((vector_of(parts.speeds) - vector_of(whole.speeds)).norm(), 1e-12 * vector_of(whole.speeds).norm());
  EXPECT_EQ(parts.results[0].part, parts.results[4].part);
  EXPECT_NE(parts.results[0].part, parts.results[1].part);
  // With a trunk that moves they hang together.
  method.fixed = {};
  method.separate = true;
  EXPECT_EQ(stepped(body, constraints, method, pose).report.parts, 1);
}

TEST(Velocity, BehavesTheSameInMillimetresAndKilometres) {
  for (const double unit : {1e-3, 1e3, 1e6}) {
    std::vector<double> reference;
    for (const double size : {1.0, unit}) {
      const Joint joints[] = {
          hinge("a", "", {}, kUnitZ),
          slider("b", "a", {0.4 * size, 0, 0}, kUnitX, {-0.05 * size, 0.05 * size}),
          hinge("c", "b", {0.3 * size, 0, 0}, kUnitY),
          ball("d", "c", {0.3 * size, 0, 0}),
          fixed_joint("tip", "d", {0.2 * size, 0, 0}),
      };
      const Skeleton skeleton = *Skeleton::build(joints);
      Pose pose = skeleton.rest_pose();
      pose[0] = 0.3;
      pose[2] = 0.7;
      const JointId tip = skeleton.joint("tip"), c = skeleton.joint("c");
      const Stepped s =
          stepped(skeleton,
                  {follow_pose(tip, {{}, Vec3{0.6, 0.5, 0.1} * size}, {{0.1, 0.2, 0}, Vec3{0.3, 0, 0.1} * size}),
                   follow_point(c, Vec3{0.3, 0.4, 0} * size)},
                  {}, pose);
      std::vector<double> speeds = s.speeds;
      speeds[1] /= size;
      if (reference.empty()) {
        reference = speeds;
      } else {
        EXPECT_LT((vector_of(speeds) - vector_of(reference)).norm(), 1e-9 * vector_of(reference).norm()) << unit;
      }
    }
  }
}

TEST(Velocity, HeavyConstraintsHaveTheirWay) {
  const Skeleton arm = scenes::planar_arm();
  const JointId hand = arm.joint("hand");
  Pose pose = arm.rest_pose();
  pose[1] = 1;
  for (const double weight : {1e6, 1e-6}) {
    const Stepped s = stepped(arm,
                              {follow_point(hand, {}, {0.1, 0, 0}, {.weight = weight, .correct = false}),
                               follow_point(hand, {}, {-0.1, 0, 0}, {.correct = false})},
                              {}, pose);
    EXPECT_LT(s.results[weight > 1 ? 0 : 1].linear, 1e-6);
    EXPECT_NEAR(s.results[weight > 1 ? 1 : 0].linear, 0.2, 1e-6);
  }
}

TEST(Velocity, ConvergesOnFixedTargetsAndStandsTheDegenerateOnes) {
  const Skeleton chain = scenes::ball_chain(5);
  const JointId tip = chain.joint("tip");
  Pose bent = chain.rest_pose();
  for (int i = 0; i < 5; ++i)
    set_joint_rotation(chain, JointId{i}, from_axis_angle(i % 2 ? kUnitY : kUnitZ, 0.4), bent);
  Frames frames(chain);
  forward(chain, bent, frames);
  const Quat turned = from_axis_angle(kUnitX, kPi) * frames.rotation(tip);
  const VelocityConstraint cases[] = {
      follow_point(tip, {0.3, 0.5, 0.1}),           // ordinary
      follow_point(tip, {}),                        // on the root
      follow_point(tip, Vec3{0.6, 0, 0.8}),         // at full stretch
      follow_point(tip, Vec3{0.6, 0, 0.8} * 1.5),   // past it
      follow_pose(tip, {turned, {0.4, 0.3, 0.1}}),  // half a turn of orientation
      stay_in_plane(tip, {}, kUnitX),
  };
  const double allowed[] = {1e-9, 1e-9, 5e-2, 0.6, 1e-9, 1e-9};
  for (const VelocityInverse inverse : {VelocityInverse::ByRank, VelocityInverse::Damped}) {
    for (std::size_t k = 0; k < std::size(cases); ++k) {
      Pose pose = bent;
      Stepped s;
      for (int frame = 0; frame < 400; ++frame) {
        s = stepped(chain, {cases[k]}, {.beta = 0.1, .inverse = inverse}, pose);
        ASSERT_NE(s.report.status, Status::BadInput);
        ASSERT_TRUE(is_usable(chain, s.pose));
        pose = s.pose;
      }
      EXPECT_LT(s.report.position_error, allowed[k]) << "case " << k << (inverse == VelocityInverse::Damped);
      EXPECT_LT(s.report.angle_error, 1e-9) << "case " << k;
    }
  }
  // Straight, with the target on its axis: no speed of any joint moves the tip that way. It says so.
  const Stepped s = stepped(chain, {follow_point(tip, {0.5, 0, 0})}, {}, chain.rest_pose());
  EXPECT_EQ(s.report.status, Status::NotFound);
  EXPECT_EQ(s.report.rank, 2);
  EXPECT_NEAR(s.report.linear, 0.5 * 0.5 * 60, 1e-9);
  // A point at the joint that moves it, and a skeleton that cannot move.
  const Joint lone[] = {ball("a", "", {}), fixed_joint("tip", "a", {})};
  const Skeleton still = *Skeleton::build(lone);
  const Stepped none = stepped(still, {follow_point(JointId{1}, {1, 0, 0})}, {}, still.rest_pose());
  EXPECT_EQ(none.report.parts, 0);
  EXPECT_EQ(none.results[0].part, -1);
  EXPECT_EQ(none.report.status, Status::NotFound);
  EXPECT_EQ(none.pose, still.rest_pose());
  EXPECT_TRUE(stepped(still, {}, {}, still.rest_pose()).report.reached());
}

TEST(Velocity, BadInputMovesNothing) {
  const Skeleton chain = scenes::ball_chain(3);
  const JointId tip = chain.joint("tip");
  const Pose rest = chain.rest_pose();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto refused = [&](const std::vector<VelocityConstraint>& c, const Velocity& method, const Pose& pose,
                           const std::vector<double>& speeds) {
    Scratch scratch(std::size_t{1} << 20);
    Pose p = pose;
    std::vector<double> v = speeds;
    const VelocityReport report = step(chain, c, method, v, p, scratch);
    EXPECT_EQ(report.status, Status::BadInput);
    EXPECT_GT(std::string(report.fault).size(), 10u);
    EXPECT_EQ(std::memcmp(p.data(), pose.data(), 8 * p.size()), 0);
    EXPECT_EQ(std::memcmp(v.data(), speeds.data(), 8 * v.size()), 0);
    EXPECT_EQ(scratch.used(), 0u);
  };
  const std::vector<double> still(9, 0.5);
  const VelocityConstraint good = follow_point(tip, {0.5, 0, 0});
  for (const double bad : {nan, kInfinity, -kInfinity}) {
    refused({follow_point(tip, {bad, 0, 0})}, {}, rest, still);
    refused({follow_point(tip, {}, {0, bad, 0})}, {}, rest, still);
    refused({follow_point(tip, {}, {}, {.offset = {0, 0, bad}})}, {}, rest, still);
    refused({follow_point(tip, {}, {}, {.weight = bad})}, {}, rest, still);
    refused({good, follow_pose(tip, {{0, 0, bad, 1}, {}})}, {}, rest, still);
    refused({follow_pose(tip, {}, {{bad, 0, 0}, {}})}, {}, rest, still);
    refused({turn_about(tip, {bad, 0, 0})}, {}, rest, still);
    refused({turn_about(tip, {bad, 0, 0}, kUnitX, {})}, {}, rest, still);
    refused({stay_in_plane(tip, {}, {0, 0, bad})}, {}, rest, still);
    const Twist row{{bad, 0, 0}, {}}, fine{kUnitX, {}};
    refused({constrain_twist(tip, {&row, 1}, std::vector<double>{0.0})}, {}, rest, still);
    refused({constrain_twist(tip, {&fine, 1}, std::vector<double>{bad})}, {}, rest, still);
    refused({good}, {.h = bad}, rest, still);
    refused({good}, {.beta = bad}, rest, still);
    refused({good}, {.length = bad}, rest, still);
    refused({good}, {.damping = bad}, rest, still);
    Pose pose = rest;
    pose[5] = bad;
    refused({good}, {}, pose, still);
    std::vector<double> speeds = still;
    speeds[2] = bad;
    refused({good}, {}, rest, speeds);
  }
  const Twist zero{};
  const int missing[] = {9};
  refused({turn_about(tip, {})}, {}, rest, still);
  refused({constrain_twist(tip, {&zero, 1}, std::vector<double>{0.0})}, {}, rest, still);
  refused({follow_pose(tip, {{0, 0, 0, 0}, {}})}, {}, rest, still);
  refused({follow_point({99}, {})}, {}, rest, still);
  refused({follow_point(kWorld, {})}, {}, rest, still);
  refused({good}, {.h = 0}, rest, still);
  refused({good}, {.h = -1}, rest, still);
  refused({good}, {.beta = 1.5}, rest, still);
  refused({good}, {.fixed = missing}, rest, still);
  refused({follow_point(tip, {}, {0, 1e308, 0}), follow_point(tip, {}, {0, 1e308, 0}, {.offset = {0.1, 0, 0}})}, {},
          rest, still);  // overflows
  Pose short_pose = rest;
  short_pose.q.pop_back();
  refused({good}, {}, short_pose, still);
  refused({good}, {}, rest, std::vector<double>(8, 0.5));
  Scratch small(std::size_t{64});
  Pose pose = rest;
  std::vector<double> speeds = still;
  EXPECT_EQ(step(chain, std::vector{good}, {}, speeds, pose, small).status, Status::BadInput);
}

TEST(Velocity, AllocatesNothingAndRepeatsItsBits) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Random random(seed);
    const Skeleton skeleton = random_skeleton(random, {.joints = 14, .scales = seed % 2 == 0});
    std::vector<VelocityConstraint> constraints;
    for (int i = 0; i < 4; ++i) constraints.push_back(random_constraint(random, skeleton));
    Pose pose = random_pose(random, skeleton);
    clamp_to_limits(skeleton, pose);
    const std::vector<double> given = random_speeds(random, skeleton);
    Scratch scratch(skeleton), other(scratch_bytes(skeleton, constraints));
    ASSERT_LE(scratch_bytes(skeleton, constraints), skeleton.scratch_bytes());
    Pose first = pose, second = pose;
    std::vector<double> first_speeds = given, second_speeds = given;
    int allocations = 0;
    {
      const test::AllocationTrap trap;
      step(skeleton, constraints, {}, first_speeds, first, scratch);
      allocations = trap.count();
    }
    EXPECT_EQ(allocations, 0);
    EXPECT_EQ(scratch.used(), 0u);
    step(skeleton, constraints, {}, second_speeds, second, other);
    EXPECT_EQ(std::memcmp(first.data(), second.data(), 8 * pose.size()), 0);
    EXPECT_EQ(std::memcmp(first_speeds.data(), second_speeds.data(), 8 * given.size()), 0);
  }
  for (const scenes::Scene& scene : scenes::all()) {
    const Skeleton any = scene.build();
    const std::vector<VelocityConstraint> many(64, stay_in_plane(JointId{0}, {}, kUnitX));
    EXPECT_LE(scratch_bytes(any, many), any.scratch_bytes()) << scene.name;
  }
  for (const int links : {1, 5, 40, 200}) {
    const Skeleton chain = scenes::ball_chain(links);
    const std::vector<VelocityConstraint> many(64, stay_in_plane(JointId{0}, {}, kUnitX));
    EXPECT_LE(scratch_bytes(chain, many), chain.scratch_bytes()) << links;
  }
}

}  // namespace
}  // namespace kine
