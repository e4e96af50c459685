#pragma once

#include "bindings/python/src/convert.h"
#include "kine/model/clip.h"

namespace kine::python {

/// A clip as Python holds it. Its frames stay where they are, so views of them stay good.
struct NamedClip {
  SkeletonRef skeleton;
  Clip clip;
};
using ClipRef = Ref<NamedClip>;

/// A clip of these poses, one a row.
std::shared_ptr<NamedClip> make_clip(const SkeletonRef& skeleton, const Numbers& poses, double rate, std::string name);

}  // namespace kine::python
