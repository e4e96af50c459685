#include "kine/motion/clip/two_bones.h"

#include <gtest/gtest.h>

#include "kine/kinematics/forward.h"
#include "kine/model/pose.h"
#include "tests/motion/test_figures.h"

namespace kine::detail {
namespace {

/// An arm of two bones of 0.3 m whose middle bends by an angle about X.
struct Arm {
  Skeleton skeleton = testing::build({euler("upper", "", {}, "ZXY"), euler("lower", "upper", {0, -0.3, 0}, "ZXY"),
                                      euler("end", "lower", {0, -0.3, 0}, "ZXY")});

  double bend_after(double animated, double shorter) const {
    Pose pose = skeleton.rest_pose();
    pose[static_cast<std::size_t>(skeleton.first_value(skeleton.joint("lower")) + 1)] = animated;
    const Pose before = pose;
    Frames frames(skeleton);
    forward(skeleton, before, frames);
    const TwoBones limb{skeleton.joint("upper"), skeleton.joint("lower"), skeleton.joint("end"), kUnitX};
    const Vec3 goal = frames.position(skeleton.joint("end")) * (1 - shorter);
    EXPECT_LT(place_two_bones(skeleton, limb, {{}, goal, {}, {}}, frames, before.q, pose.q), 1e-12);
    forward(skeleton, pose, frames);
    EXPECT_LT(length(frames.position(skeleton.joint("end")) - goal), 1e-12);
    return joint_value(skeleton, pose.q, skeleton.joint("lower"), 1);
  }
};

TEST(TwoBones, TheMiddleStaysOnTheSideWhereItIsAnimated) {
  const Arm arm;
  EXPECT_NEAR(arm.bend_after(0.6, 0.001), 0.6, 0.02);
  EXPECT_NEAR(arm.bend_after(-0.6, 0.001), -0.6, 0.02);
  EXPECT_NEAR(arm.bend_after(-0.6, -0.001), -0.6, 0.02);
  // A knee that a recording has a little through its joint bends to the back.
  EXPECT_GT(arm.bend_after(-0.1, 0.02), 0.1);
}

}  // namespace
}  // namespace kine::detail
