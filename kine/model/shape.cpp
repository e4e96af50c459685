#include "kine/model/shape.h"

namespace kine {

Shape::Shape(const Skeleton& skeleton) {
  translation.reserve(skeleton.parts().size());
  scale.reserve(skeleton.parts().size());
  for (const Skeleton::Part& part : skeleton.parts()) {
    translation.push_back(part.rest_translation);
    scale.push_back(part.rest_scale);
  }
}

}  // namespace kine
