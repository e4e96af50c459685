#include "scenes/build.h"

#include <cstdio>
#include <cstdlib>
#include <utility>

namespace kine::scenes::detail {

Skeleton must_build(std::span<const Joint> joints) {
  Result<Skeleton> skeleton = Skeleton::build(joints);
  if (!skeleton) {  // not an assertion: it must also stop where assertions are off
    std::fprintf(stderr, "a scene does not build: %s\n", skeleton.error().c_str());
    std::abort();
  }
  return *std::move(skeleton);
}

Joint euler_of(std::string name, std::string parent, const Vec3& offset, std::span<const Turn> turns) {
  Joint joint;
  joint.name = std::move(name);
  joint.parent = std::move(parent);
  joint.kind = JointKind::Euler;
  joint.rest.translation = offset;
  joint.euler_count = static_cast<int>(turns.size());
  for (std::size_t i = 0; i < turns.size(); ++i) {
    joint.euler_axes[i] = turns[i].axis;
    joint.axes[i].limits = degree_range(turns[i].lower, turns[i].upper);
  }
  return joint;
}

}  // namespace kine::scenes::detail
