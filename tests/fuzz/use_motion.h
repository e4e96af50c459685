#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "kine/io/formats/figure.h"
#include "kine/io/scene.h"
#include "kine/kinematics/forward.h"
#include "kine/model/pose.h"

namespace kine::fuzz {

inline void require(bool condition) {
  if (!condition) std::abort();
}

/// Looks at all that a reader gave: poses can be used, tracks are as long as their clip. False for a refusal, which
/// must be one line that names the file and its line.
inline bool is_usable_or_refused(const Result<Scene>& scene) {
  if (!scene) {
    const std::string& sentence = scene.error();
    require(sentence.starts_with("file:") && sentence.find('\n') == std::string::npos);
    return false;
  }
  Frames frames(scene->skeleton);
  for (const Clip& clip : scene->clips) {
    for (int frame = 0; frame < clip.frame_count(); ++frame) require(is_usable(scene->skeleton, clip.pose(frame)));
    for (const Clip::Track& track : clip.translations())
      require(track.values.size() == static_cast<std::size_t>(clip.frame_count()));
    if (clip.frame_count() > 0) forward(scene->skeleton, clip.pose(0), frames);
  }
  require(scene->metres_per_unit > 0);
  for (const std::string& note : scene->notes) require(note.find('\n') == std::string::npos);
  (void)figure_height(scene->skeleton, scene->up);
  return true;
}

}  // namespace kine::fuzz
