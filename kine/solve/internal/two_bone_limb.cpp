#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "kine/model/internal/compiled_skeleton.h"
#include "kine/solve/internal/turning.h"
#include "kine/solve/internal/two_bone_limb.h"

namespace kine::detail {
namespace {

using geometry::frame_along;
using geometry::triangle;

constexpr double kStraight = 1e-7;  // less than this of the bones perpendicular to the line: taken for straight
constexpr int kSwivels = 12;        // tried on each side when the root may not turn where it is wanted
constexpr int kHalvings = 20;       // then, to find the least swivel that serves

double angle_of_half(double sin_half, double cos_half) { return 2 * atan2(sin_half, cos_half); }

Vec3 square_to(const Vec3& v, const Vec3& unit) { return v - unit * dot(v, unit); }

void copy(std::span<const double> from, std::span<double> to) { std::copy(from.begin(), from.end(), to.begin()); }

}  // namespace

TwoBoneSolver::TwoBoneSolver(const Skeleton& skeleton, const TwoBoneJoints& joints, const TwoBone& method,
                             std::span<double> pose, std::span<double> trial, std::span<double> best)
    : skeleton_(skeleton), joints_(joints), method_(method), pose_(pose), trial_(trial), best_(best) {}

void TwoBoneSolver::measure_limb() {
  const Transform mid = locate(skeleton_, pose_, {joints_.mid});
  const Vec3 point = locate(skeleton_, pose_, point_).translation;
  root_ = locate(skeleton_, pose_, {joints_.root});
  root_above_ = root_.rotation * conjugate(turn_of(skeleton_, pose_, joints_.root));
  const Quat back = conjugate(root_.rotation);
  root_from_mid_ = back * mid.rotation;
  mid_above_ = root_from_mid_ * conjugate(turn_of(skeleton_, pose_, joints_.mid));
  upper_ = rotate(back, mid.translation - root_.translation);
  lower_ = rotate(conjugate(mid.rotation), point - mid.translation);
  tip_ = upper_ + rotate(root_from_mid_, lower_);
}

void TwoBoneSolver::reach(const PointOnJoint& point, const Vec3& target_in_world, double good) {
  point_ = point;
  good_ = good;
  error_ = kInfinity;
  copy(pose_, trial_);
  measure_limb();
  const double sum = length(upper_) + length(lower_);
  Vec3 to_target = target_in_world - root_.translation;
  if (skeleton_.kind(joints_.root) == JointKind::Hinge) {  // its tip stays in a plane: aim at the target's shadow there
    const Vec3 axis = rotate(root_.rotation, skeleton_.compiled().joint(joints_.root).axis);
    const Vec3 tip = rotate(root_.rotation, tip_);
    to_target = square_to(to_target, axis) + axis * dot(tip, axis);
  }
  const double away = length(to_target);
  const double gap = std::abs(length(upper_) - length(lower_));
  distance_ = std::clamp(geometry::soft_distance(away, sum, method_.softness), gap, sum);
  wanted_ = root_.translation +
            (away > 0 ? to_target * (distance_ / away) : normalised(rotate(root_.rotation, tip_)) * distance_);
  in_reach_ = away <= sum + good && away >= gap - good;

  if (turns_every_way(skeleton_, joints_.mid, method_.movable)) {
    if (try_every_way(method_.bend_axis)) return copy(best_, pose_);
    if (skeleton_.kind(joints_.mid) == JointKind::Ball) {
      const BallLimits& limits = skeleton_.description(joints_.mid).ball;
      const Vec3 second = cross(limits.twist_axis, limits.first_axis);
      for (const Vec3& axis : {limits.first_axis, second, -limits.first_axis, -second})
        if (try_every_way(axis)) break;
      return copy(best_, pose_);
    }
  }
  // One angle after the other, those that bend the limb most first.
  const auto leverage = [](const Bend& bend) { return bend.upper_size * bend.lower_size; };
  std::array<Bend, 3> bends{};
  std::size_t count = 0;
  for (int k = 0; k < skeleton_.axis_count(joints_.mid); ++k) {
    if (!is_independent(skeleton_, joints_.mid, k, method_.movable)) continue;
    bends[count++] = bend_about(k);
    for (std::size_t i = count - 1; i > 0 && leverage(bends[i]) > leverage(bends[i - 1]); --i)
      std::swap(bends[i], bends[i - 1]);
  }
  for (std::size_t i = 0; i < count && !(error_ <= good_); ++i) {
    if (i > 0 && !(leverage(bends[i]) > 1e-6 * sum * sum)) break;
    try_bend(bends[i], false);
    if (!(error_ <= good_)) try_bend(bends[i], true);
  }
  copy(best_, pose_);
}

TwoBoneSolver::Bend TwoBoneSolver::bend_about(int component) const {
  Bend bend{};
  bend.component = component;
  Quat before = mid_above_, after{};
  Vec3 own = skeleton_.compiled().joint(joints_.mid).axis;
  if (skeleton_.kind(joints_.mid) == JointKind::Euler) {
    const Joint& joint = skeleton_.description(joints_.mid);
    for (int k = 0; k < joint.euler_count; ++k) {
      const Vec3& axis = joint.euler_axes[static_cast<std::size_t>(k)];
      if (k == component) {
        own = axis;
        continue;
      }
      const Quat turn = from_axis_angle(axis, joint_value(skeleton_, pose_, joints_.mid, k));
      (k < component ? before : after) = (k < component ? before : after) * turn;
    }
  }
  bend.axis = rotate(before, own);
  bend.lower = rotate(before * after, lower_);
  const Vec3 a = square_to(upper_, bend.axis), b = square_to(bend.lower, bend.axis);
  bend.upper_size = length(a);
  bend.lower_size = length(b);
  bend.along = dot(upper_, bend.axis) + dot(bend.lower, bend.axis);
  bend.straight = atan2(dot(bend.axis, cross(b, a)), dot(b, a));
  return bend;
}

double TwoBoneSolver::distance_at(const Bend& bend, double angle) const {
  return length(upper_ + rotate(from_axis_angle(bend.axis, angle), bend.lower));
}

/// Of the two ways to bend: as wished, as it is bent now, or towards the middle of its limits.
bool TwoBoneSolver::prefers_positive(const Bend& bend) const {
  const Vec3 axis_in_mid = rotate(conjugate(root_from_mid_), bend.axis);  // its turn about itself does not matter
  const double along = dot(axis_in_mid, method_.bend_axis);
  if (along != 0) return along > 0;
  const double now = joint_value(skeleton_, pose_, joints_.mid, bend.component) - bend.straight;
  const double bent = sin(now);
  if (std::abs(bent) > 1e-6) return bent > 0;
  const Range& limits = limits_of(skeleton_, joints_.mid, bend.component);
  if (!std::isfinite(limits.width())) return true;
  return sin(0.5 * (limits.lower + limits.upper) - bend.straight) >= 0;
}

void TwoBoneSolver::try_bend(const Bend& bend, bool flip) {
  restore(joints_.mid);
  // What is perpendicular to the axis is a planar limb; what is along it stays.
  const double rest = (distance_ - std::abs(bend.along)) * (distance_ + std::abs(bend.along));
  const bool bends = bend.upper_size + bend.lower_size > 0;
  double size = 0;
  if (bends) {
    const auto t = triangle(bend.upper_size, bend.lower_size, std::sqrt(std::max<double>(rest, 0)));
    size = angle_of_half(t.bend_sin, t.bend_cos);
  }
  const double side = prefers_positive(bend) != flip ? 1 : -1;
  const double bent = bend.straight + side * size;
  const Range& limits = limits_of(skeleton_, joints_.mid, bend.component);
  double& value = trial_[static_cast<std::size_t>(skeleton_.first_value(joints_.mid) + bend.component)];
  const LimitedAngle limited = into_limits(limits, bent, value);
  value = limited.angle;
  trial_stop_ = {};
  if (!limited.inside) {
    // The distance changes evenly between straight and folded, so of all allowed angles one of the two ends is best.
    const auto miss = [&](double a) {
      return std::isfinite(a) ? std::abs(distance_at(bend, a) - distance_) : kInfinity;
    };
    value = miss(limits.lower) < miss(limits.upper) ? limits.lower : limits.upper;
    const double lean = std::abs(sin(value - bend.straight)), far = distance_at(bend, value);
    trial_stop_ = {true, bend.component, value, far > 0 ? bend.upper_size * bend.lower_size * lean / far : 0,
                   std::abs(into_limits({}, bent, value).angle - value)};
  }
  aim_root(bend.axis * side);
}

/// A straight limb can bend about any axis: with a pole, about the one for which the upper bone need not twist.
Vec3 TwoBoneSolver::hint_for_straight() const {
  const Vec3 along = normalised(tip_, normalised(upper_, kUnitX));
  if (length(cross(upper_, rotate(root_from_mid_, lower_))) > kStraight * length(upper_) * length(lower_)) return {};
  const Vec3 axis = cross(rotate(conjugate(root_.rotation), method_.pole), along);
  return rotate(conjugate(root_from_mid_), axis);
}

bool TwoBoneSolver::try_every_way(const Vec3& bend_axis) {
  restore(joints_.mid);
  trial_stop_ = {};
  const Vec3 axis = bend_axis != Vec3{} ? bend_axis : hint_for_straight();
  const geometry::TwoBoneLimb<double> limb = geometry::two_bone_limb(upper_, lower_, root_from_mid_, axis);
  Quat bent{};
  if (limb.upper + limb.lower > 0) {
    const auto t = triangle(limb.upper, limb.lower, distance_);
    bent = normalised(Quat{0, 0, t.bend_sin, t.bend_cos});
  }
  const Quat root_from_mid = limb.upper_frame * bent * conjugate(limb.lower_frame);
  set_turn(skeleton_, joints_.mid, conjugate(mid_above_) * root_from_mid, trial_);
  aim_root(rotate(limb.upper_frame, kUnitZ));
  return error_ <= good_;
}

/// The side of the line from root to tip on which the mid joint is, in the root's frame. On a straight limb the axis
/// about which it bends (positively) says it.
Vec3 TwoBoneSolver::mid_side(const Vec3& tip, const Vec3& axis) const {
  const Vec3 beside = square_to(upper_, normalised(tip));
  return length(beside) > kStraight * (length(upper_) + length(lower_)) ? beside : cross(tip, axis);
}

/// How the root must be turned so that `tip` (in its frame) points at the target and the mid joint is where the pole
/// wants it; without a pole where the shortest swing from its present place takes it.
Quat TwoBoneSolver::root_rotation(const Vec3& tip, const Vec3& axis, double swivel) const {
  const Vec3 present = rotate(root_.rotation, normalised(tip_, normalised(tip, kUnitX)));
  const Vec3 line = normalised(wanted_ - root_.translation, present);
  const SinCos turn = sin_cos(method_.twist + swivel);
  const Quat from_line = frame_along(normalised(tip, kUnitX), 1.0, normalised(mid_side(tip, axis))).turn;
  auto to_line = frame_along(line, 1.0, normalised(method_.pole), turn);
  if (!to_line.has_side) {
    const Vec3 side = rotate(root_.rotation, mid_side(tip_ != Vec3{} ? tip_ : tip, axis));
    to_line = frame_along(line, 1.0, normalised(rotate(shortest_arc(present, line), side)), turn);
  }
  return normalised(normalised(to_line.turn) * conjugate(normalised(from_line)));
}

/// Aims the root at the target with the mid joint as it is in `trial_` now, and keeps the best.
void TwoBoneSolver::aim_root(const Vec3& axis) {
  restore(joints_.root);
  const Vec3 tip = trial_tip();
  if (skeleton_.kind(joints_.root) == JointKind::Hinge) return turn_root_hinge(tip);
  if (!try_swivel(tip, axis, 0) && !root_met_) search_swivel(tip, axis);
}

void TwoBoneSolver::turn_root_hinge(const Vec3& tip) {
  double& value = trial_[static_cast<std::size_t>(skeleton_.first_value(joints_.root))];
  const Vec3 axis = rotate(root_.rotation, skeleton_.compiled().joint(joints_.root).axis);
  const Vec3 from = square_to(rotate(root_.rotation, tip), axis), to = square_to(wanted_ - root_.translation, axis);
  const double turn = atan2(dot(axis, cross(from, to)), dot(from, to));
  const LimitedAngle limited = into_limits(limits_of(skeleton_, joints_.root, 0), value + turn, value);
  value = limited.angle;
  root_met_ = limited.inside;
  keep_if_better();
}

bool TwoBoneSolver::try_swivel(const Vec3& tip, const Vec3& axis, double swivel) {
  restore(joints_.root);
  const Quat rotation = root_rotation(tip, axis, swivel);
  root_met_ = set_turn(skeleton_, joints_.root, conjugate(root_above_) * rotation, trial_);
  return keep_if_better();
}

/// The root may not turn as the pole (or the shortest swing) has it: the least swivel about the line to the target that
/// serves, or the one that comes nearest.
void TwoBoneSolver::search_swivel(const Vec3& tip, const Vec3& axis) {
  constexpr double kStep = kPi / kSwivels;
  double best = 0, least = trial_error_;
  const auto serves = [&](double swivel) {
    try_swivel(tip, axis, swivel);
    if (trial_error_ < least) {
      least = trial_error_;
      best = swivel;
    }
    return root_met_;
  };
  const auto settle = [&](double bad, double good) {  // between one that serves and one that does not
    for (int k = 0; k < kHalvings; ++k) {
      const double half = 0.5 * (bad + good);
      (serves(half) ? good : bad) = half;
    }
    error_ = kInfinity;  // of all that reach, this one
    try_swivel(tip, axis, good);
  };
  for (int i = 1; i <= kSwivels; ++i)
    for (const double side : {kStep, -kStep})
      if (serves(side * i)) return settle(side * (i - 1), side * i);
  double step = kStep;
  while (step > 2e-6) {  // a gap that all of them missed
    step /= 2;
    const double centre = best;
    for (const double swivel : {centre - step, centre + step})
      if (serves(swivel)) return settle(centre, swivel);
  }
}

/// From the root to the point, in the root's frame, with the mid joint as it is in `trial_`.
Vec3 TwoBoneSolver::trial_tip() const {
  return upper_ + rotate(mid_above_ * turn_of(skeleton_, trial_, joints_.mid), lower_);
}

/// Gives a joint the values it had at the start.
void TwoBoneSolver::restore(JointId joint) {
  const auto first = static_cast<std::size_t>(skeleton_.first_value(joint));
  const auto count = static_cast<std::size_t>(skeleton_.value_count(joint));
  copy(pose_.subspan(first, count), trial_.subspan(first, count));
}

bool TwoBoneSolver::keep_if_better() {
  ++tries_;
  const Quat rotation = root_above_ * turn_of(skeleton_, trial_, joints_.root);
  trial_error_ = length(root_.translation + rotate(rotation, trial_tip()) - wanted_);
  if (trial_error_ < error_) {
    error_ = trial_error_;
    stop_ = trial_stop_;
    best_root_met_ = root_met_;
    copy(trial_, best_);
  }
  return trial_error_ <= good_;
}

void TwoBoneSolver::name_blockers(Report& report) const {
  const auto add = [&](const Blocker& blocker) {
    if (report.blocker_count < Report::kMaxBlockers)
      report.blockers[static_cast<std::size_t>(report.blocker_count++)] = blocker;
  };
  if (stop_.stopped)
    add({.joint = joints_.mid,
         .component = stop_.component,
         .at = stop_.at,
         .gain = stop_.gain,
         .relax = in_reach_ && best_root_met_ ? stop_.relax : 0});
  if (best_root_met_) return;
  if (skeleton_.kind(joints_.root) == JointKind::Ball) {
    const BallAngles angles =
        ball_angles(skeleton_.description(joints_.root).ball, joint_rotation(skeleton_, best_, joints_.root));
    const Range& twist = skeleton_.description(joints_.root).ball.twist;
    const bool by_twist = angles.twist <= twist.lower + 1e-9 || angles.twist >= twist.upper - 1e-9;
    const double swing = std::sqrt(angles.first * angles.first + angles.second * angles.second);
    return add({.joint = joints_.root,
                .ball = by_twist ? BallPart::Twist : BallPart::Swing,
                .at = by_twist ? angles.twist : swing});
  }
  for (int k = 0; k < skeleton_.axis_count(joints_.root); ++k) {
    const double value = joint_value(skeleton_, best_, joints_.root, k);
    const Range& limits = limits_of(skeleton_, joints_.root, k);
    if (value <= limits.lower || value >= limits.upper) add({.joint = joints_.root, .component = k, .at = value});
  }
}

}  // namespace kine::detail
