// One frame by directions: each bone of the target is turned as the source's, from the root on.
#include <algorithm>
#include <array>
#include <cmath>

#include "kine/kinematics/forward.h"
#include "kine/math/trig.h"
#include "kine/model/pose.h"
#include "kine/motion/retarget/retarget_model.h"
#include "kine/motion/retarget/style_turn.h"

namespace kine {
namespace detail {
namespace {

/// The turns that the source asks for, in the target's world.
void find_wanted(const RetargetModel& model, const Frames& source, std::span<Quat> wanted) {
  for (std::size_t i = 0; i < model.turns.size(); ++i) {
    const RetargetTurn& turn = model.turns[i];
    wanted[i] = model.target_from_source * source.rotation(turn.source[0]) * turn.target_from_source[0];
    if (turn.share > 0)
      wanted[i] =
          slerp(wanted[i], model.target_from_source * source.rotation(turn.source[1]) * turn.target_from_source[1],
                turn.share);
  }
}

double smoothstep(double from, double to, double value) {
  const double t = std::clamp<double>((value - from) / (to - from), 0, 1);
  return t * t * (3 - 2 * t);
}

/// Turns the upper bone of a limb about itself, so that the hinge below it lies across the plane of both bones: else a knee
/// or an elbow could not bend as far as the source's. A limb that is nearly straight has no such plane.
Quat turned_to_plane(const RetargetTurn& turn, const Quat& upper, const Quat& lower) {
  constexpr double kStraight = 0.1,
                   kBent = 0.35;  // sines of the bend: below and above which the plane counts not, and all
  const Vec3 bone = rotate(upper, turn.bone), below = rotate(lower, turn.bone_below), hinge = rotate(upper, turn.hinge);
  const Vec3 normal = cross(bone, below);
  const double sine = length(normal), weight = smoothstep(kStraight, kBent, sine);
  if (!(weight > 0)) return upper;
  double roll = angle_about(bone, hinge, normal);
  if (roll > 0.5 * kPi) roll -= kPi;
  if (roll < -0.5 * kPi) roll += kPi;
  // A plane that lies across is as near to one side as to the other: there it counts not either.
  constexpr double kSureRoll = 0.9, kUnsureRoll = 1.5;  // radians: believed wholly, and not at all
  const double sure = 1 - smoothstep(kSureRoll, kUnsureRoll, std::abs(roll));
  return from_axis_angle(bone, weight * sure * roll) * upper;
}

/// The joints of a row of hinges.
void turn_row(const RetargetModel& model, const HingeRow& row, const Quat& above, std::span<const Quat> wanted,
              std::span<double> pose) {
  const auto turn = [&](int i) { return wanted[static_cast<std::size_t>(i)]; };
  const Vec3 shoulder = rotate(above, model.skeleton->description(row.first).rest.translation);
  const Vec3 elbow = shoulder + rotate(turn(row.upper), row.upper_bone);
  const Vec3 wrist = elbow + rotate(turn(row.lower), row.lower_bone);
  const Vec3 tip = wrist + rotate(turn(row.hand), row.hand_bone);
  const std::array<Vec3, HingeRow::kPoints> goals{elbow, wrist, tip, tip + rotate(turn(row.hand), row.hand_side)};
  fit_row(row, above, goals, pose);
}

/// Writes the joints from the roots on; `world` becomes how each of them is turned.
void turn_joints(const RetargetModel& model, std::span<const Quat> wanted, std::span<double> pose,
                 std::span<Quat> world) {
  const Skeleton& skeleton = *model.skeleton;
  const auto turned = [&](JointId id) { return id.valid() ? world[static_cast<std::size_t>(id.index)] : Quat{}; };
  const RetargetTurn& pelvis = model.turns[static_cast<std::size_t>(model.pelvis)];
  for (const RetargetOp& op : model.ops) {
    Quat& own = world[static_cast<std::size_t>(op.joint.index)];
    const Quat above = turned(op.above);
    if (op.joint == model.target->root.joint) {
      const Quat rest = above * skeleton.description(op.joint).rest.rotation;
      own = wanted[static_cast<std::size_t>(model.pelvis)] * model.pelvis_from_root;
      set_rotation(skeleton, op.joint, conjugate(rest) * own, pose);
      continue;
    }
    for (const HingeRow& row : model.rows)
      if (row.first == op.joint) turn_row(model, row, above, wanted, pose);
    const bool turns = op.turn >= 0 && op.joint != pelvis.last;
    if (turns && !op.in_row) {
      const RetargetTurn& turn = model.turns[static_cast<std::size_t>(op.turn)];
      Quat goal = wanted[static_cast<std::size_t>(op.turn)];
      if (turn.below >= 0) goal = turned_to_plane(turn, goal, wanted[static_cast<std::size_t>(turn.below)]);
      const Quat last = turn.turn.turn_on(above, goal, pose);
      world[static_cast<std::size_t>(turn.last.index)] = last;
      if (turn.last == op.joint) continue;
    }
    if (op.in_row || op.between || turns)
      own = above * skeleton.description(op.joint).rest.rotation * motion_of(skeleton, op.joint, pose);
    else if (!op.written)
      own = above * op.local;
  }
}

/// All at rest but what goes on from where it was in the frame before: rows of hinges, and angles with limits.
void start_pose(const RetargetModel& model, std::span<double> pose, Scratch& scratch) {
  const Scratch::Scope scope(scratch);
  const std::span<double> before = scratch.take<double>(pose.size());
  std::ranges::copy(pose, before.begin());
  std::ranges::copy(model.rest, pose.begin());
  for (const SegmentTurn::LimitedValue& carried : model.carried) {
    const auto value = static_cast<std::size_t>(carried.value);
    if (std::isfinite(before[value])) pose[value] = carried.limits.clamp(before[value]);
  }
}

Vec3 mid_hips(const MotionModel& model, const Frames& frames) {
  return (frames.position(model.legs[0].thigh) + frames.position(model.legs[1].thigh)) * 0.5;
}

}  // namespace

void retarget_directions(const RetargetModel& model, const Frames& source, std::span<double> pose, Scratch& scratch) {
  const Scratch::Scope scope(scratch);
  const Skeleton& skeleton = *model.skeleton;
  const std::span<Quat> wanted = scratch.take<Quat>(model.turns.size());
  const std::span<Quat> world = scratch.take<Quat>(static_cast<std::size_t>(skeleton.joint_count()));
  find_wanted(model, source, wanted);
  if (!model.style.empty()) apply_style(model, wanted);
  start_pose(model, pose, scratch);
  turn_joints(model, wanted, pose, world);
  if (skeleton.has_followers()) tidy(skeleton, pose);
  Frames frames(skeleton, scratch);
  for (const Chain& chain : model.hip_chains) forward(skeleton, chain, pose, frames);
  const Vec3 wished = rotate(model.target_from_source, mid_hips(*model.source, source)) * model.scale;
  shift_root(skeleton, model.target->root, wished - mid_hips(*model.target, frames), pose);
}

}  // namespace detail

void retarget_pose(const RetargetMap& map, std::span<const double> source, std::span<double> pose, Scratch& scratch,
                   const Shape* shape) {
  const detail::RetargetModel& model = detail::model_of(map);
  const Scratch::Scope scope(scratch);
  Frames frames(*model.source->skeleton, scratch);
  if (shape != nullptr)
    forward(*model.source->skeleton, source, *shape, frames);
  else
    forward(*model.source->skeleton, source, frames);
  detail::retarget_directions(model, frames, pose, scratch);
}

}  // namespace kine
