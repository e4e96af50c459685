#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "kine/io/scene.h"
#include "kine/kinematics/forward.h"
#include "kine/model/shape.h"

namespace kine::test {

/// How far the poses of two clips lie apart in the world, over the joints that both skeletons have by name.
struct ClipGap {
  double distance = 0;  ///< metres
  double angle = 0;     ///< radians
  int joints = 0;       ///< compared
};

/// One frame's joints in the world.
inline std::vector<Transform> world(const Scene& scene, int frame) {
  const Clip& clip = scene.clips.at(0);
  Frames frames(scene.skeleton);
  Shape shape(scene.skeleton);
  for (const Clip::Track& track : clip.translations())
    shape.translation[static_cast<std::size_t>(track.joint.index)] = track.values[static_cast<std::size_t>(frame)];
  for (const Clip::Track& track : clip.scales())
    shape.scale[static_cast<std::size_t>(track.joint.index)] = track.values[static_cast<std::size_t>(frame)];
  forward(scene.skeleton, clip.pose(frame), shape, frames);
  return {frames.joints().begin(), frames.joints().end()};
}

inline ClipGap gap(const Scene& a, const Scene& b, int frame_step = 1) {
  ClipGap gap;
  std::vector<std::pair<int, int>> pairs;
  for (int i = 0; i < a.skeleton.joint_count(); ++i)
    if (const Result<JointId> other = b.skeleton.find(a.skeleton.name({i}))) pairs.emplace_back(i, other->index);
  gap.joints = static_cast<int>(pairs.size());
  const int frames = std::min(a.clips.at(0).frame_count(), b.clips.at(0).frame_count());
  for (int frame = 0; frame < frames; frame += frame_step) {
    const std::vector<Transform> in_a = world(a, frame), in_b = world(b, frame);
    for (const auto& [i, k] : pairs) {
      const Transform& p = in_a[static_cast<std::size_t>(i)];
      const Transform& q = in_b[static_cast<std::size_t>(k)];
      gap.distance = std::max(gap.distance, length(p.translation - q.translation));
      gap.angle = std::max(gap.angle, angle_of(conjugate(p.rotation) * q.rotation));
    }
  }
  return gap;
}

}  // namespace kine::test
