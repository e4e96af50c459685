#include <gtest/gtest.h>

#include <algorithm>

#include "kine/model/clip.h"
#include "kine/model/pose.h"
#include "scenes/scenes.h"

namespace kine {
namespace {

Clip shaken(const Skeleton& skeleton, int frames) {
  Clip clip(skeleton, "shaken", 30);
  Pose pose = skeleton.rest_pose();
  const std::size_t track = clip.add_translations(skeleton, JointId{3});
  clip.add_scales(skeleton, JointId{4});
  for (int i = 0; i < frames; ++i) {
    for (std::size_t k = 7; k < pose.size(); ++k) pose.q[k] = 0.01 * i + 0.001 * static_cast<double>(k);
    clip.append(pose.q);
    clip.translations()[track].values.back() = {0.1 * i, 0, 0};
  }
  return clip;
}

TEST(ClipCut, PartsThatAreJoinedAreTheClipToTheBit) {
  const Skeleton skeleton = scenes::humanoid();
  const Clip clip = shaken(skeleton, 20);
  for (const int at : {1, 7, 19}) {
    const Result<Clip> head = cut(skeleton, clip, 0, at), tail = cut(skeleton, clip, at, 20);
    ASSERT_TRUE(head.ok() && tail.ok());
    EXPECT_EQ(head->frame_count(), at);
    const Result<Clip> whole = joined(skeleton, *head, *tail);
    ASSERT_TRUE(whole.ok());
    EXPECT_TRUE(std::ranges::equal(whole->poses(), clip.poses()));
    EXPECT_EQ(whole->name, clip.name);
    ASSERT_EQ(whole->translations().size(), 1u);
    EXPECT_EQ(whole->translations()[0].values, clip.translations()[0].values);
    EXPECT_EQ(whole->scales()[0].values, clip.scales()[0].values);
  }
}

TEST(ClipCut, TracksOfOnePartAreAtRestInTheOther) {
  const Skeleton skeleton = scenes::humanoid();
  const Clip clip = shaken(skeleton, 4);
  Clip plain(skeleton, "plain", 30);
  plain.append(skeleton.rest_pose());
  const Result<Clip> whole = joined(skeleton, plain, clip);
  ASSERT_TRUE(whole.ok());
  EXPECT_EQ(whole->translations()[0].values[0], skeleton.description(JointId{3}).rest.translation);
  EXPECT_EQ(whole->translations()[0].values[4], clip.translations()[0].values[3]);
}

TEST(ClipCut, SpansThatAreNotThereAreRefused) {
  const Skeleton skeleton = scenes::humanoid();
  const Clip clip = shaken(skeleton, 20);
  EXPECT_EQ(cut(skeleton, clip, 5, 21).error(), "frames 5 to 21 cannot be cut out: the clip has frames 0 to 20");
  for (const auto& [from, to] : {std::pair(-1, 4), std::pair(4, 4), std::pair(5, 4), std::pair(20, 21)})
    EXPECT_FALSE(cut(skeleton, clip, from, to).ok());
  Clip slow(skeleton, "slow", 25);
  slow.append(skeleton.rest_pose());
  EXPECT_NE(joined(skeleton, clip, slow).error().find("cannot be joined"), std::string::npos);
}

}  // namespace
}  // namespace kine
