#include "kine/motion/ground_feet.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "kine/math/trig.h"
#include "kine/model/pose.h"
#include "scenes/terrains.h"
#include "tests/motion/clip/walked_clip.h"
#include "tests/motion/test_figures.h"
#include "tests/support/allocation_trap.h"

namespace kine {
namespace {

using testing::faults_of;
using testing::kClipRate;
using testing::SoleFaults;
using testing::WalkedClip;

Clip laid(WalkedClip& walked, const Ground& ground) {
  const SoleFit fit = walked.body.fit_soles(walked.clip);
  GroundFeetSettings settings{.straightest = fit.straightest};
  settings.plants.floor = fit.floor;
  Result<Clip> result =
      ground_clip(walked.body, walked.clip, find_plants(walked.body, walked.clip, settings.plants), ground, settings);
  EXPECT_TRUE(result.ok()) << result.error();
  return *std::move(result);
}

/// Joints of the legs and the root aside, a clip keeps its bits.
void expect_same_upper_body(const WalkedClip& walked, const Clip& a, const Clip& b) {
  const Skeleton& skeleton = walked.body.skeleton();
  for (int j = 0; j < skeleton.joint_count(); ++j) {
    const JointId joint{j};
    bool of_leg = skeleton.kind(joint) == JointKind::Free;
    for (const BoneMap::LegBones& leg : walked.map.legs)
      of_leg = of_leg || joint == leg.thigh.first || skeleton.is_above(leg.thigh.first, joint);
    if (of_leg) continue;
    const auto first = static_cast<std::size_t>(skeleton.first_value(joint));
    for (int i = 0; i < a.frame_count(); ++i)
      for (std::size_t k = 0; k < static_cast<std::size_t>(skeleton.value_count(joint)); ++k)
        ASSERT_EQ(a.pose(i)[first + k], b.pose(i)[first + k]) << skeleton.name(joint);
  }
}

class OnTerrain : public ::testing::TestWithParam<const char*> {};

TEST_P(OnTerrain, PlantsStandStillAndSolesStayOutOfTheGround) {
  const auto terrain = *scenes::make_terrain(GetParam());
  for (const bool loose : {false, true}) {
    const Skeleton skeleton = loose ? testing::loose() : scenes::humanoid();
    WalkedClip walked(skeleton);
    const Clip clip = laid(walked, Ground(*terrain));
    std::vector<Plant> plants = find_plants(walked.body, walked.clip);
    // An ankle that does not bend as far as a slope asks for lets its heel rise.
    if (!loose) std::erase_if(plants, [](const Plant& plant) { return plant.part == FootPart::Heel; });
    const SoleFaults faults = faults_of(walked.body, clip, plants, Ground(*terrain));
    EXPECT_LT(faults.drift, 0.002) << loose;
    EXPECT_LT(faults.depth, 0.005) << loose;
    expect_same_upper_body(walked, walked.clip, clip);
  }
}
INSTANTIATE_TEST_SUITE_P(GroundFeet, OnTerrain, ::testing::Values("flat", "hills:1", "hills:3", "ramp", "stairs"),
                         [](const auto& each) {
                           std::string name = each.param;
                           std::erase(name, ':');
                           return name;
                         });

TEST(GroundFeet, OnItsOwnGroundAPlantedWalkIsHardlyChanged) {
  const Skeleton skeleton = scenes::humanoid();
  WalkedClip walked(skeleton);
  const FlatGround flat;
  const Clip clip = laid(walked, Ground(flat));
  constexpr int kUnderWay = 60;  // it begins slowly, and what is slow stands
  for (int i = kUnderWay; i < clip.frame_count(); ++i)
    for (int side = 0; side < 2; ++side) {
      const FootMoment a = testing::sole_of(walked.body, walked.clip, i, side),
                       b = testing::sole_of(walked.body, clip, i, side);
      // What walk() calls planted moves by up to 0.9 mm, and it is slow before and after: a heel that leaves stands until
      // the first frame in which it is found quicker than that, which is up to a whole one late.
      const double most = 0.0135 + PlantSettings{}.end_speed / kClipRate;
      EXPECT_LT(length(a.heel - b.heel), most) << i;
      EXPECT_LT(length(a.toe - b.toe), most) << i;
    }
}

TEST(GroundFeet, AClipThatLeavesTheLimitsIsNotPutBackIntoThem) {
  // Recordings bend joints farther than their files say that they do: what needs no correction gets none.
  const Skeleton own = scenes::humanoid();
  const Skeleton narrow = testing::altered([](Joint& joint) {
    if (joint.name.ends_with("_foot") || joint.name.ends_with("_shank")) joint.axes[0].limits = {-0.1, 0.1};
    return true;
  });
  WalkedClip walked(own);
  walked.body = *MotionBody::build(narrow, walked.map, kUnitY);
  const Clip clip = laid(walked, Ground(FlatGround{}));
  const JointId knee = own.joint("left_shank");
  double most = 0, bent = 0;
  for (int i = 0; i < clip.frame_count(); ++i) {
    bent = std::max(bent, joint_value(own, walked.clip.pose(i), knee));
    most = std::max(most, std::abs(joint_value(own, clip.pose(i), knee) - joint_value(own, walked.clip.pose(i), knee)));
  }
  EXPECT_GT(bent, 0.8);
  EXPECT_LT(most, 0.15);
}

TEST(GroundFeet, WorksOnARobotOfHingesWithZUp) {
  const Skeleton skeleton = testing::robot();
  WalkedClip walked(skeleton, kUnitZ);
  const auto terrain = *scenes::make_terrain("hills:2");
  const Clip clip = laid(walked, Ground(*terrain));
  const SoleFaults faults = faults_of(walked.body, clip, find_plants(walked.body, walked.clip), Ground(*terrain));
  EXPECT_LT(faults.drift, 0.004);
  EXPECT_LT(faults.depth, 0.01);
  for (int i = 0; i < clip.frame_count(); ++i) EXPECT_LT(limit_violation(skeleton, clip.pose(i)), 1e-9);
}

TEST(GroundFeet, FrameByFrameWithoutAForecast) {
  const Skeleton skeleton = testing::loose();
  WalkedClip walked(skeleton);
  const auto terrain = *scenes::make_terrain("hills:1");
  const Ground ground(*terrain);
  Clip clip = walked.clip;
  Scratch scratch(walked.body);
  GroundFeetState state;
  std::vector<Plant> plants;
  std::array<std::array<int, 2>, 2> since{{{-1, -1}, {-1, -1}}};
  for (int i = 0; i < clip.frame_count(); ++i) {
    const GroundFeetReport report =
        ground_feet(walked.body, walked.clip.pose(i), ground, {}, 1 / kClipRate, state, clip.pose(i), scratch);
    EXPECT_LT(report.miss[0] + report.miss[1], 1e-3) << i;
    for (int side = 0; side < 2; ++side)
      for (int part = 0; part < 2; ++part) {
        int& from = since[static_cast<std::size_t>(side)][static_cast<std::size_t>(part)];
        const bool down = part == 0 ? report.heel_down[side] : report.toe_down[side];
        if (down && from < 0) from = i;
        if (!down && from >= 0 && i - from > 5) plants.push_back({side, static_cast<FootPart>(part), from, i, {}});
        if (!down) from = -1;
      }
  }
  EXPECT_GT(plants.size(), 15u);
  const SoleFaults faults = faults_of(walked.body, clip, plants, ground);
  EXPECT_LT(faults.drift, 0.006);  // toes that come down beside a heel that stands are aimed at less well
  EXPECT_LT(faults.depth, 0.02);   // where it is foreseen wrongly the sole is pushed out as it comes
}

TEST(GroundFeet, WithoutAForecastItClimbsAsHighAsTheGroundGoes) {
  const Skeleton skeleton = testing::loose();
  WalkedClip walked(skeleton, kUnitY, 9);
  const auto terrain = *scenes::make_terrain("ramp");
  const Ground ground(*terrain);
  Clip clip = walked.clip;
  Scratch scratch(walked.body);
  GroundFeetState state;
  double highest = 0;
  for (int i = 0; i < clip.frame_count(); ++i) {
    ground_feet(walked.body, walked.clip.pose(i), ground, {}, 1 / kClipRate, state, clip.pose(i), scratch);
    for (int side = 0; side < 2; ++side) {
      const FootMoment sole = testing::sole_of(walked.body, clip, i, side);
      for (const Vec3& point : {sole.heel, sole.toe}) {
        const double height = terrain->at(point.x, point.z).point.y;
        highest = std::max(highest, height);
        ASSERT_LT(height - point.y, 0.005) << i;
      }
    }
  }
  EXPECT_GT(highest, 1.3);  // farther than a cast from the animation's own ground reaches
}

TEST(GroundFeet, AllocatesNothingAndAStateCanBeRewound) {
  const Skeleton skeleton = scenes::humanoid();
  WalkedClip walked(skeleton, kUnitY, 2);
  const auto terrain = *scenes::make_terrain("hills:1");
  Scratch scratch(walked.body);
  GroundFeetState state, middle;
  std::vector<std::vector<double>> first(static_cast<std::size_t>(walked.clip.frame_count()),
                                         std::vector<double>(static_cast<std::size_t>(walked.clip.value_count())));
  const auto play = [&](int i, std::span<double> pose) {
    ground_feet(walked.body, walked.clip.pose(i), Ground(*terrain), {}, 1 / kClipRate, state, pose, scratch);
  };
  {
    const test::AllocationTrap trap;
    for (int i = 0; i < walked.clip.frame_count(); ++i) {
      if (i == 50) middle = state;
      play(i, first[static_cast<std::size_t>(i)]);
    }
    EXPECT_EQ(trap.count(), 0);
  }
  state = middle;
  std::vector<double> again(static_cast<std::size_t>(walked.clip.value_count()));
  for (int i = 50; i < walked.clip.frame_count(); ++i) {
    play(i, again);
    ASSERT_EQ(again, first[static_cast<std::size_t>(i)]) << i;
  }
  EXPECT_LE(sizeof(GroundFeetState), 1024u);
}

TEST(GroundFeet, AWeightOfZeroKeepsTheBits) {
  const Skeleton skeleton = scenes::humanoid();
  WalkedClip walked(skeleton, kUnitY, 2);
  const auto terrain = *scenes::make_terrain("stairs");
  Scratch scratch(walked.body);
  GroundFeetState state;
  std::vector<double> pose(static_cast<std::size_t>(walked.clip.value_count()));
  for (int i = 0; i < walked.clip.frame_count(); ++i) {
    ground_feet(walked.body, walked.clip.pose(i), Ground(*terrain), {.weight = 0}, 1 / kClipRate, state, pose, scratch);
    ASSERT_TRUE(std::ranges::equal(pose, walked.clip.pose(i)));
  }
}

TEST(GroundFeet, BadInputLeavesPoseAndState) {
  const Skeleton skeleton = scenes::humanoid();
  WalkedClip walked(skeleton, kUnitY, 1);
  const FlatGround flat;
  Scratch scratch(walked.body);
  GroundFeetState state;
  std::vector<double> pose(walked.clip.pose(0).begin(), walked.clip.pose(0).end());
  for (const double dt : {-1.0, std::nan("")}) {
    EXPECT_TRUE(ground_feet(walked.body, pose, Ground(flat), {}, dt, state, pose, scratch).bad_input);
    EXPECT_FALSE(state.started);
  }
  pose[0] = std::nan("");
  EXPECT_TRUE(ground_feet(walked.body, pose, Ground(flat), {}, 0.01, state, pose, scratch).bad_input);
  EXPECT_FALSE(state.started);
}

TEST(GroundFeet, FindsGroundFarAboveAndBelowItsOwn) {
  const Skeleton skeleton = scenes::humanoid();
  WalkedClip walked(skeleton, kUnitY, 2);
  for (const double height : {-300.0, 0.4, 5000.0}) {
    const FlatGround flat{height};
    const Clip clip = laid(walked, Ground(flat));
    const int last = clip.frame_count() - 1;
    const double before = testing::sole_of(walked.body, walked.clip, last, 0).toe.y;
    EXPECT_NEAR(testing::sole_of(walked.body, clip, last, 0).toe.y - height, before, 0.01);
  }
}

/// A platform that is level and moves.
struct Platform {
  Transform world_from_platform{};
  GroundHit operator()(const Vec3& from, double max_drop) const {
    const double y = world_from_platform.translation.y;
    if (!(from.y >= y && from.y - y <= max_drop)) return {};
    return {true, {from.x, y, from.z}, kUnitY, 7, &world_from_platform};
  }
};

TEST(GroundFeet, FeetGoAlongWithWhatTheyStandOn) {
  const Skeleton skeleton = scenes::humanoid();
  const BoneMap map = *find_bones(skeleton, kUnitY);
  const MotionBody body = *MotionBody::build(skeleton, map, kUnitY);
  const Pose standing = scenes::standing_pose(skeleton);
  Platform platform;
  Scratch scratch(body);
  GroundFeetState state;
  Pose pose = standing;
  Clip clip(skeleton, "ride", kClipRate);
  for (int i = 0; i < 30; ++i) {
    platform.world_from_platform = {from_axis_angle(kUnitY, 0.002 * i), {0.002 * i, 0.001 * i, 0}};
    ground_feet(body, standing.q, Ground(platform), {}, 1 / kClipRate, state, pose.q, scratch);
    clip.append(pose.q);
  }
  const FootMoment before = testing::sole_of(body, clip, 0, 0), after = testing::sole_of(body, clip, 29, 0);
  EXPECT_LT(length(platform.world_from_platform * before.toe - after.toe), 1e-4);
  EXPECT_LT(length(platform.world_from_platform * before.heel - after.heel), 1e-4);
}

TEST(GroundFeet, WhatItStoodOnIsGone) {
  const Skeleton skeleton = scenes::humanoid();
  const BoneMap map = *find_bones(skeleton, kUnitY);
  const MotionBody body = *MotionBody::build(skeleton, map, kUnitY);
  const Pose standing = scenes::standing_pose(skeleton);
  Scratch scratch(body);
  GroundFeetState state;
  Pose pose = standing;
  Platform platform;
  const auto gone = [](const Vec3&, double) { return GroundHit{}; };
  for (int i = 0; i < 10; ++i)
    ground_feet(body, standing.q, Ground(platform), {}, 1 / kClipRate, state, pose.q, scratch);
  for (int i = 0; i < 60; ++i) {
    ground_feet(body, standing.q, Ground(gone), {}, 1 / kClipRate, state, pose.q, scratch);
    ASSERT_TRUE(is_usable(skeleton, pose.q));
  }
}

}  // namespace
}  // namespace kine
