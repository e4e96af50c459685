// Clips taken apart and put together, frame by frame.
#include <string>

#include "kine/core/assert.h"
#include "kine/model/clip.h"

namespace kine {
namespace {

/// A clip without frames that has the tracks of another.
Clip without_frames(const Skeleton& skeleton, const Clip& clip) {
  Clip empty(skeleton, clip.name, clip.rate());
  for (const Clip::Track& track : clip.translations()) empty.add_translations(skeleton, track.joint);
  for (const Clip::Track& track : clip.scales()) empty.add_scales(skeleton, track.joint);
  return empty;
}

void append_frames(const Skeleton& skeleton, const Clip& from, int first, int last, Clip& to) {
  Shape shape(skeleton);
  for (int i = first; i < last; ++i) {
    const auto frame = static_cast<std::size_t>(i);
    for (const Clip::Track& track : from.translations())
      shape.translation[static_cast<std::size_t>(track.joint.index)] = track.values[frame];
    for (const Clip::Track& track : from.scales())
      shape.scale[static_cast<std::size_t>(track.joint.index)] = track.values[frame];
    to.append(from.pose(i), shape);
  }
}

}  // namespace

Result<Clip> cut(const Skeleton& skeleton, const Clip& clip, int from, int to) {
  KINE_ASSERT(clip.value_count() == skeleton.value_count(), "a clip made for this skeleton");
  if (from < 0 || to <= from || to > clip.frame_count())
    return Error{"frames " + std::to_string(from) + " to " + std::to_string(to) +
                 " cannot be cut out: the clip has frames 0 to " + std::to_string(clip.frame_count())};
  Clip part = without_frames(skeleton, clip);
  part.reserve(to - from);
  append_frames(skeleton, clip, from, to, part);
  return part;
}

Result<Clip> joined(const Skeleton& skeleton, const Clip& first, const Clip& second) {
  KINE_ASSERT(first.value_count() == skeleton.value_count() && second.value_count() == skeleton.value_count(),
              "clips made for this skeleton");
  if (first.rate() != second.rate())
    return Error{"the clips cannot be joined: one has " + std::to_string(first.rate()) +
                 " frames a second, the other " + std::to_string(second.rate())};
  Clip both = without_frames(skeleton, first);
  for (const Clip::Track& track : second.translations()) both.add_translations(skeleton, track.joint);
  for (const Clip::Track& track : second.scales()) both.add_scales(skeleton, track.joint);
  both.reserve(first.frame_count() + second.frame_count());
  append_frames(skeleton, first, 0, first.frame_count(), both);
  append_frames(skeleton, second, 0, second.frame_count(), both);
  return both;
}

}  // namespace kine
