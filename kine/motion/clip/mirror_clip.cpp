// Left and right of a motion exchanged.
//
// S mirrors in the plane through the origin that is perpendicular to the figure's left. Of a joint j and its counterpart p,
// with their rotations R and those of the figure at rest R0, all in the figure's world:
//
//   R'_p = (S R_j S) (S R0_j S)^-1 R0_p
//
// so a figure at rest stays at rest, however the frames of its joints are turned, and twice is nothing.
#include <array>
#include <cmath>
#include <optional>

#include "kine/kinematics/forward.h"
#include "kine/math/quat.h"
#include "kine/math/trig.h"
#include "kine/motion/body/segment_turn.h"
#include "kine/motion/clip/joint_turn.h"
#include "kine/motion/clip/motion_model.h"
#include "kine/motion/clip/sole_track.h"
#include "kine/motion/clip/zero_pose.h"
#include "kine/motion/clip_course.h"
#include "kine/motion/mirror.h"

namespace kine {
namespace {

constexpr double kSameAxis = 1e-9;  // what two axes of unit length may differ by to be one

/// The mirror image of a vector, and of a rotation.
struct Mirror {
  Vec3 normal{};
  Vec3 operator()(const Vec3& v) const { return v - normal * (2 * dot(normal, v)); }
  Quat operator()(const Quat& q) const {
    const Vec3 axis = -(*this)(Vec3{q.x, q.y, q.z});
    return {axis.x, axis.y, axis.z, q.w};
  }
};

class ClipMirror {
 public:
  ClipMirror(const MotionBody& body, const Clip& clip)
      : model_(detail::model_of(body)),
        skeleton_(*model_.skeleton),
        mirror_{model_.map.left},
        pairs_(mirror_pairs(body)),
        clip_(clip),
        rest_(skeleton_),
        frames_(skeleton_),
        rotations_(pairs_.size()) {
    forward(skeleton_, detail::zero_pose(skeleton_), rest_);
    signs_.reserve(pairs_.size());
    for (int j = 0; j < skeleton_.joint_count(); ++j) signs_.push_back(signs_of(JointId{j}));
  }

  Clip run() {
    Clip result = clip_;
    for (int i = 0; i < clip_.frame_count(); ++i) {
      detail::place_frame(skeleton_, clip_, i, frames_);
      mirror_frame(clip_.pose(i), i > 0 ? result.pose(i - 1) : clip_.pose(i), result.pose(i));
    }
    mirror_tracks(clip_.translations(), result.translations(), true);
    mirror_tracks(clip_.scales(), result.scales(), false);
    return result;
  }

 private:
  JointId source(JointId joint) const { return pairs_[static_cast<std::size_t>(joint.index)]; }
  Quat rest_above(JointId joint) const {
    const JointId parent = skeleton_.parent(joint);
    return parent.valid() ? rest_.rotation(parent) : Quat{};
  }

  /// The signs by which the values of its counterpart are a joint's own; nothing where their axes are no mirror images.
  using Signs = std::optional<std::array<double, 3>>;
  Signs signs_of(JointId joint) const {
    const JointId other = source(joint);
    const JointKind kind = skeleton_.kind(joint);
    if (!other.valid() || skeleton_.axis_count(joint) != skeleton_.axis_count(other)) return std::nullopt;
    if (kind != JointKind::Hinge && kind != JointKind::Euler && kind != JointKind::Slider) return std::nullopt;
    std::array<double, 3> signs{};
    for (int k = 0; k < skeleton_.axis_count(joint); ++k) {
      const Vec3 mine = rest_.axes()[static_cast<std::size_t>(skeleton_.first_axis(joint) + k)];
      const Vec3 image = mirror_(rest_.axes()[static_cast<std::size_t>(skeleton_.first_axis(other) + k)]);
      // A direction has a mirror image; what turns about it turns the other way round.
      const double along = dot(mine, image) * (kind == JointKind::Slider ? 1 : -1);
      if (!(std::abs(along) > 1 - kSameAxis)) return std::nullopt;
      signs[static_cast<std::size_t>(k)] = along > 0 ? 1 : -1;
    }
    return signs;
  }

  void mirror_frame(std::span<const double> from, std::span<const double> near, std::span<double> to) {
    for (int j = 0; j < skeleton_.joint_count(); ++j) {
      const JointId joint{j}, other = source(joint), parent = skeleton_.parent(joint);
      const Quat above = parent.valid() ? rotations_[static_cast<std::size_t>(parent.index)] : Quat{};
      const Quat hung = above * skeleton_.description(joint).rest.rotation;
      if (other.valid()) mirror_joint(joint, other, hung, from, near, to);
      rotations_[static_cast<std::size_t>(j)] = hung * detail::motion_of(skeleton_, joint, to);
    }
  }

  void mirror_joint(JointId joint, JointId other, const Quat& hung, std::span<const double> from,
                    std::span<const double> near, std::span<double> to) const {
    if (const Signs& signs = signs_[static_cast<std::size_t>(joint.index)]) {
      const auto mine = static_cast<std::size_t>(skeleton_.first_value(joint));
      const auto its = static_cast<std::size_t>(skeleton_.first_value(other));
      for (std::size_t k = 0; k < static_cast<std::size_t>(skeleton_.value_count(joint)); ++k)
        to[mine + k] = (*signs)[k] * from[its + k];
      return;
    }
    const Quat wanted =
        mirror_(frames_.rotation(other)) * conjugate(mirror_(rest_.rotation(other))) * rest_.rotation(joint);
    detail::fit_joint(skeleton_, joint, conjugate(hung) * wanted, near, to);
    if (skeleton_.kind(joint) != JointKind::Free) return;
    if (joint == model_.root.joint) {
      // What is above the root does not move, so its place tells how far its values are from where they should be.
      const Vec3 at = frames_.position(joint), shift = mirror_(frames_.position(other)) - at;
      const auto first = static_cast<std::size_t>(skeleton_.first_value(joint)) + 4;
      for (std::size_t k = 0; k < 3; ++k) to[first + k] = from[first + k];
      shift_root(skeleton_, model_.root, shift, to);
    } else {
      const Vec3 shift = joint_translation(skeleton_, from, other);
      set_translation(skeleton_, joint,
                      rotate(conjugate(rest_.rotation(joint)), mirror_(rotate(rest_.rotation(other), shift))), to);
    }
  }

  /// Translations go by how far they are from rest, scales by the axes that they are along.
  void mirror_tracks(std::span<const Clip::Track> from, std::span<Clip::Track> to, bool shifts) const {
    for (Clip::Track& track : to) {
      const JointId other = source(track.joint);
      if (!other.valid()) continue;
      const Clip::Track* its = nullptr;
      for (const Clip::Track& each : from)
        if (each.joint == other) its = &each;
      const Quat mine = shifts ? rest_above(track.joint) : rest_.rotation(track.joint);
      const Quat others = shifts ? rest_above(other) : rest_.rotation(other);
      const Vec3 rest = skeleton_.description(track.joint).rest.translation;
      const Vec3 others_rest = skeleton_.description(other).rest.translation;
      for (std::size_t i = 0; i < track.values.size(); ++i) {
        const Vec3 value = its ? its->values[i] : skeleton_.description(other).rest.scale;
        if (shifts) {
          const Vec3 off = its ? value - others_rest : Vec3{};
          track.values[i] = rest + rotate(conjugate(mine), mirror_(rotate(others, off)));
        } else {
          const Vec3 along[] = {kUnitX, kUnitY, kUnitZ};
          double own[3]{};
          for (std::size_t k = 0; k < 3; ++k) {
            const Vec3 axis = rotate(conjugate(others), mirror_(rotate(mine, along[k])));
            own[k] = value.x * axis.x * axis.x + value.y * axis.y * axis.y + value.z * axis.z * axis.z;
          }
          track.values[i] = {own[0], own[1], own[2]};
        }
      }
    }
  }

  const detail::MotionModel& model_;
  const Skeleton& skeleton_;
  Mirror mirror_;
  std::vector<JointId> pairs_;
  const Clip& clip_;
  Frames rest_, frames_;
  std::vector<Signs> signs_{};
  std::vector<Quat> rotations_;  ///< of the mirrored figure
};

/// Tracks on one side only need a place for what comes from the other.
Clip with_both_sides(const MotionBody& body, const Clip& clip) {
  Clip wide = clip;
  const std::vector<JointId> pairs = mirror_pairs(body);
  const auto other = [&](JointId joint) { return pairs[static_cast<std::size_t>(joint.index)]; };
  for (const Clip::Track& track : clip.translations())
    if (other(track.joint).valid()) wide.add_translations(body.skeleton(), other(track.joint));
  for (const Clip::Track& track : clip.scales())
    if (other(track.joint).valid()) wide.add_scales(body.skeleton(), other(track.joint));
  return wide;
}

}  // namespace

Clip mirror_clip(const MotionBody& body, const Clip& clip) {
  const Clip wide = with_both_sides(body, clip);
  Clip result = ClipMirror(body, wide).run();
  const ClipCourse before = course_of(body, clip), after = course_of(body, result);
  const Quat turn = from_axis_angle(kUnitY, before.heading - after.heading);
  move_clip(body, {turn, before.from - rotate(turn, after.from)}, result);
  return result;
}

}  // namespace kine
