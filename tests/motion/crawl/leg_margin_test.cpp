#include "kine/motion/crawl/leg_margin.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>

#include "kine/kinematics/forward.h"
#include "kine/model/pose.h"
#include "scenes/scenes.h"

namespace kine {
namespace {

struct Standing {
  Skeleton skeleton = scenes::spider();
  Pose pose = scenes::spider_pose(skeleton);
  Frames frames{skeleton};
  Standing() { forward(skeleton, pose.q, frames); }
};

JointId first_of(const Skeleton& skeleton, JointId tip) {
  while (skeleton.parent(skeleton.parent(tip)).valid()) tip = skeleton.parent(tip);
  return tip;
}

// Wherever forward kinematics puts the tip, the margin is what the joint values say: how far each is from its limits.
TEST(LegMargin, KnowsHowFarEveryJointIsFromItsLimits) {
  const Standing spider;
  const Skeleton& skeleton = spider.skeleton;
  std::mt19937 random(7);
  Frames frames(skeleton);
  for (const std::string_view name : scenes::spider_tips()) {
    const JointId tip = *skeleton.find(name), first = first_of(skeleton, tip);
    const auto margin = detail::LegMargin::of(skeleton, spider.pose.q, spider.frames, first, tip);
    EXPECT_TRUE(margin.is_exact());
    int seen = 0;
    for (int i = 0; i < 500; ++i) {
      Pose pose = spider.pose;
      double least = 1e9;
      for (JointId id = tip; id != skeleton.parent(first); id = skeleton.parent(id)) {
        if (skeleton.value_count(id) == 0) continue;
        // Some a little outside; legs as they stand, not folded over the back.
        const Range limits = skeleton.description(id).axes[0].limits;
        const double standing = spider.pose.q[static_cast<std::size_t>(skeleton.first_value(id))];
        std::uniform_real_distribution<double> near(std::max(limits.lower - 0.05, standing - 1.0),
                                                    std::min(limits.upper + 0.05, standing + 1.0));
        const double value = near(random);
        pose.q[static_cast<std::size_t>(skeleton.first_value(id))] = value;
        least = std::min({least, value - limits.lower, limits.upper - value});
      }
      forward(skeleton, pose.q, frames);
      const JointId knee = skeleton.parent(skeleton.parent(tip));
      const double far = length(frames.position(tip) - frames.position(knee));
      const double most = std::sqrt(0.22 * 0.22 + 0.34 * 0.34 + 2 * 0.22 * 0.34 * std::cos(8 * 3.14159265358979 / 180));
      // Tips that came to the other side of the first hinge are left out: there a leg of this kind does not stand.
      const Vec3 out = frames.position(tip) - frames.position(first);
      if (rotate(conjugate(frames.rotation(first)), out).x <= 0) continue;
      ++seen;
      EXPECT_NEAR(margin.at(frames.position(tip) - spider.frames.position(skeleton.parent(first))),
                  std::min(least, (most - far) / far), 1e-9);
    }
    EXPECT_GT(seen, 400);
  }
}

TEST(LegMargin, IsBelowZeroWhereTheLegDoesNotReach) {
  const Standing spider;
  const JointId tip = spider.skeleton.joint("left_middle_tip");
  const auto margin =
      detail::LegMargin::of(spider.skeleton, spider.pose.q, spider.frames, first_of(spider.skeleton, tip), tip);
  EXPECT_GT(margin.at({0.4, -0.2, 0}), 0.2);
  EXPECT_LT(margin.at({0.8, -0.2, 0}), 0);    // too far
  EXPECT_LT(margin.at({0.17, 0, 0}), 0);      // folded up
  EXPECT_LT(margin.at({0.2, -0.2, 0.3}), 0);  // turned too far
}

// Of a leg with a ball at the hip only its length is known.
TEST(LegMargin, GoesByLengthForOtherLegs) {
  const Joint joints[] = {free_joint("body", "", {0, 1, 0}), ball("hip", "body", {0, 0, 0}),
                          hinge("knee", "hip", {0, -0.5, 0}, kUnitX), fixed_joint("tip", "knee", {0, -0.5, 0})};
  const Skeleton skeleton = *Skeleton::build(joints);
  const Pose pose = skeleton.rest_pose();
  Frames frames(skeleton);
  forward(skeleton, pose.q, frames);
  const auto margin = detail::LegMargin::of(skeleton, pose.q, frames, skeleton.joint("hip"), skeleton.joint("tip"));
  EXPECT_FALSE(margin.is_exact());
  EXPECT_NEAR(margin.at({0, -0.9, 0}), 0.03, 1e-12);
  EXPECT_LT(margin.at({0, -0.95, 0}), 0);
}

}  // namespace
}  // namespace kine
