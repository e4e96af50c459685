#include "kine/motion/body/body_pose.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "kine/kinematics/forward.h"
#include "kine/math/trig.h"
#include "kine/motion/ground_shapes.h"
#include "kine/motion/walk.h"
#include "scenes/scenes.h"

namespace kine {
namespace {

struct Extent {
  double least = 1e9, most = -1e9;
  void add(double value) {
    least = std::min(least, value);
    most = std::max(most, value);
  }
  double width() const { return most - least; }
};

/// Degrees in the world, over some strides.
struct BodyMotion {
  Extent nod, head_turn, arms_together;
};

BodyMotion body_motion(const Gait& gait) {
  const Skeleton skeleton = scenes::humanoid();
  Pose pose = scenes::standing_pose(skeleton);
  const Biped body = *Biped::build(skeleton, pose.q);
  Scratch scratch(body);
  WalkState state;
  Frames frames(skeleton);
  forward(skeleton, pose.q, frames);
  const Quat head_stands = frames.rotation(skeleton.joint("head"));
  BodyMotion out;
  for (int k = 0; k < 60 * 8; ++k) {
    walk(body, gait, FlatGround{}, {1, 0, 0}, 1.0 / 60, state, pose.q, scratch);
    if (k < 60 * 3) continue;
    forward(skeleton, pose.q, frames);
    const Vec3 nose = rotate(frames.rotation(skeleton.joint("head")) * conjugate(head_stands), kUnitZ);
    out.nod.add(degrees(std::asin(nose.y)));
    out.head_turn.add(degrees(std::atan2(nose.x, nose.z)));
    const auto ahead = [&](const std::string& side) {
      const Vec3 arm =
          frames.position(skeleton.joint(side + "_forearm")) - frames.position(skeleton.joint(side + "_upper_arm"));
      return degrees(std::atan2(arm.z, -arm.y));
    };
    out.arms_together.add(ahead("left") + ahead("right"));
  }
  return out;
}

TEST(BodyPose, HasAHeadThatIsAlive) {
  const BodyMotion walked = body_motion(Gait{});
  EXPECT_GT(walked.nod.width(), 1);
  EXPECT_LT(walked.nod.width(), 4);
  EXPECT_GT(walked.head_turn.width(), 1);
  EXPECT_LT(walked.head_turn.width(), 4);
}

TEST(BodyPose, HasArmsThatAreNoMirrorImages) {
  // What one arm is ahead the other is not behind: both are back a little while they pass each other.
  EXPECT_GT(body_motion(Gait{}).arms_together.width(), 3);
  EXPECT_LT(body_motion(Gait::paper()).arms_together.width(), 1);
}

}  // namespace
}  // namespace kine
