#include "kine/io/formats/rest_frames.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "kine/core/internal/text.h"
#include "kine/io/formats/figure.h"
#include "kine/model/internal/compiled_skeleton.h"

namespace kine {

std::optional<double> even_scale(const Vec3& scale) {
  constexpr double kEven = 1e-6;  // relative; the difference moves a joint of a person by 2 micrometres
  if (scale.x == scale.y && scale.y == scale.z) return scale.x;
  const double least = std::min({scale.x, scale.y, scale.z}), most = std::max({scale.x, scale.y, scale.z});
  if (!(most - least <= kEven * std::max(std::abs(least), std::abs(most)))) return std::nullopt;
  return (scale.x + scale.y + scale.z) / 3;
}

Result<RestFrames> rest_frames(const Skeleton& skeleton) {
  constexpr double kFarthest = 1e100;  // metres: what a goal may be away; squares of it are finite
  RestFrames frames;
  for (int i = 0; i < skeleton.joint_count(); ++i) {
    const detail::CompiledJoint& joint = skeleton.compiled().joint(i);
    const std::optional<double> own = even_scale(joint.rest_scale);
    if (!own)
      return Error{"joint " + quoted(skeleton.name({i})) +
                   " has a scale that differs by axis, which the format cannot hold; bake_scale (kine convert "
                   "--bake-scale) puts it into the offsets"};
    const Quat above = frames.parent_turn(skeleton, {i});
    const double scale = frames.parent_scale(skeleton, {i});
    const Vec3 offset = rotate(above, joint.rest_translation * scale);
    const JointId parent = skeleton.parent({i});
    frames.offset.push_back(offset);
    frames.position.push_back(parent.valid() ? frames.position[static_cast<std::size_t>(parent.index)] + offset
                                             : offset);
    if (!(length(frames.position.back()) <= kFarthest))
      return Error{"joint " + quoted(skeleton.name({i})) + " lies too far away to be written"};
    frames.turn.push_back(joint.unturned ? above : normalised(above * joint.rest_rotation));
    frames.scale.push_back(scale * *own);
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
