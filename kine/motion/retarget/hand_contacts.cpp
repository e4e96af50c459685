#include "kine/motion/retarget/hand_contacts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "kine/motion/clip/sole_track.h"
#include "kine/motion/clip/two_bones.h"
#include "kine/motion/retarget/frame_blend.h"
#include "kine/motion/retarget/retarget_model.h"
#include "kine/solve/damped/limb_step.h"

namespace kine::detail {
namespace {

/// A hand touches what is nearer than this, and has nothing to do with what is farther: shares of its arm's length, from
/// the surface of what it touches. By eye.
constexpr double kTouches = 0.03, kFree = 0.1;
constexpr double kPalms = 0.12;  // of the arm: how far apart the wrists of hands are that touch
constexpr double kRests = 0.4,
                 kPasses = 1;   // arm lengths per second along what is near: touches, and passes by; by eye
constexpr double kEase = 0.15;  // seconds in which a touch begins and ends

double arm_length(const MotionArm& arm, const Frames& frames) {
  const Vec3 elbow = frames.position(arm.lower);
  return length(elbow - frames.position(arm.upper)) + length(frames.position(arm.hand) - elbow);
}

/// 1 up to `all`, 0 from `none` on.
double fading(double value, double all, double none) {
  const double t = std::clamp<double>((none - value) / (none - all), 0, 1);
  return t * t * (3 - 2 * t);
}

/// The share of the way from a to b that is nearest to a point.
double nearest_share(const Vec3& a, const Vec3& b, const Vec3& point) {
  const Vec3 way = b - a;
  const double square = dot(way, way);
  return square > 0 ? std::clamp<double>(dot(point - a, way) / square, 0, 1) : 0;
}

/// Shifts that several things ask for: each counts by its weight, and together they count as one at the most.
struct ShiftSum {
  Vec3 sum{};
  double weights = 0;
  void add(const Vec3& shift, double weight) {
    sum += shift * weight;
    weights += weight;
  }
  HandTouch touch() const { return {sum / std::max<double>(1, weights), std::min<double>(1, weights)}; }
};

/// Where a palm is beside a bone of the source.
struct Beside {
  double share = 0;  ///< of the way along the bone
  Vec3 out{};        ///< from there to the palm, in the world
};
Beside find_beside(const TouchedBone& bone, const Frames& source, const Vec3& palm) {
  const Vec3 a = source.position(bone.source_from), b = source.position(bone.source_to);
  const double share = nearest_share(a, b, palm);
  return {share, palm - (a + (b - a) * share)};
}

/// How near something is to a hand in each frame, from what of it, both in arm lengths.
struct Approach {
  std::vector<double> distance{};
  std::vector<Vec3> place{};  ///< of the hand, seen from what it is near

  void add(double d, const Vec3& p) {
    distance.push_back(d);
    place.push_back(p);
  }
  std::vector<double> weights(double rate) const {
    std::vector<double> each;
    const std::size_t last = place.size() - 1;
    for (std::size_t i = 0; i <= last; ++i) {
      const std::size_t from = i > 0 ? i - 1 : i, to = std::min(i + 1, last);
      const double speed = to > from ? length(place[to] - place[from]) * rate / static_cast<double>(to - from) : 0;
      each.push_back(fading(distance[i], kTouches, kFree) * fading(speed, kRests, kPasses));
    }
    return smooth_above(each, static_cast<int>(std::floor(kEase * rate + 0.5)));
  }
};

}  // namespace

TouchWeights find_touch_weights(const RetargetModel& model, const Clip& clip) {
  const std::array<MotionArm, 2>& arms = model.source->arms;
  TouchWeights weights;
  if (!arms[0].valid() || !arms[1].valid() || clip.frame_count() == 0) return weights;
  Approach hands;
  std::vector<std::array<Approach, 2>> bones(model.touched.size());
  Frames source(*model.source->skeleton);
  for (int i = 0; i < clip.frame_count(); ++i) {
    place_frame(*model.source->skeleton, clip, i, source);
    const double size = arm_length(arms[0], source);
    if (!(size > 0)) return {};
    const std::array<Vec3, 2> palm{source.position(arms[0].hand), source.position(arms[1].hand)};
    const Quat in_chest = conjugate(source.rotation(model.source->map.chest));
    const Vec3 way = rotate(in_chest, palm[1] - palm[0]) / size;
    hands.add(length(way) - kPalms, way);
    for (std::size_t b = 0; b < bones.size(); ++b)
      for (std::size_t hand = 0; hand < 2; ++hand) {
        const TouchedBone& bone = model.touched[b];
        const double apart = length(find_beside(bone, source, palm[hand]).out) - bone.source_radius;
        bones[b][hand].add(std::max<double>(0, apart) / size,
                           inverse(source.world_from_joint(bone.source)) * palm[hand] / size);
      }
  }
  weights.hands = hands.weights(clip.rate());
  for (std::size_t b = 0; b < bones.size(); ++b) {
    weights.bones.emplace_back();
    for (std::size_t hand = 0; hand < 2; ++hand)
      if (model.touched[b].not_hand != static_cast<int>(hand))
        weights.bones[b][hand] = bones[b][hand].weights(clip.rate());
  }
  return weights;
}

std::array<HandTouch, 2> find_touches(const RetargetModel& model, const TouchWeights& weights, std::size_t frame,
                                      const Frames& source, const Frames& target) {
  const std::array<MotionArm, 2>&from = model.source->arms, &to = model.target->arms;
  std::array<ShiftSum, 2> sums;
  std::array<Vec3, 2> palm{}, own{};
  std::array<double, 2> ratio{};
  for (std::size_t hand = 0; hand < 2; ++hand) {
    if (!from[hand].valid() || !to[hand].valid() || weights.hands.empty()) return {};
    palm[hand] = source.position(from[hand].hand);
    own[hand] = target.position(to[hand].hand);
    ratio[hand] = arm_length(to[hand], target) / arm_length(from[hand], source);
    if (!std::isfinite(ratio[hand])) return {};
  }
  if (const double weight = weights.hands[frame]; weight > 0) {
    const Vec3 way = rotate(model.target_from_source, palm[1] - palm[0]) * (0.5 * (ratio[0] + ratio[1]));
    const Vec3 lacking = (way - (own[1] - own[0])) * 0.5;
    sums[0].add(-lacking, weight);
    sums[1].add(lacking, weight);
  }
  for (std::size_t b = 0; b < model.touched.size(); ++b)
    for (std::size_t hand = 0; hand < 2; ++hand) {
      const TouchedBone& bone = model.touched[b];
      const std::vector<double>& each = weights.bones[b][hand];
      if (each.empty() || !(each[frame] > 0)) continue;
      const auto [share, out] = find_beside(bone, source, palm[hand]);
      const Vec3 in_joint = rotate(conjugate(source.rotation(bone.source) * bone.target_from_source), out);
      const Vec3 c = target.position(bone.target_from), d = target.position(bone.target_to);
      const Vec3 at = c + (d - c) * share +
                      rotate(target.rotation(bone.target), in_joint) * (bone.target_radius / bone.source_radius);
      sums[hand].add(at - own[hand], each[frame]);
    }
  return {sums[0].touch(), sums[1].touch()};
}

void move_hand(const RetargetModel& model, int hand, const Vec3& shift, const Frames& frames, std::span<double> pose,
               Scratch& scratch) {
  constexpr double kMetres = 1e-4, kRadians = 1e-3;  // what counts as reached
  constexpr int kMaxIterations = 4;                  // few: a limb that is led on from frame to frame should not search
  const Scratch::Scope scope(scratch);
  const MotionArm& arm = model.target->arms[static_cast<std::size_t>(hand)];
  const Vec3 goal = frames.position(arm.hand) + shift;
  const bool free = arm.closed || (arm.upper != arm.lower && !model.skeleton->has_limits());
  if (free) {
    const std::span<double> before = scratch.take<double>(pose.size());
    std::ranges::copy(pose, before.begin());
    place_two_bones(*model.skeleton, {arm.upper, arm.lower, arm.hand, arm.elbow_axis}, {{}, goal, {}, {}}, frames,
                    before, pose);
    return;
  }
  if (!model.arms_are_limbs) return;
  const JointId above = model.skeleton->parent(model.target->map.arms[static_cast<std::size_t>(hand)].hand.first);
  const Vec3 wrist = inverse(frames.world_from_joint(above)) * frames.position(arm.hand);
  Limb limb = make_limb(*model.skeleton, {above, wrist}, arm.first, pose, scratch);
  reach_limb(limb, goal, {kMetres, kRadians, kMaxIterations, 1});
  write_pose(limb, pose);
}

}  // namespace kine::detail
