// Many limbs at once against solve_two_bone, one limb after the other: bit for bit, usual and degenerate ones mixed.
#include "kine/batch/two_bones.h"

#include <memory>

#include "tests/batch/same_bits.h"
#include "tests/support/random_skeleton.h"

namespace kine {
namespace {

using geometry::OnUnreachable;
using geometry::TwoBoneLimb;
using geometry::TwoBoneOptions;
using geometry::TwoBonePose;
using test::Random;

enum Array { kUpper, kLower, kRoot = 2, kTarget = 5, kPole = 8, kRootTurn = 11, kMidTurn = 15, kArrays = 19 };

/// Limbs of all kinds: usual ones, straight and folded ones, without a pole or with one on the line, with the target on the root,
/// without bones, and with numbers that are too large or none.
void fill(Random& random, std::size_t i, Arrays& in) {
  in[kUpper][i] = random.uniform(0.1, 2);
  in[kLower][i] = random.uniform(0.1, 2);
  in.vectors(kRoot).set(i, random.point(1));
  in.vectors(kTarget).set(i, random.point(2));
  in.vectors(kPole).set(i, random.direction());
  in.quaternions(kRootTurn).set(i, random.rotation());
  in.quaternions(kMidTurn).set(i, random.rotation());
  const Vec3 root = in.vectors(kRoot).at(i), target = in.vectors(kTarget).at(i);
  switch (random.below(12)) {
    case 0:
      in.vectors(kPole).set(i, {});
      break;
    case 1:
      in.vectors(kPole).set(i, (target - root) * random.uniform(-1, 1));
      break;
    case 2:
      in.vectors(kTarget).set(i, root);
      break;
    case 3:
      in[random.below(2) == 0 ? kUpper : kLower][i] = 0;
      break;
    case 4: {  // straight, or folded
      const double reach = random.chance(0.5) ? in[kUpper][i] + in[kLower][i] : std::abs(in[kUpper][i] - in[kLower][i]);
      in.vectors(kTarget).set(i, root + random.direction() * reach);
      break;
    }
    case 5:  // anything anywhere
      for (int k = 0; k < 3; ++k) in[random.below(kArrays)][i] = test::kOddNumbers[random.below(test::kOddCount)];
      break;
    default:
      break;
  }
}

struct Case {
  const char* name;
  TwoBoneOptions<double> options;
  bool plain = true;
};

class ManyTwoBones : public testing::TestWithParam<Case> {};

TEST_P(ManyTwoBones, HaveTheBitsOfSingleOnes) {
  constexpr std::size_t kLimbs = 20'003;  // no multiple of any width
  Random random(7);
  Arrays in(kArrays, kLimbs), out(8, kLimbs);
  for (std::size_t i = 0; i < kLimbs; ++i) fill(random, i, in);
  TwoBones limbs{.upper = in[kUpper],
                 .lower = in[kLower],
                 .root = in.vectors(kRoot),
                 .root_rotation = in.quaternions(kRootTurn),
                 .mid_rotation = in.quaternions(kMidTurn),
                 .target = in.vectors(kTarget),
                 .pole = in.vectors(kPole)};
  if (!GetParam().plain) {
    limbs.upper_frame = random.rotation();
    limbs.lower_frame = random.rotation();
    limbs.frames_are_plain = false;
  }
  const auto reached = std::make_unique<bool[]>(kLimbs);
  const TwoBoneAnswers answers{out.quaternions(0), out.quaternions(4), {reached.get(), kLimbs}};
  test::Backwards backwards;
  for (Executor* executor : {static_cast<Executor*>(nullptr), static_cast<Executor*>(&backwards)})
    for (const int lanes : test::kLaneWidths) {
      solve_two_bones(limbs, GetParam().options, answers, {executor, lanes});
      int different = 0;
      for (std::size_t i = 0; i < kLimbs; ++i) {
        const TwoBoneLimb<double> limb{limbs.upper[i], limbs.lower[i], limbs.upper_frame, limbs.lower_frame,
                                       limbs.frames_are_plain};
        const TwoBonePose<double> present{limbs.root.at(i), limbs.root_rotation.at(i), limbs.mid_rotation.at(i)};
        TwoBoneOptions<double> options = GetParam().options;
        options.pole = limbs.pole.at(i);
        const auto one = geometry::solve_two_bone(limb, present, limbs.target.at(i), options);
        const Quat &root = one.root_rotation, &mid = one.mid_rotation;
        const double numbers[] = {root.x, root.y, root.z, root.w, mid.x, mid.y, mid.z, mid.w};
        bool same = reached[i] == one.reached;
        for (int k = 0; k < 8; ++k) same &= test::same(out[k][i], numbers[k]);
        if (!same && different++ == 0)
          ADD_FAILURE() << GetParam().name << ", " << lanes << " lanes: limb " << i << " is another one alone";
      }
      EXPECT_EQ(different, 0);
    }
}

INSTANTIATE_TEST_SUITE_P(
    Options, ManyTwoBones,
    testing::Values(Case{"plain", {}}, Case{"frames", {}, false}, Case{"twist", {.twist = {0.6, 0.8}}},
                    Case{"soft", {.softness = 0.1}}, Case{"half way", {.fade = 0.5}}, Case{"not at all", {.fade = 0}},
                    Case{"kept", {.on_unreachable = OnUnreachable::Keep}},
                    Case{"kept, frames", {.fade = 0.25, .on_unreachable = OnUnreachable::Keep}, false}),
    [](const auto& info) { return "Case" + std::to_string(info.index); });

TEST(ManyTwoBones, WritesOverThePresentPose) {
  constexpr std::size_t kLimbs = 1001;
  Random random(3);
  Arrays in(kArrays, kLimbs), out(8, kLimbs);
  for (std::size_t i = 0; i < kLimbs; ++i) fill(random, i, in);
  const TwoBones limbs{.upper = in[kUpper],
                       .lower = in[kLower],
                       .root_rotation = in.quaternions(kRootTurn),
                       .mid_rotation = in.quaternions(kMidTurn),
                       .target = in.vectors(kTarget),
                       .pole = in.vectors(kPole)};
  const TwoBoneOptions<double> options{.fade = 0.5, .on_unreachable = OnUnreachable::Keep};
  solve_two_bones(limbs, options, {out.quaternions(0), out.quaternions(4)});
  solve_two_bones(limbs, options, {in.quaternions(kRootTurn), in.quaternions(kMidTurn)});
  for (int k = 0; k < 8; ++k)
    for (std::size_t i = 0; i < kLimbs; ++i) ASSERT_TRUE(test::same(in[kRootTurn + k][i], out[k][i])) << k << " " << i;
}

}  // namespace
}  // namespace kine
