#include "kine/motion/retarget.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "kine/math/trig.h"
#include "kine/model/pose.h"
#include "tests/motion/clip/walked_clip.h"
#include "tests/motion/test_figures.h"

// Figures of our own walk, and their walks go on other bodies: copies of themselves in other sizes, axes and rotation
// orders, figures with other bones and rests, a robot.

namespace kine::testing {
namespace {

const Vec3 kUp = kUnitY;

MotionBody body_of(const Skeleton& skeleton, const Vec3& up = kUp) {
  const Result<BoneMap> map = find_bones(skeleton, up);
  EXPECT_TRUE(map.ok()) << map.error();
  Result<MotionBody> body = MotionBody::build(skeleton, *map, up);
  EXPECT_TRUE(body.ok()) << body.error();
  return *std::move(body);
}

RetargetSettings plain() {
  RetargetSettings settings;
  settings.plants = settings.contacts = settings.limits = settings.speed_limits = false;
  return settings;
}

Clip put(const MotionBody& from, const Clip& clip, const MotionBody& to, const RetargetSettings& settings,
         RetargetReport* told = nullptr, std::span<const Plant> plants = {}) {
  const Result<RetargetMap> map = RetargetMap::build(from, to, settings);
  EXPECT_TRUE(map.ok()) << map.error();
  RetargetReport report;
  Result<Clip> result = retarget(*map, clip, {}, plants, report);
  EXPECT_TRUE(result.ok()) << result.error();
  if (told) *told = report;
  return *std::move(result);
}

/// How far two clips of like skeletons differ: joints' turns and places, the second clip's world turned and scaled back.
struct Difference {
  double angle = 0, distance = 0;
};
Difference difference_of(const Skeleton& a, const Clip& x, const Skeleton& b, const Clip& y, const Quat& a_from_b = {},
                         double scale = 1, const std::vector<Quat>& bones = {}) {
  Difference most;
  Frames p(a), q(b);
  for (int i = 0; i < x.frame_count(); ++i) {
    forward(a, x.pose(i), p);
    forward(b, y.pose(i), q);
    for (int j = 0; j < a.joint_count(); ++j) {
      const Result<JointId> other = b.find(a.name({j}));
      if (!other || a.kind({j}) == JointKind::Fixed) continue;
      const Quat back = bones.empty() ? Quat{} : bones[static_cast<std::size_t>(j)];
      most.angle = std::max(most.angle, angle_of(conjugate(p.rotation({j})) * a_from_b * q.rotation(*other) * back));
      most.distance =
          std::max(most.distance, length(p.position(JointId{j}) - rotate(a_from_b, q.position(*other)) / scale));
    }
  }
  return most;
}

TEST(Retarget, OntoItselfNothingChanges) {
  const Skeleton skeletons[] = {scenes::humanoid(), loose()};
  for (const Skeleton& skeleton : skeletons) {
    const WalkedClip walk(skeleton);
    const Clip result = put(walk.body, walk.clip, walk.body, plain());
    const Difference off = difference_of(skeleton, walk.clip, skeleton, result);
    EXPECT_LT(off.angle, 1e-6);
    EXPECT_LT(off.distance, 1e-7);
  }
}

/// The figure in another size.
Skeleton scaled(double factor) {
  return altered([&](Joint& joint) {
    joint.rest.translation *= factor;
    return true;
  });
}

TEST(Retarget, OntoItselfWhatHangsInTheMiddleOfABoneGoesAlong) {
  // Motion capture has two joints in a hand, and thumbs on the first: the clip turns all of them.
  const Skeleton own = loose();
  std::vector<Joint> joints;
  for (int i = 0; i < own.joint_count(); ++i) joints.push_back(own.description({i}));
  joints.push_back(euler("left_knuckles", "left_hand", {0, -0.05, 0}, "ZXY"));
  joints.push_back(euler("left_fingers", "left_knuckles", {0, -0.05, 0}, "ZXY"));
  joints.push_back(euler("left_thumb", "left_hand", {0, -0.02, 0.03}, "ZXY"));
  const Skeleton person = build(joints);
  WalkedClip walk(person);
  walk.map.arms[0].hand = {person.joint("left_hand"), person.joint("left_knuckles")};
  const MotionBody body = *MotionBody::build(person, walk.map, kUp);
  for (int i = 0; i < walk.clip.frame_count(); ++i)
    for (const char* name : {"left_hand", "left_knuckles", "left_fingers", "left_thumb"})
      walk.clip.pose(i)[static_cast<std::size_t>(person.first_value(person.joint(name)))] = 0.3 * kine::sin(0.1 * i);
  const Difference off = difference_of(person, walk.clip, person, put(body, walk.clip, body, plain()));
  EXPECT_LT(off.angle, 1e-6);
  EXPECT_LT(off.distance, 1e-6);
}

TEST(Retarget, OntoItselfInAnotherSizeItTurnsAlike) {
  const Skeleton own = scenes::humanoid();
  const WalkedClip walk(own);
  for (const double size : {0.5, 2.0}) {
    const Skeleton other = scaled(size);
    const MotionBody body = body_of(other);
    const Difference off = difference_of(own, walk.clip, other, put(walk.body, walk.clip, body, plain()), {}, size);
    EXPECT_LT(off.angle, 1e-3) << size;
    EXPECT_LT(off.distance, 1e-3) << size;
  }
}

TEST(Retarget, OtherAxesAndRotationOrdersMakeNoDifference) {
  const Skeleton own = loose();
  const WalkedClip walk(own);
  // Z up and facing +X, every joint's frame turned in a way of its own, and other orders of angles.
  const Quat turned = from_axis_angle(normalised(Vec3{1, 1, 1}), -2 * kPi / 3);
  std::vector<Joint> joints;
  std::vector<Quat> bones;
  for (int i = 0; i < own.joint_count(); ++i) {
    Joint joint = own.description({i});
    const JointId parent = own.parent({i});
    const Quat roll = exp(Vec3{0.3, 0.2, -0.1} * static_cast<double>(i % 5));
    const Quat above = parent.valid() ? bones[static_cast<std::size_t>(parent.index)] : turned;
    joint.rest.translation = rotate(conjugate(above), joint.rest.translation);
    joint.rest.rotation = conjugate(above) * joint.rest.rotation * roll;
    if (joint.kind == JointKind::Euler) joint.euler_axes = {kUnitX, kUnitY, kUnitZ};
    bones.push_back(roll);
    joints.push_back(joint);
  }
  const Skeleton other = build(joints);
  const MotionBody body = body_of(other, kUnitZ);
  std::vector<Quat> back;
  for (const Quat& roll : bones) back.push_back(conjugate(roll));
  const Clip result = put(walk.body, walk.clip, body, plain());
  const Difference off = difference_of(own, walk.clip, other, result, turned, 1, back);
  EXPECT_LT(off.angle, 1e-3);
  EXPECT_LT(off.distance, 1e-3);
}

/// The figure with two more joints in its spine, one more in its neck and arms that rest stretched out to the sides.
Skeleton with_longer_trunk() {
  std::vector<Joint> joints;
  const Skeleton own = loose();
  for (int i = 0; i < own.joint_count(); ++i) {
    Joint joint = own.description({i});
    if (joint.name == "chest") {
      Joint lower = joint, upper = joint;
      lower.name = "spine_1";
      lower.rest.translation = joint.rest.translation * 0.3;
      upper.name = "spine_2";
      upper.parent = "spine_1";
      upper.rest.translation = joint.rest.translation * 0.4;
      joint.parent = "spine_2";
      joint.rest.translation *= 0.3;
      joints.push_back(lower);
      joints.push_back(upper);
    }
    if (ends_with(joint.name, "_upper_arm"))
      joint.rest.rotation = from_axis_angle(kUnitZ, joint.name[0] == 'l' ? 1.4 : -1.4) * joint.rest.rotation;
    joints.push_back(joint);
  }
  return build(joints);
}

double rms_difference(const Skeleton& skeleton, const Clip& a, const Clip& b) {
  double sum = 0;
  int count = 0;
  Frames p(skeleton), q(skeleton);
  for (int i = 0; i < a.frame_count(); ++i) {
    forward(skeleton, a.pose(i), p);
    forward(skeleton, b.pose(i), q);
    for (int j = 0; j < skeleton.joint_count(); ++j, ++count) {
      const double angle = angle_of(conjugate(p.rotation({j})) * q.rotation({j}));
      sum += angle * angle;
    }
  }
  return std::sqrt(sum / count);
}

TEST(Retarget, ThereAndBackIsNearlyTheSame) {
  const Skeleton own = loose(), other = with_longer_trunk();
  const WalkedClip walk(own);
  const MotionBody body = body_of(other);
  const Clip there = put(walk.body, walk.clip, body, plain());
  const Clip back = put(body, there, walk.body, plain());
  EXPECT_LT(rms_difference(own, walk.clip, back), radians(2.0));
  // What hangs at rest in the one and is stretched out in the other hangs in both: the wrists are below the shoulders.
  Frames frames(other);
  forward(other, there.pose(30), frames);
  EXPECT_LT(frames.position(other.joint("left_hand")).y, frames.position(other.joint("left_upper_arm")).y - 0.3);
}

/// What a walk with plants becomes on another body.
struct Planted {
  Planted(const WalkedClip& walk, const MotionBody& to, RetargetSettings settings = {}) {
    MotionBody from = body_of(walk.body.skeleton());
    const SoleFit fit = from.fit_soles(walk.clip);
    const Result<RetargetMap> map = RetargetMap::build(from, to, settings);
    EXPECT_TRUE(map.ok()) << map.error();
    Result<Clip> result = retarget(*map, walk.clip, fit, find_plants(from, walk.clip, {.floor = fit.floor}), report);
    EXPECT_TRUE(result.ok()) << result.error();
    clip = std::make_unique<Clip>(*std::move(result));
  }
  double drift() const {
    double most = 0;
    for (const RetargetReport::Stand& stand : report.stands) most = std::max(most, stand.drift);
    return most;
  }
  RetargetReport report;
  std::unique_ptr<Clip> clip;
};

TEST(Retarget, FeetStayPlantedOnOtherBodies) {
  const Skeleton own = loose();
  const WalkedClip walk(own);
  const Skeleton others[] = {scaled(0.7), with_longer_trunk(), scenes::humanoid()};
  for (const Skeleton& other : others) {
    const MotionBody body = body_of(other);
    const Planted planted(walk, body);
    EXPECT_GE(planted.report.stands.size(), 12U);
    EXPECT_LT(planted.drift(), 0.003);
    EXPECT_LT(planted.report.deepest, 0.003);
    for (int i = 0; i < planted.clip->frame_count(); ++i)
      EXPECT_LT(limit_violation(other, planted.clip->pose(i)), 1e-9) << i;
  }
}

TEST(Retarget, ARobotKeepsItsLimitsAndSpeeds) {
  const Skeleton own = loose();
  const WalkedClip walk(own);
  const Skeleton plain_robot = robot();
  std::vector<Joint> joints;
  for (int i = 0; i < plain_robot.joint_count(); ++i) {
    joints.push_back(plain_robot.description({i}));
    joints.back().axes[0].max_speed = joints.back().kind == JointKind::Hinge ? 4 : kInfinity;
  }
  const Skeleton limited = build(joints);
  const Planted planted(walk, body_of(limited, kUnitZ));
  for (int i = 0; i < planted.clip->frame_count(); ++i) {
    EXPECT_LT(limit_violation(limited, planted.clip->pose(i)), 1e-9) << i;
    for (const Skeleton::Freedom& freedom : limited.freedoms()) {
      if (i == 0 || freedom.value < 7) continue;
      const auto value = static_cast<std::size_t>(freedom.value);
      EXPECT_LT(std::abs(planted.clip->pose(i)[value] - planted.clip->pose(i - 1)[value]) * kClipRate, 4 + 1e-9);
    }
  }
}

TEST(Retarget, AFingerThatFollowsLeavesLegsAsTheyAre) {
  const Skeleton own = loose();
  const WalkedClip walk(own);
  const auto fingers = [](bool follows) {
    const Skeleton person = scenes::humanoid();
    std::vector<Joint> joints;
    for (int i = 0; i < person.joint_count(); ++i) joints.push_back(person.description({i}));
    joints.push_back(hinge("thumb", "left_hand", {0, -0.08, 0.03}, kUnitX, {0, 1}));
    joints.push_back(hinge("finger", "left_hand", {0, -0.1, 0}, kUnitX, {0, 1}));
    if (follows) joints.back().axes[0].follows = Follow{.joint = "thumb"};
    return build(joints);
  };
  const Skeleton free = fingers(false), led = fingers(true);
  const Planted a(walk, body_of(free)), b(walk, body_of(led));
  for (int i = 0; i < a.clip->frame_count(); ++i)
    for (const char* name : {"left_thigh", "left_shank", "left_foot", "right_thigh", "right_shank", "right_foot"}) {
      const auto place = static_cast<std::size_t>(free.first_value(free.joint(name)));
      ASSERT_EQ(a.clip->pose(i)[place], b.clip->pose(i)[place]) << name << " " << i;
    }
}

TEST(Retarget, RaisingAWeightLowersAJointsShare) {
  const Skeleton own = loose();
  const WalkedClip walk(own);
  double before = kInfinity;
  for (const double weight : {0.5, 1.0, 1.5, 2.0, 4.0, 8.0}) {
    RetargetSettings settings = plain();
    settings.style.parts = {{.part = "left_upper_arm", .weight = weight}};
    const Clip result = put(walk.body, walk.clip, walk.body, settings);
    double turned = 0, all = 0;
    for (int i = 1; i < result.frame_count(); ++i) {
      const auto turn = [&](const char* name) {
        const JointId id = walk.body.skeleton().joint(name);
        double sum = 0;
        for (int k = 0; k < 3; ++k)
          sum += std::abs(joint_value(walk.body.skeleton(), result.pose(i), id, k) -
                          joint_value(walk.body.skeleton(), result.pose(i - 1), id, k));
        return sum;
      };
      turned += turn("left_upper_arm");
      all += turn("left_upper_arm") + turn("left_forearm");
    }
    EXPECT_LT(turned / all, before) << weight;
    before = turned / all;
  }
}

TEST(Retarget, RefusesWhatItCannotDo) {
  const Skeleton own = loose();
  const WalkedClip walk(own);
  RetargetSettings settings;
  settings.style.parts = {{.part = "left_wing"}};
  EXPECT_EQ(RetargetMap::build(walk.body, walk.body, settings).error(), "style: no part is called \"left_wing\"");
  const Result<RetargetMap> map = RetargetMap::build(walk.body, walk.body);
  RetargetReport report;
  EXPECT_EQ(retarget(*map, Clip(walk.body.skeleton(), "empty", 60), {}, {}, report).error(), "the clip has no frames");
  const Plant twice[] = {{0, FootPart::Heel, 3, 9, {}}, {0, FootPart::Heel, 5, 8, {}}};
  EXPECT_NE(retarget(*map, walk.clip, {}, twice, report).error().find("two plants in frame 5"), std::string::npos);
}

}  // namespace
}  // namespace kine::testing
