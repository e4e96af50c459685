#pragma once

#include "bindings/python/src/convert.h"
#include "kine/model/clip.h"

namespace kine::python {

inline constexpr double kMostFrames = 1 << 26;  ///< of a clip: a day at 700 frames a second

/// A clip as Python holds it. Its frames stay where they are, so views of them stay good.
struct NamedClip {
  SkeletonRef skeleton;
  Clip clip;
};
using ClipRef = Ref<NamedClip>;

/// A clip of these poses, one a row.
std::shared_ptr<NamedClip> make_clip(const SkeletonRef& skeleton, const Numbers& poses, double rate, std::string name);

/// A copy of a clip, since frames may be written to meanwhile. Refused: clips without frames, and with numbers that are none.
Clip usable_copy(const ClipRef& clip);

}  // namespace kine::python
