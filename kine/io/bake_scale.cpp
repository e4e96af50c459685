#include "kine/io/bake_scale.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "kine/core/internal/units_text.h"
#include "kine/io/formats/figure.h"
#include "kine/model/local_transforms.h"
#include "kine/model/pose.h"
#include "kine/model/shape.h"

namespace kine {
namespace {

std::size_t at(JointId joint) { return static_cast<std::size_t>(joint.index); }

bool has_scale(const Scene& scene) {
  return scene.skeleton.has_scale() ||
         std::ranges::any_of(scene.clips, [](const Clip& clip) { return !clip.scales().empty(); });
}

/// Where the joints are from their parents without scales in between: rotations are the joints' own, translations lead
/// from the true place of the parent to the true place of the joint.
std::vector<LocalTransform> unscaled_locals(const Skeleton& skeleton, std::span<const double> pose,
                                            const Shape& shape) {
  const std::vector<Vec3> places = joint_positions(skeleton, pose, shape);
  std::vector<LocalTransform> locals(places.size());
  std::vector<Quat> turns(places.size());  // world_from_joint
  to_local_transforms(skeleton, pose, locals);
  for (int i = 0; i < skeleton.joint_count(); ++i) {
    const JointId joint{i}, parent = skeleton.parent(joint);
    LocalTransform& local = locals[at(joint)];
    local.scale = {1, 1, 1};
    local.translation = places[at(joint)];
    if (parent.valid())
      local.translation = rotate(conjugate(turns[at(parent)]), places[at(joint)] - places[at(parent)]);
    turns[at(joint)] = parent.valid() ? normalised(turns[at(parent)] * local.rotation) : local.rotation;
  }
  return locals;
}

Result<Skeleton> bake_skeleton(const Skeleton& skeleton) {
  const std::vector<LocalTransform> locals = unscaled_locals(skeleton, zero_pose(skeleton), Shape(skeleton));
  std::vector<Joint> joints;
  for (int i = 0; i < skeleton.joint_count(); ++i) {
    joints.push_back(skeleton.description(JointId{i}));
    joints.back().rest.translation = locals[static_cast<std::size_t>(i)].translation;
    joints.back().rest.scale = {1, 1, 1};
  }
  return Skeleton::build(joints);
}

/// Joints whose distance to their parent changes in this clip, other than by a value of their own.
std::vector<JointId> stretching_joints(const Skeleton& skeleton, const Clip& clip) {
  const auto has_track = [](std::span<const Clip::Track> tracks, JointId joint) {
    return std::ranges::any_of(tracks, [&](const Clip::Track& track) { return track.joint == joint; });
  };
  std::vector<JointId> joints;
  std::vector<bool> below(static_cast<std::size_t>(skeleton.joint_count()));  // below an animated scale
  for (int i = 0; i < skeleton.joint_count(); ++i) {
    const JointId joint{i}, parent = skeleton.parent(joint);
    below[at(joint)] = parent.valid() && (below[at(parent)] || has_track(clip.scales(), parent));
    if (below[at(joint)] || has_track(clip.translations(), joint)) joints.push_back(joint);
  }
  return joints;
}

/// A clip on the skeleton without scales. `worst` becomes the largest distance of a joint from where it was, metres.
Clip bake_clip(const Skeleton& scaled, const Clip& clip, const Skeleton& baked, double& worst) {
  Clip out(baked, clip.name, clip.rate());
  const std::vector<JointId> stretching = stretching_joints(scaled, clip);
  for (const JointId joint : stretching) out.add_translations(baked, joint);
  out.reserve(clip.frame_count());
  Shape shape(scaled), own(baked);
  std::vector<double> pose(static_cast<std::size_t>(clip.value_count())), fitted = pose;
  for (int frame = 0; frame < clip.frame_count(); ++frame) {
    sample(scaled, clip, frame / clip.rate(), pose, shape);
    const std::vector<LocalTransform> locals = unscaled_locals(scaled, pose, shape);
    std::copy(pose.begin(), pose.end(), fitted.begin());
    from_local_transforms(baked, locals, fitted);
    for (int i = 0; i < baked.joint_count(); ++i) {  // turns stay as they were, to the bit
      const JointKind kind = baked.kind({i});
      const auto first = pose.begin() + baked.first_value({i});
      const int kept = kind == JointKind::Slider ? 0 : kind == JointKind::Free ? 4 : baked.value_count(JointId{i});
      std::copy(first, first + kept, fitted.begin() + baked.first_value({i}));
    }
    own = Shape(baked);
    for (const JointId joint : stretching) {
      // A free joint's or slider's own shift is in its values; what is left over is the track's.
      const LocalTransform moved = parent_from_joint(baked, fitted, joint);
      own.translation[at(joint)] += locals[at(joint)].translation - moved.translation;
    }
    out.append(fitted, own);
    const std::vector<Vec3> before = joint_positions(scaled, pose, shape), after = joint_positions(baked, fitted, own);
    for (std::size_t i = 0; i < before.size(); ++i) worst = std::max<double>(worst, length(before[i] - after[i]));
  }
  return out;
}

}  // namespace

Result<Scene> bake_scale(const Scene& scene) {
  if (!has_scale(scene)) return scene;
  Result<Skeleton> baked = bake_skeleton(scene.skeleton);
  if (!baked) return Error{scene.name + ": " + baked.error()};
  double worst = 0;
  Scene out = scene;
  for (Clip& clip : out.clips) clip = bake_clip(scene.skeleton, clip, *baked, worst);
  out.skeleton = *std::move(baked);
  out.document.reset();
  constexpr double kWorthSaying = 1e-6;  // metres
  if (worst > kWorthSaying)
    out.notes.push_back("scales that differ by axis were baked into the offsets: joints are at most " +
                        length_text(worst) + " from where they were");
  return out;
}

}  // namespace kine
