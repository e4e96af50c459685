#include "kine/motion/hold_on.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "kine/kinematics/forward.h"
#include "kine/model/internal/fit_angles.h"
#include "kine/model/pose.h"
#include "kine/motion/body/segment_turn.h"
#include "kine/motion/clip/frame_input.h"
#include "kine/motion/clip/joint_turn.h"
#include "kine/motion/clip/motion_model.h"
#include "kine/motion/clip/smooth_follow.h"
#include "kine/motion/clip/two_bones.h"
#include "kine/solve/damped/limb_step.h"

namespace kine {
namespace {

using detail::MotionArm;
using detail::MotionModel;

constexpr double kLeastWeight = 1e-9;              // a hand that is less on its grip is not
constexpr double kMetres = 1e-5, kRadians = 1e-4;  // what counts as reached
constexpr double kLeastGain = 0.05;                // square of the sine between spine and arm
constexpr int kMaxIterations = 40, kTrunkRounds = 6;

/// Where the hand's joint should be.
struct HandGoal {
  int hand = 0;
  double weight = 0;
  Transform world_from_hand{};
  std::optional<Vec3> pole{};
  Vec3 palm{};
};

/// A turn that is shared evenly by the joints of the trunk, from below.
class TrunkBend {
 public:
  explicit TrunkBend(const MotionModel& model) : model_(model) {
    for (const detail::LookJoint& joint : model.look) count_ += joint.part <= 1;
  }

  int count() const { return count_; }

  /// How a point on the chest is carried by a bend.
  Vec3 carried(const Vec3& point, const Vec3& bend, const Frames& frames) const {
    Transform moved;
    const Quat share = exp(bend / count_);
    for (int i = 0; i < count_; ++i) {
      const Vec3 centre = moved * frames.position(model_.look[static_cast<std::size_t>(i)].joint);
      moved = {share * moved.rotation, centre + rotate(share, moved.translation - centre)};
    }
    return moved * point;
  }

  void write(const Vec3& bend, const Frames& frames, std::span<const double> animated, std::span<double> pose) const {
    for (int i = 0; i < count_; ++i) {
      const Quat below = exp(bend * (static_cast<double>(i) / count_));
      const Quat own = exp(bend * (static_cast<double>(i + 1) / count_));
      const JointId joint = model_.look[static_cast<std::size_t>(i)].joint;
      detail::turn_in_world(*model_.skeleton, joint, below, own, frames, animated, pose);
    }
  }

 private:
  const MotionModel& model_;
  int count_ = 0;
};

double arm_length(const MotionArm& arm, const Frames& frames) {
  const Vec3 elbow = frames.position(arm.lower);
  return length(elbow - frames.position(arm.upper)) + length(frames.position(arm.hand) - elbow);
}

/// How spine and chest bend so that no arm is too short, as far as they may.
Vec3 find_bend(const MotionModel& model, const TrunkBend& trunk, std::span<const HandGoal> goals, const Frames& frames,
               const HoldOnSettings& settings) {
  Vec3 bend{};
  if (trunk.count() == 0) return bend;
  const Vec3 base = frames.position(model.look.front().joint);
  for (int round = 0; round < kTrunkRounds; ++round) {
    for (const HandGoal& goal : goals) {
      const MotionArm& arm = model.arms[static_cast<std::size_t>(goal.hand)];
      const Vec3 shoulder = trunk.carried(frames.position(arm.upper), bend, frames);
      const Vec3 way = goal.world_from_hand.translation - shoulder, lever = shoulder - base;
      const double excess = length(way) - settings.straightest * arm_length(arm, frames);
      if (!(excess > 0)) continue;
      const Vec3 about = cross(lever, way / length(way));
      // A radian about it brings the shoulder so far towards the grip; where it hardly does, the step stays small.
      const double gain = std::max<double>(dot(about, about), kLeastGain * dot(lever, lever));
      bend += about * (goal.weight * excess / gain);
    }
    const double angle = length(bend);
    if (angle > settings.trunk) bend *= settings.trunk / angle;
  }
  return bend;
}

/// Turns forearm and hand about the axes between elbow and palm, so that the hand is turned as near as limits allow.
void twist_hand(const Skeleton& skeleton, const MotionArm& arm, const Quat& upper, const Quat& wanted,
                std::span<const double> animated, std::span<double> pose) {
  constexpr double kBlur = 1e-14;  // components of a quaternion below it are rounding
  const Joint &elbow = skeleton.description(arm.lower), &wrist = skeleton.description(arm.hand);
  const auto bend = static_cast<std::size_t>(skeleton.first_value(arm.lower));
  const auto turn = static_cast<std::size_t>(skeleton.first_value(arm.hand));
  const Quat bent = upper * elbow.rest.rotation * from_axis_angle(elbow.euler_axes[0], pose[bend]);
  const std::array<Vec3, 3> axes{elbow.euler_axes[1], wrist.euler_axes[0], wrist.euler_axes[1]};
  const std::array<double, 3> angles = detail::fit_triple(
      conjugate(bent) * wanted, axes, {animated[bend + 1], animated[turn], animated[turn + 1]}, kBlur);
  pose[bend + 1] = elbow.axes[1].limits.clamp(angles[0]);
  pose[turn] = wrist.axes[0].limits.clamp(angles[1]);
  pose[turn + 1] = wrist.axes[1].limits.clamp(angles[2]);
}

/// The closed form, for arms whose limits are not met by it: the hand is turned as near as its own limits allow, and the
/// palm is where it should be. Returns how far it is from there, metres; more than a little where shoulder or elbow are at their limits.
double place_freely(const Skeleton& skeleton, const MotionArm& arm, const HandGoal& goal, const Frames& frames,
                    std::span<const double> animated, std::span<double> pose) {
  constexpr int kRounds = 4;  // the wrist's place depends on how the hand can be turned
  const detail::TwoBones bones{arm.upper, arm.lower, arm.hand, arm.elbow_axis};
  const Transform& wanted = goal.world_from_hand;
  const Vec3 grip = wanted * goal.palm;
  const JointId parent = skeleton.parent(arm.upper);
  const Quat above =
      (parent.valid() ? frames.rotation(parent) : Quat{}) * skeleton.description(arm.upper).rest.rotation;
  const Quat turn = wanted.rotation * conjugate(frames.rotation(arm.hand));
  Vec3 wrist = wanted.translation;
  double miss = kInfinity;
  for (int round = 0; round < kRounds && miss > kMetres; ++round) {
    place_two_bones(skeleton, bones, {{}, wrist, turn, goal.pole}, frames, animated, pose);
    const Quat upper = above * detail::motion_of(skeleton, arm.upper, pose);
    if (arm.twists) twist_hand(skeleton, arm, upper, wanted.rotation, animated, pose);
    const auto hung = [&](const Quat& from, JointId joint) {
      return from * skeleton.description(joint).rest.rotation * detail::motion_of(skeleton, joint, pose);
    };
    const Quat lower = hung(upper, arm.lower), hand = hung(lower, arm.hand);
    const Vec3 at = frames.position(arm.upper) + rotate(upper, skeleton.description(arm.lower).rest.translation) +
                    rotate(lower, skeleton.description(arm.hand).rest.translation);
    miss = length(at + rotate(hand, goal.palm) - grip);
    wrist = grip - rotate(hand, goal.palm);
  }
  return miss;
}

/// Brings a hand to its place; returns how far its palm is from there, metres.
double place_hand(const MotionModel& model, const HandGoal& goal, const Frames& frames,
                  std::span<const double> animated, std::span<double> pose, Scratch& scratch) {
  const MotionArm& arm = model.arms[static_cast<std::size_t>(goal.hand)];
  const Transform& wanted = goal.world_from_hand;
  if (arm.closed) {
    const detail::TwoBones bones{arm.upper, arm.lower, arm.hand, arm.elbow_axis};
    const Quat turn = wanted.rotation * conjugate(frames.rotation(arm.hand));
    return place_two_bones(*model.skeleton, bones, {{}, wanted.translation, turn, goal.pole}, frames, animated, pose);
  }
  if (arm.bends && !model.skeleton->has_scale()) {
    const double miss = place_freely(*model.skeleton, arm, goal, frames, animated, pose);
    if (miss <= kMetres) return miss;
    for (const JointId joint : {arm.upper, arm.lower, arm.hand}) {
      const auto first = static_cast<std::size_t>(model.skeleton->first_value(joint));
      const auto count = static_cast<std::size_t>(model.skeleton->value_count(joint));
      std::ranges::copy(animated.subspan(first, count), pose.begin() + static_cast<std::ptrdiff_t>(first));
    }
  }
  const detail::LimbSettings settings{kMetres, kRadians, kMaxIterations, 1};
  const Scratch::Scope scope(scratch);
  detail::Limb limb = detail::make_limb(*model.skeleton, {arm.last, {}}, arm.first, pose, scratch);
  const detail::LimbOutcome whole = place_limb(limb, {wanted.translation, wanted.rotation}, settings);
  write_pose(limb, pose);
  if (whole.position_error <= kMetres) return whole.position_error;
  // Limits are in the way of the hand's rotation: its palm comes to its place.
  detail::Limb palm = detail::make_limb(*model.skeleton, {arm.last, goal.palm}, arm.first, pose, scratch);
  const double miss = reach_limb(palm, wanted * goal.palm, settings).position_error;
  write_pose(palm, pose);
  return miss;
}

/// Moves a hand's weight on. `grip` is what it is given now.
void follow_grip(const HandGrip* grip, const HoldOnSettings& settings, double dt, bool first, HoldOnState::Hand& hand) {
  const double wanted = grip ? std::clamp<double>(settings.weight, 0, 1) : 0;
  constexpr double kAnyRate = 1e9;
  if (grip) hand.last = *grip;
  if (first) {
    hand.weight = wanted;
    hand.rate = 0;
  } else {
    detail::smooth_follow(wanted, settings.blend, kAnyRate, dt, hand.weight, hand.rate);
  }
}

HandGoal goal_of(const MotionModel& model, int hand, const HoldOnState::Hand& held, const Frames& frames) {
  const MotionArm& arm = model.arms[static_cast<std::size_t>(hand)];
  const Transform& now = frames.world_from_joint(arm.last);
  const Quat rotation = held.last.turns_hand ? held.last.grip.rotation : now.rotation;
  const Vec3 at = held.last.grip.translation - rotate(rotation, held.last.palm);
  HandGoal goal{hand, held.weight, {rotation, at}, held.last.pole, held.last.palm};
  if (held.weight < 1) {
    goal.world_from_hand = {slerp(now.rotation, rotation, held.weight),
                            now.translation + (at - now.translation) * held.weight};
    if (goal.pole) {
      const Vec3 elbow = frames.position(arm.lower);
      goal.pole = elbow + (*goal.pole - elbow) * held.weight;
    }
  }
  return goal;
}

bool is_usable_grip(const MotionModel& model, const HandGrip& grip) {
  return (grip.hand == 0 || grip.hand == 1) && model.arms[static_cast<std::size_t>(grip.hand)].valid() &&
         is_finite(grip.grip) && is_finite(grip.palm) && (!grip.pole || is_finite(*grip.pole));
}

}  // namespace

HoldOnReport hold_on(const MotionBody& body, std::span<const double> animated, std::span<const HandGrip> grips,
                     const HoldOnSettings& settings, double dt, HoldOnState& state, std::span<double> pose,
                     Scratch& scratch) {
  const MotionModel& model = detail::model_of(body);
  HoldOnReport report;
  report.bad_input = !detail::begin_frame(model, animated, dt, pose) ||
                     !std::ranges::all_of(grips, [&](const HandGrip& grip) { return is_usable_grip(model, grip); });
  if (report.bad_input) return report;
  const HandGrip* given[2]{};
  for (const HandGrip& grip : grips) given[grip.hand] = &grip;
  const Scratch::Scope scope(scratch);
  // Both may be one memory, and arms are looked for more than once.
  const std::span<double> kept = scratch.take<double>(animated.size());
  std::ranges::copy(animated, kept.begin());
  animated = kept;
  Frames frames(*model.skeleton, scratch);
  forward(*model.skeleton, animated, frames);
  HandGoal goals[2];
  std::size_t count = 0;
  for (int hand = 0; hand < 2; ++hand) {
    HoldOnState::Hand& held = state.hands[hand];
    follow_grip(given[hand], settings, dt, !state.started, held);
    if (held.weight > kLeastWeight) goals[count++] = goal_of(model, hand, held, frames);
  }
  state.started = true;
  const std::span<const HandGoal> wanted(goals, count);
  const TrunkBend trunk(model);
  const Vec3 bend = find_bend(model, trunk, wanted, frames, settings);
  report.trunk = length(bend);
  if (report.trunk > 0) {
    trunk.write(bend, frames, animated, pose);
    forward(*model.skeleton, pose, frames);
  }
  for (const HandGoal& goal : wanted) report.miss[goal.hand] = place_hand(model, goal, frames, animated, pose, scratch);
  return report;
}

}  // namespace kine
