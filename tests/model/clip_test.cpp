#include "kine/model/clip.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "kine/model/internal/compiled_skeleton.h"
#include "kine/model/local_transforms.h"
#include "kine/model/pose.h"
#include "tests/math/math_testing.h"

namespace kine {
namespace {

using testing_math::number;
using testing_math::unit_quat;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

Skeleton built(const std::vector<Joint>& joints) {
  Result<Skeleton> skeleton = Skeleton::build(joints);
  EXPECT_TRUE(skeleton.ok()) << skeleton.error();
  return *skeleton;
}

Skeleton figure() {
  return built({free_joint("root"), ball("hip", "root", {0, 1, 0}), hinge("knee", "hip", {0, -0.5, 0}, kUnitX),
                slider("piston", "knee", {}, kUnitY), euler("ankle", "knee", {0, -0.5, 0}, "ZYX"),
                fixed_joint("toe", "ankle", {0, 0, 0.1})});
}

Pose random_pose(const Skeleton& skeleton, double bound = 3) {
  Pose pose = skeleton.rest_pose();
  for (double& value : pose) value = *number(bound);
  for (int i = 0; i < skeleton.joint_count(); ++i)
    if (skeleton.kind({i}) == JointKind::Ball || skeleton.kind({i}) == JointKind::Free)
      set_joint_rotation(skeleton, {i}, *unit_quat(), pose.q);
  tidy(skeleton, pose.q);
  return pose;
}

Clip random_clip(const Skeleton& skeleton, int frames, double rate) {
  Clip clip(skeleton, "walk", rate);
  for (int i = 0; i < frames; ++i) clip.append(random_pose(skeleton).q);
  return clip;
}

std::vector<double> frame(const Clip& clip, int index) {
  const std::span<const double> pose = clip.pose(index);
  return {pose.begin(), pose.end()};
}

TEST(Clip, CountsFramesAndSeconds) {
  const Skeleton skeleton = figure();
  Clip clip(skeleton, "walk", 120);
  EXPECT_EQ(clip.frame_count(), 0);
  EXPECT_EQ(clip.duration(), 0);
  clip.append(skeleton.rest_pose().q);
  EXPECT_EQ(clip.duration(), 0);
  for (int i = 0; i < 120; ++i) clip.append(skeleton.rest_pose().q);
  EXPECT_EQ(clip.frame_count(), 121);
  EXPECT_EQ(clip.duration(), 1);
  EXPECT_EQ(clip.name, "walk");
  EXPECT_EQ(clip.poses().size(), 121u * static_cast<std::size_t>(skeleton.value_count()));
}

TEST(Clip, ASkeletonThatCannotMoveStillHasFrames) {
  const Skeleton skeleton = built({fixed_joint("post", "", {0, 1, 0})});
  Clip clip(skeleton, "stand", 30);
  for (int i = 0; i < 4; ++i) clip.append({});
  EXPECT_EQ(clip.frame_count(), 4);
  EXPECT_EQ(clip.duration(), 0.1);
  sample(skeleton, clip, 0.05, {});
}

TEST(Clip, AFrameOfItselfCanBeAppended) {
  const Skeleton skeleton = built({hinge("h", "", {}, kUnitX), hinge("g", "h", {}, kUnitX)});
  Clip clip(skeleton, "loop", 30);
  clip.append(std::vector<double>{1, 2});
  for (int i = 0; i < 20; ++i) clip.append(clip.pose(0));
  for (int i = 0; i < 21; ++i) EXPECT_EQ(frame(clip, i), (std::vector<double>{1, 2}));
}

RC_GTEST_PROP(Clip, SamplingOnAFrameGivesItsBits, ()) {
  const Skeleton skeleton = figure();
  const Clip clip = random_clip(skeleton, 9, 64);  // 1/64 s is exact
  for (int i = 0; i < 9; ++i) {
    Pose pose = skeleton.rest_pose();
    sample(skeleton, clip, i / 64.0, pose.q);
    RC_ASSERT(pose.q == frame(clip, i));
  }
}

RC_GTEST_PROP(Clip, ValuesGoLinearlyAndQuaternionsByTheShortArc, ()) {
  const Skeleton skeleton = figure();
  const double rate = *number(1, 200);
  const Clip clip = random_clip(skeleton, 4, rate);
  const double time = *number(0.0, 3 / rate);
  Pose pose = skeleton.rest_pose();
  sample(skeleton, clip, time, pose.q);
  const double frames = std::min(time * rate, 3.0);
  const int i = std::min(static_cast<int>(frames), 2);
  const double t = frames - i;
  const auto before = frame(clip, i), after = frame(clip, i + 1);
  for (std::size_t v = 0; v < pose.size(); ++v) {
    const bool in_quaternion = v < 4 || (v >= 7 && v < 11);
    if (!in_quaternion) RC_ASSERT(std::abs(pose[v] - (before[v] + (after[v] - before[v]) * t)) < 1e-12);
  }
  for (const std::size_t v : {std::size_t{0}, std::size_t{7}}) {
    const auto read = [v](const std::vector<double>& q) {
      return Eigen::Quaterniond(q[v + 3], q[v], q[v + 1], q[v + 2]);
    };
    const Eigen::Quaterniond expected = read(before).slerp(t, read(after));  // takes the short way too
    RC_ASSERT((expected.matrix() - read(pose.q).matrix()).cwiseAbs().maxCoeff() < 1e-12);
  }
}

TEST(Clip, OutsideItStandsAtItsEnds) {
  const Skeleton skeleton = built({hinge("h", "", {}, kUnitX)});
  Clip clip(skeleton, "c", 10);
  for (const double v : {1.0, 2.0, 4.0}) clip.append(std::vector<double>{v});
  const auto at = [&](double time) {
    Pose pose{{-1}};
    sample(skeleton, clip, time, pose.q);
    return pose[0];
  };
  EXPECT_EQ(at(-0.0), 1);
  EXPECT_EQ(at(-5), 1);
  EXPECT_EQ(at(-kInfinity), 1);
  EXPECT_EQ(at(kNan), 1);
  EXPECT_EQ(at(0.2), 4);
  EXPECT_EQ(at(std::nextafter(0.2, 1)), 4);
  EXPECT_EQ(at(1e300), 4);
  EXPECT_EQ(at(kInfinity), 4);
  EXPECT_NEAR(at(0.15), 3, 1e-15);
  EXPECT_NEAR(at(0.05), 1.5, 1e-15);
  EXPECT_NEAR(at(std::nextafter(0.2, 0)), 4, 1e-14);
}

TEST(Clip, WithoutFramesNothingChanges) {
  const Skeleton skeleton = built({hinge("h", "", {}, kUnitX)});
  const Clip clip(skeleton, "c", 10);
  Pose pose{{0.5}};
  Shape shape(skeleton);
  sample(skeleton, clip, 1, pose.q, shape);
  EXPECT_EQ(pose[0], 0.5);
  EXPECT_EQ(looped(clip, 3), 0);
}

RC_GTEST_PROP(Clip, LoopedTimeIsTheRemainder, ()) {
  const Skeleton skeleton = built({hinge("h", "", {}, kUnitX)});
  Clip clip(skeleton, "c", *number(1, 200));
  const int frames = *rc::gen::inRange(2, 50);
  for (int i = 0; i < frames; ++i) clip.append(std::vector<double>{0.0});
  const double time = *number(1000);
  const double ours = looped(clip, time);
  RC_ASSERT(ours >= 0 && ours <= clip.duration());
  double expected = std::fmod(time, clip.duration());
  if (expected < 0) expected += clip.duration();
  const double apart = std::abs(ours - expected);
  RC_ASSERT(std::min(apart, clip.duration() - apart) < 1e-12);  // the end is the beginning
}

TEST(Clip, LoopedTimeIsAlwaysInside) {
  const Skeleton skeleton = built({hinge("h", "", {}, kUnitX)});
  Clip clip(skeleton, "c", 10);
  clip.append(std::vector<double>{0.0});
  EXPECT_EQ(looped(clip, 5), 0);
  for (int i = 0; i < 7; ++i) clip.append(std::vector<double>{0.0});
  EXPECT_EQ(looped(clip, 0), 0);
  EXPECT_NEAR(looped(clip, 0.75), 0.05, 1e-15);
  EXPECT_NEAR(looped(clip, -0.1), 0.6, 1e-15);
  for (const double time : {kNan, kInfinity, -kInfinity}) EXPECT_EQ(looped(clip, time), 0);
  for (const double time : {1e300, -1e300, 1e17, -1e-300, -1e-17, 1e-300, 5e-324}) {
    EXPECT_GE(looped(clip, time), 0) << time;
    EXPECT_LE(looped(clip, time), clip.duration()) << time;
  }
  // Where a time has no digits left for its remainder, rounding must not lead outside.
  double largest = 0;
  for (double time = 1e15; time < 1e25; time *= 1.01) largest = std::max(largest, looped(clip, time));
  EXPECT_LE(largest, clip.duration());
}

TEST(Clip, TracksCarryTranslationsAndScales) {
  const Skeleton skeleton = figure();
  const JointId knee = skeleton.joint("knee"), toe = skeleton.joint("toe");
  Clip clip(skeleton, "stretch", 10);
  const Pose rest = skeleton.rest_pose();
  clip.append(rest.q);
  const std::size_t k = clip.add_translations(skeleton, knee);
  EXPECT_EQ(clip.add_translations(skeleton, knee), k);  // once is enough
  const std::size_t s = clip.add_scales(skeleton, toe);
  clip.append(rest.q);  // at rest
  Shape shape(skeleton);
  shape.translation[static_cast<std::size_t>(knee.index)] = {1, 2, 3};
  shape.scale[static_cast<std::size_t>(toe.index)] = {2, 4, 8};
  clip.append(rest.q, shape);
  ASSERT_EQ(clip.translations().size(), 1u);
  EXPECT_EQ(clip.translations()[k].values.size(), 3u);
  EXPECT_EQ(clip.translations()[k].values[1], (Vec3{0, -0.5, 0}));
  EXPECT_EQ(clip.translations()[k].values[2], (Vec3{1, 2, 3}));
  clip.scales()[s].values[0] = {4, 4, 4};

  Pose pose = rest;
  Shape out(skeleton);
  out.translation[0] = {9, 9, 9};  // left by something else: must go
  sample(skeleton, clip, 0.15, pose.q, out);
  EXPECT_LT(testing_math::apart(out.translation[static_cast<std::size_t>(knee.index)], {0.5, 0.75, 1.5}), 1e-14);
  EXPECT_LT(testing_math::apart(out.scale[static_cast<std::size_t>(toe.index)], {1.5, 2.5, 4.5}), 1e-14);
  EXPECT_EQ(out.translation[0], Vec3{});
  sample(skeleton, clip, 0, pose.q, out);
  EXPECT_EQ(out.scale[static_cast<std::size_t>(toe.index)], (Vec3{4, 4, 4}));
  sample(skeleton, clip, 9, pose.q, out);
  EXPECT_EQ(out.scale[static_cast<std::size_t>(toe.index)], (Vec3{2, 4, 8}));
}

TEST(Clip, IsNotClampedToLimits) {
  const Skeleton skeleton = built({hinge("h", "", {}, kUnitX, {-1, 1})});
  Clip clip(skeleton, "c", 10);
  clip.append(std::vector<double>{3.0});
  Pose pose = skeleton.rest_pose();
  sample(skeleton, clip, 0, pose.q);
  EXPECT_EQ(pose[0], 3);
}

RC_GTEST_PROP(Clip, MadeContinuousItShowsTheSamePosesByTheShortWay, ()) {
  const Skeleton skeleton = figure();
  Clip clip = random_clip(skeleton, 12, 30);
  for (int i = 0; i < clip.frame_count(); ++i)  // whole turns as a file may have them
    for (const int v : skeleton.compiled().angle_values)
      clip.pose(i)[static_cast<std::size_t>(v)] += kTwoPi * *rc::gen::inRange(-2, 3);
  const Clip original = clip;
  make_continuous(skeleton, clip);
  RC_ASSERT(frame(clip, 0) == frame(original, 0));
  for (int i = 0; i < clip.frame_count(); ++i) {
    for (int j = 0; j < skeleton.joint_count(); ++j) {
      const LocalTransform a = parent_from_joint(skeleton, original.pose(i), {j});
      const LocalTransform b = parent_from_joint(skeleton, clip.pose(i), {j});
      RC_ASSERT(testing_math::turned_apart(a.rotation, b.rotation) < 1e-13);
      RC_ASSERT(testing_math::apart(a.translation, b.translation) == 0);
    }
    if (i == 0) continue;
    const auto before = clip.pose(i - 1), now = clip.pose(i);
    for (const int v : skeleton.compiled().angle_values)
      RC_ASSERT(std::abs(now[static_cast<std::size_t>(v)] - before[static_cast<std::size_t>(v)]) <= kPi + 1e-12);
    for (const std::size_t v : {std::size_t{0}, std::size_t{7}})
      RC_ASSERT(before[v] * now[v] + before[v + 1] * now[v + 1] + before[v + 2] * now[v + 2] +
                    before[v + 3] * now[v + 3] >=
                0);
  }
}

TEST(Clip, AContinuousClipKeepsItsBits) {
  const Skeleton skeleton = built({hinge("h", "", {}, kUnitX), slider("s", "h", {}, kUnitX)});
  Clip clip(skeleton, "c", 30);
  for (int i = 0; i < 100; ++i) clip.append(std::vector<double>{0.1 * i, 10.0 * (i % 2)});
  const Clip original = clip;
  make_continuous(skeleton, clip);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(frame(clip, i), frame(original, i));
}

TEST(Clip, MadeContinuousFollowersKeepTheirPlace) {
  Joint half = hinge("half", "lead", {}, kUnitX), twice = hinge("twice", "whole", {}, kUnitX);
  half.axes[0].follows = Follow{"lead", 0, 0.5, 0.1};
  twice.axes[0].follows = Follow{"whole", 0, 2, 0.2};
  const Skeleton skeleton = built({hinge("lead", "", {}, kUnitX), half, hinge("whole", "", {}, kUnitX), twice});
  Clip clip(skeleton, "c", 30);
  for (const double v : {3.0, -3.0}) clip.append(std::vector<double>{v, 0.5 * v + 0.1, v, 2 * v + 0.2});
  make_continuous(skeleton, clip);
  EXPECT_EQ(clip.pose(1)[0], -3);  // a turn of the leader would be half a turn of its follower
  EXPECT_EQ(clip.pose(1)[1], -1.4);
  EXPECT_NEAR(clip.pose(1)[2], kTwoPi - 3, 1e-15);  // two whole turns of the follower
  EXPECT_NEAR(clip.pose(1)[3], 2 * (kTwoPi - 3) + 0.2, 1e-15);
}

TEST(Clip, ResamplingKeepsSpeedAndDuration) {
  const Skeleton skeleton = figure();
  Clip clip(skeleton, "walk", 30);
  Pose pose = skeleton.rest_pose();
  const JointId ankle = skeleton.joint("ankle"), knee = skeleton.joint("knee"), piston = skeleton.joint("piston");
  const auto value = [&](JointId joint, int k) { return static_cast<std::size_t>(skeleton.first_value(joint) + k); };
  for (int i = 0; i < 7; ++i) {
    pose.q[value(knee, 0)] = radians(i < 4 ? 170.0 + 5 * i : 170.0 + 5 * i - 360);  // over the half turn
    pose.q[value(piston, 0)] = 0.1 * i;
    pose.q[value(ankle, 0)] = 0.3 * i;
    pose.q[value(ankle, 1)] = radians(80.0);
    pose.q[value(ankle, 2)] = -0.25 * i;
    clip.append(pose.q);
  }
  const Clip finer = resampled(skeleton, clip, 60);
  EXPECT_EQ(finer.frame_count(), 13);
  EXPECT_DOUBLE_EQ(finer.duration(), clip.duration());
  EXPECT_EQ(finer.rate(), 60);
  for (int i = 0; i < 13; ++i) {
    EXPECT_NEAR(finer.pose(i)[value(piston, 0)], 0.05 * i, 1e-14);
    EXPECT_NEAR(degrees(finer.pose(i)[value(knee, 0)]), 170 + 2.5 * i, 1e-10);
  }
  // Halfway between two frames a rotation is halfway along the short arc: slerp, which angles are not.
  for (int i = 1; i < 13; i += 2) {
    const Quat a = parent_from_joint(skeleton, clip.pose(i / 2), ankle).rotation;
    const Quat b = parent_from_joint(skeleton, clip.pose(i / 2 + 1), ankle).rotation;
    const Quat between = parent_from_joint(skeleton, finer.pose(i), ankle).rotation;
    EXPECT_LT(angle_of(conjugate(slerp(a, b, 0.5)) * between), 1e-7);
  }
  const Clip back = resampled(skeleton, finer, 30);
  ASSERT_EQ(back.frame_count(), 7);
  for (int i = 0; i < 7; ++i)
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(back.pose(i)[value(ankle, k)], clip.pose(i)[value(ankle, k)], 1e-15);
  EXPECT_EQ(resampled(skeleton, clip, 25).frame_count(), 6);  // 0.2 s
}

TEST(Clip, RetimingChangesTheSpeedOnly) {
  const Skeleton skeleton = figure();
  Clip clip(skeleton, "walk", 30);
  for (int i = 0; i < 4; ++i) clip.append(skeleton.rest_pose().q);
  const std::size_t track = clip.add_translations(skeleton, skeleton.joint("toe"));
  clip.translations()[track].values[2] = {1, 2, 3};
  const Clip faster = retimed(skeleton, clip, 60);
  EXPECT_EQ(faster.name, "walk");
  EXPECT_EQ(faster.frame_count(), 4);
  EXPECT_DOUBLE_EQ(faster.duration(), 0.05);
  EXPECT_TRUE(std::ranges::equal(faster.poses(), clip.poses()));
  EXPECT_EQ(faster.translations()[0].values, clip.translations()[0].values);
  EXPECT_EQ(resampled(skeleton, clip, 60).translations()[0].values[3], (Vec3{0.5, 1, 1.5} + Vec3{0, 0, 0.05}));
}

}  // namespace
}  // namespace kine
