#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "kine/kinematics/forward.h"
#include "kine/model/pose.h"
#include "kine/solve/goal.h"
#include "kine/solve/report.h"
#include "scenes/scenes.h"
#include "tests/support/allocation_trap.h"

/// The degenerate list: what breaks solvers, once for all methods.
///
///   TEST(Ccd, StandsTheDegenerateList) { test::run_degenerate_list(Ccd{}); }
///
/// A method is a settings struct with a `solve` of the usual shape, or a callable
/// Report(const Skeleton&, std::span<const Goal>, std::span<double> pose, Scratch&).
/// A pole on the line of a limb concerns only methods that have a pole: it is in their own tests.
namespace kine::test {

/// What is asked of a method beside the rules that hold for all. Errors are in reaches.
struct DegenerateExpectations {
  bool takes_place = true;        ///< place goals; false: they must be refused with a sentence
  bool takes_many = true;         ///< two goals at once
  bool names_unreachable = true;  ///< a target beyond the sum of the bones is reported Unreachable
  double reached = 2e-5;          ///< error of a solvable problem
  double stretched = 1e-3;        ///< extra error with the limb at full stretch, where methods converge slowly
  double turned = 2e-5;           ///< error of an orientation half a turn away, radians
};

namespace degenerate {

template <class Method>
Report call(const Method& method, const Skeleton& skeleton, std::span<const Goal> goals, std::span<double> pose,
            Scratch& scratch) {
  if constexpr (std::is_invocable_r_v<Report, const Method&, const Skeleton&, std::span<const Goal>, std::span<double>,
                                      Scratch&>) {
    return method(skeleton, goals, pose, scratch);
  } else {
    return solve(skeleton, goals, method, pose, scratch);
  }
}

inline bool same_bits(const Pose& a, const Pose& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); });
}

inline bool all_finite(const Pose& pose) {
  return std::all_of(pose.begin(), pose.end(), [](double v) { return std::isfinite(v); });
}

/// Solves, and checks what must hold of every solve: nothing allocated, all scratch given back, the pose finite and
/// inside its limits, the errors those of the pose handed back, and the same bits when done again.
template <class Method>
Report solve_checked(const Method& method, const Skeleton& skeleton, const std::vector<Goal>& goals, Pose& pose) {
  Scratch scratch(std::size_t{1} << 20);
  const Pose start = pose;
  Report report;
  {
    const AllocationTrap trap;
    report = call(method, skeleton, goals, pose, scratch);
    EXPECT_EQ(trap.count(), 0);
  }
  EXPECT_EQ(scratch.used(), 0u);
  EXPECT_TRUE(all_finite(pose));
  if (report.status == Status::BadInput) {
    EXPECT_TRUE(same_bits(pose, start));
    EXPECT_GT(std::string(report.fault).size(), 10u);
    return report;
  }
  EXPECT_LE(limit_violation(skeleton, pose), 1e-12);
  Frames frames(skeleton);
  forward(skeleton, pose, frames);
  double position = 0, angle = 0;
  for (const Goal& goal : goals) {
    const GoalError error = measure(skeleton, frames, pose, goal);
    position = std::max(position, error.position);
    angle = std::max(angle, error.angle);
  }
  EXPECT_NEAR(report.position_error, position, 1e-9);
  EXPECT_NEAR(report.angle_error, angle, 1e-7);
  Pose again = start;
  call(method, skeleton, goals, again, scratch);
  EXPECT_TRUE(same_bits(again, pose)) << "the same problem gave another answer";
  return report;
}

/// Two balls with cones of 20 degrees.
inline Skeleton coned_limb() {
  BallLimits cone;
  cone.swing_first = cone.swing_second = radians(20.0);
  cone.twist = {-0.2, 0.2};
  const Joint joints[] = {ball("a", "", {}, cone), ball("b", "a", {0.5, 0, 0}, cone),
                          fixed_joint("tip", "b", {0.5, 0, 0})};
  return Skeleton::build(joints).value();
}

/// A limb of three hinges about Z, 0.4 + 0.3 + 0.3 long along X, and its tip.
inline Skeleton hinge_limb(const Range& limits) {
  const Joint joints[] = {hinge("a", "", {}, kUnitZ, limits), hinge("b", "a", {0.4, 0, 0}, kUnitZ, limits),
                          hinge("c", "b", {0.3, 0, 0}, kUnitZ, limits), fixed_joint("tip", "c", {0.3, 0, 0})};
  return Skeleton::build(joints).value();
}

/// A chain of balls, of unit length, bent by `bend` radians at each joint about an axis that changes from joint to joint.
struct BallChain {
  Skeleton skeleton;
  Pose pose;
  JointId tip;

  BallChain(int links, double bend)
      : skeleton(scenes::ball_chain(links)), pose(skeleton.rest_pose()), tip(skeleton.joint("tip")) {
    for (int i = 0; i < links; ++i)
      set_joint_rotation(skeleton, {i}, from_axis_angle(i % 2 ? kUnitY : kUnitZ, bend), pose);
  }
};

template <class Method>
void target_on_the_root(const Method& method, const DegenerateExpectations& expected) {
  SCOPED_TRACE("target on the root");
  BallChain chain(5, 0.3);
  const Report report = solve_checked(method, chain.skeleton, {reach(chain.tip, {0, 0, 0})}, chain.pose);
  EXPECT_LE(report.position_error, expected.reached);

  // The bones of Lander's arm differ by 5 cm: its hand cannot come nearer to the shoulder.
  const Skeleton arm = scenes::planar_arm();
  Pose pose = arm.rest_pose();
  const Report blocked = solve_checked(method, arm, {reach(arm.joint("hand"), {0, 0, 0})}, pose);
  EXPECT_FALSE(blocked.reached());
  EXPECT_GE(blocked.position_error, 0.05);
  EXPECT_LT(blocked.position_error, 0.2);
}

template <class Method>
void full_stretch_and_past(const Method& method, const DegenerateExpectations& expected) {
  SCOPED_TRACE("full stretch and past it");
  const Vec3 direction = normalised(Vec3{1, 2, -2});
  for (const double distance : {1.0, 1.001, 3.0}) {
    SCOPED_TRACE(distance);
    BallChain chain(4, 0.3);
    const Report report = solve_checked(method, chain.skeleton, {reach(chain.tip, direction * distance)}, chain.pose);
    EXPECT_LE(report.position_error, distance - 1 + expected.stretched);
    if (distance == 1) continue;
    EXPECT_FALSE(report.reached());
    if (expected.names_unreachable) {
      EXPECT_EQ(report.status, Status::Unreachable);
    }
  }
}

template <class Method>
void behind_a_hinge(const Method& method, const DegenerateExpectations& expected) {
  SCOPED_TRACE("target behind a hinge");
  const Skeleton arm = scenes::planar_arm();
  for (const Vec3& target : {Vec3{-0.4, 0, 0}, Vec3{-0.3, -0.1, 0}, Vec3{0.2, -0.3, 0}}) {
    Pose pose = arm.rest_pose();
    const Report report = solve_checked(method, arm, {reach(arm.joint("hand"), target)}, pose);
    EXPECT_LE(report.position_error, expected.reached) << target.x << ' ' << target.y;
  }
}

template <class Method>
void zero_length_bone(const Method& method, const DegenerateExpectations& expected) {
  SCOPED_TRACE("zero-length bone");
  const Joint joints[] = {ball("a", "", {}), ball("b", "a", {0.5, 0, 0}), ball("c", "b", {}),
                          ball("d", "c", {0.5, 0, 0}), fixed_joint("tip", "d", {})};
  const Skeleton skeleton = Skeleton::build(joints).value();
  Pose pose = skeleton.rest_pose();
  const Report report = solve_checked(method, skeleton, {reach(skeleton.joint("tip"), {0.3, 0.6, 0.2})}, pose);
  EXPECT_LE(report.position_error, expected.reached);
  // A point on the only joint that moves cannot be moved at all.
  const Joint lone[] = {ball("a", "", {0.1, 0, 0}), fixed_joint("tip", "a", {})};
  const Skeleton still = Skeleton::build(lone).value();
  Pose still_pose = still.rest_pose();
  EXPECT_FALSE(solve_checked(method, still, {reach(still.joint("tip"), {0.5, 0, 0})}, still_pose).reached());
}

template <class Method>
void straight_with_the_target_on_its_axis(const Method& method, const DegenerateExpectations& expected) {
  SCOPED_TRACE("straight, with the target on its axis");
  for (const int links : {2, 6, 20}) {
    for (const double along : {0.5, -0.5}) {
      BallChain chain(links, 0);
      const Report report = solve_checked(method, chain.skeleton, {reach(chain.tip, {along, 0, 0})}, chain.pose);
      EXPECT_LE(report.position_error, expected.reached) << links << " links, target at " << along;
    }
  }
  const Skeleton limb = hinge_limb({-2.5, 2.5});
  Pose pose = limb.rest_pose();
  const Report report = solve_checked(method, limb, {reach(limb.joint("tip"), {0.6, 0, 0})}, pose);
  EXPECT_LE(report.position_error, expected.reached) << "hinges";
}

template <class Method>
void limits_that_exclude_the_target(const Method& method, const DegenerateExpectations&) {
  SCOPED_TRACE("limits that exclude the target");
  const Skeleton limb = hinge_limb({-0.3, 0.3});
  Pose pose = limb.rest_pose();
  const Report report = solve_checked(method, limb, {reach(limb.joint("tip"), {0.1, 0.7, 0})}, pose);
  EXPECT_FALSE(report.reached());
  EXPECT_LT(report.position_error, 0.8);  // 1.14 at rest
  const Skeleton coned = coned_limb();
  Pose coned_pose = coned.rest_pose();
  const Report held = solve_checked(method, coned, {reach(coned.joint("tip"), {0, 0.8, 0})}, coned_pose);
  EXPECT_FALSE(held.reached());
  EXPECT_LT(held.position_error, 1.0);  // 1.28 at rest
}

template <class Method>
void numbers_that_are_not_finite(const Method& method, const DegenerateExpectations&) {
  SCOPED_TRACE("NaN and infinity");
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = kInfinity;
  BallChain chain(3, 0.2);
  const auto refused = [&](const std::vector<Goal>& goals, Pose pose) {
    Scratch scratch(std::size_t{1} << 20);
    const Pose before = pose;
    const Report report = call(method, chain.skeleton, goals, pose, scratch);
    EXPECT_EQ(report.status, Status::BadInput);
    EXPECT_GT(std::string(report.fault).size(), 10u);
    EXPECT_TRUE(same_bits(pose, before));
  };
  for (const double bad : {nan, infinity, -infinity}) {
    refused({reach(chain.tip, {bad, 0, 0})}, chain.pose);
    refused({reach(chain.tip, {0.5, 0, 0}, {.offset = {0, bad, 0}})}, chain.pose);
    refused({reach(chain.tip, {0.5, 0, 0}, {.weight = bad})}, chain.pose);
    refused({place(chain.tip, {{0, 0, bad, 1}, {0.5, 0, 0}})}, chain.pose);
    Pose pose = chain.pose;
    pose[5] = bad;
    refused({reach(chain.tip, {0.5, 0, 0})}, pose);
  }
  refused({place(chain.tip, {{0, 0, 0, 0}, {0.5, 0, 0}})}, chain.pose);
  refused({reach({99}, {0.5, 0, 0})}, chain.pose);
  Pose short_pose = chain.pose;
  short_pose.q.pop_back();
  refused({reach(chain.tip, {0.5, 0, 0})}, short_pose);
}

template <class Method>
void million_to_one_weights(const Method& method, const DegenerateExpectations& expected) {
  SCOPED_TRACE("a million-to-one weight");
  for (const double weight : {1e6, 1e-6}) {
    Joint joints[] = {hinge("a", "", {}, kUnitZ), hinge("b", "a", {0.4, 0, 0}, kUnitZ),
                      hinge("c", "b", {0.3, 0, 0}, kUnitZ), fixed_joint("tip", "c", {0.3, 0, 0})};
    joints[1].axes[0].weight = weight;
    const Skeleton limb = Skeleton::build(joints).value();
    Pose pose = limb.rest_pose();
    pose[0] = pose[1] = pose[2] = 0.3;
    const Report report = solve_checked(method, limb, {reach(limb.joint("tip"), {0.2, 0.5, 0})}, pose);
    EXPECT_LE(report.position_error, expected.reached) << "weight " << weight;
  }
  if (!expected.takes_many) return;
  // Two wishes for one point: the heavy one has its way, or nearly.
  BallChain chain(5, 0.2);
  const std::vector<Goal> goals{reach(chain.tip, {0.5, 0.3, 0}, {.weight = 1e6}), reach(chain.tip, {0.5, -0.3, 0})};
  const Report report = solve_checked(method, chain.skeleton, goals, chain.pose);
  EXPECT_FALSE(report.reached());
  Frames frames(chain.skeleton);
  forward(chain.skeleton, chain.pose, frames);
  EXPECT_LE(length(frames.position(chain.tip) - goals[0].target), 1e-2);
}

template <class Method>
void half_turn_of_orientation(const Method& method, const DegenerateExpectations& expected) {
  SCOPED_TRACE("a 180 degree orientation error");
  for (const Vec3& axis : {kUnitX, kUnitZ}) {
    BallChain chain(4, 0.2);
    Frames frames(chain.skeleton);
    forward(chain.skeleton, chain.pose, frames);
    const Quat wanted = from_axis_angle(axis, kPi) * frames.rotation(chain.tip);
    const std::vector<Goal> goals{place(chain.tip, {wanted, {0.3, 0.2, 0.1}})};
    const Report report = solve_checked(method, chain.skeleton, goals, chain.pose);
    if (!expected.takes_place) {
      EXPECT_EQ(report.status, Status::BadInput);
      continue;
    }
    EXPECT_LE(report.position_error, expected.reached);
    EXPECT_LE(report.angle_error, expected.turned);
  }
}

}  // namespace degenerate

template <class Method>
void run_degenerate_list(const Method& method, const DegenerateExpectations& expected = {}) {
  degenerate::target_on_the_root(method, expected);
  degenerate::full_stretch_and_past(method, expected);
  degenerate::behind_a_hinge(method, expected);
  degenerate::zero_length_bone(method, expected);
  degenerate::straight_with_the_target_on_its_axis(method, expected);
  degenerate::limits_that_exclude_the_target(method, expected);
  degenerate::numbers_that_are_not_finite(method, expected);
  degenerate::million_to_one_weights(method, expected);
  degenerate::half_turn_of_orientation(method, expected);
}

}  // namespace kine::test
