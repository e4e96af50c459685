#include "scenes/scenes.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "kine/kinematics/centre_of_mass.h"
#include "kine/kinematics/forward.h"
#include "scenes/random_pose.h"

namespace kine {
namespace {

/// A scene, its pose and where its joints are.
struct Posed {
  Skeleton skeleton;
  Pose pose;
  Frames frames;

  explicit Posed(Skeleton s) : skeleton(std::move(s)), pose(skeleton.rest_pose()), frames(skeleton) { update(); }
  void update() { forward(skeleton, pose, frames); }
  double& value(std::string_view joint, int component = 0) {
    return pose[static_cast<std::size_t>(skeleton.first_value(skeleton.joint(joint)) + component)];
  }
  Vec3 at(std::string_view joint) const { return frames.position(skeleton.joint(joint)); }

  /// How `seen` moves when one angle grows from 0 to 0.3.
  Vec3 motion(std::string_view joint, int component, std::string_view seen) {
    const double before = value(joint, component);
    update();
    const Vec3 from = at(seen);
    value(joint, component) = before + 0.3;
    update();
    const Vec3 to = at(seen);
    value(joint, component) = before;
    update();
    return to - from;
  }
};

Posed standing() {
  Posed body(scenes::humanoid());
  body.pose = scenes::standing_pose(body.skeleton);
  body.update();
  return body;
}

TEST(Scenes, AreFoundByTheirNames) {
  std::set<std::string_view> names;
  for (const scenes::Scene& scene : scenes::all()) {
    EXPECT_TRUE(names.insert(scene.name).second) << scene.name;
    EXPECT_EQ(scenes::find(scene.name), &scene);
    EXPECT_GT(scene.build().joint_count(), 0) << scene.name;
  }
  EXPECT_EQ(scenes::find("no-such-scene"), nullptr);
}

TEST(Scenes, RandomPosesAreInsideTheLimitsAndRepeat) {
  for (const scenes::Scene& scene : scenes::all()) {
    const Skeleton skeleton = scene.build();
    scenes::Random random(7), again(7);
    for (int i = 0; i < 100; ++i) {
      const Pose pose = scenes::random_pose(skeleton, random);
      EXPECT_TRUE(is_usable(skeleton, pose)) << scene.name;
      EXPECT_LT(limit_violation(skeleton, pose), 1e-9) << scene.name;
      EXPECT_EQ(pose, scenes::random_pose(skeleton, again)) << scene.name;
    }
  }
}

TEST(Scenes, HashChangesWithOneBit) {
  double numbers[] = {1.0, -2.5, 0.0};
  const std::uint64_t before = scenes::hash(numbers);
  numbers[2] = -0.0;
  EXPECT_NE(scenes::hash(numbers), before);
}

TEST(Scenes, BallChainIsOneLong) {
  for (const int links : {1, 3, 100}) {
    const Posed chain(scenes::ball_chain(links));
    EXPECT_EQ(chain.skeleton.freedom_count(), 3 * links);
    EXPECT_NEAR(chain.at("tip").x, 1, 1e-14);
  }
}

TEST(Scenes, ReadyPoseOfTheArmIsInsideItsLimitsAndPointsDown) {
  Posed arm(scenes::seven_hinge_arm());
  EXPECT_EQ(arm.skeleton.freedom_count(), 7);
  arm.pose = scenes::ready_pose(arm.skeleton);
  arm.update();
  EXPECT_EQ(limit_violation(arm.skeleton, arm.pose), 0);
  EXPECT_LT((arm.at("tip") - arm.at("flange_turn")).z, -0.15);
  EXPECT_GT(arm.at("tip").x, 0.3);
  EXPECT_GT(arm.at("tip").z, 0.1);
}

TEST(Scenes, JawsOfTheSliderArmOpenTogether) {
  Posed arm(scenes::slider_arm());
  const double shut = length(arm.at("left_jaw") - arm.at("right_jaw"));
  arm.value("left_jaw") = 0.03;
  arm.update();
  EXPECT_NEAR(length(arm.at("left_jaw") - arm.at("right_jaw")), shut + 0.06, 1e-14);
  EXPECT_LT(arm.motion("quill", 0, "tip").z, -0.29);
}

TEST(Humanoid, HasTheSizeAndMassOfAPerson) {
  const Posed body = standing();
  EXPECT_NEAR(body.at("head_top").y, 1.75, 1e-12);
  for (const std::string side : {"left_", "right_"}) {
    EXPECT_NEAR(length(body.at(side + "thigh") - body.at(side + "foot")), 0.87, 1e-12);
    EXPECT_NEAR(body.at(side + "heel").y, 0, 1e-12);
    EXPECT_NEAR(body.at(side + "toe_tip").y, 0, 1e-12);
    EXPECT_LT(body.at(side + "hand_tip").y, body.at(side + "thigh").y) << "the arms hang";
  }
  EXPECT_GT(body.at("left_thigh").x, 0) << "left is +X";
  EXPECT_GT(body.at("left_toe_tip").z, body.at("left_heel").z) << "it faces +Z";
  EXPECT_NEAR(body.skeleton.mass(), 70, 1e-9);
  const Vec3 centre = centre_of_mass(body.skeleton, body.frames);
  EXPECT_NEAR(centre.y, 0.56 * 1.75, 0.02 * 1.75);  // people: 55 to 57 % of their height
  EXPECT_NEAR(centre.x, 0, 1e-12);
  EXPECT_NEAR(centre.z, 0, 0.03);
  int segments = 0;
  for (int i = 0; i < body.skeleton.joint_count(); ++i) {
    segments += body.skeleton.description(JointId{i}).mass > 0 ? 1 : 0;
  }
  EXPECT_EQ(segments, 18);
}

TEST(Humanoid, PosesAreInsideTheLimitsAndStandOnTheGround) {
  const Skeleton body = scenes::humanoid();
  Frames frames(body);
  for (const Pose& pose : {scenes::standing_pose(body), scenes::stride_pose(body), scenes::reach_pose(body)}) {
    EXPECT_EQ(limit_violation(body, pose), 0);
    forward(body, pose, frames);
    double lowest = 1;
    for (const Transform& joint : frames.joints()) lowest = std::min(lowest, joint.translation.y);
    EXPECT_NEAR(lowest, 0, 1e-12);
  }
}

TEST(Humanoid, LegAnglesArePositiveAsInAnatomy) {
  Posed body = standing();
  for (const std::string side : {"left_", "right_"}) {
    const double out = side == "left_" ? 1 : -1;
    EXPECT_GT(body.motion(side + "thigh", 0, side + "shank").z, 0.1) << "flexion: the knee forward";
    EXPECT_GT(body.motion(side + "thigh", 1, side + "shank").x * out, 0.1) << "abduction: outwards";
    EXPECT_LT(body.motion(side + "thigh", 2, side + "toe_tip").x * out, -0.05) << "rotation: the toes inwards";
    EXPECT_LT(body.motion(side + "shank", 0, side + "foot").z, -0.1) << "the shank backwards";
    EXPECT_GT(body.motion(side + "foot", 0, side + "toe_tip").y, 0.05) << "the toes up";
    EXPECT_LT(body.motion(side + "foot", 1, side + "heel").x * out, -0.01) << "inversion: the sole inwards";
    EXPECT_GT(body.motion(side + "toes", 0, side + "toe_tip").y, 0.01) << "the toes up";
  }
}

TEST(Humanoid, ArmAnglesArePositiveAsInAnatomy) {
  Posed body = standing();
  for (const std::string side : {"left_", "right_"}) {
    const double out = side == "left_" ? 1 : -1;
    EXPECT_GT(body.motion(side + "forearm", 0, side + "hand").z, 0.05) << "flexion: the hand forward";
    EXPECT_LT(body.motion(side + "hand", 0, side + "hand_tip").x * out, -0.04) << "flexion: towards the palm";
    EXPECT_GT(body.motion(side + "hand", 1, side + "hand_tip").z, 0.04) << "towards the thumb, which is in front";
    // The thumb is in front; pronation carries it inwards.
    const JointId hand = body.skeleton.joint(side + "hand");
    body.value(side + "forearm", 1) = 0.5;
    body.update();
    EXPECT_LT(rotate(body.frames.rotation(hand), kUnitZ).x * out, -0.3);
    body.value(side + "forearm", 1) = 0;
  }
}

TEST(Humanoid, TrunkAnglesArePositiveAsInAnatomy) {
  Posed body = standing();
  for (const std::string joint : {"abdomen", "chest"}) {
    EXPECT_GT(body.motion(joint, 0, "head_top").z, 0.1) << joint << " forward";
    EXPECT_GT(body.motion(joint, 1, "head_top").x, 0.1) << joint << " to the left";
    EXPECT_LT(body.motion(joint, 2, "left_upper_arm").z, -0.04) << joint << " turned left: the left shoulder back";
  }
  EXPECT_GT(body.motion("head", 1, "head_top").z, 0.05);
  EXPECT_GT(body.motion("head", 2, "head_top").x, 0.05);
}

TEST(Humanoid, ShoulderReachesWhereAPersonReaches) {
  const Skeleton body = scenes::humanoid();
  for (const std::string side : {"left_", "right_"}) {
    const double out = side == "left_" ? 1 : -1;
    const JointId arm = body.joint(side + "upper_arm");
    const Joint& joint = body.description(arm);
    const auto violation = [&](const Vec3& arm_direction_in_chest) {
      const Vec3 bone = rotate(conjugate(joint.rest.rotation), arm_direction_in_chest);
      return limit_violation(joint.ball, shortest_arc(joint.ball.twist_axis, bone));
    };
    const Vec3 down{0, -1, 0}, up{0, 1, 0}, forward{0, 0, 1}, sideways{out, 0, 0};
    EXPECT_EQ(violation(down), 0);
    EXPECT_EQ(violation(up), 0);
    EXPECT_EQ(violation(forward), 0);
    EXPECT_EQ(violation(sideways), 0);
    EXPECT_EQ(violation(normalised(Vec3{-0.6 * out, 0, 0.8})), 0) << "across the chest";
    EXPECT_EQ(violation(normalised(Vec3{0, -1, -0.6})), 0) << "swung back";
    EXPECT_GT(violation(-forward), 0.2) << "straight back is out of reach";
    EXPECT_GT(violation(-sideways), 0.2) << "straight through the neck is out of reach";
  }
}

TEST(Hand, CurlsEveryJointOfAFingerByOneValue) {
  Posed hand(scenes::hand());
  EXPECT_EQ(hand.skeleton.freedom_count(), 4 * 2 + 3);
  for (const std::string finger : {"index", "middle", "ring", "little"}) {
    EXPECT_LT(hand.motion(finger + "_base", 0, finger + "_tip").y, -0.02) << "curl: towards the palm";
    EXPECT_LT(hand.motion(finger + "_base", 1, finger + "_tip").z, -0.02) << "spread: towards -Z";
    hand.value(finger + "_base", 0) = 1.0;
    hand.update();
    EXPECT_DOUBLE_EQ(joint_value(hand.skeleton, hand.pose, hand.skeleton.joint(finger + "_middle")), 1.1);
    EXPECT_DOUBLE_EQ(joint_value(hand.skeleton, hand.pose, hand.skeleton.joint(finger + "_end")), 0.7);
    EXPECT_LT(hand.at(finger + "_tip").x, hand.at(finger + "_middle").x) << "the tip comes back to the palm";
  }
  EXPECT_LT(hand.motion("thumb_base", 0, "thumb_tip").y, -0.01) << "the thumb goes under the palm";
  EXPECT_LT(hand.motion("thumb_base", 1, "thumb_tip").z, -0.01) << "away from the fingers";
  EXPECT_GT(hand.motion("thumb_middle", 0, "thumb_tip").z, 0.005) << "towards the fingers";
}

TEST(Mixed, HasEveryKindOfJointScalesFollowersAndTwoRoots) {
  const Skeleton skeleton = scenes::mixed();
  std::set<JointKind> kinds;
  int roots = 0, fixed = 0;
  for (int i = 0; i < skeleton.joint_count(); ++i) {
    kinds.insert(skeleton.kind(JointId{i}));
    roots += skeleton.parent(JointId{i}).valid() ? 0 : 1;
  }
  for (const Skeleton::Freedom& freedom : skeleton.freedoms()) fixed += freedom.fixed ? 1 : 0;
  EXPECT_EQ(kinds.size(), 6u);
  EXPECT_EQ(roots, 2);
  EXPECT_EQ(fixed, 2);
  EXPECT_TRUE(skeleton.has_scale());
  EXPECT_TRUE(skeleton.has_followers());
}

}  // namespace
}  // namespace kine
