#include "kine/solve/explain.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "kine/kinematics/forward.h"
#include "kine/model/pose.h"
#include "kine/solve/jacobian.h"
#include "scenes/scenes.h"
#include "tests/support/random_skeleton.h"

namespace kine {
namespace {

using test::Random;

TEST(Explain, SaysWhichLimitAndHowMuchMore) {
  const Joint joints[] = {hinge("shoulder", "", {}, kUnitZ, {-0.2, 0.2}),
                          hinge("elbow", "shoulder", {0.3, 0, 0}, kUnitZ, {0, radians(145.0)}),
                          fixed_joint("hand", "elbow", {0.25, 0, 0})};
  const Skeleton arm = *Skeleton::build(joints);
  const JointId hand = arm.joint("hand");
  Frames frames(arm);
  forward(arm, std::vector<double>{0, radians(155.0)}, frames);  // ten degrees past the elbow's limit
  const Goal goals[] = {reach(hand, frames.position(hand))};
  Pose pose = arm.rest_pose();
  pose[1] = 2;
  Scratch scratch(arm);
  const FullBody method;
  const Report report = explain(arm, goals, method, pose, solve(arm, goals, method, pose, scratch));
  ASSERT_EQ(report.status, Status::NotFound);
  ASSERT_GE(report.blocker_count, 1);
  const Blocker& elbow = report.blockers[0];
  EXPECT_EQ(arm.name(elbow.joint), "elbow");
  EXPECT_NEAR(elbow.at, radians(145.0), 1e-9);
  EXPECT_NEAR(degrees(elbow.relax), 10, 0.05);
  EXPECT_NE(sentence(arm, report).find("elbow at its 145.0° limit; 10.0° more reaches"), std::string::npos)
      << sentence(arm, report);
}

/// A limb whose target lies a little past one limit: blocked, but only just.
struct Blocked {
  Skeleton skeleton;
  Goal goal;
  Pose near;
};

Blocked blocked_problem(Random& random) {
  for (;;) {
    std::vector<Joint> joints;
    const int count = 3 + random.below(4);
    for (int i = 0; i < count; ++i) {
      const std::string parent = i ? "j" + std::to_string(i - 1) : "";
      joints.push_back(hinge("j" + std::to_string(i), parent, i ? random.direction() * 0.3 : Vec3{}, random.direction(),
                             {-random.uniform(0.3, 1.2), random.uniform(0.3, 1.2)}));
    }
    joints.push_back(fixed_joint("tip", joints.back().name, random.direction() * 0.3));
    const Skeleton skeleton = *Skeleton::build(joints);
    // Every joint at or past its upper or lower limit is what keeps the target out.
    Pose past = skeleton.rest_pose();
    for (std::size_t i = 0; i < past.size(); ++i) {
      const Range& limits = skeleton.freedom(static_cast<int>(i)).limits;
      past[i] = limits.lower + limits.width() * random.uniform(0.2, 0.8);
    }
    const int blocked = random.below(count);
    const Range& limits = skeleton.freedom(blocked).limits;
    past[static_cast<std::size_t>(blocked)] = limits.upper + radians(random.uniform(2, 8));
    Frames frames(skeleton);
    forward(skeleton, past, frames);
    const Goal goal = reach(skeleton.joint("tip"), frames.position(skeleton.joint("tip")));
    Pose pose = past;
    clamp_to_limits(skeleton, pose);
    Scratch scratch(skeleton);
    const Report report = solve(skeleton, {&goal, 1}, FullBody{}, pose, scratch);
    if (report.status == Status::NotFound && report.blocker_count > 0 && report.position_error > 1e-3)
      return {skeleton, goal, pose};
  }
}

TEST(Explain, PredictedGainsAndRelaxationsHold) {
  int problems = 0, gains_right = 0, relaxations_right = 0, relaxed_at_all = 0;
  for (std::uint64_t seed = 0; problems < 1000; ++seed) {
    Random random(seed);
    Blocked blocked = blocked_problem(random);
    Scratch scratch(blocked.skeleton);
    const FullBody method;
    Pose pose = blocked.near;
    const Report report = explain(blocked.skeleton, {&blocked.goal, 1}, method, pose,
                                  solve(blocked.skeleton, {&blocked.goal, 1}, method, pose, scratch));
    if (report.status != Status::NotFound || report.blocker_count == 0) continue;
    ++problems;
    const Blocker& blocker = report.blockers[0];
    // A small step within one degree, solved again.
    const double step = std::min(radians(0.05), 0.02 * report.position_error / blocker.gain);
    const Skeleton wider = *relaxed(blocked.skeleton, blocker, step);
    Pose moved = pose;
    const Report again = solve(wider, {&blocked.goal, 1}, method, moved, scratch);
    const double gained = (report.position_error - again.position_error) / step;
    gains_right += std::abs(gained - blocker.gain) <= 0.1 * blocker.gain;
    if (blocker.relax > 0) {
      ++relaxed_at_all;
      Pose reached = pose;
      const Skeleton enough = *relaxed(blocked.skeleton, blocker, blocker.relax);
      relaxations_right += solve(enough, {&blocked.goal, 1}, method, reached, scratch).reached();
    }
  }
  std::printf("  of %d: gain within 10 %% in %d, relaxation found in %d and reaching in %d\n", problems, gains_right,
              relaxed_at_all, relaxations_right);
  EXPECT_EQ(relaxations_right, relaxed_at_all);
  EXPECT_GE(gains_right, 990);
}

TEST(Explain, SpeaksForMethodsThatKnowNoBlockers) {
  const Skeleton arm = scenes::planar_arm();  // its elbow folds to 150 degrees, and 10 cm away takes 161.8
  const Goal goals[] = {reach(arm.joint("hand"), {0.1, 0, 0})};
  Pose pose = arm.rest_pose();
  pose[1] = 1;
  Scratch scratch(arm);
  const Report report = solve(arm, goals, Jacobian{}, pose, scratch);
  ASSERT_EQ(report.status, Status::NotFound);
  const Explanation why = explain(arm, goals, Tolerance{}, kWorld, pose.q, report);
  EXPECT_FALSE(why.full_body_reaches);
  EXPECT_EQ(why.report.position_error, report.position_error);
  ASSERT_EQ(why.report.blocker_count, 1);
  const double needed = kPi - std::acos((0.3 * 0.3 + 0.25 * 0.25 - 0.1 * 0.1) / (2 * 0.3 * 0.25));
  EXPECT_NEAR(why.report.blockers[0].relax, needed - radians(150.0), radians(0.02));
  EXPECT_NE(sentence(arm, why).find("elbow at its 150.0° limit; 11.8° more reaches"), std::string::npos);
}

TEST(Explain, SaysWhereFullBodyWouldReach) {
  const Skeleton arm = scenes::planar_arm();
  const Goal goals[] = {reach(arm.joint("hand"), {0.1, 0.3, 0})};
  Pose pose{{0.2, 0.2}};
  Scratch scratch(arm);
  const Report report = solve(arm, goals, Jacobian{.max_iterations = 1}, pose, scratch);
  ASSERT_EQ(report.status, Status::NotFound);
  const Explanation why = explain(arm, goals, Tolerance{}, kWorld, pose.q, report);
  EXPECT_TRUE(why.full_body_reaches);
  EXPECT_EQ(sentence(arm, why), sentence(arm, report) + "; from there, the method full-body reaches");
  // Nothing to explain: what is reached comes back as it is.
  Report reached = report;
  reached.status = Status::Reached;
  EXPECT_EQ(sentence(arm, explain(arm, goals, Tolerance{}, kWorld, pose.q, reached)), "reached");
}

}  // namespace
}  // namespace kine
