#include "kine/model/skeleton.h"

#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "kine/model/pose.h"
#include "tests/support/random_skeleton.h"

namespace kine {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

std::vector<Joint> good_arm() {
  return {hinge("shoulder", "", {}, kUnitZ, {-2, 2}), hinge("elbow", "shoulder", {0.3, 0, 0}, kUnitZ, {0, 2.5}),
          ball("wrist", "elbow", {0.25, 0, 0}), fixed_joint("tip", "wrist", {0.1, 0, 0})};
}

std::string refusal_of(const std::vector<Joint>& joints) {
  const Result<Skeleton> skeleton = Skeleton::build(joints);
  return skeleton ? "" : skeleton.error();
}

TEST(Skeleton, CountsValuesAxesAndFreedomsApart) {
  std::vector<Joint> joints{free_joint("root"),
                            ball("ball", "root", {}),
                            euler("euler", "ball", {}, "ZX"),
                            hinge("leader", "euler", {}, kUnitX),
                            hinge("follower", "leader", {}, kUnitX),
                            slider("slider", "follower", {}, kUnitY)};
  joints[4].axes[0].follows = Follow{"leader", 0, 2, 0.1};
  const Skeleton skeleton = *Skeleton::build(joints);
  EXPECT_EQ(skeleton.joint_count(), 6);
  EXPECT_EQ(skeleton.value_count(), 7 + 4 + 2 + 1 + 1 + 1);
  EXPECT_EQ(skeleton.axis_count(), 6 + 3 + 2 + 1 + 1 + 1);
  EXPECT_EQ(skeleton.freedom_count(), skeleton.axis_count() - 1);
  EXPECT_EQ(skeleton.freedom_of(skeleton.joint("follower")), skeleton.freedom_of(skeleton.joint("leader")));
  EXPECT_EQ(skeleton.freedom(skeleton.freedom_of(skeleton.joint("slider"))).value, skeleton.value_count() - 1);
  EXPECT_EQ(skeleton.freedom(skeleton.freedom_of(skeleton.joint("root"), 3)).value, 4);  // its x, after the quaternion
  EXPECT_EQ(skeleton.freedom(skeleton.freedom_of(skeleton.joint("ball"), 1)).value, -1);
}

TEST(Skeleton, FindsJointsAndSuggestsTheNearestName) {
  const Skeleton skeleton = *Skeleton::build(good_arm());
  EXPECT_EQ(skeleton.joint("wrist").index, 2);
  EXPECT_EQ(skeleton.parent(skeleton.joint("wrist")), skeleton.joint("elbow"));
  EXPECT_EQ(skeleton.parent(skeleton.joint("shoulder")), kWorld);
  EXPECT_EQ(skeleton.find("wirst").error(), "there is no joint \"wirst\"; did you mean \"wrist\"?");
  EXPECT_EQ(skeleton.find("q").error(), "there is no joint \"q\"");
  EXPECT_TRUE(skeleton.is_above(skeleton.joint("shoulder"), skeleton.joint("tip")));
  EXPECT_TRUE(skeleton.is_above(skeleton.joint("tip"), skeleton.joint("tip")));
  EXPECT_FALSE(skeleton.is_above(skeleton.joint("tip"), skeleton.joint("shoulder")));
}

struct Refusal {
  const char* what;
  std::function<void(std::vector<Joint>&)> spoil;
  const char* sentence;
};

TEST(Skeleton, RefusesBadDescriptionsWithASentence) {
  const std::vector<Refusal> refusals{
      {"no joints", [](auto& j) { j.clear(); }, "a skeleton needs at least one joint"},
      {"empty name", [](auto& j) { j[1].name = ""; }, "joint number 2 has no name"},
      {"double name", [](auto& j) { j[1].name = "shoulder"; }, "two joints are named \"shoulder\""},
      {"unknown parent", [](auto& j) { j[1].parent = "nobody"; },
       "joint \"elbow\": its parent \"nobody\" is not there"},
      {"own parent", [](auto& j) { j[1].parent = "elbow"; }, "joint \"elbow\": it names itself as its parent"},
      {"cycle", [](auto& j) { j[1].parent = "tip"; },
       "joint \"elbow\": its parent \"tip\" comes after it; list parents before their children (a cycle cannot be "
       "listed so)"},
      {"NaN offset", [](auto& j) { j[1].rest.translation.y = kNan; },
       "joint \"elbow\": its rest transform has a number that is not finite"},
      {"infinite rotation", [](auto& j) { j[1].rest.rotation.w = kInfinity; },
       "joint \"elbow\": its rest rotation has no length"},
      {"zero rotation", [](auto& j) { j[1].rest.rotation = {0, 0, 0, 0}; },
       "joint \"elbow\": its rest rotation has no length"},
      {"zero scale", [](auto& j) { j[1].rest.scale.z = 0; }, "joint \"elbow\": its scale has a zero"},
      {"zero axis", [](auto& j) { j[1].axis = {}; },
       "joint \"elbow\": its axis is no direction: it must be finite and not zero"},
      {"NaN axis", [](auto& j) { j[1].axis.x = kNan; },
       "joint \"elbow\": its axis is no direction: it must be finite and not zero"},
      {"limits", [](auto& j) { j[1].axes[0].limits = {1, -1}; },
       "joint \"elbow\": its limits are 1 to -1: the lower must not exceed the upper"},
      {"NaN limits", [](auto& j) { j[1].axes[0].limits = {kNan, 1}; },
       "joint \"elbow\": its limits are nan to 1: the lower must not exceed the upper"},
      {"speed", [](auto& j) { j[1].axes[0].max_speed = 0; },
       "joint \"elbow\": its speed limit is 0: it must be positive"},
      {"weight", [](auto& j) { j[1].axes[0].weight = -1; },
       "joint \"elbow\": its weight is -1: it must be positive and finite"},
      {"mass", [](auto& j) { j[1].mass = -2; }, "joint \"elbow\": its mass is -2"},
      {"limits on a ball", [](auto& j) { j[2].axes[1].limits = {-1, 1}; },
       "joint \"wrist\": a ball joint takes no limits on its turns (axis 1): use its ball limits"},
      {"swing axis", [](auto& j) { j[2].ball.first_axis = {1, 1, 0}; },
       "joint \"wrist\": its first swing axis is not square to its twist axis"},
      {"swing", [](auto& j) { j[2].ball.swing_first = 0; }, "joint \"wrist\": its swing half-angles must be positive"},
      {"euler count",
       [](auto& j) {
         j[1] = euler("elbow", "shoulder", {}, "XY");
         j[1].euler_count = 4;
       },
       "joint \"elbow\": an Euler joint has two or three angles, not 4"},
      {"follower of nobody", [](auto& j) { j[1].axes[0].follows = Follow{"x"}; },
       "joint \"elbow\": it follows \"x\", which is not there"},
      {"follows itself", [](auto& j) { j[1].axes[0].follows = Follow{"elbow"}; }, "joint \"elbow\": it follows itself"},
      {"follows a ball", [](auto& j) { j[1].axes[0].follows = Follow{"wrist"}; },
       "joint \"elbow\": it follows \"wrist\", which has no angle or distance"},
      {"follows no such value", [](auto& j) { j[1].axes[0].follows = Follow{"shoulder", 1}; },
       "joint \"elbow\": it follows value 1 of \"shoulder\", which has 1"},
      {"factor", [](auto& j) { j[1].axes[0].follows = Follow{"shoulder", 0, 0}; },
       "joint \"elbow\": it follows with the factor 0 and the offset 0"},
      {"follower's limits", [](auto& j) { j[1].axes[0].follows = Follow{"shoulder", 0, 1, 100}; },
       "joint \"elbow\": its limits leave \"shoulder\", which it follows, no value"},
      {"follower of a follower",
       [](auto& j) {
         j[2] = hinge("wrist", "elbow", {}, kUnitZ);
         j[1].axes[0].follows = Follow{"shoulder"};
         j[2].axes[0].follows = Follow{"elbow"};
       },
       "joint \"wrist\": it follows \"elbow\", which follows another: name the first leader instead"},
  };
  for (const Refusal& refusal : refusals) {
    std::vector<Joint> joints = good_arm();
    ASSERT_EQ(refusal_of(joints), "");
    refusal.spoil(joints);
    EXPECT_EQ(refusal_of(joints), refusal.sentence) << refusal.what;
  }
}

TEST(Skeleton, MakesAxesAndRotationsOneLong) {
  std::vector<Joint> joints = good_arm();
  joints[0].axis = {0, 0, 5};
  joints[0].rest.rotation = {0, 0, 0, 3};
  const Skeleton skeleton = *Skeleton::build(joints);
  EXPECT_EQ(skeleton.description({0}).axis, kUnitZ);
  EXPECT_EQ(skeleton.description({0}).rest.rotation, Quat{});
}

TEST(Skeleton, FollowersNarrowTheirLeader) {
  std::vector<Joint> joints{hinge("lead", "", {}, kUnitZ, {-3, 3}), hinge("led", "lead", {}, kUnitZ, {-1, 2})};
  joints[1].axes[0].follows = Follow{"lead", 0, -2, 0.5};
  joints[1].axes[0].max_speed = 4;
  const Skeleton skeleton = *Skeleton::build(joints);
  EXPECT_DOUBLE_EQ(skeleton.freedom(0).limits.lower, -0.75);  // -2 v + 0.5 = 2
  EXPECT_DOUBLE_EQ(skeleton.freedom(0).limits.upper, 0.75);   // -2 v + 0.5 = -1
  EXPECT_DOUBLE_EQ(skeleton.freedom(0).max_speed, 2);
  EXPECT_EQ(skeleton.description({0}).axes[0].limits, (Range{-3, 3}));  // what was described stays
}

TEST(Skeleton, AnAxisMayFollowAnotherAxisOfTheSameJoint) {
  std::vector<Joint> joints{euler("spine", "", {}, "ZX")};
  joints[0].axes[1].follows = Follow{"spine", 0, 0.5, 0};
  const Skeleton skeleton = *Skeleton::build(joints);
  EXPECT_EQ(skeleton.freedom_count(), 1);
  const std::vector<double> pose{0.4, 99};
  EXPECT_DOUBLE_EQ(joint_value(skeleton, pose, {0}, 1), 0.2);
}

TEST(Skeleton, RestPoseIsInsideTheLimits) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    test::Random random(seed);
    const Skeleton skeleton = random_skeleton(random, {.joints = 10});
    EXPECT_LE(limit_violation(skeleton, skeleton.rest_pose()), 1e-12) << seed;
  }
}

TEST(Skeleton, TenThousandJointsAreFine) {
  std::vector<Joint> joints{ball("0", "", {})};
  for (int i = 1; i < 10000; ++i)
    joints.push_back(hinge(std::to_string(i), std::to_string(i - 1), {0.01, 0, 0}, kUnitY));
  const Result<Skeleton> skeleton = Skeleton::build(joints);
  ASSERT_TRUE(skeleton);
  EXPECT_EQ(skeleton->joint_count(), 10000);
  EXPECT_EQ(skeleton->joint("9999").index, 9999);
}

TEST(EulerOrder, TakesTwoOrThreeLetters) {
  EXPECT_EQ(euler_order("ZYX")->axes[0], kUnitZ);
  EXPECT_EQ(euler_order("xz")->count, 2);
  EXPECT_EQ(euler_order("ZXZ")->axes[2], kUnitZ);
  for (const char* bad : {"", "X", "XX", "XYY", "XYZX", "AB", "X Y"}) EXPECT_FALSE(euler_order(bad)) << bad;
}

// Squares of distances must be numbers, so what would make them infinite is no skeleton.
TEST(Skeleton, RefusesNumbersThatAreTooLarge) {
  const auto refused = [](auto change) {
    Joint leader = hinge("leader", "", {1, 0, 0}, kUnitZ);
    Joint follower = hinge("follower", "leader", {1, 0, 0}, kUnitZ);
    follower.axes[0].follows = Follow{"leader", 0, 1, 0};
    change(leader, follower);
    const Joint joints[] = {leader, follower};
    const Result<Skeleton> built = Skeleton::build(joints);
    return built ? std::string() : built.error();
  };
  EXPECT_EQ(refused([](Joint&, Joint&) {}), "");
  EXPECT_NE(refused([](Joint& a, Joint&) { a.rest.translation.y = 1e150; }), "");
  EXPECT_NE(refused([](Joint& a, Joint&) { a.centre_of_mass.x = -1e101; }), "");
  EXPECT_NE(refused([](Joint& a, Joint&) { a.mass = 1e200; }), "");
  EXPECT_NE(refused([](Joint& a, Joint&) { a.rest.scale = {1e51, 1, 1}; }), "");
  EXPECT_NE(refused([](Joint& a, Joint& b) { a.rest.scale = b.rest.scale = {1e30, 1e30, 1e30}; }), "");
  EXPECT_NE(refused([](Joint& a, Joint&) { a.axes[0].limits = {1e101, kInfinity}; }), "");
  EXPECT_NE(refused([](Joint& a, Joint&) { a.axes[0].limits = {-1e300, -1e101}; }), "");
  EXPECT_NE(refused([](Joint&, Joint& b) { b.axes[0].follows->factor = 1e60; }), "");
  EXPECT_NE(refused([](Joint&, Joint& b) { b.axes[0].follows->factor = -1e-60; }), "");
  EXPECT_NE(refused([](Joint&, Joint& b) { b.axes[0].follows->offset = 1e60; }), "");
  EXPECT_EQ(refused([](Joint& a, Joint&) { a.rest.translation.y = 1e99; }), "");
  EXPECT_EQ(refused([](Joint& a, Joint&) { a.axes[0].limits = {-1e300, 1e300}; }), "");
}

}  // namespace
}  // namespace kine
