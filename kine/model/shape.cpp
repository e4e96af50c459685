#include "kine/model/shape.h"

#include "kine/model/internal/compiled_skeleton.h"

namespace kine {

Shape::Shape(const Skeleton& skeleton) {
  translation.reserve(skeleton.compiled().joints.size());
  scale.reserve(skeleton.compiled().joints.size());
  for (const detail::CompiledJoint& joint : skeleton.compiled().joints) {
    translation.push_back(joint.rest_translation);
    scale.push_back(joint.rest_scale);
  }
}

}  // namespace kine
