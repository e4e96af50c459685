#include "kine/motion/mirror.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "kine/model/pose.h"
#include "kine/motion/clip_course.h"
#include "tests/motion/clip/walked_clip.h"
#include "tests/motion/test_figures.h"

namespace kine {
namespace {

using testing::WalkedClip;

/// How far joints are apart in two clips at the most, metres.
double apart(const Skeleton& skeleton, const Clip& a, const Clip& b) {
  Frames one(skeleton), other(skeleton);
  double most = 0;
  for (int i = 0; i < a.frame_count(); ++i) {
    forward(skeleton, a.pose(i), one);
    forward(skeleton, b.pose(i), other);
    for (int j = 0; j < skeleton.joint_count(); ++j)
      most = std::max(most, length(one.position(JointId{j}) - other.position(JointId{j})));
  }
  return most;
}

/// A clip that is nothing like its mirror image: it turns, and one arm waves.
Clip lopsided(const WalkedClip& walked) {
  const Skeleton& skeleton = walked.body.skeleton();
  Clip clip = walked.clip;
  const JointId elbow = walked.map.arms[0].forearm.last;
  const auto value = static_cast<std::size_t>(skeleton.first_value(elbow));
  for (int i = 0; i < clip.frame_count(); ++i) clip.pose(i)[value] -= 0.4 + 0.3 * std::sin(0.1 * i);
  move_clip(walked.body, {from_axis_angle(kUnitY, 0.7), {1, 0.2, -3}}, clip);
  return clip;
}

class Mirrored : public ::testing::TestWithParam<int> {
 protected:
  static Skeleton figure(int which) {
    if (which == 0) return scenes::humanoid();
    return which == 1 ? testing::loose() : testing::robot();
  }
  static Vec3 up(int which) { return which == 2 ? kUnitZ : kUnitY; }
};

TEST_P(Mirrored, TwiceIsNothing) {
  const Skeleton skeleton = figure(GetParam());
  WalkedClip walked(skeleton, up(GetParam()), 2);
  const Clip clip = lopsided(walked);
  const Clip twice = mirror_clip(walked.body, mirror_clip(walked.body, clip));
  EXPECT_LT(apart(skeleton, clip, twice), 1e-9);
  for (int i = 0; i < clip.frame_count(); ++i)
    for (std::size_t k = 0; k < static_cast<std::size_t>(clip.value_count()); ++k)
      ASSERT_NEAR(clip.pose(i)[k], twice.pose(i)[k], 1e-9) << i << " " << k;
}

TEST_P(Mirrored, EachSideIsWhereTheMirrorImageOfTheOtherIs) {
  const Skeleton skeleton = figure(GetParam());
  WalkedClip walked(skeleton, up(GetParam()), 2);
  const Clip clip = lopsided(walked), image = mirror_clip(walked.body, clip);
  const std::vector<JointId> pairs = mirror_pairs(walked.body);
  const ClipCourse course = course_of(walked.body, clip);
  const Quat to_world = walked.body.world_from_figure();
  // The mirror stands along the course, through where it begins.
  const Vec3 aside = rotate(from_axis_angle(kUnitY, course.heading), kUnitX);
  Frames one(skeleton), other(skeleton);
  for (int i = 0; i < clip.frame_count(); ++i) {
    forward(skeleton, clip.pose(i), one);
    forward(skeleton, image.pose(i), other);
    for (int j = 0; j < skeleton.joint_count(); ++j) {
      const JointId its = pairs[static_cast<std::size_t>(j)];
      ASSERT_TRUE(its.valid()) << skeleton.name(JointId{j});
      const Vec3 way = rotate(to_world, one.position(its)) - course.from;
      const Vec3 wanted = course.from + way - aside * (2 * dot(aside, way));
      ASSERT_LT(length(rotate(to_world, other.position(JointId{j})) - wanted), 1e-9) << skeleton.name(JointId{j});
    }
  }
}

TEST_P(Mirrored, LeftIsPairedWithRight) {
  const Skeleton skeleton = figure(GetParam());
  const BoneMap map = *find_bones(skeleton, up(GetParam()));
  const MotionBody body = *MotionBody::build(skeleton, map, up(GetParam()));
  const std::vector<JointId> pairs = mirror_pairs(body);
  for (int j = 0; j < skeleton.joint_count(); ++j) {
    const std::string& name = skeleton.name(JointId{j});
    const std::string& other = skeleton.name(pairs[static_cast<std::size_t>(j)]);
    if (name.starts_with("left_")) {
      EXPECT_EQ(other, "right_" + name.substr(5));
    } else if (!name.starts_with("right_")) {
      EXPECT_EQ(other, name);
    }
  }
}
INSTANTIATE_TEST_SUITE_P(Figures, Mirrored, ::testing::Values(0, 1, 2), [](const auto& each) {
  return std::string(each.param == 0 ? "Ours" : each.param == 1 ? "OfAFile" : "Robot");
});

TEST(Mirror, TracksOnOneSideComeToTheOther) {
  const Skeleton skeleton = scenes::humanoid();
  WalkedClip walked(skeleton, kUnitY, 0.5);
  Clip clip = walked.clip;
  const JointId left = walked.map.arms[0].hand.last, right = walked.map.arms[1].hand.last;
  const std::size_t at = clip.add_translations(skeleton, left);
  for (Vec3& value : clip.translations()[at].values) value = value + Vec3{0.02, 0.01, 0.005};
  const Clip image = mirror_clip(walked.body, clip);
  ASSERT_EQ(image.translations().size(), 2u);
  for (const Clip::Track& track : image.translations()) {
    const Vec3 off = track.values[3] - skeleton.description(track.joint).rest.translation;
    EXPECT_NEAR(length(off), track.joint == right ? length(Vec3{0.02, 0.01, 0.005}) : 0, 1e-12);
  }
  const Clip twice = mirror_clip(walked.body, image);
  for (const Clip::Track& track : twice.translations()) {
    if (track.joint != left) continue;
    EXPECT_LT(length(track.values[3] - clip.translations()[at].values[3]), 1e-12);
  }
}

}  // namespace
}  // namespace kine
