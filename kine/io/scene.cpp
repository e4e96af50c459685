#include "kine/io/scene.h"

#include <algorithm>

#include "kine/core/internal/nearest_name.h"
#include "kine/core/internal/text.h"
#include "kine/io/formats/figure.h"
#include "kine/model/pose.h"

namespace kine {

Result<JointId> find_joint(const Scene& scene, std::string_view name) {
  const Skeleton& skeleton = scene.skeleton;
  Result<JointId> joint = skeleton.find(name);
  if (joint || scene.aliases.empty()) return joint;
  const auto alias = std::ranges::find(scene.aliases, name, &Scene::Alias::name);
  if (alias != scene.aliases.end()) return alias->joint;
  NearestName nearest(name);
  for (int i = 0; i < skeleton.joint_count(); ++i) nearest.offer(skeleton.name(JointId{i}));
  for (const Scene::Alias& other : scene.aliases) nearest.offer(other.name);
  return Error{"there is no joint or link " + quoted(name) + nearest.question()};
}

double figure_height(const Skeleton& skeleton, Up up) {
  return extent(joint_positions(skeleton, skeleton.rest_pose().q))[static_cast<int>(up)];
}

char to_char(Up up) { return static_cast<char>('x' + static_cast<int>(up)); }

Vec3 to_vector(Up up) { return up == Up::X ? kUnitX : up == Up::Y ? kUnitY : kUnitZ; }

}  // namespace kine
