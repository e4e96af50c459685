#include "kine/motion/walk_path.h"

#include <gtest/gtest.h>

#include "kine/math/trig.h"
#include "kine/motion/ground_shapes.h"
#include "kine/motion/walk.h"
#include "scenes/scenes.h"

namespace kine {
namespace {

TEST(WalkPath, GoesWhereItSays) {
  const WalkPath circle = WalkPath::circle(2);
  EXPECT_NEAR(circle.at(kPi).x, 2, 1e-12);
  EXPECT_NEAR(circle.at(kPi).z, 2, 1e-12);
  const WalkPath square = WalkPath::square(4);
  EXPECT_NEAR(square.at(6).x, 2, 1e-12) << "the first corner is to the left";
  EXPECT_NEAR(square.at(6).z, 4, 1e-12);
  EXPECT_NEAR(square.at(16 + 1).z, 1, 1e-12) << "and round again";
  const WalkPath eight = WalkPath::figure8();
  EXPECT_NEAR(eight.at(4 * kPi + kPi).x, -2, 1e-9) << "the second circle is to the right";
  EXPECT_DOUBLE_EQ(WalkPath::through({{0, 0}, {0, 3}}).length(), 3);
}

TEST(WalkPath, IsFollowedByWhatCannotTurn) {
  const Skeleton skeleton = scenes::humanoid();
  Pose pose = scenes::standing_pose(skeleton);
  const Biped body = *Biped::build(skeleton, pose.q);
  Scratch scratch(body);
  WalkState state;
  Gait gait;
  gait.top_turn = 0;
  double along = 0;
  for (int k = 0; k < 60 * 5; ++k) {
    const Stick stick = follow(WalkPath::straight(), gait, state.course, along);
    EXPECT_EQ(stick.turn, 0);
    const WalkReport report = walk(body, gait, FlatGround{}, stick, 1.0 / 60, state, pose.q, scratch);
    EXPECT_FALSE(report.bad_stick);
  }
  EXPECT_GT(state.course.z, 4);
  gait.top_speed = 0;
  EXPECT_EQ(follow(WalkPath::straight(), gait, state.course, along).forward, 0);
}

TEST(WalkPath, IsFollowedAndEndsInAStop) {
  const Skeleton skeleton = scenes::humanoid();
  Pose pose = scenes::standing_pose(skeleton);
  const Biped body = *Biped::build(skeleton, pose.q);
  Scratch scratch(body);
  WalkState state;
  const Gait gait;
  const WalkPath path = WalkPath::through({{0, 0}, {0, 3}, {2, 5}});
  double along = 0;
  for (int k = 0; k < 60 * 12; ++k) {
    const Stick stick = follow(path, gait, state.course, along);
    walk(body, gait, FlatGround{}, stick, 1.0 / 60, state, pose.q, scratch);
  }
  EXPECT_NEAR(state.course.x, 2, 0.3);
  EXPECT_NEAR(state.course.z, 5, 0.3);
  EXPECT_EQ(state.phase, WalkState::Phase::Stand);
}

}  // namespace
}  // namespace kine
