#include "kine/motion/body/standing.h"

#include <cmath>
#include <string>

#include "kine/kinematics/forward.h"
#include "kine/math/trig.h"
#include "kine/model/pose.h"
#include "kine/motion/body/segment_turn.h"

namespace kine::detail {
namespace {

constexpr double kCarried = 0.02;   // sine: a foot is turned by its leg where its hinge lies so much flatter
constexpr double kHangs = 1.73;     // down by ahead: a foot that points steeper than 60 degrees hangs
constexpr double kToesDown = 25.0;  // degrees: the bone from ankle to toes of a foot that stands
constexpr double kMostly = 0.8;     // cosine: an axis that points to the side
// Hanging arms of a person, by way down.
constexpr double kForearmAhead = 0.15, kArmAside = 0.12;

constexpr double kUpright = 0.7;    // cosine: what leans by 45 degrees or more does not stand
constexpr double kAhead = 0.7;      // radians: toes that point out by less are turned ahead in any ankle
constexpr double kBackwards = 2.4;  // radians: toes that point back rather than to the side

/// Whether a turn about an axis swings a bone, rather than turning it about itself.
bool is_across(const Vec3& axis, const Vec3& bone) {
  constexpr double kAcross = 0.3;  // sine of the angle between them: robots' elbows lie off the axis of their arm
  return length(cross(axis, bone)) > kAcross * length(bone);
}

class Riser {
 public:
  Riser(const Skeleton& skeleton, const BoneMap& map, const Vec3& up)
      : skeleton_(skeleton), map_(map), up_(normalised(up)), frames_(skeleton) {
    standing_.pose = skeleton.rest_pose().q;
    forward(skeleton_, standing_.pose, frames_);
    const Quat raise = shortest_arc(up_, kUnitY);
    const Vec3 ahead = rotate(raise, map.forward);
    standing_.walk_from_figure = from_axis_angle(kUnitY, -atan2(ahead.x, ahead.z)) * raise;
  }

  Result<Standing> run() {
    for (std::size_t side = 0; side < 2; ++side) {
      const BoneMap::LegBones& leg = map_.legs[side];
      const std::string name = side == 0 ? "left" : "right";
      if (!leg.thigh.valid() || !leg.shank.valid()) return Error{"the " + name + " leg has no knee"};
      if (!leg.foot.valid()) return Error{"the " + name + " leg ends without a foot"};
      if (!skeleton_.is_above(leg.thigh.last, leg.shank.first) || !skeleton_.is_above(leg.shank.last, leg.foot.first))
        return Error{"the " + name + " foot does not hang on its leg"};
    }
    if (const std::string fault = right_body(); !fault.empty()) return Error{fault};
    for (std::size_t side = 0; side < 2; ++side) {
      const BoneMap::LegBones& leg = map_.legs[side];
      standing_.foot[side] = frames_.rotation(leg.foot.last);
      if (stand_leg(leg, standing_.foot[side]))
        return Error{std::string("the toes of its ") + (side == 0 ? "left" : "right") +
                     " foot point to the side at rest, and its ankle cannot turn them ahead"};
      hang_arm(map_.arms[side], side == 0 ? 1 : -1);
    }
    return std::move(standing_);
  }

 private:
  SegmentTurn segment(const BoneSegment& bones) const { return {skeleton_, standing_.pose, bones}; }

  Quat above(JointId joint) const {
    const JointId parent = skeleton_.parent(joint);
    return parent.valid() ? frames_.rotation(parent) : Quat{};
  }

  Vec3 between(JointId a, JointId b) const { return (frames_.position(a) + frames_.position(b)) * 0.5; }
  Vec3 hips() const { return between(map_.legs[0].thigh.first, map_.legs[1].thigh.first); }
  Vec3 shoulders() const { return between(map_.arms[0].upper_arm.first, map_.arms[1].upper_arm.first); }
  Vec3 ankles() const { return between(map_.legs[0].foot.first, map_.legs[1].foot.first); }
  bool lies(const Vec3& upwards) const { return dot(upwards, up_) < kUpright * length(upwards); }

  /// A figure that lies at rest is stood up by its root, one whose trunk lies while its legs stand by its spine. Empty,
  /// or why neither does.
  std::string right_body() {
    const Vec3 across = frames_.position(map_.legs[0].thigh.first) - frames_.position(map_.legs[1].thigh.first);
    if (std::abs(dot(across, map_.left)) < kUpright * length(across))
      return "one of its hips lies above the other at rest, so nobody knows where it faces";
    if (!map_.arms[0].upper_arm.valid() || !map_.arms[1].upper_arm.valid()) return {};
    const Vec3 trunk = shoulders() - hips(), legs = hips() - ankles();
    if (!lies(trunk)) return {};
    if (lies(legs) && dot(trunk, legs) > kUpright * length(trunk) * length(legs)) raise_root(trunk);
    if (lies(shoulders() - hips())) raise_spine();
    if (!lies(shoulders() - hips())) return {};
    return "its trunk does not stand upright at rest, and its joints cannot raise it";
  }

  void raise_root(const Vec3& trunk) {
    JointId root = kWorld;
    for (JointId id = map_.pelvis; id.valid(); id = skeleton_.parent(id))
      if (skeleton_.kind(id) == JointKind::Free) root = id;
    if (!root.valid()) return;
    const Quat raised = shortest_arc(normalised(trunk), up_) * frames_.rotation(root);
    const Quat rest = above(root) * skeleton_.description(root).rest.rotation;
    set_joint_rotation(skeleton_, root, conjugate(rest) * raised, standing_.pose);
    forward(skeleton_, standing_.pose, frames_);
  }

  /// By the first joint that turns any way: trunk upright and shoulders across.
  void raise_spine() {
    for (const JointId id : map_.spine) {
      const SegmentTurn turns = segment({id, id});
      if (!turns.is_free()) continue;
      const Vec3 trunk = shoulders() - frames_.position(id);
      if (!(length(trunk) > 0)) return;
      const Vec3 across =
          frames_.position(map_.arms[0].upper_arm.first) - frames_.position(map_.arms[1].upper_arm.first);
      const Quat raised = shortest_arc(normalised(trunk), up_);
      const Quat faced = from_axis_angle(up_, angle_about(up_, rotate(raised, across), map_.left));
      return turn(turns, {id, id}, faced * raised * frames_.rotation(id));
    }
  }

  void turn(const SegmentTurn& turns, const BoneSegment& bones, const Quat& wanted) {
    turns.turn(above(bones.first), wanted, standing_.pose);
    tidy(skeleton_, standing_.pose);
    forward(skeleton_, standing_.pose, frames_);
  }

  /// Turns a bone that goes from its joint to `end` so that it points along `way`.
  void point(const BoneSegment& bones, JointId end, const Vec3& way, bool hinges_too) {
    const SegmentTurn turns = segment(bones);
    if (turns.axis_count() == 0 || !end.valid()) return;
    const bool whole = turns.axis_count() == 3 && bones.first == bones.last;
    if (!hinges_too && !turns.is_free() && !whole) return;
    const Vec3 bone = frames_.position(end) - frames_.position(turns.pivot());
    if (!(length(bone) > 0)) return;
    turn(turns, bones, shortest_arc(normalised(bone), way) * frames_.rotation(bones.last));
  }

  /// How a foot is turned when it is flat and points ahead. `rest` is how it is at rest; the leg stands by now.
  /// `points_aside`: its toes do not point ahead and its ankle cannot turn them.
  Quat flat_foot(const BoneMap::LegBones& leg, const Quat& rest, bool& points_aside) const {
    const Quat now = frames_.rotation(leg.foot.last);
    const auto in_foot = [&](const Vec3& v) { return rotate(conjugate(now), v); };
    // Legs that rest apart may have feet that are flat only once the legs are down: what the ankle bends about tells.
    const Vec3 hinge = in_foot(lateral_axis(leg.foot));
    const bool carried = std::abs(dot(rotate(now, hinge), up_)) < std::abs(dot(rotate(rest, hinge), up_)) - kCarried;
    Quat flat = carried ? now : rest;
    const JointId front = leg.toe_tip.valid() ? leg.toe_tip : leg.toes;
    if (!front.valid()) return flat;
    const Vec3 bone = in_foot(frames_.position(front) - frames_.position(leg.foot.first));
    const double down = -dot(rotate(flat, bone), up_);
    const double level = std::sqrt(std::max<double>(0, dot(bone, bone) - down * down));
    if (down > kHangs * level && length(bone) > 0) {  // it hangs: the toes come up
      const Vec3 slant = cos(radians(kToesDown)) * map_.forward - sin(radians(kToesDown)) * up_;
      flat = shortest_arc(normalised(rotate(flat, bone)), slant) * flat;
    }
    const Vec3 axis = leg.toes.valid() ? in_foot(lateral_axis({leg.toes, leg.toes})) : Vec3{};
    const Vec3 ahead = dot(axis, axis) > 0 ? cross(rotate(flat, axis), up_) : rotate(flat, bone);
    const double yaw = atan2(dot(ahead, map_.left), dot(ahead, map_.forward));
    // Toes that point backwards were noted with the names of left and right: one of both is wrong.
    if (std::abs(yaw) > kBackwards) return flat;
    points_aside = std::abs(yaw) > kAhead && !segment(leg.foot).is_free();
    return from_axis_angle(up_, -yaw) * flat;
  }

  /// The axis of a segment that lies across, as joints with limits or few angles have it; it points to the left. None
  /// where the segment turns any way.
  Vec3 lateral_axis(const BoneSegment& bones) const {
    if (segment(bones).is_free()) return {};
    Vec3 best{};
    double most = kMostly;
    for (JointId id = bones.last; id.valid(); id = skeleton_.parent(id)) {
      const JointKind kind = skeleton_.kind(id);
      for (int k = 0; k < skeleton_.axis_count(id) && (kind == JointKind::Hinge || kind == JointKind::Euler); ++k) {
        const Vec3& axis = frames_.axes()[static_cast<std::size_t>(skeleton_.first_axis(id) + k)];
        const double left = dot(axis, map_.left);
        if (std::abs(left) <= most) continue;
        most = std::abs(left);
        best = left < 0 ? -axis : axis;
      }
      if (id == bones.first) break;
    }
    return best;
  }

  /// `flat` is how the foot is at rest, and in the end how it is when it is flat. True if its toes point to the side.
  bool stand_leg(const BoneMap::LegBones& leg, Quat& flat) {
    point(leg.thigh, leg.shank.first, -up_, false);
    point(leg.shank, leg.foot.first, -up_, false);
    bool points_aside = false;
    flat = flat_foot(leg, flat, points_aside);
    const SegmentTurn foot = segment(leg.foot);
    if (foot.axis_count() > 0) turn(foot, leg.foot, flat);
    return points_aside;
  }

  bool is_hinge(JointId id) const {
    const Joint& joint = skeleton_.description(id);
    return joint.kind == JointKind::Hinge && !joint.axes[0].fixed && !joint.axes[0].follows;
  }
  const Vec3& axis_of(JointId hinge) const {
    return frames_.axes()[static_cast<std::size_t>(skeleton_.first_axis(hinge))];
  }
  double& value_of(JointId hinge) { return standing_.pose[static_cast<std::size_t>(skeleton_.first_value(hinge))]; }
  const Range& limits_of(JointId hinge) const { return skeleton_.description(hinge).axes[0].limits; }

  void turn_hinge(JointId hinge, double angle) {
    value_of(hinge) = limits_of(hinge).clamp(value_of(hinge) + angle);
    tidy(skeleton_, standing_.pose);
    forward(skeleton_, standing_.pose, frames_);
  }

  /// Points a bone along `way` by the axes of a row of hinges, one after the other, as far as their limits allow:
  /// unlike the three angles of a rotation they never leap. An axis along the bone, or along the way, has no say: it
  /// would turn what hangs on the bone to the side for nothing.
  void swing_to(const BoneSegment& bones, JointId end, const Vec3& way) {
    constexpr int kRounds = 20;
    for (int round = 0; round < kRounds; ++round) {
      for (JointId id = bones.last; id.valid(); id = skeleton_.parent(id)) {
        const Vec3 bone = frames_.position(end) - frames_.position(bones.last);
        if (is_hinge(id) && is_across(axis_of(id), bone) && is_across(axis_of(id), way))
          turn_hinge(id, angle_about(axis_of(id), bone, way));
        if (id == bones.first) break;
      }
    }
  }

  void lower(const BoneSegment& bones, JointId end, const Vec3& way) {
    const SegmentTurn turns = segment(bones);
    const bool whole = turns.is_free() || (turns.axis_count() == 3 && bones.first == bones.last);
    if (whole || skeleton_.kind(bones.last) == JointKind::Euler)
      point(bones, end, way, true);
    else
      swing_to(bones, end, way);
  }

  void hang_forearm(const BoneMap::ArmBones& arm) {
    if (arm.hand.valid()) lower(arm.forearm, arm.hand.first, normalised(kForearmAhead * map_.forward - up_));
  }

  /// A hanging arm with a hinge along it is turned about that, the shorter way, until its elbow bends to the front.
  void face_elbow(const BoneMap::ArmBones& arm) {
    constexpr double kBends = 0.5;  // radians
    const Vec3 upper = frames_.position(arm.forearm.first) - frames_.position(arm.upper_arm.last);
    JointId along = kWorld, elbow = kWorld;
    for (JointId id = arm.forearm.last; id.valid() && !along.valid(); id = skeleton_.parent(id)) {
      const bool across = is_hinge(id) && is_across(axis_of(id), upper);
      if (across && !elbow.valid()) elbow = id;
      if (is_hinge(id) && !across && elbow.valid()) along = id;
      if (id == arm.upper_arm.first) break;
    }
    if (!along.valid()) return;
    const std::vector<double> before = standing_.pose;
    const double near = dot(axis_of(elbow), map_.left) < 0 ? -1 : 1;
    for (const double side : {near, -near}) {
      turn_hinge(along, angle_about(axis_of(along), axis_of(elbow), side * map_.left));
      hang_forearm(arm);
      const Range limits = limits_of(elbow);
      const double value = value_of(elbow), room = side > 0 ? value - limits.lower : limits.upper - value;
      if (room >= kBends) return;
      standing_.pose = before;
      forward(skeleton_, standing_.pose, frames_);
    }
  }

  void hang_arm(const BoneMap::ArmBones& arm, double side) {
    if (!arm.upper_arm.valid() || !arm.forearm.valid()) return;
    lower(arm.upper_arm, arm.forearm.first, normalised(side * kArmAside * map_.left - up_));
    face_elbow(arm);
    hang_forearm(arm);
  }

  const Skeleton& skeleton_;
  const BoneMap& map_;
  Vec3 up_;
  Frames frames_;
  Standing standing_{};
};

}  // namespace

Result<Standing> stand_up(const Skeleton& skeleton, const BoneMap& map, const Vec3& up) {
  return Riser(skeleton, map, up).run();
}

}  // namespace kine::detail
