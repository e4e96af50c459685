#include "kine/motion/plants.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "kine/math/trig.h"
#include "kine/model/pose.h"
#include "tests/motion/clip/walked_clip.h"
#include "tests/motion/test_figures.h"

namespace kine {
namespace {

using testing::WalkedClip;

/// The whole figure slides to and fro, so that its feet skate.
Clip skated(const WalkedClip& walked, double metres) {
  Clip clip = walked.clip;
  const auto first = static_cast<std::size_t>(walked.body.skeleton().first_value(walked.map.pelvis)) + 4;
  for (int i = 0; i < clip.frame_count(); ++i) clip.pose(i)[first + 2] += metres * sin(0.05 * i);
  return clip;
}

/// The share of frames that two labels agree on.
struct Agreement {
  double recall = 0, precision = 0;
};
Agreement agreement(const WalkedClip& walked, const std::vector<Plant>& plants) {
  constexpr int kEdge = 2;  // frames at the ends of a plant that may be told either way
  int both = 0, known = 0, told = 0, true_ones = 0;
  const int count = walked.clip.frame_count();
  for (int part = 0; part < 2; ++part)
    for (int side = 0; side < 2; ++side) {
      const auto& down = walked.down[part][static_cast<std::size_t>(side)];
      std::vector<bool> found(static_cast<std::size_t>(count));
      for (const Plant& plant : plants)
        if (plant.side == side && plant.part == static_cast<FootPart>(part))
          for (int i = plant.from; i < plant.to; ++i) found[static_cast<std::size_t>(i)] = true;
      const auto near = [&](const std::vector<bool>& flags, int frame, bool value) {
        for (int k = std::max(0, frame - kEdge); k <= std::min(count - 1, frame + kEdge); ++k)
          if (flags[static_cast<std::size_t>(k)] == value) return true;
        return false;
      };
      for (int i = 0; i < count; ++i) {
        const bool is = down[static_cast<std::size_t>(i)], says = found[static_cast<std::size_t>(i)];
        if (is && !near(down, i, false)) ++known, both += says;
        if (says) ++told, true_ones += near(down, i, true);
      }
    }
  return {static_cast<double>(both) / known, static_cast<double>(true_ones) / told};
}

TEST(Plants, AreFoundInAWalkWhosePlantsAreKnownEvenWhereItSkates) {
  for (const double skate : {0.0, 0.02}) {
    const Skeleton skeleton = scenes::humanoid();
    WalkedClip walked(skeleton, kUnitY, 10);
    walked.clip = skated(walked, skate);
    const Agreement agree = agreement(walked, find_plants(walked.body, walked.clip));
    EXPECT_GT(agree.recall, 0.95) << skate;
    EXPECT_GT(agree.precision, 0.9) << skate;
  }
}

TEST(Plants, FitSolesFindsTheGroundOfALiftedClipAndTheSolesOfAFigureWithoutHeels) {
  const Skeleton skeleton = testing::loose();
  WalkedClip walked(skeleton);
  const SoleFit on_the_ground = walked.body.fit_soles(walked.clip);
  EXPECT_EQ(on_the_ground.floor, 0);
  EXPECT_GT(on_the_ground.frames, 0);
  const auto height = static_cast<std::size_t>(skeleton.first_value(walked.map.pelvis)) + 5;
  for (int i = 0; i < walked.clip.frame_count(); ++i) walked.clip.pose(i)[height] += 1.5;
  const SoleFit lifted = walked.body.fit_soles(walked.clip);
  EXPECT_NEAR(lifted.floor, 1.5, 0.02);
}

TEST(Plants, ContradictionsAreRefusedWithTheFrame) {
  const Skeleton skeleton = scenes::humanoid();
  WalkedClip walked(skeleton, kUnitY, 1);
  const auto fault = [&](const std::vector<Plant>& plants) {
    return check_plants(walked.body, walked.clip, plants).error();
  };
  EXPECT_EQ(fault({{0, FootPart::Heel, 5, 100, {}}}),
            "the left heel cannot stand in frames 5 to 100: the clip has frames 0 to 60");
  EXPECT_EQ(fault({{1, FootPart::Toe, 5, 20, {}}, {1, FootPart::Toe, 12, 30, {}}}),
            "the right toe has two plants in frame 12");
  EXPECT_EQ(
      fault({{1, FootPart::Heel, 5, 20, {}}, {1, FootPart::Toe, 12, 30, {0, 0, 2}}}),
      "the right toe and the right heel contradict each other in frame 12: they stand farther apart than a foot is "
      "long");
}

}  // namespace
}  // namespace kine
