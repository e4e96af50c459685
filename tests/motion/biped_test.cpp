#include "kine/motion/biped.h"

#include <gtest/gtest.h>

#include <string>

#include "kine/math/trig.h"
#include "scenes/scenes.h"

namespace kine {
namespace {

TEST(Biped, MeasuresTheFigure) {
  const Skeleton skeleton = scenes::humanoid();
  const Pose pose = scenes::standing_pose(skeleton);
  const Result<Biped> body = Biped::build(skeleton, pose.q);
  ASSERT_TRUE(body) << body.error();
  EXPECT_NEAR(body->measures().leg(), 0.87, 1e-12);
  EXPECT_NEAR(body->measures().hip_half, 0.09, 1e-12);
  EXPECT_NEAR(body->measures().legs[1].ankle_up, radians(20.0), 1e-12);
  EXPECT_NEAR(body->measures().legs[1].hip_back, radians(20.0), 1e-12);
  EXPECT_NEAR(length(body->measures().legs[1].foot.tip - Vec3{0, -0.07, 0.205}), 0, 1e-12);
}

TEST(Biped, RefusesWhatCannotWalkWithASentence) {
  const Skeleton arm = scenes::seven_hinge_arm();
  const Result<Biped> body = Biped::build(arm, arm.rest_pose().q);
  EXPECT_FALSE(body);
  EXPECT_FALSE(body.error().empty());
  const Skeleton skeleton = scenes::humanoid();
  BipedNames names;
  names.thigh[1] = "right_thorax";
  EXPECT_NE(Biped::build(skeleton, skeleton.rest_pose().q, names).error().find("right_thorax"), std::string::npos);
}

}  // namespace
}  // namespace kine
