#include "kine/solve/goal.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "kine/kinematics/centre_of_mass.h"
#include "kine/kinematics/forward.h"
#include "kine/solve/full_body.h"
#include "kine/solve/hybrid.h"
#include "kine/solve/jacobian.h"
#include "scenes/random_pose.h"
#include "scenes/scenes.h"
#include "tests/support/random_skeleton.h"

namespace kine {
namespace {

using test::Random;

const double kNan = std::numeric_limits<double>::quiet_NaN();

/// The humanoid in a random pose.
struct Figure {
  Skeleton skeleton = scenes::humanoid();
  Pose pose;
  Frames frames;
  JointId hand, head;

  explicit Figure(Random& random)
      : pose(scenes::random_pose(skeleton, random)),
        frames(skeleton),
        hand(skeleton.joint("left_hand")),
        head(skeleton.joint("head")) {
    forward(skeleton, pose, frames);
  }
  GoalError measured(const Goal& goal) const { return measure(skeleton, frames, pose, goal); }
};

TEST(Goal, CarriesItsOptions) {
  const GoalOptions options{.offset = {1, 2, 3}, .frame = {4}, .weight = 5, .priority = 6, .fade = 0.7};
  for (const Goal& goal : {reach({2}, {}, options), place({2}, {}, options), orient({2}, {}, options),
                           aim({2}, kUnitX, {}, options), hold({}, options), centre_of_mass_at({}, options),
                           distance({2}, {}, {0, 1}, options), half_space({2}, {}, kUnitY, options)}) {
    EXPECT_EQ(goal.offset, options.offset);
    EXPECT_EQ(goal.frame, options.frame);
    EXPECT_EQ(goal.weight, options.weight);
    EXPECT_EQ(goal.priority, options.priority);
    EXPECT_EQ(goal.fade, options.fade);
  }
  const Goal loop = coincide({{2}, {1, 0, 0}}, {{3}, {0, 1, 0}}, options);
  EXPECT_EQ(loop.frame, JointId{3});
  EXPECT_EQ(loop.offset, (Vec3{1, 0, 0}));
  EXPECT_EQ(loop.target, (Vec3{0, 1, 0}));
  EXPECT_EQ(relative({2}, {3}, {}).frame, JointId{3});
}

TEST(Goal, HasTheRowsOfItsKind) {
  const Skeleton body = scenes::humanoid();
  EXPECT_EQ(row_count(body, reach({2}, {})), 3);
  EXPECT_EQ(row_count(body, orient({2}, {})), 3);
  EXPECT_EQ(row_count(body, place({2}, {})), 6);
  EXPECT_EQ(row_count(body, aim({2}, kUnitX, {})), 2);
  EXPECT_EQ(row_count(body, hold({})), body.freedom_count());
  EXPECT_EQ(row_count(body, centre_of_mass_at({})), 3);
  EXPECT_EQ(row_count(body, distance({2}, {}, {})), 1);
  EXPECT_EQ(row_count(body, half_space({2}, {}, kUnitX)), 1);
}

TEST(Goal, IsMetWhereItsPointIs) {
  Random random(1);
  for (int round = 0; round < 100; ++round) {
    const Figure figure(random);
    const Vec3 offset = random.point(0.2);
    const Vec3 point = figure.frames.position({figure.hand, offset});
    const Quat turned = figure.frames.rotation(figure.hand);
    const Transform head_from_world = inverse(figure.frames.world_from_joint(figure.head));
    for (const JointId frame : {kWorld, figure.head}) {
      const Transform to = frame == kWorld ? Transform{} : head_from_world;
      const GoalOptions options{.offset = offset, .frame = frame};
      const Vec3 ahead = point + rotate(turned, kUnitX) * 2.0;
      for (const Goal& goal :
           {reach(figure.hand, to * point, options), orient(figure.hand, to.rotation * turned, options),
            place(figure.hand, {to.rotation * turned, to * point}, options),
            aim(figure.hand, kUnitX * 3.0, to * ahead, options),
            distance(figure.hand, to * (point + Vec3{0, 0.5, 0}), {0.4, 0.6}, options),
            half_space(figure.hand, to * (point - Vec3{0, 0.1, 0}), rotate(to.rotation, kUnitY), options),
            centre_of_mass_at(to * centre_of_mass(figure.skeleton, figure.frames), options)}) {
        const GoalError error = figure.measured(goal);
        EXPECT_LE(error.position, 1e-12);
        EXPECT_LE(error.angle, 1e-12);
      }
    }
    EXPECT_LE(figure.measured(hold(figure.pose)).angle, 1e-12);
  }
}

TEST(Goal, IsMissedByWhatIsKnown) {
  Random random(2);
  for (int round = 0; round < 100; ++round) {
    const Figure figure(random);
    const Vec3 point = figure.frames.position(figure.hand), way = random.direction();
    const Quat turned = figure.frames.rotation(figure.hand);
    const double far = random.uniform(0.01, 2), turn = random.uniform(0.01, 3.1);
    EXPECT_NEAR(figure.measured(reach(figure.hand, point + way * far)).position, far, 1e-12);
    const Goal turned_off = place(figure.hand, {from_axis_angle(way, turn) * turned, point + way * far});
    EXPECT_NEAR(figure.measured(turned_off).position, far, 1e-12);
    EXPECT_NEAR(figure.measured(turned_off).angle, turn, 1e-12);
    EXPECT_NEAR(figure.measured(orient(figure.hand, from_axis_angle(way, turn) * turned * 7.0)).angle, turn, 1e-12);
    // An axis that points off by a known angle.
    const Vec3 along = rotate(turned, kUnitX), square = any_perpendicular(along);
    const Vec3 off = rotate(from_axis_angle(square, turn), along);
    EXPECT_NEAR(figure.measured(aim(figure.hand, kUnitX, point + off * far)).angle, turn, 1e-12);
    EXPECT_EQ(figure.measured(aim(figure.hand, kUnitX, point)).angle, 0);  // on the target every direction is right
    EXPECT_NEAR(figure.measured(distance(figure.hand, point + way * (far + 0.3), {0, far})).position, 0.3, 1e-12);
    EXPECT_NEAR(figure.measured(half_space(figure.hand, point + way * far, way * 9.0)).position, far, 1e-12);
    // The largest difference of any freedom, a ball's as one turn.
    Pose other = figure.pose;
    const JointId arm = figure.skeleton.joint("left_upper_arm");
    set_joint_rotation(figure.skeleton, arm, joint_rotation(figure.skeleton, other, arm) * from_axis_angle(way, turn),
                       other);
    EXPECT_NEAR(figure.measured(hold(other)).angle, turn, 1e-7);
  }
}

TEST(Goal, CountsOnlyWhatIsOutsideOfItsBounds) {
  Random random(3);
  const Figure figure(random);
  const Vec3 point = figure.frames.position(figure.hand);
  Goal goal = reach(figure.hand, point - Vec3{0.3, 0.4, 0.5});  // the rows' numbers are 0.3, 0.4, 0.5
  goal.bounds[0] = Goal::kAnything;
  goal.bounds[1] = {-1, 0.1};
  goal.bounds[2] = {0.9, 2};
  EXPECT_NEAR(figure.measured(goal).position, 0.5, 1e-12);  // 0.3 and 0.4
  Goal tilted = place(figure.hand, {from_axis_angle(kUnitY, -0.2) * figure.frames.rotation(figure.hand), point});
  EXPECT_NEAR(figure.measured(tilted).angle, 0.2, 1e-12);
  tilted.bounds[1] = {0, 0.15};  // a place's first three rows turn
  EXPECT_NEAR(figure.measured(tilted).angle, 0.05, 1e-12);
  tilted.bounds[1] = Goal::kAnything;
  EXPECT_NEAR(figure.measured(tilted).angle, 0, 1e-12);
}

TEST(Goal, SaysWhyItCannotBeUsed) {
  const Skeleton body = scenes::humanoid(), chain = scenes::ball_chain(3);
  const Pose stand = scenes::standing_pose(body);
  const Goal good = place({3}, {});
  EXPECT_FALSE(fault_of(body, good));
  EXPECT_FALSE(fault_of(body, hold(stand)));
  EXPECT_FALSE(fault_of(body, centre_of_mass_at({})));
  std::vector<Goal> bad(15, good);
  bad[0].joint = kWorld;
  bad[1].joint = {body.joint_count()};
  bad[2].frame = {body.joint_count()};
  bad[3].frame = {-5};
  bad[4].target.y = kNan;
  bad[5].offset.z = kInfinity;
  bad[6].orientation = {0, 0, 0, 0};
  bad[7].orientation.w = kNan;
  bad[8].weight = 0;
  bad[9].weight = kInfinity;
  bad[10].fade = 1.5;
  bad[11].bounds[5] = {1, -1};
  bad[12].bounds[0] = {kNan, 1};
  bad[13] = aim({3}, {0, 0, 0}, {1, 1, 1});
  bad[14] = half_space({3}, {}, {kNan, 0, 0});
  for (std::size_t i = 0; i < bad.size(); ++i) {
    const Fault fault = fault_of(body, bad[i]);
    ASSERT_TRUE(fault) << i;
    EXPECT_GT(std::string_view(fault).size(), 20u) << i;
  }
  EXPECT_TRUE(fault_of(chain, hold(stand)));  // a pose of another skeleton
  Pose broken = stand;
  broken[2] = kNan;
  EXPECT_TRUE(fault_of(body, hold(broken)));
  EXPECT_TRUE(fault_of(chain, centre_of_mass_at({})));  // it has no masses
}

// A posture that would be gone before the solve does not compile.
template <class Posture>
concept Holds = requires(Posture&& posture) { hold(std::forward<Posture>(posture)); };
template <class Posture, class Weights>
concept HoldsByWeights = requires(Posture&& posture, Weights&& weights) {
  hold(std::forward<Posture>(posture), std::forward<Weights>(weights));
};
static_assert(Holds<Pose&> && Holds<const Pose&> && Holds<std::vector<double>&> && Holds<std::span<const double>>);
static_assert(!Holds<Pose> && !Holds<std::vector<double>> && !Holds<const std::vector<double>>);
static_assert(!Holds<std::array<double, 3>>);
static_assert(HoldsByWeights<Pose&, std::vector<double>&> && HoldsByWeights<Pose&, GoalOptions>);
static_assert(!HoldsByWeights<Pose, std::vector<double>&> && !HoldsByWeights<Pose&, std::vector<double>>);
static_assert(!HoldsByWeights<Pose, GoalOptions>);

// A tool on the hand, shifted and turned: its frame comes to the target, whatever method brings it there.
TEST(Goal, PlacesATool) {
  Random random(7);
  const Skeleton arm = scenes::seven_hinge_arm();
  const JointId hand{arm.joint_count() - 1};
  int reached = 0;
  for (int i = 0; i < 50; ++i) {
    const Transform hand_from_tool{random.rotation(), random.point(0.2)};
    Frames frames(arm);
    forward(arm, scenes::random_pose(arm, random), frames);
    const Transform target = frames.world_from_joint(hand) * hand_from_tool;
    const Goal goals[] = {place(hand, hand_from_tool, target)};
    Scratch scratch(arm);
    for (int method = 0; method < 2; ++method) {
      Pose pose = arm.rest_pose();
      const Report report = method == 0 ? solve(arm, goals, Jacobian{}, pose, scratch)
                                        : solve(arm, goals, FullBody{.restarts = 5}, pose, scratch);
      if (!report.reached()) continue;
      ++reached;
      forward(arm, pose, frames);
      const Transform tool = frames.world_from_joint(hand) * hand_from_tool;
      EXPECT_LT(length(tool.translation - target.translation), 1e-4);
      EXPECT_LT(angle_of(conjugate(tool.rotation) * target.rotation), 1e-4);
    }
  }
  EXPECT_GT(reached, 60);
  // A point of the tool: the offset counts in the tool's frame.
  const Transform turned{from_axis_angle(kUnitZ, kPi / 2), {0.1, 0, 0}};
  const Goal point = place(hand, turned, {}, {.offset = {0.2, 0, 0}});
  EXPECT_LT(length(point.offset - Vec3{0.1, 0.2, 0}), 1e-15);
  // The length of the tool's rotation does not matter, unless there is none.
  const Goal longer = place(hand, {turned.rotation * 3.0, turned.translation}, {}, {.offset = {0.2, 0, 0}});
  EXPECT_LT(length(longer.offset - point.offset), 1e-15);
  EXPECT_LT(angle_of(conjugate(normalised(longer.orientation)) * point.orientation), 1e-15);
  EXPECT_FALSE(fault_of(arm, longer));
  EXPECT_TRUE(fault_of(arm, place(hand, {Quat{0, 0, 0, 0}, {}}, Transform{})));
  EXPECT_TRUE(fault_of(arm, place(hand, {Quat{NAN, 0, 0, 1}, {}}, Transform{})));
}

// Of two ways to reach, the freedom that the hold gives ten times the weight moves less.
TEST(Goal, AHoldWeighsEachFreedom) {
  const Joint joints[] = {slider("a", "", {}, kUnitX), slider("b", "a", {}, kUnitX), fixed_joint("tip", "b", {})};
  const Skeleton rail = Skeleton::build(joints).value();
  const Pose rest = rail.rest_pose();
  const std::vector<double> weights = {9, 1};
  Scratch scratch(rail);
  const Goal goals[] = {reach(rail.joint("tip"), {1, 0, 0}), hold(rest, weights, {.priority = 1})};
  Pose pose = rest;
  const Report report = solve(rail, goals, FullBody{}, pose, scratch);
  EXPECT_TRUE(report.reached());
  EXPECT_NEAR(pose[0], 0.1, 1e-5);  // 9 a^2 + b^2 is least for a + b = 1
  EXPECT_NEAR(pose[1], 0.9, 1e-5);
  EXPECT_EQ(report.hold_error, pose[1]);
  // The Jacobian weighs the hold against the reach: it gives up a little of both, by the same ratio.
  const Goal together[] = {reach(rail.joint("tip"), {1, 0, 0}), hold(rest, weights, {.weight = 1e-6})};
  pose = rest;
  solve(rail, together, Jacobian{}, pose, scratch);
  EXPECT_NEAR(pose[0] / pose[1], 1.0 / 9, 1e-3);
  // Refused: too few weights, and ones that are not positive.
  for (const std::vector<double>& bad : {std::vector<double>{1}, {1, 0}, {1, -1}, {1, kNan}}) {
    const Goal wrong[] = {hold(rest, bad)};
    EXPECT_EQ(solve(rail, wrong, FullBody{}, pose, scratch).status, Status::BadInput);
  }
}

// A hold is a wish: missing it costs neither the status nor the errors, in any method that takes it.
TEST(Goal, AHoldNeverDecidesTheStatus) {
  const Skeleton arm = scenes::planar_arm();
  const Pose far{{1, 1}};
  const JointId hand = arm.joint("hand");
  const Goal goals[] = {reach(hand, {0.3, 0.3, 0}), hold(far, {.weight = 1e-12, .priority = 1})};
  Scratch scratch(arm);
  Pose pose{{0.2, 1.2}};
  for (int method = 0; method < 3; ++method) {
    const Report report = method == 0   ? solve(arm, goals, FullBody{}, pose, scratch)
                          : method == 1 ? solve(arm, goals, Hybrid{}, pose, scratch)
                                        : solve(arm, goals, Jacobian{}, pose, scratch);
    EXPECT_TRUE(report.reached()) << method;
    EXPECT_LT(report.angle_error, 1e-12) << method;
    EXPECT_EQ(report.worst_goal == 1, false) << method;
    EXPECT_GT(report.hold_error, 0.05) << method;
  }
}

// Squares of what is larger are no numbers. FullBody with a restart, a slider and a target of 1e160 said Reached and
// gave NaN.
TEST(Goal, RefusesTargetsWhoseSquaresOverflow) {
  const Joint joints[] = {slider("a", "", {}, kUnitX), hinge("b", "a", {0.1, 0, 0}, kUnitZ),
                          ball("c", "b", {0.3, 0, 0}, {}), fixed_joint("tip", "c", {0.3, 0, 0})};
  std::vector<Joint> heavy(std::begin(joints), std::end(joints));
  for (Joint& joint : heavy) joint.mass = 1;
  const Skeleton skeleton = Skeleton::build(heavy).value();
  const JointId tip = skeleton.joint("tip");
  const Pose rest = skeleton.rest_pose();
  Scratch scratch(skeleton);
  for (const double size : {1e101, 1e155, 1e160, 1e300}) {
    const Vec3 far{size, 0, 0};
    for (const Goal& goal : {reach(tip, far), place(tip, {{}, far}), aim(tip, kUnitX, far), centre_of_mass_at(far),
                             distance(tip, far, {0, 1}), half_space(tip, far, kUnitX), reach(tip, {}, {.offset = far}),
                             half_space(tip, {}, far)}) {
      Pose pose = rest;
      const Report report = solve(skeleton, {&goal, 1}, FullBody{.restarts = 2}, pose, scratch);
      EXPECT_EQ(report.status, Status::BadInput);
      EXPECT_EQ(pose, rest);
      EXPECT_EQ(solve(skeleton, {&goal, 1}, Jacobian{}, pose, scratch).status, Status::BadInput);
    }
    Pose pose = rest;
    pose[0] = size;
    const Goal near[] = {reach(tip, {0.2, 0.2, 0})};
    EXPECT_EQ(solve(skeleton, near, FullBody{.restarts = 2}, pose, scratch).status, Status::BadInput);
  }
  // Just below, the answer is finite.
  for (const double size : {1e60, 9e99}) {
    const Goal goals[] = {reach(tip, {size, size, -size})};
    for (int method = 0; method < 2; ++method) {
      Pose pose = rest;
      const Report report = method == 0 ? solve(skeleton, goals, FullBody{.restarts = 2}, pose, scratch)
                                        : solve(skeleton, goals, Jacobian{}, pose, scratch);
      EXPECT_FALSE(report.reached() && !(report.position_error < 1e90));
      for (const double value : pose) EXPECT_TRUE(std::isfinite(value)) << size << " " << method;
    }
  }
}

// An aim may miss by its bounds, about each of its two lines, and then it is met.
TEST(Goal, AimCountsItsBounds) {
  const Joint joints[] = {ball("eye", "", {})};
  const Skeleton skeleton = Skeleton::build(joints).value();
  const Pose rest = skeleton.rest_pose();
  Frames frames(skeleton);
  forward(skeleton, rest, frames);
  for (const double off : {0.0, 0.05, 0.3}) {
    Goal goal = aim(skeleton.joint("eye"), {1, 0.2, 0.1}, rotate(from_axis_angle({-0.2, 1, 0}, off), {1, 0.2, 0.1}));
    const double whole = measure(skeleton, frames, rest, goal).angle;
    EXPECT_GE(whole, 0.9 * off);
    goal.bounds[0] = goal.bounds[1] = {-0.1, 0.1};
    const double outside = measure(skeleton, frames, rest, goal).angle;
    EXPECT_EQ(outside == 0, off < 0.1);
    EXPECT_LE(outside, whole);
    goal.bounds[0] = goal.bounds[1] = Goal::kAnything;
    EXPECT_EQ(measure(skeleton, frames, rest, goal).angle, 0);
    Pose pose = rest;
    Scratch scratch(skeleton);
    EXPECT_TRUE(solve(skeleton, {&goal, 1}, FullBody{}, pose, scratch).reached());
    EXPECT_EQ(pose, rest);
  }
}

// A goal for the whole body needs no joint; one that names a joint must name one that is there.
TEST(Goal, WholeBodiesNameNoJointThatIsNotThere) {
  Joint heavy = ball("a", "", {});
  heavy.mass = 1;
  const Joint joints[] = {heavy};
  const Skeleton skeleton = Skeleton::build(joints).value();
  const Pose rest = skeleton.rest_pose();
  Scratch scratch(skeleton);
  for (Goal goal : {centre_of_mass_at({}), hold(rest)}) {
    EXPECT_FALSE(fault_of(skeleton, goal));
    for (const int wrong : {1, 1000000, -2}) {
      goal.joint.index = wrong;
      Pose pose = rest;
      EXPECT_EQ(solve(skeleton, {&goal, 1}, Jacobian{}, pose, scratch).status, Status::BadInput) << wrong;
      EXPECT_EQ(solve(skeleton, {&goal, 1}, FullBody{}, pose, scratch).status, Status::BadInput) << wrong;
    }
  }
}

TEST(Goal, RefusesBoundsThatNoNumberMeets) {
  const Joint joints[] = {ball("a", "", {})};
  const Skeleton skeleton = Skeleton::build(joints).value();
  for (const Range& bound : {Range{-kInfinity, -kInfinity}, Range{1e101, kInfinity}, Range{-1e300, -1e200}}) {
    Goal goal = reach(skeleton.joint("a"), {});
    goal.bounds[1] = bound;
    EXPECT_TRUE(fault_of(skeleton, goal)) << bound.lower;
  }
}

}  // namespace
}  // namespace kine
