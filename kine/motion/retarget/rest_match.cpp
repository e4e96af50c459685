#include "kine/motion/retarget/rest_match.h"

#include <cmath>
#include <string>

#include "kine/kinematics/forward.h"
#include "kine/math/trig.h"
#include "kine/motion/body/segment_turn.h"
#include "kine/motion/body/standing.h"

// A bone's turn in any pose is told as if the figure had been upright at rest: W = C S A. S is its joint's turn in the
// figure's world, C turns that world Y up and facing +Z, and A is what makes W the identity when the figure stands
// upright with hanging arms. At rest W is how far the bone is turned from there, R; so A = (C S0)^-1 R. R of a limb is
// the least turn that brings its bones to where they point at rest, joint by joint; R of the trunk is none.

namespace kine::detail {
namespace {

constexpr double kUpright = 0.7;    // cosine: a trunk that leans by 45 degrees or more at rest lies
constexpr double kShortest = 1e-6;  // metres: a bone without length points nowhere

class RestFinder {
 public:
  RestFinder(const MotionModel& model, const Standing& standing, std::span<const double> rest, RestMatch match)
      : model_(model), skeleton_(*model.skeleton), standing_(standing), frames_(skeleton_), match_(match) {
    forward(skeleton_, rest, frames_);
    rest_.walk_from_figure = standing.walk_from_figure;
    const auto count = static_cast<std::size_t>(skeleton_.joint_count());
    turned_.assign(count, {});
    for (const Transform& joint : frames_.joints()) {
      rest_.at.push_back(joint.translation);
      rest_.world_from_joint.push_back(joint.rotation);
    }
    rest_.joint_from_bone.resize(count);
  }

  RestFrames run() {
    if (match_ == RestMatch::Auto) {
      const Quat trunk = trunk_turn();
      turned_.assign(turned_.size(), trunk);
      for (std::size_t side = 0; side < 2; ++side) {
        add_leg(side, trunk);
        add_arm(side, trunk);
      }
    }
    for (std::size_t i = 0; i < turned_.size(); ++i)
      rest_.joint_from_bone[i] = conjugate(rest_.walk_from_figure * rest_.world_from_joint[i]) * turned_[i];
    return std::move(rest_);
  }

 private:
  Vec3 place(JointId joint) const { return rotate(rest_.walk_from_figure, frames_.position(joint)); }

  /// None but for a figure that faces elsewhere in its rest, or lies.
  Quat trunk_turn() const {
    const BoneMap& map = model_.map;
    const Vec3 across = place(map.legs[0].thigh.first) - place(map.legs[1].thigh.first);
    const Vec3 hips = (place(map.legs[0].thigh.first) + place(map.legs[1].thigh.first)) * 0.5;
    Quat turn{};
    if (map.arms[0].upper_arm.valid() && map.arms[1].upper_arm.valid()) {
      const Vec3 trunk = (place(map.arms[0].upper_arm.first) + place(map.arms[1].upper_arm.first)) * 0.5 - hips;
      if (length(trunk) > kShortest && trunk.y < kUpright * length(trunk))
        turn = shortest_arc(kUnitY, normalised(trunk));
    }
    constexpr double kFacing = 1e-3;  // radians: less is how the joints of the hips lie
    const Vec3 level = rotate(conjugate(turn), across);
    const double yaw = atan2(-level.z, level.x);
    return std::abs(yaw) > kFacing ? turn * from_axis_angle(kUnitY, yaw) : turn;
  }

  /// The turn of a bone that hangs straight down from something turned by `above` and points along `bone`.
  static Quat hang(const Quat& above, const Vec3& bone) {
    if (!(length(bone) > kShortest)) return above;
    return shortest_arc(rotate(above, -kUnitY), normalised(bone)) * above;
  }

  void mark(const BoneSegment& segment, const Quat& turn) {
    if (!segment.valid()) return;
    // All that hangs on it goes along, unless it is a bone of its own.
    for (int i = segment.first.index; i < skeleton_.joint_count(); ++i)
      if (skeleton_.is_above(segment.first, {i})) turned_[static_cast<std::size_t>(i)] = turn;
  }

  double roll_of(const BoneSegment& lower, const Vec3& bone, const Quat& upper, bool& is_hinge) const {
    Vec3 axis{};
    is_hinge = bending_hinge(model_, lower, rotate(conjugate(rest_.walk_from_figure), bone), frames_, axis).valid();
    if (!is_hinge) return 0;
    axis = rotate(rest_.walk_from_figure, axis);
    const Vec3 left = rotate(upper, kUnitX);
    return angle_about(normalised(bone), left, dot(axis, left) < 0 ? -axis : axis);
  }

  void add_leg(std::size_t side, const Quat& trunk) {
    const BoneMap::LegBones& leg = model_.map.legs[side];
    const Vec3 thigh = place(leg.shank.first) - place(leg.thigh.last);
    const Quat upper = hang(trunk, thigh);
    mark(leg.thigh, upper);
    rest_.knee_roll[side] = roll_of(leg.shank, thigh, upper, rest_.knee_is_hinge[side]);
    mark(leg.shank, hang(upper, place(leg.foot.first) - place(leg.shank.last)));
    // A foot is flat as the figure stands; how it is turned from there at rest its toes share.
    const Quat flat = rest_.walk_from_figure * standing_.foot[side];
    mark(leg.foot, rest_.walk_from_figure * frames_.rotation(leg.foot.last) * conjugate(flat));
  }

  void add_arm(std::size_t side, const Quat& trunk) {
    const BoneMap::ArmBones& arm = model_.map.arms[side];
    if (!arm.upper_arm.valid() || !arm.forearm.valid()) return;
    const Vec3 bone = place(arm.forearm.first) - place(arm.upper_arm.last);
    // Of a row of hinges the last may lie at the elbow.
    const Vec3 whole = place(arm.forearm.first) - place(arm.upper_arm.first);
    const Quat upper = hang(trunk, length(bone) > 0.5 * length(whole) ? bone : whole);
    mark(arm.upper_arm, upper);
    rest_.elbow_roll[side] = roll_of(arm.forearm, whole, upper, rest_.elbow_is_hinge[side]);
    Quat lower = upper;
    if (arm.hand.valid()) lower = hang(upper, place(arm.hand.first) - place(arm.forearm.first));
    mark(arm.forearm, lower);
    if (arm.hand.valid()) mark(arm.hand, lower);
  }

  const MotionModel& model_;
  const Skeleton& skeleton_;
  const Standing& standing_;
  Frames frames_;
  RestMatch match_;
  RestFrames rest_{};
  std::vector<Quat> turned_;  ///< R of each joint
};

}  // namespace

JointId bending_hinge(const MotionModel& model, const BoneSegment& lower, const Vec3& upper_bone, const Frames& frames,
                      Vec3& axis) {
  constexpr double kAcross = 0.7;  // sine of the angle to the bone
  const Skeleton& skeleton = *model.skeleton;
  for (const JointId id : joints_of(skeleton, lower)) {
    if (skeleton.kind(id) != JointKind::Hinge) {
      if (skeleton.axis_count(id) > 1) return kWorld;
      continue;
    }
    const Vec3& own = frames.axes()[static_cast<std::size_t>(skeleton.first_axis(id))];
    if (length(cross(own, upper_bone)) < kAcross * length(upper_bone)) continue;
    axis = own;
    return id;
  }
  return kWorld;
}

Result<RestFrames> find_rest_frames(const MotionModel& model, std::span<const double> rest, RestMatch match) {
  const Result<Standing> standing = stand_up(*model.skeleton, model.map, model.up);
  if (!standing) return Error{standing.error()};
  return RestFinder(model, *standing, rest, match).run();
}

}  // namespace kine::detail
