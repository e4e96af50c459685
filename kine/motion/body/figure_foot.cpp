#include "kine/motion/body/figure_foot.h"

#include <algorithm>
#include <cmath>

namespace kine::detail {
namespace {

// Of the leg's length, as in people.
constexpr double kHeight = 0.08, kHeelBehind = 0.07, kTipAhead = 0.236, kTipPastBall = 1.5, kHalfWidth = 0.046;

/// Toes that are shorter than this do not bend: of the leg's length.
constexpr double kLeastToes = 0.02;

// Joints of a foot show its sole where they lie far enough from the ankle: of the leg's length.
constexpr double kLeastTip = 0.1, kTipPast = 0.01;  // the tip ahead of the ankle, and of the ball
constexpr double kLeastBall = 0.05;                 // the ball ahead of the ankle
constexpr double kShownSole = 0.055;                // the sole below the ankle
constexpr double kSoleBelow = 0.02;                 // a hidden sole is so far below the lowest joint
constexpr double kLeastHeel = 0.02;                 // the heel behind the ankle
/// A joint on the planned point: of the leg's length, rounding of a file's numbers.
constexpr double kOnPoint = 1e-5;
/// A hinge of toes lies across the foot: one minus its cosine.
constexpr double kAcross = 1e-5;

class FootMeter {
 public:
  FootMeter(const Skeleton& skeleton, const BoneMap::LegBones& leg, const Quat& walk_from_figure, const Quat& flat,
            const Frames& frames, JointId ankle, double length)
      : skeleton_(skeleton), leg_(leg), frames_(frames), length_(length) {
    foot_.ankle = ankle;
    turn_ = walk_from_figure * flat * conjugate(frames.rotation(leg.foot.last));
  }

  FigureFoot run() {
    find_ends();
    if (leg_.toes.valid()) {
      foot_.ball = seen(leg_.toes);
      find_toe_axis();
    }
    find_tip();
    find_heel();
    return foot_;
  }

 private:
  Vec3 seen(JointId joint) const { return rotate(turn_, frames_.position(joint) - frames_.position(foot_.ankle)); }

  /// The lowest, foremost and hindmost joints of the foot.
  void find_ends() {
    for (int i = leg_.foot.last.index + 1; i < skeleton_.joint_count(); ++i) {
      const JointId id{i};
      if (!skeleton_.is_above(leg_.foot.first, id)) continue;
      const Vec3 at = seen(id);
      lowest_ = std::min<double>(lowest_, at.y);
      if (!front_.valid() || at.z > seen(front_).z) front_ = id;
      if (!back_.valid() || at.z < seen(back_).z) back_ = id;
    }
  }

  void find_toe_axis() {
    const Joint& toes = skeleton_.description(leg_.toes);
    const bool whole = toes.kind == JointKind::Ball || (toes.kind == JointKind::Euler && toes.euler_count == 3);
    // Toes of many bones bend one by one: such a foot is one piece here.
    if (skeleton_.parent(leg_.toes) != foot_.ankle) return;
    if (whole) foot_.toe_axis = -kUnitX;
    if (toes.kind != JointKind::Hinge) return;
    const Vec3 axis = rotate(turn_, rotate(frames_.rotation(leg_.toes), toes.axis));
    if (std::abs(axis.x) > 1 - kAcross) foot_.toe_axis = axis.x < 0 ? axis : -axis;
  }

  void find_tip() {
    const Vec3 ball = foot_.ball;
    foot_.tip.joint = leg_.toe_tip.valid() ? leg_.toe_tip : front_ != leg_.toes ? front_ : kWorld;
    if (foot_.tip.joint.valid() &&
        seen(foot_.tip.joint).z > std::max<double>(kLeastTip * length_, ball.z + kTipPast * length_)) {
      foot_.tip.at = seen(foot_.tip.joint);
      return;
    }
    foot_.tip.joint = kWorld;
    const double ahead =
        leg_.toes.valid() && ball.z > kLeastBall * length_ ? kTipPastBall * ball.z : kTipAhead * length_;
    foot_.tip.at = {0, lowest_, ahead};
  }

  /// How far the sole is below the ankle, and the heel on it.
  void find_heel() {
    double height = std::max<double>(-lowest_, -foot_.tip.at.y);
    // Joints that lie inside the foot do not show its sole.
    const bool shown =
        height > kShownSole * length_ && (foot_.tip.joint.valid() || (!leg_.toes.valid() && front_.valid()));
    if (!shown) height = std::max<double>(height + kSoleBelow * length_, kHeight * length_);
    foot_.heel.joint = leg_.heel;
    const Vec3 found = leg_.heel.valid() ? seen(leg_.heel) : Vec3{};
    double behind = kHeelBehind * length_;
    if (leg_.heel.valid() && found.z < 0) {
      behind = -found.z;
      height = std::max<double>(height, -found.y);
    } else if (back_.valid() && seen(back_).z < -kLeastHeel * length_) {
      behind = -seen(back_).z;
    }
    foot_.heel.at = {0, -height, -behind};
    foot_.tip.at = {0, -height, foot_.tip.at.z};
  }

  const Skeleton& skeleton_;
  const BoneMap::LegBones& leg_;
  const Frames& frames_;
  double length_;
  Quat turn_{};
  FigureFoot foot_{};
  double lowest_ = 0;
  JointId front_ = kWorld, back_ = kWorld;

 public:
  /// The figure's joint serves where it lies on the planned point; sideways it may lie off.
  void keep_joint(SolePoint& point) const {
    if (!point.joint.valid()) return;
    const Vec3 off = seen(point.joint) - point.at;
    if (std::abs(off.y) + std::abs(off.z) > kOnPoint * length_) point.joint = kWorld;
  }
};

}  // namespace

FigureFeet measure_feet(const Skeleton& skeleton, const BoneMap& map, const Standing& standing, const Frames& frames,
                        const std::array<JointId, 2>& ankles, double leg) {
  FigureFeet both;
  bool bend = true;  // both feet, or none
  for (std::size_t side = 0; side < 2; ++side) {
    FootMeter meter(skeleton, map.legs[side], standing.walk_from_figure, standing.foot[side], frames, ankles[side],
                    leg);
    FigureFoot& foot = both.feet[side] = meter.run();
    meter.keep_joint(foot.heel);
    meter.keep_joint(foot.tip);
    bend &= dot(foot.toe_axis, foot.toe_axis) > 0 && foot.ball.y >= foot.heel.at.y &&
            foot.ball.z < foot.tip.at.z - kLeastToes * leg;
  }
  for (std::size_t side = 0; side < 2; ++side) {
    const FigureFoot& foot = both.feet[side];
    FootShape& shape = both.shapes[side];
    shape.heel = foot.heel.at;
    shape.tip = foot.tip.at;
    shape.ball = bend ? Vec3{0, foot.ball.y, foot.ball.z} : shape.tip;
    shape.half_width = kHalfWidth * leg;
  }
  both.toes_bend = bend;
  return both;
}

}  // namespace kine::detail
