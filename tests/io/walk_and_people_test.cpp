// Our walk beside two people of the CMU motion capture database, where those files are at hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "kine/io/load.h"
#include "kine/kinematics/forward.h"
#include "kine/model/clip.h"
#include "kine/motion/ground_shapes.h"
#include "kine/motion/walk.h"
#include "scenes/scenes.h"
#include "tests/support/shared_data.h"

namespace kine {
namespace {

using Curve = std::vector<double>;  // degrees, 101 samples from heel strike to heel strike

/// What is compared: the angles between segments, seen from the side.
struct Gait101 {
  Curve hip, knee, ankle;
};

/// The joints of one leg and the pelvis, frame by frame.
struct LegTrack {
  std::vector<Vec3> pelvis, pelvis_up, hip, knee, ankle, ball;

  void add(const Frames& frames, JointId root, JointId thigh, JointId shank, JointId foot, JointId toes) {
    pelvis.push_back(frames.position(root));
    pelvis_up.push_back(rotate(frames.rotation(root), kUnitY));
    hip.push_back(frames.position(thigh));
    knee.push_back(frames.position(shank));
    ankle.push_back(frames.position(foot));
    ball.push_back(frames.position(toes));
  }
};

double angle_of(double ahead, double down) { return degrees(std::atan2(ahead, down)); }

/// The mean of all whole cycles. A cycle begins where the ankle is farthest ahead of the pelvis, for both alike.
Gait101 cycle_of(const LegTrack& track, std::size_t skip) {
  const std::size_t n = track.pelvis.size();
  Vec3 way = track.pelvis.back() - track.pelvis.front();
  way.y = 0;
  way = normalised(way);
  const auto ahead = [&](std::size_t i) { return dot(track.ankle[i] - track.pelvis[i], way); };
  std::vector<std::size_t> strikes;
  for (std::size_t i = std::max<std::size_t>(skip, 6); i + 6 < n; ++i) {
    bool foremost = true;
    for (std::size_t j = i > 20 ? i - 20 : 0; j <= std::min(i + 20, n - 1); ++j) foremost &= ahead(j) <= ahead(i);
    if (foremost) strikes.push_back(i);
  }
  Curve hip(n), knee(n), ankle(n), pitch(n);
  for (std::size_t i = 0; i < n; ++i) {
    const Vec3 thigh = track.knee[i] - track.hip[i], shank = track.ankle[i] - track.knee[i];
    const Vec3 foot = track.ball[i] - track.ankle[i], up = track.pelvis_up[i];
    const double thigh_at = angle_of(dot(thigh, way), -thigh.y), shank_at = angle_of(dot(shank, way), -shank.y);
    hip[i] = thigh_at + angle_of(dot(up, way), up.y);
    knee[i] = thigh_at - shank_at;
    pitch[i] = angle_of(foot.y, dot(foot, way));
    ankle[i] = pitch[i] - shank_at;
  }
  Gait101 mean{Curve(101), Curve(101), Curve(101)};
  const int cycles = static_cast<int>(strikes.size()) - 1;
  for (int c = 0; c < cycles; ++c) {
    const double from = static_cast<double>(strikes[static_cast<std::size_t>(c)]);
    const double to = static_cast<double>(strikes[static_cast<std::size_t>(c) + 1]);
    for (std::size_t k = 0; k < 101; ++k) {
      const double at = from + (to - from) * static_cast<double>(k) / 100;
      const auto i = std::min(static_cast<std::size_t>(at), n - 2);
      const double share = at - static_cast<double>(i);
      const auto mix = [&](const Curve& curve) { return (curve[i] + share * (curve[i + 1] - curve[i])) / cycles; };
      mean.hip[k] += mix(hip);
      mean.knee[k] += mix(knee);
      mean.ankle[k] += mix(ankle);
    }
  }
  // From the ankle to the ball a foot points down, each figure's by its own angle: the ankle counts from the sole, which
  // is flat for most of 15 to 28 % of a cycle.
  Curve flat;
  for (int c = 0; c < cycles; ++c) {
    const std::size_t from = strikes[static_cast<std::size_t>(c)];
    const auto length = static_cast<double>(strikes[static_cast<std::size_t>(c) + 1] - from);
    for (auto i = static_cast<std::size_t>(0.15 * length); i <= static_cast<std::size_t>(0.28 * length); ++i)
      flat.push_back(pitch[from + i]);
  }
  if (flat.empty()) return mean;
  std::nth_element(flat.begin(), flat.begin() + static_cast<std::ptrdiff_t>(flat.size() / 2), flat.end());
  for (double& angle : mean.ankle) angle -= flat[flat.size() / 2];
  return mean;
}

double mean_of(const Curve& curve) {
  double sum = 0;
  for (const double angle : curve) sum += angle;
  return sum / static_cast<double>(curve.size());
}

/// The mean of how far two curves are apart: that they are alike in shape does not say that they are at the same height.
double apart(const Curve& a, const Curve& b) {
  Curve far(a.size());
  for (std::size_t k = 0; k < a.size(); ++k) far[k] = std::abs(a[k] - b[k]);
  return mean_of(far);
}

/// A curve from one share of the cycle to another, both included.
Curve between(const Curve& curve, int from, int to) { return {curve.begin() + from, curve.begin() + to + 1}; }

/// How upright somebody walks: the knee in the middle of the stance, and when it is straightest late in it.
struct StanceKnee {
  double mid, late;
};
StanceKnee stance_knee(const Curve& knee) {
  const Curve late = between(knee, 25, 55);
  return {mean_of(between(knee, 15, 45)), *std::min_element(late.begin(), late.end())};
}

double correlation(const Curve& a, const Curve& b) {
  double ma = 0, mb = 0, aa = 0, bb = 0, ab = 0;
  for (std::size_t k = 0; k < a.size(); ++k)
    ma += a[k] / static_cast<double>(a.size()), mb += b[k] / static_cast<double>(b.size());
  for (std::size_t k = 0; k < a.size(); ++k) {
    aa += (a[k] - ma) * (a[k] - ma);
    bb += (b[k] - mb) * (b[k] - mb);
    ab += (a[k] - ma) * (b[k] - mb);
  }
  return ab / std::sqrt(aa * bb);
}

double range_of(const Curve& curve) {
  const auto [low, high] = std::minmax_element(curve.begin(), curve.end());
  return *high - *low;
}

/// The sine of one cycle that lies nearest to a curve.
Curve fitted_sine(const Curve& curve) {
  double mean = 0, a = 0, b = 0;
  for (std::size_t k = 0; k < 100; ++k) {
    const double t = 2 * kPi * static_cast<double>(k) / 100;
    mean += curve[k] / 100;
    a += curve[k] * std::sin(t) / 50;
    b += curve[k] * std::cos(t) / 50;
  }
  Curve sine(101);
  for (std::size_t k = 0; k < 101; ++k) {
    const double t = 2 * kPi * static_cast<double>(k) / 100;
    sine[k] = mean + a * std::sin(t) + b * std::cos(t);
  }
  return sine;
}

constexpr double kFarthestApart = 7;  // degrees

bool passes(const Gait101& person, const Gait101& walk) {
  const struct {
    const Curve &a, &b;
    double least;
  } all[] = {{person.hip, walk.hip, 0.95}, {person.knee, walk.knee, 0.90}, {person.ankle, walk.ankle, 0.80}};
  bool good = true;
  for (const auto& [a, b, least] : all) {
    const double ratio = range_of(b) / range_of(a);
    good = good && correlation(a, b) >= least && ratio >= 0.8 && ratio <= 1.2 && apart(a, b) <= kFarthestApart;
  }
  return good;
}

struct Person {
  double speed = 0;
  Gait101 gait;
};

/// A captured walk; both legs count.
Result<Person> person_of(const std::string& asf, const std::string& amc) {
  const std::vector<std::string> files = {asf, amc};
  const Result<Scene> scene = load_scene(files, {});
  if (!scene) return Error{scene.error()};
  const Skeleton& skeleton = scene->skeleton;
  const Clip& clip = scene->clips.at(0);
  Frames frames(skeleton);
  std::array<LegTrack, 2> legs;
  for (int k = 0; k < clip.frame_count(); ++k) {
    forward(skeleton, clip.pose(k), frames);
    for (const auto& [leg, side] : {std::pair{&legs[0], 'l'}, std::pair{&legs[1], 'r'}}) {
      const auto joint = [&](const char* name) { return skeleton.joint(side + std::string(name)); };
      leg->add(frames, JointId{0}, joint("femur"), joint("tibia"), joint("foot"), joint("toes"));
    }
  }
  Person person;
  const Vec3 way = legs[0].pelvis.back() - legs[0].pelvis.front();
  person.speed = std::sqrt(way.x * way.x + way.z * way.z) / clip.duration();
  const Gait101 left = cycle_of(legs[0], 0), right = cycle_of(legs[1], 0);
  person.gait = left;
  for (std::size_t k = 0; k < 101; ++k) {
    person.gait.hip[k] = 0.5 * (left.hip[k] + right.hip[k]);
    person.gait.knee[k] = 0.5 * (left.knee[k] + right.knee[k]);
    person.gait.ankle[k] = 0.5 * (left.ankle[k] + right.ankle[k]);
  }
  return person;
}

Gait101 our_walk(double speed) {
  const Skeleton skeleton = scenes::humanoid();
  Pose pose = scenes::standing_pose(skeleton);
  const Biped body = *Biped::build(skeleton, pose.q);
  Scratch scratch(body);
  Frames frames(skeleton);
  WalkState state;
  Gait gait;
  gait.top_speed = speed;
  LegTrack track;
  for (int k = 0; k < 120 * 10; ++k) {
    walk(body, gait, FlatGround{}, {1, 0, 0}, 1.0 / 120, state, pose.q, scratch);
    forward(skeleton, pose.q, frames);
    track.add(frames, skeleton.joint("pelvis"), skeleton.joint("left_thigh"), skeleton.joint("left_shank"),
              skeleton.joint("left_foot"), skeleton.joint("left_toes"));
  }
  return cycle_of(track, 120 * 4);
}

// These need no files. People's mean angles over a cycle are facts: of CMU 35_01 and 16_15, counted as above.
TEST(WalkAndPeople, AWalkIsAsUprightAsPeople) {
  const struct {
    double speed, hip, knee, ankle;
  } people[] = {{1.29, 11.6, 36.9, 9.8}, {1.09, 12.1, 32.1, 9.6}};
  for (const auto& person : people) {
    const Gait101 ours = our_walk(person.speed);
    EXPECT_NEAR(mean_of(ours.hip), person.hip, kFarthestApart);
    EXPECT_NEAR(mean_of(ours.knee), person.knee, kFarthestApart);
    EXPECT_NEAR(mean_of(ours.ankle), person.ankle, kFarthestApart);
  }
  const StanceKnee knee = stance_knee(our_walk(1.3).knee);
  EXPECT_LE(knee.mid, 30);     // people: 29 and 23
  EXPECT_LE(knee.late, 26.5);  // 20 and 15
}

TEST(WalkAndPeople, AWalkIsAWalk) {
  const std::string root = testing::shared_data();
  const std::string files[][2] = {{root + "/asf_amc/cmu_35/35.asf", root + "/asf_amc/cmu_35/35_01.amc"},
                                  {root + "/asf_amc/cmu_16/16.asf", root + "/asf_amc/cmu_16/16_15.amc"}};
  if (root.empty()) {
    std::printf("left out: ../shared/data is not here, so only people's means are compared\n");
    return;
  }
  for (const auto& [asf, amc] : files) {
    const Result<Person> person = person_of(asf, amc);
    ASSERT_TRUE(person) << person.error();
    const Gait101 ours = our_walk(person->speed);
    const Gait101& theirs = person->gait;
    std::printf("%s at %.2f m/s: hip %.3f (range %.2f), knee %.3f (%.2f), ankle %.3f (%.2f)\n",
                amc.c_str() + root.size(), person->speed, correlation(theirs.hip, ours.hip),
                range_of(ours.hip) / range_of(theirs.hip), correlation(theirs.knee, ours.knee),
                range_of(ours.knee) / range_of(theirs.knee), correlation(theirs.ankle, ours.ankle),
                range_of(ours.ankle) / range_of(theirs.ankle));
    std::printf("  degrees apart: hip %.1f (mean %.1f, theirs %.1f), knee %.1f (%.1f, %.1f), ankle %.1f (%.1f, %.1f)\n",
                apart(theirs.hip, ours.hip), mean_of(ours.hip), mean_of(theirs.hip), apart(theirs.knee, ours.knee),
                mean_of(ours.knee), mean_of(theirs.knee), apart(theirs.ankle, ours.ankle), mean_of(ours.ankle),
                mean_of(theirs.ankle));
    EXPECT_TRUE(passes(theirs, ours));
    // A walk of the very same shape in a crouch fails.
    Gait101 crouched = theirs;
    for (double& angle : crouched.knee) angle += 10;
    EXPECT_FALSE(passes(theirs, crouched));
    // The comparison is worth something: sines fitted to this very person fail it.
    EXPECT_FALSE(passes(theirs, {fitted_sine(theirs.hip), fitted_sine(theirs.knee), fitted_sine(theirs.ankle)}));
    EXPECT_TRUE(passes(theirs, theirs));
  }
}

}  // namespace
}  // namespace kine
