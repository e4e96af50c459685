// Unreachable is a proof: it is never said of a target that some pose meets.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "kine/kinematics/forward.h"
#include "kine/solve/ccd.h"
#include "kine/solve/fabrik.h"
#include "kine/solve/full_body.h"
#include "kine/solve/global.h"
#include "kine/solve/hybrid.h"
#include "kine/solve/jacobian.h"
#include "kine/solve/shake.h"
#include "tests/support/random_skeleton.h"

namespace kine {
namespace {

using test::Random;

template <class Visit>
void for_each_method(const Tolerance& tolerance, Visit visit) {
  visit("full body", FullBody{.tolerance = tolerance});
  visit("hybrid", Hybrid{.body = {.tolerance = tolerance}});
  visit("jacobian", Jacobian{.tolerance = tolerance});
  visit("jacobian, transpose", Jacobian{.inverse = Inverse::Transpose, .tolerance = tolerance, .max_iterations = 20});
  visit("ccd", Ccd{.tolerance = tolerance});
  visit("fabrik", Fabrik{.tolerance = tolerance});
  visit("shake", Shake{.tolerance = tolerance});
}

// With a tolerance of zero a target on the very sphere that one bone reaches is off by rounding, and that proves nothing.
TEST(Unreachable, RoundingProvesNothing) {
  for (int i = 0; i < 200; ++i) {
    Random random(static_cast<std::uint64_t>(i));
    Joint shoulder = ball("shoulder", "", random.point(3));
    shoulder.rest.rotation = random.rotation();
    const Joint joints[] = {shoulder, fixed_joint("tip", "shoulder", random.point(1))};
    const Skeleton arm = Skeleton::build(joints).value();
    const JointId tip = arm.joint("tip");
    Frames frames(arm);
    forward(arm, test::random_pose(random, arm), frames);
    const Goal goals[] = {reach(tip, frames.position(tip))};
    for_each_method({.position = 0, .angle = 0}, [&](const char* name, const auto& method) {
      Pose pose = arm.rest_pose();
      Scratch scratch(arm);
      EXPECT_NE(solve(arm, goals, method, pose, scratch).status, Status::Unreachable) << name << ", seed " << i;
    });
  }
}

// The elbow follows a dial that carries no goal. Ccd, Fabrik and Shake do not turn the dial; that the arm is then too stiff
// proves nothing, since FullBody and Jacobian do.
TEST(Unreachable, LeadersOffTheChainCount) {
  Joint elbow = hinge("elbow", "shoulder", {0.5, 0, 0}, kUnitZ);
  elbow.axes[0].follows = Follow{"dial", 0, 1, 0};
  const Joint joints[] = {hinge("dial", "", {0, 2, 0}, kUnitZ), hinge("shoulder", "", {}, kUnitZ), elbow,
                          fixed_joint("tip", "elbow", {0.5, 0, 0})};
  const Skeleton arm = Skeleton::build(joints).value();
  const Goal goals[] = {reach(arm.joint("tip"), {0.5, 0.5, 0})};
  for_each_method({}, [&](const char* name, const auto& method) {
    Pose pose = arm.rest_pose();
    Scratch scratch(arm);
    const Report report = solve(arm, goals, method, pose, scratch);
    EXPECT_NE(report.status, Status::Unreachable) << name << ": " << report.fault;
  });
  Pose pose = arm.rest_pose();
  Scratch scratch(arm);
  EXPECT_TRUE(solve(arm, goals, FullBody{}, pose, scratch).reached());
}

// Joints above `from` do not move by themselves, but one that follows a joint below `from` does.
TEST(Unreachable, FollowersAboveTheFirstJointMove) {
  Joint base = hinge("base", "", {}, kUnitZ);
  base.axes[0].follows = Follow{"elbow", 0, 1, 0};
  const Joint joints[] = {base, hinge("shoulder", "base", {1, 0, 0}, kUnitZ),
                          hinge("elbow", "shoulder", {0.5, 0, 0}, kUnitZ), fixed_joint("tip", "elbow", {0.5, 0, 0})};
  const Skeleton arm = Skeleton::build(joints).value();
  const JointId tip = arm.joint("tip");
  Pose there = arm.rest_pose();
  there[static_cast<std::size_t>(arm.first_value(arm.joint("elbow")))] = 1.5;
  tidy(arm, there);
  Frames frames(arm);
  forward(arm, there, frames);
  for (const bool place_too : {false, true}) {
    const Goal goals[] = {place_too ? place(tip, frames.world_from_joint(tip)) : reach(tip, frames.position(tip))};
    const auto status_of = [&](const auto& method) {
      Pose pose = arm.rest_pose();
      Scratch scratch(arm);
      return solve(arm, goals, method, pose, scratch).status;
    };
    const JointId from = arm.joint("shoulder");
    EXPECT_EQ(status_of(FullBody{.from = from}), Status::Reached);
    EXPECT_NE(status_of(FullBody{.max_iterations = 0, .from = from}), Status::Unreachable);
    EXPECT_NE(status_of(Jacobian{.max_iterations = 0, .from = from}), Status::Unreachable);
  }
}

// The orientation of a place may be missed by its tolerance, which leaves the wrist some more room.
TEST(Unreachable, ToleranceOfTheTurnCountsForTheWrist) {
  const Joint joints[] = {ball("shoulder", "", {}), ball("wrist", "shoulder", {0.1, 0, 0}),
                          fixed_joint("tip", "wrist", {1, 0, 0})};
  const Skeleton arm = Skeleton::build(joints).value();
  const JointId tip = arm.joint("tip");
  // The point can be had, but only with the last bone turned by 0.002 rad against what is wanted.
  const Vec3 wrist_at = Vec3{0, 0.1, 0};
  const Quat turned = from_axis_angle(kUnitZ, 0.002);
  const Goal goals[] = {place(tip, {Quat{}, wrist_at + rotate(turned, kUnitX)})};
  Pose pose = arm.rest_pose();
  Scratch scratch(arm);
  const Tolerance tolerance{.position = 1e-9, .angle = 0.01};
  EXPECT_NE(solve(arm, goals, Jacobian{.tolerance = tolerance}, pose, scratch).status, Status::Unreachable);
}

// Far away from the world's origin rounding is larger than a figure's own size may suggest.
TEST(Unreachable, RoundingFarAwayProvesNothing) {
  for (int i = 0; i < 100; ++i) {
    Random random(static_cast<std::uint64_t>(i));
    const Joint joints[] = {ball("shoulder", "", random.direction() * 1e12), hinge("wrist", "shoulder", {}, kUnitZ)};
    const Skeleton arm = Skeleton::build(joints).value();
    const JointId wrist = arm.joint("wrist");
    Frames frames(arm);
    forward(arm, test::random_pose(random, arm), frames);
    const Goal goals[] = {place(wrist, frames.world_from_joint(wrist))};
    Pose pose = arm.rest_pose();
    Scratch scratch(arm);
    EXPECT_NE(solve(arm, goals, FullBody{.max_iterations = 0}, pose, scratch).status, Status::Unreachable) << i;
  }
}

/// A place of a point of the joint, up to `far` from it along each axis, as it is in some pose.
Goal place_of_some_pose(Random& random, const Skeleton& skeleton, JointId joint, double far) {
  const Vec3 offset = random.point(far);
  Frames frames(skeleton);
  forward(skeleton, test::random_pose(random, skeleton), frames);
  return place(joint, {frames.rotation(joint), frames.position({joint, offset})}, {.offset = offset});
}

// Three hinges that almost meet, each passing the next at a billionth of the arm's length, are no wrist to the last digit.
TEST(Unreachable, AxesThatAlmostMeetProveNothing) {
  const double apart = 5e-11;
  const Joint joints[] = {hinge("a", "", {0, 0, apart}, kUnitZ), hinge("b", "a", {0, apart, 0}, kUnitX),
                          hinge("c", "b", {0, apart, 0}, kUnitZ)};
  const Skeleton arm = Skeleton::build(joints).value();
  const JointId last = arm.joint("c");
  for (int i = 0; i < 300; ++i) {
    Random random(static_cast<std::uint64_t>(i));
    const Goal goals[] = {place_of_some_pose(random, arm, last, 0.2)};
    Pose pose = test::random_pose(random, arm);
    Scratch scratch(arm);
    const FullBody method{.tolerance = {.position = 1e-12, .angle = 1e-12}, .max_iterations = 0};
    EXPECT_NE(solve(arm, goals, method, pose, scratch).status, Status::Unreachable) << i;
  }
}

// Three balls at one point: nothing is to be added up, and what is compared with nothing is rounding.
TEST(Unreachable, RoundingOfTheWristProvesNothing) {
  const Joint joints[] = {ball("a", "", {}), ball("b", "a", {}), ball("c", "b", {})};
  const Skeleton arm = Skeleton::build(joints).value();
  const JointId last = arm.joint("c");
  for (int i = 0; i < 300; ++i) {
    Random random(static_cast<std::uint64_t>(i));
    const Goal goals[] = {place_of_some_pose(random, arm, last, 0.3)};
    Pose pose = arm.rest_pose();
    Scratch scratch(arm);
    const Jacobian method{.tolerance = {.position = 0, .angle = 0}};
    EXPECT_NE(solve(arm, goals, method, pose, scratch).status, Status::Unreachable) << i;
  }
}

}  // namespace
}  // namespace kine
