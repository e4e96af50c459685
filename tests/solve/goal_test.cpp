#include "kine/solve/goal.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "kine/kinematics/centre_of_mass.h"
#include "kine/kinematics/forward.h"
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
  EXPECT_EQ(fault_of(body, good), nullptr);
  EXPECT_EQ(fault_of(body, hold(stand)), nullptr);
  EXPECT_EQ(fault_of(body, centre_of_mass_at({})), nullptr);
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
    const char* fault = fault_of(body, bad[i]);
    ASSERT_NE(fault, nullptr) << i;
    EXPECT_GT(std::string_view(fault).size(), 20u) << i;
  }
  EXPECT_NE(fault_of(chain, hold(stand)), nullptr);  // a pose of another skeleton
  Pose broken = stand;
  broken[2] = kNan;
  EXPECT_NE(fault_of(body, hold(broken)), nullptr);
  EXPECT_NE(fault_of(chain, centre_of_mass_at({})), nullptr);  // it has no masses
}

}  // namespace
}  // namespace kine
