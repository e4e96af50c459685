#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <sstream>
#include <string>
#include <utility>
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

/// The largest step, from a row to the next, of any rotation channel in the text of a BVH file, degrees. Read here by
/// hand: our reader makes a quaternion of a root, which has no turns to jump by.
inline double largest_angle_step(const std::string& bvh) {
  std::istringstream text(bvh);
  std::vector<char> is_angle;
  std::string word;
  while (text >> word && word != "Time:") {
    if (word.ends_with("position")) is_angle.push_back(0);
    if (word.ends_with("rotation")) is_angle.push_back(1);
  }
  text >> word;  // the time
  std::vector<double> before, row(is_angle.size());
  double largest = 0;
  while (text >> row[0]) {
    for (std::size_t k = 1; k < row.size(); ++k) text >> row[k];
    for (std::size_t k = 0; k < before.size(); ++k)
      if (is_angle[k] != 0) largest = std::max(largest, std::abs(row[k] - before[k]));
    before = row;
  }
  return largest;
}

}  // namespace kine::test
