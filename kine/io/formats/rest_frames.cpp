#include "kine/io/formats/rest_frames.h"

#include <algorithm>
#include <cstddef>

#include "kine/core/internal/text.h"
#include "kine/io/formats/figure.h"

namespace kine {

Result<RestFrames> rest_frames(const Skeleton& skeleton) {
  RestFrames frames;
  for (int i = 0; i < skeleton.joint_count(); ++i) {
    const Skeleton::Part& part = skeleton.part({i});
    const Vec3& s = part.rest_scale;
    if (s.x != s.y || s.y != s.z)
      return Error{"joint " + quoted(skeleton.name({i})) +
                   " has a scale that differs by axis, which the format cannot "
                   "hold"};
    const Quat above = frames.parent_turn(skeleton, {i});
    const double scale = frames.parent_scale(skeleton, {i});
    const Vec3 offset = rotate(above, part.rest_translation * scale);
    const JointId parent = skeleton.parent({i});
    frames.offset.push_back(offset);
    frames.position.push_back(parent.valid() ? frames.position[static_cast<std::size_t>(parent.index)] + offset
                                             : offset);
    frames.turn.push_back(part.unturned ? above : normalised(above * part.rest_rotation));
    frames.scale.push_back(scale * s.x);
  }
  const Vec3 size = extent(frames.position);
  frames.size = std::max<double>(size.x, std::max<double>(size.y, size.z));
  return frames;
}

int unit_axis(const Vec3& v) { return v == kUnitX ? 0 : v == kUnitY ? 1 : v == kUnitZ ? 2 : -1; }

std::vector<std::vector<int>> children_of(const Skeleton& skeleton) {
  const auto count = static_cast<std::size_t>(skeleton.joint_count());
  std::vector<std::vector<int>> children(count + 1);
  for (int i = 0; i < skeleton.joint_count(); ++i) {
    const JointId parent = skeleton.parent({i});
    children[parent.valid() ? static_cast<std::size_t>(parent.index) : count].push_back(i);
  }
  return children;
}

}  // namespace kine
