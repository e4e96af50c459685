#include "kine/motion/reach/reach_pose.h"

#include <algorithm>
#include <cmath>

#include "kine/kinematics/centre_of_mass.h"
#include "kine/kinematics/forward.h"
#include "kine/motion/body/body_pose.h"
#include "kine/motion/reach/balance.h"
#include "kine/motion/reach/reach_arm.h"
#include "kine/solve/geometry/two_bone_kernel.h"
#include "kine/solve/internal/joint_turns.h"

namespace kine::detail {
namespace {

constexpr double kLookShare = 0.2;      // of a look aside that the trunk turns
constexpr double kLeastMargin = 0.022;  // metres of the centre of mass inside the support: two centimetres and a little

Quat turn_of_segment(const BipedModel& body, const BodySegment& segment, std::span<const double> pose) {
  return locate(body.skeleton(), pose, {segment.joint}).rotation * conjugate(segment.standing);
}

/// Everything in one place while a pose is made.
class ReachPoser {
 public:
  ReachPoser(const BipedModel& body, const WalkPlan& plan, const WalkedBody& walked, const ReachWishes& wishes,
             std::span<double> pose, Scratch& scratch)
      : body_(body), plan_(plan), walked_(walked), wishes_(wishes), pose_(pose), scratch_(scratch) {}

  PosedReach make() {
    const Vec3 aside = kUnitY * (kLookShare * (wishes_.gaze.yaw - walked_.gaze.yaw));
    const Vec3 lean = lean_for_hands(aside);
    const bool heeds = wishes_.balance > 0 && body_.skeleton().mass() > 0 && lean != Vec3{};
    const double share = heeds ? 1 - wishes_.balance * (1 - share_in_balance(lean, aside)) : 1;
    PosedReach posed = pose_with(share * lean, aside);
    posed.share = share;
    return posed;
  }

 private:
  /// How much of the lean the feet bear, once the hands are where they go to: so it does not change on the way, and
  /// on the way the centre of mass is between two places that are inside.
  double share_in_balance(const Vec3& lean, const Vec3& aside) {
    ReachWishes there = wishes_;
    for (HandWish& hand : there.hands) hand.weight = hand.coming;
    const bool on_the_way =
        there.hands[0].weight != wishes_.hands[0].weight || there.hands[1].weight != wishes_.hands[1].weight;
    if (!on_the_way) return most_in_balance(lean, aside);
    ReachPoser poser(body_, plan_, walked_, there, pose_, scratch_);
    return poser.most_in_balance(poser.lean_for_hands(aside), aside);
  }

  /// The largest part of the lean that keeps the centre of mass above the feet: where its margin falls below the least
  /// one, by false position.
  double most_in_balance(const Vec3& lean, const Vec3& aside) {
    constexpr int kRounds = 40;
    constexpr double kShare = 1e-9, kMetres = 1e-7;  // what the share, or the margin, may be less than it could
    double bad = 1, bad_off = pose_with(lean, aside).margin - kLeastMargin;
    if (bad_off >= 0) return 1;
    double good = 0, good_off = pose_with({}, aside).margin - kLeastMargin;
    if (good_off <= 0) return 0;
    int side = 0;  // which end moved last: the other one's weight is halved when it moves again (Illinois)
    for (int i = 0; i < kRounds && bad - good > kShare; ++i) {
      const double middle = good + (bad - good) * good_off / (good_off - bad_off);
      const double off = pose_with(middle * lean, aside).margin - kLeastMargin;
      if (off >= 0) {
        good = middle, good_off = off;
        if (side > 0) bad_off *= 0.5;
        side = 1;
        if (off < kMetres) break;
      } else {
        bad = middle, bad_off = off;
        if (side < 0) good_off *= 0.5;
        side = -1;
      }
    }
    return good;
  }

  /// Turns the trunk, each segment by its share, and the head.
  void turn_trunk(const Vec3& turn) {
    Quat above = turn_of_segment(body_, body_.pelvis(), walked_.pose);
    const auto spine = body_.spine();
    for (std::size_t i = 0; i < spine.size(); ++i) {
      const double share = static_cast<double>(i + 1) / static_cast<double>(spine.size());
      const Quat wanted = exp(share * turn) * turn_of_segment(body_, spine[i], walked_.pose);
      above = turn_segment(body_.skeleton(), spine[i], above, wanted, pose_);
    }
    chest_ = above;
  }

  Vec3 shoulder(int side) const { return locate(body_.skeleton(), pose_, {body_.arm(side).first}).translation; }

  /// The turn of the trunk, a rotation vector in the world, for both hands by their weights: between what it would be
  /// for none, for either and for both.
  Vec3 lean_for_hands(const Vec3& aside) {
    if (body_.spine().empty() || !(wishes_.lean > 0)) return {};
    const auto weight = [&](int side) { return wishes_.hands[side].active ? wishes_.hands[side].weight : 0; };
    const double left = weight(0), right = weight(1);
    Vec3 lean{};
    if (left > 0 && right < 1) lean += lean_for_these(true, false, aside) * (left * (1 - right));
    if (right > 0 && left < 1) lean += lean_for_these(false, true, aside) * (right * (1 - left));
    if (left > 0 && right > 0) lean += lean_for_these(true, true, aside) * (left * right);
    return lean;
  }

  /// What brings the shoulders as near to their targets as the arms would like. A few passes: segments turn about their
  /// own joints and one hand pulls against the other.
  Vec3 lean_for_these(bool left, bool right, const Vec3& aside) {
    constexpr int kPasses = 4;
    turn_trunk(aside);
    const double wanted[2] = {wanted_distance(0), wanted_distance(1)};
    Vec3 lean{};
    for (int pass = 0; pass < kPasses; ++pass) {
      for (int side = 0; side < 2; ++side) {
        if (!(side == 0 ? left : right)) continue;
        if (pass + side > 0) turn_trunk(limited(lean) + aside);
        lean += lean_for(side, wanted[side]);
      }
    }
    return limited(lean);
  }

  /// From the shoulder as it is now.
  double wanted_distance(int side) const {
    if (!wishes_.hands[side].active) return 0;
    const double arm = body_.arm(side).length();
    return arm * share_of_arm(length(wishes_.hands[side].target - shoulder(side)) / arm);
  }

  Vec3 limited(const Vec3& lean) const {
    const double size = length(lean);
    return size > 0 ? lean * (soft_limit(size, wishes_.lean) / size) : lean;
  }

  /// What one hand still asks of the trunk: its shoulder on a circle about the pivot, nearer to the target.
  Vec3 lean_for(int side, double wanted) const {
    constexpr double kNoAngle = 1e-9;  // radians: what lies in line with the shoulder needs no turn
    const Vec3 r = shoulder(side) - walked_.pivot, t = wishes_.hands[side].target - walked_.pivot;
    const double rr = length(r), tt = length(t);
    const Vec3 axis = cross(r, t);
    const double sine = length(axis);
    if (!(length(r - t) > wanted) || !(sine > kNoAngle * rr * tt)) return {};
    const double open = atan2(sine, dot(r, t));
    const double cosine = (rr * rr + tt * tt - wanted * wanted) / (2 * rr * tt);
    const double enough = cosine >= 1 ? 0 : acos(std::max<double>(cosine, -1));
    return axis * (std::max<double>(open - enough, 0) / sine);
  }

  PosedReach pose_with(const Vec3& lean, const Vec3& aside) {
    PosedReach posed;
    turn_trunk(lean + aside);
    set_head(posed);
    for (int side = 0; side < 2; ++side) {
      const HandWish& hand = wishes_.hands[side];
      if (!body_.arm(side).valid()) continue;
      restore_arm(body_, side, walked_.pose, pose_);
      if (!hand.active) continue;
      const double arm = body_.arm(side).length();
      const Vec3 from = shoulder(side), to = hand.target - from;
      posed.stretch[side] = length(to) / arm;
      const ArmReach reached = reach_arm(body_, side, chest_, hand.target, hand.weight, pose_, scratch_);
      posed.miss[side] = reached.miss;
      posed.gap[side] = reached.gap;
    }
    if (wishes_.balance > 0 && body_.skeleton().mass() > 0) {
      const Scratch::Scope scope(scratch_);
      Frames frames(body_.skeleton(), scratch_);
      forward(body_.skeleton(), pose_, frames);
      posed.margin = support_margin(body_.measures(), plan_.feet, centre_of_mass(body_.skeleton(), frames));
    }
    return posed;
  }

  void set_head(PosedReach& posed) {
    posed.gaze = wishes_.gaze;
    if (!body_.head().valid()) return;
    if (wishes_.seen) {
      const Vec3 moved = rotate(chest_ * conjugate(walked_.chest.rotation), walked_.eye - walked_.chest.translation);
      const Vec3 eye = locate(body_.skeleton(), pose_, {body_.chest().joint}).translation + moved;
      const Gaze before = easy_gaze_at(walked_.eye, plan_.heading, *wishes_.seen);
      const Gaze after = easy_gaze_at(eye, plan_.heading, *wishes_.seen);
      posed.gaze.yaw += wishes_.seen_weight * (after.yaw - before.yaw);
      posed.gaze.pitch += wishes_.seen_weight * (after.pitch - before.pitch);
    }
    const Quat level = from_axis_angle(kUnitY, plan_.heading + posed.gaze.yaw);
    turn_segment(body_.skeleton(), body_.head(), chest_, level * from_axis_angle(kUnitX, posed.gaze.pitch), pose_);
  }

  const BipedModel& body_;
  const WalkPlan& plan_;
  const WalkedBody& walked_;
  const ReachWishes& wishes_;
  std::span<double> pose_;
  Scratch& scratch_;
  Quat chest_{};  // how the chest is turned now, in the axes of the body
};

}  // namespace

double share_of_arm(double away) {
  constexpr double kSoftness = 0.25;  // the last part of kArmShare, in which the trunk begins to help
  return geometry::soft_distance(away, kArmShare, kSoftness);
}

double soft_limit(double angle, double most) {
  constexpr double kSoftness = 0.4;  // the last part of the limit, in which it begins to be felt
  return most > 0 ? geometry::soft_distance(angle, most, kSoftness) : 0;
}

Gaze gaze_at(const Vec3& eye, double heading, const Vec3& point) {
  const Vec3 to = rotate(from_axis_angle(kUnitY, -heading), point - eye);
  const double flat = std::sqrt(to.x * to.x + to.z * to.z);
  return {atan2(to.x, to.z), atan2(-to.y, flat)};
}

Gaze easy_gaze_at(const Vec3& eye, double heading, const Vec3& point) {
  constexpr double kMostYaw = 1.3, kMostPitch = 0.85;  // radians
  constexpr double kClose = 0.1;                       // metres ahead that nothing counts as nearer than
  const Vec3 to = rotate(from_axis_angle(kUnitY, -heading), point - eye);
  // Never behind, and slow to turn for what is right below: the way ahead is held above zero, smoothly.
  const double ahead = 0.5 * (to.z + std::sqrt(to.z * to.z + 4 * kClose * kClose));
  const double yaw = atan2(to.x, ahead), pitch = atan2(-to.y, std::sqrt(to.x * to.x + ahead * ahead));
  const auto held = [](double v, double most) { return v < 0 ? -soft_limit(-v, most) : soft_limit(v, most); };
  return {held(yaw, kMostYaw), held(pitch, kMostPitch)};
}

WalkedBody walked_body(const BipedModel& body, const WalkPlan& plan, std::span<const double> pose) {
  constexpr double kEyeHeight = 0.11;  // above the head's joint, metres of a leg of Gait::kLeg
  const Skeleton& skeleton = body.skeleton();
  WalkedBody walked;
  walked.pose = pose;
  const Transform chest = locate(skeleton, pose, {body.chest().joint});
  walked.chest = {chest.rotation * conjugate(body.chest().standing), chest.translation};
  walked.pivot = body.spine().empty() ? chest.translation : locate(skeleton, pose, {body.spine()[0].joint}).translation;
  for (int side = 0; side < 2; ++side)
    if (body.arm(side).valid()) walked.shoulders[side] = locate(skeleton, pose, {body.arm(side).first}).translation;
  walked.eye = walked.chest.translation;
  if (!body.head().valid()) return walked;
  const Transform head = locate(skeleton, pose, {body.head().joint});
  walked.eye = head.translation + kUnitY * (kEyeHeight * body.measures().scale());
  walked.gaze = gaze_at({}, plan.heading, rotate(head.rotation * conjugate(body.head().standing), kUnitZ));
  return walked;
}

PosedReach pose_reach(const BipedModel& body, const WalkPlan& plan, const WalkedBody& walked, const ReachWishes& wishes,
                      std::span<double> pose, Scratch& scratch) {
  return ReachPoser(body, plan, walked, wishes, pose, scratch).make();
}

}  // namespace kine::detail
