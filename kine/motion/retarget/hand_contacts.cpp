#include "kine/motion/retarget/hand_contacts.h"

#include <algorithm>
#include <array>
#include <vector>

#include "kine/motion/clip/two_bones.h"
#include "kine/motion/retarget/retarget_model.h"
#include "kine/solve/damped/limb_step.h"

namespace kine::detail {
namespace {

/// A hand touches what is nearer than this, and has nothing to do with what is farther: shares of its arm's length, from
/// the surface of what it touches. By eye.
constexpr double kTouches = 0.03, kFree = 0.15;
constexpr double kPalms = 0.12;  // of the arm: how far apart the wrists of hands are that touch

double arm_length(const MotionArm& arm, const Frames& frames) {
  const Vec3 elbow = frames.position(arm.lower);
  return length(elbow - frames.position(arm.upper)) + length(frames.position(arm.hand) - elbow);
}

double nearness(double distance) {
  const double t = std::clamp<double>((kFree - distance) / (kFree - kTouches), 0, 1);
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

}  // namespace

std::array<HandTouch, 2> find_touches(const RetargetModel& model, const Frames& source, const Frames& target) {
  const std::array<MotionArm, 2>&from = model.source->arms, &to = model.target->arms;
  std::array<ShiftSum, 2> sums;
  std::array<Vec3, 2> palm{}, own{};
  std::array<double, 2> size{}, ratio{};
  for (std::size_t hand = 0; hand < 2; ++hand) {
    if (!from[hand].valid() || !to[hand].valid()) return {};
    palm[hand] = source.position(from[hand].hand);
    own[hand] = target.position(to[hand].hand);
    size[hand] = arm_length(from[hand], source);
    ratio[hand] = arm_length(to[hand], target) / size[hand];
    if (!(size[hand] > 0)) return {};
  }
  const double apart = length(palm[1] - palm[0]) / size[0];
  if (const double weight = nearness(apart - kPalms); weight > 0) {
    const Vec3 way = rotate(model.target_from_source, palm[1] - palm[0]) * (0.5 * (ratio[0] + ratio[1]));
    const Vec3 lacking = (way - (own[1] - own[0])) * 0.5;
    sums[0].add(-lacking, weight);
    sums[1].add(lacking, weight);
  }
  for (const TouchedBone& bone : model.touched)
    for (std::size_t hand = 0; hand < 2; ++hand) {
      if (bone.not_hand == static_cast<int>(hand)) continue;
      const Vec3 a = source.position(bone.source_from), b = source.position(bone.source_to);
      const double share = nearest_share(a, b, palm[hand]);
      const Vec3 out = palm[hand] - (a + (b - a) * share);
      const double weight = nearness(std::max<double>(0, length(out) - bone.source_radius) / size[hand]);
      if (!(weight > 0)) continue;
      const Vec3 in_joint = rotate(conjugate(source.rotation(bone.source) * bone.target_from_source), out);
      const Vec3 c = target.position(bone.target_from), d = target.position(bone.target_to);
      const Vec3 at = c + (d - c) * share +
                      rotate(target.rotation(bone.target), in_joint) * (bone.target_radius / bone.source_radius);
      sums[hand].add(at - own[hand], weight);
    }
  return {sums[0].touch(), sums[1].touch()};
}

void move_hand(const RetargetModel& model, int hand, const Vec3& shift, const Frames& frames, std::span<double> pose,
               Scratch& scratch) {
  constexpr double kMetres = 1e-4, kRadians = 1e-3;  // what counts as reached
  constexpr int kMaxIterations = 20;
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
  if (!model.has_limbs) return;
  const JointId above = model.skeleton->parent(model.target->map.arms[static_cast<std::size_t>(hand)].hand.first);
  const Vec3 wrist = inverse(frames.world_from_joint(above)) * frames.position(arm.hand);
  Limb limb = make_limb(*model.skeleton, {above, wrist}, arm.first, pose, scratch);
  reach_limb(limb, goal, {kMetres, kRadians, kMaxIterations, 1});
  write_pose(limb, pose);
}

}  // namespace kine::detail
