#include "tests/support/gait_cycle.h"

#include <algorithm>
#include <cmath>

#include "kine/math/trig.h"
#include "kine/motion/ground_shapes.h"
#include "kine/motion/walk.h"
#include "scenes/scenes.h"

namespace kine::testing {
namespace {

double angle_of(double ahead, double down) { return degrees(std::atan2(ahead, down)); }

}  // namespace

void LegTrack::add(const Frames& frames, JointId root, JointId thigh, JointId shank, JointId foot, JointId toes) {
  pelvis.push_back(frames.position(root));
  pelvis_up.push_back(rotate(frames.rotation(root), kUnitY));
  hip.push_back(frames.position(thigh));
  knee.push_back(frames.position(shank));
  ankle.push_back(frames.position(foot));
  ball.push_back(frames.position(toes));
}

GaitCycle cycle_of(const LegTrack& track, std::size_t skip) {
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
  GaitCycle mean{Curve(101), Curve(101), Curve(101)};
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
  // The sole is flat for most of 15 to 28 % of a cycle.
  constexpr double kFlatFrom = 0.15, kFlatTo = 0.28;
  Curve flat;
  for (int c = 0; c < cycles; ++c) {
    const std::size_t from = strikes[static_cast<std::size_t>(c)];
    const auto length = static_cast<double>(strikes[static_cast<std::size_t>(c) + 1] - from);
    for (auto i = static_cast<std::size_t>(kFlatFrom * length); i <= static_cast<std::size_t>(kFlatTo * length); ++i)
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

double apart(const Curve& a, const Curve& b) {
  Curve far(a.size());
  for (std::size_t k = 0; k < a.size(); ++k) far[k] = std::abs(a[k] - b[k]);
  return mean_of(far);
}

Curve between(const Curve& curve, int from, int to) { return {curve.begin() + from, curve.begin() + to + 1}; }

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

GaitCycle cycle_of(const Gait& gait) {
  const Skeleton skeleton = scenes::humanoid();
  Pose pose = scenes::standing_pose(skeleton);
  const Biped body = *Biped::build(skeleton, pose.q);
  Scratch scratch(body);
  Frames frames(skeleton);
  WalkState state;
  LegTrack track;
  for (int k = 0; k < 120 * 10; ++k) {
    walk(body, gait, FlatGround{}, {1, 0, 0}, 1.0 / 120, state, pose.q, scratch);
    forward(skeleton, pose.q, frames);
    track.add(frames, skeleton.joint("pelvis"), skeleton.joint("left_thigh"), skeleton.joint("left_shank"),
              skeleton.joint("left_foot"), skeleton.joint("left_toes"));
  }
  return cycle_of(track, 120 * 4);
}

}  // namespace kine::testing
