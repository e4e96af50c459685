#include "kine/solve/explain.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "kine/kinematics/forward.h"
#include "kine/model/pose.h"
#include "kine/solve/freedom_mask.h"
#include "kine/solve/internal/wrist.h"
#include "kine/solve/jacobian.h"
#include "scenes/random_pose.h"
#include "scenes/scenes.h"
#include "tests/solve/limited_skeleton.h"
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
  const Explanation why = explain(arm, goals, Tolerance{}, kWorld, {}, pose.q, report);
  EXPECT_EQ(why.reached_by, nullptr);
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
  const Explanation why = explain(arm, goals, Tolerance{}, kWorld, {}, pose.q, report);
  EXPECT_STREQ(why.reached_by, "full-body");
  EXPECT_EQ(sentence(arm, why), sentence(arm, report) + "; from there, the method full-body reaches");
  // Nothing to explain: what is reached comes back as it is.
  Report reached = report;
  reached.status = Status::Reached;
  EXPECT_EQ(sentence(arm, explain(arm, goals, Tolerance{}, kWorld, {}, pose.q, reached)), "reached");
}

// What is locked for the solve is locked for its explanation too: 30 degrees more of the elbow would do, since the
// shoulder may not turn.
TEST(Explain, MovesNothingThatIsLocked) {
  const Skeleton arm = scenes::planar_arm();  // its elbow bends one way only
  const double below = radians(30.0);
  const Goal goals[] = {reach(arm.joint("hand"), {0.3 + 0.25 * std::cos(below), -0.25 * std::sin(below), 0})};
  FreedomMask mask(arm);
  mask.lock(arm.joint("shoulder"));
  Pose pose{{0, 1}};
  Scratch scratch(arm);
  const Report report = solve(arm, goals, Jacobian{.movable = mask}, pose, scratch);
  ASSERT_EQ(report.status, Status::NotFound);
  EXPECT_STREQ(explain(arm, goals, Tolerance{}, kWorld, {}, pose.q, report).reached_by, "full-body");
  const Explanation why = explain(arm, goals, Tolerance{}, kWorld, mask, pose.q, report);
  EXPECT_EQ(why.reached_by, nullptr);
  ASSERT_EQ(why.report.blocker_count, 1);
  EXPECT_EQ(why.report.blockers[0].joint, arm.joint("elbow"));
  EXPECT_NEAR(why.report.blockers[0].relax, below, radians(0.02));
}

/// An arm of seven hinges like a Panda's: shoulder 0.333 m up, elbow 0.3266 m from it, wrist 0.3928 m from the elbow, a
/// last joint beside the wrist by 0.088 m. The shoulder's and the wrist's axes meet, so 0.719 m is as far as it gets.
Skeleton offset_arm(const Range& limits) {
  const auto turned = [](Joint joint, const Vec3& axis, double angle) {
    joint.rest.rotation = from_axis_angle(axis, angle);
    return joint;
  };
  const double quarter = kPi / 2;
  const Joint joints[] = {
      hinge("1", "", {0, 0, 0.333}, kUnitZ, limits),
      turned(hinge("2", "1", {}, kUnitZ, limits), kUnitX, -quarter),
      turned(hinge("3", "2", {0, -0.316, 0}, kUnitZ, limits), kUnitX, quarter),
      turned(hinge("4", "3", {0.0825, 0, 0}, kUnitZ, limits), kUnitX, quarter),
      turned(hinge("5", "4", {-0.0825, 0.384, 0}, kUnitZ, limits), kUnitX, -quarter),
      turned(hinge("6", "5", {}, kUnitZ, limits), kUnitX, quarter),
      turned(hinge("7", "6", {0.088, 0, 0}, kUnitZ, limits), kUnitX, quarter),
      fixed_joint("tool", "7", {0, 0, 0.107}),
  };
  return Skeleton::build(joints).value();
}

TEST(Explain, ProvesByTheWrist) {
  const Skeleton arm = offset_arm({});
  const JointId tool = arm.joint("tool");
  // The tool points back at the shoulder: the tip is within 0.80 m, the wrist must be beyond it.
  const Transform target{from_axis_angle(kUnitY, -kPi / 2), {0.70, 0, 0.333}};
  const Goal goals[] = {place(tool, target)};
  Pose pose = arm.rest_pose();
  Scratch scratch(arm);
  const Report body = solve(arm, goals, FullBody{}, pose, scratch);
  EXPECT_EQ(body.status, Status::Unreachable);
  ASSERT_TRUE(body.wrist.proved());
  EXPECT_NEAR(body.wrist.farthest, 0.7194, 1e-4);
  // The wrist lies 0.088 m beside the tool's axis and 0.107 m behind the tip.
  EXPECT_NEAR(body.wrist.away, std::sqrt(0.807 * 0.807 + 0.088 * 0.088), 1e-3);
  EXPECT_NE(sentence(arm, body).find("the wrist would have to be 0.812 m away and gets to 0.719 m"), std::string::npos)
      << sentence(arm, body);
  // Another method's report is explained by the same proof.
  pose = arm.rest_pose();
  const Report jacobian = solve(arm, goals, Jacobian{}, pose, scratch);
  ASSERT_FALSE(jacobian.reached());
  const Explanation why = explain(arm, goals, Tolerance{}, kWorld, {}, pose.q, jacobian);
  EXPECT_NE(sentence(arm, why).find("the wrist would have to be"), std::string::npos) << sentence(arm, why);
}

// What forward kinematics makes is reachable: nothing may prove otherwise. Random limbs of hinges, Euler joints and
// balls, with shoulders and wrists whose axes meet and without.
TEST(Explain, NeverProvesAgainstWhatIsReached) {
  int proved = 0, asked = 0;
  for (int i = 0; i < 3000; ++i) {
    Random random(static_cast<std::uint64_t>(i));
    std::vector<Joint> joints;
    const int count = 2 + random.below(7);
    for (int k = 0; k < count; ++k) {
      const Vec3 offset = random.chance(0.4) ? Vec3{} : random.point(0.4);
      const std::string name = std::to_string(k), parent = k ? std::to_string(k - 1) : "";
      Joint joint =
          random.chance(0.75) ? hinge(name, parent, offset, random.direction()) : ball(name, parent, offset, {});
      joint.rest.rotation = random.rotation();
      if (random.chance(0.1)) joint.axes[0].fixed = joint.axes[1].fixed = joint.axes[2].fixed = true;
      joints.push_back(joint);
    }
    joints.push_back(fixed_joint("tip", std::to_string(count - 1), random.point(0.3)));
    const Skeleton limb = Skeleton::build(joints).value();
    const JointId tip = limb.joint("tip");
    Pose wanted = limb.rest_pose();
    for (int f = 0; f < limb.freedom_count(); ++f)  // what is fixed stays
      if (limb.freedom(f).value >= 0 && !limb.freedom(f).fixed)
        wanted[static_cast<std::size_t>(limb.freedom(f).value)] = random.uniform(-3, 3);
    for (int k = 0; k < count; ++k)
      if (limb.kind({k}) == JointKind::Ball && !limb.freedom(limb.freedom_of({k})).fixed)
        set_rotation(limb, {k}, random.rotation(), wanted);
    Frames frames(limb);
    forward(limb, wanted, frames);
    const Goal reachable = place(tip, frames.world_from_joint(tip));
    const Goal far = place(tip, {frames.rotation(tip), frames.position(tip) * 1.3});
    forward(limb, limb.rest_pose(), frames);
    EXPECT_FALSE(detail::prove_by_wrist(limb, frames, reachable, {}, {}).proved()) << i;
    proved += detail::prove_by_wrist(limb, frames, far, {}, {}).proved();
    ++asked;
  }
  std::printf("  of %d targets moved outwards %d are proved to be out of reach\n", asked, proved);
  EXPECT_GT(proved, 300);
}

// A limit at which one method ends is not to blame where another one, or another start, reaches.
TEST(Explain, BlamesNoLimitThatAnotherSolutionDisproves) {
  int stuck = 0, cleared = 0;
  for (std::uint64_t seed = 0; stuck < 40; ++seed) {
    Random random(seed);
    const Skeleton skeleton = test::limited_skeleton(random);
    Frames frames(skeleton);
    forward(skeleton, scenes::random_pose(skeleton, random), frames);
    const JointId leaf = test::leaves(skeleton).front();
    const Goal goals[] = {place(leaf, frames.world_from_joint(leaf))};
    const FullBody method{.try_again = false};
    Scratch scratch(skeleton);
    Pose pose = scenes::random_pose(skeleton, random);
    const Report report = solve(skeleton, goals, method, pose, scratch);
    if (report.status != Status::NotFound || report.blocker_count == 0) continue;
    ++stuck;
    Pose again = pose;
    const bool solvable = solve(skeleton, goals, FullBody{.restarts = 20}, again, scratch).reached();
    const Report why = explain(skeleton, goals, method, pose, report);
    cleared += solvable;
    const Explanation other = explain(skeleton, goals, Tolerance{}, kWorld, {}, pose.q, report);
    if (solvable) {
      EXPECT_EQ(why.blocker_count, 0) << seed;
      EXPECT_NE(other.reached_by, nullptr) << seed;
      EXPECT_EQ(other.report.blocker_count, 0) << seed;
    }
  }
  EXPECT_GT(cleared, 20);
}

}  // namespace
}  // namespace kine
