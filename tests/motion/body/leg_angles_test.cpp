#include "kine/motion/body/leg_angles.h"

#include <gtest/gtest.h>

#include "kine/kinematics/forward.h"
#include "kine/motion/body/biped_model.h"
#include "scenes/scenes.h"

namespace kine {
namespace {

using namespace detail;

// The skeleton's own forward kinematics puts the foot somewhere; the closed form must find the angles it came from.
TEST(LegAngles, AreThoseThatForwardKinematicsCameFrom) {
  const Skeleton skeleton = scenes::humanoid();
  Pose pose = scenes::standing_pose(skeleton);
  const Biped body = *Biped::build(skeleton, pose.q);
  const double bends[][6] = {
      {0.3, 0.1, -0.2, 0.5, -0.1, 0.05}, {-0.2, -0.3, 0.4, 0.9, 0.2, -0.3}, {1.1, 0.5, 0.6, 1.5, -0.6, 0.4}};
  for (const auto& bend : bends)
    for (int foot = 0; foot < 2; ++foot) {
      const BipedLeg& leg = model_of(body).leg(foot);
      const auto set = [&](JointId joint, int k, double value) {
        pose[static_cast<std::size_t>(skeleton.first_value(joint) + k)] = value;
      };
      for (int k = 0; k < 3; ++k) set(leg.thigh, k, bend[k]);
      set(leg.shank, 0, bend[3]);
      for (int k = 0; k < 2; ++k) set(leg.foot, k, bend[4 + k]);
      Frames frames(skeleton);
      forward(skeleton, pose.q, frames);
      const Transform hips = frames.world_from_joint(body.pelvis());
      const FootPose at{frames.position(leg.foot), frames.rotation(leg.foot) * conjugate(leg.standing_foot), 0};
      const LegAngles angles = leg_angles(body.measures(), hips, at, foot);
      EXPECT_NEAR(angles.hip_bend, bend[0], 1e-9);
      EXPECT_NEAR(angles.hip_open, bend[1], 1e-9);
      EXPECT_NEAR(angles.hip_turn, bend[2], 1e-9);
      EXPECT_NEAR(angles.knee, bend[3], 1e-9);
      EXPECT_NEAR(angles.ankle_up, bend[4], 1e-9);
      EXPECT_NEAR(angles.ankle_tip, bend[5], 1e-9);
    }
}

TEST(LegAngles, TheRoomEndsWhereTheFirstJointDoes) {
  const Skeleton skeleton = scenes::humanoid();
  const Pose pose = scenes::standing_pose(skeleton);
  const Biped body = *Biped::build(skeleton, pose.q);
  const Transform hips{{}, {0, 0.9, 0}};
  const auto margin = [&](double tip) {
    return leg_limit_margin(body.measures(), hips, {{0.09, 0.07, 0}, from_axis_angle(kUnitZ, tip), 0}, 0);
  };
  EXPECT_NEAR(margin(0.4), radians(25.0) - 0.4, 1e-9) << "the ankle tips by 25 degrees";
  EXPECT_LT(margin(0.45), 0);
}

TEST(LegAngles, AFootFarInFrontOfALowHipIsPastTheAnkle) {
  const Skeleton skeleton = scenes::humanoid();
  const Pose pose = scenes::standing_pose(skeleton);
  const Biped body = *Biped::build(skeleton, pose.q);
  const Transform hips{{}, {0, 0.55, 0}};
  const auto pitched = [&](double by) { return FootPose{{0.09, 0.07, 0.1}, from_axis_angle(kUnitX, by), 0}; };
  const double bend = leg_angles(body.measures(), hips, pitched(0), 0).ankle_up;
  const double limit = body.measures().legs[0].ankle_up;
  EXPECT_GT(bend, limit);
  EXPECT_NEAR(leg_limit_margin(body.measures(), hips, pitched(0), 0), limit - bend, 1e-9);
  EXPECT_GT(leg_limit_margin(body.measures(), hips, pitched(bend - limit + 0.01), 0), 0) << "its heel rises";
}

}  // namespace
}  // namespace kine
