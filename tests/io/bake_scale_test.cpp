#include "kine/io/bake_scale.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "kine/io/bvh.h"
#include "kine/math/trig.h"
#include "kine/model/pose.h"
#include "tests/io/clip_compare.h"
#include "tests/support/random_skeleton.h"

namespace kine {
namespace {

using test::gap;

/// An arm below a scaled frame, its root free, with a slider and a clip of four frames.
Scene scaled_arm(const Vec3& scale) {
  Joint frame = fixed_joint("frame", "", {0.1, 0, 0});
  frame.rest.rotation = from_axis_angle(kUnitX, 0.5);
  frame.rest.scale = scale;
  const std::vector<Joint> joints{frame, free_joint("root", "frame", {0, 1, 0}), ball("arm", "root", {50, 10, 0}),
                                  slider("lift", "arm", {0, 20, 0}, kUnitY), euler("hand", "lift", {40, 0, 0}, "ZYX")};
  Scene scene{.name = "arm", .skeleton = *Skeleton::build(joints), .notes = {}};
  Clip clip(scene.skeleton, "moves", 30);
  test::Random random(5);
  for (int i = 0; i < 4; ++i) clip.append(test::random_pose(random, scene.skeleton).q);
  scene.clips.push_back(clip);
  return scene;
}

TEST(BakeScale, EvenScalesLeaveEveryJointWhereItWas) {
  const Scene scene = scaled_arm({0.01, 0.01, 0.01});
  const Result<Scene> baked = bake_scale(scene);
  ASSERT_TRUE(baked.ok()) << baked.error();
  EXPECT_FALSE(baked->skeleton.has_scale());
  EXPECT_EQ(gap(scene, *baked).joints, 5);
  EXPECT_LT(gap(scene, *baked).distance, 1e-14);
  EXPECT_LT(gap(scene, *baked).angle, 1e-7);
  EXPECT_TRUE(baked->notes.empty());
}

TEST(BakeScale, UnevenScalesKeepTheRestPoseAndSayHowFarTheClipIsOff) {
  Scene scene = scaled_arm({0.01, 0.012, 0.01});
  scene.clips[0] = Clip(scene.skeleton, "still", 30);
  scene.clips[0].append(scene.skeleton.rest_pose().q);
  const Result<Scene> still = bake_scale(scene);
  ASSERT_TRUE(still.ok());
  EXPECT_LT(gap(scene, *still).distance, 1e-14);
  EXPECT_TRUE(still->notes.empty());

  const Result<Scene> moving = bake_scale(scaled_arm({0.01, 0.012, 0.01}));
  ASSERT_TRUE(moving.ok());
  ASSERT_EQ(moving->notes.size(), 1u);
  EXPECT_NE(moving->notes[0].find(" mm from where they were"), std::string::npos) << moving->notes[0];
  EXPECT_TRUE(write_bvh(moving->skeleton, moving->clips[0]).ok());
  EXPECT_FALSE(write_bvh(scaled_arm({0.01, 0.012, 0.01}).skeleton, scene.clips[0]).ok());
}

TEST(BakeScale, AnimatedScalesAndTranslationsBecomeTranslations) {
  Scene scene = scaled_arm({1, 1, 1});
  Clip& clip = scene.clips[0];
  const JointId arm = scene.skeleton.joint("arm");
  const std::size_t scales = clip.add_scales(scene.skeleton, arm);
  const std::size_t shifts = clip.add_translations(scene.skeleton, arm);
  for (std::size_t i = 0; i < 4; ++i) {
    clip.scales()[scales].values[i] = Vec3{1, 1, 1} * (1 + 0.2 * static_cast<double>(i));
    clip.translations()[shifts].values[i] = {50, 10 + static_cast<double>(i), 0};
  }
  const Result<Scene> baked = bake_scale(scene);
  ASSERT_TRUE(baked.ok());
  EXPECT_TRUE(baked->clips[0].scales().empty());
  EXPECT_FALSE(baked->clips[0].translations().empty());
  EXPECT_LT(gap(scene, *baked).distance, 1e-11);
}

TEST(BakeScale, ASceneWithoutScalesIsKept) {
  const Scene scene = scaled_arm({1, 1, 1});
  const Result<Scene> baked = bake_scale(scene);
  ASSERT_TRUE(baked.ok());
  EXPECT_TRUE(std::ranges::equal(baked->clips[0].poses(), scene.clips[0].poses()));
}

}  // namespace
}  // namespace kine
